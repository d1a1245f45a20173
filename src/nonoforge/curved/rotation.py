"""In which order edges leave a vertex.

Directions decide; where two edges leave in the same direction (they touch, or one leaves the other
smoothly), it is decided further out. Edges never cross, so as long as both only go away from the
vertex, any distance gives the same answer, and the one at which they are furthest apart is the
safest to look at.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import atan2, dist, pi, tau

from nonoforge.plane.path import Path, at, backwards

SAME = 1e-5  # radians: directions that are no safe order
BLURRED = 0.2  # the same, where contacts that were not quite the same became one vertex
FLAT = 0.01  # radians: edges that leave in the same direction, to the eye


def rotation(
    darts: Sequence[int], angles: Sequence[float], paths: Sequence[Path], spread: float,
) -> list[int]:
    """The darts that leave one vertex, counter-clockwise."""
    order = sorted(darts, key=angles.__getitem__)
    if len(order) < 2:
        return order
    limit = BLURRED if spread > 1e-6 else SAME
    groups = _groups(order, angles, limit)
    if len(groups) == len(order):
        return order
    return [dart for group in groups for dart in _further_out(group, angles, paths)]


def _groups(order: Sequence[int], angles: Sequence[float], limit: float) -> list[list[int]]:
    """Darts with all but the same direction, together; the last may go on at the beginning."""
    groups = [[order[0]]]
    for before, dart in pairwise(order):
        if angles[dart] - angles[before] > limit:
            groups.append([])
        groups[-1].append(dart)
    if len(groups) > 1 and angles[order[0]] + tau - angles[order[-1]] <= limit:
        groups[0] = groups.pop() + groups[0]
    return groups


def _further_out(group: list[int], angles: Sequence[float], paths: Sequence[Path]) -> list[int]:
    if len(group) == 1:
        return group
    middle = angles[group[0]]
    ways = [backwards(paths[dart >> 1]) if dart & 1 else paths[dart >> 1] for dart in group]
    trails = [_trail(way) for way in ways]
    reach = min(trail[-1][0] for trail in trails)
    best: tuple[float, list[int]] = (-1.0, group)
    for k in range(1, 9):
        radius = reach * k / 8
        turned = sorted((_turn(way, trail, radius, middle), dart)
                        for way, trail, dart in zip(ways, trails, group, strict=True))
        apart = radius * min(b[0] - a[0] for a, b in pairwise(turned))
        best = max(best, (apart, [dart for _, dart in turned]), key=lambda each: each[0])
    return best[1]


Trail = list[tuple[float, int, float]]
"""(distance from the start, piece, t) along a path."""


def _trail(path: Path) -> Trail:
    """As long as the path goes away from its start."""
    begin = path[0][0]
    trail: Trail = [(0.0, 0, 0.0)]
    for number, piece in enumerate(path):
        for t in SOON if number == 0 else THEN:
            away = dist(begin, at(piece, t))
            if away <= trail[-1][0]:
                return trail
            trail.append((away, number, t))
    return trail


THEN = [k / 16 for k in range(1, 17)]
SOON = [*(2.0 ** -k for k in range(16, 4, -1)), *THEN]


def _turn(path: Path, trail: Trail, radius: float, middle: float) -> float:
    """The direction, from `middle`, in which the path is at this distance."""
    after = next((k for k, (away, _, _) in enumerate(trail) if away >= radius), len(trail) - 1)
    _, number, high = trail[after]
    low = trail[after - 1][2] if after and trail[after - 1][1] == number else 0.0
    (x, y), piece = path[0][0], path[number]
    for _ in range(40):
        t = (low + high) / 2
        low, high = (t, high) if dist((x, y), at(piece, t)) < radius else (low, t)
    px, py = at(piece, high)
    return (atan2(py - y, px - x) - middle + pi) % tau - pi
