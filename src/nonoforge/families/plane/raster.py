"""Pictures in pixels of regions in the plane: which colour is where, and how thick each part is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from nonoforge.path import Box

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Labels = NDArray[np.uint8]
    """For each pixel, rows from the bottom up, the number of an area from 1; 0 is background."""


def rasterize(areas: Sequence[Any], box: Box, width: int, height: int) -> Labels:
    """Return which of some disjoint areas (shapely geometries) has the centre of each pixel."""
    import numpy as np

    labels = np.zeros((height, width), np.uint8)
    for number, area in enumerate(areas, start=1):
        labels[_inside(area, box, width, height)] = number
    return labels


def _inside(area: Any, box: Box, width: int, height: int) -> NDArray[np.bool_]:
    """Return the pixels whose centres an odd number of rings go around."""
    import numpy as np
    from shapely import get_coordinates, get_parts, get_rings

    scale = np.array([width / box.width, height / box.height])
    toggles = np.zeros(height * (width + 1), np.int64)
    rings = [(get_coordinates(ring) - (box.left, box.bottom)) * scale - 0.5
             for ring in get_rings(get_parts(area))]
    if rings:
        start = np.concatenate([ring[:-1] for ring in rings])
        end = np.concatenate([ring[1:] for ring in rings])
        low = np.minimum(start[:, 1], end[:, 1])
        high = np.maximum(start[:, 1], end[:, 1])
        first = np.clip(np.ceil(low), 0, height).astype(np.int64)
        count = np.clip(np.ceil(high), 0, height).astype(np.int64) - first
        edge = np.repeat(np.arange(len(start)), count)
        row = np.arange(len(edge)) - np.repeat(np.cumsum(count) - count, count) + first[edge]
        (x, y), (u, v) = start[edge].T, end[edge].T
        column = np.clip(np.ceil(x + (row - y) * (u - x) / (v - y)), 0, width).astype(np.int64)
        toggles = np.bincount(row * (width + 1) + column, minlength=len(toggles))
    odd: NDArray[np.bool_] = \
        np.cumsum(toggles.reshape(height, width + 1), axis=1)[:, :width] % 2 == 1
    return odd


def opened(inside: NDArray[np.bool_], radius: int) -> NDArray[np.bool_]:
    """Return the pixels of a set that an octagon of this radius within the set can cover; what is
    beyond the picture's edge counts as inside."""
    return dilated(~dilated(~inside, radius), radius)


def dilated(inside: NDArray[np.bool_], radius: int) -> NDArray[np.bool_]:
    """Return the pixels within an octagon of this radius around some pixels: steps to four
    neighbours and to eight in turn."""
    found = inside.copy()
    for step in range(radius):
        grown = found.copy()
        grown[1:] |= found[:-1]
        grown[:-1] |= found[1:]
        if step % 2:
            wide = grown.copy()
            wide[:, 1:] |= grown[:, :-1]
            wide[:, :-1] |= grown[:, 1:]
            grown = wide
        else:
            grown[:, 1:] |= found[:, :-1]
            grown[:, :-1] |= found[:, 1:]
        found = grown
    return found
