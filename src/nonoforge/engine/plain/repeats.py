"""Settle a line that reads some cells more than once.

Loosely: each visit as if it were a cell of its own, then what one visit cannot be no other visit
of that cell can be, until nothing changes. That is sound, and where every repeated cell is known
by then it is exact. Otherwise, exactly:

    few cases    each colouring of the open repeated cells is settled by itself
    many         by tables of what the spans between visits allow (tables.py)

Visits that nest cost O(visits * states^2) set operations. Visits that cross cost more, in the worst
case exponentially more (deciding such lines is NP-hard in general): beyond MOST_WORK, and where too
many cross at once, the loose answer stands. As more becomes known there is less work to do, so
nothing depends on the order in which things become known.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import product
from math import prod

from nonoforge.clues import Runs
from nonoforge.engine.plain.settle import Masks, Settler, settler
from nonoforge.engine.plain.spans import Spans
from nonoforge.engine.plain.tables import Tables
from nonoforge.engine.plain.track import Track

# The kernel has the same limits.
MOST_CASES = 32  # colourings that are settled one by one (measured)
MOST_WORK = 1 << 20  # words in rows of tables


def loosely(single: Settler, repeats: Sequence[int]) -> Settler:
    """How to settle a line loosely: `single` takes each visit for a cell of its own, `repeats` are
    the positions of each cell that comes more than once."""
    return partial(_settle_loosely, single, repeats)


def _settle_loosely(single: Settler, repeats: Sequence[int], masks: Masks) -> list[int] | None:
    agreed = _agree(masks, repeats)
    while True:
        found = single(agreed)
        if found is None:
            return None
        agreed = _agree(found, repeats)
        if agreed == found:
            return found


def _agree(masks: Masks, repeats: Sequence[int]) -> list[int]:
    """A colour that one place of a cell cannot have, no other place of it can."""
    agreed = []
    for mask in masks:
        for positions in repeats:
            if mask & positions != positions:
                mask &= ~positions
        agreed.append(mask)
    return agreed


@lru_cache(maxsize=4096)
def exactly(clue: Runs, cells: tuple[int, ...]) -> Settler:
    """How to settle this clue on a line that reads these cells, some more than once.

    >>> ring = exactly(Runs.of(1, 1), (0, 1, 2, 1, 0))      # two of five visits are black
    >>> [f"{mask:05b}" for mask in ring([0b11111, 0b11111])]
    ['11111', '11011']
    """
    return _Exact(clue, cells).settle


class _Exact:
    """A clue and its line."""

    def __init__(self, clue: Runs, cells: tuple[int, ...]) -> None:
        self.clue = clue
        self.spans = Spans.of(cells)
        self.single = settler(clue, len(cells))
        self.loose = loosely(self.single, self.spans.places)

    def settle(self, masks: Masks) -> list[int] | None:
        found = self.loose(masks)
        if found is None:
            return None
        colours = [[c for c, mask in enumerate(found) if mask & places]
                   for places in self.spans.places]
        cases = prod(map(len, colours))
        if cases == 1:
            return found
        if cases <= MOST_CASES:
            return self._by_cases(found, colours)
        return self._by_tables(found, colours)

    def _by_tables(self, masks: list[int], colours: Sequence[Sequence[int]]) -> list[int] | None:
        if not self.spans.joins:
            return masks
        tables = Tables(Track.of(self.clue, len(masks)), self.spans, masks, colours)
        return tables.settle() if tables.work <= MOST_WORK else masks

    def _by_cases(self, masks: Masks, colours: Sequence[Sequence[int]]) -> list[int] | None:
        union: list[int] | None = None
        for case in product(*colours):
            trial = list(masks)
            for places, chosen in zip(self.spans.places, case, strict=True):
                for colour in range(len(trial)):
                    if colour != chosen:
                        trial[colour] &= ~places
            found = self.single(trial)
            if found is not None:
                union = [a | b for a, b in zip(union or found, found, strict=True)]
        return union
