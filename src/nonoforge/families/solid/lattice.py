"""Where cells lie over a mesh: a lattice of boxes of one size, and the checks of what is asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from nonoforge.errors import InputError
from nonoforge.families.solid.geometry import MAX_SIDE

if TYPE_CHECKING:
    from numpy.typing import NDArray

MAX_POINTS = 100_000_000  # cells times samples
BLOCK = 4_000_000  # points that are looked at together

Size = int | tuple[int, int, int]
"""Cells along the longest axis, or along each."""


@dataclass(frozen=True, slots=True)
class Lattice:
    """A point of the mesh times `scale` plus `shift` is a point among cells: cell i has it from i
    to i + 1. There are `cells` of them along each axis."""

    scale: NDArray[Any]
    shift: NDArray[Any]
    cells: tuple[int, int, int]

    def finer(self, samples: int) -> Lattice:
        """The same box, each cell cut into `samples` along each axis."""
        x, y, z = self.cells
        return Lattice(self.scale * samples, self.shift * samples,
                       (x * samples, y * samples, z * samples))

    def blocks(self, samples: int) -> Iterator[tuple[slice, Lattice]]:
        """The lattice in slices along x, of which each has few enough points."""
        _, height, depth = self.cells
        step = max(1, BLOCK // (height * depth * samples**3))
        for first in range(0, self.cells[0], step):
            last = min(first + step, self.cells[0])
            shift = self.shift.copy()
            shift[0] -= first
            yield slice(first, last), replace(self, shift=shift,
                                              cells=(last - first, height, depth))

    def middles(self) -> NDArray[Any]:
        """The middle of each cell, (cells, 3), in numbers of cells."""
        import numpy as np

        return np.stack(np.meshgrid(*(np.arange(count) + 0.5 for count in self.cells),
                                    indexing="ij"), axis=-1).reshape(-1, 3)


def lattice_over(
    vertices: NDArray[Any], size: Size, *, offset: Sequence[float] = (0, 0, 0), scale: float = 1,
) -> Lattice:
    """The lattice centred on the mesh's box, then moved by `offset` cells. A cell is the longest
    extent by `size`, times `scale`: a smaller scale means more cells. With three sizes, a cell is
    each extent by its size."""
    import numpy as np

    sizes = _sizes(size)
    _check_placement(offset, scale)
    low, high = vertices.min(axis=0), vertices.max(axis=0)
    extent = high - low
    if not np.isfinite(extent).all() or not extent.max() > 0:
        raise InputError("the mesh has no extent; nothing can be made of it")
    cell = extent / sizes if isinstance(size, tuple) else np.full(3, extent.max() / size)
    cell[cell == 0] = cell.max()
    cell = cell * scale
    # A little less than the extent: a box that is 12 cells long is not 13 cells for rounding.
    count = np.maximum(1, np.ceil(extent / cell - 1e-9))
    margin = np.ceil(np.abs(np.asarray(offset, dtype=float)))
    width, height, depth = (int(side) for side in count + 2 * margin)
    if max(width, height, depth) > 2 * MAX_SIDE or width * height * depth > MAX_POINTS:
        raise InputError(f"{width}x{height}x{depth} cells are too many; ask for a smaller size")
    shift = count / 2 + margin - (low + high) / 2 / cell - np.asarray(offset, dtype=float)
    return Lattice(1 / cell, shift, (width, height, depth))


def _sizes(size: Size) -> NDArray[Any]:
    import numpy as np

    sizes = size if isinstance(size, tuple) else (size,)
    if len(sizes) not in (1, 3):
        raise InputError(f"{len(sizes)} sizes; one for the longest axis, or one for each, is right")
    for side in sizes:
        if not 1 <= side <= MAX_SIDE:
            raise InputError(f"a size of {side:,}; sizes are 1 to {MAX_SIDE:,}")
    return np.array(sizes, dtype=float)


def _check_placement(offset: Sequence[float], scale: float) -> None:
    if not 0.1 <= scale <= 10:
        raise InputError(f"a scale of {scale:g}; it is 0.1 to 10")
    if len(offset) != 3 or not all(-100 <= part <= 100 for part in offset):
        raise InputError("an offset is three numbers of cells, each -100 to 100")
