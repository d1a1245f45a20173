"""Deductions: something that follows, with the lines that prove it and the data of its reason.

Whatever a sentence says about a deduction is taken from here, so words and proof cannot differ.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from nonoforge.judge.rungs import RUNGS, Rung

Learned: TypeAlias = tuple[tuple[int, int], ...]
"""(cell, mask of the colours that are left), for each cell that changed."""


class Zero(NamedTuple):
    """The clue leaves its line one colouring, whatever is known of it."""


class Absent(NamedTuple):
    """The clue of the line does not have these colours. Without any: each of the lines lacks some,
    and its cells lose those (`narrowing`)."""

    colours: tuple[int, ...]


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
    """All cells that the clue counts of a colour (None: of all but white) are `found`, or else no
    more are left than it counts."""

    colour: int | None
    total: int
    found: bool


class Sum(NamedTuple):
    """The numbers of the clue add up to as many cells as the line has."""

    total: int


class Singles(NamedTuple):
    """The colour has as many groups as cells: no two of them are neighbours."""

    colour: int
    total: int


class Whole(NamedTuple):
    """Every one of so many ways to colour the line agrees; None where they were not counted."""

    ways: int | None


class Pair(NamedTuple):
    """No colouring of one line that the other allows has the colour there."""

    shared: tuple[int, ...]


Chain: TypeAlias = tuple[tuple[int, Learned], ...]
"""Lines one after the other, and what each would teach; the last one breaks."""


class Broken(NamedTuple):
    """If `cell` had `colour`, then `chain` would follow."""

    cell: int
    colour: int
    chain: Chain


class Forked(NamedTuple):
    """If `cell` had `colour`, then `fork` could have none of its colours: each leads to a chain."""

    cell: int
    colour: int
    fork: int
    chains: tuple[tuple[int, Chain], ...]  # (colour of the fork, what would follow)


class Deep(NamedTuple):
    """If `cell` had `colour`, all would break with one more assumption at a time, but with so many
    of them that there is no telling."""

    cell: int
    colour: int


class Searched(NamedTuple):
    """The other colours were tried to their end."""


Reason: TypeAlias = (Zero | Absent | Overlap | Reach | Gap | Grow | Ended | Apart | Join | Counted
                     | Sum | Singles | Whole | Pair | Broken | Forked | Deep | Searched)


class Deduction(NamedTuple):
    """What follows from the state by these lines alone (indices of the puzzle)."""

    rung: int
    lines: tuple[int, ...]
    learned: Learned
    reason: Reason

    @property
    def technique(self) -> Rung:
        return RUNGS[self.rung]
