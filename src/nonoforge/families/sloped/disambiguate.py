"""Add lines to a puzzle with several solutions until one is left.

A line through ambiguous faces cuts them in two and reads the parts on both of its sides, which
tells solutions apart. Among lines that leave one solution the one whose narrowest part is widest
is taken.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from math import gcd
from time import monotonic
from typing import NamedTuple

from nonoforge.clues import Runs
from nonoforge.engine import Budget, ambiguous_cells, propagate, solve
from nonoforge.families.plane import Arrangement, from_faces
from nonoforge.families.plane.colouring import ColourRule
from nonoforge.families.sloped.colouring import colour_faces
from nonoforge.families.sloped.drawing import ExactDrawing
from nonoforge.families.sloped.lattice import FRAME_SIDES, Lattice, polygon_width
from nonoforge.families.sloped.lines import (
    MAX_EXACT_NUMBER,
    UNIT,
    Direction,
    Slopes,
    Straight,
    line,
    plain,
)
from nonoforge.families.sloped.straightening import MAX_LINES
from nonoforge.palette import Palette
from nonoforge.path import Point
from nonoforge.puzzle import Colouring, Line, Puzzle
from nonoforge.time_limit import deadline


class CandidateLine:
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
        """Return where, along the line, the middle of its way through a face is."""
        ends = self._ends(face)
        dx, dy = self.line.direction
        return sum(dx * x + dy * y for x, y in ends) / len(ends)

    def _ends(self, face: int) -> list[Point]:
        """Return where the line enters and leaves a face."""
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
        """Return the cells along a side."""
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


# Where a puzzle has several solutions: the cheapest cure, a further line.
#
# A line through ambiguous faces cuts them in two and reads what it cuts, on both its sides, so that
# solutions can be told apart. Of the lines that leave one solution the one is taken that cuts off
# no narrow parts.

MAX_ADDED = 3  # that are added
MAX_CANDIDATES = 240  # lines that are tried for each one added
MAX_SEARCHED = 12  # candidates given to the whole engine where line solving is not enough
TRIAL_BUDGET = Budget(settled=200_000, conflicts=2_000)


class Disambiguation(NamedTuple):
    """The drawing with further lines in it, and what they make of the puzzle."""

    drawn: ExactDrawing
    lines: tuple[Straight, ...]
    line_solvable: bool


def disambiguate(
    drawn: ExactDrawing, rule: ColourRule, ambiguous: Collection[int],
    slopes: Sequence[Direction], *, most: int = MAX_ADDED, seconds: float | None = None,
) -> Disambiguation | None:
    """Return the fewest further lines that give the puzzle one solution, if some are found: one, or
    else one that leaves fewest faces open, and then another."""
    until = deadline(seconds)
    lines: tuple[Straight, ...] = ()
    while len(lines) < most and ambiguous and len(drawn.lattice.lines) < FRAME_SIDES + MAX_LINES:
        found = best_line(drawn, colour_faces(drawn, rule).colouring, ambiguous, slopes, until)
        if found is None:
            return None
        lines += (found.line,)
        drawn = drawn.with_lines(found.line)
        if found.unique:
            return Disambiguation(drawn, lines, found.open == 0)
        colours = colour_faces(drawn, rule)
        nonogram = from_faces(drawn.lattice.arrangement(), colours.colouring,
                              palette=colours.palette)
        verdict = solve(nonogram, budget=TRIAL_BUDGET)
        ambiguous, _ = ambiguous_cells(nonogram.puzzle, verdict, seconds=max(
            0.0, until - monotonic()))
    return None


class Trial(NamedTuple):
    """A line that was tried: the width of the narrowest part that it cuts off, the faces that
    lines alone leave open with it, and whether there is one solution then."""

    line: Straight
    width: float
    open: int
    unique: bool


def best_line(
    drawn: ExactDrawing, colouring: Colouring, ambiguous: Collection[int],
    slopes: Sequence[Direction], until: float = float("inf"),
) -> Trial | None:
    """Return the best of the lines that cut an ambiguous face, through its middle or through any
    vertex: one with which lines alone solve the puzzle, before one that leaves one solution, before
    one that leaves fewest faces open; among equals, the one that cuts off the widest parts. None if
    there is none before the clock passes `until`."""
    arrangement = drawn.lattice.arrangement()
    found: list[CandidateLine] = []
    for straight in _candidates(drawn.lattice, arrangement, ambiguous, slopes):
        further = CandidateLine(drawn.lattice, arrangement, colouring, straight)
        if monotonic() > until:
            break
        if further.width > 0:
            found.append(further)
    found.sort(key=lambda further: -further.width)
    trials: list[tuple[int, int]] = []
    for number, further in enumerate(found):
        if monotonic() > until:
            break
        left = len(propagate(further.puzzle).state.open_cells())
        if not left:
            return Trial(further.line, further.width, 0, True)
        trials.append((left, number))
    trials.sort()
    for left, number in sorted(trials[:MAX_SEARCHED], key=lambda trial: trial[1]):
        further = found[number]
        if monotonic() > until:
            break
        if solve(further.puzzle, budget=TRIAL_BUDGET).answer == "unique":
            return Trial(further.line, further.width, left, True)
    return next((Trial(found[number].line, found[number].width, left, False)
                 for left, number in trials), None)


def _candidates(
    lattice: Lattice, arrangement: Arrangement, ambiguous: Collection[int],
    directions: Sequence[Direction],
) -> list[Straight]:
    """Return the lines to try, at most `MAX_CANDIDATES`, farthest from other vertices first."""
    ranked: list[tuple[float, Straight]] = []
    known = set(lattice.lines)
    for x, y in dict.fromkeys(directions):
        a, b = -y, x
        heights = sorted(a * u + b * v for u, v in lattice.places)
        spans = _joined(_span(lattice, face, a, b) for face in ambiguous)
        lows = [low for low, _ in spans]
        for offset, exact in _through(lattice, arrangement, ambiguous, a, b):
            at = bisect_left(lows, offset) - 1
            if at >= 0 and offset < spans[at][1]:
                straight = line(Fraction(a), Fraction(b), exact)
                if straight not in known:
                    known.add(straight)
                    ranked.append((_room(heights, offset) / straight.step, straight))
    ranked.sort(key=lambda pair: -pair[0])
    return [straight for _, straight in ranked[:MAX_CANDIDATES]]


def _through(
    lattice: Lattice, arrangement: Arrangement, ambiguous: Collection[int], a: int, b: int,
) -> Iterator[tuple[float, Fraction]]:
    """Yield offsets a x + b y of the lines through vertices and through the middles of faces: in
    millimetres, and exactly."""
    for x, y, w in lattice.vertices:
        exact = Fraction(a * x + b * y, w)
        yield float(exact) / UNIT, exact
    for face in ambiguous:
        u, v = arrangement.spots[face]
        exact = plain((a * u + b * v) * UNIT)
        yield float(exact) / UNIT, exact


def _span(lattice: Lattice, face: int, a: int, b: int) -> tuple[float, float]:
    """Return the range of offsets in which a face lies, slightly reduced."""
    heights = [a * x + b * y for x, y in (lattice.places[lattice.head(dart)]
                                          for dart in lattice.faces[face])]
    low, high = min(heights), max(heights)
    return low + 1e-6 * (high - low), high - 1e-6 * (high - low)


def _joined(spans: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the union of the spans as disjoint spans in order."""
    found: list[tuple[float, float]] = []
    for low, high in sorted(spans):
        if found and low < found[-1][1]:
            found[-1] = found[-1][0], max(high, found[-1][1])
        else:
            found.append((low, high))
    return found


def _room(heights: Sequence[float], offset: float) -> float:
    """Return how far it is to the next vertex on either side that is not on the line itself."""
    hair = 1e-9 * max(1.0, abs(heights[0]), abs(heights[-1]))
    below = bisect_left(heights, offset - hair) - 1
    above = bisect_left(heights, offset + hair)
    gaps = [offset - heights[below]] if below >= 0 else []
    gaps += [heights[above] - offset] if above < len(heights) else []
    return min(gaps, default=0.0)


def slopes_of(lattice: Lattice, allowed: Slopes) -> list[Direction]:
    """Return the slopes of further lines: those that are allowed, and, if any are, those of the
    drawing that are written with small numbers."""
    own = [(x // gcd(x, y), y // gcd(x, y)) for x, y in
           (straight.direction for straight in lattice.lines[FRAME_SIDES:])] if allowed.any else []
    plain = (direction for direction in own if max(map(abs, direction)) <= MAX_EXACT_NUMBER)
    return list(dict.fromkeys([*(slope.direction for slope in allowed.slopes), *plain]))
