"""Widen narrow faces and flat crossings by smooth deformations of the plane.

A layout that is nearly good has a few faces that are too narrow, or crossings that are too flat,
often where the picture itself leaves no room. There everything, curves and picture alike, is
moved, stretched and sheared a little within a disc, so that the topology stays as it is:

    p  ->  p + f(p) (shift + stretch (p - centre)),    f falls smoothly from 1 at the centre to 0

A handle of a cubic is mapped by the derivative at its end, so that smooth joints stay smooth and
curves that share a corner still do. Deformations are tried at random where faults are, and kept
if the whole costs less; how far points are moved costs, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from nonoforge.families.curved.arranging import Floats
from nonoforge.families.curved.colouring import PictureColours
from nonoforge.families.curved.growing.layout import Course, Courses, Layout
from nonoforge.families.curved.growing.native_cost import layout_judge
from nonoforge.families.curved.growing.outlines import Arc
from nonoforge.families.curved.growing.quality import Goals
from nonoforge.families.curved.growing.tracks import leans, port_places
from nonoforge.path import Path, Point, piece_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

MAX_TRIES = 400
PATIENCE = 120  # tries without success
REACHES = (2.5, 9.0)  # radii of discs, in widths of a face
MAX_SHIFT, MAX_STRETCH = 0.22, 0.35  # of a deformation: larger ones could fold the plane
MOVED_COST = 0.02  # for each point, by the square of its distance from where it was, in mm
FRAME_GAP = 0.05  # mm between a disc and the frame, which stays


class Widened(NamedTuple):
    """Courses and arcs after deformations, and how many faults are left."""

    courses: list[Course]
    arcs: tuple[Arc, ...]
    faults: int
    moved: float  # mm, the most


class _Bump(NamedTuple):
    centre: Point
    reach: float
    shift: Point
    stretch: tuple[float, float, float, float]

    def __call__(self, pieces: Floats) -> Floats:
        """Return cubic pieces, (n, 4, 2), after the deformation."""
        import numpy as np

        found = pieces.copy()
        stretch = np.array(self.stretch).reshape(2, 2)
        for end, handle in ((0, 1), (3, 2)):
            place = pieces[:, end] - self.centre
            share = 1 - (place * place).sum(axis=1) / self.reach ** 2
            near = share > 0
            if not near.any():
                continue
            place, share = place[near], share[near]
            push = np.array(self.shift) + place @ stretch.T
            slope = (-6 / self.reach ** 2) * share[:, None] ** 2 * place
            out = pieces[near, handle] - pieces[near, end]
            found[near, end] = pieces[near, end] + share[:, None] ** 3 * push
            found[near, handle] = found[near, end] + out + share[:, None] ** 3 * (
                out @ stretch.T) + push * (slope * out).sum(axis=1)[:, None]
        return found


def widened(
    courses: Courses, layout: Layout, goals: Goals, paint: PictureColours, rng: Random,
) -> Widened | None:
    """Return the courses of a layout with fewer faults; None if no deformation helps."""
    return _Widening(courses, layout, goals, paint, rng).found()


class _Widening:
    def __init__(
        self, courses: Courses, layout: Layout, goals: Goals, paint: PictureColours, rng: Random,
    ) -> None:
        self.rng, self.goals, self.arcs = rng, goals, courses.arcs
        self.boundary = courses.boundary
        self.judge = layout_judge(courses.boundary, goals, paint)
        specs = layout.specs()
        self.courses = [courses.course(spec) for spec in specs]
        self.ends = [(*port_places(spec), leans(spec)) for spec in specs]
        self.pieces = [_cubics(course.path) for course in self.courses]
        self.first = [piece.copy() for piece in self.pieces]
        self.arc_pieces = [_cubics(arc.path) for arc in courses.arcs]
        self.numbers = [self._add(k, pieces) for k, pieces in enumerate(self.pieces)]

    def _add(self, k: int, pieces: Floats) -> int:
        course = self.courses[k]
        return self.judge.add(tuple(pieces.tolist()), course.borders, course.corners, *self.ends[k])

    def found(self) -> Widened | None:
        now = self.judge.judge(self.numbers, float("inf"))
        assert now is not None, "no limit was set"
        if now[2] is None or not now[4]:
            return None
        faces, left, begin = len(now[2]), len(now[3]), len(now[4])
        cost, places, since = now[0], now[4], 0
        bumps: list[_Bump] = []
        for _ in range(MAX_TRIES):
            since += 1
            if not places or since > PATIENCE:
                break
            bump = self._bump(places)
            if bump is None:
                continue
            changed = [bump(pieces) for pieces in self.pieces]
            numbers = [number if (new == old).all() else self._add(k, new) for k, (new, old, number)
                       in enumerate(zip(changed, self.pieces, self.numbers, strict=True))]
            moved = self._moved(changed)
            tried = self.judge.judge(numbers, cost - moved)
            if tried is None or tried[2] is None or len(tried[2]) != faces or \
                    len(tried[3]) > left:
                continue
            cost, places, left = tried[0] + moved, tried[4], len(tried[3])
            self.pieces, self.numbers, since = changed, numbers, 0
            self.judge.keep(numbers)
            bumps.append(bump)
        return self._widened(bumps, len(places)) if len(places) < begin else None

    def _moved(self, pieces: Sequence[Floats]) -> float:
        """Return what it costs to have moved the ends of pieces."""
        return MOVED_COST * sum(float(((new[:, 0] - old[:, 0]) ** 2).sum())
                                for new, old in zip(pieces, self.first, strict=True))

    def _bump(self, places: Sequence[Point]) -> _Bump | None:
        rng, width = self.rng, self.goals.width
        x, y = rng.choice(places)
        reach = width * rng.uniform(*REACHES)
        centre = x + rng.gauss(0, 0.25 * reach), y + rng.gauss(0, 0.25 * reach)
        room = min(min(abs(centre[0] - a), abs(centre[1] - b))
                   for a, b in self.boundary.trail.places) - FRAME_GAP
        reach = min(reach, room)
        if reach < width:
            return None
        size = rng.uniform(0.2, 1.0)
        shift = size * MAX_SHIFT * reach
        stretch = size * MAX_STRETCH
        kind = rng.random()
        u, v, w = (rng.uniform(-1, 1) for _ in range(3))
        if kind < 0.35:  # enlarge
            grown = stretch * abs(w)
            return _Bump(centre, reach, (0.0, 0.0), (grown, 0.0, 0.0, grown))
        if kind < 0.7:  # move
            return _Bump(centre, reach, (0.7 * shift * u, 0.7 * shift * v), (0.0,) * 4)
        return _Bump(centre, reach, (0.3 * shift * u, 0.3 * shift * v), (  # shear, or turn
            0.5 * stretch * w, 0.5 * stretch * u, 0.5 * stretch * v, -0.5 * stretch * w))

    def _widened(self, bumps: Sequence[_Bump], faults: int) -> Widened:
        courses = [course._replace(path=_path(pieces)) for course, pieces
                   in zip(self.courses, self.pieces, strict=True)]
        arcs = []
        for arc, pieces in zip(self.arcs, self.arc_pieces, strict=True):
            for bump in bumps:
                pieces = bump(pieces)
            arcs.append(arc._replace(path=_path(pieces)))
        moved = max(float(((new - old)[:, ::3] ** 2).sum(axis=2).max()) ** 0.5
                    for new, old in zip(self.pieces, self.first, strict=True))
        return Widened(courses, tuple(arcs), faults, moved)


def _cubics(path: Path) -> Floats:
    """Return the pieces of a path as cubics, (n, 4, 2)."""
    import numpy as np

    found: NDArray[np.float64] = np.array([
        piece if len(piece) == 4 else [piece[0], *(
            (piece[0][0] + t * (piece[1][0] - piece[0][0]),
             piece[0][1] + t * (piece[1][1] - piece[0][1])) for t in (1 / 3, 2 / 3)), piece[1]]
        for piece in path])
    return found


def _path(pieces: Floats) -> Path:
    return tuple(piece_of([(float(x), float(y)) for x, y in piece]) for piece in pieces)
