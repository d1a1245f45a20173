"""Lines that nearly meet in one point, and how they are made to meet there exactly.

They are moved so that, in the sum of squares, all stay as near to their places as they can.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from heapq import heapify, heappop, heappush
from itertools import combinations
from math import hypot
from typing import NamedTuple

from nonoforge.families.sloped.lattice import FRAME_SIDES, sides
from nonoforge.families.sloped.lines import (
    CONSTANT,
    UNIT,
    Elimination,
    Exact,
    Straight,
    meet,
    plain,
    sine,
    through,
    with_direction,
)
from nonoforge.families.sloped.straightening.fitting import (
    Row,
    Snap,
    Straightened,
    nearness,
    turns,
)
from nonoforge.families.sloped.straightening.fitting import (
    sides as side_rows,
)
from nonoforge.families.sloped.straightening.sketch import Sketch
from nonoforge.path import Point

MIN_MOVE = 1e-3  # in exact coordinates: lines are not moved by less


class Meeting(NamedTuple):
    """Lines (by number, the two that cross most squarely first) that should meet in a point."""

    lines: tuple[int, ...]
    miss: float  # by how much they do not, in exact coordinates


def meetings(
    lines: Sequence[Straight], frame: tuple[int, int, int, int], near: float,
    corners: Iterable[tuple[int, int]] = (),
) -> list[Meeting]:
    """Return all places in the frame where more than two lines pass within `near` of a point, in
    exact coordinates. Those at corners of the drawing (pairs of lines) come first, because they
    should be kept whatever becomes of the others; then those that miss least."""
    found = []
    drawn = {frozenset(pair) for pair in corners}
    for group in _groups(lines, frame, near):
        meeting = _meeting(lines, sorted(group), near)
        if meeting is not None:
            corner = any(frozenset(pair) in drawn for pair in combinations(meeting.lines, 2))
            found.append((not corner, meeting.miss, meeting))
    return [meeting for _, _, meeting in sorted(found)]


def _groups(
    lines: Sequence[Straight], frame: tuple[int, int, int, int], near: float,
) -> list[set[int]]:
    """Return groups of crossings that follow each other closely on some line: each is one place."""
    parent: dict[tuple[int, int], tuple[int, int]] = {}

    def root(pair: tuple[int, int]) -> tuple[int, int]:
        while (up := parent.setdefault(pair, pair)) != pair:
            parent[pair] = pair = parent[up]
        return pair

    for own, one, other in _close(lines, frame, near):
        a, b = root((min(own, one), max(own, one))), root((min(own, other), max(own, other)))
        parent[a] = b
    groups: dict[tuple[int, int], set[int]] = {}
    for pair in list(parent):
        groups.setdefault(root(pair), set()).update(pair)
    return [group for group in groups.values() if len(group) > 2]


def _close(
    lines: Sequence[Straight], frame: tuple[int, int, int, int], near: float,
) -> list[tuple[int, int, int]]:
    """Return a line, and two others that cross it next to each other, within the frame."""
    import numpy as np

    number = len(lines)
    units = np.array([straight.unit for straight in lines])
    normals, offsets = units[:, :2], units[:, 2] * UNIT
    sines = normals[:, None, 0] * normals[None, :, 1] - normals[:, None, 1] * normals[None, :, 0]
    with np.errstate(all="ignore"):
        xs = (offsets[:, None] * normals[None, :, 1] - offsets[None, :] * normals[:, None, 1]) \
            / sines
        ys = (normals[:, None, 0] * offsets[None, :] - normals[None, :, 0] * offsets[:, None]) \
            / sines
        left, bottom, right, top = frame
        inside = ((np.abs(sines) > 1e-12) & (xs >= left - near) & (xs <= right + near)
                  & (ys >= bottom - near) & (ys <= top + near))
        along = np.where(inside, xs * normals[:, None, 1] - ys * normals[:, None, 0], np.inf)
        order = np.argsort(along, axis=1)
        sorted_along = np.take_along_axis(along, order, axis=1)
        slant = np.take_along_axis(np.abs(sines), order, axis=1)
        miss = np.diff(sorted_along, axis=1) * np.maximum(slant[:, 1:], slant[:, :-1])
        own, at = np.nonzero(miss <= near)  # not where it is infinite, or no number
    return [(int(i), int(order[i, j]), int(order[i, j + 1]))
            for i, j in zip(own, at, strict=True) if number > 2]


def _meeting(lines: Sequence[Straight], group: list[int], near: float) -> Meeting | None:
    """Return the lines of a group that are close to the crossing of its two squarest ones."""
    first, second = max(combinations(group, 2), key=lambda pair: sine(*(lines[at] for at in pair)))
    corner = meet(lines[first], lines[second])
    assert corner is not None, "lines that are close to one place are not all parallel"
    x, y, w = corner
    misses = {}
    for key in group:
        if key not in (first, second):
            a, b, c = lines[key].unit
            misses[key] = abs(a * (x / w) + b * (y / w) - c * UNIT)  # rounded, but good enough
    close = [key for key, miss in misses.items() if miss <= near]
    if not close:
        return None
    return Meeting((first, second, *close), max(misses[key] for key in close))


class Joined(NamedTuple):
    """The lines, moved; the meetings that could not be had; and by how much lines were moved, in
    exact coordinates."""

    lines: tuple[Straight, ...]
    left_out: tuple[Meeting, ...]
    moved: float


def join(
    lines: Sequence[Straight], meetings: Iterable[Meeting], fixed: int, limit: float,
) -> Joined:
    """Move all but the first `fixed` lines, none by more than `limit`, so that all meetings hold
    exactly; those that contradict others before them, or would move lines too far, are left out."""
    wanted = list(meetings)
    left_out: list[Meeting] = []
    inexact = {meeting for meeting in wanted if not _exact(lines, meeting)}
    while inexact:
        system = Elimination(lines, fixed)
        held = {meeting: system.meet(meeting.lines) for meeting in wanted}
        broken = [meeting for meeting in wanted if not held[meeting]]
        left_out += broken
        inexact -= {*broken}
        changes = system.changes(_least(system))
        moves = [abs(float(change / Fraction(straight.step)))
                 for change, straight in zip(changes, lines, strict=True)]
        if max(moves) <= limit:
            return Joined(tuple(straight.shifted(change) for straight, change
                                in zip(lines, changes, strict=True)), tuple(left_out), max(moves))
        blamed = _blamed(inexact, {key for key, move in enumerate(moves) if move > limit})
        left_out += blamed
        inexact -= {*blamed}
        wanted = [meeting for meeting in wanted if held[meeting] and meeting not in blamed]
    return Joined(tuple(lines), tuple(left_out), 0.0)


def _blamed(inexact: set[Meeting], moved: set[int]) -> list[Meeting]:
    """Return half of the meetings of lines that would be moved too far, those that miss most."""
    of_moved = [meeting for meeting in inexact if not moved.isdisjoint(meeting.lines)]
    worst = sorted(of_moved or inexact, key=lambda meeting: (-meeting.miss, meeting.lines))
    return worst[:(len(worst) + 1) // 2]


def _exact(lines: Sequence[Straight], meeting: Meeting) -> bool:
    """Return whether the lines of a meeting already meet in a point."""
    first, second, *others = meeting.lines
    corner = meet(lines[first], lines[second])
    assert corner is not None
    x, y, w = corner
    return all(lines[at].a * x + lines[at].b * y == lines[at].c * w for at in others)


def _least(system: Elimination) -> list[Fraction]:
    """Return the free changes with which all lines move least, by least squares; to whole offsets,
    if they change at all, so that numbers stay short."""
    free = sorted({key for row in system.rows.values() for key in row} - {CONSTANT})
    changes = [Fraction(0)] * len(system.lines)
    for key, shift in zip(free, _squares(system, free) if free else (), strict=True):
        if abs(shift) > MIN_MOVE:
            straight = system.lines[key]
            changes[key] = round(straight.offset + Fraction(shift * straight.step)) \
                - straight.offset
    return changes


def _squares(system: Elimination, free: Sequence[int]) -> list[float]:
    """Return the free shifts with the least squares of all shifts, in exact coordinates."""
    import numpy as np

    column = {key: at for at, key in enumerate(free)}
    matrix = np.zeros((len(free) + len(system.rows), len(free)))
    matrix[range(len(free)), range(len(free))] = 1.0
    right = np.zeros(len(matrix))
    for at, (number, row) in enumerate(system.rows.items(), len(free)):
        own = system.lines[number].step
        for key, factor in row.items():
            if key == CONSTANT:
                right[at] = -float(factor / Fraction(own))
            else:
                matrix[at, column[key]] = float(factor) * system.lines[key].step / own
    shifts: list[float] = np.linalg.lstsq(matrix, right, rcond=None)[0].tolist()
    return shifts


# Lines of any slope through exact corners.
#
# Whole numbers cannot have the slopes of a regular pentagon, and approximations would tear its
# corners apart: with fixed directions there are more conditions than lines. So such a line gets its
# slope from two corners. Corners are placed one by one, on the lines that are already known, and
# lines follow; a corner in the middle of a line waits until the line's ends are placed.

MAX_BITS = 128  # of a coordinate; longer ones are rounded


@dataclass
class Corner:
    """Where lines (by number) should meet, in millimetres; `place` is exact, once it is known."""

    point: Point
    lines: set[int] = field(default_factory=set)
    place: Exact | None = None


class CornerPlacement:
    """Places all corners, and finds the lines that were not known."""

    def __init__(self, known: dict[int, Straight], corners: Sequence[Corner]) -> None:
        self.known, self.corners = known, corners
        self.ends: dict[int, tuple[int, int]] = {}
        self.waiting = [0] * len(corners)  # unknown lines with the corner in their middle
        self.middle: dict[int, list[int]] = {}
        on: dict[int, list[int]] = {}
        for number, corner in enumerate(corners):
            for line in corner.lines - known.keys():
                on.setdefault(line, []).append(number)
        for line, numbers in on.items():
            if len(numbers) > 1:
                self._hang(line, numbers)

    def _hang(self, line: int, numbers: list[int]) -> None:
        """Choose as the ends of a line those two of its corners that are farthest apart."""
        first = max(numbers, key=lambda one: self._apart(numbers[0], one))
        last = max(numbers, key=lambda one: self._apart(first, one))
        self.ends[line] = first, last
        self.middle[line] = [number for number in numbers if number not in (first, last)]
        for number in self.middle[line]:
            self.waiting[number] += 1

    def _apart(self, one: int, other: int) -> float:
        (ax, ay), (bx, by) = self.corners[one].point, self.corners[other].point
        return hypot(bx - ax, by - ay)

    def run(self) -> dict[int, Straight]:
        """Return all lines that are known now."""
        queue = [self._rank(number) for number in range(len(self.corners))]
        heapify(queue)
        while queue:
            rank = heappop(queue)
            number = rank[-1]
            if self.corners[number].place is None:
                if rank != self._rank(number):  # something has become known since
                    heappush(queue, self._rank(number))
                    continue
                self._place(self.corners[number])
                for line in self.corners[number].lines:
                    self._follow(line, queue)
        return self.known

    def _rank(self, number: int) -> tuple[int, int, int, int]:
        """Return which corner comes next: one that waits for nothing, with many lines known, or
        many."""
        lines = self.corners[number].lines
        return self.waiting[number], -len(lines & self.known.keys()), -len(lines), number

    def _place(self, corner: Corner) -> None:
        known = sorted(corner.lines & self.known.keys())
        if len(known) > 1:
            corner.place = self._crossing(known)
        elif known:
            corner.place = _nearest(self.known[known[0]], corner.point)
        if corner.place is None or _bits(corner.place) > MAX_BITS:
            x, y = corner.point
            corner.place = plain(x * UNIT), plain(y * UNIT)

    def _crossing(self, lines: Sequence[int]) -> Exact | None:
        """Return where the two lines that cross most squarely meet."""
        one, other = max(combinations([self.known[line] for line in lines], 2),
                         key=lambda pair: sine(*pair))
        found = meet(one, other)
        return None if found is None else (Fraction(found[0], found[2]),
                                           Fraction(found[1], found[2]))

    def _follow(self, line: int, queue: list[tuple[int, int, int, int]]) -> None:
        """Set a line once both its ends are known."""
        if line in self.known or line not in self.ends:
            return
        first, last = (self.corners[end].place for end in self.ends[line])
        if first is None or last is None or first == last:
            return
        self.known[line] = through(first, last)
        for number in self.middle[line]:
            self.waiting[number] -= 1
            heappush(queue, self._rank(number))


def _nearest(line: Straight, point: Point) -> Exact:
    """Return the point of a line above, below or beside this one."""
    x, y = plain(point[0] * UNIT), plain(point[1] * UNIT)
    a, b, c = line
    return (x, (c - a * x) / b) if abs(b) >= abs(a) else ((c - b * y) / a, y)


def _bits(place: Exact) -> int:
    return max(value.bit_length() for part in place for value in part.as_integer_ratio())


def merge_corners(
    turns: Iterable[tuple[Point, int, int]], near: float,
) -> list[Corner]:
    """Return corners from points with two lines each; points near each other are merged."""
    corners: list[Corner] = []
    cells: dict[tuple[int, int], list[Corner]] = {}
    for point, one, other in turns:
        x, y = round(point[0] / near), round(point[1] / near)
        found = next((corner for dx in (-1, 0, 1) for dy in (-1, 0, 1)
                      for corner in cells.get((x + dx, y + dy), ())
                      if hypot(corner.point[0] - point[0], corner.point[1] - point[1]) <= near),
                     None)
        if found is None:
            found = Corner(point)
            corners.append(found)
            cells.setdefault((x, y), []).append(found)
        found.lines |= {one, other}
    return corners


# From lines as they are drawn to lines with whole numbers that meet where they should.
#
# Lines whose slope is one of small whole numbers keep it, and are moved until all of them that
# nearly meet in a point do. Lines of other slopes go through exact corners. What then still
# nearly meets is joined as far as that goes.

MAX_MOVE = 4  # times the meeting distance: how far lines may be moved to make meetings exact
MAX_JOINED = 400  # meetings of lines with long coefficients; joining more takes too long
MIN_SINE = 0.02  # of the angle between two lines that determine a point


def exact_lines(
    sketch: Sketch, found: Straightened, snap: Snap,
) -> tuple[Sequence[Straight], int]:
    """Return the frame's sides and all lines, exact, and how many near meetings are left."""
    near = nearness(sketch, snap)
    corners = {(before.line, leg.line) for legs in found.loops for before, leg in turns(legs)}
    known = dict(enumerate(sides(sketch.frame.exact)))
    for number, row in enumerate(found.rows, FRAME_SIDES):
        if row.slope.exact is not None:
            known[number] = with_direction(row.slope.exact, row.offset)
    known, left = _joined(sketch, known, corners, near)
    if len(known) == FRAME_SIDES + len(found.rows):
        return [known[number] for number in sorted(known)], left
    known = CornerPlacement(known, _corners(sketch, found, snap, near)).run()
    for number, row in enumerate(found.rows, FRAME_SIDES):
        if number not in known:  # a line with a single corner
            known[number] = with_direction(row.slope.direction, row.offset)
    known, left = _joined(sketch, known, corners, near)
    return [known[number] for number in sorted(known)], left


def _joined(
    sketch: Sketch, known: dict[int, Straight], corners: set[tuple[int, int]], near: float,
) -> tuple[dict[int, Straight], int]:
    """Return the lines, moved so that near meetings become exact."""
    numbers = sorted(known)
    lines = [known[number] for number in numbers]
    at = {number: place for place, number in enumerate(numbers)}
    pairs = [(at[one], at[other]) for one, other in corners if one in at and other in at]
    wanted = meetings(lines, sketch.frame.exact, near * UNIT, pairs)
    if len(wanted) > MAX_JOINED and _long(lines, wanted):
        return known, 0
    joined = join(lines, wanted, FRAME_SIDES, MAX_MOVE * near * UNIT)
    return dict(zip(numbers, joined.lines, strict=True)), len(joined.left_out)


def _long(lines: Sequence[Straight], wanted: Sequence[Meeting]) -> bool:
    return any(lines[number].b.bit_length() > 40 for meeting in wanted for number in meeting.lines)


def _corners(sketch: Sketch, found: Straightened, snap: Snap, near: float) -> list[Corner]:
    """Return the corners of the drawing with all lines that go through them."""
    rows = [*side_rows(sketch), *found.rows]
    points = [(_corner(rows[before.line], rows[leg.line], leg.start, snap), before.line, leg.line)
              for legs in found.loops for before, leg in turns(legs)]
    corners = merge_corners(points, near)
    for corner in corners:
        x, y = corner.point
        for number, row in enumerate(rows):
            dx, dy = row.slope.unit
            if abs(dx * y - dy * x - row.offset) <= near:
                corner.lines.add(number)
    return corners


def _corner(one: Row, other: Row, drawn: Point, snap: Snap) -> Point:
    """Return where two rows meet if edges were turned; otherwise the corner as it was drawn."""
    (ax, ay), (bx, by) = one.slope.unit, other.slope.unit
    sine = ax * by - ay * bx
    if not snap.degrees or abs(sine) < MIN_SINE:
        return drawn
    return ((one.offset * bx - other.offset * ax) / sine,
            (one.offset * by - other.offset * ay) / sine)
