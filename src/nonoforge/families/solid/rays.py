"""Rays along an axis and where they cross a mesh: through the middles of all columns of cells at
once (`Rays.cross`), or one by one (`Rays.meet`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from numpy.typing import NDArray


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

    def meet(self, wedges: NDArray[Any], u: NDArray[Any], v: NDArray[Any], scale: NDArray[Any],
             shift: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return which of some rays, at any u and v, meet some of the wedges, and how deep: the
        numbers of the rays, and the depths. All wedges are tried with all rays."""
        low, high = (end[wedges] * scale[1] + shift[1] for end in (self.low, self.high))
        wedge, ray = ((low[:, None] <= v) & (v < high[:, None])).nonzero()
        row = wedges[wedge]
        ends = [self._follow(edge, row, v[ray], scale, shift) for edge in (self.long, self.short)]
        left, right = _sorted(*ends)
        hit = (left <= u[ray]) & (u[ray] < right)
        row, ray = row[hit], ray[hit]
        return ray, self._depth(row, u[ray] - 0.5, v[ray] - 0.5, scale, shift)

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
