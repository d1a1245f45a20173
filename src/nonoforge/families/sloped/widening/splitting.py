"""Widening where lines may part that meet by accident.

A point where three or more lines meet binds their shifts together, and often that is what keeps
faces narrow. If it is no corner of the drawing, it can be split: one line passes it by, to one side
or the other, and a new face comes to be between them, which must be as wide as all others.
Everywhere else the arrangement stays as it is, and that is checked.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from heapq import heapify, heappop, heappush
from itertools import combinations, count
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from nonoforge.errors import NonoforgeError
from nonoforge.families.sloped.lattice import FRAME_SIDES, Lattice
from nonoforge.families.sloped.widening.optimum import (
    MIN_WEIGHT,
    Objective,
    Shortage,
    largest_width,
    shortage,
)
from nonoforge.families.sloped.widening.programme import (
    LineArrays,
    Programme,
    build_programme,
    eliminate_meetings,
    shift_lines,
)
from nonoforge.families.sloped.widening.solver import Model, SolverError, numpy_or_missing
from nonoforge.families.sloped.widening.widened import (
    NEW,
    Split,
    Widened,
    Widening,
    face_origins,
    parted_elsewhere,
    widen,
)
from nonoforge.time_limit import deadline

if TYPE_CHECKING:
    from numpy.typing import NDArray
    Floats = NDArray[Any]


# Parting lines that meet in a point, three or more of them: one leaves, to one side or the other.
#
# A way to shift the lines, ever so little, is found by a linear programme: the line leaves its
# point, points that must stay do, and as few others as possible are parted too (where points
# depend on each other, one cannot be parted alone). A small step that way is an arrangement with
# the new points, edges and faces, in no other place.

Meeting = tuple[int, ...]
"""The lines that meet in a point: it is known by them."""

Sides = tuple[int, ...]
"""For each three lines of each point: 0 if they meet, otherwise the side on which one passes."""

SHIFT_COST = 1e-3  # of a millimetre of shift, relative to one of parting
MEETING_DISTANCE = 1e-7  # mm: lines nearer to a point still meet there
MAX_STEP = 0.1  # mm between a line and the point that it has left
EDGE_SHARE = 0.25  # of the way to where an edge would vanish
MAX_TRIES = 4  # steps, each a quarter of the one before


class SplitStep(NamedTuple):
    """A line leaves a point, to the side (1 or -1) of it."""

    meeting: Meeting
    leaving: int
    side: int


def split_steps(meeting: Meeting) -> Iterator[SplitStep]:
    """Yield all ways to part a point by one line. Of three lines it does not matter which one
    leaves."""
    inner = [line for line in meeting if line >= FRAME_SIDES]
    for leaving in inner if len(meeting) > 3 else inner[:1]:
        yield SplitStep(meeting, leaving, 1)
        yield SplitStep(meeting, leaving, -1)


def turned(sheets: LineArrays, line: int, way: SplitStep) -> float:
    """Return the signed distance by which a line of the point moves for each millimetre of the
    leaving line; 0 if it stays in the point."""
    if line == way.leaving:
        return float(way.side)
    if len(way.meeting) > 3:
        return 0.0
    one, other = (number for number in way.meeting if number != line)
    return -way.side * float(_factors(sheets, line, one, other)[way.leaving])


def part(programme: Programme, way: SplitStep, firm: Collection[Meeting]) -> Lattice | None:
    """Return the arrangement with a point parted that way; None if it cannot be, because `firm`
    points must stay."""
    shifts = direction(programme.sheets, way, firm)
    return None if shifts is None else parted(programme, shifts)


def parted(programme: Programme, shifts: Floats) -> Lattice | None:
    """Return the arrangement a small step in a direction; None if nothing is small enough."""
    lattice = programme.lattice
    meetings = [group for meeting in lattice.through if len(meeting) > 2
                for group in _groups(programme.sheets, meeting, shifts)]
    gone = set(lattice.through).difference(meetings)
    known = eliminate_meetings(lattice.lines, meetings)
    falling = programme.edges.at(shifts) - programme.edges.now
    limits = programme.edges.now[falling < 0] / -falling[falling < 0]
    step = min(MAX_STEP, EDGE_SHARE * float(limits.min(initial=1e6)))
    for _ in range(MAX_TRIES):
        after = shift_lines(lattice, (step * shifts).tolist(), known)
        if parted_elsewhere(lattice, after, [lines for lines in gone if len(lines) > 2]) is None:
            return after
        step *= EDGE_SHARE
    return None


def sides(sheets: LineArrays, *steps: Floats) -> Sides:
    """Return how the lines of each point pass each other after some steps, each much smaller than
    the one before: all that tells one parted arrangement from another."""
    found = []
    for meeting in sheets.lattice.through:
        for one, other, line in combinations(meeting, 3) if len(meeting) > 2 else ():
            factors = _factors(sheets, line, one, other)
            apart = (float(factors @ step) for step in steps)
            found.append(next((1 if value > 0 else -1 for value in apart
                               if abs(value) > MEETING_DISTANCE), 0))
    return tuple(found)


def direction(sheets: LineArrays, way: SplitStep, firm: Collection[Meeting]) -> Floats | None:
    """Return shifts of all lines with which the leaving one is a millimetre from its point."""
    np = numpy_or_missing()
    rows = _apart(sheets, way)
    hard = np.array([meeting in firm for meeting, _, _ in rows], dtype=bool)
    factors = np.array([factors for _, _, factors in rows])
    lines, count = len(sheets.rank) - FRAME_SIDES, len(rows)
    model = Model(2 * lines + 2 * count)  # shifts and partings, to either side
    model.lower[:] = 0.0
    model.cost[:2 * lines], model.cost[2 * lines:] = SHIFT_COST, 1.0
    model.upper[2 * lines:] = np.where(np.tile(hard, 2), 0.0, np.inf)
    model.cost[2 * lines], model.cost[2 * lines + count] = 0.0, 0.0  # the first is the one to part
    model.lower[2 * lines + (0 if way.side > 0 else count)] = 1.0
    model.upper[2 * lines + (count if way.side > 0 else 0)] = 0.0
    inner = factors[:, FRAME_SIDES:]
    model.rows(np.broadcast_to(np.arange(2 * lines + 2 * count), (count, 2 * lines + 2 * count)),
               np.hstack([inner, -inner, -np.eye(count), np.eye(count)]), 0.0, 0.0)
    answer = model.solve()
    if answer is None:
        return None
    shifts: Floats = np.concatenate([np.zeros(FRAME_SIDES), answer.values[:lines]
                                     - answer.values[lines:2 * lines]])
    return shifts


def _apart(sheets: LineArrays, way: SplitStep) -> list[tuple[Meeting, int, Floats]]:
    """Return how far each line beyond two is from the point of those two: the factors of all lines.
    The leaving line comes first."""
    found = [(way.meeting, way.leaving, _factors(sheets, way.leaving, *_pair(sheets, way)))]
    for meeting in sheets.lattice.through:
        if len(meeting) > 2:
            away = way if meeting == way.meeting else None
            one, other = _pair(sheets, away) if away else sheets.steepest(meeting)
            found += [(meeting, line, _factors(sheets, line, one, other)) for line in meeting
                      if line not in (one, other) and not (away and line == away.leaving)]
    return found


def _pair(sheets: LineArrays, way: SplitStep) -> tuple[int, int]:
    return sheets.steepest(tuple(line for line in way.meeting if line != way.leaving))


def _factors(sheets: LineArrays, line: int, one: int, other: int) -> Floats:
    factors: Floats = numpy_or_missing().zeros(len(sheets.rank))
    steep = sheets.sine(one, other)
    factors[line] -= 1.0
    factors[one] += sheets.sine(line, other) / steep
    factors[other] += sheets.sine(one, line) / steep
    return factors


def _groups(sheets: LineArrays, meeting: Meeting, shifts: Floats) -> set[Meeting]:
    """Return the lines of a point that still meet when it is parted, in groups of three or more."""
    found: set[Meeting] = set()
    for one, other in combinations(meeting, 2):
        near = tuple(line for line in meeting if line in (one, other) or abs(float(
            _factors(sheets, line, one, other) @ shifts)) < MEETING_DISTANCE)
        if len(near) > 2:
            found.add(near)
        if near == meeting:
            break
    return found


# The search for points to split.
#
# It begins with nothing split. A linear programme measures how far an arrangement is from the
# wanted width: the least sum of what its faces miss. Its duals name the points that bind, and to
# which side lines would go. So points are split one after the other, always in the arrangement
# that misses least so far, and splits that turn out not to be needed are taken back.

BEST_KEPT = 4  # candidates whose largest width is computed where none has the wanted one
MAX_SHORTAGE = 1e-7  # mm: a smaller shortage is rounding
SAME_WIDTH = 1e-6  # mm


@dataclass(frozen=True)
class Candidate:
    """An arrangement with some points split."""

    rows: Programme
    ways: tuple[SplitStep, ...]
    shortage: Shortage

    @property
    def enough(self) -> bool:
        return self.shortage.total < MAX_SHORTAGE


class RankedSplit(NamedTuple):
    """A split that may help. They are tried in this order: where least was missing before, what
    pulls that way, and what weighs most."""

    missing: float
    against: float
    light: float
    number: int
    parent: Candidate
    way: SplitStep


class SplitSearch:
    """Looks for points to split."""

    def __init__(self, lattice: Lattice, corners: Collection[int], wanted: float, budget: int,
                 until: float) -> None:
        self.lattice, self.wanted, self.left, self.until = lattice, wanted, budget, until
        self.firm = {lattice.through[vertex] for vertex in corners}
        self.number = count()
        self.looked_at: list[Candidate] = []
        self.sheets = LineArrays(lattice)
        self.known: set[Sides] = set()
        self.tried: set[frozenset[SplitStep]] = set()
        self.stopped = False  # at a limit, before all that looked promising was tried

    def run(self) -> Candidate | None:
        """Return an arrangement whose faces can be as wide as wanted."""
        first = self._candidate(self.lattice, ())
        waiting = [] if first is None else [*self._promises(first)]
        heapify(waiting)
        while waiting and self._going_on():
            promise = heappop(waiting)
            child = self._child(promise.parent, promise.way)
            if child is not None:
                if child.enough:
                    return child
                for further in self._promises(child):
                    heappush(waiting, further)
        self.stopped = bool(waiting)
        return None

    def with_fewer(self, found: Candidate) -> Candidate:
        """Return the candidate without splits that its width (the one wanted, or else its largest)
        does not need."""
        width = None if found.enough else largest_width(found.rows).width or 0.0
        for way in found.ways:
            fewer = self._again([other for other in found.ways if other != way])
            if fewer is not None and (fewer.enough if width is None else (
                    largest_width(fewer.rows).width or 0.0) > width - SAME_WIDTH):
                found = fewer
            if monotonic() > self.until:
                break
        return found

    def widest(self) -> Candidate | None:
        """Return, of the candidates with the least shortage, the one with the largest width."""
        best = sorted(self.looked_at, key=lambda one: one.shortage.total)[:BEST_KEPT]
        return max(best, key=lambda one: largest_width(one.rows).width or 0.0, default=None)

    def _going_on(self) -> bool:
        return self.left > 0 and monotonic() < self.until

    def _candidate(self, lattice: Lattice, taken: tuple[SplitStep, ...]) -> Candidate | None:
        """Return an arrangement with its shortage of width; None if the solver fails."""
        rows = build_programme(lattice, self.lattice)
        with suppress(SolverError):
            return Candidate(rows, taken, shortage(rows, self.wanted))
        return None

    def _child(self, candidate: Candidate, way: SplitStep) -> Candidate | None:
        """Return a candidate with one more split, unless that is known."""
        together = frozenset((*candidate.ways, way))  # in whatever order
        if together in self.tried:
            return None
        self.tried.add(together)
        shifts = direction(candidate.rows.sheets, way, self.firm)
        if shifts is None:
            return None
        passing = sides(self.sheets, candidate.rows.origin, shifts)
        if passing in self.known:
            return None
        self.known.add(passing)
        self.left -= 1
        after = parted(candidate.rows, shifts)
        child = None if after is None else self._candidate(after, (*candidate.ways, way))
        self.looked_at += [child] if child else []
        return child

    def _promises(self, candidate: Candidate) -> Iterator[RankedSplit]:
        """Yield ways to split points that contribute to the shortage."""
        pulls = self._pulls(candidate)
        for lines, weight in self._weights(candidate).items():
            for way in split_steps(lines):
                pull = sum(pull * turned(candidate.rows.sheets, line, way)
                           for line, pull in pulls.get(lines, ()))
                yield RankedSplit(round(candidate.shortage.total, 6), -pull, -weight,
                                  next(self.number), candidate, way)

    def _pulls(self, candidate: Candidate) -> dict[Meeting, list[tuple[int, float]]]:
        """Return for each point that binds: lines, and how much would be won by each for every
        millimetre by which it passes the point on its positive side."""
        found: dict[Meeting, list[tuple[int, float]]] = {}
        rows = candidate.rows.points
        for vertex, line, weight in zip(rows.what.tolist(), rows.lines[:, 0].tolist(),
                                        candidate.shortage.weights[0].tolist(), strict=True):
            if abs(weight) > MIN_WEIGHT:
                lines = candidate.rows.lattice.through[vertex]
                found.setdefault(lines, []).append((line, -weight))
        return found

    def _weights(self, candidate: Candidate) -> dict[Meeting, float]:
        """Return the points that may be split and contribute to the shortage: they bind lines, or
        are the farthest corner of a face or the end of an edge that matters."""
        rows, lattice = candidate.rows, candidate.rows.lattice
        points, edges, widths = candidate.shortage.weights
        heavy: dict[Meeting, float] = {}

        def add(vertex: int, weight: float) -> None:
            lines = lattice.through[vertex]
            if len(lines) > 2 and lines not in self.firm and abs(weight) > MIN_WEIGHT:
                heavy[lines] = heavy.get(lines, 0.0) + abs(weight)

        for at, weights in ((rows.points.what, points), (rows.widths.what, widths)):
            for vertex, weight in zip(at.tolist(), weights.tolist(), strict=True):
                add(vertex, weight)
        for edge, weight in zip(rows.edges.what.tolist(), edges.tolist(), strict=True):
            for vertex in lattice.edges[edge][1:]:
                add(vertex, weight)
        return heavy

    def _again(self, chosen: Sequence[SplitStep]) -> Candidate | None:
        """Return the arrangement with these splits only."""
        lattice = self.lattice
        for way in chosen:
            if way.meeting not in lattice.through:
                return None
            after = part(build_programme(lattice, self.lattice), way, self.firm)
            if after is None:
                return None
            lattice = after
        return self._candidate(lattice, tuple(chosen))


MAX_CANDIDATES = 200  # arrangements that are examined
MIN_GAIN = 0.05  # mm: points are not split for a smaller gain that misses the wanted width


def split_and_widen(
    lattice: Lattice, corners: Collection[int], wanted: float, objective: Objective = "squares",
    budget: int = MAX_CANDIDATES, seconds: float | None = None,
) -> Widened:
    """Widen faces; where that is not enough, split points that are not among `corners` (vertices
    that are corners of the drawing). Looks at no more than `budget` arrangements, and for no longer
    than `seconds`. Where the width is not reached, the result is as that of `widen`."""
    begin = monotonic()
    plain = widen(lattice, wanted, objective, corners=corners, seconds=seconds)
    if plain.reached:
        return plain
    until = deadline(seconds)
    search = SplitSearch(lattice, corners, wanted, budget, until)
    with suppress(NonoforgeError):  # if the solver has trouble, nothing is split
        found = search.run() or search.widest()
        if found is not None and found.ways:
            candidate = search.with_fewer(found)
            result = _result(candidate, Widening(lattice, candidate.rows, wanted, objective,
                                                 _kept(lattice, corners, candidate), begin, until))
            if result.reached or result.after > plain.after + MIN_GAIN:
                return replace(result, stopped=search.stopped)
    return replace(plain, seconds=monotonic() - begin, stopped=search.stopped)


def _kept(lattice: Lattice, corners: Collection[int], candidate: Candidate) -> list[int]:
    """Return the corners of the drawing in the arrangement of a candidate."""
    firm = {lattice.through[vertex] for vertex in corners}
    return [vertex for vertex, lines in enumerate(candidate.rows.lattice.through) if lines in firm]


def _result(candidate: Candidate, widening: Widening) -> Widened:
    """Return the candidate widened, with what was split, and checked against the arrangement
    before."""
    before, found = widening.lattice, widening.run()
    parted = [lines for lines in before.through
              if len(lines) > 2 and lines not in candidate.rows.lattice.through]
    changed = parted_elsewhere(before, found.lattice, parted)
    if changed is not None:
        raise NonoforgeError(f"splitting points has changed more than them: {changed}")
    origins = face_origins(before, found.lattice)
    splits = tuple(Split(before.places[before.through.index(lines)], lines,
                         tuple(_new_faces(found.lattice, origins, lines))) for lines in parted)
    return replace(found, splits=splits, origins=origins, seconds=monotonic() - widening.begin)


def _new_faces(lattice: Lattice, origins: Sequence[int], lines: Meeting) -> Iterator[int]:
    """Yield the new faces between some lines."""
    for face, origin in enumerate(origins):
        if origin == NEW and {lattice.edges[dart >> 1][0]
                              for dart in lattice.faces[face]} <= set(lines):
            yield face
