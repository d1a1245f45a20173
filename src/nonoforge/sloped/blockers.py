"""What keeps faces from being wider.

The largest width is the answer of a linear programme, and its duals are a proof of it: a sum of a
few rows, each with its weight, that says the width is no more. Those rows are about faces, about
points where three or more lines meet, and about edges that would vanish.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from nonoforge.plane.path import Point
from nonoforge.plane.spot import spot
from nonoforge.sloped.lattice import FRAME, Lattice
from nonoforge.sloped.optimum import Optimum
from nonoforge.sloped.programme import Programme

if TYPE_CHECKING:
    from numpy.typing import NDArray

NOTHING = 1e-7  # weights below are rounding


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
    frame = sum(line < FRAME for line in lines)
    inner = len(lines) - frame
    if not frame:
        return f"{inner} lines meet"
    where = "a corner of the frame" if frame > 1 else "the frame"
    return f"a line meets {where}" if inner == 1 else f"{inner} lines meet {where}"


def blockers(programme: Programme, optimum: Optimum, corners: Collection[int]) -> list[Blocker]:
    """What keeps the width at its largest, the heaviest first; `corners` are the vertices that
    are corners of the drawing."""
    assert optimum.weights is not None
    points, edges, widths = optimum.weights
    arrangement = programme.lattice
    found = [_faces(programme, row, float(weight)) for row, weight in enumerate(widths)
             if abs(weight) > NOTHING]
    found += _points(programme, points, corners)
    found += [_edge(arrangement, int(programme.edges.what[row]), float(weight))
              for row, weight in enumerate(edges) if abs(weight) > NOTHING]
    return sorted(found, key=lambda blocker: -blocker.weight)


def _faces(programme: Programme, row: int, weight: float) -> Blocker:
    arrangement = programme.lattice
    faces = programme.faces_of(row)
    places = tuple(spot([[arrangement.places[arrangement.tail(dart)]
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
