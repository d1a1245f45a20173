"""Drawings as pixels: the filled and stroked shapes of an SVG file, painted with Pillow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nonoforge.errors import InputError
from nonoforge.families.grid.photo import Paper, Photo, on_paper
from nonoforge.families.plane import Drawing, Shape, drawing_of
from nonoforge.path import Box, Point, bounds, flat

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL import Image

LONG = 1600  # pixels of the longer side
STROKE = 0.004  # of the longer side: the width of a line where a drawing does not tell
WIDEST = 0.5  # of the longer side

Loop = list[Point]


def rendered(file: str, data: bytes, paper: Paper | None = None) -> Photo:
    """The picture of an SVG file; where nothing is drawn it shows the paper."""
    drawing = drawing_of(data, file)
    return Photo(on_paper(_paint(drawing, drawing.page or _extent(drawing)), paper), drawing.notes)


def _extent(drawing: Drawing) -> Box:
    points = [point for shape in drawing.shapes for outline in shape.outlines
              for point in flat(outline.path, 0.5)]
    if not points:
        raise InputError("there is nothing drawn in it")
    return bounds(points)


def _paint(drawing: Drawing, box: Box) -> Image.Image:
    from PIL import Image

    scale = LONG / max(box.width, box.height, 1e-9)
    size = (max(1, round(box.width * scale)), max(1, round(box.height * scale)))
    image = Image.new("RGBA", size, (0, 0, 0, 0))
    for shape in drawing.shapes:
        loops = [[((x - box.left) * scale, (box.top - y) * scale)
                  for x, y in flat(outline.path, 0.5 / scale)] for outline in shape.outlines]
        _fill(image, shape, [loop for loop in loops if len(loop) > 2])
        _stroke(image, shape, loops, scale)
    return image


def _fill(image: Image.Image, shape: Shape, loops: list[Loop]) -> None:
    """Loops within loops are holes: every second one, or those that turn the other way."""
    import numpy as np
    from PIL import Image

    if shape.fill is None or not loops:
        return
    left, top, right, bottom = _frame(image, loops)
    if right <= left or bottom <= top:
        return
    wound = np.zeros((bottom - top, right - left), np.int32)
    for loop in loops:
        turn = 1 if shape.rule == "evenodd" or _area(loop) > 0 else -1
        wound += turn * _mask(loop, left, top, wound.shape)
    inside = wound % 2 != 0 if shape.rule == "evenodd" else wound != 0
    image.paste(shape.fill, (left, top), Image.fromarray(inside))


def _mask(loop: Loop, left: int, top: int, shape: tuple[int, ...]) -> NDArray[Any]:
    import numpy as np
    from PIL import Image, ImageDraw

    one = Image.new("1", (shape[1], shape[0]))
    ImageDraw.Draw(one).polygon([(x - left, y - top) for x, y in loop], fill=1)
    return np.asarray(one)


def _frame(image: Image.Image, loops: list[Loop]) -> tuple[int, int, int, int]:
    """The part of the picture that the loops are in."""
    xs, ys = zip(*(point for loop in loops for point in loop), strict=True)
    return (max(0, int(min(xs))), max(0, int(min(ys))), min(image.width, int(max(xs)) + 2),
            min(image.height, int(max(ys)) + 2))


def _area(loop: Loop) -> float:
    """Twice the area; its sign says which way the loop turns."""
    return sum(x * w - v * y for (x, y), (v, w) in zip(loop, [*loop[1:], loop[0]], strict=True))


def _stroke(image: Image.Image, shape: Shape, loops: list[Loop], scale: float) -> None:
    from PIL import ImageDraw

    if shape.stroke is None:
        return
    longer = max(image.size)
    width = STROKE * longer if shape.width is None else min(shape.width * scale, WIDEST * longer)
    pen = ImageDraw.Draw(image)
    for loop in loops:
        pen.line(loop, fill=shape.stroke, width=max(1, round(width)), joint="curve")
