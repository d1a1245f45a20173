"""From clues with places to a nonogram, with every complaint at its place in the file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from nonoforge.clues import Run, Runs
from nonoforge.errors import ClueError, InputError
from nonoforge.families.grid import Grid, from_clues
from nonoforge.formats.source import START, Place, Source, Token
from nonoforge.nonogram import Info, Nonogram
from nonoforge.palette import Palette
from nonoforge.puzzle import Colouring
from nonoforge.state import State


class PlacedClue(NamedTuple):
    """A clue and where it stands."""

    clue: Runs
    place: Place


def assemble(
    source: Source, rows: Sequence[PlacedClue], columns: Sequence[PlacedClue], *,
    size_place: Place = START, palette: Palette | None = None, info: Info | None = None,
    solution: Colouring | None = None, given: Sequence[tuple[int, int]] = (),
    saved: Sequence[State] = (),
) -> Nonogram:
    """A grid nonogram; errors of the clues get the places of the clues."""
    places = [placed.place for placed in (*rows, *columns)]
    try:
        return from_clues(
            [placed.clue for placed in rows], [placed.clue for placed in columns], palette=palette,
            info=info, solution=solution, given=given, saved=saved)
    except ClueError as error:
        # Sums that disagree have no line of their own: point at the first column clue.
        place = places[len(rows) if error.index is None else error.index]
        raise error.at(file=source.name, line=place.line, column=place.column) from None
    except InputError as error:
        raise error.at(file=source.name, line=size_place.line,
                       column=size_place.column) from None


def check_size(source: Source, width: int, height: int, place: Place) -> None:
    """Refuse an impossible size before anything of that size is made."""
    try:
        Grid(width, height)
    except InputError as error:
        raise error.at(file=source.name, line=place.line, column=place.column) from None


def plain_clue(source: Source, words: Sequence[Token], place: Place) -> PlacedClue:
    """A clue of one colour from its words; nothing or a single 0 is the empty clue."""
    lengths = [source.number(word, "a run") for word in words]
    if lengths == [0]:
        return PlacedClue(Runs(), place)
    for length, word in zip(lengths, words, strict=True):
        if length == 0:
            raise source.error("a run of 0 beside other runs; leave it out, or write 0 alone for "
                               "an empty line", word.place)
    return PlacedClue(Runs(tuple(Run(length) for length in lengths)), place)
