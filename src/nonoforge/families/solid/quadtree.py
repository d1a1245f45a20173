"""Rays one by one, and a quadtree over the triangles of a mesh that finds those a ray may meet.

Halford, Generating and solving 3D nonogram puzzles (2016), section 3.1.1, after Thon, Gesquière and
Raffin (2004). Rays go along one axis; the tree divides the plane across them. A leaf refers to all
triangles that reach into it, so a triangle may be in several leaves; a leaf with more than a few is
divided into four. A ray looks at the triangles of its leaf only.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from nonoforge.families.solid.rays import Crossings, Rays
from nonoforge.families.solid.voxels import Lattice

if TYPE_CHECKING:
    from numpy.typing import NDArray

LEAF_TRIANGLES = 16  # a leaf with more is divided, unless it is a single column of cells


class Leaf(NamedTuple):
    """A rectangle of columns, from `low` to `high` (without it), and the triangles that reach into
    it."""

    low: tuple[int, int]
    high: tuple[int, int]
    wedges: NDArray[Any]


@dataclass(frozen=True, slots=True)
class Quadtree:
    """Triangles (cut into two wedges each, as `Rays` has them), found by where a ray goes."""

    rays: Rays
    limit: int = LEAF_TRIANGLES

    def leaves(self, lattice: Lattice) -> Iterator[Leaf]:
        """Yield the leaves of the tree over the columns of a lattice that have any triangles."""
        import numpy as np

        order = list(self.rays.order)
        scale, shift = lattice.scale[order], lattice.shift[order]
        u = np.stack([edge.u * scale[0] + shift[0]
                      + (end * scale[1] - edge.v * scale[1]) * (edge.slope * scale[0] / scale[1])
                      for edge in (self.rays.long, self.rays.short)
                      for end in (self.rays.low, self.rays.high)])
        # A little more than the wedge's box: rounding must not lose a crossing.
        boxes = np.stack([u.min(axis=0) - 1e-6, self.rays.low * scale[1] + shift[1] - 1e-6,
                          u.max(axis=0) + 1e-6, self.rays.high * scale[1] + shift[1] + 1e-6])
        across = lattice.cells[order[0]], lattice.cells[order[1]]
        stack = [Leaf((0, 0), across, np.arange(boxes.shape[1]))]
        while stack:
            node = stack.pop()
            (u0, v0), (u1, v1) = node.low, node.high
            low_u, low_v, high_u, high_v = boxes[:, node.wedges]
            there = node.wedges[(low_u < u1) & (high_u > u0) & (low_v < v1) & (high_v > v0)]
            node = Leaf(node.low, node.high, there)
            if len(there) <= self.limit or (u1 - u0 <= 1 and v1 - v0 <= 1):
                if len(there):
                    yield node
                continue
            stack += _quarters(node)

    def inside(self, lattice: Lattice) -> NDArray[Any]:
        """Return the cells whose middles have an odd number of crossings after them."""
        import numpy as np

        order = list(self.rays.order)
        across = lattice.cells[order[0]], lattice.cells[order[1]]
        depth = lattice.cells[order[2]]
        found: list[tuple[NDArray[Any], ...]] = []
        for leaf in self.leaves(lattice):
            u, v = (part.ravel() for part in np.meshgrid(
                np.arange(leaf.low[0], leaf.high[0]), np.arange(leaf.low[1], leaf.high[1]),
                indexing="ij"))
            ray, at = self.rays.meet(leaf.wedges, u + 0.5, v + 0.5, lattice.scale[order],
                                     lattice.shift[order])
            found.append((u[ray], v[ray], at))
        u, v, at = (np.concatenate([some[part] for some in found]) if found else
                    np.zeros(0, dtype=np.int64 if part < 2 else float) for part in range(3))
        inside = Crossings(u, v, at, np.ones(len(u))).inside(across, depth)
        return np.moveaxis(inside, (0, 1, 2), order)


def _quarters(node: Leaf) -> Iterator[Leaf]:
    (u0, v0), (u1, v1) = node.low, node.high
    u, v = (u0 + u1 + 1) // 2, (v0 + v1 + 1) // 2
    for low_u, high_u in ((u0, u), (u, u1)):
        for low_v, high_v in ((v0, v), (v, v1)):
            if low_u < high_u and low_v < high_v:
                yield Leaf((low_u, low_v), (high_u, high_v), node.wedges)


def random_shares(rays: Rays, lattice: Lattice, samples: int, seed: int) -> NDArray[Any]:
    """Return the share of each cell that is inside, by samples**2 random rays through each column.

    Along a ray the share is exact: the length from crossing to crossing, by parity. Across, it is a
    mean of as many independent places, so its standard error is at most 0.5 / samples."""
    import numpy as np

    order = list(rays.order)
    across = lattice.cells[order[0]], lattice.cells[order[1]]
    depth = lattice.cells[order[2]]
    count = samples**2
    places = np.random.default_rng(seed).random((*across, count, 2))
    shares = np.zeros((*across, depth), dtype=np.float32)
    for leaf in Quadtree(rays).leaves(lattice):
        (u0, v0), (u1, v1) = leaf.low, leaf.high
        some = places[u0:u1, v0:v1].reshape(-1, 2)
        u, v = np.meshgrid(np.arange(u0, u1), np.arange(v0, v1), indexing="ij")
        column = np.repeat(np.arange(u.size), count)
        ray, at = rays.meet(leaf.wedges, u.ravel()[column] + some[:, 0],
                            v.ravel()[column] + some[:, 1], lattice.scale[order],
                            lattice.shift[order])
        lengths = _lengths(ray, at, column, u.size, depth)
        shares[u0:u1, v0:v1] = lengths.reshape(u1 - u0, v1 - v0, depth) / count
    return np.moveaxis(shares, (0, 1, 2), order)


def _lengths(ray: NDArray[Any], at: NDArray[Any], column: NDArray[Any], columns: int,
             depth: int) -> NDArray[Any]:
    """Return the lengths of rays inside each cell of each column, summed over the column's rays.

    A point is inside if an odd number of crossings come after it. Counted from the last, crossings
    end and begin such stretches in turn, so each adds the length before it, or takes it away."""
    import numpy as np

    order = np.lexsort((-at, ray))
    ray, at = ray[order], np.clip(at[order], 0, depth)
    begin = np.flatnonzero(np.diff(ray, prepend=-1))
    rank = np.arange(len(ray)) - np.repeat(begin, np.diff(np.append(begin, len(ray))))
    sign = 1 - 2 * (rank % 2)
    cell = np.minimum(at.astype(np.int64), depth - 1)
    # The length before a crossing fills all cells before its own, and a part of that.
    whole = np.zeros((columns, depth + 1))
    part = np.zeros((columns, depth))
    np.add.at(whole, (column[ray], cell), sign)
    np.add.at(part, (column[ray], cell), sign * (at - cell))
    full = whole[:, :0:-1].cumsum(axis=1)[:, ::-1]
    found: NDArray[Any] = full + part
    return found
