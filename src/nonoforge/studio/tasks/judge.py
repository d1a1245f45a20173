"""Verbs that judge a puzzle: `solve`, `check`, `explain`, `hint`, `repair`, `methods`."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from nonoforge.engine import Budget
from nonoforge.errors import InputError, nearest
from nonoforge.judge import (
    HINT_BUDGET,
    CheckOptions,
    Edits,
    ExplainOptions,
    Explanation,
    HintOptions,
    RepairOptions,
    SolveOptions,
    repainted,
)
from nonoforge.judge import check as check_puzzle
from nonoforge.judge import edits as find_edits
from nonoforge.judge import explain as explain_puzzle
from nonoforge.judge import hint as find_hint
from nonoforge.judge import repair as find_repair
from nonoforge.methods import METHODS, Method, choose, known_picture
from nonoforge.nonogram import Nonogram
from nonoforge.options import option
from nonoforge.progress import ShareProgress
from nonoforge.puzzle import Colouring
from nonoforge.results import (
    Cells,
    EditRecord,
    ExplanationRecord,
    HintRecord,
    MethodRecord,
    RepairRecord,
    ReportRecord,
    VerdictRecord,
    about,
    edits_record,
    end_sentence,
    explanation_fields,
    flat_state,
    hint_record,
    method_record,
    repair_words,
    report_fields,
    verdict_fields,
)
from nonoforge.studio.tasks.requests import (
    Picture,
    Puzzle,
    PuzzleOrNull,
    Request,
    StateNumbers,
    for_page,
    no_puzzle,
    options_request,
    picture_of,
    puzzle_json,
    puzzle_of,
    state_of,
)

REPAIR_SHARE = 0.5  # of a repair's time; the rest is for single changes
MAX_HISTORY = 200  # states of a game that are tested for mistakes; older ones are not

SolveRequest = options_request("SolveRequest", SolveOptions, [("puzzle", Puzzle)],
                               "Solve a puzzle.")


def solve(request: Any, tell: ShareProgress) -> VerdictRecord:
    """Return the verdict."""
    nonogram, method = puzzle_of(request.puzzle), method_named(request.method)
    tell(None, "solving")
    verdict = method.solve(nonogram, limit=max(2, request.solutions), seed=request.seed,
                           budget=Budget(seconds=request.budget))
    return VerdictRecord(**verdict_fields(nonogram, verdict, nested=False))


def method_named(text: str) -> Method:
    """Return a method by name; methods in files are for the command line only."""
    name = text.partition(":")[0]
    if name not in METHODS:
        raise InputError(f"no method {name[:40]!a}; {nearest(name[:40], METHODS)}")
    return choose(text)


CheckRequest = options_request("CheckRequest", CheckOptions, [
    ("puzzle", Puzzle),
    ("picture", Annotated[Picture | None, Meta(
        description="The colours of all cells: clues are counted from it first, and the answer has "
                    "the new puzzle.")], None),
], "Report on a puzzle; or on what it becomes with another picture.")


class CheckAnswer(ReportRecord, kw_only=True):
    """The designer's report, and what the puzzle is."""

    about: Annotated[str, Meta(description="What the puzzle is, in a few words.")]
    puzzle: Annotated[PuzzleOrNull, Meta(
        description="If a picture was given: the puzzle with its clues; or null."
    )] = msgspec.field(default_factory=no_puzzle)


def check(request: Any, tell: ShareProgress) -> CheckAnswer:
    """Return the report."""
    nonogram, method = puzzle_of(request.puzzle), method_named(request.method)
    if request.picture is not None:
        nonogram = repainted(nonogram, picture_of(request.picture, nonogram))
    tell(None, "checking")
    report = check_puzzle(nonogram, limit=request.solutions, solve=method.solve, seed=request.seed,
                          budget=Budget(seconds=request.budget),
                          rated=request.rating)
    answer = CheckAnswer(
        **report_fields(nonogram, report, nested=False), about=about(nonogram),
        puzzle=no_puzzle() if request.picture is None else puzzle_json(nonogram))
    answer.advice = list(map(for_page, answer.advice))
    return answer


ExplainRequest = options_request("ExplainRequest", ExplainOptions, [
    ("puzzle", Puzzle),
    ("state", Annotated[StateNumbers | None, Meta(description="Begin with what is known.")], None),
], "Explain how a puzzle is solved.")


class ExplainAnswer(ExplanationRecord, kw_only=True):
    """The deductions that lead to the solution, and when each cell was decided."""

    end: Annotated[str, Meta(description="How it ended, in a sentence.")]
    state: Annotated[StateNumbers, Meta(description="What is known in the end.")]
    cell_steps: Annotated[list[int], Meta(
        description="For each cell the number of the step that decided it; 0: it was known before, "
                    "-1: it is open.")]
    cell_rungs: Annotated[list[int], Meta(description="The rungs of these steps, -1 for none.")]


def explain(request: Any, tell: ShareProgress) -> ExplainAnswer:
    """Return all steps."""
    nonogram = puzzle_of(request.puzzle)
    begin = None if request.state is None else state_of(request.state, nonogram)
    tell(None, "looking for reasons")
    found = explain_puzzle(nonogram, begin, budget=Budget(seconds=request.budget))
    steps, rungs = _decided(nonogram, found)
    return ExplainAnswer(
        **explanation_fields(nonogram, found), end=end_sentence(nonogram, found),
        state=flat_state(nonogram, found.state), cell_steps=steps, cell_rungs=rungs)


def _decided(nonogram: Nonogram, found: Explanation) -> tuple[list[int], list[int]]:
    """Return the step that decided each cell, and its rung."""
    steps = [-1 if found.state.colour(cell) is None else 0 for cell in range(nonogram.puzzle.cells)]
    rungs = [-1] * nonogram.puzzle.cells
    for step in found.steps:
        for cell, mask in step.deduction.learned:
            if not mask & (mask - 1):
                steps[cell], rungs[cell] = step.number, step.deduction.rung
    return steps, rungs


HintRequest = options_request("HintRequest", HintOptions, [
    ("puzzle", Puzzle),
    ("state", Annotated[StateNumbers, Meta(description="What the player has written so far.")]),
    ("history", Annotated[list[StateNumbers], Meta(
        description="Earlier states, the oldest first: after a mistake the answer says which was "
                    "the last without one.")], msgspec.field(default_factory=list)),
], "Ask for a hint.")


def hint(request: Any, tell: ShareProgress) -> HintRecord:
    """Return the hint with its stages, as far as the request wants them."""
    nonogram = puzzle_of(request.puzzle)
    recent = [state_of(numbers, nonogram) for numbers in request.history[-MAX_HISTORY:]]
    now = state_of(request.state, nonogram)
    tell(None, "looking for a step")
    found = find_hint(nonogram, now, recent,
                      budget=HINT_BUDGET.within(Budget(seconds=request.budget / 2)))
    if found.last_good is not None:
        found = found._replace(last_good=found.last_good + len(request.history) - len(recent))
    return hint_record(nonogram, found, found.stages[:request.stages])


RepairRequest = options_request("RepairRequest", RepairOptions, [
    ("puzzle", Puzzle),
    ("picture", Annotated[Picture | None, Meta(
        description="The picture to change; without it, the puzzle's own, or a solution.")], None),
    ("list", Annotated[int, option(
        "Also list this many single changes that help most.", ge=0, le=1_000)], 10),
], "Propose cells to change.")


class RepairAnswer(RepairRecord, kw_only=True):
    """The fewest changes that were found, and single ones to choose from, the best first."""

    picture: Annotated[Picture, Meta(description="The picture after the changes.")]
    puzzle: Annotated[PuzzleOrNull, Meta(description="The puzzle after the changes; null if they "
                                                     "are not enough.")]
    words: Annotated[str, Meta(description="The changes in a sentence.")]
    open_cells: Annotated[Cells, Meta(description="Cells that are open without a change.")]
    edits: list[EditRecord]
    helpful: Annotated[int, Meta(description="Number of single changes that would help at all.")]
    complete: Annotated[bool, Meta(description="Whether all that could help were tried.")]


def repair(request: Any, tell: ShareProgress) -> RepairAnswer:
    """Look for changes."""
    nonogram = puzzle_of(request.puzzle)
    picture = _picture(nonogram, request)
    nonogram = repainted(nonogram, picture)
    seconds = request.budget * (REPAIR_SHARE if request.list else 1.0)
    tell(None, "looking for the fewest changes")
    found = find_repair(nonogram.puzzle, picture, most=request.most, level=request.level,
                        budget=seconds, progress=lambda done, left: tell(
                            None, f"{done} changed, {nonogram.family.cell.counted(left)} open"))
    single = Edits((), found.stuck, True) if not request.list else find_edits(
        nonogram.puzzle, picture, level=request.level, budget=seconds,
        progress=lambda done, total: tell(done / max(1, total), "trying single changes"))
    listed = edits_record(nonogram, single, request.list, request.level)
    after = replace(nonogram, puzzle=found.puzzle, solution=found.colouring, saved=())
    return RepairAnswer(
        changes=list(found.changes), cured=not found.stuck, stuck_cells=list(found.stuck),
        picture=list(found.colouring), puzzle=no_puzzle() if found.stuck else puzzle_json(after),
        words=repair_words(nonogram, found, request.most, request.level),
        open_cells=listed.open_cells, edits=listed.edits, helpful=listed.helpful,
        complete=listed.complete)


def _picture(nonogram: Nonogram, request: Any) -> Colouring:
    """Return the picture of the request, the maker's, or else a solution."""
    if request.picture is not None:
        return picture_of(request.picture, nonogram)
    return known_picture(nonogram, budget=Budget(seconds=request.budget / 3))


class MethodsRequest(Request):
    """All methods."""


def methods(request: MethodsRequest, tell: ShareProgress) -> list[MethodRecord]:
    """Return all methods, the default first."""
    return [method_record(method) for method in METHODS.values()]
