"""Splines as cubics: B-splines, cardinal splines, and single curves of degree 2."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from nonoforge.path import Piece, Point


def between(p: Point, q: Point, t: float) -> Point:
    """The point at t on the way from p to q."""
    return p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])


def quadratic(p: Point, q: Point, r: Point) -> Piece:
    """A curve of degree 2 as a cubic, exactly."""
    return p, between(p, q, 2 / 3), between(r, q, 2 / 3), r


def clamped(points: Sequence[Point]) -> list[Piece]:
    """The cubic B-spline that begins at the first point and ends at the last, with knots at equal
    distances between (Ipe's `c`). Three points make a curve of degree 2, two a straight line."""
    if len(points) == 2:
        return [(points[0], points[1])]
    if len(points) == 3:
        return [quadratic(points[0], points[1], points[2])]
    spans = len(points) - 3
    knots = [0, 0, 0, *range(spans + 1), spans, spans, spans]
    return [_span(points[i:i + 4], knots[i + 1:i + 7]) for i in range(spans)]


def _span(points: Sequence[Point], knots: Sequence[int]) -> Piece:
    """One span of a B-spline, between the third and the fourth of its six knots: the values of its
    polar form at (a, a, a), (a, a, b), (a, b, b), (b, b, b)."""
    a, b = knots[2], knots[3]
    polar = [_polar(points, knots, arguments)
             for arguments in ((a, a, a), (a, a, b), (a, b, b), (b, b, b))]
    return polar[0], polar[1], polar[2], polar[3]


def _polar(points: Sequence[Point], knots: Sequence[int], arguments: tuple[int, ...]) -> Point:
    """De Boor's scheme, with another argument in each round."""
    row = list(points)
    for done, u in enumerate(arguments):
        row = [between(p, q, (u - knots[done + i]) / (knots[3 + i] - knots[done + i]))
               for i, (p, q) in enumerate(pairwise(row))]
    return row[0]


def closed(points: Sequence[Point]) -> list[Piece]:
    """The closed cubic B-spline with knots at equal distances (Ipe's `u`)."""
    return uniform([*points, *points[:3]])


def tripled(points: Sequence[Point]) -> list[Piece]:
    """The cubic B-spline whose first and last points count three times (Ipe's `s`)."""
    return uniform([points[0], points[0], *points, points[-1], points[-1]])


def uniform(points: Sequence[Point]) -> list[Piece]:
    """The cubic B-spline with knots at equal distances throughout."""
    pieces: list[Piece] = []
    for p, q, r, s in zip(points, points[1:], points[2:], points[3:], strict=False):
        b, c = between(q, r, 1 / 3), between(q, r, 2 / 3)
        a = between(between(q, p, 1 / 3), b, 1 / 2)
        d = between(c, between(r, s, 1 / 3), 1 / 2)
        pieces.append((pieces[-1][-1] if pieces else a, b, c, d))
    return pieces


def cardinal(points: Sequence[Point], tension: float) -> list[Piece]:
    """A smooth curve through all points; its tangents are parallel to the chord between the
    neighbours of a point (Ipe's `C`)."""
    if len(points) == 2:
        return [(points[0], points[1])]
    around = [points[0], *points, points[-1]]
    pieces: list[Piece] = []
    for o, p, q, r in zip(around, around[1:], around[2:], around[3:], strict=False):
        k = tension / 3
        pieces.append((p, (p[0] + k * (q[0] - o[0]), p[1] + k * (q[1] - o[1])),
                       (q[0] - k * (r[0] - p[0]), q[1] - k * (r[1] - p[1])), q))
    return pieces
