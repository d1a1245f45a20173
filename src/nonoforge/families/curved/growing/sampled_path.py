"""Paths as rows of close samples with arc lengths and directions; positions along the frame."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, ceil, cos, dist, hypot, pi, sin, tau

from nonoforge.families.curved.stroke import Stroke
from nonoforge.path import Path, Piece, Point, at, leaving, part, start, steps, velocity

MAX_SAMPLE_ERROR = 0.01  # mm between the path and the straight lines between its samples


@dataclass(frozen=True)
class SampledPath:
    """Samples along a path. `us` are places on it (the number of a piece, and how far along it),
    `turned` is the direction there, in radians, counted on through full turns."""

    path: Path
    us: tuple[float, ...]
    places: tuple[Point, ...]
    far: tuple[float, ...]
    turned: tuple[float, ...]

    @property
    def length(self) -> float:
        return self.far[-1]

    def stretch(self, first: int, last: int) -> Path:
        """Return the path between two samples."""
        return stretch(self.path, self.us[first], self.us[last])


def sample_path(path: Path, spacing: float) -> SampledPath:
    """Return a path sampled at least this densely. Turns at joints of pieces are kept as jumps."""
    us, places = [0.0], [start(path)]
    turned = [_angle(leaving(path))]
    for number, piece in enumerate(path):
        count = _count(piece, spacing)
        arriving = _angle(leaving((piece,)))
        turned[-1] += 0.0 if not number else _turn(turned[-1], arriving)
        for k in range(1, count + 1):
            t = k / count
            us.append(number + t)
            places.append(at(piece, t))
            turned.append(turned[-1] + _turn(turned[-1], _angle(heading(piece, t))))
    far = [0.0]
    for a, b in pairwise(places):
        far.append(far[-1] + dist(a, b))
    return SampledPath(path, tuple(us), tuple(places), tuple(far), tuple(turned))


def _count(piece: Piece, spacing: float) -> int:
    around = sum(dist(a, b) for a, b in pairwise(piece))
    fewest = 1 if len(piece) == 2 else max(4, steps(piece, MAX_SAMPLE_ERROR))
    return max(ceil(around / spacing), fewest)


def heading(piece: Piece, t: float) -> Point:
    """Return the direction at t, also where handles have no length."""
    dx, dy = velocity(piece, t)
    if hypot(dx, dy) > 1e-9:
        return dx, dy
    if t < 0.5:
        return leaving((piece,))
    dx, dy = leaving((piece[::-1],))
    return -dx, -dy


def _angle(direction: Point) -> float:
    return atan2(direction[1], direction[0])


def _turn(before: float, after: float) -> float:
    """Return the angle from one direction to another by the shorter way, in radians."""
    return (after - before + pi) % tau - pi


def stretch(path: Path, u0: float, u1: float) -> Path:
    """Return the path between two of its places."""
    found: list[Piece] = []
    for number in range(int(u0), min(ceil(u1), len(path))):
        t0, t1 = max(u0 - number, 0.0), min(u1 - number, 1.0)
        if t1 - t0 > 1e-9:
            found.append(part(path[number], t0, t1))
    return joined(found)


def joined(pieces: Sequence[Piece]) -> Path:
    """Return pieces that follow each other, made to meet exactly."""
    found = list(pieces[:1])
    for piece in pieces[1:]:
        found.append((found[-1][-1], *piece[1:]) if piece[0] != found[-1][-1] else piece)
    return tuple(found)


class FrameBoundary:
    """The frame by the distance along it, counter-clockwise."""

    def __init__(self, frame: Stroke) -> None:
        self.frame = frame
        self.trail = sample_path(frame.path, float("inf"))
        self.length = self.trail.length
        self.corners = [self.trail.far[k] for k, u in enumerate(self.trail.us[:-1])
                        if u == int(u) and self._bent(int(u))]

        self._swept = [0.0]
        for (ax, ay), (bx, by) in pairwise(self.trail.places):
            self._swept.append(self._swept[-1] + (ax * by - ay * bx) / 2)
        self.area = self._swept[-1]

    def swept(self, s: float) -> float:
        """Return the area that the frame sweeps up to there, as seen from the origin."""
        far, places = self.trail.far, self.trail.places
        k = min(bisect_right(far, s % self.length), len(far) - 1)
        part = (s % self.length - far[k - 1]) / max(far[k] - far[k - 1], 1e-12)
        (ax, ay), (bx, by) = places[k - 1], places[k]
        return self._swept[k - 1] + part * (ax * by - ay * bx) / 2

    def _bent(self, piece: int) -> bool:
        (ax, ay) = heading(self.frame.path[piece - 1], 1.0)
        (bx, by) = heading(self.frame.path[piece], 0.0)
        return abs(ax * by - ay * bx) > 0.17 * (abs(ax) + abs(ay)) * (abs(bx) + abs(by))

    def u(self, s: float) -> float:
        """Return the parameter of the frame's path at this arc length."""
        far, us = self.trail.far, self.trail.us
        s %= self.length
        k = min(bisect_right(far, s), len(far) - 1)
        part = (s - far[k - 1]) / max(far[k] - far[k - 1], 1e-12)
        return us[k - 1] + part * (us[k] - us[k - 1])

    def place(self, s: float) -> Point:
        """Return the point, exactly on the frame."""
        return self.frame.place(self.u(s))

    def inward(self, s: float, lean: float = 0.0) -> Point:
        """Return the direction into the frame, turned by `lean` (radians, counter-clockwise)."""
        u = self.u(s)
        piece = min(int(u), len(self.frame.path) - 1)
        dx, dy = heading(self.frame.path[piece], u - piece)
        size = (dx * dx + dy * dy) ** 0.5
        nx, ny = -dy / size, dx / size
        return nx * cos(lean) - ny * sin(lean), nx * sin(lean) + ny * cos(lean)

    def drawn(self, s: float) -> int:
        """Return 1 if the frame borders the picture from there on, else 0."""
        return int(self.frame.flags[int(self.u(s + 1e-6 * self.length)) % len(self.frame.path)])

    def nearest(self, place: Point) -> float:
        """Return the place of the frame that is nearest to a point on it."""
        best = (float("inf"), 0.0)
        for k, (a, b) in enumerate(pairwise(self.trail.places)):
            dx, dy = b[0] - a[0], b[1] - a[1]
            along = ((place[0] - a[0]) * dx + (place[1] - a[1]) * dy) / max(dx * dx + dy * dy,
                                                                            1e-24)
            along = min(1.0, max(0.0, along))
            away = hypot(a[0] + along * dx - place[0], a[1] + along * dy - place[1])
            best = min(best, (away, self.trail.far[k] + along * hypot(dx, dy)))
        return best[1] % self.length

    def hit(self, place: Point, direction: Point) -> float | None:
        """Return where a straight way from inside first meets the frame."""
        (px, py), (dx, dy) = place, direction
        best: tuple[float, float] | None = None
        points, far = self.trail.places, self.trail.far
        for k in range(len(points) - 1):
            (ax, ay), (bx, by) = points[k], points[k + 1]
            ex, ey = bx - ax, by - ay
            cross = dx * ey - dy * ex
            if abs(cross) < 1e-12:
                continue
            ahead = ((ax - px) * ey - (ay - py) * ex) / cross
            along = ((ax - px) * dy - (ay - py) * dx) / cross
            if ahead > 1e-9 and -1e-9 <= along <= 1 + 1e-9 and (best is None or ahead < best[0]):
                best = ahead, far[k] + along * (far[k + 1] - far[k])
        return None if best is None else best[1] % self.length
