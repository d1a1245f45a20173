"""Lines of any slope through exact corners.

Whole numbers cannot have the slopes of a regular pentagon, and approximations would tear its
corners apart: with fixed directions there are more conditions than lines. So such a line gets its
slope from two corners. Corners are placed one by one, on the lines that are already known, and
lines follow; a corner in the middle of a line waits until the line's ends are placed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from heapq import heapify, heappop, heappush
from itertools import combinations
from math import hypot

from nonoforge.families.sloped.slopes import plain
from nonoforge.families.sloped.straight import UNIT, Exact, Straight, meet, sine, through
from nonoforge.path import Point

LONG = 128  # bits of a coordinate; longer ones are rounded


@dataclass
class Corner:
    """Where lines (by number) should meet, in millimetres; `place` is exact, once it is known."""

    point: Point
    lines: set[int] = field(default_factory=set)
    place: Exact | None = None


class Placing:
    """Places all corners, and finds the lines that were not known."""

    def __init__(self, known: dict[int, Straight], corners: Sequence[Corner]) -> None:
        self.known, self.corners = known, corners
        self.ends: dict[int, tuple[int, int]] = {}
        self.waiting = [0] * len(corners)  # for so many lines that a corner is in the middle of
        self.middle: dict[int, list[int]] = {}
        on: dict[int, list[int]] = {}
        for number, corner in enumerate(corners):
            for line in corner.lines - known.keys():
                on.setdefault(line, []).append(number)
        for line, numbers in on.items():
            if len(numbers) > 1:
                self._hang(line, numbers)

    def _hang(self, line: int, numbers: list[int]) -> None:
        """The two corners that are farthest apart are the ends of a line."""
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
        """All lines that are known now."""
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
        """Which corner comes next: one that waits for nothing, with many lines known, or many."""
        lines = self.corners[number].lines
        return self.waiting[number], -len(lines & self.known.keys()), -len(lines), number

    def _place(self, corner: Corner) -> None:
        known = sorted(corner.lines & self.known.keys())
        if len(known) > 1:
            corner.place = self._crossing(known)
        elif known:
            corner.place = _nearest(self.known[known[0]], corner.point)
        if corner.place is None or _bits(corner.place) > LONG:
            x, y = corner.point
            corner.place = plain(x * UNIT), plain(y * UNIT)

    def _crossing(self, lines: Sequence[int]) -> Exact | None:
        """Where the two lines that cross most squarely meet."""
        one, other = max(combinations([self.known[line] for line in lines], 2),
                         key=lambda pair: sine(*pair))
        found = meet(one, other)
        return None if found is None else (Fraction(found[0], found[2]),
                                           Fraction(found[1], found[2]))

    def _follow(self, line: int, queue: list[tuple[int, int, int, int]]) -> None:
        """A line is known as soon as both its ends are."""
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
    """The point of a line above, below or beside this one."""
    x, y = plain(point[0] * UNIT), plain(point[1] * UNIT)
    a, b, c = line
    return (x, (c - a * x) / b) if abs(b) >= abs(a) else ((c - b * y) / a, y)


def _bits(place: Exact) -> int:
    return max(value.bit_length() for part in place for value in part.as_integer_ratio())


def gathered(
    turns: Iterable[tuple[Point, int, int]], near: float,
) -> list[Corner]:
    """Corners from points with two lines each; those that are near each other are one."""
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
