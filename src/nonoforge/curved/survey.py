"""What a layout is worth: the sum of its faults, found in the order of what they cost to find."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from nonoforge.clues import Runs
from nonoforge.curved.goals import (
    Goals,
    bend_cost,
    crossing_cost,
    edge_cost,
    face_costs,
    frame_cost,
    lean_cost,
    popular_faces,
)
from nonoforge.curved.layout import Course, Courses, Extra, Layout, Port, Ray, Spec
from nonoforge.curved.meetings import Meetings, meetings, own
from nonoforge.curved.paint import Paint
from nonoforge.curved.regions import Regions, Web, regions, web, windings
from nonoforge.curved.rim import Rim
from nonoforge.curved.tracks import Track, track
from nonoforge.engine import propagate
from nonoforge.plane.spot import spot
from nonoforge.puzzle import Line, Puzzle

OUTSIDE = 1e9  # the cost of leaving the frame, and of what cannot be told apart
FORGET = 400  # courses that are remembered


@dataclass(frozen=True)
class Known:
    """A course as the survey knows it."""

    number: int
    spec: Spec
    track: Track
    own: Meetings
    ports: tuple[float, float]
    cost: float  # of itself alone


@dataclass(frozen=True)
class Judged:
    """A layout, its cost, and what it consists of."""

    layout: Layout
    cost: float
    parts: dict[str, float]
    found: Regions | None
    open_faces: tuple[int, ...]  # that lines alone do not tell

    @property
    def solved(self) -> bool:
        return self.found is not None and not self.open_faces


class Survey:
    """Judges layouts. What two courses have to do with each other is worked out once."""

    def __init__(
        self, courses: Courses, paint: Paint, goals: Goals,
    ) -> None:
        self.courses, self.paint, self.goals = courses, paint, goals
        self.rim: Rim = courses.rim
        self.spacing = 0.6 * goals.apart
        self._frame = self._frame_track()
        self._known: dict[Spec, Known] = {}
        self._pairs: dict[tuple[int, int], Meetings] = {}
        self._colours: dict[int, int] = {}
        self._next = 0

    def _frame_track(self) -> Track:
        path = self.rim.frame.path
        return track(Course(path, (None,) * len(path), ()), self.spacing)

    def judge(self, layout: Layout, limit: float = float("inf")) -> Judged | None:
        """The layout's cost; None as soon as it is known to be more than the limit."""
        some = [self._course(spec) for spec in layout.specs()]
        parts = {"shape": sum(known.cost for known in some), "number": self._number(len(some))}
        if sum(parts.values()) > limit:
            return None
        self._meet(some)
        crossings = [(i, i, crossing) for i, known in enumerate(some)
                     for crossing in known.own.crossings]
        near = 0.0
        for i, one in enumerate(some):
            for j in range(i):
                a, b = (i, j) if one.number > some[j].number else (j, i)
                pair = self._pairs[some[a].number, some[b].number]
                near += pair.near
                crossings += [(a, b, crossing) for crossing in pair.crossings]
        parts["near"] = near
        parts["angles"] = sum(crossing_cost(crossing.sine, self.goals)
                              for _, _, crossing in crossings if not crossing.corner)
        parts["self"] = 2.5 * sum(i == j for i, j, _ in crossings)
        if sum(parts.values()) > limit:
            return None
        net = web([known.track for known in some], crossings, [known.ports for known in some])
        parts["apart"] = self._apart(net)
        parts["ports"] = frame_cost([s for s, _, _ in net.ports], self.rim, self.goals)
        if sum(parts.values()) > limit:
            return None
        return self._faces(layout, net, parts, limit)

    def _number(self, curves: int) -> float:
        if self.goals.curves is None:
            return 0.3 * curves
        return 4.0 * abs(curves - self.goals.curves)

    def _faces(
        self, layout: Layout, net: Web, parts: dict[str, float], limit: float,
    ) -> Judged | None:
        found = regions(net, self.rim)
        if found is None:
            return Judged(layout, OUTSIDE, parts, None, ()) if limit > OUTSIDE else None
        lines = found.lines()
        parts["faces"] = sum(face_costs(found.areas, found.around, self.goals))
        parts["popular"] = 0.5 * popular_faces(lines)
        if sum(parts.values()) > limit:
            return None
        colours = self._colouring(found)
        puzzle = Puzzle(len(found.loops), tuple(
            Line(line, Runs.read([colours[face] for face in line]), "", number & 1)
            for number, line in enumerate(lines)), self.paint.palette)
        left = propagate(puzzle).state.open_cells()
        parts["open"] = 3.0 * bool(left) + 0.7 * len(left)
        cost = sum(parts.values())
        return Judged(layout, cost, parts, found, left) if cost <= limit else None

    def _course(self, spec: Spec) -> Known:
        known = self._known.get(spec)
        if known is None:
            course = self.courses.course(spec)
            line = track(course, self.spacing)
            itself = own(line, self.goals.gap)
            known = Known(self._next, spec, line, itself, _ports(spec),
                          self._alone(spec, line, itself))
            self._next += 1
            self._known[spec] = known
        return known

    def _alone(self, spec: Spec, line: Track, itself: Meetings) -> float:
        cost = bend_cost(line.turns, line.sharpest, self.goals) + itself.near
        cost += sum(map(lean_cost, _leans(spec)))
        at_frame, = meetings(line, [self._frame], self.goals.gap)
        over = [c for c in at_frame.crossings if 0.05 < c.far_a < line.length - 0.05]
        return cost + at_frame.near if not over else OUTSIDE

    def _meet(self, some: Sequence[Known]) -> None:
        """Works out what is not known yet of these courses with each other."""
        for one in some:
            new = [other for other in some if other.number < one.number
                   and (one.number, other.number) not in self._pairs]
            if new:
                for other, found in zip(new, meetings(one.track, [o.track for o in new],
                                                      self.goals.gap), strict=True):
                    self._pairs[one.number, other.number] = found

    def _apart(self, net: Web) -> float:
        """Stops that are near each other on a track; corners of the picture are where they are."""
        cost, goal = 0.0, self.goals.apart
        for row in net.stops:
            for one, other in pairwise(row):
                if other.far - one.far < goal and not (self._corner(net, one.crossing)
                                                       and self._corner(net, other.crossing)):
                    cost += edge_cost(other.far - one.far, goal)
        return cost

    def _corner(self, net: Web, crossing: int) -> bool:
        return crossing >= 0 and net.crossings[crossing][2].corner

    def _colouring(self, found: Regions) -> list[int]:
        around = windings(found)
        if self.paint.at is None:
            first = self.rim.drawn(found.beside[0])
            return [(key ^ first) & 1 for key in around]
        for key in set(around) - self._colours.keys():
            widest = max((face for face, mine in enumerate(around) if mine == key),
                         key=lambda face: found.areas[face] / found.around[face])
            self._colours[key] = self.paint.at(spot([found.polygon(widest, self.rim)]))
        return [self._colours[key] for key in around]

    def forget(self, *kept: Layout) -> None:
        """Drops what only other layouts need."""
        if len(self._known) > FORGET:
            specs = {spec for layout in kept for spec in layout.specs()}
            self._known = {spec: known for spec, known in self._known.items() if spec in specs}
            left = {known.number for known in self._known.values()}
            self._pairs = {pair: found for pair, found in self._pairs.items()
                           if pair[0] in left and pair[1] in left}


def _ports(spec: Spec) -> tuple[float, float]:
    if isinstance(spec, Extra):
        return spec.s0, spec.s1
    first, last = spec[0], spec[-1]
    assert isinstance(first, Ray | Port)
    assert isinstance(last, Ray | Port)
    return first.s, last.s


def _leans(spec: Spec) -> list[float]:
    if isinstance(spec, Extra):
        return [spec.lean0, spec.lean1]
    return [link.lean for link in (spec[0], spec[-1]) if isinstance(link, Ray)]
