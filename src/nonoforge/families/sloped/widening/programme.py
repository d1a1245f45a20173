"""What must hold when lines are shifted, as rows of linear programmes.

The unknowns are the shifts of the lines, in millimetres, each along the line's own normal; the
frame stays. Directions stay, so the place of a vertex of lines j and k depends linearly on their
two shifts, and so does everything else:

    point   three or more lines meet: each beyond the first two goes on passing through their point
    edge    each edge of the arrangement keeps its direction: its length stays positive
    width   each face, for each of its edges, keeps its farthest vertex so far away. Which vertex
            that is follows from the directions alone.

Points and edges together keep the arrangement as it is. On the straight way from no shift to the
result no edge ever vanishes (lengths are linear and positive at both ends); vertices come and go
only where an edge vanishes, on the frame as well, for its corners are vertices too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any

from nonoforge.families.sloped.lattice import FRAME_SIDES, Lattice, build_lattice
from nonoforge.families.sloped.lines import UNIT, Elimination, Straight

if TYPE_CHECKING:
    from numpy.typing import NDArray
    Floats = NDArray[Any]
    Ints = NDArray[Any]


class LineArrays:
    """The lines as numbers: unit normals, offsets, and directions that compare exactly."""

    def __init__(self, lattice: Lattice) -> None:
        import numpy as np

        self.lattice = lattice
        slopes = [_slope(line.a, line.b) for line in lattice.lines]
        order = {slope: rank for rank, slope in enumerate(sorted(set(slopes)))}
        self.directions = len(order)
        self.rank = np.array([order[slope] for slope in slopes])
        units = [line.unit for line in lattice.lines]
        self._normals = [(a, b) for a, b, _ in units]  # of parallel lines the same, to the last bit
        self.normals = np.array(self._normals)
        self.offsets = np.array([c for _, _, c in units])
        self.places = np.array(lattice.places)

    def cross(self, i: Ints, j: Ints) -> Floats:
        """Return the sines of the angles between lines."""
        one, other = self.normals[i], self.normals[j]
        value: Floats = one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0]
        return value

    @cached_property
    def pairs(self) -> Ints:
        """For each vertex the two of its lines that cross most steeply."""
        import numpy as np

        return np.array([self.steepest(lines) for lines in self.lattice.through])

    def steepest(self, lines: tuple[int, ...]) -> tuple[int, int]:
        """Return the two of some lines that cross most steeply."""
        if len(lines) == 2:
            return lines[0], lines[1]
        return max(combinations(lines, 2), key=self._steep)

    def partners(self, lines: Ints, vertices: Ints) -> Ints:
        """Return for each line and vertex on it the line that crosses it there most steeply."""
        import numpy as np

        through = self.lattice.through
        found: Ints = np.array([row[:2] for row in through])[vertices].sum(axis=1) - lines
        for at in np.flatnonzero(np.array([len(row) > 2 for row in through])[vertices]):
            found[at] = self._partner(int(lines[at]), through[vertices[at]])
        return found

    def _partner(self, line: int, meeting: tuple[int, ...]) -> int:
        return max((self._steep((line, other)), other) for other in meeting if other != line)[1]

    def _steep(self, pair: tuple[int, int]) -> float:
        return abs(self.sine(*pair))

    def sine(self, i: int, j: int) -> float:
        """Return `cross` of two lines."""
        (a, b), (c, d) = self._normals[i], self._normals[j]
        return a * d - b * c

    def beside(self, lines: Ints, vertices: Ints) -> Ints:
        """Return for each line and vertex the line through the vertex that is parallel to it, or
        -1."""
        import numpy as np

        through = [(vertex, line) for vertex, row in enumerate(self.lattice.through)
                   for line in row]
        there, passing = np.array(through).T
        known = there * self.directions + self.rank[passing]
        order = known.argsort()
        asked = vertices * self.directions + self.rank[lines]
        at = order[np.searchsorted(known, asked, sorter=order).clip(max=len(known) - 1)]
        found: Ints = np.where(known[at] == asked, passing[at], -1)
        return found


def _slope(a: int, b: int) -> tuple[bool, Fraction]:
    """Return a key that orders directions by their angle, exactly."""
    return (True, Fraction(0)) if b == 0 else (False, Fraction(-a, b))


# From shifts as a solver gives them to lines that meet exactly where they must.
#
# Shifts of some lines follow from those of others; the others are free, and are rounded to a fine
# grid.

STEPS_PER_UNIT = 1 << 20  # of the rounding grid: 1e-9 mm
PLAIN_DENOMINATOR = 1000  # a change in units this near to a multiple of 1/1000
PLAIN_ERROR = 1e-5  # is that multiple


def eliminate_meetings(lines: Sequence[Straight], meetings: Iterable[Sequence[int]]) -> Elimination:
    """Return which changes follow from those of others, if lines keep their meetings and the frame
    stays."""
    system = Elimination(lines, FRAME_SIDES)
    for meeting in meetings:
        system.meet(meeting)
    return system


def shift_lines(arrangement: Lattice, shifts: Sequence[float], known: Elimination) -> Lattice:
    """Return the arrangement with its lines shifted by about these lengths in millimetres, so that
    lines that meet in a point still do. `known` is the result of `eliminate_meetings`."""
    changes = known.changes([_rounded(shift * UNIT * line.step) for line, shift
                             in zip(arrangement.lines, shifts, strict=True)])
    lines = [line.shifted(change)
             for line, change in zip(arrangement.lines, changes, strict=True)]
    return build_lattice(arrangement.frame, lines[FRAME_SIDES:])


def _rounded(change: float) -> Fraction:
    plain = round(change * PLAIN_DENOMINATOR)
    if abs(change - plain / PLAIN_DENOMINATOR) < PLAIN_ERROR:
        return Fraction(plain, PLAIN_DENOMINATOR)
    return Fraction(round(change * STEPS_PER_UNIT), STEPS_PER_UNIT)


def shifts_between(before: Lattice, after: Lattice) -> list[float]:
    """Return the shift of each line, in millimetres."""
    return [float(new.offset - old.offset) / (UNIT * old.step)
            for old, new in zip(before.lines, after.lines, strict=True)]


@dataclass(frozen=True)
class Rows:
    """`now` + sum of `factors` x shifts of `lines`, three for each row; `what` says what each is
    about."""

    lines: Ints
    factors: Floats
    now: Floats
    what: Ints

    def take(self, chosen: Ints) -> Rows:
        """Return some of the rows."""
        return Rows(self.lines[chosen], self.factors[chosen], self.now[chosen], self.what[chosen])

    def at(self, shifts: Floats) -> Floats:
        """Return the values for these shifts, of all lines."""
        value: Floats = self.now + (self.factors * shifts[self.lines]).sum(axis=1)
        return value


@dataclass(frozen=True)
class Programme:
    """The rows of an arrangement. `what` is a vertex for points and for widths, an edge for edges.
    `origin` has shifts that were made before; those that are sought are to include them."""

    lattice: Lattice
    sheets: LineArrays
    points: Rows
    edges: Rows
    widths: Rows
    bounded: Ints  # for each edge of each face: its row in `widths`
    faces: Ints  # and its face
    origin: Floats

    @cached_property
    def solved(self) -> Elimination:
        """Which lines' shifts follow from those of others, exactly."""
        return eliminate_meetings(self.lattice.lines, self.lattice.through)

    @cached_property
    def space(self) -> Floats:
        """What shifts (of the lines without the frame) points allow: sums of these columns."""
        import numpy as np

        count = len(self.lattice.lines)
        free = [line for line in range(count) if line not in self.solved.rows]
        space = np.zeros((count, len(free)))
        space[free, range(len(free))] = 1.0
        for line, known in self.solved.rows.items():
            for other, share in known.items():
                space[line, free.index(other)] = float(share)
        lengths = np.array([line.step for line in self.lattice.lines])
        shifts: Floats = (space / lengths[:, None])[FRAME_SIDES:]
        return shifts

    def faces_of(self, row: int) -> list[int]:
        """Return the faces whose width is bounded by this row of `widths`."""
        return sorted({int(face) for face in self.faces[self.bounded == row]})


def build_programme(lattice: Lattice, original: Lattice | None = None) -> Programme:
    """Return all constraints. Shifts are counted from the original, if it is given."""
    import numpy as np

    sheets = LineArrays(lattice)
    widths, bounded, faces = _widths(sheets)
    origin = np.array(shifts_between(original or lattice, lattice))
    return Programme(lattice, sheets, _points(sheets), _edges(sheets), widths, bounded, faces,
                     origin)


def _points(sheets: LineArrays) -> Rows:
    """Return a row for each line through a vertex beyond its pair: its distance from the vertex."""
    import numpy as np

    found = [(line, vertex) for vertex, lines in enumerate(sheets.lattice.through)
             if len(lines) > 2 for line in lines if line not in sheets.pairs[vertex]]
    lines, vertices = np.array(found, dtype=int).reshape(-1, 2).T
    return _distances(sheets, lines, vertices, np.ones(len(found)), np.zeros(len(found)), vertices)


def _distances(sheets: LineArrays, lines: Ints, vertices: Ints, sides: Floats, now: Floats,
               what: Ints) -> Rows:
    """Return how far vertices are from lines, positive on the given sides."""
    import numpy as np

    j, k = sheets.pairs[vertices].T
    steep = sheets.cross(j, k)
    factors = np.stack([-np.ones(len(lines)), sheets.cross(lines, k) / steep,
                        sheets.cross(j, lines) / steep], axis=1)
    return Rows(np.stack([lines, j, k], axis=1), factors * sides[:, None], now, what)


def _edges(sheets: LineArrays) -> Rows:
    """Return a row for each edge: its length, times what makes its largest factor 1. Edges between
    the same two parallel lines grow and shrink together: one row."""
    import numpy as np

    owner, tail, head = np.array(sheets.lattice.edges).T
    first, last = sheets.partners(owner, tail), sheets.partners(owner, head)
    steep_first, steep_last = sheets.cross(owner, first), sheets.cross(owner, last)
    cosine_first = (sheets.normals[owner] * sheets.normals[first]).sum(axis=1)
    cosine_last = (sheets.normals[owner] * sheets.normals[last]).sum(axis=1)
    parallel = sheets.rank[first] == sheets.rank[last]
    factors = np.stack([cosine_last / steep_last - cosine_first / steep_first,
                        1 / steep_first, -1 / steep_last], axis=1)
    scale = np.abs(factors).max(axis=1)
    length = np.hypot(*(sheets.places[head] - sheets.places[tail]).T)
    keys = np.where(parallel, np.minimum(first, last) * len(sheets.rank) + np.maximum(first, last),
                    -1 - np.arange(len(owner)))
    rows = Rows(np.stack([owner, first, last], axis=1), factors / scale[:, None], length / scale,
                np.arange(len(owner)))
    return rows.take(np.unique(keys, return_index=True)[1])


def _widths(sheets: LineArrays) -> tuple[Rows, Ints, Ints]:
    """Return the rows of widths; for each edge of each face its row, and the face. A row is about a
    line and a vertex, or about two parallel lines, and may belong to many faces."""
    import numpy as np

    lines, vertices, sides, faces = _farthest(sheets)
    # A line through the vertex that is parallel to the edge: the distance of the two lines.
    beside = sheets.beside(lines, vertices)
    count = len(sheets.rank)
    keys = np.where(beside >= 0, np.minimum(lines, beside) * count + np.maximum(lines, beside),
                    count * count + vertices * count + lines)
    _, first, bounded = np.unique(keys, return_index=True, return_inverse=True)
    normals = sheets.normals[lines[first]]
    now = sides[first] * ((normals * sheets.places[vertices[first]]).sum(axis=1)
                          - sheets.offsets[lines[first]])
    rows = _distances(sheets, lines[first], vertices[first], sides[first], now,
                      vertices[first])
    strips = np.flatnonzero(beside[first] >= 0)
    rows.lines[strips, 1:] = beside[first][strips, None]
    rows.factors[strips, 1:] = np.stack([sides[first][strips], np.zeros(len(strips))], axis=1)
    return rows, bounded, faces


def _farthest(sheets: LineArrays) -> tuple[Ints, Ints, Floats, Ints]:
    """Return for each edge of each face: its line, the farthest vertex of the face, the side of the
    line (1 left, -1 right) on which they are, and the face."""
    import numpy as np

    faces = sheets.lattice.faces
    sizes = np.array([len(face) for face in faces])
    darts = np.full((len(faces), sizes.max()), -1)
    there = np.arange(sizes.max()) < sizes[:, None]
    darts[there] = [dart for face in faces for dart in face]
    owner, tail, head = np.array(sheets.lattice.edges).T
    turn = sheets.rank[owner[darts >> 1]] + (darts & 1) * sheets.directions
    ahead = (turn[:, None, :] - turn[:, :, None]) % (2 * sheets.directions)
    # Along the loop the boundary turns left; it goes away from an edge for less than half a turn.
    away = ((ahead > 0) & (ahead < sheets.directions) & there[:, None, :]).sum(axis=2)
    at = (np.arange(sizes.max()) + 1 + away) % sizes[:, None]
    last = np.take_along_axis(darts, at, axis=1)[there]
    chosen = darts[there]
    vertices = np.where(last & 1, head[last >> 1], tail[last >> 1])
    return (owner[chosen >> 1], vertices, 1.0 - 2.0 * (chosen & 1),
            np.repeat(np.arange(len(faces)), sizes))
