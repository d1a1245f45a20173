"""Text as Pillow sets it. Pillow is loaded only when it is used."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from nonoforge.draw.words import columns

if TYPE_CHECKING:
    from PIL import Image, ImageFont

_FONTS = ("DejaVuSans.ttf", "NotoSans-Regular.ttf", "LiberationSans-Regular.ttf", "arial.ttf")
_EASTERN = ("NotoSansCJK-Regular.ttc", "NotoSansCJKjp-Regular.otf", "msgothic.ttc", "PingFang.ttc")


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
