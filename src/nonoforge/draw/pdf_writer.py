"""PDF to print, of every family: the puzzle, then its solution. reportlab is loaded when used.

What does not fit on the paper in its true size is shrunk, and that is told. The same input gives
the same bytes. Many puzzles are a book: see `book`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from nonoforge.draw.paper import sheet_of
from nonoforge.draw.plan.parts import Plan
from nonoforge.draw.press import Press
from nonoforge.draw.prints import (
    LARGEST,
    LEAST,
    Page,
    Printed,
    Sized,
    bytes_of,
    canvas_of,
    font_remarks,
    leaf,
    put,
    sized,
    texts_of,
)
from nonoforge.draw.scene.parts import Scene
from nonoforge.draw.views import View
from nonoforge.draw.words import shorten
from nonoforge.nonogram import Nonogram

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

EDGE = 10.0  # millimetres of paper that stay empty
SMALL = 2.6  # the size of letters in the margin
NOTE = "#707070"


def pdf(
    nonogram: Nonogram, pages: Sequence[Page] | None = None, *, clues: bool = True,
    view: View | None = None, paper: str = "a4", numbers: bool = False,
) -> bytes:
    """The nonogram as a PDF file: the puzzle and, where it has one, its solution, or these pages.

    A solid's puzzle comes in layers to solve on paper, its solution as a whole, unless a view is
    asked for. `paper` is a4, a3 or letter; see `svg` for `numbers`.
    """
    return printed(nonogram, pages, clues=clues, view=view, paper=paper, numbers=numbers).data


def printed(
    nonogram: Nonogram, pages: Sequence[Page] | None = None, *, clues: bool = True,
    view: View | None = None, paper: str = "a4", numbers: bool = False,
) -> Printed:
    """The same with remarks: what had to be shrunk, and what could not be written."""
    sheet_of(paper)
    if pages is None:
        pages = [Page(), *([Page(nonogram.solution)] if nonogram.solution is not None else [])]
    canvas, out = canvas_of(nonogram.info.title, nonogram.info.author)
    remarks: dict[str, None] = {}
    for page in pages:
        shown = sized(nonogram, page, clues=clues, view=view, numbers=numbers)
        fit = _print(canvas, shown, paper)
        remarks |= dict.fromkeys([*_fit_remarks(shown, fit, paper),
                                  *font_remarks(texts_of(shown.drawing))])
    return Printed(bytes_of(canvas, out), tuple(remarks))


class _Fit(NamedTuple):
    """A sheet, and how many millimetres of it a unit of the drawing takes."""

    width: float
    height: float
    scale: float
    edge: float


def _print(canvas: Canvas, shown: Sized, paper: str) -> _Fit:
    """The page or pages of a drawing."""
    drawing, parts = shown.drawing, shown.parts
    # A plan has a margin of its own, and rather no other than a wrong size.
    edges = (EDGE,) if isinstance(drawing, Scene) else (EDGE / 2, 0.0)
    fits = [_fit(shown, paper, edge) for edge in edges]
    fit = next((fit for fit in fits if fit.scale == shown.most), fits[0])
    for number, part in enumerate(parts, start=1):
        with leaf(canvas, fit.width, fit.height) as press:
            left = (fit.width - drawing.width * fit.scale) / 2
            put(press, drawing, part, (left, fit.edge), fit.scale)
            if isinstance(drawing, Plan) and fit.scale < 1:
                _note(press, f"{int(100 * fit.scale)}% of true size", fit)
            if len(parts) > 1:
                name = f"{shorten(drawing.title, SMALL, fit.width / 2)}, " if drawing.title else ""
                _note(press, f"{name}page {number} of {len(parts)}", fit)
    return fit


def _fit(shown: Sized, paper: str, edge: float) -> _Fit:
    """Upright if the drawing does not become smaller by it, else lying."""
    short, long = sheet_of(paper)
    sheets = ((short, long), (long, short))
    scales = [shown.scale(wide - 2 * edge, high - 2 * edge) for wide, high in sheets]
    lying = scales[1] > scales[0]
    return _Fit(*sheets[lying], scales[lying], edge)


def _note(press: Press, text: str, fit: _Fit) -> None:
    """Words in the lower margin."""
    press.ink(NOTE)
    press.text(text, (fit.width / 2, fit.height - EDGE / 2), SMALL, middle=True)


def _fit_remarks(shown: Sized, fit: _Fit, paper: str) -> Iterator[str]:
    drawing = shown.drawing
    if isinstance(drawing, Plan) and fit.scale < 1:
        yield (f"drawn at {int(100 * fit.scale)}% of its size, to fit on {paper} paper: "
               f"{drawing.width:.0f} x {drawing.height:.0f} mm do not")
    elif isinstance(drawing, Scene) and LARGEST * fit.scale / shown.most < LEAST:
        yield (f"cells of {LARGEST * fit.scale / shown.most:.1f} mm: it is large for {paper} "
               "paper")
