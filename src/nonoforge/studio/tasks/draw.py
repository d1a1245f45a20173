"""Verbs that draw: `draw` one puzzle, `print` several on paper."""

from __future__ import annotations

from time import monotonic, process_time
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from nonoforge.drawing import (
    BookletOptions,
    BookletPuzzle,
    DrawOptions,
    print_booklet,
)
from nonoforge.engine import Budget
from nonoforge.errors import InputError
from nonoforge.judge import Report, check
from nonoforge.nonogram import Nonogram
from nonoforge.progress import ShareProgress, StageProgress
from nonoforge.publishing import booklet_puzzle, published
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
    _check_pixels(request, nonogram)
    tell(None, "drawing")
    state = None if request.state is None else state_of(request.state, nonogram)
    drawn = published(nonogram, request.kind, request, solved=request.solved, state=state,
                      judge=_judge, hints=HINTS_BUDGET if request.hints else None)
    return file_answer(stem_of([nonogram]), f".{request.kind}", request.kind, drawn.data,
                       list(drawn.remarks))


def _check_pixels(request: DrawRequest, nonogram: Nonogram) -> None:
    if request.kind == "png" and nonogram.puzzle.cells * (request.scale or 1) ** 2 > MAX_PIXELS:
        raise InputError(f"more than {MAX_PIXELS:,} pixels; give a smaller scale")


def _judge(nonogram: Nonogram, budget: Budget = SOLUTION_BUDGET) -> Report:
    return check(nonogram, budget=budget, rated=False)


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
    return booklet_puzzle(nonogram, stars=stars, judge=lambda each: _judge(each, spare))
