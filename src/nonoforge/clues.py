"""Clues: what a line's cells must be.

A clue is a set of allowed colourings, written down in few numbers. `Runs` is the clue of grids
and of drawings: the blocks of the line in order. More kinds join the `Clue` union below; the
engines read its numbers, and `verify` asks only `accepts`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple, TypeAlias

WHITE = 0  # the background colour: never part of a run


class Run(NamedTuple):
    """A block of `length` neighbouring cells of one colour. A blotted run has length None: >= 1."""

    length: int | None
    colour: int = 1

    def __str__(self) -> str:
        number = "?" if self.length is None else str(self.length)
        return number if self.colour == 1 else f"{number}/{self.colour}"


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
        return cls(tuple(Run(r) if isinstance(r, int) else Run(*r) for r in runs))

    @classmethod
    def read(cls, colours: Iterable[int]) -> Runs:
        """The clue that a coloured line has.

        >>> str(Runs.read([0, 1, 1, 2, 0, 1]))
        '2 1/2 1'
        """
        blocks = ((colour, sum(1 for _ in cells)) for colour, cells in groupby(colours))
        return cls(tuple(Run(length, colour) for colour, length in blocks if colour != WHITE))

    def accepts(self, colours: Sequence[int]) -> bool:
        """Is this colouring allowed? Reads the line and compares; shares nothing with solvers."""
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


Clue: TypeAlias = Runs
