"""Where the cells of a sloped or curved nonogram are: the faces of an arrangement in a frame.

    edge    a path from one vertex (a crossing, or an end on the frame) to the next
    dart    an edge in one of its two directions: 2 e forwards, 2 e + 1 backwards
    face    what lies on the left of a loop of darts; further loops are its holes
    curve   darts in a row; open curves run from the frame to the frame
    side    one side of an open curve: the faces on the left of a walk along it, there (its left
            side) or back (its right side). It is a line of the puzzle.

Everything here follows from which dart borders which face; no coordinate is compared with another,
so a puzzle that is read from a file is the puzzle that was written.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from nonoforge.nonogram import Nonogram
from nonoforge.path import Box, Path, Point, area, backwards, bounds, flat, leaving, start
from nonoforge.puzzle import Colouring

if TYPE_CHECKING:
    from nonoforge.family import Family


OUTSIDE = -1


class Curve(NamedTuple):
    """Darts in a row; a closed curve comes back to its first dart and has no clue."""

    darts: tuple[int, ...]
    closed: bool = False


class Side(NamedTuple):
    """A line of the puzzle: its darts as they are walked, and the faces on their left."""

    curve: int
    back: bool  # the right side: walked from the curve's end
    darts: tuple[int, ...]
    cells: tuple[int, ...]


class Place(NamedTuple):
    """Where the label of a side stands: at the start (0) or the end (1) of its walk, beyond a
    leader of this length."""

    end: int
    leader: float


class Labels(NamedTuple):
    """The labels of all sides, in order; None has no room. `box` is the width (along the leader)
    and height of the box of a number with one or two digits."""

    box: tuple[float, float]
    places: tuple[Place | None, ...]


@dataclass(frozen=True, repr=False)
class Arrangement:
    """Edges, faces (cells, by number), curves and the frame, which has its inside on the left."""

    kind: str  # sloped, with straight edges, or curved
    edges: tuple[Path, ...]
    faces: tuple[tuple[tuple[int, ...], ...], ...]
    curves: tuple[Curve, ...]
    frame: tuple[int, ...]
    labels: Labels | None = None

    @property
    def family(self) -> Family:
        from nonoforge.families import family_named

        return family_named(self.kind)

    @property
    def size(self) -> tuple[int]:
        """The number of faces."""
        return (len(self.faces),)

    def __repr__(self) -> str:
        return str(self)

    def __str__(self) -> str:
        noun = "lines" if self.kind == "sloped" else "curves"
        return f"{len(self.faces)} faces, {len(self.curves)} {noun}"

    def path(self, dart: int) -> Path:
        """Return the path of a dart."""
        edge = self.edges[dart >> 1]
        return backwards(edge) if dart & 1 else edge

    @cached_property
    def left(self) -> list[int]:
        """For each dart the face on its left, or OUTSIDE."""
        left = [OUTSIDE] * (2 * len(self.edges))
        for face, loops in enumerate(self.faces):
            for loop in loops:
                for dart in loop:
                    left[dart] = face
        return left

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        """Both sides of every open curve, left before right: the lines of the puzzle."""
        found: list[Side] = []
        for number, curve in enumerate(self.curves):
            if not curve.closed:
                found += (self._side(number, False, curve.darts),
                          self._side(number, True, tuple(d ^ 1 for d in reversed(curve.darts))))
        return tuple(found)

    def _side(self, curve: int, back: bool, darts: tuple[int, ...]) -> Side:
        return Side(curve, back, darts, tuple(face for face, _ in groupby(
            self.left[dart] for dart in darts)))

    def side_name(self, side: Side) -> str:
        """Return the line in words. Straight lines have an upper and a lower side, unless they
        stand."""
        number = side.curve + 1
        if self.kind == "sloped":
            dx, _ = leaving(self.path(self.curves[side.curve].darts[0]))
            upper, lower = ("above", "below") if abs(dx) > 1e-9 else ("left of", "right of")
            return f"{lower if (dx > -1e-9) == side.back else upper} line {number}"
        return f"{'right' if side.back else 'left'} of curve {number}"

    @cached_property
    def frame_polygon(self) -> list[Point]:
        """The frame as a polygon, counter-clockwise; curved frames are approximated."""
        return self.polygon(self.frame)

    def polygon(self, loop: Sequence[int], tolerance: float = 0.01) -> list[Point]:
        """Return a loop of darts as a polygon."""
        return [point for dart in loop for point in flat(self.path(dart), tolerance)[:-1]]

    @cached_property
    def box(self) -> Box:
        """The smallest box around the frame."""
        return bounds(self.frame_polygon)

    @cached_property
    def spots(self) -> list[Point]:
        """For each face a point well inside it."""
        return [interior_point([self.polygon(loop, 0.05) for loop in loops])
                for loops in self.faces]

    def outward(self, side: Side, end: int) -> tuple[Point, Point]:
        """Return the port of a side at the start (0) or end (1) of its walk: its place on the frame
        and the direction in which the curve leaves there."""
        away = self.path(side.darts[-1] ^ 1 if end else side.darts[0])
        dx, dy = leaving(away)
        return start(away), (-dx, -dy)

    def nest(self, colouring: Colouring) -> Any:
        """Return a list with the colour of each face."""
        return list(colouring)

    def cell_name(self, cell: int) -> str:
        x, y = self.spots[cell]
        return f"face {cell + 1} at ({x - self.box.left:.1f}, {y - self.box.bottom:.1f}) mm"


def arrangement_of(nonogram: Nonogram) -> Arrangement:
    """Return the arrangement of a nonogram that has one."""
    if not isinstance(nonogram.geometry, Arrangement):
        raise TypeError(f"a {nonogram.family.name} has no curves")
    return nonogram.geometry


# From darts around vertices to the loops that border faces.

def loops(around: Sequence[Sequence[int]], edges: int) -> list[list[int]]:
    """Return all loops of darts, each with its face on the left. `around` has for each vertex the
    darts that leave it, counter-clockwise; the twin of dart d is d ^ 1.

    A dart arrives where its twin leaves; the next one on the same face is the first to be met
    from there clockwise.

    >>> loops([[0], [1]], 1)      # a lone edge: one loop, there and back
    [[0, 1]]
    """
    following = [0] * (2 * edges)
    for darts in around:
        for before, dart in zip([darts[-1], *darts], darts, strict=False):
            following[dart ^ 1] = before
    seen = bytearray(2 * edges)
    found: list[list[int]] = []
    for first in range(2 * edges):
        if not seen[first]:
            loop, dart = [], first
            while not seen[dart]:
                seen[dart] = 1
                loop.append(dart)
                dart = following[dart]
            found.append(loop)
    return found


# A point well inside a face, for a mark or a name.

SCAN_LINES = 9  # horizontal cuts examined where the centroid is outside


def interior_point(loops: Sequence[Sequence[Point]]) -> Point:
    """Return the centroid of a convex face; otherwise the middle of a long horizontal cut through
    it.

    >>> interior_point([[(0, 0), (3, 0), (3, 3), (0, 3)]])
    (1.5, 1.5)
    """
    outer = loops[0]
    middle = centroid(outer)
    if len(loops) == 1 and _convex(outer):
        return middle
    ys = [y for _, y in outer]
    low, high = min(ys), max(ys)
    cuts = [_widest(loops, low + (high - low) * (row + 0.5) / SCAN_LINES)
            for row in range(SCAN_LINES)]
    return max([*cuts, _widest(loops, middle[1])], key=lambda found: found[0])[1]


def centroid(polygon: Sequence[Point]) -> Point:
    """Return the centre of gravity; of a polygon without area, the middle of its corners."""
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
    """Return the widest stretch of a horizontal line within the face: its width and middle."""
    crossings = sorted(
        x0 + (y - y0) / (y1 - y0) * (x1 - x0)
        for loop in loops for (x0, y0), (x1, y1) in pairwise([*loop, loop[0]])
        if (y0 > y) != (y1 > y))
    stretches = [(b - a, ((a + b) / 2, y)) for a, b in zip(crossings[::2], crossings[1::2],
                                                           strict=False)]
    return max(stretches, default=(-1.0, (loops[0][0][0], y)))
