"""PNG, painted with Pillow from the same scene as SVG. Pillow is loaded here and only when used."""

from __future__ import annotations

import io
from collections.abc import Collection
from functools import lru_cache
from typing import TYPE_CHECKING

from nonoforge.draw.colours import Rgb, channels
from nonoforge.draw.compose import compose
from nonoforge.draw.layout import layout_of
from nonoforge.draw.scene import Fill, Scene, Stamp, Texts
from nonoforge.draw.words import columns
from nonoforge.errors import InputError, MissingPart
from nonoforge.nonogram import Nonogram
from nonoforge.puzzle import Colouring
from nonoforge.state import State

if TYPE_CHECKING:
    from PIL import Image, ImageDraw, ImageFont

SCALE = 24
READABLE = 12  # below this many pixels a cell, nobody can read the clues
MAX_PIXELS = 40_000_000

_SMOOTH = 4  # stamps are painted this much larger, then shrunk
_FONTS = ("DejaVuSans.ttf", "NotoSans-Regular.ttf", "LiberationSans-Regular.ttf", "arial.ttf")
_EASTERN = ("NotoSansCJK-Regular.ttc", "NotoSansCJKjp-Regular.otf", "msgothic.ttc", "PingFang.ttc")


def png(
    nonogram: Nonogram, *, picture: Colouring | State | None = None,
    marks: Collection[int] = (), clues: bool = True, scale: int | None = None,
) -> bytes:
    """The nonogram as a PNG file; see `svg` for `picture` and `marks`.

    `scale` is the size of a cell in pixels; without one, 24 or what keeps a large puzzle within
    40 million pixels. Cells under 12 pixels come without clues: they could not be read.
    """
    pillow()
    scale = _fitting(nonogram, clues) if scale is None else scale
    clues = clues and scale >= READABLE
    _check(nonogram, scale, clues)
    return paint(compose(nonogram, picture=picture, marks=marks, cell=scale, clues=clues))


def png_shows_clues(nonogram: Nonogram, scale: int | None) -> bool:
    """Are the cells large enough, at this scale or the one that fits, for clues to be read?"""
    return (scale or _fitting(nonogram, clues=True)) >= READABLE


def pillow() -> None:
    """Is Pillow there? If not, say how to get it."""
    try:
        import PIL.Image  # noqa: F401
    except ImportError as error:
        raise MissingPart(
            "PNG pictures need Pillow, which is not installed; get it with: "
            "pip install 'nonoforge[images]', or draw SVG instead") from error


def _fitting(nonogram: Nonogram, clues: bool) -> int:
    for scale in range(SCALE, 1, -1):
        if _pixels(nonogram, scale, clues and scale >= READABLE) <= MAX_PIXELS:
            return scale
    return 1


def _pixels(nonogram: Nonogram, scale: int, clues: bool) -> int:
    place = layout_of(nonogram, scale, clues=clues)
    return place.width * place.bottom


def _check(nonogram: Nonogram, scale: int, clues: bool) -> None:
    if scale < 1:
        raise InputError(f"a scale of {scale}; a cell is at least 1 pixel wide")
    # The layout of a huge scale costs nothing, but what it asks for cannot be painted.
    if scale > 1000 or _pixels(nonogram, scale, clues) > 2 * MAX_PIXELS:
        raise InputError(f"a scale of {scale} makes too large a picture; at most "
                         f"{_fitting(nonogram, clues)} does here")


def paint(scene: Scene) -> bytes:
    """A scene as a PNG file."""
    from PIL import Image, ImageDraw

    image = Image.new("L" if _grey(scene) else "RGB", (scene.width, scene.height))
    pen = ImageDraw.Draw(image)
    for item in scene.items:
        if isinstance(item, Fill):
            _fill(pen, item, _paint_of(image, item.colour))
        elif isinstance(item, Stamp):
            _stamp(image, item)
        else:
            _texts(image, item)
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def _grey(scene: Scene) -> bool:
    """A black and white puzzle takes a third of the room."""
    stamps = [item for item in scene.items if isinstance(item, Stamp) and item.places]
    used = {item.colour for item in scene.items if not isinstance(item, Stamp)}
    used |= {stroke.colour for stamp in stamps for stroke in stamp.strokes}
    return all(len(set(channels(colour))) == 1 for colour in used)


def _paint_of(image: Image.Image, colour: str) -> Rgb | int:
    return channels(colour)[0] if image.mode == "L" else channels(colour)


def _fill(pen: ImageDraw.ImageDraw, fill: Fill, colour: Rgb | int) -> None:
    for x, y, width, height in fill.boxes:
        corners = (x, y, x + width - 1, y + height - 1)
        if fill.radius:
            pen.rounded_rectangle(corners, fill.radius, colour)
        else:
            pen.rectangle(corners, colour)


def _stamp(image: Image.Image, stamp: Stamp) -> None:
    """Each stroke is painted once, large, shrunk for smooth edges, and then pressed everywhere."""
    from PIL import Image, ImageDraw

    for stroke in stamp.strokes:
        large = Image.new("L", (stamp.size * _SMOOTH, stamp.size * _SMOOTH))
        pen = ImageDraw.Draw(large)
        width = max(1, round(stroke.width * _SMOOTH))
        for segment in stroke.segments:
            x1, y1, x2, y2 = (round(value * _SMOOTH) for value in segment)
            pen.line((x1, y1, x2, y2), 255, width)
            for x, y in ((x1, y1), (x2, y2)):  # joints, which plain lines leave open
                pen.rectangle((x - width // 2, y - width // 2, x + width // 2, y + width // 2), 255)
        mask = large.resize((stamp.size, stamp.size), Image.Resampling.BOX)
        colour = _paint_of(image, stroke.colour)
        for place in stamp.places:
            image.paste(colour, place, mask)


def _texts(image: Image.Image, texts: Texts) -> None:
    colour = _paint_of(image, texts.colour)
    for x, y, text in texts.texts:
        mask, left, up, wide = _written(text, texts.size, texts.bold)
        if mask is not None:
            start = x - round(wide / 2) if texts.anchor == "middle" else x
            image.paste(colour, (start + left, y + up), mask)


@lru_cache(maxsize=4096)
def _written(text: str, size: int, bold: bool) -> tuple[Image.Image | None, int, int, float]:
    """The text as a mask, where it lies from its base line, and how wide it is.

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


@lru_cache(maxsize=64)
def _font(
    size: int, plain: bool, eastern: bool,
) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Pillow's own font has the letters of Western Europe; others ask for a font of the system."""
    from PIL import ImageFont

    for name in () if plain else (*_EASTERN * eastern, *_FONTS):
        try:
            return ImageFont.truetype(name, size)
        except OSError:
            continue
    return ImageFont.load_default(size)

