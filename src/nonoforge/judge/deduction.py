"""Deductions: something that follows, with the lines that prove it and the data of its reason.

Whatever a sentence says about a deduction is taken from here, so words and proof cannot differ.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from nonoforge.judge.rungs import RUNGS, Rung

Learned: TypeAlias = tuple[tuple[int, int], ...]
"""(cell, mask of the colours that are left), for each cell that changed."""


class Zero(NamedTuple):
    """The clue leaves its line one colouring, whatever is known of it."""


class Overlap(NamedTuple):
    """Run `run` of the clue (from 0) starts at `earliest` to `latest` (positions in the line)."""

    run: int
    earliest: int
    latest: int


class Reach(NamedTuple):
    """No run of this colour reaches the cells: each run's first and last cell at the most."""

    colour: int
    spans: tuple[tuple[int, int, int], ...]  # (run, first cell, last cell)


class Gap(NamedTuple):
    """A gap of cells `first` to `last` is too short for each run that could lie there."""

    first: int
    last: int
    runs: tuple[int, ...]


class Grow(NamedTuple):
    """The block of cells `first` to `last` belongs to one of `runs`, the shortest of `length`; the
    line is closed beyond `wall`, so it must grow to the other side."""

    first: int
    last: int
    runs: tuple[int, ...]
    length: int
    wall: int


class Ended(NamedTuple):
    """The block is as long as the longest of the runs it could belong to: it ends there."""

    first: int
    last: int
    runs: tuple[int, ...]


class Apart(NamedTuple):
    """If the cell between two blocks were filled, they would be longer than any of `runs`."""

    first: int
    last: int  # of the block that would arise
    runs: tuple[int, ...]


class Join(NamedTuple):
    """Two blocks can only belong to the same run, so all between them does."""

    first: int
    last: int
    run: int


class Counted(NamedTuple):
    """All cells that the clue counts are found (`filled`), or as many are white as may be."""

    total: int
    filled: bool


class Whole(NamedTuple):
    """Every one of so many ways to colour the line agrees; None where they were not counted."""

    ways: int | None


class Pair(NamedTuple):
    """No colouring of one line that the other allows has the colour there."""

    shared: tuple[int, ...]


class Broken(NamedTuple):
    """If `cell` had `colour`, then, line after line, `chain` would follow until the last of its
    lines has no colouring. `depth` is 1, or 2 where a second assumption is needed on the way."""

    cell: int
    colour: int
    chain: tuple[tuple[int, Learned], ...]  # (line, what it would teach); the last one breaks
    depth: Literal[1, 2] = 1


class Searched(NamedTuple):
    """The other colours were tried to their end."""


Reason: TypeAlias = (Zero | Overlap | Reach | Gap | Grow | Ended | Apart | Join | Counted | Whole
                     | Pair | Broken | Searched)


class Deduction(NamedTuple):
    """What follows from the state by these lines alone (indices of the puzzle)."""

    rung: int
    lines: tuple[int, ...]
    learned: Learned
    reason: Reason

    @property
    def technique(self) -> Rung:
        return RUNGS[self.rung]
