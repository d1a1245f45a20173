"""Courses as polylines: what a search can compare quickly.

A search looks at thousands of layouts, and most are bad at the first glance. What it finds in the
end goes through the exact arrangement of curves, which has the last word.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, ceil, dist, hypot, pi, tau

from nonoforge.curved.layout import Course
from nonoforge.curved.leaves import Floats, Ints
from nonoforge.plane.path import Piece, Point, at


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
    corners: tuple[tuple[int, int], ...]  # of the picture: their number, and which point it is
    turns: tuple[float, ...]  # of each free piece: by how much it turns altogether
    sharpest: float  # the largest curvature off the picture

    @property
    def length(self) -> float:
        return self.far[-1]


def track(course: Course, spacing: float) -> Track:
    """The polyline of a course, with points this near."""
    points: list[Point] = [course.path[0][0]]
    borders: list[int | None] = []
    joints = [0]
    turns: list[float] = []
    sharpest = 0.0
    for piece, border in zip(course.path, course.borders, strict=True):
        some = samples(piece, spacing)
        if border is None:
            turned, sharp = bending([piece[0], *some])
            turns.append(turned)
            sharpest = max(sharpest, sharp)
        points += some
        borders += [border] * len(some)
        joints.append(len(points) - 1)
    corners = tuple((corner, joints[joint]) for joint, corner in course.corners)
    return _track(points, borders, corners, tuple(turns), sharpest)


def _track(
    points: list[Point], borders: list[int | None], corners: tuple[tuple[int, int], ...],
    turns: tuple[float, ...], sharpest: float,
) -> Track:
    import numpy as np

    table = np.array(points)
    step = np.diff(table, axis=0)
    segments = np.concatenate((table[:-1], step), axis=1)
    lengths = np.hypot(step[:, 0], step[:, 1])
    sweeps = (table[:-1, 0] * table[1:, 1] - table[:-1, 1] * table[1:, 0]) / 2
    return Track(points, segments, [0.0, *np.cumsum(lengths).tolist()],
                 [0.0, *np.cumsum(sweeps).tolist()], borders,
                 np.array([border is not None for border in borders]), corners, turns, sharpest)


def samples(piece: Piece, spacing: float) -> list[Point]:
    """Points along a piece, without its start."""
    if len(piece) == 2:
        count = max(1, ceil(dist(*piece) / spacing))
    else:
        bend = max(hypot(a[0] - 2 * b[0] + c[0], a[1] - 2 * b[1] + c[1])
                   for a, b, c in zip(piece, piece[1:], piece[2:], strict=False))
        around = sum(dist(a, b) for a, b in pairwise(piece))
        count = max(2, ceil(around / spacing), ceil((0.75 * bend / 0.05) ** 0.5))
    return _cubic(piece, count) if len(piece) == 4 else \
        [*(at(piece, k / count) for k in range(1, count)), piece[-1]]


def _cubic(piece: Sequence[Point], count: int) -> list[Point]:
    (ax, ay), (bx, by), (cx, cy), last = piece
    found: list[Point] = []
    for k in range(1, count):
        t = k / count
        s = 1 - t
        a, b, c, d = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
        found.append((a * ax + b * bx + c * cx + d * last[0],
                      a * ay + b * by + c * cy + d * last[1]))
    found.append(last)
    return found


def bending(points: Sequence[Point]) -> tuple[float, float]:
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
