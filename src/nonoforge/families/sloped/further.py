"""What becomes of a puzzle when one further line is drawn through it, without building it anew.

The line cuts faces in two; both parts keep the colour. Only the signs of its equation at the
vertices are needed, and those are exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import groupby

from nonoforge.clues import Runs
from nonoforge.families.plane import Arrangement
from nonoforge.families.sloped.lattice import Lattice
from nonoforge.families.sloped.straight import UNIT, Straight
from nonoforge.families.sloped.width import polygon_width
from nonoforge.palette import Palette
from nonoforge.path import Point
from nonoforge.puzzle import Colouring, Line, Puzzle


class Further:
    """A lattice with its arrangement and colours, and one more line."""

    def __init__(
        self, lattice: Lattice, arrangement: Arrangement, colouring: Colouring, line: Straight,
    ) -> None:
        self.lattice, self.arrangement, self.colouring = lattice, arrangement, colouring
        a, b, c = self.line = line
        self.signs = [(value > 0) - (value < 0) for value in (
            a * x + b * y - c * w for x, y, w in lattice.vertices)]

    @cached_property
    def cut(self) -> list[int]:
        """The faces that it cuts, in its direction."""
        signs, head = self.signs, self.lattice.head
        found = [face for face, loop in enumerate(self.lattice.faces)
                 if len({0, *(signs[head(dart)] for dart in loop)}) == 3]
        return sorted(found, key=self._along)

    def _along(self, face: int) -> float:
        """Where, along the line, the middle of its way through a face is."""
        ends = self._ends(face)
        dx, dy = self.line.direction
        return sum(dx * x + dy * y for x, y in ends) / len(ends)

    def _ends(self, face: int) -> list[Point]:
        """Where the line enters and leaves a face."""
        places, signs = self.lattice.places, self.signs
        found: list[Point] = []
        for dart in self.lattice.faces[face]:
            tail, head = self.lattice.tail(dart), self.lattice.head(dart)
            if signs[tail] == 0:
                found.append(places[tail])
            elif signs[tail] * signs[head] < 0:
                found.append(self._crossing(places[tail], places[head]))
        return found

    def _crossing(self, p: Point, q: Point) -> Point:
        a, b, c = self.line
        one, other = (a * x + b * y - c / UNIT for x, y in (p, q))
        share = one / (one - other)
        return p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1])

    @cached_property
    def width(self) -> float:
        """The width of the narrowest part of a face that it cuts, in millimetres."""
        return min((polygon_width(part) for face in self.cut for part in self._parts(face)),
                   default=0.0)

    def _parts(self, face: int) -> Iterator[list[Point]]:
        places, signs = self.lattice.places, self.signs
        loop = [self.lattice.tail(dart) for dart in self.lattice.faces[face]]
        for sign in (1, -1):
            part: list[Point] = []
            for before, vertex in zip([loop[-1], *loop], loop, strict=False):
                if signs[before] * signs[vertex] < 0:
                    part.append(self._crossing(places[before], places[vertex]))
                if signs[vertex] in (0, sign):
                    part.append(places[vertex])
            yield part

    @cached_property
    def puzzle(self) -> Puzzle:
        """The puzzle with the line in it. Cells keep their numbers; the part on the right of the
        line is a new one."""
        right = {face: len(self.lattice.faces) + at for at, face in enumerate(self.cut)}
        colours = self.colouring + bytes(self.colouring[face] for face in self.cut)
        rows = [*(self._cells(side.darts, right) for side in self.arrangement.sides),
                self.cut, [right[face] for face in reversed(self.cut)]]
        lines = tuple(Line(tuple(row), Runs.read(colours[cell] for cell in row), str(at))
                      for at, row in enumerate(rows))
        size = max(2, 1 + max(colours))
        palette = Palette.of(*(f"#{number:06x}" for number in range(size)))
        return Puzzle(len(colours), lines, palette)

    def _cells(self, darts: Sequence[int], right: dict[int, int]) -> list[int]:
        """The cells along a side."""
        found: list[int] = []
        left = self.arrangement.left
        for dart in darts:
            face = left[dart]
            if face in right:
                tail, head = (self.signs[self.lattice.tail(dart)],
                              self.signs[self.lattice.head(dart)])
                found += [face if sign > 0 else right[face]
                          for sign in (tail, head) if sign]
            else:
                found.append(face)
        return [cell for cell, _ in groupby(found)]
