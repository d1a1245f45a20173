"""Edges to lines: edges of the same slope that are in a row share one line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import degrees
from typing import NamedTuple

from nonoforge.families.sloped.lattice import FRAME_SIDES
from nonoforge.families.sloped.slopes import Slope, Slopes
from nonoforge.families.sloped.straightening.faults import Faults
from nonoforge.families.sloped.straightening.fitting import (
    NO_SNAP,
    Fit,
    Snap,
    check_lines,
    fitted,
    with_families,
)
from nonoforge.families.sloped.straightening.outlines import Edge, Sketch
from nonoforge.path import Point

TOGETHER = 3  # times the noise: what is nearer is in one place


class Row(NamedTuple):
    """A line as it is drawn: a slope, and how many millimetres left of the origin it is."""

    slope: Slope
    offset: float


class Leg(NamedTuple):
    """A straight part of a loop: along a line (by number, the frame's four sides first), from a
    corner that was drawn here, so many millimetres in the line's direction, or against it."""

    line: int
    start: Point
    ahead: float


class Straightened(NamedTuple):
    """The rows, after the frame's sides, and the legs of each loop of the sketch; a loop turns
    where the lines of two legs meet."""

    rows: tuple[Row, ...]
    loops: tuple[tuple[Leg, ...], ...]


def straighten(sketch: Sketch, slopes: Slopes, snap: Snap = NO_SNAP) -> Straightened:
    """The lines of a sketch; an error with every edge that has no allowed slope."""
    near = nearness(sketch, snap)
    fits = fitted(sketch, slopes, snap)
    rows, _ = _rows(sketch, fits.values(), near)
    check_lines(len(rows))
    turned = degrees(sketch.frame.noise / max(sketch.frame.width, sketch.frame.height))
    fits = with_families(fits, Counter(row.slope for row in rows), turned)
    rows, owner = _rows(sketch, fits.values(), near)
    loops = tuple(_legs([(owner[edge], fits[edge]) for edge in loop.edges])
                  for loop in sketch.loops)
    _check_corners(sketch, loops, [*sides(sketch), *rows])
    return Straightened(tuple(rows), loops)


def sides(sketch: Sketch) -> tuple[Row, Row, Row, Row]:
    """The rows of the frame: bottom, right, top, left."""
    across, up = Slope.of((1, 0)), Slope.of((0, 1))
    return (Row(across, 0.0), Row(up, -sketch.frame.width), Row(across, sketch.frame.height),
            Row(up, 0.0))


def nearness(sketch: Sketch, snap: Snap) -> float:
    """What is nearer than this, in millimetres, is in one place."""
    return max(TOGETHER * sketch.frame.noise, snap.mm)


def _rows(
    sketch: Sketch, fits: Iterable[Fit], together: float,
) -> tuple[list[Row], dict[Edge, int]]:
    """One row for all edges of a slope that are hardly beside each other; and for each edge the
    number of its line."""
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
    """Parallel edges, sorted by offset, in groups that are at most so wide."""
    groups = [[fits[0]]]
    for fit in fits[1:]:
        if fit.offset - groups[-1][0].offset <= together:
            groups[-1].append(fit)
        else:
            groups.append([fit])
    return groups


def turns(legs: Sequence[Leg]) -> list[tuple[Leg, Leg]]:
    """Where a loop turns: each leg after the one before it."""
    return list(zip([legs[-1], *legs], legs, strict=False))


def _legs(followed: Sequence[tuple[int, Fit]]) -> tuple[Leg, ...]:
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
    sketch: Sketch, loops: Sequence[Sequence[Leg]], rows: Sequence[Row],
) -> None:
    """Where a loop turns, its two lines must meet."""
    faults = Faults()
    for loop, legs in zip(sketch.loops, loops, strict=True):
        for before, leg in turns(legs):
            if rows[before.line].slope == rows[leg.line].slope:
                faults.add("a corner that is lost when it is straightened",
                           "corners that are lost when they are straightened",
                           f"{sketch.name(loop)} at {sketch.frame.place(leg.start)}")
    faults.raise_any("with a smaller --snap more is kept")
