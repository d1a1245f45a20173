"""How difficult the curves make a puzzle: basic, advanced or expert, and why.

    popular face   a face that one curve visits more than once
    basic          no side of a curve visits a face twice
    advanced       some does, but no curve crosses itself
    expert         a curve crosses itself

For solving only visits on the same side count, and these decide the class; faces that are visited
once on each side of a curve are popular, too, and are counted separately.
"""

from __future__ import annotations

from collections import Counter
from typing import Literal, NamedTuple

from nonoforge.families.curved.arranging.arranged import Arranged, Vertex
from nonoforge.families.plane import OUTSIDE, Arrangement
from nonoforge.path import Point, area

Class = Literal["basic", "advanced", "expert"]

SMALL = 1.0  # square millimetres: no pencil is that thin


class Traits(NamedTuple):
    """What is notable about the curves of a puzzle, with the places. Faces are by number."""

    kind: Class
    popular: tuple[int, ...]  # visited more than once on one side of a curve
    popular_any: tuple[int, ...]  # ... or by one curve on both its sides
    self_crossings: tuple[Point, ...]
    tangencies: tuple[Point, ...]  # edges leave a vertex in the same direction
    multiple_points: tuple[Point, ...]  # three curves, or two and the frame, in one point
    undetermined: tuple[int, ...]  # on no line: no clue says anything about them
    small: tuple[int, ...]  # too small to colour in


def traits(arranged: Arranged) -> Traits:
    """What is notable."""
    arrangement = arranged.arrangement
    popular = _popular(arrangement)
    crossing = tuple(vertex.place for vertex in arranged.vertices if _crosses(arranged, vertex))
    kind: Class = "expert" if crossing else "advanced" if popular else "basic"
    told = {face for side in arrangement.sides for face in side.cells}
    return Traits(
        kind, popular, _popular_any(arrangement), crossing,
        tuple(vertex.place for vertex in arranged.vertices if vertex.flat),
        tuple(vertex.place for vertex in arranged.vertices
              if len(vertex.darts) >= (4 if vertex.frame else 6)),
        tuple(face for face in range(len(arrangement.faces)) if face not in told),
        tuple(face for face, loops in enumerate(arrangement.faces)
              if sum(area(arrangement.polygon(loop, 0.05)) for loop in loops) < SMALL))


def _popular(arrangement: Arrangement) -> tuple[int, ...]:
    found: set[int] = set()
    for side in arrangement.sides:
        found.update(face for face, visits in Counter(side.cells).items() if visits > 1)
    return tuple(sorted(found))


def _popular_any(arrangement: Arrangement) -> tuple[int, ...]:
    found: set[int] = set()
    left = arrangement.left
    for curve in arrangement.curves:
        visits: Counter[int] = Counter()
        for darts in (curve.darts, [dart ^ 1 for dart in reversed(curve.darts)]):
            faces = [left[dart] for dart in darts]
            before = [faces[-1] if curve.closed and len(faces) > 1 else OUTSIDE, *faces]
            visits.update(face for face, last in zip(faces, before, strict=False) if face != last)
        found.update(face for face, count in visits.items() if count > 1)
    return tuple(sorted(found))


def _crosses(arranged: Arranged, vertex: Vertex) -> bool:
    """Does some curve come through a vertex more than once?"""
    if vertex.frame or len(vertex.darts) < 4:
        return False
    curve_of = arranged.curve_of
    through = Counter(curve_of[dart >> 1] for dart in vertex.darts)
    return any(darts > 2 for darts in through.values())
