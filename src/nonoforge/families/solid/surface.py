"""The cells that a mesh's surface passes through, for walls that are thinner than a cell."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from nonoforge.errors import InputError
from nonoforge.families.solid.lattice import MAX_POINTS, Lattice
from nonoforge.families.solid.shape import grown, pieces

if TYPE_CHECKING:
    from numpy.typing import NDArray

SPACING = 0.25  # of a cell, between points of the surface
CLEAR = 1.5  # times as much surface is clearly more
RIM = 0.25  # a wall's neighbours with less than this share of its surface hold its rim, no wall


def thin_walls(
    vertices: NDArray[Any], faces: NDArray[Any], lattice: Lattice, solid: NDArray[Any],
) -> NDArray[Any]:
    """The cells to add so that no wall and no spike vanishes or falls apart.

    Surface that faces an axis is shown by a voxel in its own cell or in the next one along that
    axis, before or behind it. Cells of surface that is not shown so are added in whole pieces: if
    a part of the piece is away from all voxels, or if it joins two pieces of the solid. The rest
    are the rounded-off edges of what is thick, and those are well enough shown."""
    import numpy as np

    hidden, rim = np.zeros_like(solid), np.zeros(solid.shape)
    amounts = surface_in(vertices, faces, lattice)
    for axis in np.argsort(-amounts.sum(axis=(1, 2, 3)), kind="stable"):
        shown = _beside(np.moveaxis(solid, axis, 0))
        here = np.moveaxis(amounts[axis], axis, 0)
        wall = _most(here) & ~(shown[0] | shown[1] | shown[2])
        wall &= here > np.moveaxis(rim, axis, 0)
        hidden |= np.moveaxis(wall, 0, axis)
        before, _, after = _beside(np.where(wall, here, 0))
        rim = np.maximum(rim, RIM * np.moveaxis(np.maximum(before, after), 0, axis))
    walls = pieces(hidden)
    needed = np.unique(walls[hidden & ~grown(solid)])
    kept: NDArray[Any] = np.isin(walls, np.union1d(needed, _bridges(walls, pieces(solid)))) & hidden
    return kept


def _bridges(walls: NDArray[Any], parts: NDArray[Any]) -> NDArray[Any]:
    """The walls that touch two parts of the solid or more."""
    import numpy as np

    pairs = []
    for axis in range(3):
        here, there = np.moveaxis(walls, axis, 0), np.moveaxis(parts, axis, 0)
        pairs += [(here[1:], there[:-1]), (here[:-1], there[1:])]
    wall, part = (np.concatenate([pair[side].ravel() for pair in pairs]) for side in (0, 1))
    meet = (wall > 0) & (part > 0)
    met = np.unique(np.stack([wall[meet], part[meet]]), axis=1)
    wall, count = np.unique(met[0], return_counts=True)
    return wall[count > 1]


def _beside(array: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """What is before, at and after each cell along the first axis; nothing at the ends."""
    import numpy as np

    wide = np.pad(array, [(1, 1), (0, 0), (0, 0)])
    return wide[:-2], array, wide[2:]


def _most(amount: NDArray[Any]) -> NDArray[Any]:
    """The cells that have as much of a wall as their neighbours along the first axis. Of equals,
    or nearly so, it is the first: a wall is not to jump between layers with every small change."""
    before, here, after = _beside(amount)
    found: NDArray[Any] = (here > 0) & (here > before * CLEAR) & (here * CLEAR >= after)
    return found


def surface_in(
    vertices: NDArray[Any], faces: NDArray[Any], lattice: Lattice,
) -> NDArray[Any]:
    """How much surface there is in each cell, (3, x, y, z): by the axis that the surface mostly
    faces, in areas of a cell's side."""
    import numpy as np

    corners = (vertices * lattice.scale + lattice.shift)[faces]
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    area = np.linalg.norm(normal, axis=1) / 2
    facing = np.abs(normal).argmax(axis=1)
    shape = (3, *lattice.cells)
    amount = np.zeros(int(np.prod(shape)))
    for which, points in _points(corners):
        cells = np.clip(np.floor(points), 0, np.array(lattice.cells) - 1).astype(np.int64)
        flat = np.ravel_multi_index((np.repeat(facing[which], points.shape[1]),
                                     *cells.reshape(-1, 3).T), shape)
        # Triangles without area are surface too, if only just.
        share = np.repeat((area[which] + 1e-9) / points.shape[1], points.shape[1])
        amount += np.bincount(flat, share, len(amount))
    return amount.reshape(shape)


def _points(corners: NDArray[Any]) -> Iterator[tuple[NDArray[Any], NDArray[Any]]]:
    """Points all over the triangles, for those together that need as many: (triangles, points,
    3). They are the middles of small triangles: no point lies on an edge, where a cell may end."""
    import numpy as np

    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).max(axis=1)
    parts = np.maximum(1, np.ceil(sides / SPACING)).astype(np.int64)
    if (parts * parts).sum() > MAX_POINTS:
        raise InputError("thin walls of so many cells take too long; ask for a smaller size")
    for count in np.unique(parts):
        weights = _weights(int(count))
        which = np.flatnonzero(parts == count)
        step = max(1, 1_000_000 // len(weights))
        for at in range(0, len(which), step):
            some = which[at:at + step]
            yield some, np.einsum("pc,tcd->tpd", weights, corners[some])


def _weights(count: int) -> NDArray[Any]:
    """The middles of the count**2 small triangles of a triangle, as weights of its corners."""
    import numpy as np

    first, second = np.meshgrid(np.arange(count), np.arange(count), indexing="ij")
    upright, turned = first + second < count, first + second < count - 1
    middles = np.concatenate([np.stack([first, second], -1)[upright] + 1 / 3,
                              np.stack([first, second], -1)[turned] + 2 / 3])
    return np.column_stack([middles, count - middles.sum(axis=1)]) / count
