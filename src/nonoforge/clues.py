"""Clues: what a line's cells must be.

A clue is a set of allowed colourings, written down in few numbers. `Runs` is the clue of grids
and of drawings: the blocks of the line in order. `Tally` is that of solids: how many cells, in how
many groups. More kinds join the `Clue` union below; the engines read its numbers, and `verify`
asks only `accepts`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby
from typing import NamedTuple, TypeAlias

from nonoforge.errors import InputError

WHITE = 0  # the background colour: never part of a run


class Run(NamedTuple):
    """A block of `length` neighbouring cells of one colour. A blotted run has length None: >= 1."""

    length: int | None
    colour: int = 1

    def __str__(self) -> str:
        number = "?" if self.length is None else str(self.length)
        return number if self.colour == 1 else f"{number}/{self.colour}"


@lru_cache(maxsize=1 << 12, typed=True)
def _run(length: int | None, colour: int = 1) -> Run:
    """Return a run that all clues share: thousands of puzzles have few different ones."""
    return Run(length, colour)


@dataclass(frozen=True, slots=True)
class Runs:
    """The runs of a line, in order; between two of the same colour at least one cell is white.

    >>> Runs.of(3, 1).accepts([0, 1, 1, 1, 0, 1])
    True
    >>> Runs.of().accepts([0, 0])          # an empty line: there is one empty clue, `Runs.of()`
    True
    >>> Runs.of((2, 1), (1, 2)).accepts([1, 1, 2])    # other colours may touch
    True
    """

    runs: tuple[Run, ...] = ()

    @classmethod
    def of(cls, *runs: int | tuple[int | None, int]) -> Runs:
        """Runs from plain lengths (colour 1) or (length, colour) pairs."""
        return cls(tuple([_run(r) if isinstance(r, int) else _run(*r) for r in runs]))

    @classmethod
    def read(cls, colours: Iterable[int]) -> Runs:
        """Return the clue that a coloured line has.

        >>> str(Runs.read([0, 1, 1, 2, 0, 1]))
        '2 1/2 1'
        """
        blocks = ((colour, sum(1 for _ in cells)) for colour, cells in groupby(colours))
        return cls(tuple([_run(length, colour) for colour, length in blocks if colour != WHITE]))

    def accepts(self, colours: Sequence[int]) -> bool:
        """Return whether this colouring is allowed. Reads and compares; shares no code with
        solvers."""
        found = Runs.read(colours).runs
        return len(found) == len(self.runs) and all(
            want.colour == have.colour and want.length in (None, have.length)
            for want, have in zip(self.runs, found, strict=True)
        )

    @property
    def needs(self) -> int:
        """The fewest cells a line must have for this clue."""
        gaps = sum(a.colour == b.colour for a, b in zip(self.runs, self.runs[1:], strict=False))
        return sum(run.length or 1 for run in self.runs) + gaps

    def __str__(self) -> str:
        return " ".join(map(str, self.runs)) or "0"


MAX_GROUPS = 3  # a tally counts groups up to this: 3 means three or more


class Count(NamedTuple):
    """How many cells of a colour, and in how many groups (3 is 3 or more); None is unknown."""

    total: int | None = None
    groups: int | None = None

    def __str__(self) -> str:
        number = "?" if self.total is None else str(self.total)
        if self.groups is None:
            return number + "?" * (self.total is not None and self.total > 1)
        return number + ("", "", "o", "#")[self.groups]


@dataclass(frozen=True, slots=True)
class Tally:
    """For each colour how many cells have it and in how many groups, in no order.

    A group ends at a white cell, at another colour, or at the end. `counts` begins with colour 1;
    colours beyond its end are unconstrained.

    >>> Tally.of((4, 2)).accepts([1, 1, 0, 1, 1])
    True
    >>> Tally.of((2, 1), (2, 2)).accepts([2, 1, 1, 2])
    True
    >>> Tally.of().accepts([1, 0, 1])                     # a hidden clue
    True
    """

    counts: tuple[Count, ...] = ()

    @classmethod
    def of(cls, *counts: tuple[int | None, int | None]) -> Tally:
        """Return a tally from (total, groups) pairs."""
        return cls(tuple(Count(*count) for count in counts))

    @classmethod
    def read(cls, colours: Iterable[int], palette_size: int = 2) -> Tally:
        """Return the tally that a coloured line has.

        >>> str(Tally.read([0, 1, 1, 0, 1]))
        '3o'
        """
        line = bytes(colours)
        return cls(tuple(
            Count(line.count(colour), min(len(line.translate(_alone(colour)).split()), MAX_GROUPS))
            for colour in range(1, palette_size)))

    def accepts(self, colours: Sequence[int]) -> bool:
        """Return whether this colouring is allowed. Reads and compares; shares no code with
        solvers."""
        found = Tally.read(colours, len(self.counts) + 1).counts
        return all(
            want.total in (None, have.total) and want.groups in (None, have.groups)
            for want, have in zip(self.counts, found, strict=True)
        )

    @property
    def needs(self) -> int:
        """The fewest cells a line must have for this clue."""
        totals = [max(count.total or 0, count.groups or 0) for count in self.counts]
        # Groups of one colour need something between them; other colours may serve for that.
        apart = max((2 * count.groups - 1 + max(0, (count.total or 0) - count.groups)
                     for count in self.counts if count.groups), default=0)
        return max(sum(totals), apart)

    @property
    def hidden(self) -> bool:
        """Does it tell nothing?"""
        return all(count == Count() for count in self.counts)

    def __str__(self) -> str:
        return " ".join(map(str, self.counts)) or "?"


@cache
def _alone(colour: int) -> bytes:
    """Return the table for `bytes.translate` that makes all other colours spaces."""
    return bytes(ord("x") if other == colour else ord(" ") for other in range(256))


Clue: TypeAlias = Runs | Tally

HIDDEN = Tally()
"""The clue of a line whose clue is hidden, where lines are counted off and none can be missing."""


def runs_of(clue: Clue) -> Runs:
    """Return the clue; a TypeError if it does not consist of runs."""
    if not isinstance(clue, Runs):
        raise TypeError(f"runs are needed, not a {type(clue).__name__.lower()}")
    return clue


def all_shown(clues: Sequence[Runs | None]) -> list[Runs]:
    """Return the clues for a format without hidden ones; an InputError if there are any (None)."""
    found = [clue for clue in clues if clue is not None]
    if len(found) < len(clues):
        raise InputError("clues are hidden, which this format cannot hold; `.nono` can")
    return found


def read_like(clue: Clue, colours: Sequence[int], palette_size: int) -> Clue:
    """Return the clue of a coloured line, of the same kind as another clue.

    >>> str(read_like(Tally.of((1, 1)), [1, 0, 1], 2))
    '2o'
    """
    return Runs.read(colours) if isinstance(clue, Runs) else Tally.read(colours, palette_size)
