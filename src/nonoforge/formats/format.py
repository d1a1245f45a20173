"""The record of a file format: what it is called, what it can hold, how to read and write it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple, TypeAlias

from nonoforge.families import families
from nonoforge.family import Family
from nonoforge.formats.source import Source
from nonoforge.nonogram import INFO_FIELDS, Nonogram
from nonoforge.text import listed

Holds: TypeAlias = frozenset[str]
"""Names of parts of a nonogram: some of those in `EVERYTHING`."""

EVERYTHING: Holds = frozenset({"colours", "palette", "blotted", "hidden", "given", "solution",
                               "saved", "several", *INFO_FIELDS})


class Sniff(IntEnum):
    """How sure a format is that some bytes are its own."""

    NO = 0
    MAYBE = 1  # other formats may fit as well
    SURE = 2  # no other format looks like this


class Loss(NamedTuple):
    """A part of a nonogram that a format cannot hold.

    `what` completes "cannot hold ..."; `drop` returns the nonogram without it, and is None where
    the rest would be another puzzle.
    """

    what: str
    drop: Callable[[Nonogram], Nonogram] | None


def make_commands(extension: str) -> str:
    """Return the commands that make puzzles from files with this extension, for messages."""
    makers = [family.name for family in families()
              if any(extension in source.extensions for source in family.sources)]
    return listed([f"`nonoforge make {name}`" for name in makers], "or")


def _no_losses(nonogram: Nonogram) -> list[Loss]:
    return []


@dataclass(frozen=True, slots=True)
class Format:
    """One file format.

    `losses` finds what `holds` is too coarse for: for example a title with characters that the
    format cannot write. `picture` formats hold a solution and no clues: the clues are read off it.
    With `every_family` it holds puzzles of all families, else of those that say so and of those in
    `family_names` (for formats of plug-ins).
    """

    name: str
    extensions: tuple[str, ...]
    description: str
    sniff: Callable[[Source], Sniff]
    read: Callable[[Source], list[Nonogram]] | None = None
    write: Callable[[Sequence[Nonogram]], bytes] | None = None
    holds: Holds = frozenset()
    losses: Callable[[Nonogram], list[Loss]] = _no_losses
    picture: bool = False
    every_family: bool = False
    family_names: frozenset[str] = frozenset()

    @property
    def families(self) -> frozenset[str]:
        """Names of the families whose puzzles the format holds."""
        return frozenset(family.name for family in families() if self.holds_family(family))

    def holds_family(self, family: Family) -> bool:
        """Return whether the format holds puzzles of a family."""
        return self.every_family or self.name in family.dialects or \
            self.name in family.pictures or family.name in self.family_names

    @property
    def can_read(self) -> bool:
        return self.read is not None

    @property
    def can_write(self) -> bool:
        return self.write is not None
