"""Whole line: all ways to colour one line agree. This is exact: a line tells nothing more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from nonoforge.clues import Clue
from nonoforge.engine import settle
from nonoforge.judge.line import LineView
from nonoforge.judge.technique import Deduction, LineFind, LineTechnique, Reason
from nonoforge.judge.words import Words
from nonoforge.puzzle import Line

MAX_WAYS = 100  # that a person would look through; more are not counted
MAX_COUNTED_LENGTH = 60  # cells times colours: counting the ways of longer lines takes time


class Whole(NamedTuple):
    """All ways to colour the line agree; None where they were not counted."""

    ways: int | None

    def why(self, words: Words, deduction: Deduction) -> str:
        if self.ways == 1:
            return "there is just one way to colour it"
        return f"{'all' if self.ways is None else words.all_of(self.ways)} ways to colour it agree"

    def nudge(self, words: Words, deduction: Deduction) -> str:
        return WholeLine.words


class WholeLine(LineTechnique):
    """Settles the line."""

    name = "whole line"
    cost, stars = 10, 2
    words = "all ways to colour one line agree"
    needs = "comparing all ways to fill a line"
    example = "Column 6, clue 1 2 1: all 4 ways to colour it agree, so cell 5 is filled."
    reads_repeats = True

    def find(self, line: LineView) -> list[LineFind]:
        return [(line.removable, Whole(None))]

    def detail(self, reason: Reason, line: Line, masks: Sequence[int]) -> Reason:
        """Count the ways, unless the line visits a cell twice."""
        length = len(line.cells)
        return reason if len(set(line.cells)) < length else Whole(ways(line.clue, masks, length))


def ways(clue: Clue, masks: Sequence[int], length: int) -> int | None:
    """Return the number of colourings that the clue and the masks allow; None: many.

    >>> from nonoforge.clues import Runs
    >>> ways(Runs.of(2), [0b1111, 0b1111], 4)
    3
    """
    if length * (len(masks) - 1) > MAX_COUNTED_LENGTH:
        return None
    total = _count(clue, [mask & (1 << length) - 1 for mask in masks], length, MAX_WAYS + 1)
    return total if total <= MAX_WAYS else None


def _count(clue: Clue, masks: Sequence[int], length: int, most: int) -> int:
    """Return the number of colourings, or `most` if there are more: settle the line, give its first
    open cell one colour after the other, and so on. Settling is exact, so no branch is in vain."""
    exact = settle(clue, masks, length)
    if exact is None:
        return 0
    seen = several = 0
    for mask in exact:
        several |= seen & mask
        seen |= mask
    first = several & -several
    total = 0 if first else 1
    for colour, mask in enumerate(exact):
        if mask & first and total < most:
            chosen = [other if c == colour else other & ~first for c, other in enumerate(exact)]
            total += _count(clue, chosen, length, most - total)
    return total
