"""A solid's layers as grids: x to the right, y upwards, so that the first row is the highest."""

from __future__ import annotations

from nonoforge.draw.picture import Picture
from nonoforge.grid import Grid
from nonoforge.solid import Solid


def layer_of(
    solid: Solid, z: int, cells: bytes, marks: frozenset[int], finished: bool,
) -> Picture:
    """What the cells of a layer show, and which of them are marked."""
    width, height = solid.width, solid.height
    first, size = z * width * height, width * height
    rows = (cells[first + y * width:first + (y + 1) * width] for y in reversed(range(height)))
    here = ((cell - first) for cell in marks if first <= cell < first + size)
    flipped = frozenset((height - 1 - cell // width) * width + cell % width for cell in here)
    return Picture(Grid(width, height), b"".join(rows), flipped, finished)
