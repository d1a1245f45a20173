"""What requests and answers have in common: puzzles, files, states, pictures, budgets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any, TypeAlias, TypeVar

import msgspec
from msgspec import Meta

from nonoforge.errors import InputError
from nonoforge.formats import dumps, loads
from nonoforge.judge import with_picture
from nonoforge.nonogram import Nonogram
from nonoforge.state import State

Tell: TypeAlias = Callable[[float | None, str], None]
"""Is told the share that is done, from 0 to 1, or None where nobody knows, and what is going on."""

OPEN = -1
LONGEST = 7.0  # seconds that a request may ask for: a worker ends what takes longer than 10
LONGEST_NAME = 200
MOST_CELLS = 250_000  # 500 by 500: no page shows more

Data = Annotated[bytes, Meta(description="A file, in base64.")]
Name = Annotated[str, Meta(description="What the file is called. Only its ending counts; the rest "
                                       "is for messages.", max_length=4096)]
Puzzle = Annotated[msgspec.Raw, Meta(description="A puzzle: the JSON object of a .nono file.",
                                     extra_json_schema={"type": "object"})]
States = Annotated[list[int], Meta(description="One number for each cell: -1 open, 0 white or "
                                               "crossed, 1 and up a colour.")]
Picture = Annotated[list[int], Meta(description="One number for each cell: its colour.")]
Cells = Annotated[list[int], Meta(description="Numbers of cells, from 0: in a grid row times width "
                                              "plus column.")]
Lines = Annotated[list[int], Meta(description="Numbers of lines, from 0, in the order of the "
                                              "board's clues.")]
Seconds = Annotated[float, Meta(description="The time that may be spent, in seconds.", gt=0,
                                le=LONGEST)]
Seed = Annotated[int, Meta(description="Where chance decides, this decides chance.", ge=0,
                           lt=2**31)]
_T = TypeVar("_T")


class Request(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What is asked; a field that nobody knows is an error."""


class OfPuzzle(Request, kw_only=True):
    """A question about one puzzle."""

    puzzle: Puzzle


class OfSource(Request, kw_only=True):
    """A question about one puzzle: the puzzle itself, or a file that has one."""

    puzzle: Puzzle = msgspec.field(default_factory=msgspec.Raw)
    data: Data | None = None
    name: Name = ""


def puzzle_of(raw: msgspec.Raw) -> Nonogram:
    """The puzzle of a request."""
    [nonogram] = loads(bytes(raw), "puzzle", "nono")
    return _shown(nonogram)


def _shown(nonogram: Nonogram) -> Nonogram:
    """Refuses what is too large for a page; the command line takes it."""
    if nonogram.puzzle.cells > MOST_CELLS:
        raise InputError(f"{nonogram.puzzle.cells:,} cells; here puzzles have at most "
                         f"{MOST_CELLS:,}")
    return nonogram


def sources_of(request: OfSource) -> list[Nonogram]:
    """The puzzles of a request that may bring a file instead."""
    given = bytes(request.puzzle)
    if bool(given) == (request.data is not None):
        raise InputError("give a puzzle, or data and name of a file: one of the two")
    return [puzzle_of(request.puzzle)] if request.data is None else \
        list(map(_shown, loads(request.data, short_name(request.name))))


def source_of(request: OfSource) -> Nonogram:
    """The same, where one is needed."""
    found = sources_of(request)
    if len(found) != 1:
        raise InputError(f"there are {len(found)} puzzles in it; one is needed here",
                         file=short_name(request.name))
    return found[0]


def short_name(name: str) -> str:
    """A file's name without folders, on one line, and short: it is said, and never opened."""
    from nonoforge.text import printable

    last = printable(name.replace("\\", "/").rpartition("/")[2])
    return last[-LONGEST_NAME:] or "file"


def no_puzzle() -> msgspec.Raw:
    """What stands for a puzzle in an answer that has none."""
    return msgspec.Raw(b"null")


def puzzle_json(nonogram: Nonogram) -> msgspec.Raw:
    """The puzzle of an answer."""
    return msgspec.Raw(dumps(nonogram, "nono").strip())


def state_of(numbers: list[int], nonogram: Nonogram) -> State:
    """What is known so far."""
    colours = len(nonogram.puzzle.palette)
    _check(numbers, nonogram, OPEN, "a state")
    return State.of((None if number == OPEN else number for number in numbers), colours)


def picture_of(numbers: list[int], nonogram: Nonogram) -> bytes:
    """A finished picture."""
    _check(numbers, nonogram, 0, "a picture")
    return bytes(numbers)


def _check(numbers: list[int], nonogram: Nonogram, least: int, what: str) -> None:
    cells, colours = nonogram.puzzle.cells, len(nonogram.puzzle.palette)
    if len(numbers) != cells:
        raise InputError(f"{what} has a number for each cell: {cells:,} of them, not "
                         f"{len(numbers):,}")
    if numbers and not (least <= min(numbers) and max(numbers) < colours):
        raise InputError(f"{what} has numbers from {least} to {colours - 1}: the colours of the "
                         f"puzzle{', and -1 for an open cell' if least else ''}")


def repainted(nonogram: Nonogram, picture: bytes) -> Nonogram:
    """The puzzle that has this picture as its solution: its clues are counted anew, and cells that
    are given keep being given."""
    counted = with_picture(nonogram.puzzle, picture)
    given = tuple((cell, picture[cell]) for cell, _ in nonogram.puzzle.given)
    return replace(nonogram, puzzle=replace(counted, given=given), solution=picture, saved=())


def known_of(state: State) -> list[int]:
    """A state for an answer: what is certain, -1 where nothing is."""
    colours = map(state.colour, range(len(state.masks)))
    return [OPEN if colour is None else colour for colour in colours]


def answered(kind: type[_T], record: dict[str, Any], **more: Any) -> _T:
    """An answer from a record, whose file is the caller's own affair."""
    fields = {name: value for name, value in record.items() if name not in ("file", "output")}
    return kind(**fields | more)
