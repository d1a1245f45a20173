"""Paths: pieces, straight or cubic, one after the other.

    point    (x, y) in millimetres, y upwards
    piece    two points (straight) or four (a cubic: start, two handles, end)
    path     pieces, each of which begins where the one before it ends

Everything a drawing is made of becomes one of these when it is read, and stays so until it is
drawn: curves are cut into shorter curves, never into polygons.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import ceil, hypot, sqrt
from typing import NamedTuple, TypeAlias

Point: TypeAlias = tuple[float, float]
Piece: TypeAlias = tuple[Point, Point] | tuple[Point, Point, Point, Point]
Path: TypeAlias = tuple[Piece, ...]
Matrix: TypeAlias = tuple[float, float, float, float, float, float]
"""(a, b, c, d, e, f) sends (x, y) to (a x + c y + e, b x + d y + f)."""

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


class Box(NamedTuple):
    """A rectangle along the axes."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.top - self.bottom

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """Counter-clockwise from the bottom left."""
        return ((self.left, self.bottom), (self.right, self.bottom), (self.right, self.top),
                (self.left, self.top))


def piece_of(points: Sequence[Point]) -> Piece:
    """Return a piece through two points, or with four: the only place where a list becomes one."""
    if len(points) == 2:
        return points[0], points[1]
    start, out, back, end = points
    return start, out, back, end


def polyline(points: Sequence[Point]) -> Path:
    """Return straight pieces through these points."""
    return tuple(pairwise(points))


def start(path: Path) -> Point:
    """Return the first point of a path."""
    return path[0][0]


def end(path: Path) -> Point:
    """Return the last point of a path."""
    return path[-1][-1]


def backwards(path: Path) -> Path:
    """Return the path from its end to its start."""
    return tuple(piece[::-1] for piece in reversed(path))


def at(piece: Piece, t: float) -> Point:
    """Return the point at t, from 0 to 1."""
    if len(piece) == 2:
        (x0, y0), (x1, y1) = piece
        return x0 + t * (x1 - x0), y0 + t * (y1 - y0)
    s = 1 - t
    weights = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
    return (sum(w * p[0] for w, p in zip(weights, piece, strict=True)),
            sum(w * p[1] for w, p in zip(weights, piece, strict=True)))


def velocity(piece: Piece, t: float) -> Point:
    """Return the derivative at t; may be zero where handles coincide with ends."""
    if len(piece) == 2:
        (x0, y0), (x1, y1) = piece
        return x1 - x0, y1 - y0
    s = 1 - t
    weights = (3 * s * s, 6 * s * t, 3 * t * t)
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(piece)]
    return (sum(w * d[0] for w, d in zip(weights, steps, strict=True)),
            sum(w * d[1] for w, d in zip(weights, steps, strict=True)))


def leaving(path: Path) -> Point:
    """Return the direction in which a path leaves its start, of length 1; handles of no length are
    stepped over. (0, 0) for a path that is a single point."""
    here = start(path)
    for piece in path:
        for point in piece[1:]:
            dx, dy = point[0] - here[0], point[1] - here[1]
            far = hypot(dx, dy)
            if far > 1e-9:
                return dx / far, dy / far
    return 0.0, 0.0


def cut(piece: Piece, t: float) -> tuple[Piece, Piece]:
    """Return the piece in two, at t (de Casteljau)."""
    if len(piece) == 2:
        middle = at(piece, t)
        return (piece[0], middle), (middle, piece[1])
    a, b, c, d = piece
    ab, bc, cd = at((a, b), t), at((b, c), t), at((c, d), t)
    abc, bcd = at((ab, bc), t), at((bc, cd), t)
    middle = at((abc, bcd), t)
    return (a, ab, abc, middle), (middle, bcd, cd, d)


def part(piece: Piece, t0: float, t1: float) -> Piece:
    """Return the piece from t0 to t1."""
    if t1 < 1:
        piece = cut(piece, t1)[0]
    return cut(piece, t0 / t1)[1] if t0 > 0 else piece


def moved(path: Path, matrix: Matrix) -> Path:
    """Return the path after an affine map."""
    return tuple(piece_of([sent(point, matrix) for point in piece]) for piece in path)


def sent(point: Point, matrix: Matrix) -> Point:
    """Return where an affine map sends a point."""
    a, b, c, d, e, f = matrix
    x, y = point
    return a * x + c * y + e, b * x + d * y + f


def product(outer: Matrix, inner: Matrix) -> Matrix:
    """Return the map that applies `inner` and then `outer`."""
    a, b, c, d, e, f = outer
    p, q, r, s, t, u = inner
    return (a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s,
            a * t + c * u + e, b * t + d * u + f)


def inverse(matrix: Matrix) -> Matrix:
    """Return the map that undoes another.

    >>> inverse((2, 0, 0, -4, 6, 8))
    (0.5, 0.0, 0.0, -0.25, -3.0, 2.0)
    """
    a, b, c, d, e, f = matrix
    whole = a * d - b * c
    return (d / whole, 0.0 - b / whole, 0.0 - c / whole, a / whole, (c * f - d * e) / whole,
            (b * e - a * f) / whole)


def steps(piece: Piece, tolerance: float) -> int:
    """Return how many equal steps of t keep a polyline within the tolerance of a piece."""
    if len(piece) == 2:
        return 1
    bend = max(hypot(a[0] - 2 * b[0] + c[0], a[1] - 2 * b[1] + c[1])
               for a, b, c in zip(piece, piece[1:], piece[2:], strict=False))
    return max(1, min(4096, ceil(sqrt(0.75 * bend / tolerance))))


def flat(path: Path, tolerance: float = 0.01) -> list[Point]:
    """Return the path as a polyline that is nowhere further away than the tolerance.

    >>> flat((((0.0, 0.0), (4.0, 0.0)), ((4.0, 0.0), (4.0, 3.0))))
    [(0.0, 0.0), (4.0, 0.0), (4.0, 3.0)]
    """
    return [start(path), *_flat(path, tolerance)]


def _flat(path: Path, tolerance: float) -> Iterator[Point]:
    for piece in path:
        count = steps(piece, tolerance)
        for i in range(1, count):
            yield at(piece, i / count)
        yield piece[-1]


def bounds(points: Iterable[Point]) -> Box:
    """Return the smallest box around some points."""
    xs, ys = zip(*points, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))


def area(polygon: Sequence[Point]) -> float:
    """Return the area, positive if the polygon goes counter-clockwise.

    >>> area([(0, 0), (2, 0), (2, 1), (0, 1)])
    2.0
    """
    turned = [*polygon[1:], *polygon[:1]]
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(polygon, turned, strict=True)) / 2


def enclosed_area(pieces: Sequence[Piece]) -> float:
    """Return the area within a loop of straight and cubic pieces, counter-clockwise: by Green's
    theorem, half the integral of x dy - y dx.

    >>> enclosed_area([((0, 0), (3, 0), (3, 3), (0, 3)), ((0, 3), (0, 0))])
    5.4
    """
    ox, oy = pieces[0][0]  # near the loop, or the products would drown the difference
    twice = 0.0
    for piece in pieces:
        (ax, ay), (dx, dy) = ((x - ox, y - oy) for x, y in (piece[0], piece[-1]))
        twice += ax * dy - dx * ay
        if len(piece) == 4:
            (bx, by), (cx, cy) = ((x - ox, y - oy) for x, y in piece[1:3])
            twice += (6 * (ax * by - bx * ay) + 3 * (ax * cy - cx * ay) + 3 * (bx * cy - cx * by)
                      + 3 * (bx * dy - dx * by) + 6 * (cx * dy - dx * cy)
                      - 9 * (ax * dy - dx * ay)) / 10
    return twice / 2


def inside(point: Point, polygon: Sequence[Point]) -> bool:
    """Return whether the point is within a polygon, by the parity of crossings."""
    x, y = point
    odd = False
    for (x0, y0), (x1, y1) in zip(polygon, [*polygon[1:], *polygon[:1]], strict=True):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) / (y1 - y0) * (x1 - x0):
            odd = not odd
    return odd
