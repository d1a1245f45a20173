"""The arrangement of straight lines in a rectangular frame, exact.

A point where three or more lines meet is one vertex, and the order of points on a line is never
guessed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, cmp_to_key
from itertools import combinations, pairwise
from math import hypot

from nonoforge.families.plane import Arrangement, Curve, loops
from nonoforge.families.sloped.lines import UNIT, Straight, meet
from nonoforge.path import Point

FRAME_SIDES = 4  # the first lines are the sides of the frame: bottom, right, top, left

Corner = tuple[int, int, int]
"""(x, y, w): the point (x / w, y / w), in lowest terms."""


@dataclass(frozen=True)
class Lattice:
    """All vertices, edges and faces. Lines 0 to 3 are the frame; an edge is (line, vertex, vertex)
    in the line's direction; a face is its darts counter-clockwise (2 e forwards, 2 e + 1 back)."""

    lines: tuple[Straight, ...]
    vertices: tuple[Corner, ...]
    through: tuple[tuple[int, ...], ...]  # for each vertex the lines that meet there
    along: tuple[tuple[int, ...], ...]  # for each line its vertices, in its direction
    edges: tuple[tuple[int, int, int], ...]
    faces: tuple[tuple[int, ...], ...]

    @property
    def frame(self) -> tuple[int, int, int, int]:
        """Left, bottom, right, top, in exact coordinates."""
        bottom, right, top, left = self.lines[:FRAME_SIDES]
        return -left.c, bottom.c, -right.c, top.c

    @cached_property
    def places(self) -> list[Point]:
        """The vertices in millimetres."""
        return [(x / (w * UNIT), y / (w * UNIT)) for x, y, w in self.vertices]

    def head(self, dart: int) -> int:
        """Return the vertex to which a dart leads."""
        return self.edges[dart >> 1][1 if dart & 1 else 2]

    def tail(self, dart: int) -> int:
        """Return the vertex from which it comes."""
        return self.edges[dart >> 1][2 if dart & 1 else 1]

    def arrangement(self) -> Arrangement:
        """Return the arrangement for drawing and solving, in millimetres."""
        places = self.places
        edges = tuple(((places[v], places[w]),) for _, v, w in self.edges)
        rows: list[list[int]] = [[] for _ in self.lines]
        for number, (owner, _, _) in enumerate(self.edges):
            rows[owner].append(2 * number)
        bottom, right, top, left = rows[:FRAME_SIDES]
        frame = [*bottom, *right, *(d ^ 1 for d in reversed(top)), *(d ^ 1 for d in reversed(left))]
        return Arrangement("sloped", edges, tuple((face,) for face in self.faces),
                           tuple(Curve(tuple(row)) for row in rows[FRAME_SIDES:]), tuple(frame))


def build_lattice(frame: tuple[int, int, int, int], lines: Sequence[Straight]) -> Lattice:
    """Return the arrangement of different lines, each of which cuts the frame (left, bottom, right,
    top) into two parts; the frame is in exact coordinates."""
    everything = (*sides(frame), *lines)
    meeting = _vertices(frame, everything)
    corners = sorted(meeting, key=lambda corner: (corner[1] / corner[2], corner[0] / corner[2],
                                                  Fraction(*corner[1:]), Fraction(*corner[::2])))
    through = tuple(tuple(sorted(meeting[corner])) for corner in corners)
    along = tuple(_along(everything, corners, through))
    edges = tuple((owner, v, w) for owner, row in enumerate(along) for v, w in pairwise(row))
    return Lattice(everything, tuple(corners), through, along, edges,
                   _faces(everything, len(corners), edges))


def sides(frame: tuple[int, int, int, int]) -> tuple[Straight, Straight, Straight, Straight]:
    """Return the lines of the frame: bottom, right, top, left."""
    left, bottom, right, top = frame
    return (Straight(0, 1, bottom), Straight(-1, 0, -right), Straight(0, 1, top),
            Straight(-1, 0, -left))


def _vertices(
    frame: tuple[int, int, int, int], lines: Sequence[Straight],
) -> dict[Corner, set[int]]:
    left, bottom, right, top = frame
    meeting: dict[Corner, set[int]] = {}
    for (i, one), (j, other) in combinations(enumerate(lines), 2):
        corner = meet(one, other)
        if corner is not None:
            x, y, w = corner
            if left * w <= x <= right * w and bottom * w <= y <= top * w:
                meeting.setdefault(corner, set()).update((i, j))
    return meeting


def _along(
    lines: Sequence[Straight], corners: Sequence[Corner], through: Sequence[Sequence[int]],
) -> Iterator[tuple[int, ...]]:
    """Yield the vertices of each line in its direction. Division of whole numbers rounds correctly
    and so never swaps two points; where it makes them equal, fractions decide."""
    rows: list[list[int]] = [[] for _ in lines]
    for vertex, owners in enumerate(through):
        for owner in owners:
            rows[owner].append(vertex)
    for straight, row in zip(lines, rows, strict=True):
        axis = 0 if straight.b else 1  # a vertical line goes up, all others to the right
        yield tuple(sorted(row, key=lambda v: (corners[v][axis] / corners[v][2],
                                               Fraction(corners[v][axis], corners[v][2]))))


def _faces(
    lines: Sequence[Straight], vertices: int, edges: Sequence[tuple[int, int, int]],
) -> tuple[tuple[int, ...], ...]:
    """Return the faces within the frame, from the bottom up as their lowest corners lie."""
    rank = _ranks(lines)
    turns = len(lines)
    around: list[list[tuple[int, int]]] = [[] for _ in range(vertices)]
    for number, (owner, v, w) in enumerate(edges):
        around[v].append((rank[owner], 2 * number))
        around[w].append((rank[owner] + turns, 2 * number + 1))
    found = loops([[dart for _, dart in sorted(darts)] for darts in around], len(edges))
    # The one loop around everything has the top side of the frame on its left hand, forwards.
    outer = next(2 * number for number, (owner, _, _) in enumerate(edges) if owner == 2)
    inner = [_from_lowest(loop, edges) for loop in found if outer not in loop]
    return tuple(loop for _, loop in sorted(inner))


def _from_lowest(
    loop: list[int], edges: Sequence[tuple[int, int, int]],
) -> tuple[int, tuple[int, ...]]:
    """Return the lowest vertex (they are numbered from the bottom up), and the loop from there."""
    tails = [edges[dart >> 1][2 if dart & 1 else 1] for dart in loop]
    first = tails.index(min(tails))
    return tails[first], (*loop[first:], *loop[:first])


def _ranks(lines: Sequence[Straight]) -> list[int]:
    """Return the ranks of directions by their angles, from below the horizontal to upright; equal
    for parallel lines, which never meet in a vertex."""
    def by_angle(i: int, j: int) -> int:
        (x, y), (u, v) = lines[i].direction, lines[j].direction
        return -1 if x * v - y * u > 0 else int(x * v - y * u < 0)

    order = sorted(range(len(lines)), key=cmp_to_key(by_angle))
    ranks = [0] * len(lines)
    for rank, index in enumerate(order):
        ranks[index] = rank
    return ranks


# How wide faces are: the width of a face is the least distance between two parallel lines that
# have it between them. One of them runs along an edge, so it is the least, over its edges, of the
# distance of its farthest vertex.

def face_widths(lattice: Lattice) -> list[float]:
    """Return the width of each face, in millimetres."""
    places = lattice.places
    sheets = [line.unit for line in lattice.lines]
    return [min(_reach(sheets[lattice.edges[dart >> 1][0]], corners) for dart in face)
            for face in lattice.faces
            for corners in [[places[lattice.head(dart)] for dart in face]]]


def min_width(lattice: Lattice) -> float:
    """Return the width of the narrowest face, in millimetres."""
    return min(face_widths(lattice))


def polygon_width(corners: Sequence[Point]) -> float:
    """Return the width of a convex polygon that is not of the lattice."""
    least = float("inf")
    for (ax, ay), (bx, by) in pairwise([*corners, corners[0]]):
        long = hypot(bx - ax, by - ay)
        if long > 0:
            a, b = (ay - by) / long, (bx - ax) / long
            least = min(least, _reach((a, b, a * ax + b * ay), corners))
    return least


def _reach(sheet: tuple[float, float, float], corners: Sequence[Point]) -> float:
    """Return how far the farthest of some points is from a line a x + b y = c with |(a, b)| = 1."""
    a, b, c = sheet
    return max(abs(a * x + b * y - c) for x, y in corners)
