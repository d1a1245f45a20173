"""Courses as polylines: what a search can compare quickly.

A search looks at thousands of layouts, and most are bad at the first glance. What it finds in the
end goes through the exact arrangement of curves, which has the last word.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import atan2, ceil, dist, hypot, pi, tau
from typing import NamedTuple

from nonoforge.families.curved.arranging import Floats, Ints
from nonoforge.families.curved.growing.layout import Course
from nonoforge.families.curved.growing.trail import heading
from nonoforge.path import Path, Piece, Point, at

SOON, TURNED = 8, 0.15  # how often the first step is halved, until it turns by less (a tangent)
KINK = 0.2  # radians: what joints of pieces may add to a turn


class Corner(NamedTuple):
    """A corner of the picture on a track: its number, which point it is, and the direction in
    which the track goes through it."""

    number: int
    point: int
    ahead: Point


@dataclass(frozen=True)
class Track:
    """A polyline. Rows of `segments` are x, y, dx, dy; `far` and `swept` are, for each point, how
    long the way to it is and which area it sweeps as seen from the origin."""

    points: list[Point]
    segments: Floats
    far: list[float]
    swept: list[float]
    borders: list[int | None]  # for each segment, as in a course
    drawn: Ints  # 1 where a segment is part of the picture
    corners: tuple[Corner, ...]
    turns: tuple[float, ...]  # of each free piece: by how much it turns altogether
    sharpest: float  # the largest curvature off the picture
    whole_turn: float  # by how much it turns altogether

    @property
    def length(self) -> float:
        return self.far[-1]


def track(course: Course, spacing: float) -> Track:
    """The polyline of a course, with points this near."""
    points: list[Point] = [course.path[0][0]]
    borders: list[int | None] = []
    joints = [0]
    free: list[Sampled] = []
    whole = 0.0
    for piece, border in zip(course.path, course.borders, strict=True):
        some = sampled(piece, spacing)
        if border is None:
            free.append(some)
        whole += some.turned + KINK
        points += some.points
        borders += [border] * len(some.points)
        joints.append(len(points) - 1)
    corners = tuple(Corner(number, joints[joint], _ahead(course.path, joint))
                    for joint, number in course.corners)
    return _track(points, borders, corners, free, whole)


def _track(
    points: list[Point], borders: list[int | None], corners: tuple[Corner, ...],
    free: Sequence[Sampled], whole: float,
) -> Track:
    import numpy as np

    table = np.array(points)
    step = np.diff(table, axis=0)
    segments = np.concatenate((table[:-1], step), axis=1)
    lengths = np.hypot(step[:, 0], step[:, 1])
    sweeps = (table[:-1, 0] * table[1:, 1] - table[:-1, 1] * table[1:, 0]) / 2
    return Track(points, segments, [0.0, *np.cumsum(lengths).tolist()],
                 [0.0, *np.cumsum(sweeps).tolist()], borders,
                 np.array([border is not None for border in borders]), corners,
                 tuple(some.turned for some in free),
                 max((some.sharpest for some in free), default=0.0), whole)


def _ahead(path: Path, joint: int) -> Point:
    dx, dy = heading(path[joint - 1], 1.0) if joint else heading(path[0], 0.0)
    size = hypot(dx, dy)
    return dx / size, dy / size


class Sampled(NamedTuple):
    """Points along a piece, without its start; by how much it turns, and how sharply at most."""

    points: list[Point]
    turned: float
    sharpest: float


@lru_cache(maxsize=4096)  # the pieces of a picture come again in every course
def sampled(piece: Piece, spacing: float) -> Sampled:
    """A piece as a polyline with points this near."""
    points = _samples(piece, spacing)
    return Sampled(points, *_bending([piece[0], *points]))


def _samples(piece: Piece, spacing: float) -> list[Point]:
    if len(piece) == 2:
        count = max(1, ceil(dist(*piece) / spacing))
    else:
        bend = max(hypot(a[0] - 2 * b[0] + c[0], a[1] - 2 * b[1] + c[1])
                   for a, b, c in zip(piece, piece[1:], piece[2:], strict=False))
        around = sum(dist(a, b) for a, b in pairwise(piece))
        count = max(1, ceil(around / spacing), ceil((0.75 * bend / 0.05) ** 0.5))
    places = [at(piece, k / count) for k in range(1, count)] if len(piece) == 2 else \
        _cubic(piece, count)
    if len(piece) == 4:
        before = [piece[0], *places, piece[-1]]
        places = [*_soon(piece, before[1], 1 / count), *places,
                  *reversed(_soon(piece[::-1], before[-2], 1 / count))]
    return [*places, piece[-1]]


def _soon(piece: Piece, place: Point, t: float) -> list[Point]:
    """More points near the start of a piece that turns soon: at corners its direction counts."""
    found: list[Point] = []
    (x, y), (dx, dy) = piece[0], heading(piece, 0.0)
    for _ in range(SOON):
        ax, ay = place[0] - x, place[1] - y
        if abs(dx * ay - dy * ax) < TURNED * (dx * ax + dy * ay):
            break
        t /= 2
        place = at(piece, t)
        found.insert(0, place)
    return found


def _cubic(piece: Sequence[Point], count: int) -> list[Point]:
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = piece
    found: list[Point] = []
    for k in range(1, count):
        t = k / count
        s = 1 - t
        a, b, c, d = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
        found.append((a * ax + b * bx + c * cx + d * dx, a * ay + b * by + c * cy + d * dy))
    return found


def _bending(points: Sequence[Point]) -> tuple[float, float]:
    """By how much a polyline turns altogether, and its largest curvature."""
    turned = sharpest = 0.0
    before: tuple[float, float] | None = None
    for (ax, ay), (bx, by) in pairwise(points):
        heading, size = atan2(by - ay, bx - ax), hypot(bx - ax, by - ay)
        if before is not None:
            turn = abs((heading - before[0] + pi) % tau - pi)
            turned += turn
            sharpest = max(sharpest, 2 * turn / max(size + before[1], 1e-9))
        before = heading, size
    return turned, sharpest
