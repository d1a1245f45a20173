"""A point well inside a face, for a mark or a name."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from nonoforge.path import Point, area

ROWS = 9  # horizontal cuts that are looked at where the middle will not do


def spot(loops: Sequence[Sequence[Point]]) -> Point:
    """The centroid of a convex face; otherwise the middle of a long horizontal cut through it.

    >>> spot([[(0, 0), (3, 0), (3, 3), (0, 3)]])
    (1.5, 1.5)
    """
    outer = loops[0]
    middle = centroid(outer)
    if len(loops) == 1 and _convex(outer):
        return middle
    ys = [y for _, y in outer]
    low, high = min(ys), max(ys)
    cuts = [_widest(loops, low + (high - low) * (row + 0.5) / ROWS) for row in range(ROWS)]
    return max([*cuts, _widest(loops, middle[1])], key=lambda found: found[0])[1]


def centroid(polygon: Sequence[Point]) -> Point:
    """The centre of gravity; of a polygon without area, the middle of its corners."""
    whole = 3 * area(polygon)
    if abs(whole) < 1e-12:
        return (sum(x for x, _ in polygon) / len(polygon),
                sum(y for _, y in polygon) / len(polygon))
    x = y = 0.0
    ox, oy = polygon[0]  # near the polygon, or the products would drown the difference
    for (ax, ay), (bx, by) in pairwise([*polygon, polygon[0]]):
        cross = ((ax - ox) * (by - oy) - (bx - ox) * (ay - oy)) / 2
        x += (ax + bx - 2 * ox) * cross
        y += (ay + by - 2 * oy) * cross
    return ox + x / whole, oy + y / whole


def _convex(polygon: Sequence[Point]) -> bool:
    turned = [*polygon, *polygon[:2]]
    return all((bx - ax) * (cy - by) - (by - ay) * (cx - bx) >= -1e-9
               for (ax, ay), (bx, by), (cx, cy) in zip(turned, turned[1:], turned[2:],
                                                       strict=False))


def _widest(loops: Sequence[Sequence[Point]], y: float) -> tuple[float, Point]:
    """The widest stretch of a horizontal line within the face: its width and middle."""
    crossings = sorted(
        x0 + (y - y0) / (y1 - y0) * (x1 - x0)
        for loop in loops for (x0, y0), (x1, y1) in pairwise([*loop, loop[0]])
        if (y0 > y) != (y1 > y))
    stretches = [(b - a, ((a + b) / 2, y)) for a, b in zip(crossings[::2], crossings[1::2],
                                                          strict=False)]
    return max(stretches, default=(-1.0, (loops[0][0][0], y)))
