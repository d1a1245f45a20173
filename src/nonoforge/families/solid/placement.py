"""A placement: where a mesh lies among the cells, and how good that is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from nonoforge.families.solid.lattice import lattice_over

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from nonoforge.families.solid.hunt import Spot
    from nonoforge.families.solid.mesh import Mesh


@dataclass(frozen=True, slots=True, eq=False)
class Placement:
    """Where a mesh lies, for `voxelize`; the voxels there; and the score, less is better. The
    score of a goal "recognisable" is (error,), with the volume that is wrong as a share of the
    mesh's; of "line-solvable" (open cells, error); of a census how far counts and ranges are from
    it."""

    offset: tuple[float, float, float]
    scale: float
    voxels: NDArray[Any]
    score: tuple[float, ...]

    @property
    def perfect(self) -> bool:
        """Whether nothing can be better."""
        return not any(self.score)


def offset_for(mesh: Mesh, size: int, spot: Spot) -> NDArray[Any]:
    """The offset, -0.5 to 0.5, that puts the mesh's middle where the spot says."""
    import numpy as np

    lattice = lattice_over(mesh.vertices, size, scale=spot.scale)
    found: NDArray[Any] = (np.array(lattice.cells) / 2 - spot.middle + 0.5) % 1 - 0.5
    return found
