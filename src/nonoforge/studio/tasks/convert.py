"""`convert` and `formats`: puzzles in the formats that people use."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import msgspec
from msgspec import Meta

from nonoforge.engine import Budget, solve
from nonoforge.errors import InputError
from nonoforge.formats import FORMATS, dumps, format_named
from nonoforge.nonogram import Nonogram
from nonoforge.studio.tasks.files import FileAnswer, file_answer, named_after
from nonoforge.studio.tasks.parts import OfSource, Puzzle, Request, Tell, puzzle_of, sources_of

MOST = 1_000  # puzzles of one request
GLANCE = Budget(seconds=3.0)


class Convert(OfSource, kw_only=True):
    """Write puzzles in another format."""

    puzzles: Annotated[list[Puzzle], Meta(description="Instead of puzzle: several.",
                                          max_length=MOST)] = msgspec.field(default_factory=list)
    to: Annotated[str, Meta(description="The name of the format, or its ending.", max_length=40)]
    lossy: Annotated[bool, Meta(description="Drop what the format cannot hold.")] = False
    solve: Annotated[bool, Meta(description="Find the solution where there is none, and store it, "
                                            "too.")] = False


class AskFormats(Request):
    """All formats."""


class FormatAnswer(msgspec.Struct, kw_only=True):
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
    picture: Annotated[bool, Meta(description="Is it the solution alone? Clues are read off it.")]


def run(request: Convert, tell: Tell) -> FileAnswer:
    """The file."""
    format = format_named(request.to)
    found = [puzzle_of(raw) for raw in request.puzzles] or sources_of(request)
    if request.solve:
        tell(None, "solving")
        found = [_solved(nonogram) for nonogram in found]
    data = dumps(found, format.name, request.lossy)
    return file_answer(named_after(found), format.extensions[0], format.name, data)


def _solved(nonogram: Nonogram) -> Nonogram:
    """The nonogram with its solution, which must be the only one."""
    if nonogram.solution is not None:
        return nonogram
    verdict = solve(nonogram, budget=GLANCE)
    if verdict.answer == "unique":
        return replace(nonogram, solution=verdict.solutions[0])
    raise InputError({
        "multiple": "it has more than one solution; none can be stored",
        "none": "it has no solution", "unknown": "it could not be solved in time",
    }[verdict.answer])


def formats(request: AskFormats, tell: Tell) -> list[FormatAnswer]:
    """All formats, our own first."""
    return [FormatAnswer(
        name=format.name, extensions=list(format.extensions), description=format.description,
        can_read=format.can_read, can_write=format.can_write, families=sorted(format.families),
        holds=sorted(format.holds), picture=format.picture) for format in FORMATS.values()]
