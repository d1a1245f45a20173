"""Which slope each edge of a drawing has.

Coordinates come with noise (25.4 / 96 of something, three decimals), so slopes are given by angle
and length together: an edge has a slope if that moves its ends by no more than noise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import degrees, gcd
from typing import NamedTuple

from nonoforge.errors import InputError
from nonoforge.families.sloped.slopes import Direction, Slope, Slopes, angle, direction_at, turn
from nonoforge.families.sloped.straightening.faults import Faults
from nonoforge.families.sloped.straightening.outlines import Edge, Sketch

MOST_LINES = 400
FARTHEST = 10.0  # degrees: noise explains no more, however short an edge is
MANY = 3  # parallel lines: so many have one direction in whole numbers


class Snap(NamedTuple):
    """Near misses that are straightened: of a slope, by degrees; of each other, by millimetres."""

    degrees: float = 0.0
    mm: float = 0.0


NO_SNAP = Snap()


class Fit(NamedTuple):
    """An edge with the slope that it gets."""

    edge: Edge
    slope: Slope

    @property
    def offset(self) -> float:
        """How far left of the origin its line is, in millimetres."""
        (px, py), (qx, qy) = self.edge
        dx, dy = self.slope.unit
        return (dx * (py + qy) - dy * (px + qx)) / 2

    @property
    def ahead(self) -> float:
        """How far the edge goes in the slope's direction; negative if against it."""
        (px, py), (qx, qy) = self.edge
        dx, dy = self.slope.unit
        return dx * (qx - px) + dy * (qy - py)


def fitted(sketch: Sketch, slopes: Slopes, snap: Snap) -> dict[Edge, Fit]:
    """Each edge with its slope, long ones first, because theirs are the surest; an error with every
    edge that has no allowed one."""
    faults = Faults()
    known = list(slopes.slopes)
    fits: dict[Edge, Fit] = {}
    worst = 0.0
    edges = ((loop, edge) for loop in sketch.loops for edge in loop.edges)
    for loop, edge in sorted(edges, key=lambda pair: -pair[1].length):
        own = angle((edge.end[0] - edge.start[0], edge.end[1] - edge.start[1]))
        slope = min(known, key=lambda one: turn(one.angle, own))
        miss = turn(slope.angle, own)
        if miss > _allowed(edge, sketch.frame.noise, snap):
            if slopes.any:
                slope = Slope(own)
                known.append(slope)
                check_lines(len(known) - len(slopes.slopes))
            else:
                worst = max(worst, miss)
                faults.add(*_FAULT, f"{sketch.edge_name(loop, edge)} at {own:.4g} degrees")
        fits[edge] = Fit(edge, slope)
    faults.raise_any(f"allowed are {slopes}; --snap {worst + 0.05:.1f} would turn them by up to "
                     f"{worst:.2g} degrees, --slopes any takes them as they are")
    return fits


_FAULT = ("an edge with a slope that is not allowed", "edges with slopes that are not allowed")


def _allowed(edge: Edge, noise: float, snap: Snap) -> float:
    """The degrees by which an edge may miss a slope."""
    by_noise = min(FARTHEST, degrees(2 * noise / edge.length))
    return max(by_noise, snap.degrees)


def check_lines(number: int) -> None:
    """An error if there are too many."""
    if number > MOST_LINES:
        raise InputError(f"more than {MOST_LINES:,} lines; so many make no sloped puzzle; draw "
                         "with fewer edges, or put more of them in line")


def with_families(
    fits: Mapping[Edge, Fit], lines: Counter[Slope], near: float,
) -> dict[Edge, Fit]:
    """Slopes that many lines have become those of whole numbers, none turned by more than `near`
    degrees. Those that are at 45 or 90 degrees to each other stay so exactly: a regular drawing
    that was turned as a whole is still regular."""
    known: list[Slope] = []
    chosen: dict[Slope, Slope] = {}
    for slope, number in lines.most_common():
        if slope.exact is not None:
            continue
        found = min(known, key=lambda one: turn(one.angle, slope.angle), default=None)
        if found is None or turn(found.angle, slope.angle) > near:
            if number < MANY:
                continue
            found = Slope.of(direction_at(slope.angle, near / 2))
            known += _turned(found.direction)
        chosen[slope] = found
    return {edge: fit._replace(slope=chosen.get(fit.slope, fit.slope))
            for edge, fit in fits.items()}


def _turned(direction: Direction) -> list[Slope]:
    """A direction and those at 45, 90 and 135 degrees to it."""
    x, y = direction
    found = []
    for u, v in ((x, y), (x - y, x + y), (-y, x), (-x - y, x - y)):
        common = gcd(u, v) if u > 0 or (u == 0 and v > 0) else -gcd(u, v)
        found.append(Slope.of((u // common, v // common)))
    return found
