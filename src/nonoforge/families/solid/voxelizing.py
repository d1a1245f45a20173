"""From a mesh to voxels: which cells are inside?

winding   how often the surface winds around a cell's middle (Jacobson, Kavan and
          Sorkine-Hornung, Robust inside-outside segmentation using generalized winding
          numbers, 2013; Barill, Dickson, Schmidt, Levin and Jacobson, Fast winding numbers for
          soups and clouds, 2018): bodies that overlap are joined, holes do little harm
parity    rays along one axis, inside before an odd number of crossings (Thon, Gesquière and
          Raffin, A low cost antialiased space filled voxelization of polygonal objects, 2004;
          Halford, Generating and solving 3D nonogram puzzles, 2016): bodies that overlap
          cancel each other
vote      what parity says along two axes at least: whichever way faces are turned
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from nonoforge.errors import InputError, MissingPart, nearest
from nonoforge.families.solid.voxels import (
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


# Rays along an axis, one through the middle of each column of cells, and where they cross a mesh.
#
# Triangles are drawn as a rasteriser draws them: row by row, each row's span of columns at once,
# so that the work is the number of crossings and not triangles times columns. A span is half-open
# at both ends, and each edge is followed from its lower end to its upper one, whichever triangle
# asks. Two triangles that share an edge therefore share its crossings to the last bit: a ray
# through an edge or a corner is counted once, and a closed mesh is crossed an even number of
# times by every ray.

class Crossings(NamedTuple):
    """Where rays meet triangles: the ray's place in u and v, how deep, and on which side (1 or
    -1) of the triangle the ray comes in."""

    u: NDArray[Any]
    v: NDArray[Any]
    depth: NDArray[Any]
    side: NDArray[Any]

    def inside(self, columns: Sequence[int], depth: int) -> NDArray[Any]:
        """Return the cells with an odd number of crossings after their middles, by u, v, w."""
        import numpy as np

        # A crossing inverts all cells of the ray whose middles come before it.
        place = (self.u * columns[1] + self.v) * (depth + 1) + _next(self.depth, depth)
        odd = np.bincount(place, minlength=columns[0] * columns[1] * (depth + 1)) & 1
        odd = odd.astype(bool).reshape(*columns, depth + 1)
        return np.logical_xor.accumulate(odd[..., :0:-1], axis=2)[..., ::-1]

    def wound(self, columns: Sequence[int], depth: int) -> NDArray[Any]:
        """Return the cells whose middles a closed mesh winds around: the crossings after them come
        in more often on one side than on the other."""
        import numpy as np

        place = (self.u * columns[1] + self.v) * (depth + 1) + _next(self.depth, depth)
        count = np.bincount(place, self.side, columns[0] * columns[1] * (depth + 1))
        count = count.reshape(*columns, depth + 1)[..., :0:-1]
        found: NDArray[Any] = np.cumsum(count, axis=2)[..., ::-1] != 0
        return found


class Edge(NamedTuple):
    """A side of a wedge: it passes (u, v), and u grows by `slope` along v."""

    u: NDArray[Any]
    v: NDArray[Any]
    slope: NDArray[Any]


@dataclass(frozen=True, slots=True)
class Rays:
    """Triangles made ready for rays along an axis: u and v lie across the rays, w along them.

    A triangle is cut at its middle corner into two wedges with a horizontal end, from `low` to
    `high` in v, each between a long and a short edge."""

    order: tuple[int, int, int]  # the axes that u, v and w are
    low: NDArray[Any]
    high: NDArray[Any]
    long: Edge
    short: Edge
    corner: NDArray[Any]  # (3, wedges): u, v, w of a point of the plane
    du: NDArray[Any]  # the growth of w along u and along v
    dv: NDArray[Any]
    near: NDArray[Any]  # the least and the greatest w of the triangle
    far: NDArray[Any]
    turn: NDArray[Any]  # 1 or -1: which way around the triangle is

    def cross(self, scale: NDArray[Any], shift: NDArray[Any],
              columns: Sequence[int]) -> Crossings:
        """Return the crossings with the mesh times `scale` plus `shift` (each for u, v, w). The
        rays go through the halves, u = 0.5, 1.5 ... and v = 0.5, 1.5 ...: columns[0] times
        columns[1]."""
        first = _next(self.low * scale[1] + shift[1], columns[1])
        last = _next(self.high * scale[1] + shift[1], columns[1])
        wedge = (last > first).nonzero()[0]
        which, v = spread(first[wedge], last[wedge])
        row = wedge[which]
        ends = [self._follow(edge, row, v + 0.5, scale, shift) for edge in (self.long, self.short)]
        stops = [_next(end, columns[0]) for end in ends]
        which, u = spread(*_sorted(*stops))
        side = (self.turn[row] * (1 - 2 * (stops[0] > stops[1])))[which]
        row, v = row[which], v[which]
        return Crossings(u, v, self._depth(row, u, v, scale, shift), side)

    @staticmethod
    def _follow(edge: Edge, row: NDArray[Any], here: NDArray[Any], scale: NDArray[Any],
                shift: NDArray[Any]) -> NDArray[Any]:
        """Return where the edges of some wedges pass the rows `here`. What is done to the numbers
        depends on the edge alone: see above."""
        u = edge.u[row] * scale[0] + shift[0]
        v = edge.v[row] * scale[1] + shift[1]
        found: NDArray[Any] = u + (here - v) * (edge.slope[row] * (scale[0] / scale[1]))
        return found

    def _depth(self, row: NDArray[Any], u: NDArray[Any], v: NDArray[Any], scale: NDArray[Any],
               shift: NDArray[Any]) -> NDArray[Any]:
        """Return how deep the crossings are; never outside of the triangle, however steep it is."""
        import numpy as np

        along_u = (u + (0.5 - shift[0])) / scale[0] - self.corner[0, row]
        along_v = (v + (0.5 - shift[1])) / scale[1] - self.corner[1, row]
        w = self.corner[2, row] + along_u * self.du[row] + along_v * self.dv[row]
        w = np.clip(w, self.near[row], self.far[row])
        found: NDArray[Any] = w * scale[2] + shift[2]
        return found


def rays_of(vertices: NDArray[Any], faces: NDArray[Any], axis: int) -> Rays:
    """Return the triangles of a mesh made ready for rays along an axis (0, 1, 2 for x, y, z)."""
    import numpy as np

    order = ((1, 2, 0), (0, 2, 1), (0, 1, 2))[axis]
    u, v, w = (vertices[:, along][faces].T for along in order)
    rank = np.lexsort((u, v), axis=0)  # by v, then by u: an edge has one direction everywhere
    u, v, w = (np.take_along_axis(part, rank, axis=0) for part in (u, v, w))
    du, dv = _gradient(u, v, w)
    edges = {ends: _edge(u, v, *ends) for ends in ((0, 1), (1, 2), (0, 2))}
    lower, upper = np.nonzero(v[1] > v[0])[0], np.nonzero(v[2] > v[1])[0]
    both = np.concatenate([lower, upper])
    return Rays(
        order=order,
        low=np.concatenate([v[0, lower], v[1, upper]]),
        high=np.concatenate([v[1, lower], v[2, upper]]),
        long=Edge(*(part[both] for part in edges[0, 2])),
        short=Edge(*(np.concatenate([below[lower], above[upper]])
                     for below, above in zip(edges[0, 1], edges[1, 2], strict=True))),
        corner=np.stack([u[0], v[0], w[0]])[:, both], du=du[both], dv=dv[both],
        near=w.min(axis=0)[both], far=w.max(axis=0)[both],
        turn=np.where((rank[1] - rank[0]) % 3 == 1, 1, -1)[both])


def _edge(u: NDArray[Any], v: NDArray[Any], low: int, high: int) -> Edge:
    import numpy as np

    rise = v[high] - v[low]
    return Edge(u[low], v[low], (u[high] - u[low]) / np.where(rise > 0, rise, 1))


def _gradient(u: NDArray[Any], v: NDArray[Any], w: NDArray[Any]) -> tuple[NDArray[Any], ...]:
    """Return the growth of w along u and v; none in a triangle that is seen from its edge."""
    import numpy as np

    (u1, u2), (v1, v2), (w1, w2) = (part[1:] - part[0] for part in (u, v, w))
    with np.errstate(all="ignore"):
        area = u1 * v2 - u2 * v1
        du, dv = (w1 * v2 - w2 * v1) / area, (u1 * w2 - u2 * w1) / area
    upright = ~(np.isfinite(du) & np.isfinite(dv))
    du[upright] = dv[upright] = 0
    return du, dv


def _next(at: NDArray[Any], count: int) -> NDArray[Any]:
    """Return the first of the halves 0.5, 1.5 ... that is not before `at`, by its number."""
    import numpy as np

    return np.clip(np.ceil(at - 0.5), 0, count).astype(np.int64)


def _sorted(a: NDArray[Any], b: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    import numpy as np

    return np.minimum(a, b), np.maximum(a, b)


def spread(first: NDArray[Any], last: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the numbers first[k] to last[k] (without it) for every k: which k, and the number.

    >>> import numpy as np
    >>> which, number = spread(np.array([3, 0, 7]), np.array([5, 0, 8]))
    >>> which.tolist(), number.tolist()
    ([0, 0, 2], [3, 4, 7])
    """
    import numpy as np

    count = np.maximum(last - first, 0)
    which = np.repeat(np.arange(len(count)), count)
    begin = np.cumsum(count) - count
    return which, np.arange(len(which)) + (first - begin)[which]


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
    """Points all over the triangles, for those together that need as many: (triangles, points,
    3). They are the middles of small triangles: no point lies on an edge, where a cell may end."""
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


Voxelizer = Literal["winding", "parity", "vote"]
Keep = Literal["all", "largest"]

Inside = Callable[[Lattice], "NDArray[Any]"]
"""Says of each cell of a lattice over the mesh whether its middle is inside."""


def voxelize(
    mesh: Mesh, size: Size, *, voxelizer: Voxelizer = "winding", axis: int = 2,
    offset: Sequence[float] = (0, 0, 0), scale: float = 1, samples: int = 1,
    threshold: float = 0.5, thin: bool = False, keep: Keep = "all", fill: bool = False,
    trim: bool = True,
) -> NDArray[Any]:
    """Return the voxels of a mesh, True where solid, indexed by x, y, z.

    `size` is the number of cells along the longest axis, or three numbers, one for each. A cell is
    the longest extent by that number, times `scale`; the cells are centred on the mesh's box and
    then moved by `offset` cells. `axis` is that of the rays, for parity.

    With `samples` a cell is cut into that many along each axis, and solid where the share
    `threshold` of them is inside. `thin` adds walls that would vanish, `keep` leaves the largest
    piece alone, `fill` fills enclosed air, `trim` cuts off empty outer layers."""
    _check(voxelizer, axis, samples, threshold, keep)
    lattice = lattice_over(mesh.vertices, size, offset=offset, scale=scale)
    if _count(lattice) * samples**3 > MAX_POINTS:
        raise InputError(f"{'x'.join(map(str, lattice.cells))} cells with {samples}x{samples}x"
                         f"{samples} samples are too many; ask for a smaller size or fewer samples")
    solid = coverage(inside_of(mesh, voxelizer, axis), lattice, samples) >= threshold
    if thin:
        solid |= thin_walls(mesh.vertices, mesh.faces, lattice, solid)
    if not solid.any():
        raise NothingInside(_nothing(thin))
    if keep == "largest":
        solid = largest(solid)
    if fill:
        solid = filled(solid)
    return trimmed(solid) if trim else solid


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


def inside_of(mesh: Mesh, voxelizer: Voxelizer, axis: int = 2) -> Inside:
    """Return what says which cells are inside a mesh."""
    if voxelizer == "winding" and not closed(mesh):
        return _winding(mesh)
    axes = (0, 1, 2) if voxelizer == "vote" else (axis,)
    rays = [rays_of(mesh.vertices, mesh.faces, along) for along in axes]
    if voxelizer == "vote":
        return lambda lattice: _majority(*(inside_by_rays(each, lattice) for each in rays))
    return lambda lattice: inside_by_rays(rays[0], lattice, wound=voxelizer == "winding")


def inside_by_rays(rays: Rays, lattice: Lattice, *, wound: bool = False) -> NDArray[Any]:
    """Return the cells that are inside by parity, or those that a closed mesh winds around."""
    import numpy as np

    order = list(rays.order)
    u, v, w = (lattice.cells[axis] for axis in order)
    found = rays.cross(lattice.scale[order], lattice.shift[order], (u, v))
    inside = found.wound((u, v), w) if wound else found.inside((u, v), w)
    return np.moveaxis(inside, (0, 1, 2), order)


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
    try:
        from igl import fast_winding_number
    except ImportError:
        raise MissingPart("winding numbers need libigl; install nonoforge[solids], or take another "
                          "voxelizer: parity, vote") from None
    import numpy as np

    faces = np.ascontiguousarray(mesh.faces, dtype=np.int64)

    def inside(lattice: Lattice) -> NDArray[Any]:
        vertices = np.ascontiguousarray(mesh.vertices * lattice.scale + lattice.shift)
        number = fast_winding_number(vertices, faces, lattice.middles())
        # Either sign: a mesh may be inside out.
        found: NDArray[Any] = (np.abs(number) > 0.5).reshape(lattice.cells)
        return found

    return inside


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
            "for thin walls, or for more samples with a lower threshold")
