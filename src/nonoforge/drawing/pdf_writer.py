"""PDF to print, of every family: the puzzle, then its solution. reportlab is loaded when used.

A drawing in true size keeps its millimetres where the paper allows; others get cells as large as
fit, up to 12 mm. A puzzle that has to be shrunk is noted in a remark. Many puzzles are a booklet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from nonoforge.drawing.display import (
    MAX_ENLARGED,
    Boxes,
    Contents,
    Display,
    Group,
    Item,
    Layer,
    Paths,
    Polygons,
    Rings,
    Stamp,
    Strokes,
    Texts,
    as_paths,
    headed,
)
from nonoforge.drawing.options import PAPERS, DrawOptions, Paper
from nonoforge.drawing.pdf_canvas import PdfCanvas, PdfDocument, PdfPath, font_remarks
from nonoforge.drawing.text_metrics import shorten
from nonoforge.nonogram import Nonogram
from nonoforge.path import Point

EDGE = 10.0  # millimetres of paper that stay empty
NOTE_SIZE = 2.6  # millimetres: letters in the margin
NOTE_COLOUR = "#707070"


class Printed(NamedTuple):
    """A PDF file, and remarks about it."""

    data: bytes
    remarks: tuple[str, ...]


def pdf(
    nonogram: Nonogram, options: DrawOptions | None = None,
    pages: Sequence[Contents] | None = None,
) -> bytes:
    """Return a nonogram as a PDF file: the puzzle and, where it has one, its solution; or a page
    for each of `pages`.

    Without a view, a puzzle in space comes in layers to solve on paper, its solution as a whole.
    """
    return printed(nonogram, options, pages).data


def printed(
    nonogram: Nonogram, options: DrawOptions | None = None,
    pages: Sequence[Contents] | None = None,
) -> Printed:
    """Return the same with remarks: what had to be shrunk, and what could not be written."""
    options = options or DrawOptions()
    if pages is None:
        solved = [] if nonogram.solution is None else [Contents(nonogram.solution)]
        pages = [Contents(), *solved]
    document = PdfDocument(nonogram.info.title if options.titles else "", nonogram.info.author)
    remarks: dict[str, None] = {}
    for page in pages:
        display = nonogram.family.display(headed(nonogram, page, options), page, options,
                                          medium="paper")
        fit = _print(document, display, options.paper)
        remarks |= dict.fromkeys([*_fit_remarks(display, fit, options.paper),
                                  *font_remarks(display.texts)])
    return Printed(document.finish(), tuple(remarks))


def display_pdf(display: Display, paper: Paper = "a4") -> bytes:
    """Return a display list as a PDF file, shrunk to the paper where it is larger."""
    document = PdfDocument(display.title, "")
    _print(document, display, paper)
    return document.finish()


class _Fit(NamedTuple):
    """A sheet, the millimetres of a unit of the display on it, and the margin."""

    width: float
    height: float
    scale: float
    edge: float


def _print(document: PdfDocument, display: Display, paper: Paper) -> _Fit:
    """Print a display on as many sheets as it has pages."""
    # A drawing in true size has its margin already; a further one could make the size wrong.
    edges = (EDGE / 2, 0.0) if display.true_size else (EDGE,)
    fits = [_fit(display, paper, edge) for edge in edges]
    fit = next((fit for fit in fits if fit.scale == display.unit), fits[0])
    count = len(display.pages)
    for number in range(1, count + 1):
        with document.page(fit.width, fit.height) as canvas:
            left = (fit.width - display.width * fit.scale) / 2
            draw_display(canvas, display, (left, fit.edge), fit.scale, page=number - 1)
            if display.true_size and fit.scale < display.unit:
                _note(canvas, f"{_percent(display, fit)}% of true size", fit)
            if count > 1:
                name = shorten(display.title, NOTE_SIZE, fit.width / 2)
                _note(canvas, f"{name}{', ' * bool(name)}page {number} of {count}", fit)
    return fit


def _fit(display: Display, paper: Paper, edge: float) -> _Fit:
    """Return the sheet upright if the drawing does not become smaller by it, else lying."""
    short, long = PAPERS[paper]
    sheets = ((short, long), (long, short))
    enlarged = 1.0 if display.true_size else MAX_ENLARGED
    scales = [display.fitting(wide - 2 * edge, high - 2 * edge, enlarged)
              for wide, high in sheets]
    lying = scales[1] > scales[0]
    return _Fit(*sheets[lying], scales[lying], edge)


def printed_detail(display: Display, paper: Paper) -> float:
    """Return the millimetres of a cell, or of a number's box, on this paper."""
    return display.detail * _fit(display, paper, EDGE).scale / display.unit


def _percent(display: Display, fit: _Fit) -> int:
    return int(100 * fit.scale / display.unit)


def _note(canvas: PdfCanvas, text: str, fit: _Fit) -> None:
    """Write into the lower margin."""
    canvas.ink(NOTE_COLOUR)
    canvas.text(text, (fit.width / 2, fit.height - EDGE / 2), NOTE_SIZE, middle=True)


def _fit_remarks(display: Display, fit: _Fit, paper: Paper) -> Iterator[str]:
    detail = display.detail * fit.scale / display.unit
    if display.true_size and fit.scale < display.unit:
        yield (f"drawn at {_percent(display, fit)}% of its size, to fit on {paper} paper: "
               f"{display.width * display.unit:.0f} x {display.height * display.unit:.0f} mm do "
               "not")
    elif not display.true_size and detail < display.min_detail:
        yield f"cells of {detail:.1f} mm: it is large for {paper} paper"


def draw_display(
    canvas: PdfCanvas, display: Display, at: Point, scale: float, page: int = 0,
) -> None:
    """Draw a page of a display with its top left corner there, and `scale` millimetres to a unit
    of the display."""
    top, bottom = display.pages[page]
    with canvas.transformed((scale, 0, 0, scale, at[0], at[1] - top * scale)):
        if display.true_size:
            _draw_items(canvas, display.items)
            return
        with canvas.clipped(0, top, display.width, bottom - top):
            items = display.items if not display.breaks else \
                [_between(item, top, bottom) for item in display.items]
            _draw_items(canvas, items)


def _between(item: Item, top: float, bottom: float) -> Item:
    """Return what of an item may be seen between two heights: the rest stands on other pages and
    would only be clipped."""
    if isinstance(item, Boxes):
        return item._replace(boxes=[box for box in item.boxes
                                    if box[1] < bottom and box[1] + box[3] > top])
    if isinstance(item, Stamp):
        return item._replace(places=[place for place in item.places
                                     if top - item.size < place[1] < bottom])
    if isinstance(item, Texts):
        return item._replace(texts=[text for text in item.texts
                                    if top < text[1] < bottom + item.size])
    if isinstance(item, Rings):
        reach = item.radius + item.width
        return item._replace(centres=[centre for centre in item.centres
                                      if top - reach < centre[1] < bottom + reach])
    return item


def _draw_items(canvas: PdfCanvas, items: Sequence[Item]) -> None:
    for item in items:
        if isinstance(item, Layer):
            _draw_items(canvas, () if item.hidden else item.items)
        elif isinstance(item, Group) and item.matrix:
            with canvas.transformed(item.matrix):
                _draw_items(canvas, item.items)
        elif isinstance(item, Group):
            _draw_items(canvas, item.items)
        elif isinstance(item, Texts):
            canvas.ink(item.colour)
            canvas.texts(item.texts, item.size, middle=item.anchor == "middle", bold=item.bold,
                         angle=item.angle)
        elif isinstance(item, Stamp):
            _draw_stamp(canvas, item)
        else:
            _draw_shapes(canvas, item)


def _draw_stamp(canvas: PdfCanvas, stamp: Stamp) -> None:
    for strokes in stamp.strokes if stamp.places else ():
        path = PdfPath()
        for x, y in stamp.places:
            for x1, y1, x2, y2 in strokes.segments:
                path.move(x + x1, y + y1)
                path.line(x + x2, y + y2)
        canvas.pen(strokes.colour, strokes.width, cap=2)
        canvas.draw(path, stroke=True)


def _draw_shapes(canvas: PdfCanvas, item: Boxes | Strokes | Polygons | Rings | Paths) -> None:
    path, holes = PdfPath(), isinstance(item, Paths)
    if isinstance(item, Boxes):
        for x, y, width, height in item.boxes:
            radius = max(0, min(item.radius, width // 2, height // 2))
            if radius:
                path.rounded_rect(x, y, width, height, radius)
            else:
                path.rect(x, y, width, height)
        item = Paths([], item.colour)
    else:
        item = as_paths(item)
        for part in item.paths:
            path.path(part, closed=item.closed)
    if not path:
        return
    if item.fill:
        canvas.ink(item.fill)
    if item.pen:
        canvas.pen(item.pen, item.width)
    canvas.draw(path, stroke=item.pen is not None, fill=item.fill is not None, holes=holes)
