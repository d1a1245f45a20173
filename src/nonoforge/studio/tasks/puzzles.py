"""Verbs that read and write puzzles: `board`, `catalogue`, `convert`, `formats`."""

from __future__ import annotations

from dataclasses import replace
from time import process_time
from typing import TYPE_CHECKING, Annotated, Union

import msgspec
from msgspec import Meta

from nonoforge.drawing import Board
from nonoforge.engine import Budget, solve
from nonoforge.errors import InputError
from nonoforge.families import families
from nonoforge.formats import FORMATS, dumps, format_named, loads
from nonoforge.nonogram import Nonogram
from nonoforge.progress import ShareProgress
from nonoforge.puzzle import Colouring
from nonoforge.studio.tasks.requests import (
    Data,
    FileAnswer,
    Name,
    OfSource,
    Puzzle,
    Request,
    file_answer,
    puzzle_json,
    puzzle_of,
    short_name,
    source_of,
    sources_of,
    stem_of,
)
from nonoforge.text import printable

MAX_CONVERTED = 1_000  # puzzles of one request
CONVERT_BUDGET = Budget(seconds=3.0)  # for a puzzle without a solution
THUMBNAIL_BUDGET = Budget(settled=100_000, conflicts=2_000, seconds=0.5)
CATALOGUE_SECONDS = 4.0  # for all puzzles of a file; after that thumbnails are left out

if TYPE_CHECKING:
    AnyBoard = Board
else:
    AnyBoard = Union[tuple(family.board_type for family in families())]  # noqa: UP007


class BoardRequest(OfSource):
    """The board of a puzzle, or of the one puzzle in a file of any format."""


def board(request: BoardRequest, tell: ShareProgress) -> AnyBoard:
    """Return the board."""
    nonogram = source_of(request)
    made: Board = nonogram.family.board(nonogram)
    return made


class CatalogueRequest(Request):
    """A file of puzzles, in any format."""

    name: Name
    data: Data


class CatalogueEntry(msgspec.Struct, kw_only=True):
    """A puzzle, and what a library shows of it."""

    puzzle: Puzzle
    title: str
    author: str
    family: str
    size: Annotated[str, Meta(description="In words: 30 × 20, 8 × 8 × 8, 54 faces.")]
    cells: int
    colours: Annotated[int, Meta(description="Colours beside the background.")]
    thumbnail: Annotated[str, Meta(description="The solved picture as SVG; empty if it is not "
                                               "known.")]


def catalogue(request: CatalogueRequest, tell: ShareProgress, end: float | None = None,
              ) -> list[CatalogueEntry]:
    """Return all puzzles of the file; after `end` (of the process's time) thumbnails that take
    solving are left out."""
    name = short_name(request.name)
    found = loads(request.data, name)
    end = process_time() + CATALOGUE_SECONDS if end is None else end
    entries = []
    for number, nonogram in enumerate(found):
        if len(found) > 1:
            tell(number / len(found), f"{number} of {len(found)} puzzles")
        entries.append(_entry(nonogram, name if len(found) == 1 else "", end))
    return entries


def _entry(nonogram: Nonogram, name: str, end: float) -> CatalogueEntry:
    """Return one puzzle; without a title it has the name of its file."""
    picture = _picture(nonogram, end)
    return CatalogueEntry(
        puzzle=puzzle_json(nonogram),
        title=printable(nonogram.info.title) or name.rpartition(".")[0].replace("_", " "),
        author=printable(nonogram.info.author), family=nonogram.family.name,
        size=nonogram.family.size(nonogram), cells=nonogram.puzzle.cells,
        colours=len(nonogram.puzzle.palette) - 1,
        thumbnail="" if picture is None else nonogram.family.thumbnail(nonogram, picture))


def _picture(nonogram: Nonogram, end: float) -> Colouring | None:
    """Return the maker's picture, or the only solution if it is found soon."""
    if process_time() > end:
        return None
    if nonogram.solution is not None:
        return nonogram.solution
    verdict = solve(nonogram, budget=THUMBNAIL_BUDGET)
    return verdict.solutions[0] if verdict.answer == "unique" else None


class ConvertRequest(OfSource, kw_only=True):
    """Write puzzles in another format."""

    puzzles: Annotated[list[Puzzle], Meta(
        description="Several, instead of puzzle.", max_length=MAX_CONVERTED)] = msgspec.field(
            default_factory=list)
    to: Annotated[str, Meta(description="Name of the format, or its extension.", max_length=40)]
    lossy: Annotated[bool, Meta(description="Drop what the format cannot hold.")] = False
    solve: Annotated[bool, Meta(description="Find the solution where there is none, and store it, "
                                            "too.")] = False


def convert(request: ConvertRequest, tell: ShareProgress) -> FileAnswer:
    """Return the file."""
    format = format_named(request.to)
    found = [puzzle_of(raw) for raw in request.puzzles] or sources_of(request)
    if request.solve:
        tell(None, "solving")
        found = [_solved(nonogram) for nonogram in found]
    data = dumps(found, format.name, request.lossy)
    return file_answer(stem_of(found), format.extensions[0], format.name, data)


def _solved(nonogram: Nonogram) -> Nonogram:
    """Return the nonogram with its solution, which must be the only one."""
    if nonogram.solution is not None:
        return nonogram
    verdict = solve(nonogram, budget=CONVERT_BUDGET)
    if verdict.answer == "unique":
        return replace(nonogram, solution=verdict.solutions[0])
    raise InputError({
        "multiple": "it has more than one solution; none can be stored",
        "none": "it has no solution", "unknown": "it could not be solved in time",
    }[verdict.answer])


class FormatsRequest(Request):
    """All formats."""


class FormatRecord(msgspec.Struct, kw_only=True):
    """A format, and what it can hold."""

    name: str
    extensions: list[str]
    description: str
    can_read: bool
    can_write: bool
    families: list[str]
    holds: Annotated[list[str], Meta(description="colours, palette, blotted, given, solution, "
                                                 "saved, several (puzzles in one file), title, ..."
                                     )]
    picture: Annotated[bool, Meta(description="Whether it holds the solution alone; clues are "
                                              "counted from it.")]


def formats(request: FormatsRequest, tell: ShareProgress) -> list[FormatRecord]:
    """Return all formats, .nono first."""
    return [FormatRecord(
        name=format.name, extensions=list(format.extensions), description=format.description,
        can_read=format.can_read, can_write=format.can_write, families=sorted(format.families),
        holds=sorted(format.holds), picture=format.picture) for format in FORMATS.values()]
