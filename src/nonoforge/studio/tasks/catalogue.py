"""`catalogue`: the puzzles of a file, each with what a library wants to know about it."""

from __future__ import annotations

from time import process_time
from typing import Annotated

import msgspec
from msgspec import Meta

from nonoforge.engine import Budget, solve
from nonoforge.formats import loads
from nonoforge.nonogram import Nonogram
from nonoforge.puzzle import Colouring
from nonoforge.studio.tasks.parts import Data, Name, Request, Tell, puzzle_json, short_name

GLANCE = Budget(settled=100_000, conflicts=2_000, seconds=0.5)  # for a puzzle without a solution
PATIENCE = 4.0  # seconds of work for all of them; after that pictures are left out


class AskCatalogue(Request):
    """A file of puzzles, in any format."""

    name: Name
    data: Data


class Entry(msgspec.Struct, kw_only=True):
    """A puzzle, and what a shelf shows of it."""

    puzzle: msgspec.Raw
    title: str
    author: str
    family: str
    size: Annotated[str, Meta(description="In words: 30 × 20, 8 × 8 × 8, 54 faces.")]
    cells: int
    colours: Annotated[int, Meta(description="Beside the background.")]
    thumbnail: Annotated[str, Meta(description="The solved picture as SVG; empty where it is not "
                                               "known.")]


def run(request: AskCatalogue, tell: Tell) -> list[Entry]:
    """All puzzles of the file."""
    name = short_name(request.name)
    found = loads(request.data, name)
    end = process_time() + PATIENCE
    entries = []
    for number, nonogram in enumerate(found):
        if len(found) > 1:
            tell(number / len(found), f"{number} of {len(found)} puzzles")
        entries.append(entry(nonogram, name if len(found) == 1 else "", end))
    return entries


def entry(nonogram: Nonogram, name: str = "", end: float | None = None) -> Entry:
    """One puzzle; without a title it is called as its file is."""
    from nonoforge.text import printable

    picture = _picture(nonogram, end)
    return Entry(
        puzzle=puzzle_json(nonogram),
        title=printable(nonogram.info.title) or name.rpartition(".")[0].replace("_", " "),
        author=printable(nonogram.info.author), family=nonogram.family.name,
        size=nonogram.family.size(nonogram), cells=nonogram.puzzle.cells,
        colours=len(nonogram.puzzle.palette) - 1,
        thumbnail="" if picture is None else nonogram.family.thumbnail(nonogram, picture))


def _picture(nonogram: Nonogram, end: float | None) -> Colouring | None:
    """The maker's picture, or the solution if it is soon found and the only one."""
    if end is not None and process_time() > end:
        return None
    if nonogram.solution is not None:
        return nonogram.solution
    verdict = solve(nonogram, budget=GLANCE)
    return verdict.solutions[0] if verdict.answer == "unique" else None
