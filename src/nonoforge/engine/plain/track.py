"""A clue of runs as a track of states, for those who walk along a line cell by cell.

The states stand in a row, one bit each: white before the first run; then for each run its cells
one after the other and the white after it. A cell of some colour moves on by one (or by two, over
a white that need not be there, because the next run has another colour), or stays where that is
allowed: in white, and in a blotted run. From one state a colour leads to one state at most. Sets of
states are bit sets, so that a cell moves all of them at once.

    2 1/2       0: white   1, 2: black   3: white   4: red   5: white       skips from 2 to 4
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from nonoforge.clues import WHITE, Runs


class Cell(NamedTuple):
    """What a cell with some colours left does: the states it can lead into, or can stay in."""

    enter: int
    stay: int


@dataclass(frozen=True, slots=True)
class Track:
    """The states of a clue; the first is where a line begins."""

    enter: tuple[int, ...]  # for each colour, the states that are cells of it
    stay: tuple[int, ...]  # for each colour, those of them that may last
    skips: int  # the ends of runs from which the white that follows may be left out
    ends: int  # where a line may end

    @classmethod
    @lru_cache(maxsize=256)
    def of(cls, clue: Runs, colours: int) -> Track:
        """The track of a clue.

        >>> track = Track.of(Runs.of((2, 1), (1, 2)), 3)
        >>> [f"{states:06b}" for states in track.enter], f"{track.skips:b}", f"{track.ends:b}"
        (['101001', '000110', '010000'], '100', '110000')
        """
        enter, stay = [0] * colours, [0] * colours
        enter[WHITE] = end = 1
        skips = 0
        before = WHITE
        for length, colour in clue.runs:
            if before not in (WHITE, colour):
                skips |= end >> 1
            before = colour
            cells = (1 << (length or 1)) - 1
            first = end << 1
            enter[colour] |= cells * first
            if length is None:
                stay[colour] |= first
            end = (cells + 1) * first
            enter[WHITE] |= end
        stay[WHITE] = enter[WHITE]
        return cls(tuple(enter), tuple(stay), skips, end | (end >> 1 if clue.runs else 0))

    def cell(self, colours: Iterable[int]) -> Cell:
        """A cell that may have any of these colours."""
        enter = stay = 0
        for colour in colours:
            enter |= self.enter[colour]
            stay |= self.stay[colour]
        return Cell(enter, stay)

    def step(self, states: int, cell: Cell) -> int:
        """Where one can be after the cell."""
        return (states << 1 | (states & self.skips) << 2) & cell.enter | states & cell.stay

    def back(self, states: int, cell: Cell) -> int:
        """Where one can have been before it."""
        entered = states & cell.enter
        return entered >> 1 | entered >> 2 & self.skips | states & cell.stay
