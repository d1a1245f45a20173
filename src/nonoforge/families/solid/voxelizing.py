"""From a mesh to voxels: which cells are inside?

winding   how often the surface winds around a cell's middle (Jacobson, Kavan and
          Sorkine-Hornung, Robust inside-outside segmentation using generalized winding
          numbers, 2013; Barill, Dickson, Schmidt, Levin and Jacobson, Fast winding numbers for
          soups and clouds, 2018): bodies that overlap are joined, holes do little harm
parity    rays along one axis, inside before an odd number of crossings (Thon, Gesquière and
          Raffin, A low cost antialiased space filled voxelization of polygonal objects, 2004;
          Halford, Generating and solving 3D nonogram puzzles, 2016): bodies that overlap
          cancel each other
quadtree  the same rays as parity's; a tree over the triangles finds those that a ray may meet, as
          Halford did it. Parity's spans give the same voxels, sooner
rays      random rays along one axis (Thon and others), as many for each column of cells as the
          square of the samples; a cell is solid by the share of their lengths that is inside
refine    local refinement (Szucki and Suchy, 2012): only the cells that the surface passes, and
          their neighbours, are cut into smaller ones; winding numbers say which are inside
vote      what parity says along two axes at least: whichever way faces are turned
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from time import process_time
from typing import TYPE_CHECKING, Any, Literal, get_args

from nonoforge.errors import InputError, MissingPart, nearest
from nonoforge.families.solid.quadtree import Quadtree, random_shares
from nonoforge.families.solid.rays import Rays, rays_of
from nonoforge.families.solid.voxels import (
    BLOCK_POINTS,
    MAX_POINTS,
    Lattice,
    Size,
    filled,
    grown,
    largest,
    lattice_over,
    pieces,
    trimmed,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from nonoforge.families.solid.mesh import Mesh


# Walls thinner than a cell: the cells that the surface passes through.

SAMPLE_SPACING = 0.25  # of surface points, in cells
CLEAR_RATIO = 1.5  # a cell with this many times the surface of another has clearly more
RIM_SHARE = 0.25  # neighbours with a smaller share of a wall's surface hold its rim, not a wall


def thin_walls(
    vertices: NDArray[Any], faces: NDArray[Any], lattice: Lattice, solid: NDArray[Any],
) -> NDArray[Any]:
    """Return the cells to add so that no wall and no spike vanishes or falls apart.

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
        rim = np.maximum(rim, RIM_SHARE * np.moveaxis(np.maximum(before, after), 0, axis))
    walls = pieces(hidden)
    needed = np.unique(walls[hidden & ~grown(solid)])
    kept: NDArray[Any] = np.isin(walls, np.union1d(needed, _bridges(walls, pieces(solid)))) & hidden
    return kept


def _bridges(walls: NDArray[Any], parts: NDArray[Any]) -> NDArray[Any]:
    """Return the walls that touch two parts of the solid or more."""
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
    """Return the cells before, at and after each cell along the first axis; none at the ends."""
    import numpy as np

    wide = np.pad(array, [(1, 1), (0, 0), (0, 0)])
    return wide[:-2], array, wide[2:]


def _most(amount: NDArray[Any]) -> NDArray[Any]:
    """Return the cells that have as much of a wall as their neighbours along the first axis. Of
    equals, or nearly so, it is the first: a wall is not to jump between layers with every small
    change."""
    before, here, after = _beside(amount)
    found: NDArray[Any] = (here > 0) & (here > before * CLEAR_RATIO) & (here * CLEAR_RATIO >= after)
    return found


def surface_in(
    vertices: NDArray[Any], faces: NDArray[Any], lattice: Lattice,
) -> NDArray[Any]:
    """Return how much surface there is in each cell, (3, x, y, z): by the axis that the surface
    mostly faces, in areas of a cell's side."""
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
    """Return points spread over triangles that need the same number: (triangles, points, 3). They
    are centres of small triangles, so none lies on an edge, where a cell may end."""
    import numpy as np

    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).max(axis=1)
    parts = np.maximum(1, np.ceil(sides / SAMPLE_SPACING)).astype(np.int64)
    if (parts * parts).sum() > MAX_POINTS:
        raise InputError("thin walls take too long at this size; use a smaller --size")
    for count in np.unique(parts):
        weights = _weights(int(count))
        which = np.flatnonzero(parts == count)
        step = max(1, 1_000_000 // len(weights))
        for at in range(0, len(which), step):
            some = which[at:at + step]
            yield some, np.einsum("pc,tcd->tpd", weights, corners[some])


def _weights(count: int) -> NDArray[Any]:
    """Return the centres of the count**2 small triangles of a triangle, as weights of its
    corners."""
    import numpy as np

    first, second = np.meshgrid(np.arange(count), np.arange(count), indexing="ij")
    upright, turned = first + second < count, first + second < count - 1
    middles = np.concatenate([np.stack([first, second], -1)[upright] + 1 / 3,
                              np.stack([first, second], -1)[turned] + 2 / 3])
    return np.column_stack([middles, count - middles.sum(axis=1)]) / count


class NothingInside(InputError):
    """No cell is inside the mesh: not as large as asked, or not where asked."""


Voxelizer = Literal["winding", "parity", "vote", "quadtree", "rays", "refine"]
Keep = Literal["all", "largest"]
INSIDE = 0.5001  # the winding number from which a point is inside
MIN_WINDING_POINTS, MAX_WINDING_POINTS = 50, 1000  # in one call of libigl: from 1000 on it takes
# all cores, and of a surface that passes through itself a point may take two milliseconds
WINDING_SECONDS = 0.1  # of computing: calls that take longer get fewer points
SAMPLED = {"rays": 4, "refine": 4}  # voxelizers that mean nothing without samples

Inside = Callable[[Lattice], "NDArray[Any]"]
"""Says of each cell of a lattice over the mesh whether its middle is inside."""


def voxelize(
    mesh: Mesh, size: Size, *, voxelizer: Voxelizer = "winding", axis: int = 2,
    offset: Sequence[float] = (0, 0, 0), scale: float = 1, samples: int | None = None,
    threshold: float = 0.5, thin: bool = False, keep: Keep = "all", fill: bool = False,
    trim: bool = True, seed: int = 0, mirrored: tuple[int, ...] = (),
) -> NDArray[Any]:
    """Return the voxels of a mesh, True where solid, indexed by x, y, z.

    `size` is the number of cells along the longest axis, or three numbers, one for each. A cell is
    the longest extent by that number, times `scale`; the cells are centred on the mesh's box and
    then moved by `offset` cells. `axis` is that of the rays, for parity.

    With `samples` a cell is cut into that many along each axis, and solid where the share
    `threshold` of them is inside; `seed` is that of random rays. A solid that is `mirrored` along
    some axes is its own mirror image there: each cell has the mean share of itself and its image.
    `thin` adds walls that would vanish, `keep` leaves the largest piece alone, `fill` fills
    enclosed air, `trim` cuts off empty outer layers."""
    samples = default_samples(voxelizer) if samples is None else samples
    _check(voxelizer, axis, samples, threshold, keep)
    lattice = lattice_over(mesh.vertices, size, offset=offset, scale=scale)
    if _count(lattice) * samples**3 > MAX_POINTS:
        raise InputError(f"{'x'.join(map(str, lattice.cells))} cells with {samples}x{samples}x"
                         f"{samples} samples are too many; ask for a smaller size or fewer samples")
    share = shares(mesh, lattice, voxelizer, axis, samples, seed)
    solid = symmetrical(share, mirrored, mesh, lattice) >= threshold
    if thin:
        walls = thin_walls(mesh.vertices, mesh.faces, lattice, solid)
        solid |= symmetrical(walls.astype(float), mirrored, mesh, lattice) > 0
    if not solid.any():
        raise NothingInside(_nothing(thin))
    if keep == "largest":
        solid = largest(solid)
    if fill:
        solid = filled(solid)
    return trimmed(solid) if trim else solid


def default_samples(voxelizer: str) -> int:
    """Return the samples along each side of a cell where none are asked for."""
    return SAMPLED.get(voxelizer, 1)


def shares(
    mesh: Mesh, lattice: Lattice, voxelizer: Voxelizer, axis: int, samples: int, seed: int = 0,
) -> NDArray[Any]:
    """Return the share of each cell that is inside the mesh."""
    if voxelizer == "rays":
        return random_shares(rays_of(mesh.vertices, mesh.faces, axis), lattice, samples, seed)
    if voxelizer == "refine":
        return _refined(mesh, lattice, samples)
    return coverage(inside_of(mesh, voxelizer, axis), lattice, samples)


def symmetrical(
    share: NDArray[Any], axes: Sequence[int], mesh: Mesh, lattice: Lattice,
) -> NDArray[Any]:
    """Return the shares of cells, averaged with their mirror images along some axes. An axis is
    left out where cells have no mirror images, because the centre of the mesh is neither the centre
    of a cell nor on its border."""
    import numpy as np

    for axis in axes:
        middle = (mesh.low[axis] + mesh.extent[axis] / 2) * lattice.scale[axis] + \
            lattice.shift[axis]
        last = round(2 * middle) - 1  # cell i is the mirror image of cell last - i
        if abs(2 * middle - last - 1) > 1e-6:
            continue
        image = last - np.arange(share.shape[axis])
        there = (image >= 0) & (image < share.shape[axis])
        mirrored = np.zeros_like(share)
        np.moveaxis(mirrored, axis, 0)[there] = np.moveaxis(share, axis, 0)[image[there]]
        share = (share + mirrored) / 2
    return share


def _refined(mesh: Mesh, lattice: Lattice, samples: int) -> NDArray[Any]:
    """Return the shares of cells: samples**3 points of those near the surface, the middle of all
    others. A closed mesh has no cell that is partly inside without surface in it, or beside it:
    points all over the surface, a quarter of a cell apart, lie in such a cell or its neighbour."""
    import numpy as np

    inside = inside_of(mesh, "winding")
    share = inside(lattice).astype(np.float32)
    near = np.argwhere(grown(surface_in(mesh.vertices, mesh.faces, lattice).max(axis=0) > 0))
    steps = (np.stack(np.meshgrid(*[np.arange(samples)] * 3, indexing="ij"), -1).reshape(-1, 3)
             + 0.5) / samples
    step = max(1, BLOCK_POINTS // len(steps))
    for first in range(0, len(near), step):
        cells = near[first:first + step]
        points = (cells[:, None] + steps).reshape(-1, 3)
        found = _points_inside(mesh, lattice, points).reshape(len(cells), -1)
        share[tuple(cells.T)] = found.mean(axis=1)
    return share


def _points_inside(mesh: Mesh, lattice: Lattice, points: NDArray[Any]) -> NDArray[Any]:
    """Return which points, in numbers of cells, have a winding number of clearly more than a half:
    on an open sheet it is a half, and what is more is rounding."""
    import numpy as np

    tree = _winding_number_tree()
    tree.init(np.ascontiguousarray(mesh.vertices * lattice.scale + lattice.shift),
              np.ascontiguousarray(mesh.faces, dtype=np.int64))
    found = np.empty(len(points), dtype=bool)
    first, step = 0, MIN_WINDING_POINTS
    while first < len(points):  # in short calls: nothing interrupts one
        begun = process_time()
        some = np.ascontiguousarray(points[first:first + step])
        found[first:first + step] = np.abs(tree.winding_number(some)) > INSIDE
        first += step
        step = min(2 * step, MAX_WINDING_POINTS) if process_time() - begun < WINDING_SECONDS else \
            max(step // 2, MIN_WINDING_POINTS)
    return found


def coverage(inside: Inside, lattice: Lattice, samples: int) -> NDArray[Any]:
    """Return the share of each cell that is inside, as samples**3 points of it say."""
    import numpy as np

    found = np.empty(lattice.cells, dtype=np.float32)
    for part, block in lattice.blocks(samples):
        x, y, z = block.cells
        fine = inside(block.finer(samples)).reshape(x, samples, y, samples, z, samples)
        found[part] = fine.mean(axis=(1, 3, 5), dtype=np.float32) if samples > 1 else fine.reshape(
            x, y, z)
    return found


@lru_cache(maxsize=2)
def inside_of(mesh: Mesh, voxelizer: Voxelizer, axis: int = 2) -> Inside:
    """Return what says which cells are inside a mesh; the last ones are kept for other lattices."""
    if voxelizer in ("winding", "refine") and not closed(mesh):
        return _winding(mesh)
    if voxelizer == "quadtree":
        tree = Quadtree(rays_of(mesh.vertices, mesh.faces, axis))
        return tree.inside
    axes = (0, 1, 2) if voxelizer == "vote" else (axis,)
    rays = [rays_of(mesh.vertices, mesh.faces, along) for along in axes]
    if voxelizer == "vote":
        return lambda lattice: _majority(*(inside_by_rays(each, lattice) for each in rays))
    wound = voxelizer in ("winding", "refine")
    return lambda lattice: inside_by_rays(rays[0], lattice, wound=wound)


def inside_by_rays(rays: Rays, lattice: Lattice, *, wound: bool = False) -> NDArray[Any]:
    """Return the cells that are inside by parity, or those that a closed mesh winds around."""
    import numpy as np

    order = list(rays.order)
    u, v, w = (lattice.cells[axis] for axis in order)
    found = rays.cross(lattice.scale[order], lattice.shift[order], (u, v))
    inside = found.wound((u, v), w) if wound else found.inside((u, v), w)
    return np.moveaxis(inside, (0, 1, 2), order)


@lru_cache(maxsize=4)
def closed(mesh: Mesh) -> bool:
    """Return whether faces meet at every edge, as many one way as the other. Winding numbers are
    whole then, and a ray counts them exactly."""
    import numpy as np

    start, stop = mesh.faces.ravel(), np.roll(mesh.faces, -1, axis=1).ravel()
    edge = np.minimum(start, stop) * len(mesh.vertices) + np.maximum(start, stop)
    _, which = np.unique(edge, return_inverse=True)
    return not np.bincount(which, np.sign(stop - start)).any()


def _majority(a: NDArray[Any], b: NDArray[Any], c: NDArray[Any]) -> NDArray[Any]:
    found: NDArray[Any] = (a & b) | (b & c) | (a & c)
    return found


def odd_columns(mesh: Mesh, size: Size = 36) -> tuple[int, int, int]:
    """Return how many rays along x, y and z cross the mesh an odd number of times: none do if it is
    closed, and where some do, parity along that axis is wrong."""
    import numpy as np

    lattice = lattice_over(mesh.vertices, size)
    counts = []
    for axis in range(3):
        rays = rays_of(mesh.vertices, mesh.faces, axis)
        order = list(rays.order)
        across = [lattice.cells[along] for along in order[:2]]
        found = rays.cross(lattice.scale[order], lattice.shift[order], across)
        counts.append(int((np.bincount(found.u * across[1] + found.v) & 1).sum()))
    return counts[0], counts[1], counts[2]


def _winding(mesh: Mesh) -> Inside:
    """Return what says it by winding numbers, of either sign: a mesh may be inside out."""
    return lambda lattice: _points_inside(mesh, lattice, lattice.middles()).reshape(lattice.cells)


def _winding_number_tree() -> Any:
    try:
        from igl import FastWindingNumberBVH
    except ImportError:
        raise MissingPart("winding numbers need libigl: pip install 'nonoforge[solids]', or take "
                          "another voxelizer: parity, vote") from None
    return FastWindingNumberBVH()


def _check(voxelizer: str, axis: int, samples: int, threshold: float, keep: str) -> None:
    for word, known in ((voxelizer, get_args(Voxelizer)), (keep, get_args(Keep))):
        if word not in known:
            raise InputError(f"no {word!r} here; {nearest(word, known)}")
    if axis not in (0, 1, 2):
        raise InputError(f"an axis {axis}; it is 0, 1 or 2 for x, y or z")
    if not 1 <= samples <= 32:
        raise InputError(f"{samples} samples along each axis; 1 to 32 are possible")
    if not 0 < threshold <= 1:
        raise InputError(f"a threshold of {threshold:g}; it is a share, more than 0 and at most 1")


def _count(lattice: Lattice) -> int:
    x, y, z = lattice.cells
    return x * y * z


def _nothing(thin: bool) -> str:
    cause = "no cell is inside the mesh"
    if thin:
        return f"{cause}, nor near its surface"
    return (f"{cause}: its walls are thinner than a cell, or it is open; ask for a larger size, "
            "for thin walls (--thin), or for more samples with a lower threshold")
