"""A line that reads some cells more than once, cut into spans; and the order to join them in.

A span is a part of the line. Its *border* are the repeated cells that are read within it and also
outside: what a span allows depends on their colours, and on nothing else outside. Each visit of a
repeated cell begins a span of its own; neighbours are joined until one span, the line, is left.
Joining two spans means to go through the colours of both borders together, so that the best
order is the one with small borders.

Where visits nest (a..b..b..a, as they do on one side of a curve that does not cross itself) no
border ever needs more than one cell: joining is polynomial. Where they cross (a..b..a..b) borders
grow; the best order of joins is found as that of a product of matrices is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from nonoforge.engine.plain.bits import bits

# The kernel has the same limits.
MOST_CHOICES = 64  # spans of which the best order is looked for; beyond, from left to right
MOST_BORDER = 64  # cells to go through in one join; beyond, no order is good enough


class Join(NamedTuple):
    """Two neighbouring spans, by number, and the cells to go through."""

    left: int
    right: int
    start: int  # the position where the left span begins
    middle: int  # and the right one
    cells: tuple[int, ...]  # of both borders
    border: tuple[int, ...]  # those that stay open


@dataclass(frozen=True)
class Spans:
    """Repeated cells are numbered as they come. Span 0 goes up to the first visit (it may be
    empty), span i from visit i to the next one; then each join makes one more.

    >>> spans = Spans.of((5, 7, 8, 7, 5))
    >>> spans.starts, spans.visited
    ((0, 0, 1, 3, 4, 5), (-1, 0, 1, 1, 0))
    >>> max(len(join.cells) for join in spans.joins)
    1
    >>> max(len(join.cells) for join in Spans.of((5, 7, 5, 7)).joins)
    2
    """

    places: tuple[int, ...]  # by repeated cell: its positions, as a bit set
    visited: tuple[int, ...]  # by single span: the cell that it begins with; -1 for span 0
    starts: tuple[int, ...]  # by single span: its first position; and at the end that of the line

    @classmethod
    def of(cls, cells: tuple[int, ...]) -> Spans:
        """The spans of a line that reads these cells."""
        count = Counter(cells)
        numbers = {cell: n for n, cell in enumerate(cell for cell in count if count[cell] > 1)}
        places = [0] * len(numbers)
        visited, starts = [-1], [0]
        for position, cell in enumerate(cells):
            if cell in numbers:
                places[numbers[cell]] |= 1 << position
                visited.append(numbers[cell])
                starts.append(position)
        starts.append(len(cells))
        return cls(tuple(places), tuple(visited), tuple(starts))

    @cached_property
    def joins(self) -> list[Join]:
        """The joins in order; none if the line is too tangled. Few lines ever need them."""
        return _Joiner(self.visited, self.starts).run()

    def border(self, span: int) -> tuple[int, ...]:
        """The repeated cells that are read within a span and outside."""
        if span >= len(self.visited):
            return self.joins[span - len(self.visited)].border
        return (self.visited[span],) if span else ()


class _Part(NamedTuple):
    """Spans first..last joined, with their border as a bit set."""

    first: int
    last: int
    border: int
    span: int


class _Joiner:
    """Finds the order of joins."""

    def __init__(self, visited: Sequence[int], starts: Sequence[int]) -> None:
        self.visited = visited
        self.starts = starts
        self.first = {cell: visited.index(cell) for cell in visited}
        self.last = {cell: span for span, cell in enumerate(visited)}
        self.joins: list[Join] = []

    def run(self) -> list[Join]:
        parts: list[_Part] = []
        for span, cell in enumerate(self.visited):
            parts.append(_Part(span, span, 1 << cell if cell >= 0 else 0, span))
            self._absorb(parts)
        if len(parts) <= MOST_CHOICES:
            self._join_all(parts, self._best(parts), 0, len(parts) - 1)
            return self.joins
        whole = parts[0]
        for part in parts[1:]:
            if (whole.border | part.border).bit_count() > MOST_BORDER:
                return []
            whole = self._join(whole, part)
        return self.joins

    def _absorb(self, parts: list[_Part]) -> None:
        """Where one border lies within its neighbour's, no order is better than to join now."""
        while len(parts) > 1:
            left, right = parts[-2:]
            if left.border & ~right.border and right.border & ~left.border:
                return
            parts[-2:] = [self._join(left, right)]

    def _join(self, left: _Part, right: _Part) -> _Part:
        both = left.border | right.border
        border = self._still_open(both, left.first, right.last)
        self.joins.append(Join(
            left.span, right.span, self.starts[left.first], self.starts[right.first],
            tuple(bits(both)), tuple(bits(border))))
        span = len(self.visited) + len(self.joins) - 1
        return _Part(left.first, right.last, border, span)

    def _still_open(self, border: int, first: int, last: int) -> int:
        return sum(1 << cell for cell in bits(border)
                   if self.first[cell] < first or self.last[cell] > last)

    def _best(self, parts: Sequence[_Part]) -> dict[tuple[int, int], int]:
        """For each row of parts where to cut it, so that few colourings are gone through."""
        borders = {(i, i): part.border for i, part in enumerate(parts)}
        costs = {(i, i): 0.0 for i in range(len(parts))}
        cuts = {}
        for size in range(1, len(parts)):
            for i in range(len(parts) - size):
                j = i + size
                both = borders[i, j - 1] | parts[j].border
                borders[i, j] = self._still_open(both, parts[i].first, parts[j].last)
                costs[i, j], cuts[i, j] = min(
                    (costs[i, k] + costs[k + 1, j]
                     + 2.0 ** (borders[i, k] | borders[k + 1, j]).bit_count(), k)
                    for k in range(i, j))
        return cuts

    def _join_all(
        self, parts: Sequence[_Part], cuts: dict[tuple[int, int], int], i: int, j: int,
    ) -> _Part:
        if i == j:
            return parts[i]
        cut = cuts[i, j]
        left = self._join_all(parts, cuts, i, cut)
        return self._join(left, self._join_all(parts, cuts, cut + 1, j))
