"""Which slope each edge of a drawing has.

Coordinates come with noise (25.4 / 96 of something, three decimals), so slopes are given by angle
and length together: an edge has a slope if that moves its ends by no more than noise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import degrees, gcd
from typing import NamedTuple

from nonoforge.errors import InputError
from nonoforge.families.sloped.lattice import FRAME_SIDES
from nonoforge.families.sloped.lines import Direction, Slope, Slopes, angle, direction_at, turn
from nonoforge.families.sloped.options import MAX_SNAP_DEGREES
from nonoforge.families.sloped.straightening.sketch import DrawingFaults, Edge, Sketch
from nonoforge.path import Point

MAX_LINES = 400
MAX_NOISE_ANGLE = 10.0  # degrees that noise can turn an edge, however short
MIN_PARALLEL = 3  # parallel lines that make a common direction in whole numbers worthwhile


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


def fitted(
    sketch: Sketch, slopes: Slopes, snap: Snap, most: int | None = None,
) -> dict[Edge, Fit]:
    """Return each edge with its slope, long ones first, because theirs are the surest; an error
    with every edge that has no allowed one."""
    faults = DrawingFaults()
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
                check_lines(len(known) - len(slopes.slopes), most)
            else:
                worst = max(worst, miss)
                faults.add(*_FAULT, f"{sketch.edge_name(loop, edge)} at {own:.4g} degrees")
        fits[edge] = Fit(edge, slope)
    faults.raise_any(f"allowed are {slopes}; {_advice(worst)}")
    return fits


def _advice(worst: float) -> str:
    """Return what helps where edges miss the allowed slopes by up to `worst` degrees."""
    snap = worst + 0.05
    turned = f"--snap {snap:.1f} would turn them by up to {worst:.2g} degrees, " \
        if snap <= MAX_SNAP_DEGREES else ""
    return f"{turned}--slopes any takes them as they are, --detail auto simplifies the drawing"


_FAULT = ("an edge with a slope that is not allowed", "edges with slopes that are not allowed")


def _allowed(edge: Edge, noise: float, snap: Snap) -> float:
    """Return the degrees by which an edge may miss a slope."""
    by_noise = min(MAX_NOISE_ANGLE, degrees(2 * noise / edge.length))
    return max(by_noise, snap.degrees)


def check_lines(number: int, most: int | None = None) -> None:
    """Raise an InputError if there are more lines than `most`, or else MAX_LINES."""
    limit = MAX_LINES if most is None else most
    if number > limit:
        raise InputError(f"too many lines (limit {limit:,}); draw with fewer edges, put more of "
                         "them in line, or let --detail auto simplify the drawing")


def with_families(
    fits: Mapping[Edge, Fit], lines: Counter[Slope], near: float,
) -> dict[Edge, Fit]:
    """Replace frequent slopes by exact ones of whole numbers, none turned by more than `near`
    degrees. Slopes at 45 or 90 degrees to each other stay so exactly: a regular drawing that was
    rotated as a whole is still regular."""
    known: list[Slope] = []
    chosen: dict[Slope, Slope] = {}
    for slope, number in lines.most_common():
        if slope.exact is not None:
            continue
        found = min(known, key=lambda one: turn(one.angle, slope.angle), default=None)
        if found is None or turn(found.angle, slope.angle) > near:
            if number < MIN_PARALLEL:
                continue
            found = Slope.of(direction_at(slope.angle, near / 2))
            known += _turned(found.direction)
        chosen[slope] = found
    return {edge: fit._replace(slope=chosen.get(fit.slope, fit.slope))
            for edge, fit in fits.items()}


def _turned(direction: Direction) -> list[Slope]:
    """Return a direction and those at 45, 90 and 135 degrees to it."""
    x, y = direction
    found = []
    for u, v in ((x, y), (x - y, x + y), (-y, x), (-x - y, x - y)):
        common = gcd(u, v) if u > 0 or (u == 0 and v > 0) else -gcd(u, v)
        found.append(Slope.of((u // common, v // common)))
    return found


# Collinear edges of the same slope share one line.

SAME_PLACE = 3  # times the noise: nearer points are one place


class Row(NamedTuple):
    """A line as it is drawn: a slope, and how many millimetres left of the origin it is."""

    slope: Slope
    offset: float


class Leg(NamedTuple):
    """A straight part of a loop: along a line (by number, the frame's four sides first), from the
    corner drawn at `start`, by `ahead` millimetres (negative: against the line's direction)."""

    line: int
    start: Point
    ahead: float


class Straightened(NamedTuple):
    """The rows, after the frame's sides, and the legs of each loop of the sketch; a loop turns
    where the lines of two legs meet."""

    rows: tuple[Row, ...]
    loops: tuple[tuple[Leg, ...], ...]


def straighten(
    sketch: Sketch, slopes: Slopes, snap: Snap = NO_SNAP, most: int | None = None,
) -> Straightened:
    """Return the lines of a sketch; an error with every edge that has no allowed slope, or if there
    are more lines than `most`, or else MAX_LINES."""
    near = nearness(sketch, snap)
    fits = fitted(sketch, slopes, snap, most)
    rows, _ = _rows(sketch, fits.values(), near)
    check_lines(len(rows), most)
    turned = degrees(sketch.frame.noise / max(sketch.frame.width, sketch.frame.height))
    fits = with_families(fits, Counter(row.slope for row in rows), turned)
    rows, owner = _rows(sketch, fits.values(), near)
    loops = tuple(_legs([(owner[edge], fits[edge]) for edge in loop.edges])
                  for loop in sketch.loops)
    _check_corners(sketch, loops, [*sides(sketch), *rows])
    return Straightened(tuple(rows), loops)


def sides(sketch: Sketch) -> tuple[Row, Row, Row, Row]:
    """Return the rows of the frame: bottom, right, top, left."""
    across, up = Slope.of((1, 0)), Slope.of((0, 1))
    return (Row(across, 0.0), Row(up, -sketch.frame.width), Row(across, sketch.frame.height),
            Row(up, 0.0))


def nearness(sketch: Sketch, snap: Snap) -> float:
    """Return the distance below which two points are the same place, in millimetres."""
    return max(SAME_PLACE * sketch.frame.noise, snap.mm)


def _rows(
    sketch: Sketch, fits: Iterable[Fit], together: float,
) -> tuple[list[Row], dict[Edge, int]]:
    """Return one row for all edges of a slope that are hardly beside each other; and for each edge
    the number of its line."""
    rows: list[Row] = []
    owner: dict[Edge, int] = {}
    parallel: dict[Slope, list[Fit]] = {}
    for fit in fits:
        parallel.setdefault(fit.slope, []).append(fit)
    for slope, group in sorted(parallel.items(), key=lambda item: item[0].angle):
        for beside in _beside(sorted(group, key=lambda fit: fit.offset), together):
            weight = sum(fit.edge.length for fit in beside)
            offset = sum(fit.offset * fit.edge.length for fit in beside) / weight
            number = next((at for at, side in enumerate(sides(sketch)) if side.slope == slope
                           and abs(side.offset - offset) <= together), None)
            if number is None:
                number = FRAME_SIDES + len(rows)
                rows.append(Row(slope, offset))
            owner.update((fit.edge, number) for fit in beside)
    return rows, owner


def _beside(fits: Sequence[Fit], together: float) -> list[list[Fit]]:
    """Return parallel edges, sorted by offset, in groups of limited width."""
    groups = [[fits[0]]]
    for fit in fits[1:]:
        if fit.offset - groups[-1][0].offset <= together:
            groups[-1].append(fit)
        else:
            groups.append([fit])
    return groups


def turns(legs: Sequence[Leg]) -> list[tuple[Leg, Leg]]:
    """Return where a loop turns: each leg after the one before it."""
    return list(zip([legs[-1], *legs], legs, strict=False))


def _legs(followed: Sequence[tuple[int, Fit]]) -> tuple[Leg, ...]:
    """Return the legs of a loop: edges that go straight on are one."""
    first = next((at for at, (line, _) in enumerate(followed) if line != followed[at - 1][0]), 0)
    legs: list[Leg] = []
    for line, fit in (*followed[first:], *followed[:first]):
        if legs and legs[-1].line == line:
            legs[-1] = legs[-1]._replace(ahead=legs[-1].ahead + fit.ahead)
        else:
            legs.append(Leg(line, fit.edge.start, fit.ahead))
    return tuple(legs)


def _check_corners(
    sketch: Sketch, loops: Sequence[Sequence[Leg]], rows: Sequence[Row],
) -> None:
    """Check that the two lines meet where a loop turns."""
    faults = DrawingFaults()
    for loop, legs in zip(sketch.loops, loops, strict=True):
        for before, leg in turns(legs):
            if rows[before.line].slope == rows[leg.line].slope:
                faults.add("a corner that is lost when it is straightened",
                           "corners that are lost when they are straightened",
                           f"{sketch.name(loop)} at {sketch.frame.place(leg.start)}")
    faults.raise_any("with a smaller --snap more is kept")
