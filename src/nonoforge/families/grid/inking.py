"""From the colours of cells to a few of them: black and white by a threshold, or a small palette.

What comes out says for each cell its colour, and what any other colour there would cost the eye.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from nonoforge.palette import Palette
from nonoforge.quantize import fewer, oklab

if TYPE_CHECKING:
    from numpy.typing import NDArray

Dither: TypeAlias = Literal["none", "floyd", "ordered"]

BAYER = ((0, 8, 2, 10), (12, 4, 14, 6), (3, 11, 1, 9), (15, 7, 13, 5))


class Inked(NamedTuple):
    """`cells` (rows, columns) are colour numbers, `cost` (rows, columns, colours) what each colour
    would look like there: 0 for the best, 1 for black instead of white."""

    cells: NDArray[Any]
    cost: NDArray[Any]
    palette: Palette


def lightness(colours: NDArray[Any]) -> NDArray[Any]:
    """How light cells look, 0 to 1."""
    rows, columns = colours.shape[:2]
    found: NDArray[Any] = oklab(colours.reshape(-1, 3))[:, 0].reshape(rows, columns)
    return found


def otsu(light: NDArray[Any]) -> float:
    """The threshold that parts dark from light best (Otsu, A threshold selection method from
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
    """Black where it is darker than the threshold."""
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
    """The error of each cell goes to its neighbours (Floyd and Steinberg, An adaptive algorithm for
    spatial greyscale, 1976)."""
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
    """At most `count` colours beside the background, which is the commonest at the border unless
    it is named."""
    import numpy as np

    rows, columns = colours.shape[:2]
    flat = colours.reshape(-1, 3)
    _, found = fewer(np.clip(flat.round(), 0, 255), count + 1)
    found = _with_background(colours, found.astype(int), background)[:count + 1]
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
    """The colours with the background first."""
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
