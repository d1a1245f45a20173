"""Placements that give a solid of a wanted size, with wanted numbers of rods."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from nonoforge.errors import InputError
from nonoforge.families.solid.hunt import Hunt, Spot
from nonoforge.families.solid.lattice import lattice_over
from nonoforge.families.solid.placement import Placement, offset_for
from nonoforge.families.solid.rays import rays_of
from nonoforge.families.solid.rod_census import Census, census
from nonoforge.families.solid.sweep import sweep
from nonoforge.families.solid.voxelizing import voxelize

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from nonoforge.families.solid.mesh import Mesh

MOVES = 5, 8  # of a sweep, as powers of two: for few crossings and for many
CLOSE = 4  # of the moves with the right counts, those whose ranges are looked at
UNKNOWN = 10**6  # the distance of ranges that were not looked at


class Match:
    """Looks for a census, with all moves along the rays in one trial."""

    def __init__(self, mesh: Mesh, size: int, wanted: Census, axis: int, hunt: Hunt) -> None:
        if max(wanted.size) != size:
            raise InputError(f"a longest axis of {max(wanted.size)} cells is wanted, but {size} "
                             "were asked for")
        self._mesh, self._size, self._wanted, self._hunt = mesh, size, wanted, hunt
        self._rays = rays_of(mesh.vertices, mesh.faces, axis)
        self._moves, self._axis = 1 << MOVES[0], axis
        self._best: Placement | None = None

    def run(self) -> Iterator[Placement | None]:
        """The best so far, after each trial."""
        while True:
            spot = self._hunt.ask()
            self._hunt.tell(spot, self._score(spot))
            yield self._best

    def _score(self, spot: Spot) -> tuple[float, ...] | None:
        """How near the best of the moves comes; a better one than ever is kept."""
        offset = offset_for(self._mesh, self._size, spot)
        offset[self._axis] = -0.5
        moves, distance = self._sweep(offset, spot.scale)
        if not len(moves):
            return None
        least = int(distance.min())
        near = moves[distance == least]
        if least and self._best is not None and least >= self._best.score[0]:
            return least, UNKNOWN
        few = near[::-(-len(near) // CLOSE)] if not least else near[:1]
        best = min((self._at(offset, move, spot.scale) for move in few),
                   key=lambda found: found.score)
        if self._best is None or best.score < self._best.score:
            self._best = best
        return best.score

    def _sweep(self, offset: NDArray[Any], scale: float) -> tuple[NDArray[Any], NDArray[Any]]:
        """The moves that give the right size, in cells, and how far their counts are off."""
        import numpy as np

        lattice = lattice_over(self._mesh.vertices, self._size, offset=tuple(offset), scale=scale)
        moves = self._moves
        swept = sweep(self._rays, lattice, moves)
        # More moves where more voxels turn over on the way.
        self._moves = 1 << min(max((swept.crossings // 20).bit_length() - 1, MOVES[0]), MOVES[1])
        counted = swept.counted(tuple(self._wanted.size[axis] for axis in self._rays.order))
        one, two, three = counted.at_least
        counts = np.stack([self._wanted.lines - one, one - two, two - three, three])
        return counted.some / moves, np.abs(
            counts - np.array(self._wanted.counts)[:, None]).sum(axis=0)

    def _at(self, offset: NDArray[Any], move: float, scale: float) -> Placement:
        x, y, z = (float(part + (move if axis == self._axis else 0))
                   for axis, part in enumerate(offset))
        voxels = voxelize(self._mesh, self._size, voxelizer="parity", axis=self._axis,
                          offset=(x, y, z), scale=scale)
        found = census(voxels)
        distance = found.distance(self._wanted)
        return Placement((x, y, z), scale, voxels, (
            UNKNOWN if distance is None else distance, found.range_distance(self._wanted)))
