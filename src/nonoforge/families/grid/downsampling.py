"""Reduce pixels to cells, averaged in linear light, and their colours to a few."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from nonoforge.errors import InputError
from nonoforge.palette import Palette
from nonoforge.quantize import display_light, distinct, linear_light, oklab, srgb

if TYPE_CHECKING:
    from numpy.typing import NDArray


Size = int | tuple[int, int]
"""The cells along the longer side, or columns and rows."""

CELL_PIXELS = 6  # pixels of a cell when edges are smoothed
MAX_BORDER_VARIATION = 8  # of the colour of a border that is cut off


def cropped(pixels: NDArray[Any], crop: tuple[int, int, int, int] | None) -> NDArray[Any]:
    """Return a rectangle (left, top, width, height) of the picture."""
    if crop is None:
        return pixels
    height, width = pixels.shape[:2]
    left, top, wide, high = crop
    if wide < 1 or high < 1 or left < 0 or top < 0 or left + wide > width or top + high > height:
        raise InputError(f"the crop {left},{top},{wide},{high} is not within the picture, which "
                         f"has {width}x{height} pixels")
    return pixels[top:top + high, left:left + wide]


def trimmed(pixels: NDArray[Any]) -> NDArray[Any]:
    """Return the picture without a border of one colour."""
    import numpy as np

    edge = pixels[0, 0].astype(int)
    low, high = ((edge + shift).clip(0, 255).astype(pixels.dtype)
                 for shift in (-MAX_BORDER_VARIATION, MAX_BORDER_VARIATION))
    differs = ((pixels < low) | (pixels > high)).any(axis=2)
    rows, columns = np.flatnonzero(differs.any(axis=1)), np.flatnonzero(differs.any(axis=0))
    if not len(rows):
        return pixels
    return pixels[rows[0]:rows[-1] + 1, columns[0]:columns[-1] + 1]


def size_for(pixels: NDArray[Any], size: Size) -> tuple[int, int]:
    """Return columns and rows, in the picture's own proportions where only the longer side is
    given."""
    if isinstance(size, tuple):
        return size
    height, width = pixels.shape[:2]
    longer = max(width, height)
    return (max(min(1, size), round(size * width / longer)),
            max(min(1, size), round(size * height / longer)))


def shrunk(pixels: NDArray[Any], size: tuple[int, int], smooth: int = 0) -> NDArray[Any]:
    """Return the mean colour of each cell, (rows, columns, 3) of 0 to 255. `smooth` is the radius,
    in tenths of a cell, of a median that flattens texture and keeps edges."""
    import numpy as np
    from PIL import Image, ImageFilter

    columns, rows = size
    if smooth:
        fine = Image.fromarray(pixels).resize((columns * CELL_PIXELS, rows * CELL_PIXELS),
                                              Image.Resampling.BILINEAR)
        span = 2 * max(1, round(smooth * CELL_PIXELS / 10)) + 1
        pixels = np.asarray(fine.filter(ImageFilter.MedianFilter(min(span, 15))))
    means = [np.asarray(Image.fromarray(_linear(pixels[:, :, channel])).resize(
        (columns, rows), Image.Resampling.BOX)) for channel in range(3)]
    return _display(np.stack(means, axis=2))


def _linear(pixels: NDArray[Any]) -> NDArray[Any]:
    """Return linear light: the mean of black and white is the grey that they look like from
    afar."""
    import numpy as np

    found: NDArray[Any] = linear_light(np.arange(256) / 255).astype(np.float32)[pixels]
    return found


def _display(light: NDArray[Any]) -> NDArray[Any]:
    import numpy as np

    found: NDArray[Any] = np.clip(
        display_light(np.clip(light.astype(float), 0, 1)) * 255, 0, 255)
    return found


def surroundings(
    light: NDArray[Any], inside: NDArray[Any] | None, reach: int,
) -> NDArray[Any]:
    """Return the mean lightness around each cell or pixel, of those that are inside, up to `reach`
    away across and down."""
    import numpy as np

    weight = np.ones_like(light) if inside is None else inside.astype(float)
    side = 2 * reach + 1

    def total(values: NDArray[Any]) -> NDArray[Any]:
        sums = np.pad(np.pad(values, reach).cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
        found: NDArray[Any] = (sums[side:, side:] - sums[:-side, side:] - sums[side:, :-side]
                               + sums[:-side, :-side])
        return found

    return np.asarray(total(light * weight) / np.maximum(total(weight), 1e-9))


# From the colours of cells to a few of them: black and white by a threshold, or a small palette.
#
# What comes out says for each cell its colour, and what any other colour there would cost the eye.

Dither: TypeAlias = Literal["none", "floyd", "ordered"]

BAYER = ((0, 8, 2, 10), (12, 4, 14, 6), (3, 11, 1, 9), (15, 7, 13, 5))


class Inked(NamedTuple):
    """`cells` (rows, columns) are colour numbers, `cost` (rows, columns, colours) what each colour
    would look like there: 0 for the best, 1 for black instead of white."""

    cells: NDArray[Any]
    cost: NDArray[Any]
    palette: Palette


def lightness(colours: NDArray[Any]) -> NDArray[Any]:
    """Return how light cells look, 0 to 1."""
    rows, columns = colours.shape[:2]
    found: NDArray[Any] = oklab(colours.reshape(-1, 3))[:, 0].reshape(rows, columns)
    return found


def otsu(light: NDArray[Any]) -> float:
    """Return the threshold that parts dark from light best (Otsu, A threshold selection method from
    gray-level histograms, 1979)."""
    import numpy as np

    counts, edges = np.histogram(light, bins=128, range=(0, 1))
    middles = (edges[:-1] + edges[1:]) / 2
    below = np.cumsum(counts)
    above = below[-1] - below
    sums = np.cumsum(counts * middles)
    with np.errstate(divide="ignore", invalid="ignore"):
        apart = sums / below - (sums[-1] - sums) / above
        between = np.where((below > 0) & (above > 0), below * above * apart ** 2, -1.0)
    best = np.flatnonzero(between >= between.max() * (1 - 1e-9))
    return float(edges[1:][best].mean()) if between.max() > 0 else 0.5


def in_black(
    light: NDArray[Any], threshold: float, dither: Dither = "none", invert: bool = False,
) -> Inked:
    """Return black where the picture is darker than the threshold."""
    import numpy as np

    if invert:
        light, threshold = 1 - light, 1 - threshold
    wanted = np.clip(light - threshold, -0.5, 0.5)
    cells = {"none": _plain, "floyd": _floyd, "ordered": _ordered}[dither](wanted)
    near = np.abs(wanted)
    cost = np.stack([np.where(cells == 1, near + _FLOOR, 0.0),
                     np.where(cells == 0, near + _FLOOR, 0.0)], axis=2)
    return Inked(cells, cost, Palette())


_FLOOR = 0.05  # any change costs something


def _plain(wanted: NDArray[Any]) -> NDArray[Any]:
    found: NDArray[Any] = (wanted < 0).astype("uint8")
    return found


def _ordered(wanted: NDArray[Any]) -> NDArray[Any]:
    import numpy as np

    rows, columns = wanted.shape
    tile = (np.array(BAYER) + 0.5) / 16 - 0.5
    limits = np.tile(tile, (rows // 4 + 1, columns // 4 + 1))[:rows, :columns]
    return _plain(wanted - limits)


def _floyd(wanted: NDArray[Any]) -> NDArray[Any]:
    """Return the cells in black and white; the error of each cell goes to its neighbours (Floyd and
    Steinberg, An adaptive algorithm for spatial greyscale, 1976)."""
    import numpy as np

    rows, columns = wanted.shape
    left = np.zeros((rows + 1, columns + 2))
    left[:rows, 1:-1] = wanted
    for y in range(rows):
        for x in range(1, columns + 1):
            error = left[y, x] - (-0.5 if left[y, x] < 0 else 0.5)
            left[y, x + 1] += error * 7 / 16
            left[y + 1, x - 1:x + 2] += error * np.array([3, 5, 1]) / 16
    return _plain(left[:rows, 1:-1])


def in_colours(
    colours: NDArray[Any], count: int, background: tuple[int, int, int] | None = None,
) -> Inked:
    """Return at most `count` colours beside the background, which is the commonest at the border
    unless it is given."""
    import numpy as np

    rows, columns = colours.shape[:2]
    flat = colours.reshape(-1, 3)
    found = srgb(distinct(oklab(flat), np.ones(len(flat)), count + 1)).astype(int)
    found = _with_background(colours, found, background)[:count + 1]
    far = np.linalg.norm(oklab(flat)[:, None, :] - oklab(found)[None, :, :], axis=2)
    cells = far.argmin(axis=1)
    cost = far - far.min(axis=1, keepdims=True)
    cost[cost > 0] += _FLOOR
    rgbs = ["#" + "".join(f"{part:02x}" for part in rgb) for rgb in found.tolist()]
    return Inked(cells.reshape(rows, columns).astype("uint8"),
                 cost.reshape(rows, columns, len(found)), _palette(rgbs))


def _with_background(
    colours: NDArray[Any], found: NDArray[Any], background: tuple[int, int, int] | None,
) -> NDArray[Any]:
    """Return the colours with the background first."""
    import numpy as np

    if background is not None:
        near = np.linalg.norm(oklab(found) - oklab(np.array([background])), axis=1)
        rest = found[np.argsort(near)[1:]] if near.min() < 0.1 else found
        return np.vstack([[background], rest])
    border = np.concatenate([colours[0], colours[-1], colours[:, 0], colours[:, -1]])
    far = np.linalg.norm(oklab(border)[:, None, :] - oklab(found)[None, :, :], axis=2)
    first = np.bincount(far.argmin(axis=1), minlength=len(found)).argmax()
    return np.vstack([found[first:first + 1], np.delete(found, first, axis=0)])


def _palette(rgbs: list[str]) -> Palette:
    if len(rgbs) == 1:
        rgbs = [*rgbs, "#000000" if rgbs[0] != "#000000" else "#ffffff"]
    return Palette.of(*rgbs)
