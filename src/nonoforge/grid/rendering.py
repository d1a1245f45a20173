"""Drawings as pixels: the filled and stroked shapes of an SVG file, painted with Pillow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nonoforge.errors import InputError
from nonoforge.grid.photo import Photo
from nonoforge.plane import Drawing, Shape, drawing_of
from nonoforge.plane.path import Box, Point, bounds, flat

if TYPE_CHECKING:
    from PIL import Image

LONG = 1600  # pixels of the longer side
STROKE = 0.004  # of the longer side: the width of a line, which a drawing does not tell here


def rendered(file: str, data: bytes) -> Photo:
    """The picture of an SVG file."""
    import numpy as np

    drawing = drawing_of(data, file)
    box = drawing.page or _extent(drawing)
    image = _paint(drawing, box)
    pixels: Any = np.asarray(image)
    return Photo(pixels, drawing.notes)


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
    image = Image.new("RGB", size, "white")
    for shape in drawing.shapes:
        loops = [[((x - box.left) * scale, (box.top - y) * scale)
                  for x, y in flat(outline.path, 0.5 / scale)] for outline in shape.outlines]
        _fill(image, shape, loops)
        _stroke(image, shape, loops)
    return image


def _fill(image: Image.Image, shape: Shape, loops: list[list[Point]]) -> None:
    """Loops within loops are holes by the even-odd rule, which nearly all drawings mean."""
    from PIL import Image, ImageChops, ImageDraw

    if shape.fill is None:
        return
    mask = Image.new("1", image.size)
    for loop in loops:
        if len(loop) > 2:
            one = Image.new("1", image.size)
            ImageDraw.Draw(one).polygon(loop, fill=1)
            mask = ImageChops.logical_xor(mask, one)
    image.paste(shape.fill, (0, 0), mask)


def _stroke(image: Image.Image, shape: Shape, loops: list[list[Point]]) -> None:
    from PIL import ImageDraw

    if shape.stroke is not None:
        pen = ImageDraw.Draw(image)
        for loop in loops:
            pen.line(loop, fill=shape.stroke, width=max(1, round(STROKE * max(image.size))),
                     joint="curve")
