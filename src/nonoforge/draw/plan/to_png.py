"""A plan as an image: painted larger, then shrunk, for smooth edges. Pillow is loaded here."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from nonoforge.draw.colours import channels
from nonoforge.draw.painting import factor_for, seen_text
from nonoforge.draw.plan.parts import Figure, Plan, Word
from nonoforge.path import Point, flat

if TYPE_CHECKING:
    from PIL import Image, ImageDraw

FINE = 0.2  # pixels by which a polygon may miss a curve


def plan_size(plan: Plan, scale: float) -> tuple[int, int]:
    """Width and height with so many pixels to the millimetre."""
    return max(1, math.ceil(plan.width * scale)), max(1, math.ceil(plan.height * scale))


def paint_plan(plan: Plan, scale: float) -> Image.Image:
    """The plan with so many pixels to the millimetre."""
    from PIL import Image, ImageDraw

    width, height = plan_size(plan, scale)
    factor = factor_for(width * height)
    image = Image.new("RGB", (width * factor, height * factor), "white")
    brush = _Brush(image, ImageDraw.Draw(image), scale * factor)
    for layer in plan.layers:
        for item in () if layer.hidden else layer.items:
            if isinstance(item, Word):
                brush.word(item)
            else:
                brush.figure(item)
    return image.resize((width, height), Image.Resampling.BOX)


class _Brush:
    """Paints with so many pixels to the millimetre."""

    def __init__(self, image: Image.Image, pen: ImageDraw.ImageDraw, scale: float) -> None:
        self.image, self.pen, self.scale = image, pen, scale

    def figure(self, figure: Figure) -> None:
        polygons = [[(x * self.scale, y * self.scale)
                     for x, y in flat(path, FINE / self.scale)] for path in figure.paths]
        if figure.fill:
            self._fill(polygons, channels(figure.fill))
        if figure.pen:
            width = max(1, round(figure.width * self.scale))
            for polygon in polygons:
                self._line(polygon, channels(figure.pen), width)

    def _fill(self, polygons: Sequence[Sequence[Point]], colour: tuple[int, int, int]) -> None:
        """By the even-odd rule, which Pillow has for single polygons only."""
        if len(polygons) == 1:
            self.pen.polygon(polygons[0], colour)
            return
        from PIL import Image, ImageChops, ImageDraw

        mask = Image.new("1", self.image.size)
        for polygon in polygons:
            left, top, right, bottom = _around(polygon, self.image.size)
            if left >= right or top >= bottom:
                continue
            patch = Image.new("1", (right - left, bottom - top))
            ImageDraw.Draw(patch).polygon([(x - left, y - top) for x, y in polygon], 1)
            here = mask.crop((left, top, right, bottom))
            mask.paste(ImageChops.logical_xor(here, patch), (left, top))
        self.image.paste(colour, (0, 0), mask)

    def _line(self, points: Sequence[Point], colour: tuple[int, int, int], width: int) -> None:
        """With round ends and joints."""
        self.pen.line(points, colour, width, joint="curve")
        if width > 2:
            reach = (width - 1) / 2
            for x, y in (points[0], points[-1]):
                self.pen.ellipse((x - reach, y - reach, x + reach, y + reach), colour)

    def word(self, word: Word) -> None:
        turn = math.radians(word.angle)
        matrix = (math.cos(turn), math.sin(turn), -math.sin(turn), math.cos(turn)) \
            if word.angle else (1.0, 0.0, 0.0, 1.0)
        mask, left, top, wide = seen_text(word.text, max(1, round(word.size * self.scale)),
                                          word.bold, matrix)
        if mask is None:
            return
        back = wide / 2 if word.anchor == "middle" else 0.0
        x = word.at[0] * self.scale - back * matrix[0]
        y = word.at[1] * self.scale - back * matrix[1]
        self.image.paste(channels(word.colour), (round(x) + left, round(y) + top), mask)


def _around(polygon: Sequence[Point], size: tuple[int, int]) -> tuple[int, int, int, int]:
    """The part of the image that a polygon touches."""
    xs, ys = zip(*polygon, strict=True)
    return (max(0, math.floor(min(xs)) - 1), max(0, math.floor(min(ys)) - 1),
            min(size[0], math.ceil(max(xs)) + 2), min(size[1], math.ceil(max(ys)) + 2))
