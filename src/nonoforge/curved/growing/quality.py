"""How good an arrangement is to look at and to colour in: angles, distances, widths.

What the picture itself dictates is not counted: its own corners, and how near they are to each
other.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import acos, degrees, dist
from typing import NamedTuple

from nonoforge.curved.arranging import Arranged, Vertex
from nonoforge.plane import Arrangement
from nonoforge.plane.path import Point, flat, inside, leaving

FINE = 0.05  # mm


class Worst(NamedTuple):
    """The worst of something, and where."""

    value: float
    place: Point


class Quality(NamedTuple):
    """The flattest crossing (degrees), the shortest way between crossings and the narrowest face
    (millimetres): the diameter of the largest circle in it."""

    angle: Worst
    apart: Worst
    width: Worst


def quality(arranged: Arranged) -> Quality:
    """The worst of everything."""
    arrangement = arranged.arrangement
    free = [vertex for vertex in arranged.vertices if not vertex.frame
            and not _corner(arranged, vertex)]
    angles = [Worst(_angle(arrangement, vertex), vertex.place) for vertex in free
              if len(vertex.darts) == 4]
    widths = [_width(arrangement, face) for face in range(len(arrangement.faces))]
    return Quality(min(angles, default=Worst(90.0, (0.0, 0.0))),
                   min(_edges(arranged), default=Worst(float("inf"), (0.0, 0.0))),
                   min(widths))


def _corner(arranged: Arranged, vertex: Vertex) -> bool:
    """Is it a corner of the picture: do two curves border it here, one after the other?"""
    drawn = [k for k, dart in enumerate(vertex.darts) if arranged.picture[dart >> 1]]
    return len(vertex.darts) == 4 and len(drawn) == 2 and drawn[1] - drawn[0] != 2


def _angle(arrangement: Arrangement, vertex: Vertex) -> float:
    """The smallest angle between neighbours around a vertex."""
    ways = [leaving(arrangement.path(dart)) for dart in vertex.darts]
    return min(degrees(acos(max(-1.0, min(1.0, a[0] * b[0] + a[1] * b[1]))))
               for a, b in zip(ways, [*ways[1:], ways[0]], strict=True))


def _edges(arranged: Arranged) -> list[Worst]:
    """The lengths of edges off the frame, but for those between two corners of the picture."""
    corner = {dart: _corner(arranged, vertex) for vertex in arranged.vertices
              for dart in vertex.darts}
    frame = {dart >> 1 for dart in arranged.arrangement.frame}
    found: list[Worst] = []
    for edge, path in enumerate(arranged.arrangement.edges):
        if edge in frame or (corner.get(2 * edge) and corner.get(2 * edge + 1)):
            continue
        points = flat(path, FINE)
        found.append(Worst(sum(dist(a, b) for a, b in pairwise(points)),
                           points[len(points) // 2]))
    return found


def _width(arrangement: Arrangement, face: int) -> Worst:
    """Twice the distance from the boundary, at the point of the face where it is largest."""
    loops = [arrangement.polygon(loop, FINE) for loop in arrangement.faces[face]]
    best = Worst(0.0, arrangement.spots[face])
    xs, ys = [x for x, _ in loops[0]], [y for _, y in loops[0]]
    middle, reach = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2), \
        (max(max(xs) - min(xs), max(ys) - min(ys)) / 2)
    grid = [arrangement.spots[face], *_grid(middle, reach, 12)]
    for _ in range(5):
        best = max(best, *_distances(loops, grid))
        reach /= 4
        grid = _grid(best.place, reach, 4)
    return best


def _grid(middle: Point, reach: float, steps: int) -> list[Point]:
    return [(middle[0] + reach * (2 * i / steps - 1), middle[1] + reach * (2 * j / steps - 1))
            for i in range(steps + 1) for j in range(steps + 1)]


def _distances(loops: Sequence[Sequence[Point]], points: Sequence[Point]) -> list[Worst]:
    """For points that are inside, twice their distance from the boundary."""
    import numpy as np

    table = np.array([(*a, b[0] - a[0], b[1] - a[1]) for loop in loops
                      for a, b in pairwise([*loop, loop[0]])])
    table = table[(table[:, 2] != 0) | (table[:, 3] != 0)]
    at = np.array(points)
    qx, qy = at[:, :1] - table[:, 0], at[:, 1:] - table[:, 1]
    sx, sy = table[:, 2], table[:, 3]
    along = np.clip((qx * sx + qy * sy) / (sx * sx + sy * sy), 0, 1)
    away = np.hypot(qx - along * sx, qy - along * sy).min(axis=1)
    return [Worst(2 * far, point) if sum(inside(point, loop) for loop in loops) % 2
            else Worst(-1.0, point) for far, point in zip(away.tolist(), points, strict=True)]

