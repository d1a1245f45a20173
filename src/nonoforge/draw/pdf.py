"""PDF to print, of every family: the puzzle, then its solution. reportlab is loaded when used.

A plan keeps its millimetres where the paper allows, else it is shrunk and says so; a scene gets
cells of 8 mm, or as large as fit. The same input gives the same bytes.
"""

from __future__ import annotations

import io
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from nonoforge.draw.fonts import LOST, borrowed, lost
from nonoforge.draw.paper import PAPERS
from nonoforge.draw.plan.parts import Plan
from nonoforge.draw.plan.plane import plane_plan
from nonoforge.draw.plan.to_pdf import plan_texts, print_plan
from nonoforge.draw.press import Press
from nonoforge.draw.scene.parts import Scene
from nonoforge.draw.scene.to_pdf import print_scene, scene_texts
from nonoforge.draw.views import View, in_plane, scene_of, usual_cell
from nonoforge.draw.words import printable, shorten
from nonoforge.errors import InputError, MissingPart
from nonoforge.nonogram import Nonogram
from nonoforge.plane.path import Point
from nonoforge.puzzle import Colouring
from nonoforge.solid import Solid
from nonoforge.state import State

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

POINT = 72 / 25.4  # points of a millimetre
EDGE = 10.0  # millimetres of paper that stay empty
CELL = 40  # pixels of a cell in a scene: much finer than what is seen
LARGEST = 8.0  # millimetres of such a cell on paper
LEAST = 2.5  # millimetres; smaller cells are hard to fill in
SMALL = 2.6  # the size of letters in the margin
NOTE = "#707070"

Drawing: TypeAlias = Scene | Plan


class Page(NamedTuple):
    """What to show in the cells (see `svg`), which of them to mark, and points to ring."""

    picture: Colouring | State | None = None
    marks: Collection[int] = ()
    rings: Collection[Point] = ()


class Printed(NamedTuple):
    """The file, and what should be known about it."""

    data: bytes
    remarks: tuple[str, ...]


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
    if paper not in PAPERS:
        raise InputError(f"paper {paper!a}; there is {', '.join(PAPERS)}")
    if pages is None:
        pages = [Page(), *([Page(nonogram.solution)] if nonogram.solution is not None else [])]
    canvas, out = _canvas(nonogram)
    remarks: dict[str, None] = {}
    for page in pages:
        drawing, unit = _drawing(nonogram, page, clues, view, numbers)
        fit = _print(canvas, drawing, unit, paper)
        remarks |= dict.fromkeys([*_fit_remarks(drawing, unit, fit, paper),
                                  *_font_remarks(drawing)])
    canvas.save()
    return Printed(out.getvalue(), tuple(remarks))


def _canvas(nonogram: Nonogram) -> tuple[Canvas, io.BytesIO]:
    try:
        from reportlab.pdfgen.canvas import Canvas
    except ImportError as error:
        raise MissingPart(
            "PDF needs reportlab, which is not installed; get it with: pip install "
            "'nonoforge[print]', or draw SVG instead") from error
    out = io.BytesIO()
    canvas = Canvas(out, invariant=1)  # the same bytes each time
    canvas.setTitle(printable(nonogram.info.title) or "Nonogram")
    canvas.setAuthor(printable(nonogram.info.author))
    canvas.setCreator("Nonoforge")
    canvas.setSubject("")
    return canvas, out


def _drawing(
    nonogram: Nonogram, page: Page, clues: bool, view: View | None, numbers: bool,
) -> tuple[Drawing, float]:
    """What the page shows, and the most millimetres that a unit of it may have."""
    if in_plane(nonogram, view):
        return plane_plan(nonogram, picture=page.picture, marks=page.marks, rings=page.rings,
                          clues=clues, numbers=numbers), 1.0
    if view is None and isinstance(nonogram.geometry, Solid):
        view = "isometric" if isinstance(page.picture, bytes) else "sheets"
    cell = usual_cell(nonogram, view, CELL)
    scene = scene_of(nonogram, view, picture=page.picture, marks=page.marks, cell=cell,
                     clues=clues)
    # The words of a solid that is seen as a whole are set for cells of 24 pixels.
    return scene, LARGEST / (24 if view == "isometric" else cell)


class _Fit(NamedTuple):
    """A sheet, and how many millimetres of it a unit of the drawing takes."""

    width: float
    height: float
    scale: float
    edge: float


def _print(canvas: Canvas, drawing: Drawing, most: float, paper: str) -> _Fit:
    """The page or pages of a drawing."""
    parts = drawing.pages if isinstance(drawing, Scene) else [(0, drawing.height)]
    tallest = max(bottom - top for top, bottom in parts)
    # A plan has a margin of its own, and rather no other than a wrong size.
    edges = (EDGE,) if isinstance(drawing, Scene) else (EDGE / 2, 0.0)
    fits = [_fit(drawing.width, tallest, most, paper, edge) for edge in edges]
    fit = next((fit for fit in fits if fit.scale == most), fits[0])
    for number, (top, bottom) in enumerate(parts, start=1):
        canvas.setPageSize((fit.width * POINT, fit.height * POINT))
        press, scale = Press(canvas), fit.scale * POINT
        left = (fit.width / fit.scale - drawing.width) / 2
        with press.through((scale, 0, 0, -scale, left * scale,
                            (fit.height - fit.edge) * POINT + top * scale)):
            if isinstance(drawing, Scene):
                print_scene(press, drawing, int(top), int(bottom))
            else:
                print_plan(press, drawing)
        if isinstance(drawing, Plan) and fit.scale < 1:
            _note(press, f"{int(100 * fit.scale)}% of true size", fit)
        if len(parts) > 1:
            name = f"{shorten(drawing.title, SMALL, fit.width / 2)}, " if drawing.title else ""
            _note(press, f"{name}page {number} of {len(parts)}", fit)
        canvas.showPage()
    return fit


def _fit(width: float, height: float, most: float, paper: str, edge: float) -> _Fit:
    """Upright if the drawing does not become smaller by it, else lying."""
    short, long = PAPERS[paper]
    sheets = ((short, long), (long, short))
    scales = [min(most, (wide - 2 * edge) / width, (high - 2 * edge) / height)
              for wide, high in sheets]
    lying = scales[1] > scales[0]
    return _Fit(*sheets[lying], scales[lying], edge)


def _note(press: Press, text: str, fit: _Fit) -> None:
    """Words in the lower margin."""
    with press.through((POINT, 0, 0, -POINT, 0, fit.height * POINT)):
        press.ink(NOTE)
        press.text(text, (fit.width / 2, fit.height - EDGE / 2), SMALL, middle=True)


def _fit_remarks(drawing: Drawing, most: float, fit: _Fit, paper: str) -> Iterator[str]:
    if isinstance(drawing, Plan) and fit.scale < 1:
        yield (f"drawn at {int(100 * fit.scale)}% of its size, to fit on {paper} paper: "
               f"{drawing.width:.0f} x {drawing.height:.0f} mm do not")
    elif isinstance(drawing, Scene) and LARGEST * fit.scale / most < LEAST:
        yield (f"cells of {LARGEST * fit.scale / most:.1f} mm: it is large for {paper} paper")


def _font_remarks(drawing: Drawing) -> Iterator[str]:
    texts = plan_texts(drawing) if isinstance(drawing, Plan) else scene_texts(drawing.items)
    if any(map(lost, texts)):
        yield f"characters that no font at hand has are printed as {LOST}"
    if any(map(borrowed, texts)):
        yield "East Asian letters are shown by the reader's own fonts: none is in the file"
