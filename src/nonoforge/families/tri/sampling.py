"""From pixels to triangles: the mean colour of each, and the outline around what is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from nonoforge.families.grid.downsampling import shrunk
from nonoforge.families.tri.geometry import ROW, TriGrid
from nonoforge.families.tri.layout import HEIGHT

if TYPE_CHECKING:
    from numpy.typing import NDArray

ACROSS, DOWN = 4, 7  # samples along half an edge and down a row: as dense both ways


class Window(NamedTuple):
    """Where a picture lies on the lattice: x in halves of an edge, y in rows."""

    left: float
    top: float
    width: float
    height: float


def covering(pixels: NDArray[Any], size: int) -> tuple[TriGrid, Window]:
    """Return an outline that contains the whole picture, whose longer side has `size` edges."""
    height, width = pixels.shape[:2]
    edges = size / max(width, height)  # of triangles, to a pixel
    rows = max(1, round(height * edges / HEIGHT))
    across = max(1, round(width * edges))
    window = Window(0, 0, 2 * across, rows)
    return TriGrid.of_sides(rows, 0, across + rows, 0), window


def inside(pixels: NDArray[Any], grid: TriGrid) -> Window:
    """Return where a picture lies that is as large as the box around an outline allows."""
    height, width = pixels.shape[:2]
    xs = [x for x, _ in grid.outline]
    rows, across = grid.counts[ROW], (max(xs) - min(xs)) / 2
    scale = min(across / width, rows * HEIGHT / height)
    wide, high = 2 * width * scale, height * scale / HEIGHT
    return Window(min(xs) + across - wide / 2, (rows - high) / 2, wide, high)


def sampled(pixels: NDArray[Any], grid: TriGrid, window: Window) -> NDArray[Any]:
    """Return the mean colour of each triangle, (cells, 3) of 0 to 255. Beyond the picture there is
    the colour of its border."""
    import numpy as np

    xs = [x for x, _ in grid.outline]
    left, rows = min(xs), grid.counts[ROW]
    canvas = np.empty((rows * DOWN, (max(xs) - left) * ACROSS, 3))
    canvas[:] = border(pixels)
    _paste(canvas, pixels, Window(window.left - left, *window[1:]))
    labels = _labels(grid, left, canvas.shape[:2])
    known = labels >= 0
    counts = np.bincount(labels[known], minlength=grid.cells)
    sums = [np.bincount(labels[known], weights=canvas[known][:, channel], minlength=grid.cells)
            for channel in range(3)]
    found: NDArray[Any] = (np.stack(sums) / counts).T
    return found


def border(pixels: NDArray[Any]) -> NDArray[Any]:
    """Return the median colour of the pixels at the border."""
    import numpy as np

    edge = np.concatenate([pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]])
    found: NDArray[Any] = np.median(edge, axis=0)
    return found


def _paste(canvas: NDArray[Any], pixels: NDArray[Any], window: Window) -> None:
    """Shrink the picture onto a part of the canvas."""
    x, y = round(window.left * ACROSS), round(window.top * DOWN)
    wide = min(max(1, round(window.width * ACROSS)), canvas.shape[1] - x)
    high = min(max(1, round(window.height * DOWN)), canvas.shape[0] - y)
    canvas[y:y + high, x:x + wide] = shrunk(pixels, (wide, high))


def _labels(grid: TriGrid, left: int, shape: tuple[int, int]) -> NDArray[Any]:
    """Return the number of the triangle at each sample; -1 outside the outline."""
    import numpy as np

    y, x = np.mgrid[:shape[0], :shape[1]]
    x, y = left + (x + 0.5) / ACROSS, (y + 0.5) / DOWN
    row = np.floor(y).astype(int)
    rising, falling = np.floor((x + y) / 2).astype(int), np.floor((x - y) / 2).astype(int)
    up = rising - falling - row  # 1 where the tip is up
    starts = np.array(grid.starts)
    first = np.array([grid.triangles[start].left for start in starts[:-1]])
    place = 2 * rising - row - up - first[row]
    found: NDArray[Any] = np.where(
        (place >= 0) & (place < np.diff(starts)[row]), starts[row] + place, -1)
    return found


def around(grid: TriGrid, filled: NDArray[Any]) -> tuple[TriGrid, list[int]]:
    """Return the smallest outline around some cells of a larger one, and its cells there; where
    nothing is filled, the larger one itself."""
    bounds = []
    for direction in range(3):
        numbers = [line.number for line in grid.lines
                   if line.direction == direction and filled[list(line.cells)].any()]
        if not numbers:
            return grid, list(range(grid.cells))
        bounds.append((numbers[0], numbers[-1]))
    (top, bottom), (low, high), (first, last) = bounds
    shift = grid.sides[0]
    rows = bottom - top + 1
    a = min(max(low - (first - shift) - top, 0), rows)
    e = min(max(high - (last - shift) - top, 0), rows)
    left = max(2 * low - top, 2 * (first - shift) + top)
    right = min(2 * (high + 1) - top, 2 * (last + 1 - shift) + top)
    f = (right - left) // 2
    small = TriGrid((a, rows - a, f + a - (rows - e), rows - e, e, f))
    where = {triangle: cell for cell, triangle in enumerate(grid.triangles)}
    return small, [where[triangle._replace(row=triangle.row + top, left=triangle.left + left)]
                   for triangle in small.triangles]
