"""Check that the data of a file is an arrangement: a plane cut into faces by its edges.

Every dart (an edge with a direction) borders one face, or the outside. So the winding numbers of
all faces around a point add up to that of the frame. If each face is simple and on the left of its
border, they are 0 or 1: then the faces cover the frame, each place once. It is enough to look at
one face after the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import dist

from nonoforge.families.plane.arrangement import Arrangement, Labels
from nonoforge.families.plane.face_shapes import distance
from nonoforge.path import Point, area, enclosed_area, end, inside, start
from nonoforge.storage import PathError

MAX_FACES = 100_000
MIN_FRAME, MAX_FRAME = 1.0, 1e5  # millimetres, width and height
MIN_WIDTH = 1e-7  # millimetres, on average; coordinates in files have six decimals
FLATTENING = 0.05  # millimetres: how far polygons are from curves
# Polygons of curves that touch may cross a little; what they cut off is thinner than this (mm).
MAX_POCKET = 0.2
MAX_COMPARISONS = 5_000_000  # of pieces of borders, two or three seconds

JOINT_TOLERANCE = 1e-4  # millimetres: where one edge ends, the next begins


def check_arrangement(arrangement: Arrangement) -> None:
    """Raise a PathError with the place where the data is not an arrangement."""
    if not 1 <= len(arrangement.faces) <= MAX_FACES:
        raise PathError("$.faces", f"{len(arrangement.faces):,} faces; there are 1 to "
                                   f"{MAX_FACES:,}")
    _chain(arrangement, "$.frame", arrangement.frame, closed=True)
    _check_faces(arrangement)
    _check_curves(arrangement)
    _check_shapes(arrangement)
    if arrangement.labels:
        _check_sizes(arrangement, arrangement.labels)


def _check_faces(arrangement: Arrangement) -> None:
    """Check that every dart borders one face, except those around the frame, which face
    outwards."""
    seen = bytearray(2 * len(arrangement.edges))
    for dart in arrangement.frame:
        seen[dart ^ 1] += 1
    for i, loops in enumerate(arrangement.faces):
        if not loops:
            raise PathError(f"$.faces[{i}]", "a face without a border")
        for k, loop in enumerate(loops):
            path = f"$.faces[{i}][{k}]"
            _chain(arrangement, path, loop, closed=True)
            for dart in loop:
                if seen[dart]:
                    raise PathError(path, f"the dart {dart} borders another face, or the outside, "
                                          "already")
                seen[dart] = 1
    missing = seen.find(0)
    if missing >= 0:
        raise PathError("$.faces", f"no face has the dart {missing} as its border")


def _check_curves(arrangement: Arrangement) -> None:
    """Check that every edge is of one curve or of the frame, and that open curves end on the
    frame."""
    owned = bytearray(len(arrangement.edges))
    for dart in arrangement.frame:
        owned[dart >> 1] = 1
    on_frame = {start(arrangement.path(dart)) for dart in arrangement.frame}
    for i, curve in enumerate(arrangement.curves):
        path = f"$.curves[{i}].darts"
        _chain(arrangement, path, curve.darts, closed=curve.closed)
        for dart in curve.darts:
            if owned[dart >> 1]:
                raise PathError(path, f"the edge of dart {dart} belongs to another curve already, "
                                      "or to the frame")
            owned[dart >> 1] = 1
        ends = (start(arrangement.path(curve.darts[0])), end(arrangement.path(curve.darts[-1])))
        if not curve.closed and not on_frame.issuperset(ends):
            raise PathError(path, "an open curve begins and ends on the frame, at the end of an "
                                  "edge")
    missing = owned.find(0)
    if missing >= 0:
        raise PathError("$.curves", f"no curve has the edge {missing}")


def _chain(arrangement: Arrangement, path: str, darts: Sequence[int], *, closed: bool) -> None:
    """Check that each dart begins where the one before it ends."""
    paths = [arrangement.path(dart) for dart in darts]
    for i, (one, other) in enumerate(pairwise([*paths, paths[0]] if closed else paths)):
        if dist(end(one), start(other)) > JOINT_TOLERANCE:
            raise PathError(f"{path}[{i}]", f"the dart {darts[i]} does not end where the next one "
                                            "begins")


def _check_sizes(arrangement: Arrangement, labels: Labels) -> None:
    """Check that no label is larger than the frame, or further from it."""
    limit = arrangement.box.width + arrangement.box.height
    if max(labels.box) > limit or min(labels.box) < 1e-3 * min(limit, 1.0):
        raise PathError("$.box", f"labels of {labels.box[0]:g} x {labels.box[1]:g} mm; in this "
                                 f"frame a side has 0.001 to {limit:g} mm")
    for side, place in zip(arrangement.sides, labels.places, strict=True):
        if place and place.leader > limit:
            raise PathError(f"$.curves[{side.curve}].labels[{int(side.back)}]",
                            f"a leader of {place.leader:g} mm; at most {limit:g} mm in this frame")


def _check_shapes(arrangement: Arrangement) -> None:
    """Check that the frame and all faces are simple, with their inside on the left."""
    width, height = arrangement.box.width, arrangement.box.height
    if not (MIN_FRAME <= width <= MAX_FRAME and MIN_FRAME <= height <= MAX_FRAME):
        raise PathError("$.frame", f"a frame of {width:g} x {height:g} mm; each side has "
                                   f"{MIN_FRAME:g} to {MAX_FRAME:,.0f} mm")
    counter = _Counter()
    if area(arrangement.frame_polygon) < 0:
        raise PathError("$.frame", "its inside is not on the left of its border")
    _check_region("$.frame", [arrangement.frame_polygon], counter)
    for i, loops in enumerate(arrangement.faces):
        path = f"$.faces[{i}]"
        for k, loop in enumerate(loops):
            pieces = [piece for dart in loop for piece in arrangement.path(dart)]
            enclosed = -enclosed_area(pieces) if k else enclosed_area(pieces)
            if enclosed <= MIN_WIDTH * sum(dist(piece[0], piece[-1]) for piece in pieces):
                raise PathError(path, "a hole has no area, or goes counter-clockwise" if k else
                                "has no area, or its inside is not on the left of its border")
        _check_region(path, [arrangement.polygon(loop, FLATTENING) for loop in loops], counter)


class _Counter:
    """Comparisons made so far."""

    def __init__(self) -> None:
        self.made = 0

    def add(self, path: str, more: int) -> None:
        self.made += more
        if self.made > MAX_COMPARISONS:
            raise PathError(path, "the borders up to here are too intricate to be checked")


def _check_region(path: str, polygons: Sequence[Sequence[Point]], counter: _Counter) -> None:
    """Check a border, counter-clockwise, and its holes, clockwise."""
    outer, *holes = polygons
    for hole in holes:
        counter.add(path, len(hole) * sum(map(len, polygons)))
        for other in polygons:
            if other is not hole and not _contains(other, hole, within=other is outer):
                raise PathError(path, "its border and its holes cross, or lie outside each other")
    for polygon in polygons:
        if not _is_convex(polygon):
            for crossing in _crossings(path, polygon, counter):
                raise PathError(path, f"its border crosses itself at ({crossing[0]:.2f}, "
                                      f"{crossing[1]:.2f}) mm")


def _contains(polygon: Sequence[Point], hole: Sequence[Point], *, within: bool) -> bool:
    """Return whether all corners of a hole are within a polygon, or outside it, or on its
    border."""
    return all(inside(corner, polygon) == within
               or any(distance(corner, a, b) < MAX_POCKET
                      for a, b in pairwise((*polygon, polygon[0])))
               for corner in hole)


def _is_convex(polygon: Sequence[Point]) -> bool:
    """Return whether a polygon turns left at every corner, and around once.

    >>> _is_convex([(0, 0), (2, 0), (2, 1), (0, 1)])
    True
    >>> _is_convex([(0, 3), (-2, -3), (3, 1), (-3, 1), (2, -3)])  # turns left, but around twice
    False
    """
    ways = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise((*polygon, polygon[0])) if a != b]
    rises = [dy > 0 for _, dy in ways if dy]
    return sum(not a and b for a, b in pairwise((*rises, *rises[:1]))) == 1 and all(
        ax * by - ay * bx >= 0 for (ax, ay), (bx, by) in pairwise((*ways, ways[0])))


def _crossings(path: str, polygon: Sequence[Point], counter: _Counter) -> Iterator[Point]:
    """Yield the points at which a polygon crosses itself, unless it cuts off next to nothing
    there. Sides are compared in the order of their left ends."""
    count = len(polygon)
    sides = sorted((min(a[0], b[0]), max(a[0], b[0]), k)
                   for k, (a, b) in enumerate(pairwise((*polygon, polygon[0]))))
    ahead: list[tuple[float, int]] = []  # right end and number of sides that may meet the next one
    for left, right, k in sides:
        ahead = [other for other in ahead if other[0] >= left]
        counter.add(path, len(ahead))
        a, b = polygon[k], polygon[(k + 1) % count]
        low, high = min(a[1], b[1]), max(a[1], b[1])
        for _, j in ahead:
            c, d = polygon[j], polygon[(j + 1) % count]
            if (c[1] < low and d[1] < low) or (c[1] > high and d[1] > high):
                continue
            crossing = _crossing(a, b, c, d)
            if crossing and min(map(_thickness, _parts(polygon, j, k, crossing))) > MAX_POCKET:
                yield crossing
        ahead.append((right, k))


def _crossing(a: Point, b: Point, c: Point, d: Point) -> Point | None:
    """Return where two straight pieces cross, away from their ends."""
    def side(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    of_a, of_b, of_c, of_d = side(c, d, a), side(c, d, b), side(a, b, c), side(a, b, d)
    if of_a * of_b >= 0 or of_c * of_d >= 0:
        return None
    t = of_a / (of_a - of_b)
    return a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])


def _parts(
    polygon: Sequence[Point], j: int, k: int, crossing: Point,
) -> tuple[list[Point], list[Point]]:
    """Return both parts of a polygon whose sides j and k cross."""
    j, k = sorted((j, k))
    return [crossing, *polygon[j + 1:k + 1]], [crossing, *polygon[k + 1:], *polygon[:j + 1]]


def _thickness(polygon: Sequence[Point]) -> float:
    """Return the width of a long rectangle with this area and this way around, about."""
    around = sum(dist(a, b) for a, b in pairwise((*polygon, polygon[0])))
    return 2 * abs(area(polygon)) / around if around else 0.0
