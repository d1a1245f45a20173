"""What a mesh fills, finely, to compare voxels with: how much of a cell, wherever the cells lie."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nonoforge.families.solid.lattice import Lattice, lattice_over
from nonoforge.families.solid.shape import pieces
from nonoforge.families.solid.voxelizing import Voxelizer, closed, coverage, inside_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from nonoforge.families.solid.mesh import Mesh

FINE = 6  # parts of a cell along each axis, if that is not too much work
POINTS = {True: 6_000_000, False: 300_000}  # by rays, and by winding numbers of an open mesh


class Reference:
    """Which parts of space are inside a mesh, much finer than by cells of `size`."""

    def __init__(self, mesh: Mesh, size: int, voxelizer: Voxelizer, axis: int = 2) -> None:
        import numpy as np

        coarse = lattice_over(mesh.vertices, size)
        quick = voxelizer != "winding" or closed(mesh)
        parts = int((POINTS[quick] / np.prod(coarse.cells)) ** (1 / 3))
        self._lattice = coarse.finer(min(max(parts, 1), FINE))
        inside = coverage(inside_of(mesh, voxelizer, axis), self._lattice, 1)
        self._sums = np.pad(np.cumsum(inside, axis=0), [(1, 0), (0, 0), (0, 0)])
        self.pieces = int(pieces(inside > 0).max())

    def coverage(self, lattice: Lattice) -> NDArray[Any]:
        """The share of each cell of another lattice that is inside."""
        import numpy as np

        found = self._sums
        for axis in range(3):
            if axis:
                found = np.pad(np.cumsum(found, axis=0), [(1, 0), (0, 0), (0, 0)])
            found = np.diff(_between(found, self._edges(lattice, axis)), axis=0)
            found = np.moveaxis(found, 0, 2)
        share: NDArray[Any] = found * np.prod(lattice.scale / self._lattice.scale)
        return share

    def _edges(self, lattice: Lattice, axis: int) -> NDArray[Any]:
        """The edges of cells along an axis, in the numbers of the fine lattice."""
        import numpy as np

        at = (np.arange(lattice.cells[axis] + 1) - lattice.shift[axis]) / lattice.scale[axis]
        fine = self._lattice
        found: NDArray[Any] = np.clip(at * fine.scale[axis] + fine.shift[axis], 0, fine.cells[axis])
        return found


def _between(sums: NDArray[Any], at: NDArray[Any]) -> NDArray[Any]:
    """Sums up to places that lie between two entries."""
    import numpy as np

    below = np.minimum(at.astype(np.int64), len(sums) - 2)
    part = (at - below)[:, None, None]
    found: NDArray[Any] = sums[below] * (1 - part) + sums[below + 1] * part
    return found
