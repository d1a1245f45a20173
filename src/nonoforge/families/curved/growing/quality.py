"""How good an arrangement is to look at and to colour in: angles, distances, widths.

What the picture itself dictates is not counted: its own corners, and how near they are to each
other.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import acos, degrees, dist
from typing import NamedTuple

from nonoforge.families.curved.arranging import Arranged, Floats, Vertex
from nonoforge.families.plane import Arrangement
from nonoforge.path import Point, flat, inside, leaving

FINE = 0.05  # mm


class Measure(NamedTuple):
    """How much of something there is, and where."""

    value: float
    place: Point


class Quality(NamedTuple):
    """The angles of crossings (degrees), the ways between crossings along curves, and the widths of
    faces (millimetres): the diameter of the largest circle in each."""

    angles: list[Measure]
    ways: list[Measure]
    widths: list[Measure]


def quality(arranged: Arranged) -> Quality:
    """All that can be too small."""
    arrangement = arranged.arrangement
    free = [vertex for vertex in arranged.vertices if not vertex.frame
            and not _corner(arranged, vertex)]
    return Quality([Measure(_angle(arrangement, vertex), vertex.place) for vertex in free
                    if len(vertex.darts) == 4],
                   _ways(arranged),
                   [_width(arrangement, face) for face in range(len(arrangement.faces))])


def _corner(arranged: Arranged, vertex: Vertex) -> bool:
    """Is it a corner of the picture: do two curves border it here, one after the other?"""
    drawn = [k for k, dart in enumerate(vertex.darts) if arranged.picture[dart >> 1]]
    return len(vertex.darts) == 4 and len(drawn) == 2 and drawn[1] - drawn[0] != 2


def _angle(arrangement: Arrangement, vertex: Vertex) -> float:
    """The smallest angle between neighbours around a vertex."""
    ways = [leaving(arrangement.path(dart)) for dart in vertex.darts]
    return min(degrees(acos(max(-1.0, min(1.0, a[0] * b[0] + a[1] * b[1]))))
               for a, b in zip(ways, [*ways[1:], ways[0]], strict=True))


def _ways(arranged: Arranged) -> list[Measure]:
    """The lengths of edges off the frame, but for those between two corners of the picture."""
    corner = {dart: _corner(arranged, vertex) for vertex in arranged.vertices
              for dart in vertex.darts}
    frame = {dart >> 1 for dart in arranged.arrangement.frame}
    found: list[Measure] = []
    for edge, path in enumerate(arranged.arrangement.edges):
        if edge in frame or (corner.get(2 * edge) and corner.get(2 * edge + 1)):
            continue
        points = flat(path, FINE)
        found.append(Measure(sum(dist(a, b) for a, b in pairwise(points)),
                           points[len(points) // 2]))
    return found


def _width(arrangement: Arrangement, face: int) -> Measure:
    """Twice the distance from the boundary, at the point of the face where it is largest."""
    loops = [arrangement.polygon(loop, FINE) for loop in arrangement.faces[face]]
    best = Measure(0.0, arrangement.spots[face])
    xs, ys = [x for x, _ in loops[0]], [y for _, y in loops[0]]
    middle, reach = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2), \
        (max(max(xs) - min(xs), max(ys) - min(ys)) / 2)
    table = _segments(loops)
    grid = [arrangement.spots[face], *_grid(middle, reach, 30)]
    for _ in range(6):
        best = max(best, _widest(loops, table, grid))
        reach /= 4
        grid = _grid(best.place, reach, 6)
    return best


def _grid(middle: Point, reach: float, steps: int) -> list[Point]:
    return [(middle[0] + reach * (2 * i / steps - 1), middle[1] + reach * (2 * j / steps - 1))
            for i in range(steps + 1) for j in range(steps + 1)]


def _segments(loops: Sequence[Sequence[Point]]) -> Floats:
    """Rows of x, y, dx, dy."""
    import numpy as np

    table: Floats = np.array([(*a, b[0] - a[0], b[1] - a[1]) for loop in loops
                              for a, b in pairwise([*loop, loop[0]])])
    some: Floats = table[(table[:, 2] != 0) | (table[:, 3] != 0)]
    return some


def _widest(
    loops: Sequence[Sequence[Point]], table: Floats, points: Sequence[Point],
) -> Measure:
    """Of the points that are inside, the one that is farthest from the boundary."""
    import numpy as np

    at = np.array(points)
    qx, qy = at[:, :1] - table[:, 0], at[:, 1:] - table[:, 1]
    sx, sy = table[:, 2], table[:, 3]
    along = np.clip((qx * sx + qy * sy) / (sx * sx + sy * sy), 0, 1)
    away = np.hypot(qx - along * sx, qy - along * sy).min(axis=1)
    for k in np.argsort(-away, kind="stable").tolist():
        if sum(inside(points[k], loop) for loop in loops) % 2:
            return Measure(2 * float(away[k]), points[k])
    return Measure(-1.0, points[0])
