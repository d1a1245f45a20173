"""Build outlines from path operators: lines, cubics, splines and elliptic arcs, in millimetres."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import atan2, ceil, cos, hypot, pi, radians, sin, sqrt, tan

from nonoforge.errors import InputError
from nonoforge.families.plane.drawing import MAX_REACH, Outline, ReadLimits
from nonoforge.path import Matrix, Piece, Point, moved, piece_of

MIN_LENGTH = 1e-4  # mm: shorter pieces are dropped, smaller gaps closed
DIGITS = 9  # decimals kept, so that equal points from different transforms become equal


@dataclass
class Subpath:
    """Pieces one after the other."""

    pieces: list[Piece] = field(default_factory=list)
    closed: bool = False


class PathBuilder:
    """Draws rows of pieces in the coordinates of the file."""

    def __init__(self, allowance: ReadLimits) -> None:
        self.allowance = allowance
        self.rows: list[Subpath] = []
        self.here: Point = (0.0, 0.0)
        self.start: Point = (0.0, 0.0)
        self._down = False

    def move(self, to: Point) -> None:
        self.allowance.step()
        self.here = self.start = to
        self._down = False

    def line(self, to: Point) -> None:
        self.follow([(self.here, to)])

    def cubic(self, b: Point, c: Point, to: Point) -> None:
        self.follow([(self.here, b, c, to)])

    def quadratic(self, b: Point, to: Point) -> None:
        self.follow([quadratic(self.here, b, to)])

    def follow(self, pieces: Iterable[Piece]) -> None:
        """Add pieces that begin at the current point."""
        if not self._down:
            self.rows.append(Subpath())
            self._down = True
        row = self.rows[-1].pieces
        before = len(row)
        row += pieces
        if row:
            self.here = row[-1][-1]
        self.allowance.more(max(1, len(row) - before))

    def close(self) -> None:
        self.allowance.step()
        if self._down:
            self.rows[-1].closed = True
        self.here = self.start
        self._down = False

    def polygon(self, points: Sequence[Point], closed: bool) -> None:
        """Add straight pieces through all of these points."""
        self.move(points[0])
        for point in points[1:]:
            self.line(point)
        if closed:
            self.close()


@dataclass
class BuiltOutlines:
    """What a pen has left on the sheet."""

    outlines: tuple[Outline, ...]
    dropped: int  # pieces of no length


def build_outlines(rows: Iterable[Subpath], matrix: Matrix) -> BuiltOutlines:
    """Return the rows in millimetres: without pieces of no length, curves that are straight as
    straight pieces, closed ones closed."""
    found, dropped = [], 0
    for row in rows:
        pieces = [_rounded(piece) for piece in moved(tuple(row.pieces), matrix)]
        kept = _joined(pieces)
        dropped += len(pieces) - len(kept)
        if kept:
            found.append(_outline(kept, row.closed))
    return BuiltOutlines(tuple(found), dropped)


def _outline(pieces: list[Piece], closed: bool) -> Outline:
    """Return the pieces as an outline, closed if its ends meet, whether it is marked as closed or
    not."""
    start, end = pieces[0][0], pieces[-1][-1]
    near = hypot(start[0] - end[0], start[1] - end[1]) <= MIN_LENGTH
    if near and (len(pieces) > 1 or len(pieces[0]) == 4):
        pieces[-1] = (*pieces[-1][:-1], start)
        closed = True
    elif closed:
        pieces.append((end, start))
    return Outline(tuple(map(_straightened, pieces)), closed)


def _joined(pieces: list[Piece]) -> list[Piece]:
    """Return the pieces without those of no length; each begins where the one before it ends."""
    kept: list[Piece] = []
    for piece in pieces:
        if kept and piece[0] != kept[-1][-1]:
            piece = (kept[-1][-1], *piece[1:])
        if any(hypot(x - piece[0][0], y - piece[0][1]) > MIN_LENGTH for x, y in piece[1:]):
            kept.append(piece)
    return kept


def _straightened(piece: Piece) -> Piece:
    """Return the chord of a cubic whose handles lie on it, between its ends; other pieces as they
    are."""
    if len(piece) == 2:
        return piece
    (x, y), b, c, (u, v) = piece
    dx, dy = u - x, v - y
    far = hypot(dx, dy)
    for px, py in (b, c):
        along, off = dx * (px - x) + dy * (py - y), dx * (py - y) - dy * (px - x)
        if abs(off) > MIN_LENGTH / 10 * far or \
                not -MIN_LENGTH * far <= along <= far * far + MIN_LENGTH * far:
            return piece
    return (piece[0], piece[3]) if far > MIN_LENGTH else piece


def _rounded(piece: Piece) -> Piece:
    for x, y in piece:
        if not (abs(x) <= MAX_REACH and abs(y) <= MAX_REACH):  # nor is a NaN
            raise InputError(f"it reaches more than {MAX_REACH:,.0f} mm from the origin; look at "
                             "its numbers and transforms")
    return piece_of([(round(x, DIGITS) + 0.0, round(y, DIGITS) + 0.0) for x, y in piece])


# Splines as cubics: B-splines, cardinal splines, and single curves of degree 2.

def between(p: Point, q: Point, t: float) -> Point:
    """Return the point at t on the way from p to q."""
    return p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])


def quadratic(p: Point, q: Point, r: Point) -> Piece:
    """Return a curve of degree 2 as a cubic, exactly."""
    return p, between(p, q, 2 / 3), between(r, q, 2 / 3), r


def clamped_spline(points: Sequence[Point]) -> list[Piece]:
    """Return the cubic B-spline from the first point to the last, with knots at equal distances
    between (Ipe's `c`). Three points make a curve of degree 2, two a straight line."""
    if len(points) == 2:
        return [(points[0], points[1])]
    if len(points) == 3:
        return [quadratic(points[0], points[1], points[2])]
    spans = len(points) - 3
    knots = [0, 0, 0, *range(spans + 1), spans, spans, spans]
    return [_span(points[i:i + 4], knots[i + 1:i + 7]) for i in range(spans)]


def _span(points: Sequence[Point], knots: Sequence[int]) -> Piece:
    """Return one span of a B-spline, between the third and the fourth of its six knots: the values
    of its polar form at (a, a, a), (a, a, b), (a, b, b), (b, b, b)."""
    a, b = knots[2], knots[3]
    polar = [_polar(points, knots, arguments)
             for arguments in ((a, a, a), (a, a, b), (a, b, b), (b, b, b))]
    return polar[0], polar[1], polar[2], polar[3]


def _polar(points: Sequence[Point], knots: Sequence[int], arguments: tuple[int, ...]) -> Point:
    """Evaluate by De Boor's scheme, with another argument in each round."""
    row = list(points)
    for done, u in enumerate(arguments):
        row = [between(p, q, (u - knots[done + i]) / (knots[3 + i] - knots[done + i]))
               for i, (p, q) in enumerate(pairwise(row))]
    return row[0]


def closed_spline(points: Sequence[Point]) -> list[Piece]:
    """Return the closed cubic B-spline with knots at equal distances (Ipe's `u`)."""
    return uniform_spline([*points, *points[:3]])


def tripled_spline(points: Sequence[Point]) -> list[Piece]:
    """Return the cubic B-spline whose first and last points count three times (Ipe's `s`)."""
    return uniform_spline([points[0], points[0], *points, points[-1], points[-1]])


def uniform_spline(points: Sequence[Point]) -> list[Piece]:
    """Return the cubic B-spline with knots at equal distances throughout."""
    pieces: list[Piece] = []
    for p, q, r, s in zip(points, points[1:], points[2:], points[3:], strict=False):
        b, c = between(q, r, 1 / 3), between(q, r, 2 / 3)
        a = between(between(q, p, 1 / 3), b, 1 / 2)
        d = between(c, between(r, s, 1 / 3), 1 / 2)
        pieces.append((pieces[-1][-1] if pieces else a, b, c, d))
    return pieces


def cardinal_spline(points: Sequence[Point], tension: float) -> list[Piece]:
    """Return a smooth curve through all points; its tangents are parallel to the chord between the
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


# Ellipses and their arcs as cubics.

MIN_RADIUS = 1e-12  # a radius that is none


def inverse(matrix: Matrix, point: Point) -> Point:
    """Return the point that an affine map sends here; its determinant must not be zero."""
    a, b, c, d, e, f = matrix
    x, y = point[0] - e, point[1] - f
    size = a * d - b * c
    return (d * x - c * y) / size, (a * y - b * x) / size


def ellipse(matrix: Matrix) -> list[Piece]:
    """Return the image of the unit circle, counter-clockwise from the image of (1, 0)."""
    pieces = list(arc(matrix, 0, 2 * pi))
    pieces[-1] = (*pieces[-1][:-1], pieces[0][0])
    return pieces


def arc(matrix: Matrix, first: float, last: float) -> Iterator[Piece]:
    """Yield the image of the unit circle from one angle to another, in pieces of at most a right
    angle (then a cubic is within 0.03 % of the radius)."""
    count = max(1, ceil(abs(last - first) / (pi / 2) - 1e-9))
    step = (last - first) / count
    reach = 4 / 3 * tan(step / 4)
    for i in range(count):
        a, b = first + i * step, first + (i + 1) * step
        p, q = (cos(a), sin(a)), (cos(b), sin(b))
        [piece] = moved(((p, (p[0] - reach * p[1], p[1] + reach * p[0]),
                          (q[0] + reach * q[1], q[1] - reach * q[0]), q),), matrix)
        yield piece


def elliptic_arc(matrix: Matrix, start: Point, end: Point) -> list[Piece]:
    """Return the arc of an ellipse from start to end, counter-clockwise on the circle whose image
    it is (Ipe's arcs). Its ends are the points given."""
    first, last = (atan2(*reversed(inverse(matrix, point))) for point in (start, end))
    if last < first:
        last += 2 * pi
    return _pinned(list(arc(matrix, first, last)), start, end)


def svg_arc(
    start: Point, radii: tuple[float, float], turn: float, large: bool, sweep: bool, end: Point,
) -> list[Piece]:
    """Return the arc of an SVG path (appendix B.2 of SVG 2): radii that are too small grow until
    the ellipse reaches both ends; a radius of 0 makes it straight."""
    rx, ry = abs(radii[0]), abs(radii[1])
    if start == end:
        return []
    if min(rx, ry) < MIN_RADIUS:
        return [(start, end)]
    cosine, sine = cos(radians(turn)), sin(radians(turn))
    dx, dy = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    # On the circle of radius 1: half of the chord, and the way from its middle to the centre.
    u, v = (cosine * dx + sine * dy) / rx, (cosine * dy - sine * dx) / ry
    half = hypot(u, v)
    if half < MIN_RADIUS:
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
    """Return the pieces with exactly these ends."""
    pieces[0] = (start, *pieces[0][1:])
    pieces[-1] = (*pieces[-1][:-1], end)
    return pieces
