"""A line with ranges: for each run the first and the last cell that it may cover.

Rules (range_rules.py) read it and write on it: they paint cells black, blank cells, and narrow
ranges. What leaves no way raises `Broken`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias


class Broken(Exception):
    """The line has no colouring."""


class Ranges:
    """Sets of cells are bit sets; run j has `sizes[j]` cells, all from `first[j]` to `last[j]`."""

    def __init__(self, sizes: Sequence[int], length: int, black: int = 0, white: int = 0) -> None:
        """As far left and right as the runs go on an empty line."""
        self.length = length
        self.full = span(0, length - 1)
        self.runs = range(len(sizes))
        self.sizes = list(sizes)
        self.black = black  # known cells
        self.white = white
        spare = length - sum(sizes) - len(sizes) + 1
        if (sizes and spare < 0) or black & white:
            raise Broken
        self.first: list[int] = []
        self.last: list[int] = []
        at = 0
        for size in sizes:
            self.first.append(at)
            self.last.append(at + size - 1 + spare)
            at += size + 1

    @property
    def known(self) -> tuple[int, int, tuple[int, ...], tuple[int, ...]]:
        """All that rules can change, to see whether they did."""
        return self.black, self.white, tuple(self.first), tuple(self.last)

    def is_black(self, cell: int) -> bool:
        return cell >= 0 and bool(self.black >> cell & 1)

    def paint(self, start: int, end: int) -> None:
        """These cells are black: `start` to `end`, both included."""
        cells = span(start, end)
        if cells >> self.length or cells & self.white:
            raise Broken
        self.black |= cells

    def blank(self, cell: int) -> None:
        """This cell is white; what lies outside the line is so anyway."""
        if 0 <= cell < self.length:
            self.whiten(1 << cell)

    def whiten(self, cells: int) -> None:
        """The cells of this set are white."""
        if cells & self.black:
            raise Broken
        self.white |= cells

    def starts_from(self, run: int, cell: int) -> None:
        """The run has no cell before this one."""
        if cell > self.first[run]:
            self.first[run] = cell
            if self.last[run] - cell + 1 < self.sizes[run]:
                raise Broken

    def ends_by(self, run: int, cell: int) -> None:
        """The run has no cell after this one."""
        if cell < self.last[run]:
            self.last[run] = cell
            if cell - self.first[run] + 1 < self.sizes[run]:
                raise Broken

    def segments(self, run: int | None = None) -> list[tuple[int, int]]:
        """First and last cells of the black segments; of those in the range of a run, cut off
        where it ends."""
        within = -1 if run is None else span(self.first[run], self.last[run])
        return stretches(self.black & within)

    def can_hold(self, start: int, end: int) -> list[int]:
        """The runs that may cover these cells, being long enough and in range."""
        return [run for run in self.runs if self.first[run] <= start and end <= self.last[run]
                and self.sizes[run] > end - start]

    def holders(self, start: int, end: int) -> list[int]:
        """The same for cells that are black: there must be one."""
        found = self.can_hold(start, end)
        if not found:
            raise Broken
        return found

    def turn(self) -> None:
        """Read the line from its other end."""
        end = self.length - 1
        self.black, self.white = (_turned(cells, self.length) for cells in (self.black, self.white))
        self.sizes.reverse()
        self.first, self.last = ([end - cell for cell in reversed(self.last)],
                                 [end - cell for cell in reversed(self.first)])


Rule: TypeAlias = Callable[[Ranges], None]
"""Writes on a line what it knows."""


def span(start: int, end: int) -> int:
    """The set of cells from `start` to `end`, both included.

    >>> f"{span(1, 3):b}"
    '1110'
    """
    return ((1 << end + 1 - start) - 1) << start if start <= end else 0


def stretches(cells: int) -> list[tuple[int, int]]:
    """First and last of each row of neighbours in a set.

    >>> stretches(0b1110010)
    [(1, 1), (4, 6)]
    """
    found = []
    while cells:
        low = cells & -cells
        above = cells + low  # the carry runs through the stretch
        found.append((low.bit_length() - 1, (above & -above).bit_length() - 2))
        cells &= above
    return found


def wide(cells: int, size: int) -> int:
    """Of a set, the cells with `size` neighbours in a row, themselves among them.

    >>> f"{wide(0b11101101111, 3):011b}"
    '11100001111'
    """
    steps = []
    have = 1
    while have < size:  # first the starts of so many in a row, by halves
        steps.append(min(have, size - have))
        cells &= cells >> steps[-1]
        have += steps[-1]
    for step in reversed(steps):  # then all that they cover
        cells |= cells << step
    return cells


def _turned(cells: int, length: int) -> int:
    return int(f"{cells:0{length}b}"[::-1], 2)
