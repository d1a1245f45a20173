"""A picture, the puzzle made of it, and what was changed, side by side."""

from __future__ import annotations

from collections.abc import Collection
from io import BytesIO
from typing import TYPE_CHECKING, Any

from nonoforge.draw.painting import pillow
from nonoforge.draw.png import png
from nonoforge.nonogram import Nonogram

if TYPE_CHECKING:
    from numpy.typing import NDArray

SIDE = 480  # pixels that each of the three may have
GAP = 16


def preview(pixels: NDArray[Any], nonogram: Nonogram, marks: Collection[int]) -> bytes:
    """A PNG file of the three."""
    pillow()
    from PIL import Image, ImageOps

    shown = [ImageOps.contain(Image.fromarray(pixels), (SIDE, SIDE))]
    for marked in ((), marks):
        data = png(nonogram, picture=nonogram.solution, marks=marked, clues=False)
        with Image.open(BytesIO(data)) as drawn:
            shown.append(ImageOps.contain(drawn.convert("RGB"), (SIDE, SIDE)))
    height = max(image.height for image in shown)
    page = Image.new("RGB", (sum(image.width for image in shown) + 4 * GAP, height + 2 * GAP),
                     "#ffffff")
    left = GAP
    for image in shown:
        page.paste(image, (left, GAP + (height - image.height) // 2))
        left += image.width + GAP
    out = BytesIO()
    page.save(out, "PNG")
    return out.getvalue()
