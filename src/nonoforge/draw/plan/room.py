"""Room in a face for a sign or a number: where it is farthest from all edges."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot

from nonoforge.draw.plan.hatching import hatching
from nonoforge.path import Point

CUTS = 7  # in either direction: the middles of what they leave of the face are tried first
NEAR = 0.02  # how near to the best place to stop, in parts of the room there


def roomiest(loops: Sequence[Sequence[Point]], inside: Point) -> tuple[Point, float]:
    """A place in a face with much room around it, and how far it is from the nearest edge. A point
    inside the face is needed to begin with.

    >>> (x, y), room = roomiest([[(0, 0), (4, 0), (0, 3)]], (2, 1))
    >>> round(x, 1), round(y, 1), round(room, 1)
    (1.0, 1.0, 1.0)
    """
    sides = [side for loop in loops for side in pairwise((*loop, loop[0]))]
    xs, ys = zip(*loops[0], strict=True)
    cuts = [cut for slant, reach in ((0.0, max(ys) - min(ys)), (90.0, max(xs) - min(xs))) if reach
            for cut in hatching(loops, reach / CUTS, slant)]
    starts = [inside, *(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in cuts)]
    return _uphill(max(starts, key=lambda point: _room(point, sides)), sides)


def _uphill(place: Point, sides: Sequence[tuple[Point, Point]]) -> tuple[Point, float]:
    """Step by step to where there is more room. No step is longer than the room, so none leaves the
    face."""
    room = step = _room(place, sides)
    while step > NEAR * room:
        x, y = place
        around = [(x + dx * step, y + dy * step) for dx, dy in
                  ((1, 0), (0, 1), (-1, 0), (0, -1), (0.7, 0.7), (-0.7, 0.7), (0.7, -0.7),
                   (-0.7, -0.7))]
        more, better = max((_room(point, sides), point) for point in around)
        if more > room:
            place, room = better, more
        else:
            step /= 2
    return place, room


def _room(point: Point, sides: Sequence[tuple[Point, Point]]) -> float:
    return min(distance(point, a, b) for a, b in sides)


def distance(point: Point, a: Point, b: Point) -> float:
    """How far a point is from a straight piece."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    px, py = point[0] - a[0], point[1] - a[1]
    square = dx * dx + dy * dy
    t = max(0.0, min(1.0, (px * dx + py * dy) / square)) if square else 0.0
    return hypot(px - t * dx, py - t * dy)
