"""The nearest points of strokes to other points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from nonoforge.families.curved.arranging.candidates import between
from nonoforge.families.curved.arranging.leaves import Floats, Ints, Leaves, slope, value
from nonoforge.path import Point


class Foot(NamedTuple):
    """A stroke at u is so far away from a point."""

    stroke: int
    u: float
    place: Point
    away: float


def nearest(
    points: Sequence[Point], others: Leaves, reach: float, but: Sequence[int] = (),
) -> list[Foot | None]:
    """For each point the nearest of the strokes that is within reach; `but` names for each point a
    stroke that does not count."""
    import numpy as np

    places = np.array(points, dtype=float).reshape(-1, 2)
    boxes = np.concatenate((places, places), axis=1)
    best: list[Foot | None] = [None] * len(points)
    for i, j in between(boxes, others.box, reach):
        if len(but):
            counts = np.asarray(but)[i] != others.stroke[j]
            i, j = i[counts], j[counts]
        t, found = _feet(places[i], others, j)
        away = np.hypot(*(found - places[i]).T)
        for row in np.nonzero(away <= reach)[0].tolist():
            mine, leaf = int(i[row]), int(j[row])
            known = best[mine]
            if known is None or away[row] < known.away:
                x, y = found[row].tolist()
                best[mine] = Foot(int(others.stroke[leaf]), float(others.piece[leaf] + t[row]),
                                  (x, y), float(away[row]))
    return best


def _feet(points: Floats, others: Leaves, which: Ints) -> tuple[Any, Floats]:
    """The point of each leaf that is nearest to a point, and its t: leaves are nearly straight, so
    that a few steps along the direction at the last foot find it."""
    import numpy as np

    table, low, high = others.coefficients[which], others.t0[which], others.t1[which]
    t = (low + high) / 2
    for _ in range(12):
        ahead = slope(table, t)
        along = ((points - value(table, t)) * ahead).sum(axis=1)
        t = np.clip(t + along / np.maximum((ahead * ahead).sum(axis=1), 1e-30), low, high)
    return t, value(table, t)
