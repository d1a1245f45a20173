"""Shapes within an arrangement: outlines of regions, strokes that fill a face, room for a sign.

A region is a set of faces that show the same. Its border is made of the darts that have it on
their left and something else on their right, so no seams between its faces are left, where the
paper would shine through.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil, cos, floor, hypot, radians, sin

from nonoforge.families.plane.arrangement import OUTSIDE, Arrangement
from nonoforge.path import Path, Piece, Point

HATCHING_SLANT = 22.5  # degrees: as far as can be from the slopes that puzzles have most
ROOM_CUTS = 7  # in either direction: the middles of what they leave of a face are tried first
ROOM_TOLERANCE = 0.02  # how near to the best place to stop, in parts of the room there


def regions(arrangement: Arrangement, cells: Sequence[int]) -> dict[int, list[list[int]]]:
    """Return for each value that faces show the loops of darts around all faces that show it."""
    after = _after(arrangement)
    seen: set[int] = set()
    found: dict[int, list[list[int]]] = {}
    for dart in after:
        if dart not in seen and is_border(arrangement, cells, dart):
            loop = list(_around(arrangement, cells, after, dart))
            seen.update(loop)
            found.setdefault(cells[arrangement.left[dart]], []).append(loop)
    return found


def is_border(arrangement: Arrangement, cells: Sequence[int], dart: int) -> bool:
    """Return whether the faces on the two sides of a dart show different values."""
    here, there = arrangement.left[dart], arrangement.left[dart ^ 1]
    return OUTSIDE in (here, there) or cells[here] != cells[there]


def loop_path(arrangement: Arrangement, loop: Sequence[int]) -> Path:
    """Return the path along a row of darts; straight pieces in one line are joined."""
    joined: list[Piece] = []
    for dart in loop:
        for piece in arrangement.path(dart):
            if joined and _in_line(joined[-1], piece):
                joined[-1] = joined[-1][0], piece[-1]
            else:
                joined.append(piece)
    return tuple(joined)


def _in_line(one: Piece, other: Piece) -> bool:
    """Return whether two pieces make a single straight one, within a millionth of a millimetre."""
    if len(one) != 2 or len(other) != 2:
        return False
    (ax, ay), (bx, by), (cx, cy) = *one, other[1]
    ux, uy, vx, vy = bx - ax, by - ay, cx - bx, cy - by
    return ux * vx + uy * vy > 0 and abs(ux * vy - uy * vx) <= 1e-6 * hypot(ux + vx, uy + vy)


def _after(arrangement: Arrangement) -> dict[int, int]:
    """Return for each dart the next one around its face."""
    return {dart: after for loops in arrangement.faces for loop in loops
            for dart, after in pairwise((*loop, loop[0]))}


def _around(
    arrangement: Arrangement, cells: Sequence[int], after: dict[int, int], first: int,
) -> Iterator[int]:
    """Yield the loop of a region's border from this dart on: where the next edge has the region on
    both sides, go on around the face beyond it."""
    dart = first
    while True:
        yield dart
        dart = after[dart]
        while not is_border(arrangement, cells, dart):
            dart = after[dart ^ 1]
        if dart == first:
            return


def hatching(
    loops: Sequence[Sequence[Point]], gap: float, slant: float = HATCHING_SLANT,
) -> Iterator[tuple[Point, Point]]:
    """Yield strokes within polygons, by the even-odd rule. Strokes of neighbouring faces are in
    line.

    >>> [a for a, _ in hatching([[(0, 0), (4, 0), (4, 3), (0, 3)]], 2, slant=0)]
    [(0.0, 0.0), (0.0, 2.0)]
    """
    c, s = cos(radians(slant)), sin(radians(slant))
    turned = [[(c * x + s * y, c * y - s * x) for x, y in loop] for loop in loops]
    heights = [y for loop in turned for _, y in loop]
    for number in range(ceil(min(heights) / gap), floor(max(heights) / gap) + 1):
        y = number * gap
        crossings = _crossings(turned, y)
        for a, b in zip(crossings[::2], crossings[1::2], strict=False):
            yield (c * a - s * y, s * a + c * y), (c * b - s * y, s * b + c * y)


def _crossings(loops: Sequence[Sequence[Point]], y: float) -> list[float]:
    """Return where a horizontal line meets the sides."""
    return sorted(x0 + (y - y0) / (y1 - y0) * (x1 - x0)
                  for loop in loops for (x0, y0), (x1, y1) in pairwise((*loop, loop[0]))
                  if (y0 > y) != (y1 > y))


def roomiest(loops: Sequence[Sequence[Point]], inside: Point) -> tuple[Point, float]:
    """Return a place in a face far from all edges, and its distance from the nearest. The search
    begins at a point inside the face.

    >>> (x, y), room = roomiest([[(0, 0), (4, 0), (0, 3)]], (2, 1))
    >>> round(x, 1), round(y, 1), round(room, 1)
    (1.0, 1.0, 1.0)
    """
    sides = [side for loop in loops for side in pairwise((*loop, loop[0]))]
    xs, ys = zip(*loops[0], strict=True)
    cuts = [cut for slant, reach in ((0.0, max(ys) - min(ys)), (90.0, max(xs) - min(xs))) if reach
            for cut in hatching(loops, reach / ROOM_CUTS, slant)]
    starts = [inside, *(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in cuts)]
    return _uphill(max(starts, key=lambda point: _room(point, sides)), sides)


def _uphill(place: Point, sides: Sequence[tuple[Point, Point]]) -> tuple[Point, float]:
    """Return a point reached by steps towards more room, and the room there. No step is longer than
    the room, so none leaves the face."""
    room = step = _room(place, sides)
    while step > ROOM_TOLERANCE * room:
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
    """Return the distance of a point from a straight piece."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    px, py = point[0] - a[0], point[1] - a[1]
    square = dx * dx + dy * dy
    t = max(0.0, min(1.0, (px * dx + py * dy) / square)) if square else 0.0
    return hypot(px - t * dx, py - t * dy)
