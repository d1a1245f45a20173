"""A path as a row of close samples: how far along it each is, and which way the path goes there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, ceil, dist, hypot, pi, tau

from nonoforge.path import (
    Path,
    Piece,
    Point,
    at,
    leaving,
    part,
    start,
    steps,
    velocity,
)

FINE = 0.01  # mm: samples are so close that straight lines between them miss no more


@dataclass(frozen=True)
class Trail:
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
        """The path between two samples."""
        return stretch(self.path, self.us[first], self.us[last])


def trail(path: Path, spacing: float) -> Trail:
    """A path sampled at least this densely. Turns at the joints of pieces are kept as jumps."""
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
    return Trail(path, tuple(us), tuple(places), tuple(far), tuple(turned))


def _count(piece: Piece, spacing: float) -> int:
    around = sum(dist(a, b) for a, b in pairwise(piece))
    return max(ceil(around / spacing), 1 if len(piece) == 2 else max(4, steps(piece, FINE)))


def heading(piece: Piece, t: float) -> Point:
    """The direction at t, also where handles have no length."""
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
    """From one direction to another, by the shorter way."""
    return (after - before + pi) % tau - pi


def stretch(path: Path, u0: float, u1: float) -> Path:
    """The path between two of its places."""
    found: list[Piece] = []
    for number in range(int(u0), min(ceil(u1), len(path))):
        t0, t1 = max(u0 - number, 0.0), min(u1 - number, 1.0)
        if t1 - t0 > 1e-9:
            found.append(part(path[number], t0, t1))
    return joined(found)


def joined(pieces: Sequence[Piece]) -> Path:
    """Pieces that follow each other, made to meet exactly."""
    found = list(pieces[:1])
    for piece in pieces[1:]:
        found.append((found[-1][-1], *piece[1:]) if piece[0] != found[-1][-1] else piece)
    return tuple(found)
