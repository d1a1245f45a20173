"""Edges to lines: each edge gets an allowed direction, and edges in a row share one line.

Coordinates come with noise (25.4 / 96 of something, three decimals), so directions are given by
angle and length together: an edge has a direction if that moves its ends by no more than noise.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import degrees, hypot
from typing import NamedTuple

from nonoforge.errors import InputError
from nonoforge.plane.path import Point
from nonoforge.sloped.faults import Faults
from nonoforge.sloped.lattice import FRAME, sides
from nonoforge.sloped.outlines import Edge, Sketch
from nonoforge.sloped.slopes import Direction, Slopes, angle, direction_at, turn, with_direction
from nonoforge.sloped.straight import Straight, meet

MOST_LINES = 400
FARTHEST = 10.0  # degrees: noise explains no more, however short an edge is
TOGETHER = 3  # times the noise: what is nearer is in one place


class Snap(NamedTuple):
    """Near misses that are straightened: of a slope, by degrees; of each other, by millimetres."""

    degrees: float = 0.0
    mm: float = 0.0


NO_SNAP = Snap()


class Leg(NamedTuple):
    """A straight part of a loop: along a line (by number, the frame's four sides first), from a
    corner that was drawn here, so many millimetres in the line's direction, or against it."""

    line: int
    start: Point
    ahead: float


class Straightened(NamedTuple):
    """The lines, without the frame's sides, and the legs of each loop of the sketch; a loop turns
    where the lines of two legs meet."""

    lines: tuple[Straight, ...]
    loops: tuple[tuple[Leg, ...], ...]
    turned: float  # the most degrees that an edge was turned by


class _Fit(NamedTuple):
    """An edge with the direction that it gets."""

    edge: Edge
    direction: Direction
    miss: float  # degrees

    @property
    def offset(self) -> float:
        """How far left of the origin its line is, in millimetres."""
        (px, py), (qx, qy) = self.edge
        dx, dy = self.direction
        return (dx * (py + qy) - dy * (px + qx)) / 2 / hypot(dx, dy)

    @property
    def ahead(self) -> float:
        """How far the edge goes in the direction; negative if against it."""
        (px, py), (qx, qy) = self.edge
        dx, dy = self.direction
        return (dx * (qx - px) + dy * (qy - py)) / hypot(dx, dy)


def straighten(sketch: Sketch, slopes: Slopes, snap: Snap = NO_SNAP) -> Straightened:
    """The lines of a sketch; an error with every edge that has no allowed slope."""
    fits = _directed(sketch, slopes, snap)
    lines, owner = _lines(sketch, fits.values(), nearness(sketch, snap))
    if len(lines) > MOST_LINES:
        raise InputError(f"{len(lines):,} lines; a sloped puzzle has at most {MOST_LINES:,}")
    loops = tuple(_legs([(owner[edge], fits[edge]) for edge in loop.edges])
                  for loop in sketch.loops)
    _check_corners(sketch, loops, lines)
    return Straightened(tuple(lines), loops, max(fit.miss for fit in fits.values()))


def nearness(sketch: Sketch, snap: Snap) -> float:
    """What is nearer than this, in millimetres, is in one place."""
    return max(TOGETHER * sketch.frame.noise, snap.mm)


def _directed(sketch: Sketch, slopes: Slopes, snap: Snap) -> dict[Edge, _Fit]:
    """Each edge with its direction: long ones first, because theirs are the surest."""
    faults = Faults()
    noise = sketch.frame.noise
    tight = degrees(noise / max(sketch.frame.width, sketch.frame.height))
    known = {direction: angle(direction) for direction in slopes.directions}
    fits: dict[Edge, _Fit] = {}
    worst = 0.0
    edges = ((loop, edge) for loop in sketch.loops for edge in loop.edges)
    for loop, edge in sorted(edges, key=lambda pair: -pair[1].length):
        own = angle((edge.end[0] - edge.start[0], edge.end[1] - edge.start[1]))
        direction = min(known, key=lambda one: turn(known[one], own))
        miss = turn(known[direction], own)
        if miss > _allowed(edge, noise, snap):
            if slopes.any:
                direction, miss = direction_at(own, tight), 0.0
                known[direction] = angle(direction)
            else:
                worst = max(worst, miss)
                faults.add(*_FAULT, f"{sketch.edge_name(loop, edge)} at {own:.4g} degrees")
        fits[edge] = _Fit(edge, direction, miss)
    faults.raise_any(f"allowed are {slopes}; --snap {worst + 0.05:.1f} would turn them by up to "
                     f"{worst:.2g} degrees, --slopes any takes them as they are")
    return fits


_FAULT = ("an edge with a slope that is not allowed", "edges with slopes that are not allowed")


def _allowed(edge: Edge, noise: float, snap: Snap) -> float:
    """The degrees by which an edge may miss a direction."""
    by_noise = min(FARTHEST, degrees(2 * noise / edge.length))
    return max(by_noise, snap.degrees)


def _lines(
    sketch: Sketch, fits: Iterable[_Fit], together: float,
) -> tuple[list[Straight], dict[Edge, int]]:
    """One line for all edges of a direction that are hardly beside each other; and for each edge
    the number of its line."""
    lines: list[Straight] = []
    owner: dict[Edge, int] = {}
    parallel: dict[Direction, list[_Fit]] = {}
    for fit in fits:
        parallel.setdefault(fit.direction, []).append(fit)
    for direction, group in sorted(parallel.items()):
        for row in _rows(sorted(group, key=lambda fit: fit.offset), together):
            weight = sum(fit.edge.length for fit in row)
            offset = sum(fit.offset * fit.edge.length for fit in row) / weight
            number = _side(sketch, direction, offset, together)
            if number is None:
                number = FRAME + len(lines)
                lines.append(with_direction(direction, offset))
            owner.update((fit.edge, number) for fit in row)
    return lines, owner


def _rows(fits: Sequence[_Fit], together: float) -> list[list[_Fit]]:
    """Parallel edges, sorted by offset, in groups that are at most so wide."""
    rows = [[fits[0]]]
    for fit in fits[1:]:
        if fit.offset - rows[-1][0].offset <= together:
            rows[-1].append(fit)
        else:
            rows.append([fit])
    return rows


def _side(sketch: Sketch, direction: Direction, offset: float, together: float) -> int | None:
    """The side of the frame on which these edges lie, if they do."""
    level = {(1, 0): ((0, 0.0), (2, sketch.frame.height)),
             (0, 1): ((3, 0.0), (1, -sketch.frame.width))}
    return next((number for number, at in level.get(direction, ())
                 if abs(offset - at) <= together), None)


def _legs(followed: Sequence[tuple[int, _Fit]]) -> tuple[Leg, ...]:
    """The legs of a loop: edges that go straight on are one."""
    first = next((at for at, (line, _) in enumerate(followed) if line != followed[at - 1][0]), 0)
    legs: list[Leg] = []
    for line, fit in (*followed[first:], *followed[:first]):
        if legs and legs[-1].line == line:
            legs[-1] = legs[-1]._replace(ahead=legs[-1].ahead + fit.ahead)
        else:
            legs.append(Leg(line, fit.edge.start, fit.ahead))
    return tuple(legs)


def _check_corners(
    sketch: Sketch, loops: Sequence[Sequence[Leg]], lines: Sequence[Straight],
) -> None:
    """Where a loop turns, its two lines must meet."""
    faults = Faults()
    straights = [*sides(sketch.frame.exact), *lines]
    for loop, legs in zip(sketch.loops, loops, strict=True):
        for before, leg in zip([legs[-1], *legs], legs, strict=False):
            if meet(straights[before.line], straights[leg.line]) is None:
                faults.add("a corner that is lost when it is straightened",
                           "corners that are lost when they are straightened",
                           f"{sketch.name(loop)} at {sketch.frame.place(leg.start)}")
    faults.raise_any("with a smaller --snap more is kept")
