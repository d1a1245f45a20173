"""What is printed: a scene or a plan, how large it may become, and how it gets onto paper.

A plan keeps its millimetres where the paper allows; a scene gets cells of 8 mm, or as large as fit.
Places on paper are millimetres from the top left corner of the sheet, y downwards.
"""

from __future__ import annotations

import io
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from nonoforge.draw.fonts import LOST, borrowed, lost
from nonoforge.draw.plan.parts import Plan
from nonoforge.draw.plan.plane import plane_plan
from nonoforge.draw.plan.to_pdf import plan_texts, print_plan
from nonoforge.draw.press import Press
from nonoforge.draw.scene.parts import Scene
from nonoforge.draw.scene.sheets import sheets
from nonoforge.draw.scene.to_pdf import print_scene, scene_texts
from nonoforge.draw.views import View, in_plane, scene_of, usual_cell
from nonoforge.errors import MissingPart
from nonoforge.families.solid import Solid
from nonoforge.nonogram import Nonogram
from nonoforge.path import Point
from nonoforge.puzzle import Colouring
from nonoforge.state import State
from nonoforge.text import printable

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

POINT = 72 / 25.4  # points of a millimetre
CELL = 40  # pixels of a cell in a scene: much finer than what is seen
LARGEST = 8.0  # millimetres of such a cell on paper
LEAST = 2.5  # millimetres; smaller cells are hard to fill in

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


class Sized(NamedTuple):
    """A drawing, and the most millimetres that a unit of it may have on paper."""

    drawing: Drawing
    most: float

    @property
    def parts(self) -> list[tuple[float, float]]:
        """The first and last height of each of its pages."""
        drawing = self.drawing
        return [*drawing.pages] if isinstance(drawing, Scene) else [(0, drawing.height)]

    @property
    def height(self) -> float:
        """Of its tallest page, in its own units."""
        return max(bottom - top for top, bottom in self.parts)

    def scale(self, width: float, height: float) -> float:
        """The most millimetres of a unit in a box of this size."""
        return min(self.most, width / self.drawing.width, height / self.height)


def sized(
    nonogram: Nonogram, page: Page, *, clues: bool, view: View | None, numbers: bool = False,
    told: bool = True,
) -> Sized:
    """What a page shows. A solid's puzzle comes in layers to solve on paper, its solution as a
    whole, unless a view is asked for; `told` says how to read the clues."""
    picture, marks, rings = page
    if in_plane(nonogram, view):
        return Sized(plane_plan(nonogram, picture=picture, marks=marks, rings=rings, clues=clues,
                                numbers=numbers, told=told), 1.0)
    if view is None and isinstance(nonogram.geometry, Solid):
        view = "isometric" if isinstance(picture, bytes) else "sheets"
    if view == "sheets" and not told:
        scene = sheets(nonogram, picture=picture, marks=marks, cell=CELL, clues=clues, told=False)
        return Sized(scene, LARGEST / CELL)
    cell = usual_cell(nonogram, view, CELL)
    scene = scene_of(nonogram, view, picture=picture, marks=marks, cell=cell, clues=clues)
    # The words of a solid that is seen as a whole are set for cells of 24 pixels.
    return Sized(scene, LARGEST / (24 if view == "isometric" else cell))


def canvas_of(title: str, author: str) -> tuple[Canvas, io.BytesIO]:
    """An empty document, and where its bytes will be."""
    try:
        from reportlab.pdfgen.canvas import Canvas
    except ImportError as error:
        raise MissingPart(
            "PDF needs reportlab, which is not installed; get it with: pip install "
            "'nonoforge[print]', or draw SVG instead") from error
    out = io.BytesIO()
    canvas = Canvas(out, invariant=1)  # the same bytes each time
    canvas.setTitle(printable(title) or "Nonogram")
    canvas.setAuthor(printable(author))
    canvas.setCreator("Nonoforge")
    canvas.setSubject("")
    return canvas, out


def bytes_of(canvas: Canvas, out: io.BytesIO) -> bytes:
    """The finished document; as bytes, not as text in base 85, which takes long and more room."""
    from reportlab import rl_config

    before, rl_config.useA85 = rl_config.useA85, 0
    try:
        canvas.save()
    finally:
        rl_config.useA85 = before
    return out.getvalue()


@contextmanager
def leaf(canvas: Canvas, width: float, height: float) -> Iterator[Press]:
    """A sheet of so many millimetres."""
    canvas.setPageSize((width * POINT, height * POINT))
    press = Press(canvas)
    with press.through((POINT, 0, 0, -POINT, 0, height * POINT)):
        yield press
    canvas.showPage()


def put(press: Press, drawing: Drawing, part: tuple[float, float], at: Point, scale: float) -> None:
    """A part of a drawing on a sheet, with its top left corner there."""
    top, bottom = part
    with press.through((scale, 0, 0, scale, at[0], at[1] - top * scale)):
        if isinstance(drawing, Scene):
            print_scene(press, drawing, int(top), int(bottom))
        else:
            print_plan(press, drawing)


def texts_of(drawing: Drawing) -> list[str]:
    """All that is written in a drawing."""
    return plan_texts(drawing) if isinstance(drawing, Plan) else scene_texts(drawing.items)


def font_remarks(texts: Iterable[str]) -> Iterator[str]:
    """What could not be written, or not with a font in the file."""
    found = list(texts)
    if any(map(lost, found)):
        yield f"characters that no font at hand has are printed as {LOST}"
    if any(map(borrowed, found)):
        yield "East Asian letters are shown by the reader's own fonts: none is in the file"
