"""What painters of images need of Pillow, which is loaded only when it is used."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

from nonoforge.errors import MissingPart
from nonoforge.text import columns

if TYPE_CHECKING:
    from PIL import Image, ImageFont

LARGEST = 36_000_000  # pixels to paint before shrinking
FACTORS = (3, 2, 1)
_FONTS = ("DejaVuSans.ttf", "NotoSans-Regular.ttf", "LiberationSans-Regular.ttf", "arial.ttf")
_EASTERN = ("NotoSansCJK-Regular.ttc", "NotoSansCJKjp-Regular.otf", "msgothic.ttc", "PingFang.ttc")


def pillow() -> None:
    """Is Pillow there? If not, say how to get it."""
    try:
        import PIL.Image  # noqa: F401
    except ImportError as error:
        raise MissingPart(
            "PNG pictures need Pillow, which is not installed; get it with: "
            "pip install 'nonoforge[images]', or draw SVG instead") from error


def factor_for(pixels: int) -> int:
    """How much larger a picture of so many pixels is painted before it is shrunk."""
    return next((factor for factor in FACTORS if pixels * factor * factor <= LARGEST), 1)


@lru_cache(maxsize=4096)
def written(text: str, size: int, bold: bool) -> tuple[Image.Image | None, int, int, float]:
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


@lru_cache(maxsize=4096)
def seen_text(
    text: str, size: int, bold: bool, matrix: tuple[float, ...],
) -> tuple[Image.Image | None, int, int, float]:
    """The text as it is seen through a matrix, where it lies from its start, its true width."""
    from PIL import Image

    a, b, c, d = matrix
    scale = math.sqrt(abs(a * d - b * c))
    mask, left, top, wide = written(text, max(1, round(size * scale)), bold)
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

    for name in () if plain else (*_EASTERN * eastern, *_FONTS):
        try:
            return ImageFont.truetype(name, size)
        except OSError:
            continue
    return ImageFont.load_default(size)


def font_path(name: str) -> str | None:
    """Where the system keeps a font, if it has it."""
    from PIL import ImageFont

    try:
        return str(ImageFont.truetype(name, 10).path)
    except OSError:
        return None
