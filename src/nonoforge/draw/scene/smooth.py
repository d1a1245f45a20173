"""PNG of what is not made of upright boxes: painted larger, then shrunk, for smooth edges."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from nonoforge.draw.colours import channels
from nonoforge.draw.painting import factor_for, seen_text
from nonoforge.draw.scene.parts import Facets, Fill, Item, Lines, Plane, Rings, Scene, Stamp, Texts

if TYPE_CHECKING:
    from PIL import Image, ImageDraw

Matrix: TypeAlias = tuple[float, float, float, float, float, float]

CORNERS = 32  # of a polygon that stands for a circle
FINE = 4  # rings are made this much larger, since pages may be too large to be smoothed as a whole


def needs_smoothing(scene: Scene) -> bool:
    """Is there anything in it that plain boxes and stamps cannot show?"""
    return any(isinstance(item, Facets | Lines | Rings | Plane) for item in scene.items)


def paint_smooth(scene: Scene) -> Image.Image:
    """The scene as an image."""
    from PIL import Image, ImageDraw

    factor = factor_for(scene.width * scene.height)
    image = Image.new("RGB", (scene.width * factor, scene.height * factor))
    brush = _Brush(image, ImageDraw.Draw(image), (factor, 0, 0, factor, 0, 0))
    for item in scene.unpaged:
        brush.paint(item)
    return image.resize((scene.width, scene.height), Image.Resampling.BOX)


class _Brush:
    """Paints items whose coordinates are seen through a matrix."""

    def __init__(self, image: Image.Image, pen: ImageDraw.ImageDraw, matrix: Matrix) -> None:
        self.image, self.pen, self.matrix = image, pen, matrix
        a, b, c, d = matrix[:4]
        self.scale = math.sqrt(abs(a * d - b * c))

    def paint(self, item: Item) -> None:
        if isinstance(item, Plane):
            inner = _Brush(self.image, self.pen, _product(self.matrix, item.matrix))
            for part in item.items:
                inner.paint(part)
        elif isinstance(item, Texts):
            self._texts(item)
        elif isinstance(item, Fill):
            for x, y, width, height in item.boxes:
                self._polygon(item.colour, [(x, y), (x + width, y), (x + width, y + height),
                                            (x, y + height)])
        elif isinstance(item, Facets):
            for outline in item.outlines:
                self._polygon(item.colour, list(outline))
        elif isinstance(item, Rings):
            self._rings(item)
        elif isinstance(item, Stamp):
            self._stamps(item)
        else:
            for x1, y1, x2, y2 in item.segments:
                self._line(item.colour, item.width, (x1, y1), (x2, y2))

    def _at(self, x: float, y: float) -> tuple[float, float]:
        a, b, c, d, e, f = self.matrix
        return a * x + c * y + e, b * x + d * y + f

    def _polygon(self, colour: str, points: list[tuple[int, int]]) -> None:
        # Pillow paints the pixels on the outline too, so its far sides come in by one.
        placed = [self._at(*point) for point in points]
        if self.matrix[1] == self.matrix[2] == 0 and len(points) == 4 \
                and points[0][1] == points[1][1]:
            (left, top), (right, bottom) = placed[0], placed[2]
            self.pen.rectangle((left, top, right - 1, bottom - 1), channels(colour))
        else:
            self.pen.polygon(placed, channels(colour))

    def _line(
        self, colour: str, width: float, start: tuple[float, float], end: tuple[float, float],
    ) -> None:
        """With round ends, so that lines that meet have no notch."""
        thick = max(1, round(width * self.scale))
        ends = self._at(*start), self._at(*end)
        self.pen.line(ends, channels(colour), thick)
        if thick > 2:
            reach = (thick - 1) / 2
            for x, y in ends:
                self.pen.ellipse((x - reach, y - reach, x + reach, y + reach), channels(colour))

    def _rings(self, rings: Rings) -> None:
        """Each ring is the difference of two polygons, painted through a mask made once."""
        mask, left, top = _ring_mask(rings.shape, rings.radius, rings.width, self.matrix[:4])
        for middle in rings.middles:
            x, y = self._at(*middle)
            self.image.paste(channels(rings.colour), (round(x) + left, round(y) + top), mask)

    def _stamps(self, stamp: Stamp) -> None:
        for stroke in stamp.strokes:
            for x, y in stamp.places:
                for x1, y1, x2, y2 in stroke.segments:
                    self._line(stroke.colour, stroke.width, (x + x1, y + y1), (x + x2, y + y2))

    def _texts(self, texts: Texts) -> None:
        for x, y, text in texts.texts:
            mask, left, top, wide = seen_text(text, texts.size, texts.bold, self.matrix[:4])
            if mask is not None:
                start = x - wide / 2 if texts.anchor == "middle" else x
                at = self._at(start, y)
                self.image.paste(channels(texts.colour),
                                 (round(at[0]) + left, round(at[1]) + top), mask)


def _product(outer: Matrix, inner: Matrix) -> Matrix:
    a, b, c, d, e, f = outer
    p, q, r, s, t, u = inner
    return (a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s,
            a * t + c * u + e, b * t + d * u + f)


@lru_cache(maxsize=256)
def _ring_mask(
    shape: str, radius: float, width: float, matrix: tuple[float, ...],
) -> tuple[Image.Image, int, int]:
    """A ring as a mask, and where its corner lies from its middle."""
    from PIL import Image, ImageDraw

    a, b, c, d = matrix
    turns = CORNERS if shape == "circle" else 4
    # The corners of a square lie on the diagonals, farther out than its sides.
    far = 1.0 if shape == "circle" else math.sqrt(2)
    def outline(reach: float) -> list[tuple[float, float]]:
        angles = (math.tau * (n + 0.5) / turns for n in range(turns))
        points = ((far * reach * math.cos(t), far * reach * math.sin(t)) for t in angles)
        return [(a * x + c * y, b * x + d * y) for x, y in points]
    outer = outline(radius + width / 2)
    left, top = (math.floor(min(p[n] for p in outer)) - 1 for n in (0, 1))
    right, bottom = (math.ceil(max(p[n] for p in outer)) + 2 for n in (0, 1))
    size = (right - left, bottom - top)
    large = Image.new("L", (size[0] * FINE, size[1] * FINE))
    pen = ImageDraw.Draw(large)
    for reach, value in ((radius + width / 2, 255), (radius - width / 2, 0)):
        pen.polygon([((x - left) * FINE, (y - top) * FINE) for x, y in outline(reach)], value)
    return large.resize(size, Image.Resampling.BOX), left, top


