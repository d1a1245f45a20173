"""From pixels to cells: cut, smooth, and average each cell in linear light."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nonoforge.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

Size = int | tuple[int, int]
"""The cells along the longer side, or columns and rows."""

FINE = 6  # pixels of a cell when edges are smoothed
EMPTY = 8  # how much the border's colour may vary and still be cut off


def cropped(pixels: NDArray[Any], crop: tuple[int, int, int, int] | None) -> NDArray[Any]:
    """A rectangle (left, top, width, height) of the picture."""
    if crop is None:
        return pixels
    height, width = pixels.shape[:2]
    left, top, wide, high = crop
    if wide < 1 or high < 1 or left < 0 or top < 0 or left + wide > width or top + high > height:
        raise InputError(f"the crop {left},{top},{wide},{high} is not within the picture, which "
                         f"has {width}x{height} pixels")
    return pixels[top:top + high, left:left + wide]


def trimmed(pixels: NDArray[Any]) -> NDArray[Any]:
    """Without a border of one colour."""
    import numpy as np

    edge = pixels[0, 0].astype(int)
    low, high = ((edge + shift).clip(0, 255).astype(pixels.dtype) for shift in (-EMPTY, EMPTY))
    differs = ((pixels < low) | (pixels > high)).any(axis=2)
    rows, columns = np.flatnonzero(differs.any(axis=1)), np.flatnonzero(differs.any(axis=0))
    if not len(rows):
        return pixels
    return pixels[rows[0]:rows[-1] + 1, columns[0]:columns[-1] + 1]


def size_for(pixels: NDArray[Any], size: Size) -> tuple[int, int]:
    """Columns and rows, in the picture's own proportions where only the longer side is given."""
    if isinstance(size, tuple):
        return size
    height, width = pixels.shape[:2]
    longer = max(width, height)
    return (max(min(1, size), round(size * width / longer)),
            max(min(1, size), round(size * height / longer)))


def shrunk(pixels: NDArray[Any], size: tuple[int, int], smooth: int = 0) -> NDArray[Any]:
    """The mean colour of each cell, (rows, columns, 3) of 0 to 255. `smooth` is the radius, in
    tenths of a cell, of a median that flattens texture and keeps edges."""
    import numpy as np
    from PIL import Image, ImageFilter

    columns, rows = size
    if smooth:
        fine = Image.fromarray(pixels).resize((columns * FINE, rows * FINE),
                                              Image.Resampling.BILINEAR)
        span = 2 * max(1, round(smooth * FINE / 10)) + 1
        pixels = np.asarray(fine.filter(ImageFilter.MedianFilter(min(span, 15))))
    means = [np.asarray(Image.fromarray(_linear(pixels[:, :, channel])).resize(
        (columns, rows), Image.Resampling.BOX)) for channel in range(3)]
    return _display(np.stack(means, axis=2))


def _linear(pixels: NDArray[Any]) -> NDArray[Any]:
    """Light, not numbers: the mean of black and white is the grey that looks so from afar."""
    import numpy as np

    part = np.arange(256) / 255
    table = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    found: NDArray[Any] = table.astype(np.float32)[pixels]
    return found


def _display(light: NDArray[Any]) -> NDArray[Any]:
    import numpy as np

    part = np.clip(light.astype(float), 0, 1)
    shown = np.where(part <= 0.0031308, part * 12.92, 1.055 * part ** (1 / 2.4) - 0.055)
    found: NDArray[Any] = np.clip(shown * 255, 0, 255)
    return found
