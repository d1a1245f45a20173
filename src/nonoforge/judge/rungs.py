"""The ladder: what a person must be able to do, from the easiest to what nobody does by hand.

A puzzle is rated by the highest rung that it takes, and every step of an explanation names its own.
"""

from __future__ import annotations

from typing import NamedTuple


class Rung(NamedTuple):
    """A technique. `cost` is what one use of it counts as work."""

    number: int
    name: str
    cost: int
    words: str


RUNGS = (
    Rung(0, "zero and full", 1, "the clue is 0, lacks a colour, or fills its line with nothing to "
                              "spare"),
    Rung(1, "overlap", 2, "a run covers some cells wherever it lies"),
    Rung(2, "reach", 3, "no run reaches a cell, or none fits into a gap"),
    Rung(3, "blocks", 5, "a block of filled cells must grow, end, be joined or kept apart"),
    Rung(4, "whole line", 10, "all ways to colour one line agree"),
    Rung(5, "two lines", 20, "all ways to colour two lines with common cells agree"),
    Rung(6, "contradiction", 40, "another colour breaks a line after some steps"),
    Rung(7, "deep contradiction", 200, "another colour breaks a line, but only after a second "
                                       "assumption"),
    Rung(8, "search", 1000, "no short reason is known"),
)
ZERO, OVERLAP, REACH, BLOCKS, LINE, PAIR, DEPTH_1, DEPTH_2, SEARCH = range(len(RUNGS))
