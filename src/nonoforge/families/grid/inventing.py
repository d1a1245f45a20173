"""Pictures that come from nowhere: random shapes, and words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nonoforge.errors import InputError
from nonoforge.families.grid.photo import Photo

if TYPE_CHECKING:
    from numpy.typing import NDArray

FONT = 64  # pixels
LETTER = 11  # cells of a line of letters, from the top of the highest to the foot of the lowest
MOST_CELLS = 150  # along a side
MOST_LETTERS = 200


def random_shapes(width: int, height: int, seed: int) -> Photo:
    """Soft blobs, so that there are runs of all lengths: one pixel for each cell."""
    import numpy as np

    rng = np.random.default_rng(seed)
    noise = rng.random((height, width))
    for _ in range(2):
        noise = _softened(noise)
    order = noise.ravel().argsort().argsort().reshape(height, width)  # as dark as light
    grey = (255 * order / max(1, order.size - 1)).astype(np.uint8)
    return Photo(np.repeat(grey[:, :, None], 3, axis=2), own=(width, height))


def _softened(noise: NDArray[Any]) -> NDArray[Any]:
    import numpy as np

    wide = np.pad(noise, 1, mode="reflect" if min(noise.shape) > 1 else "edge")
    height, width = noise.shape
    return sum((wide[dy:dy + height, dx:dx + width] for dy in range(3) for dx in range(3)),
               np.zeros_like(noise)) / 9


def written(text: str) -> Photo:
    """Words in black on white, a line of them for each line of text."""
    import numpy as np
    from PIL import Image, ImageDraw, ImageFont

    if not text.strip():
        raise InputError("no text; write at least one letter")
    if len(text) > MOST_LETTERS:
        raise InputError(f"{len(text)} letters; at most {MOST_LETTERS} fit")
    font = ImageFont.load_default(FONT)
    pen = ImageDraw.Draw(Image.new("L", (1, 1)))
    left, top, right, bottom = (int(side) for side in pen.multiline_textbbox((0, 0), text, font))
    if right <= left or bottom <= top:
        raise InputError("nothing of this text can be seen")
    image = Image.new("L", (right - left + 2, bottom - top + 2), 255)
    ImageDraw.Draw(image).multiline_text((1 - left, 1 - top), text, 0, font, align="center")
    grey = np.asarray(image)
    cell = max(FONT / LETTER, max(grey.shape) / MOST_CELLS)
    own = max(1, round(grey.shape[1] / cell)), max(1, round(grey.shape[0] / cell))
    return Photo(np.repeat(grey[:, :, None], 3, axis=2), own=own)
