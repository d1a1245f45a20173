"""`draw`: puzzles to look at, to print, to edit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

from msgspec import Meta

from nonoforge.draw import html
from nonoforge.engine import Budget
from nonoforge.errors import InputError
from nonoforge.judge import check, explain
from nonoforge.nonogram import Nonogram
from nonoforge.records.drawn import (
    Drawn,
    Shown,
    Style,
    ipe_drawn,
    pdf_drawn,
    png_drawn,
    solution_shown,
    svg_drawn,
    txt_drawn,
)
from nonoforge.records.steps import step_record
from nonoforge.studio.tasks.files import FileAnswer, file_answer, named_after
from nonoforge.studio.tasks.parts import OfPuzzle, States, Tell, puzzle_of, state_of

GLANCE = Budget(seconds=2.0)  # to solve what has no solution in its file
REASONS = Budget(seconds=4.0)  # for the hints of a page
MOST_PIXELS = 36_000_000

View = Annotated[Literal["isometric", "sheets"] | None, Meta(
    description="A solid as a whole, or in layers to solve on paper.")]
Paper = Annotated[Literal["a4", "a3", "letter"], Meta(description="The paper of a PDF.")]


class Draw(OfPuzzle):
    """Draw a puzzle."""

    kind: Annotated[Literal["svg", "pdf", "png", "ipe", "txt", "html"], Meta(
        description="What to draw: ipe is for puzzles in the plane, pdf is to print, html is a "
                    "page to play on that needs nothing else.")] = "svg"
    solved: Annotated[bool | None, Meta(
        description="Solved, or for a person to solve. Without this a PDF has both, an Ipe file "
                    "the colours of the solution, and all else the puzzle.")] = None
    state: Annotated[States | None, Meta(description="Draw what is known.")] = None
    view: View = None
    clues: Annotated[bool, Meta(description="Clues and title.")] = True
    numbers: Annotated[bool, Meta(
        description="Of a sloped or curved puzzle: number its lines and faces.")] = False
    scale: Annotated[Annotated[int, Meta(ge=1, le=200)] | None, Meta(
        description="Pixels of a cell, or of a millimetre, in a PNG.")] = None
    paper: Paper = "a4"
    hints: Annotated[bool, Meta(description="Put the reasons of all steps into a page.")] = True


def run(request: Draw, tell: Tell) -> FileAnswer:
    """Draw it."""
    nonogram = puzzle_of(request.puzzle)
    _check(request, nonogram)
    tell(None, "drawing")
    drawn = _DRAW[request.kind](nonogram, request)
    remarks = list(dict.fromkeys(filter(None, drawn.remarks)))
    return file_answer(named_after([nonogram]), f".{request.kind}", request.kind, drawn.data,
                       remarks)


def _check(request: Draw, nonogram: Nonogram) -> None:
    family = nonogram.family.name
    if request.state is not None and request.solved is not None:
        raise InputError("state says what to draw; leave out solved")
    if request.view is not None and family != "solid":
        raise InputError(f"view is for solids; a {family} puzzle has only one")
    if request.numbers and family not in ("sloped", "curved"):
        raise InputError(f"numbers is for sloped and curved puzzles; a {family} has none to show")
    if (request.view or request.numbers) and request.kind not in ("svg", "pdf", "png"):
        raise InputError("view and numbers are for svg, pdf and png")


def _style(request: Draw) -> Style:
    return Style(request.clues, request.view, request.numbers, request.scale, request.paper)


def _shown(nonogram: Nonogram, request: Draw) -> Shown:
    if request.state is not None:
        return Shown(state_of(request.state, nonogram))
    return solution_of(nonogram) if request.solved else Shown()


def solution_of(nonogram: Nonogram, budget: Budget = GLANCE) -> Shown:
    """The solution, or as much of it as is certain."""
    return solution_shown(nonogram, lambda: check(nonogram, budget=budget, rated=False))


def _svg(nonogram: Nonogram, request: Draw) -> Drawn:
    return svg_drawn(nonogram, _shown(nonogram, request), _style(request))


def _png(nonogram: Nonogram, request: Draw) -> Drawn:
    if nonogram.puzzle.cells * (request.scale or 1) ** 2 > MOST_PIXELS:
        raise InputError(f"more than {MOST_PIXELS:,} pixels; give a smaller scale")
    return png_drawn(nonogram, _shown(nonogram, request), _style(request))


def _txt(nonogram: Nonogram, request: Draw) -> Drawn:
    return txt_drawn(nonogram, _shown(nonogram, request), _style(request))


def _pdf(nonogram: Nonogram, request: Draw) -> Drawn:
    """The puzzle and the solution, unless only one of them is wanted."""
    shown = [_shown(nonogram, request)]
    if request.state is None and request.solved is None:
        shown += _solution_page(nonogram)
    return pdf_drawn(nonogram, shown, _style(request))


def _solution_page(nonogram: Nonogram) -> list[Shown]:
    try:
        return [solution_of(nonogram)]
    except InputError:
        return []


def _ipe(nonogram: Nonogram, request: Draw) -> Drawn:
    if request.state is not None:
        raise InputError("an .ipe shows the puzzle and its picture; leave out state")
    shown = Shown() if request.solved is False else solution_of(nonogram)
    return ipe_drawn(nonogram, shown, _style(request), "say solved: false")


def _html(nonogram: Nonogram, request: Draw) -> Drawn:
    if request.state is not None or request.solved:
        raise InputError("a page is there to solve the puzzle; leave out state and solved")
    found = explain(nonogram, budget=REASONS).steps if request.hints else ()
    return Drawn(html(nonogram, [step_record(nonogram, step) for step in found]).encode())


_DRAW: dict[str, Callable[[Nonogram, Draw], Drawn]] = {
    "svg": _svg, "pdf": _pdf, "png": _png, "ipe": _ipe, "txt": _txt,
    "html": _html}
