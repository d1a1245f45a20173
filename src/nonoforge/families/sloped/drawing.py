"""Place a drawing on the lattice of its extended edges, with every edge exact."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, pairwise
from math import dist

from nonoforge.families.sloped.lattice import FRAME_SIDES, Corner, Lattice, build_lattice
from nonoforge.families.sloped.lines import UNIT, Slopes, Straight, meet
from nonoforge.families.sloped.straightening import (
    NO_SNAP,
    DrawingFaults,
    Leg,
    Sketch,
    Snap,
    exact_lines,
    nearness,
    straighten,
    turns,
)

REPORTED_MOVE = 10  # times the noise: larger moves of corners are reported


@dataclass(frozen=True)
class ExactDrawing:
    """A sketch whose edges are exact. `loops` has for each of its loops the lines (the frame's
    sides first) that it follows; further lines may be added, and all may be shifted."""

    sketch: Sketch
    lattice: Lattice
    loops: tuple[tuple[int, ...], ...]
    notes: tuple[str, ...] = ()

    @cached_property
    def walks(self) -> list[list[int]]:
        """The loops as darts of the lattice."""
        return walks(self.lattice, self.loops)

    @property
    def shapes(self) -> dict[int, list[list[int]]]:
        """The walks of each shape (by number) that has any."""
        found: dict[int, list[list[int]]] = {}
        for loop, walk in zip(self.sketch.loops, self.walks, strict=True):
            found.setdefault(loop.shape, []).append(walk)
        return found

    @property
    def corners(self) -> set[int]:
        """The vertices that are corners of the drawing."""
        vertex = {corner: number for number, corner in enumerate(self.lattice.vertices)}
        return {vertex[_meet(self.lattice, before, line)] for followed in self.loops
                for before, line in zip([followed[-1], *followed], followed, strict=False)}

    def with_lines(self, *more: Straight) -> ExactDrawing:
        """Return the drawing with additional lines after the others."""
        lines = (*self.lattice.lines[FRAME_SIDES:], *more)
        return replace(self, lattice=build_lattice(self.sketch.frame.exact, lines))


def exact_drawing(
    sketch: Sketch, slopes: Slopes, snap: Snap = NO_SNAP, most: int | None = None,
) -> ExactDrawing:
    """Return the lattice of a sketch, with all near coincidences made exact; an InputError if it
    has more lines than `most`, or else MAX_LINES."""
    found = straighten(sketch, slopes, snap, most)
    frame = sketch.frame.exact
    exact, left_out = exact_lines(sketch, found, snap)
    lines, loops = _once(exact, found.loops)
    moved = _check_legs(sketch, lines, loops, nearness(sketch, snap))
    notes = (*sketch.notes, *_moved_words(moved, sketch), *_left_words(left_out))
    return ExactDrawing(sketch, build_lattice(frame, lines[FRAME_SIDES:]),
                        tuple(tuple(leg.line for leg in legs) for legs in loops), notes)


def _moved_words(moved: float, sketch: Sketch) -> list[str]:
    if moved <= REPORTED_MOVE * sketch.frame.noise:
        return []
    return [f"corners were moved by up to {moved:.2g} mm to straighten the drawing"]


def _left_words(number: int) -> list[str]:
    if not number:
        return []
    places = "1 place where lines nearly meet" if number == 1 else \
        f"{number:,} places where lines nearly meet"
    return [f"{places} could not be made one point together with the others"]


def _once(
    lines: Sequence[Straight], loops: Sequence[Sequence[Leg]],
) -> tuple[list[Straight], list[list[Leg]]]:
    """Return lines that have become the same, once."""
    numbers: dict[Straight, int] = {}
    for straight in lines:
        numbers.setdefault(straight, len(numbers))
    again = [[leg._replace(line=numbers[lines[leg.line]]) for leg in legs] for legs in loops]
    return list(numbers), again


def _check_legs(
    sketch: Sketch, lines: Sequence[Straight], loops: Sequence[Sequence[Leg]], near: float,
) -> float:
    """Check that all legs go where they went when they were drawn, and stay in the frame. Return
    how far corners were moved at most, in millimetres."""
    faults = DrawingFaults()
    _, _, width, height = sketch.frame.exact
    farthest = 0.0
    for loop, legs in zip(sketch.loops, loops, strict=True):
        corners = [meet(lines[before.line], lines[leg.line]) for before, leg in turns(legs)]
        if _empty(corners):
            faults.add("a shape that has no area when it is straightened",
                       "shapes that have no area when they are straightened",
                       f"{sketch.name(loop)} at {sketch.frame.place(legs[0].start)}")
            continue
        for leg, here, there in zip(legs, corners, [*corners[1:], corners[0]], strict=True):
            place = f"{sketch.name(loop)} at {sketch.frame.place(leg.start)}"
            if here is None or there is None or not _kept(leg, lines, here, there, near):
                faults.add("an edge that is lost when it is straightened",
                           "edges that are lost when they are straightened", place)
                continue
            x, y, w = here
            if not (0 <= x <= width * w and 0 <= y <= height * w):
                faults.add("a corner outside the frame", "corners outside the frame", place)
            farthest = max(farthest, dist(leg.start, (x / w / UNIT, y / w / UNIT)))
    faults.raise_any("with a smaller --snap more is kept" if near > nearness(sketch, NO_SNAP)
                     else "")
    return farthest


def _empty(corners: Sequence[Corner | None]) -> bool:
    """Return whether exact corners enclose no area."""
    points = [(Fraction(x, w), Fraction(y, w)) for x, y, w in filter(None, corners)]
    first, *others = points
    return all((ax - first[0]) * (by - first[1]) == (bx - first[0]) * (ay - first[1])
               for (ax, ay), (bx, by) in pairwise(others))


def _kept(leg: Leg, lines: Sequence[Straight], here: Corner, there: Corner, near: float) -> bool:
    """Return whether a leg leads from here to there the way it was drawn; short ones may vanish."""
    dx, dy = lines[leg.line].direction
    (x, y, w), (u, v, t) = here, there
    ahead = dx * (u * w - x * t) + dy * (v * w - y * t)
    return abs(leg.ahead) <= near if ahead == 0 else (ahead > 0) == (leg.ahead > 0)


def walks(lattice: Lattice, loops: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return loops of lines as loops of darts, from corner to corner."""
    vertex = {corner: number for number, corner in enumerate(lattice.vertices)}
    first = list(accumulate((len(row) - 1 for row in lattice.along), initial=0))
    places = [{at: place for place, at in enumerate(row)} for row in lattice.along]
    found: list[list[int]] = []
    for followed in loops:
        corners = [vertex[_meet(lattice, before, line)] for before, line
                   in zip([followed[-1], *followed], followed, strict=False)]
        darts: list[int] = []
        for line, here, there in zip(followed, corners, [*corners[1:], corners[0]], strict=True):
            i, j = places[line][here] + first[line], places[line][there] + first[line]
            darts += range(2 * i, 2 * j, 2) if i < j else range(2 * i - 1, 2 * j - 1, -2)
        found.append(darts)
    return found


def _meet(lattice: Lattice, one: int, other: int) -> Corner:
    corner = meet(lattice.lines[one], lattice.lines[other])
    assert corner is not None, "a loop turns between parallel lines"
    return corner
