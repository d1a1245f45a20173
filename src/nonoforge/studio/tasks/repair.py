"""`repair`: the fewest changes of a picture that make its puzzle fair, and the best single ones."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from nonoforge.engine import Budget, solve
from nonoforge.errors import InputError
from nonoforge.judge import Edits, Repair, edits, repair
from nonoforge.nonogram import Nonogram
from nonoforge.puzzle import Colouring
from nonoforge.records.repairs import change_words, edits_record, help_words, repair_words
from nonoforge.studio.tasks.parts import (
    Cells,
    OfPuzzle,
    Picture,
    Seconds,
    Tell,
    no_puzzle,
    picture_of,
    puzzle_json,
    puzzle_of,
    repainted,
)

Wanted = Annotated[Literal["line", "probe", "unique"], Meta(
    description="What must be enough to solve it: single lines, probing, or anything as long as "
                "there is one solution.")]
REPAIRING = 0.5  # of the time; the rest is for single changes


class AskRepair(OfPuzzle):
    """Propose cells to change."""

    picture: Annotated[Picture | None, Meta(
        description="The picture to change; without it, the puzzle's own, or a solution.")] = None
    level: Wanted = "line"
    most: Annotated[int, Meta(description="Change at most so many cells.", ge=1, le=50)] = 5
    list: Annotated[int, Meta(description="Also the so many single changes that help most; 0: "
                                          "none.", ge=0, le=1000)] = 10
    budget: Seconds = 5.0


class Edit(msgspec.Struct, kw_only=True):
    """A single change."""

    cell: int
    place: Annotated[str, Meta(description="The cell in words.")]
    colour: int
    decided: Annotated[int, Meta(description="How many of the open cells it decides.")]
    open: Annotated[int, Meta(description="How many cells are open then; 0: it cures the puzzle.")]
    words: str


class Repaired(msgspec.Struct, kw_only=True):
    """The fewest changes that were found, and single ones to choose from, the best first."""

    changes: Annotated[list[tuple[int, int]], Meta(description="Cells with their new colours.")]
    cured: Annotated[bool, Meta(description="Is that enough?")]
    stuck_cells: Annotated[Cells, Meta(description="Cells that are still open after them.")]
    picture: Annotated[Picture, Meta(description="The picture after them.")]
    puzzle: Annotated[msgspec.Raw, Meta(description="The puzzle after them; null where they are "
                                                    "not enough.")]
    words: Annotated[str, Meta(description="The changes in a sentence.")]
    open_cells: Annotated[Cells, Meta(description="Cells that are open as it is.")]
    edits: list[Edit]
    helpful: Annotated[int, Meta(description="How many single changes would help at all.")]
    complete: Annotated[bool, Meta(description="Was all that could help tried?")]


def run(request: AskRepair, tell: Tell) -> Repaired:
    """Look for changes."""
    nonogram = puzzle_of(request.puzzle)
    picture = _picture(nonogram, request)
    nonogram = repainted(nonogram, picture)
    spare = request.budget * (REPAIRING if request.list else 1.0)
    tell(None, "looking for the fewest changes")
    found = repair(nonogram.puzzle, picture, most=request.most, level=request.level,
                   budget=spare, progress=lambda done, left: tell(
                       None, f"{done} changed, {left:,} cells open"))
    single = Edits((), found.stuck, True) if not request.list else edits(
        nonogram.puzzle, picture, level=request.level, budget=spare,
        progress=lambda done, total: tell(done / max(1, total), "trying single changes"))
    return _answer(request, nonogram, found, single)


def _answer(
    request: AskRepair, nonogram: Nonogram, found: Repair, single: Edits,
) -> Repaired:
    record = edits_record("", nonogram, single, request.list)
    words = [f"{change_words(nonogram, edit.cell, edit.colour)}: "
             f"{help_words(request.level, edit, single)}" for edit in single.edits[:request.list]]
    after = replace(nonogram, puzzle=found.puzzle, solution=found.colouring, saved=())
    return Repaired(
        changes=list(found.changes), cured=not found.stuck, stuck_cells=list(found.stuck),
        picture=list(found.colouring), puzzle=no_puzzle() if found.stuck else puzzle_json(after),
        words=repair_words(nonogram, found, request.most, request.level),
        open_cells=record["open_cells"], helpful=record["helpful"], complete=record["complete"],
        edits=[Edit(**edit, words=said)
               for edit, said in zip(record["edits"], words, strict=True)])


def _picture(nonogram: Nonogram, request: AskRepair) -> Colouring:
    """The picture that was painted, the maker's, or else a solution."""
    if request.picture is not None:
        return picture_of(request.picture, nonogram)
    if nonogram.solution is not None:
        return nonogram.solution
    verdict = solve(nonogram, budget=Budget(seconds=request.budget / 3))
    if not verdict.solutions:
        raise InputError("there is no picture to change: no solution is known")
    return verdict.solutions[0]
