"""From clues or pictures with places to a nonogram, with every error at its place in the file.

Which groups of clues there are, and what they make, is said by the families (`Family.dialects`,
`Family.pictures`); readers and writers of formats go through the functions here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple, Unpack

from nonoforge.clues import Run, Runs
from nonoforge.errors import ClueError, InputError
from nonoforge.families import families
from nonoforge.formats.source import START, Place, Source, Token
from nonoforge.nonogram import Nonogram
from nonoforge.storage import Dialect, Parts, Picture


class PlacedClue(NamedTuple):
    """A clue and where it stands."""

    clue: Runs
    place: Place


@cache
def dialects(format: str) -> Mapping[str, Dialect]:
    """Return the dialects of a format by their tags."""
    found = [family.dialects[format] for family in families() if format in family.dialects]
    return {dialect.tag: dialect for dialect in found}


def only_dialect(format: str) -> Dialect:
    """Return the dialect of a format that announces no family."""
    return dialects(format)[""]


def clue_groups(format: str, nonogram: Nonogram) -> Mapping[str, Sequence[Runs]]:
    """Return the groups of clues of a nonogram, in the order of the file."""
    dialect = nonogram.family.dialects[format]
    clues = dialect.clues(nonogram)
    return {group: clues[group] for group in dialect.groups}


@cache
def picture_for(format: str) -> Picture:
    """Return how a picture of this format becomes a puzzle."""
    return next(family.pictures[format] for family in families() if format in family.pictures)


def assemble(
    source: Source, dialect: Dialect, clues: Mapping[str, Sequence[PlacedClue]], *,
    size_place: Place = START, **parts: Unpack[Parts],
) -> Nonogram:
    """Build a nonogram; errors of the clues get the places of the clues."""
    groups = {group: [placed.clue for placed in clues[group]] for group in dialect.groups}
    try:
        return dialect.build(groups, parts)
    except ClueError as error:
        group, index = dialect.locate(sizes_of(clues), error.index)
        place = clues[group][index].place
        raise error.at(file=source.name, line=place.line, column=place.column) from None
    except InputError as error:
        raise error.at(file=source.name, line=size_place.line,
                       column=size_place.column) from None


def sizes_of(clues: Mapping[str, Sequence[object]]) -> dict[str, int]:
    """Return the number of lines in each group."""
    return {group: len(lines) for group, lines in clues.items()}


def check_sizes(source: Source, dialect: Dialect, place: Place, **sizes: int) -> None:
    """Refuse an impossible size before anything of that size is made."""
    with source.errors_at(place):
        dialect.check_sizes(sizes)


def plain_clue(source: Source, words: Sequence[Token], place: Place) -> PlacedClue:
    """Return the clue of one colour that the words are; no word or a single 0 is the empty clue."""
    lengths = [source.number(word, "a run") for word in words]
    if lengths == [0]:
        return PlacedClue(Runs(), place)
    for length, word in zip(lengths, words, strict=True):
        if length == 0:
            raise source.error("a run of 0 beside other runs; leave it out, or write 0 alone for "
                               "an empty line", word.place)
    return PlacedClue(Runs(tuple(Run(length) for length in lengths)), place)
