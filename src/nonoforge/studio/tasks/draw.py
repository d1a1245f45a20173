"""Verbs that draw: `draw` one puzzle, `print` several on paper."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, process_time
from typing import Annotated, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import asdict

from nonoforge.draw import DrawOptions, Entry, book, html
from nonoforge.engine import Budget
from nonoforge.errors import InputError
from nonoforge.judge import check, explain
from nonoforge.nonogram import Nonogram
from nonoforge.records.drawn import (
    Drawn,
    Shown,
    ipe_drawn,
    pdf_drawn,
    png_drawn,
    solution_shown,
    svg_drawn,
    txt_drawn,
)
from nonoforge.results import step_record
from nonoforge.studio.tasks.requests import (
    FileAnswer,
    OfPuzzle,
    Puzzle,
    Request,
    StateNumbers,
    Tell,
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

View = Annotated[Literal["isometric", "sheets"] | None, Meta(
    description="A solid as a whole, or in layers to solve on paper.")]
Paper = Annotated[Literal["a4", "a3", "letter"], Meta(description="The paper of a PDF.")]


class DrawRequest(OfPuzzle):
    """Draw a puzzle."""

    kind: Annotated[Literal["svg", "pdf", "png", "ipe", "txt", "html"], Meta(
        description="What to draw: ipe is for puzzles in the plane, pdf is to print, html is a "
                    "page to play on that needs nothing else.")] = "svg"
    solved: Annotated[bool | None, Meta(
        description="Solved, or for a person to solve. Without this a PDF has both, an Ipe file "
                    "the colours of the solution, and all else the puzzle.")] = None
    state: Annotated[StateNumbers | None, Meta(description="Draw what is known.")] = None
    view: View = None
    clues: Annotated[bool, Meta(description="Clues and title.")] = True
    numbers: Annotated[bool, Meta(
        description="Of a sloped or curved puzzle: number its lines and faces.")] = False
    scale: Annotated[Annotated[int, Meta(ge=1, le=200)] | None, Meta(
        description="Pixels of a cell, or of a millimetre, in a PNG.")] = None
    paper: Paper = "a4"
    hints: Annotated[bool, Meta(description="Put the reasons of all steps into a page.")] = True


def draw(request: DrawRequest, tell: Tell) -> FileAnswer:
    """Return the drawing."""
    nonogram = puzzle_of(request.puzzle)
    _check(request, nonogram)
    tell(None, "drawing")
    drawn = _DRAW[request.kind](nonogram, request)
    remarks = list(dict.fromkeys(filter(None, drawn.remarks)))
    return file_answer(stem_of([nonogram]), f".{request.kind}", request.kind, drawn.data,
                       remarks)


def _check(request: DrawRequest, nonogram: Nonogram) -> None:
    family = nonogram.family
    if request.state is not None and request.solved is not None:
        raise InputError("state says what to draw; leave out solved")
    if request.view is not None and not family.views:
        raise InputError(f"view: a {family.puzzle.one} has only one view; leave it out")
    if request.numbers and not family.numbered:
        raise InputError(f"numbers: a {family.puzzle.one} has no numbers of {family.cell.many} to "
                         "show; leave it out")
    if (request.view or request.numbers) and request.kind not in ("svg", "pdf", "png"):
        raise InputError("view and numbers are for svg, pdf and png")


def _options(request: DrawRequest) -> DrawOptions:
    return DrawOptions(clues=request.clues, view=request.view, numbers=request.numbers,
                       scale=request.scale, paper=request.paper)


def _shown(nonogram: Nonogram, request: DrawRequest) -> Shown:
    if request.state is not None:
        return Shown(state_of(request.state, nonogram))
    return _solution(nonogram) if request.solved else Shown()


def _solution(nonogram: Nonogram, budget: Budget = SOLUTION_BUDGET) -> Shown:
    """Return the solution, or as much of it as is certain."""
    return solution_shown(nonogram, lambda: check(nonogram, budget=budget, rated=False))


def _svg(nonogram: Nonogram, request: DrawRequest) -> Drawn:
    return svg_drawn(nonogram, _shown(nonogram, request), _options(request))


def _png(nonogram: Nonogram, request: DrawRequest) -> Drawn:
    if nonogram.puzzle.cells * (request.scale or 1) ** 2 > MAX_PIXELS:
        raise InputError(f"more than {MAX_PIXELS:,} pixels; give a smaller scale")
    return png_drawn(nonogram, _shown(nonogram, request), _options(request))


def _txt(nonogram: Nonogram, request: DrawRequest) -> Drawn:
    return txt_drawn(nonogram, _shown(nonogram, request), _options(request))


def _pdf(nonogram: Nonogram, request: DrawRequest) -> Drawn:
    """Return the puzzle and the solution, unless one of them is asked for."""
    shown = [_shown(nonogram, request)]
    if request.state is None and request.solved is None:
        shown += _solution_page(nonogram)
    return pdf_drawn(nonogram, shown, _options(request))


def _solution_page(nonogram: Nonogram) -> list[Shown]:
    try:
        return [_solution(nonogram)]
    except InputError:
        return []


def _ipe(nonogram: Nonogram, request: DrawRequest) -> Drawn:
    if request.state is not None:
        raise InputError("an .ipe shows the puzzle and its picture; leave out state")
    shown = Shown() if request.solved is False else _solution(nonogram)
    return ipe_drawn(nonogram, shown, _options(request), "say solved: false")


def _html(nonogram: Nonogram, request: DrawRequest) -> Drawn:
    if request.state is not None or request.solved:
        raise InputError("a page is there to solve the puzzle; leave out state and solved")
    found = explain(nonogram, budget=HINTS_BUDGET).steps if request.hints else ()
    return Drawn(html(nonogram, [asdict(step_record(nonogram, step)) for step in found]).encode())


_DRAW: dict[str, Callable[[Nonogram, DrawRequest], Drawn]] = {
    "svg": _svg, "pdf": _pdf, "png": _png, "ipe": _ipe, "txt": _txt,
    "html": _html}


PrintTitle = Annotated[str, Meta(max_length=200)]
StarCount = Annotated[int, Meta(ge=1, le=5)]


class PrintRequest(Request):
    """Print puzzles."""

    puzzles: Annotated[list[Puzzle], Meta(min_length=1, max_length=MAX_PRINTED)]
    stars: Annotated[list[StarCount | None], Meta(
        description="How hard they are, for those that were rated; as many as puzzles, or none.")
    ] = msgspec.field(default_factory=list)
    title: Annotated[PrintTitle, Meta(
        description="With a title it is a booklet, with a title page and contents.")] = ""
    author: Annotated[PrintTitle, Meta(description="Of the booklet.")] = ""
    per_page: Annotated[int, Meta(description="Puzzles on a page.", ge=1, le=32)] = 1
    paper: Paper = "a4"
    answers: Annotated[bool, Meta(description="Print the answers at the back.")] = True
    view: View = None
    clues: Annotated[bool, Meta(description="Print the clues.")] = True


def print_puzzles(request: PrintRequest, tell: Tell) -> FileAnswer:
    """Return the PDF."""
    if request.stars and len(request.stars) != len(request.puzzles):
        raise InputError("stars: one for each puzzle, or null; or none at all")
    until = process_time() + PRINT_SECONDS
    tell(None, "reading puzzles")
    nonograms = [puzzle_of(raw) for raw in request.puzzles]
    stars = request.stars or [None] * len(nonograms)
    end = monotonic() + SOLVE_SECONDS
    entries = [_entry(nonogram, rated, request.answers, end)
               for nonogram, rated in zip(nonograms, stars, strict=True)]
    data, remarks = book(
        entries, title=request.title, author=request.author, per_page=request.per_page,
        paper=request.paper, answers=request.answers, view=request.view, clues=request.clues,
        tell=_timed(tell, until))
    return file_answer(stem_of(nonograms, request.title), ".pdf", "pdf", data, list(remarks))


def _timed(tell: Tell, until: float) -> Callable[[int, int, str], None]:
    """Report progress, and refuse in time: a worker would be stopped without a message."""
    def pages(done: int, total: int, words: str) -> None:
        if process_time() > until:
            raise InputError(f"after {done} of {total} pages the time is over; print fewer puzzles "
                             "at once")
        tell(done / max(1, total), words)
    return pages


def _entry(nonogram: Nonogram, stars: int | None, answers: bool, end: float) -> Entry:
    """Return a puzzle with its answer, if there is one."""
    if not answers:
        return Entry(nonogram, stars=stars)
    spare = Budget(seconds=max(0.05, min(1.0, end - monotonic())))
    try:
        shown = _solution(nonogram, spare)
    except InputError as error:
        return Entry(nonogram, note=error.message, stars=stars)
    return Entry(nonogram, shown.picture, shown.marks, shown.remark, stars)
