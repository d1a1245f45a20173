"""Courses and what they have to do with each other, each worked out once.

A search changes one or two courses of a layout at a time; all the others are known already.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from nonoforge.families.curved.growing.goals import Goals, bend_cost, lean_cost
from nonoforge.families.curved.growing.layout import Course, Courses, Extra, Layout, Port, Ray, Spec
from nonoforge.families.curved.growing.meetings import Crossing, Meetings, meetings, own
from nonoforge.families.curved.growing.tracks import Track, track

OUTSIDE = 1e9  # the cost of leaving the frame, and of what cannot be told apart
FORGET = 400  # courses that are remembered
FINEST = 600  # samples around the frame, at most, however near crossings may be
ENDS = 0.05  # mm: crossings of the frame this near a course's ends are its ends


@dataclass(frozen=True)
class Known:
    """A course as the survey knows it."""

    number: int
    track: Track
    own: Meetings
    ports: tuple[float, float]
    cost: float  # of itself alone


class Survey:
    """All courses that were looked at lately."""

    def __init__(self, courses: Courses, goals: Goals) -> None:
        self.courses, self.goals = courses, goals
        self.spacing = max(0.6 * goals.apart, courses.rim.length / FINEST)
        path = courses.rim.frame.path
        self._frame = track(Course(path, (None,) * len(path), ()), self.spacing)
        self._known: dict[Spec, Known] = {}
        self._pairs: dict[tuple[int, int], Meetings] = {}
        self._next = 0

    def course(self, spec: Spec) -> Known:
        """A course, as a track."""
        known = self._known.get(spec)
        if known is None:
            line = track(self.courses.course(spec), self.spacing)
            itself = own(line, self.goals.gap)
            known = Known(self._next, line, itself, _ports(spec), self._alone(spec, line, itself))
            self._next += 1
            self._known[spec] = known
        return known

    def _alone(self, spec: Spec, line: Track, itself: Meetings) -> float:
        cost = bend_cost(line.turns, line.sharpest, line.whole_turn, self.goals) + itself.near
        cost += sum(map(lean_cost, _leans(spec)))
        at_frame, = meetings(line, [self._frame], self.goals.gap)
        over = [c for c in at_frame.crossings if ENDS < c.far_a < line.length - ENDS]
        return cost + at_frame.near if not over else OUTSIDE

    def pairs(self, some: Sequence[Known]) -> Iterator[tuple[int, int, Meetings]]:
        """All pairs of courses, by index, with their meetings."""
        self._meet(some)
        for i, one in enumerate(some):
            for j in range(i):
                a, b = (i, j) if one.number > some[j].number else (j, i)
                yield a, b, self._pairs[some[a].number, some[b].number]

    def _meet(self, some: Sequence[Known]) -> None:
        """Works out what is not known yet of these courses with each other."""
        for one in some:
            new = [other for other in some if other.number < one.number
                   and (one.number, other.number) not in self._pairs]
            if new:
                for other, found in zip(new, meetings(one.track, [o.track for o in new],
                                                      self.goals.gap), strict=True):
                    self._pairs[one.number, other.number] = found

    def forget(self, *kept: Layout) -> None:
        """Drops what only other layouts need, if there is much of it."""
        if len(self._known) > FORGET:
            specs = {spec for layout in kept for spec in layout.specs()}
            self._known = {spec: known for spec, known in self._known.items() if spec in specs}
            left = {known.number for known in self._known.values()}
            self._pairs = {pair: found for pair, found in self._pairs.items()
                           if pair[0] in left and pair[1] in left}


Met = list[tuple[int, int, Crossing]]
"""Crossings of courses, which are told by index."""


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
