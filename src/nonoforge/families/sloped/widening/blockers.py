"""What keeps faces from being wider.

The largest width is the answer of a linear programme, and its duals are a proof of it: a sum of a
few rows, each with its weight, that says the width is no more. Those rows are about faces, about
points where three or more lines meet, and about edges that would vanish.

There may be many such proofs. The one that is told puts the least weight on points and edges: if a
proof does without points, then parting them would win nothing, and none should be blamed.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from nonoforge.families.plane import interior_point
from nonoforge.families.sloped.lattice import FRAME_SIDES, Lattice
from nonoforge.families.sloped.widening.model import Model, Trouble, numpy_or_missing
from nonoforge.families.sloped.widening.optimum import SHORT, Optimum
from nonoforge.families.sloped.widening.programme import Programme, Rows
from nonoforge.path import Point

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Weights = tuple[NDArray[Any], NDArray[Any], NDArray[Any]]

NOTHING = 1e-7  # weights below are rounding
TIGHT = 1e-7  # millimetres: rows that are nearer to their bound hold exactly


@dataclass(frozen=True)
class Blocker:
    """Faces that share a bound of their width, a point, or an edge. `places` are where to show it:
    a point inside each face, the point, the middle of the edge. `weight` is how many millimetres
    would be won for each by which it gave way."""

    kind: Literal["faces", "point", "edge"]
    weight: float
    places: tuple[Point, ...]
    lines: tuple[int, ...]  # that meet in the point, or of the edge
    numbers: tuple[int, ...]  # of the faces, of the vertex, of the edge
    corner: bool = False  # of the drawing: a point that must stay

    def __str__(self) -> str:
        where = " ".join(f"({x:.1f}, {y:.1f})" for x, y in self.places[:3])
        if self.kind == "faces":
            more = len(self.places) - 3
            rest = f" and {more} more" if more > 0 else ""
            return f"the face{'s' if len(self.places) > 1 else ''} at {where}{rest}"
        if self.kind == "edge":
            return f"the edge at {where}, which would vanish"
        corner = ", a corner of the drawing" if self.corner else ""
        return f"the point {where}, where {_meeting(self.lines)}{corner}"


def _meeting(lines: tuple[int, ...]) -> str:
    """What meets in a point, in words."""
    frame = sum(line < FRAME_SIDES for line in lines)
    inner = len(lines) - frame
    if not frame:
        return f"{inner} lines meet"
    where = "a corner of the frame" if frame > 1 else "the frame"
    return f"a line meets {where}" if inner == 1 else f"{inner} lines meet {where}"


def blockers(programme: Programme, optimum: Optimum, corners: Collection[int]) -> list[Blocker]:
    """What keeps the width at its largest, the heaviest first; `corners` are the vertices that
    are corners of the drawing."""
    points, edges, widths = _proof(programme, optimum)
    arrangement = programme.lattice
    found = [_faces(programme, row, float(weight)) for row, weight in enumerate(widths)
             if abs(weight) > NOTHING]
    found += _points(programme, points, corners)
    found += [_edge(arrangement, int(programme.edges.what[row]), float(weight))
              for row, weight in enumerate(edges) if abs(weight) > NOTHING]
    return sorted(found, key=lambda blocker: -blocker.weight)


def _proof(programme: Programme, optimum: Optimum) -> Weights:
    """The weights of the rows of points, edges and widths. Only rows that are tight can have any;
    weights of widths make 1, and for each line all together make 0."""
    np = numpy_or_missing()
    assert optimum.weights is not None
    assert optimum.width is not None
    shortest = np.minimum(programme.edges.now / 2, SHORT)
    tight = (np.arange(len(programme.points.now)),
             np.flatnonzero(programme.edges.at(optimum.shifts - programme.origin)
                            < shortest + TIGHT),
             np.flatnonzero(programme.widths.at(optimum.shifts - programme.origin)
                            < optimum.width + TIGHT))
    points, edges, widths = (_factors(programme, rows.take(chosen)) for rows, chosen in zip(
        (programme.points, programme.edges, programme.widths), tight, strict=True))
    columns = np.vstack([points, -points, edges, widths])
    ones = np.zeros(len(columns))
    ones[len(columns) - len(widths):] = 1.0
    model = Model(len(columns))
    model.lower[:] = 0.0
    model.cost[:] = 1.0 - ones
    factors, sums = np.vstack([columns.T, ones]), np.zeros(columns.shape[1] + 1)
    sums[-1] = 1.0
    model.rows(np.broadcast_to(np.arange(len(columns)), factors.shape), factors, sums, sums)
    with suppress(Trouble):
        answer = model.solve()
        if answer is not None:
            ahead, back, *others = np.split(answer.values, np.cumsum(
                [len(points), len(points), len(edges)]))
            return _spread(optimum.weights, tight, (ahead - back, *others))
    return optimum.weights  # a proof as well, if not the best one


def _factors(programme: Programme, rows: Rows) -> NDArray[Any]:
    """The factors of all lines without the frame."""
    np = numpy_or_missing()
    found = np.zeros((len(rows.now), len(programme.lattice.lines)))
    np.add.at(found, (np.arange(len(rows.now))[:, None], rows.lines), rows.factors)
    factors: NDArray[Any] = found[:, FRAME_SIDES:]
    return factors


def _spread(like: Weights, at: Sequence[NDArray[Any]], weights: Sequence[NDArray[Any]]) -> Weights:
    """Weights of some rows among zeros."""
    found = tuple(numpy_or_missing().zeros(len(row)) for row in like)
    for row, chosen, values in zip(found, at, weights, strict=True):
        row[chosen] = values
    points, edges, widths = found
    return points, edges, widths


def _faces(programme: Programme, row: int, weight: float) -> Blocker:
    arrangement = programme.lattice
    faces = programme.faces_of(row)
    places = tuple(interior_point([[arrangement.places[arrangement.tail(dart)]
                          for dart in arrangement.faces[face]]]) for face in faces)
    return Blocker("faces", abs(weight), places, (), tuple(faces))


def _points(programme: Programme, weights: NDArray[Any],
            corners: Collection[int]) -> list[Blocker]:
    """A point has a row for each line beyond two; its heaviest counts."""
    heaviest: dict[int, float] = {}
    for vertex, weight in zip(programme.points.what, weights, strict=True):
        if abs(weight) > NOTHING:
            heaviest[int(vertex)] = max(heaviest.get(int(vertex), 0.0), abs(float(weight)))
    arrangement = programme.lattice
    return [Blocker("point", weight, (arrangement.places[vertex],), arrangement.through[vertex],
                    (vertex,), vertex in corners) for vertex, weight in heaviest.items()]


def _edge(arrangement: Lattice, number: int, weight: float) -> Blocker:
    line, tail, head = arrangement.edges[number]
    (x, y), (u, v) = arrangement.places[tail], arrangement.places[head]
    return Blocker("edge", abs(weight), (((x + u) / 2, (y + v) / 2),), (line,), (number,))
