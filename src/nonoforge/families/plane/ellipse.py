"""Ellipses and their arcs as cubics."""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, ceil, cos, hypot, pi, radians, sin, sqrt, tan

from nonoforge.path import Matrix, Piece, Point, moved

NOTHING = 1e-12  # a radius that is none


def inverse(matrix: Matrix, point: Point) -> Point:
    """The point that an affine map sends here; its determinant must not be zero."""
    a, b, c, d, e, f = matrix
    x, y = point[0] - e, point[1] - f
    size = a * d - b * c
    return (d * x - c * y) / size, (a * y - b * x) / size


def whole(matrix: Matrix) -> list[Piece]:
    """The image of the unit circle, counter-clockwise from the image of (1, 0)."""
    pieces = list(arc(matrix, 0, 2 * pi))
    pieces[-1] = (*pieces[-1][:-1], pieces[0][0])
    return pieces


def arc(matrix: Matrix, first: float, last: float) -> Iterator[Piece]:
    """The image of the unit circle from one angle to another, in pieces of at most a right angle
    (then a cubic is within 0.03 % of the radius)."""
    count = max(1, ceil(abs(last - first) / (pi / 2) - 1e-9))
    step = (last - first) / count
    reach = 4 / 3 * tan(step / 4)
    for i in range(count):
        a, b = first + i * step, first + (i + 1) * step
        p, q = (cos(a), sin(a)), (cos(b), sin(b))
        [piece] = moved(((p, (p[0] - reach * p[1], p[1] + reach * p[0]),
                          (q[0] + reach * q[1], q[1] - reach * q[0]), q),), matrix)
        yield piece


def through(matrix: Matrix, start: Point, end: Point) -> list[Piece]:
    """The arc of an ellipse from start to end, counter-clockwise on the circle whose image it is
    (Ipe's arcs). Its ends are the points given."""
    first, last = (atan2(*reversed(inverse(matrix, point))) for point in (start, end))
    if last < first:
        last += 2 * pi
    return _pinned(list(arc(matrix, first, last)), start, end)


def svg_arc(
    start: Point, radii: tuple[float, float], turn: float, large: bool, sweep: bool, end: Point,
) -> list[Piece]:
    """The arc of an SVG path (appendix B.2 of SVG 2): radii that are too small grow until the
    ellipse reaches both ends; a radius of 0 makes it straight."""
    rx, ry = abs(radii[0]), abs(radii[1])
    if start == end:
        return []
    if min(rx, ry) < NOTHING:
        return [(start, end)]
    cosine, sine = cos(radians(turn)), sin(radians(turn))
    dx, dy = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    # On the circle of radius 1: half of the chord, and the way from its middle to the centre.
    u, v = (cosine * dx + sine * dy) / rx, (cosine * dy - sine * dx) / ry
    half = hypot(u, v)
    if half < NOTHING:
        return [(start, end)]
    grow = max(1.0, half)
    u, v, half = u / grow, v / grow, half / grow
    away = sqrt(max(0.0, 1 - half * half)) / half * (-1 if large == sweep else 1)
    cu, cv = away * v, -away * u
    rx, ry = rx * grow, ry * grow
    matrix = (rx * cosine, rx * sine, -ry * sine, ry * cosine,
              (start[0] + end[0]) / 2 + rx * cosine * cu - ry * sine * cv,
              (start[1] + end[1]) / 2 + rx * sine * cu + ry * cosine * cv)
    first, last = atan2(v - cv, u - cu), atan2(-v - cv, -u - cu)
    if sweep and last < first:
        last += 2 * pi
    if not sweep and last > first:
        last -= 2 * pi
    return _pinned(list(arc(matrix, first, last)), start, end)


def _pinned(pieces: list[Piece], start: Point, end: Point) -> list[Piece]:
    """The same with exactly these ends."""
    pieces[0] = (start, *pieces[0][1:])
    pieces[-1] = (*pieces[-1][:-1], end)
    return pieces
