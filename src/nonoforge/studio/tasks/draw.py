"""Verbs that draw: `draw` one puzzle, `print` several on paper."""

from __future__ import annotations

from contextlib import suppress
from time import monotonic, process_time
from typing import Annotated, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import asdict

from nonoforge.drawing import (
    BookletOptions,
    BookletPuzzle,
    Contents,
    DrawOptions,
    draw_file,
    html,
    print_booklet,
)
from nonoforge.engine import Budget
from nonoforge.errors import InputError
from nonoforge.judge import check, explain
from nonoforge.nonogram import Nonogram
from nonoforge.progress import ShareProgress, StageProgress
from nonoforge.results import shown_solution, step_record
from nonoforge.studio.tasks.requests import (
    FileAnswer,
    Puzzle,
    StateNumbers,
    file_answer,
    puzzle_of,
    state_of,
    stem_of,
)

SOLUTION_BUDGET = Budget(seconds=2.0)  # for a puzzle without a solution in its file
HINTS_BUDGET = Budget(seconds=4.0)  # for the hints of a playable page
MAX_PIXELS = 36_000_000
MAX_PRINTED = 500  # puzzles of one request
PRINT_SECONDS = 8.0  # of work, from reading the puzzles to the last page
SOLVE_SECONDS = 1.5  # for all puzzles to print that have no solution in their files


class DrawRequest(DrawOptions, kw_only=True, frozen=True):
    """Draw a puzzle."""

    puzzle: Puzzle
    kind: Annotated[Literal["svg", "pdf", "png", "ipe", "txt", "html"], Meta(
        description="Format: ipe is to edit in Ipe, pdf is to print, html is a page to play on "
                    "that loads nothing.")] = "svg"
    solved: Annotated[bool | None, Meta(
        description="Solved, or for a person to solve. Without this a PDF has both, an Ipe file "
                    "the colours of the solution, and all else the puzzle.")] = None
    state: Annotated[StateNumbers | None, Meta(description="Draw what is known.")] = None
    hints: Annotated[bool, Meta(description="Put the reasons of all steps into a page.")] = True


def draw(request: DrawRequest, tell: ShareProgress) -> FileAnswer:
    """Return the drawing."""
    nonogram = puzzle_of(request.puzzle)
    _check(request, nonogram)
    tell(None, "drawing")
    remarks: list[str] = []
    if request.kind == "html":
        found = explain(nonogram, budget=HINTS_BUDGET).steps if request.hints else ()
        data = html(nonogram, [asdict(step_record(nonogram, step)) for step in found]).encode()
    else:
        shown = _contents(nonogram, request)
        drawn = draw_file(nonogram, request.kind, [contents for contents, _ in shown], request)
        data = drawn.data
        remarks = [*(remark for _, remark in shown), *drawn.remarks]
    return file_answer(stem_of([nonogram]), f".{request.kind}", request.kind, data,
                       list(dict.fromkeys(filter(None, remarks))))


def _check(request: DrawRequest, nonogram: Nonogram) -> None:
    family, kind = nonogram.family, request.kind
    if request.state is not None and request.solved is not None:
        raise InputError("state says what to draw; leave out solved")
    if request.view is not None and not family.views:
        raise InputError(f"view: a {family.puzzle.one} has only one view; leave it out")
    if request.numbers and not family.numbered:
        raise InputError(f"numbers: a {family.puzzle.one} has no numbers of {family.cell.many} to "
                         "show; leave it out")
    if (request.view or request.numbers) and kind not in ("svg", "pdf", "png"):
        raise InputError("view and numbers are for svg, pdf and png")
    if kind == "png" and nonogram.puzzle.cells * (request.scale or 1) ** 2 > MAX_PIXELS:
        raise InputError(f"more than {MAX_PIXELS:,} pixels; give a smaller scale")
    if kind == "ipe" and request.state is not None:
        raise InputError("an .ipe shows the puzzle and its picture; leave out state")
    if kind == "html" and (request.state is not None or request.solved):
        raise InputError("a page is there to solve the puzzle; leave out state and solved")


def _contents(nonogram: Nonogram, request: DrawRequest) -> list[tuple[Contents, str]]:
    """Return what to show, each with a remark: one drawing, or for a PDF the puzzle and then the
    solution, unless one of them is asked for."""
    if request.state is not None:
        return [(Contents(state_of(request.state, nonogram)), "")]
    if request.solved or (request.solved is None and request.kind == "ipe"):
        contents, remark = _solution(nonogram)
        if request.kind == "ipe" and not contents.finished:
            raise InputError("not solved, so its picture has no border to draw; say solved: false")
        return [(contents, remark)]
    found = [(Contents(), "")]
    if request.kind == "pdf" and request.solved is None:
        with suppress(InputError):
            found.append(_solution(nonogram))
    return found


def _solution(nonogram: Nonogram, budget: Budget = SOLUTION_BUDGET) -> tuple[Contents, str]:
    """Return the solution, or as much of it as is certain, and a remark."""
    picture, marks, remark = shown_solution(
        nonogram, lambda: check(nonogram, budget=budget, rated=False))
    return Contents(picture, marks), remark


StarCount = Annotated[int, Meta(ge=1, le=5)]


class PrintRequest(BookletOptions, kw_only=True, frozen=True):
    """Print puzzles."""

    puzzles: Annotated[list[Puzzle], Meta(min_length=1, max_length=MAX_PRINTED)]
    stars: Annotated[list[StarCount | None], Meta(
        description="How hard they are, for those that were rated; as many as puzzles, or none.")
    ] = msgspec.field(default_factory=list)


def print_puzzles(request: PrintRequest, tell: ShareProgress) -> FileAnswer:
    """Return the PDF."""
    if request.stars and len(request.stars) != len(request.puzzles):
        raise InputError("stars: one for each puzzle, or null; or none at all")
    until = process_time() + PRINT_SECONDS
    tell(None, "reading puzzles")
    nonograms = [puzzle_of(raw) for raw in request.puzzles]
    stars = request.stars or [None] * len(nonograms)
    end = monotonic() + SOLVE_SECONDS
    puzzles = [_booklet_puzzle(nonogram, rated, request.answers, end)
               for nonogram, rated in zip(nonograms, stars, strict=True)]
    data, remarks = print_booklet(puzzles, request, _timed(tell, until))
    return file_answer(stem_of(nonograms, request.title), ".pdf", "pdf", data, list(remarks))


def _timed(tell: ShareProgress, until: float) -> StageProgress:
    """Report progress, and refuse in time: a worker would be stopped without a message."""
    def pages(done: int, total: int, words: str) -> None:
        if process_time() > until:
            raise InputError(f"after {done} of {total} pages the time is over; print fewer puzzles "
                             "at once")
        tell(done / max(1, total), words)
    return pages


def _booklet_puzzle(
    nonogram: Nonogram, stars: int | None, answers: bool, end: float,
) -> BookletPuzzle:
    """Return a puzzle with its answer, if there is one."""
    if not answers:
        return BookletPuzzle(nonogram=nonogram, stars=stars)
    spare = Budget(seconds=max(0.05, min(1.0, end - monotonic())))
    try:
        contents, remark = _solution(nonogram, spare)
    except InputError as error:
        return BookletPuzzle(nonogram=nonogram, note=error.message, stars=stars)
    return BookletPuzzle(nonogram=nonogram, answer=contents.picture, marks=contents.marks,
                         note=remark, stars=stars)
