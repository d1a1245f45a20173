"""PNG of every family, painted with Pillow, which is loaded only when used.

A display of boxes, stamps and texts in whole pixels is painted as it is. All others are painted
larger and then shrunk, for smooth edges.
"""

from __future__ import annotations

import io
import math
from bisect import bisect
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from nonoforge.colour_vision import channels
from nonoforge.drawing.display import (
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
    flattened,
    headed,
)
from nonoforge.drawing.options import MAX_SCALE, DrawOptions
from nonoforge.errors import InputError, MissingPart
from nonoforge.nonogram import Nonogram
from nonoforge.path import Matrix, Point, flat, product, sent
from nonoforge.puzzle import Colouring
from nonoforge.state import State
from nonoforge.text import columns

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL import Image, ImageFont

MAX_DEFAULT_PIXELS = 40_000_000  # where no scale is given
MAX_PIXELS = 2 * MAX_DEFAULT_PIXELS
MAX_SMOOTH_PIXELS = 36_000_000  # before shrinking
SMOOTH_FACTORS = (3, 2, 1)
STAMP_FACTOR = 4  # stamps and rings are painted this much larger, then shrunk
CIRCLE_CORNERS = 32  # of a polygon that stands for a circle
FLATNESS = 0.2  # pixels by which a polygon may miss a curve
PREVIEW_SIDE = 480  # pixels that each picture of a preview may have
PREVIEW_GAP = 16
FONTS = ("DejaVuSans.ttf", "NotoSans-Regular.ttf", "LiberationSans-Regular.ttf", "arial.ttf")
EAST_ASIAN_FONTS = ("NotoSansCJK-Regular.ttc", "NotoSansCJKjp-Regular.otf", "msgothic.ttc",
                    "PingFang.ttc")


def png(
    nonogram: Nonogram, options: DrawOptions | None = None, *,
    picture: Colouring | State | None = None, marks: Collection[int] = (),
    rings: Collection[Point] = (),
) -> bytes:
    """Return a nonogram as a PNG file; see `svg` for `picture`, `marks` and `rings`.

    `options.scale` is the size of a cell in pixels; without it, 24 or what keeps a large puzzle
    within 40 million pixels. Cells under 12 pixels come without clues: they could not be read. A
    voxel's edge is longer, for there is less room on a side that is seen askew. Of a puzzle in true
    size it is the size of a millimetre; without it, the longer side has 2000 pixels.
    """
    require_pillow()
    contents, options = Contents(picture, marks, rings), options or DrawOptions()
    nonogram = headed(nonogram, contents, options)
    scale, options = _scaled(nonogram, options)
    display = nonogram.family.display(nonogram, contents, options, scale=scale)
    return _file(display_image(display))


def png_shows_clues(nonogram: Nonogram, options: DrawOptions) -> bool:
    """Return whether cells are large enough, at the scale of a PNG, for clues to be read."""
    return _scaled(nonogram, replace(options, clues=True))[1].clues


def _scaled(nonogram: Nonogram, options: DrawOptions) -> tuple[float, DrawOptions]:
    """Return the scale of a PNG, and the options without clues where they could not be read.

    The scale is that of the options, if such a picture can be painted, or the usual one, or what
    keeps the picture within its usual size.
    """
    def readable(scale: float) -> DrawOptions:
        return replace(options, clues=options.clues and scale >= min_readable)

    def pixels(scale: float) -> float:
        width, height = nonogram.family.display_size(nonogram, readable(scale), scale)
        return width * height

    usual, min_readable = nonogram.family.display_scales(nonogram, options)
    scale: float = options.scale or usual
    if options.scale is None:
        while scale > 1 and pixels(scale) > MAX_DEFAULT_PIXELS:
            scale = max(1, scale - 1)
    elif pixels(scale) > MAX_PIXELS:
        most = bisect(range(1, MAX_SCALE + 1), float(MAX_PIXELS), key=pixels)
        raise InputError(f"a scale of {scale} makes too large a picture; " + (
            f"at most {most} does here" if most else "leave it out"))
    return scale, readable(scale)


def require_pillow() -> None:
    """Raise MissingPart, with what to install, where Pillow is missing."""
    try:
        import PIL.Image  # noqa: F401
    except ImportError as error:
        raise MissingPart(
            "PNG pictures need Pillow: pip install 'nonoforge[images]', or draw SVG instead"
        ) from error


def _file(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def display_png(display: Display) -> bytes:
    """Return a display list as a PNG file."""
    require_pillow()
    return _file(display_image(display))


def display_image(display: Display) -> Image.Image:
    """Return a display list as an image, with `display.resolution` pixels to its unit."""
    from PIL import Image

    width, height = (max(1, math.ceil(side * display.resolution))
                     for side in (display.width, display.height))
    exact = display.resolution == 1 and all(
        isinstance(item, Boxes | Stamp | Texts) for item in display.items)
    factor = 1 if exact else _smooth_factor(width * height)
    scale = display.resolution * factor
    image = Image.new("L" if exact and _grey(display) else "RGB",
                      (width * factor, height * factor), "white")
    painter = _Painter(image, (scale, 0.0, 0.0, scale, 0.0, 0.0), exact)
    for item in display.unpaged:
        painter.paint(item)
    return image if exact else image.resize((width, height), Image.Resampling.BOX)


def _smooth_factor(pixels: int) -> int:
    """Return how much larger a picture of this size is painted before it is shrunk."""
    return next((factor for factor in SMOOTH_FACTORS
                 if pixels * factor * factor <= MAX_SMOOTH_PIXELS), 1)


def _grey(display: Display) -> bool:
    """Return whether there are only greys: such a picture takes a third of the room."""
    used: set[str] = set()
    for item in flattened(display.items):
        if isinstance(item, Stamp):
            used |= {strokes.colour for strokes in item.strokes if item.places}
        elif isinstance(item, Boxes | Texts):
            used.add(item.colour)
    return all(len(set(channels(colour))) == 1 for colour in used)


class _Painter:
    """Paints items whose coordinates are mapped by a matrix. With `exact` they are whole pixels,
    and edges are not smoothed by shrinking the image."""

    def __init__(self, image: Image.Image, matrix: Matrix, exact: bool) -> None:
        from PIL import ImageDraw

        self.image, self.matrix, self.exact = image, matrix, exact
        self.pen = ImageDraw.Draw(image)
        a, b, c, d = matrix[:4]
        self.scale = math.sqrt(abs(a * d - b * c))
        self.upright = b == c == 0

    def paint(self, item: Item) -> None:
        if isinstance(item, Layer):
            for part in () if item.hidden else item.items:
                self.paint(part)
        elif isinstance(item, Group):
            inner = _Painter(self.image, product(self.matrix, item.matrix), self.exact) \
                if item.matrix else self
            for part in item.items:
                inner.paint(part)
        elif isinstance(item, Texts):
            self._texts(item)
        elif isinstance(item, Boxes):
            self._boxes(item)
        elif isinstance(item, Polygons):
            for outline in item.outlines:
                self.pen.polygon([self._at(*point) for point in outline], self._ink(item.colour))
        elif isinstance(item, Rings):
            self._rings(item)
        elif isinstance(item, Stamp):
            self._stamp(item)
        elif isinstance(item, Strokes):
            for x1, y1, x2, y2 in item.segments:
                self._line([self._at(x1, y1), self._at(x2, y2)], item.colour, item.width)
        else:
            self._paths(item)

    def _at(self, x: float, y: float) -> Point:
        return sent((x, y), self.matrix)

    def _ink(self, colour: str) -> tuple[int, int, int] | int:
        return channels(colour)[0] if self.image.mode == "L" else channels(colour)

    def _boxes(self, item: Boxes) -> None:
        ink = self._ink(item.colour)
        for x, y, width, height in item.boxes:
            if not self.upright:
                self.pen.polygon([self._at(*corner) for corner in (
                    (x, y), (x + width, y), (x + width, y + height), (x, y + height))], ink)
                continue
            # Pillow paints the pixels on the outline too, so the far sides come in by one.
            (left, top), (right, low) = self._at(x, y), self._at(x + width, y + height)
            if item.radius:
                self.pen.rounded_rectangle((left, top, right - 1, low - 1),
                                           item.radius * self.scale, ink)
            else:
                self.pen.rectangle((left, top, right - 1, low - 1), ink)

    def _line(self, points: Sequence[Point], colour: str, width: float) -> None:
        """Paint a line with round ends and joints; `points` are pixels."""
        thick = max(1, round(width * self.scale))
        ink = self._ink(colour)
        self.pen.line(points, ink, thick, joint="curve" if len(points) > 2 else None)
        if thick > 2:
            reach = (thick - 1) / 2
            for x, y in (points[0], points[-1]):
                self.pen.ellipse((x - reach, y - reach, x + reach, y + reach), ink)

    def _paths(self, item: Paths) -> None:
        polygons = [[self._at(*point) for point in flat(path, FLATNESS / self.scale)]
                    for path in item.paths]
        if item.fill:
            self._fill(polygons, self._ink(item.fill))
        if item.pen:
            for polygon in polygons:
                self._line(polygon, item.pen, item.width)

    def _fill(self, polygons: Sequence[Sequence[Point]], ink: tuple[int, int, int] | int) -> None:
        """Fill by the even-odd rule, which Pillow has for single polygons only."""
        if len(polygons) == 1:
            self.pen.polygon(polygons[0], ink)
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
        self.image.paste(ink, (0, 0), mask)

    def _rings(self, rings: Rings) -> None:
        """Paint each ring through a mask made once."""
        mask, left, top = _ring_mask(rings.shape, rings.radius, rings.width, self.matrix[:4])
        for centre in rings.centres:
            x, y = self._at(*centre)
            self.image.paste(self._ink(rings.colour), (round(x) + left, round(y) + top), mask)

    def _stamp(self, stamp: Stamp) -> None:
        for strokes in stamp.strokes:
            if self.exact:
                mask, ink = _stamp_mask(strokes, stamp.size), self._ink(strokes.colour)
                for place in stamp.places:
                    self.image.paste(ink, place, mask)
                continue
            for x, y in stamp.places:
                for x1, y1, x2, y2 in strokes.segments:
                    self._line([self._at(x + x1, y + y1), self._at(x + x2, y + y2)],
                               strokes.colour, strokes.width)

    def _texts(self, texts: Texts) -> None:
        ink = self._ink(texts.colour)
        turn = math.radians(texts.angle)
        turned = (math.cos(turn), math.sin(turn), -math.sin(turn), math.cos(turn), 0.0, 0.0)
        matrix = (product(self.matrix, turned) if texts.angle else self.matrix)[:4]
        for x, y, text in texts.texts:
            mask, left, top, width = _seen_text(text, texts.size, texts.bold, matrix)
            if mask is None:
                continue
            back = width / 2 if texts.anchor == "middle" else 0.0
            if self.exact:
                start = int(x) - round(back), int(y)
            else:
                px, py = self._at(x, y)
                start = round(px - back * matrix[0]), round(py - back * matrix[1])
            self.image.paste(ink, (start[0] + left, start[1] + top), mask)


def _around(polygon: Sequence[Point], size: tuple[int, int]) -> tuple[int, int, int, int]:
    """Return the part of an image that a polygon touches: left, top, right, bottom."""
    xs, ys = zip(*polygon, strict=True)
    return (max(0, math.floor(min(xs)) - 1), max(0, math.floor(min(ys)) - 1),
            min(size[0], math.ceil(max(xs)) + 2), min(size[1], math.ceil(max(ys)) + 2))


def _stamp_mask(strokes: Strokes, size: int) -> Image.Image:
    """Return the strokes of a stamp as a mask, painted large and shrunk for smooth edges."""
    from PIL import Image, ImageDraw

    large = Image.new("L", (size * STAMP_FACTOR, size * STAMP_FACTOR))
    pen = ImageDraw.Draw(large)
    width = max(1, round(strokes.width * STAMP_FACTOR))
    for segment in strokes.segments:
        x1, y1, x2, y2 = (round(value * STAMP_FACTOR) for value in segment)
        pen.line((x1, y1, x2, y2), 255, width)
        for x, y in ((x1, y1), (x2, y2)):  # joints, which plain lines leave open
            pen.rectangle((x - width // 2, y - width // 2, x + width // 2, y + width // 2), 255)
    return large.resize((size, size), Image.Resampling.BOX)


@lru_cache(maxsize=256)
def _ring_mask(
    shape: str, radius: float, width: float, matrix: tuple[float, ...],
) -> tuple[Image.Image, int, int]:
    """Return a ring as a mask, and where the mask lies from the ring's centre."""
    from PIL import Image, ImageDraw

    a, b, c, d = matrix
    turns = CIRCLE_CORNERS if shape == "circle" else 4
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
    large = Image.new("L", (size[0] * STAMP_FACTOR, size[1] * STAMP_FACTOR))
    pen = ImageDraw.Draw(large)
    for reach, value in ((radius + width / 2, 255), (radius - width / 2, 0)):
        pen.polygon([((x - left) * STAMP_FACTOR, (y - top) * STAMP_FACTOR)
                     for x, y in outline(reach)], value)
    return large.resize(size, Image.Resampling.BOX), left, top


@lru_cache(maxsize=4096)
def _written(text: str, size: int, bold: bool) -> tuple[Image.Image | None, int, int, float]:
    """Return a text as a mask, where the mask lies from the text's start, and the text's width.

    A large puzzle has a hundred thousand numbers but few different ones: each is set once.
    """
    from PIL import Image, ImageDraw

    font = _font(size, text.isascii(), eastern=columns(text) > len(text))
    left, top, right, bottom = (int(v) for v in font.getbbox(text, anchor="ls"))
    extra = max(1, round(size / 14)) if bold else 0
    if right <= left or bottom <= top:
        return None, 0, 0, 0.0
    mask = Image.new("L", (right - left + extra + 1, bottom - top + 1))
    pen = ImageDraw.Draw(mask)
    for shift in range(extra + 1):
        pen.text((shift - left, -top), text, 255, font, anchor="ls")
    return mask, left, top, font.getlength(text) + extra


@lru_cache(maxsize=4096)
def _seen_text(
    text: str, size: float, bold: bool, matrix: tuple[float, ...],
) -> tuple[Image.Image | None, int, int, float]:
    """Return a text mapped by a matrix as a mask, where the mask lies from the text's start, and
    the text's width before it is mapped."""
    from PIL import Image

    a, b, c, d = matrix
    scale = math.sqrt(abs(a * d - b * c))
    mask, left, top, wide = _written(text, max(1, round(size * scale)), bold)
    if mask is None:
        return None, 0, 0, 0.0
    if b == c == 0:
        return mask, left, top, wide / scale
    a, b, c, d = a / scale, b / scale, c / scale, d / scale
    right, bottom = left + mask.width, top + mask.height
    corners = [(a * x + c * y, b * x + d * y) for x in (left, right) for y in (top, bottom)]
    x0, y0 = (math.floor(min(p[n] for p in corners)) for n in (0, 1))
    x1, y1 = (math.ceil(max(p[n] for p in corners)) for n in (0, 1))
    # Pillow asks where each pixel of the result comes from; the matrix keeps areas, so its
    # inverse is (d, -c, -b, a).
    back = (d, -c, d * x0 - c * y0 - left, -b, a, -b * x0 + a * y0 - top)
    seen = mask.transform((x1 - x0, y1 - y0), Image.Transform.AFFINE, back,
                          Image.Resampling.BICUBIC)
    return seen, x0, y0, wide / scale


@lru_cache(maxsize=64)
def _font(
    size: int, plain: bool, eastern: bool,
) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Pillow's own font has the letters of Western Europe; others ask for a font of the system."""
    from PIL import ImageFont

    for name in () if plain else (*EAST_ASIAN_FONTS * eastern, *FONTS):
        try:
            return ImageFont.truetype(name, size)
        except OSError:
            continue
    return ImageFont.load_default(size)


def preview(pixels: NDArray[Any], nonogram: Nonogram, marks: Collection[int]) -> bytes:
    """Return a PNG file with a picture, the puzzle made of it, and the puzzle with its changed
    cells marked, side by side."""
    require_pillow()
    from PIL import Image, ImageOps

    shown = [ImageOps.contain(Image.fromarray(pixels), (PREVIEW_SIDE, PREVIEW_SIDE))]
    for marked in ((), marks):
        data = png(nonogram, DrawOptions(clues=False), picture=nonogram.solution,
                   marks=marked)
        with Image.open(io.BytesIO(data)) as drawn:
            shown.append(ImageOps.contain(drawn.convert("RGB"), (PREVIEW_SIDE, PREVIEW_SIDE)))
    height = max(image.height for image in shown)
    width = sum(image.width for image in shown) + 4 * PREVIEW_GAP
    page = Image.new("RGB", (width, height + 2 * PREVIEW_GAP), "#ffffff")
    left = PREVIEW_GAP
    for image in shown:
        page.paste(image, (left, PREVIEW_GAP + (height - image.height) // 2))
        left += image.width + PREVIEW_GAP
    return _file(page)
