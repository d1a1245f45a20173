"""The search for points to split.

It begins with nothing split. How far an arrangement is from what is wanted is told by a linear
programme: the least sum of what its faces miss. Its duals name the points that bind, and to which
side lines would go. So points are split one after the other, always in the arrangement that misses
least so far, and splits that turn out not to be needed are taken back.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import count
from time import perf_counter
from typing import NamedTuple

from nonoforge.families.sloped.lattice import Lattice
from nonoforge.families.sloped.widening.blockers import NOTHING
from nonoforge.families.sloped.widening.model import Trouble
from nonoforge.families.sloped.widening.optimum import Shortage, largest_width, shortage
from nonoforge.families.sloped.widening.parting import (
    Meeting,
    Sides,
    Way,
    direction,
    part,
    parted,
    sides,
    turned,
    ways,
)
from nonoforge.families.sloped.widening.programme import Programme, build_programme
from nonoforge.families.sloped.widening.sheets import Sheets

BEST = 4  # arrangements of which the largest width is asked, where none has what is wanted
ENOUGH = 1e-7  # millimetres that may be missing
SAME = 1e-6  # millimetres by which widths may differ that are the same


@dataclass(frozen=True)
class Candidate:
    """An arrangement with some points split."""

    rows: Programme
    ways: tuple[Way, ...]
    shortage: Shortage

    @property
    def enough(self) -> bool:
        return self.shortage.total < ENOUGH


class Promise(NamedTuple):
    """A split that may help. They are tried in this order: where least was missing before, what
    pulls that way, and what weighs most."""

    missing: float
    against: float
    light: float
    number: int
    parent: Candidate
    way: Way


class Search:
    """Looks for points to split."""

    def __init__(self, lattice: Lattice, corners: Collection[int], wanted: float, budget: int,
                 until: float) -> None:
        self.lattice, self.wanted, self.left, self.until = lattice, wanted, budget, until
        self.firm = {lattice.through[vertex] for vertex in corners}
        self.number = count()
        self.looked_at: list[Candidate] = []
        self.sheets = Sheets(lattice)
        self.known: set[Sides] = set()
        self.tried: set[frozenset[Way]] = set()
        self.stopped = False  # at a limit, before all that looked promising was tried

    def run(self) -> Candidate | None:
        """An arrangement whose faces can be as wide as wanted."""
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
        """The same without splits that are not needed for what it has: what is wanted, or else its
        largest width."""
        width = None if found.enough else largest_width(found.rows).width or 0.0
        for way in found.ways:
            fewer = self._again([other for other in found.ways if other != way])
            if fewer is not None and (fewer.enough if width is None else (
                    largest_width(fewer.rows).width or 0.0) > width - SAME):
                found = fewer
            if perf_counter() > self.until:
                break
        return found

    def widest(self) -> Candidate | None:
        """Of the arrangements that miss least, the one with the largest width."""
        best = sorted(self.looked_at, key=lambda one: one.shortage.total)[:BEST]
        return max(best, key=lambda one: largest_width(one.rows).width or 0.0, default=None)

    def _going_on(self) -> bool:
        return self.left > 0 and perf_counter() < self.until

    def _candidate(self, lattice: Lattice, taken: tuple[Way, ...]) -> Candidate | None:
        """An arrangement, looked at."""
        rows = build_programme(lattice, self.lattice)
        with suppress(Trouble):
            return Candidate(rows, taken, shortage(rows, self.wanted))
        return None

    def _child(self, candidate: Candidate, way: Way) -> Candidate | None:
        """A candidate with one more split, unless that is known."""
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

    def _promises(self, candidate: Candidate) -> Iterator[Promise]:
        """Ways to split points that have a part in what is missing."""
        pulls = self._pulls(candidate)
        for lines, weight in self._weights(candidate).items():
            for way in ways(lines):
                pull = sum(pull * turned(candidate.rows.sheets, line, way)
                           for line, pull in pulls.get(lines, ()))
                yield Promise(round(candidate.shortage.total, 6), -pull, -weight, next(self.number),
                              candidate, way)

    def _pulls(self, candidate: Candidate) -> dict[Meeting, list[tuple[int, float]]]:
        """For each point that binds: lines, and how much would be won by each for every millimetre
        by which it passes the point on its positive side."""
        found: dict[Meeting, list[tuple[int, float]]] = {}
        rows = candidate.rows.points
        for vertex, line, weight in zip(rows.what.tolist(), rows.lines[:, 0].tolist(),
                                        candidate.shortage.weights[0].tolist(), strict=True):
            if abs(weight) > NOTHING:
                lines = candidate.rows.lattice.through[vertex]
                found.setdefault(lines, []).append((line, -weight))
        return found

    def _weights(self, candidate: Candidate) -> dict[Meeting, float]:
        """Points that may be split and have a part in what is missing: they bind lines, or are the
        farthest corner of a face or the end of an edge that matters."""
        rows, lattice = candidate.rows, candidate.rows.lattice
        points, edges, widths = candidate.shortage.weights
        heavy: dict[Meeting, float] = {}

        def add(vertex: int, weight: float) -> None:
            lines = lattice.through[vertex]
            if len(lines) > 2 and lines not in self.firm and abs(weight) > NOTHING:
                heavy[lines] = heavy.get(lines, 0.0) + abs(weight)

        for at, weights in ((rows.points.what, points), (rows.widths.what, widths)):
            for vertex, weight in zip(at.tolist(), weights.tolist(), strict=True):
                add(vertex, weight)
        for edge, weight in zip(rows.edges.what.tolist(), edges.tolist(), strict=True):
            for vertex in lattice.edges[edge][1:]:
                add(vertex, weight)
        return heavy

    def _again(self, chosen: Sequence[Way]) -> Candidate | None:
        """The arrangement with these splits only."""
        lattice = self.lattice
        for way in chosen:
            if way.meeting not in lattice.through:
                return None
            after = part(build_programme(lattice, self.lattice), way, self.firm)
            if after is None:
                return None
            lattice = after
        return self._candidate(lattice, tuple(chosen))
