"""In which order edges leave a vertex.

Directions decide, where all edges leave from one point. Contacts that are not quite the same became
one vertex, too; then it is decided where edges leave a small disc around them all, for an edge that
begins on the left of another may well head to the right.

Where two edges leave in the same direction (they touch, or one leaves the other smoothly), it is
decided further out. Edges never cross, so as long as both only go away from the vertex, any
distance gives the same answer, and the one at which they are furthest apart is the safest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import atan2, dist, pi, tau

from nonoforge.path import Point

SAME = 1e-5  # radians: directions that are no safe order
BESIDE = 0.2  # the same for places on a disc
SHARP = 1e-7  # mm: contacts this near are at one point
FLAT = 0.01  # radians: edges that leave in the same direction, to the eye

Way = Callable[[float], Point]
"""An edge as it was drawn, from its vertex (0) to its other end (1)."""


def rotation(
    darts: Sequence[int], angles: Sequence[float], way: Callable[[int], Way], place: Point,
    spread: float,
) -> list[int]:
    """The darts that leave the vertex at a place, counter-clockwise. `way` gives each dart's own,
    `angles` its direction."""
    if len(darts) < 3:
        return sorted(darts, key=angles.__getitem__)
    sharp = spread <= SHARP
    disc = 0.0 if sharp else 1.01 * spread
    leaving = {dart: angles[dart] if sharp else _exit(way(dart), place, disc, angles[dart])
               for dart in darts}
    order = sorted(darts, key=leaving.__getitem__)
    groups = _groups(order, leaving, SAME if sharp else BESIDE)
    if len(groups) == len(order):
        return order
    return [dart for group in groups
            for dart in _further_out(group, leaving[group[0]], way, place, disc)]


def _groups(order: Sequence[int], angles: dict[int, float], limit: float) -> list[list[int]]:
    """Darts with all but the same direction, together; the last may go on at the beginning."""
    groups = [[order[0]]]
    for before, dart in pairwise(order):
        if angles[dart] - angles[before] > limit:
            groups.append([])
        groups[-1].append(dart)
    if len(groups) > 1 and angles[order[0]] + tau - angles[order[-1]] <= limit:
        groups[0] = groups.pop() + groups[0]
    return groups


def _exit(way: Way, place: Point, disc: float, direction: float) -> float:
    """Where an edge leaves the disc around its vertex, as an angle."""
    trail = _trail(way, place, disc)
    return _angle(way, trail[:2], disc, place) if len(trail) > 1 else direction


def _further_out(
    group: list[int], middle: float, way: Callable[[int], Way], place: Point, disc: float,
) -> list[int]:
    if len(group) == 1:
        return group
    trails = [_trail(way(dart), place, disc) for dart in group]
    reach = min(trail[-1][0] for trail in trails)
    best: tuple[float, list[int]] = (-1.0, group)
    for k in range(1, 9):
        radius = disc + (reach - disc) * k / 8
        turned = sorted(
            ((_angle(way(dart), trail, radius, place) - middle + pi) % tau - pi, dart)
            for trail, dart in zip(trails, group, strict=True))
        apart = radius * min(b[0] - a[0] for a, b in pairwise(turned))
        best = max(best, (apart, [dart for _, dart in turned]), key=lambda each: each[0])
    return best[1]


Trail = list[tuple[float, float]]
"""(distance from the vertex, how far along) of an edge."""

STEPS = [*(2.0 ** -k for k in range(20, 5, -1)), *(k / 32 for k in range(2, 33))]


def _trail(way: Way, place: Point, disc: float) -> Trail:
    """From where an edge leaves the disc, as long as it goes away."""
    trail: Trail = [(0.0, 0.0)]
    for step in STEPS:
        away = dist(place, way(step))
        if away <= disc and len(trail) == 1:
            trail = [(min(away, disc), step)]
        elif away > trail[-1][0]:
            trail.append((away, step))
        else:
            break
    return trail


def _angle(way: Way, trail: Trail, radius: float, place: Point) -> float:
    """The direction in which an edge is at this distance."""
    after = next((k for k, (away, _) in enumerate(trail) if away >= radius), len(trail) - 1)
    low, high = trail[max(0, after - 1)][1], trail[after][1]
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if dist(place, way(middle)) < radius else (low, middle)
    x, y = way(high)
    return atan2(y - place[1], x - place[0])
