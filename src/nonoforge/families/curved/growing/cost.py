"""Compute the cost of a layout, cheapest terms first, and stop once a bound is exceeded."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import radians, sin
from typing import Protocol

from nonoforge.clues import Runs
from nonoforge.engine import propagate
from nonoforge.families.curved.colouring import PictureColours
from nonoforge.families.curved.growing.layout import Layout, Spec
from nonoforge.families.curved.growing.quality import (
    crossing_cost,
    edge_cost,
    face_costs,
    frame_cost,
    number_cost,
    rough_width,
)
from nonoforge.families.curved.growing.regions import (
    Regions,
    TrackGraph,
    regions,
    track_graph,
    windings,
)
from nonoforge.families.curved.growing.tracks import FORBIDDEN, CachedTrack, Met, TrackCache
from nonoforge.path import Point
from nonoforge.puzzle import Line, Puzzle

SELF_CROSSING_COST = 4.0  # a curve that crosses itself
REPEATED_FACE_COST = 0.5  # for each line that returns to a face
UNSOLVED_COST, OPEN_FACE_COST = 3.0, 0.7  # where line solving fails; for each open face


class FoundFaces(Protocol):
    """The faces of a layout."""

    @property
    def areas(self) -> list[float]:
        """The area of each face, in square millimetres."""

    def spot(self, face: int) -> Point:
        """Return a point well inside a face."""


class LayoutCosts(Protocol):
    """Computes what layouts cost."""

    def judge(self, layout: Layout, limit: float = float("inf")) -> RatedLayout | None:
        """Return the layout's faults; None if they cost more than the limit."""

    def forget(self, *kept: Layout) -> None:
        """Drop what only other layouts need, if it is much."""


@dataclass(frozen=True)
class RatedLayout:
    """A layout and its faults: what they cost by kind, and which courses are to blame."""

    layout: Layout
    specs: list[Spec]
    cost: float
    parts: dict[str, float]
    blame: list[float]
    found: FoundFaces | None = None
    open_faces: tuple[int, ...] = ()  # that lines alone do not tell
    faults: int = 0  # faces that are too narrow, and crossings that are too flat

    @property
    def solved(self) -> bool:
        return self.found is not None and not self.open_faces


class CostExceeded(Exception):
    """More faults than there may be."""


class CostModel:
    """Judges layouts with the eyes of a designer."""

    def __init__(self, survey: TrackCache, paint: PictureColours) -> None:
        self.survey, self.paint = survey, paint
        self.goals, self.boundary = survey.goals, survey.courses.boundary
        self._colours: dict[int, int] = {}
        self._flat = sin(radians(self.goals.angle))

    def judge(self, layout: Layout, limit: float = float("inf")) -> RatedLayout | None:
        """Return the layout's faults; None as soon as it is known that they cost more than the
        limit."""
        case = _Case(layout.specs(), limit)
        try:
            net = self._courses(case)
            found = regions(net, self.boundary)
            left = self._unclear(case, net) if found is None else self._faces(case, found)
        except CostExceeded:
            return None
        return RatedLayout(layout, case.specs, case.total, case.parts, case.blame, found, left,
                           case.faults)

    def forget(self, *kept: Layout) -> None:
        self.survey.forget(*kept)

    def _courses(self, case: _Case) -> TrackGraph:
        some = [self.survey.course(spec) for spec in case.specs]
        for index, known in enumerate(some):
            case.add("shape", known.cost, index)
        case.add("number", number_cost(len(some), self.goals))
        case.check()
        met = self._crossings(case, some)
        net = track_graph([known.track for known in some], met, [known.ports for known in some])
        self._apart(case, net)
        case.add("ports", frame_cost([s for s, _, _ in net.ports], self.boundary, self.goals))
        case.check()
        return net

    def _crossings(self, case: _Case, some: Sequence[CachedTrack]) -> Met:
        met: Met = []
        for index, known in enumerate(some):
            case.add("self", SELF_CROSSING_COST * len(known.own.crossings), index)
            met += [(index, index, crossing) for crossing in known.own.crossings]
        for a, b, pair in self.survey.pairs(some):
            case.add("near", pair.near, a, b)
            met += [(a, b, crossing) for crossing in pair.crossings]
        for a, b, crossing in met:
            if not crossing.corner:
                case.add("angles", crossing_cost(crossing.sine, self.goals), a, b)
                case.faults += crossing.sine < self._flat
        case.check()
        return met

    def _apart(self, case: _Case, net: TrackGraph) -> None:
        """Charge for stops that are near each other on a course, except corners of the picture."""
        goal = self.goals.apart
        for index, row in enumerate(net.stops):
            for one, other in pairwise(row):
                if other.far - one.far < goal and not (net.corner(one) and net.corner(other)):
                    case.add("apart", edge_cost(other.far - one.far, goal), index)

    def _faces(self, case: _Case, found: Regions) -> tuple[int, ...]:
        case.faults += sum(rough_width(area, length) < self.goals.width for area, length in zip(
            found.areas, found.around, strict=True))
        for face, cost in enumerate(face_costs(found.areas, found.around, self.goals)):
            if cost:
                case.add("faces", cost, *_around(found, face))
        case.check()
        lines = found.lines()
        for number, line in enumerate(lines):
            if len(set(line)) < len(line):
                again = sum(visits - 1 for visits in Counter(line).values())
                case.add("popular", REPEATED_FACE_COST * again, number >> 1)
        case.check()
        colours = self._colouring(found)
        if not 0 <= min(colours) <= max(colours) < len(self.paint.palette.colours):
            case.add("unclear", FORBIDDEN)  # polylines are too coarse to show what meets where
            case.check()
            colours = [0] * len(colours)
        puzzle = Puzzle(len(found.loops), tuple(
            Line(line, Runs.read([colours[face] for face in line]), "", number & 1)
            for number, line in enumerate(lines)), self.paint.palette)
        left = propagate(puzzle).state.open_cells()
        case.add("open", UNSOLVED_COST * bool(left) + OPEN_FACE_COST * len(left))
        case.check()
        return left

    def _unclear(self, case: _Case, net: TrackGraph) -> tuple[int, ...]:
        """Charge for faces that cannot be found. Each stop that shares its place with another adds
        to the cost, so that moves which part them count as progress."""
        case.add("unclear", FORBIDDEN)
        for index in net.knotted():
            case.add("unclear", FORBIDDEN, index)
        case.check()
        return ()

    def _colouring(self, found: Regions) -> list[int]:
        if self.paint.steps is not None:  # the picture is away from the frame
            return windings(found, self.paint.steps)
        around = windings(found)
        if self.paint.at is None:
            first = self.boundary.drawn(found.beside[0])
            return [(key ^ first) & 1 for key in around]
        for key in set(around) - self._colours.keys():
            widest = max((face for face, mine in enumerate(around) if mine == key),
                         key=lambda face: found.areas[face] / found.around[face])
            self._colours[key] = self.paint.at(found.spot(widest))
        return [self._colours[key] for key in around]


class _Case:
    """Faults as they are found."""

    def __init__(self, specs: list[Spec], limit: float) -> None:
        self.specs, self.limit = specs, limit
        self.total = 0.0
        self.parts: dict[str, float] = {}
        self.blame = [0.0] * len(specs)
        self.faults = 0

    def add(self, kind: str, cost: float, *who: int) -> None:
        if cost:
            self.total += cost
            self.parts[kind] = self.parts.get(kind, 0.0) + cost
            for index in who:
                self.blame[index] += cost

    def check(self) -> None:
        if self.total > self.limit:
            raise CostExceeded


def _around(found: Regions, face: int) -> set[int]:
    """Return the courses around a face."""
    last = len(found.web.tracks)
    every = {bisect_right(found.first, dart >> 1) - 1 for dart in found.loops[face]}
    return every - {last}
