"""Where a smooth outline bends it can be given a corner.

The tangents before and after a bend meet just outside it. Where they take the place of the bend,
two arcs meet at an angle, and can go on beyond each other. A circle of which 36 degrees are
replaced grows there by 5 % of its radius.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import cos, dist, pi, radians, sin
from random import Random
from typing import NamedTuple

from nonoforge.families.curved.growing.trail import Trail
from nonoforge.path import Point

LEAST, MOST = radians(30), radians(100)  # how far a bend turns that becomes a corner
TURN = radians(200)  # arcs that turn further are cut


class Bend(NamedTuple):
    """A stretch of a trail, between two samples, that can become a corner, so far off it."""

    first: int
    last: int
    corner: Point
    turn: float
    off: float


def bends(way: Trail, most: float) -> tuple[Bend, ...]:
    """All places where a trail turns one way, and enough: for each the largest turn that keeps the
    corner near the trail."""
    found: list[Bend] = []
    for middle in range(1, len(way.us) - 1):
        best: Bend | None = None
        reach = 1
        while middle - reach >= 0 and middle + reach < len(way.us):
            bend = _bend(way, middle - reach, middle, middle + reach)
            if bend is not None and (bend.off > most or abs(bend.turn) > MOST):
                break
            if bend is not None and abs(bend.turn) >= LEAST:
                best = bend
            reach += max(1, reach // 8)
        if best is not None:
            found.append(best)
    return tuple(found)


def _bend(way: Trail, first: int, middle: int, last: int) -> Bend | None:
    whole = way.turned[last] - way.turned[first]
    half = way.turned[middle] - way.turned[first]
    if abs(whole) > 1e-3 and not 0.25 < half / whole < 0.75:
        return None  # it does not turn evenly here, and the tangents would meet elsewhere
    corner = _meeting(way.places[first], way.turned[first], way.places[last], way.turned[last])
    return corner and Bend(first, last, corner, whole, dist(corner, way.places[middle]))


def _meeting(a: Point, towards: float, b: Point, from_: float) -> Point | None:
    """Where the tangent ahead of a meets the tangent behind b."""
    ux, uy, vx, vy = cos(towards), sin(towards), cos(from_), sin(from_)
    cross = ux * vy - uy * vx
    if abs(cross) < 0.02:
        return None
    dx, dy = b[0] - a[0], b[1] - a[1]
    ahead, behind = (dx * vy - dy * vx) / cross, (ux * dy - uy * dx) / cross
    if ahead <= 0 or behind <= 0:
        return None
    return a[0] + ahead * ux, a[1] + ahead * uy


class Cutter:
    """Chooses the bends of one trail that become corners: as long as an arc turns too far.

    Chance moves them; without it they are where the trail bends most."""

    def __init__(self, way: Trail, round_: bool, most: float, rng: Random | None) -> None:
        self.way, self.round, self.most, self.rng = way, round_, most, rng
        self.bends = bends(way, most)

    def chosen(self, fewest: int) -> list[Bend]:
        """In order along the trail."""
        chosen: list[Bend] = []
        while len(chosen) < fewest or max(self._turns(chosen)) > TURN:
            more = self._one_more(chosen)
            if more is None:
                break
            chosen = more
        return chosen

    def _turns(self, chosen: Sequence[Bend]) -> list[float]:
        """By how much the arcs between bends turn."""
        if self.round and not chosen:
            return [2 * pi]
        stops = [0, *(stop for bend in chosen for stop in (bend.first, bend.last)),
                 len(self.way.us) - 1]
        found = [self._sweep(a, b) for a, b in zip(stops[::2], stops[1::2], strict=True)]
        return [*found[1:-1], found[0] + found[-1]] if self.round else found

    def _shortest(self, chosen: Sequence[Bend]) -> float:
        """The length of the shortest arc between bends; negative if they overlap."""
        far = self.way.far
        between = [far[other.first] - far[one.last] for one, other in pairwise(chosen)]
        before, after = far[chosen[0].first], far[-1] - far[chosen[-1].last]
        return min([*between, before + after] if self.round else [*between, before, after])

    def _sweep(self, first: int, last: int) -> float:
        some = self.way.turned[first:last + 1]
        return max(some) - min(some)

    def _one_more(self, chosen: list[Bend]) -> list[Bend] | None:
        """A bend that is sharp, near the trail, and makes the arcs less round."""
        best: tuple[float, list[Bend]] | None = None
        for bend in self.bends:
            tried = sorted([*chosen, bend])
            if self._shortest(tried) < 4 * self.most:
                continue
            score = max(0.7 * TURN, *self._turns(tried)) + bend.off / self.most \
                + 0.5 * LEAST / abs(bend.turn) + (self.rng.expovariate(2.0) if self.rng else 0.0)
            if best is None or score < best[0]:
                best = score, tried
        return best and best[1]
