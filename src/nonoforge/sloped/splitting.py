"""Widening where lines may part that meet by accident.

A point where three or more lines meet binds their shifts together, and often that is what keeps
faces narrow. If it is no corner of the drawing, it can be split: one line passes it by, to one side
or the other, and a new face comes to be between them, which must be as wide as all others.

The search begins with nothing split. How far an arrangement is from what is wanted is told by a
linear programme: the least sum of what its faces miss. Its duals name the points that bind, and to
which side lines would go. So points are split one after the other, always in the arrangement that
misses least so far, and splits that turn out not to be needed are taken back. Everywhere else the
arrangement stays as it is, and that is checked.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from heapq import heapify, heappop, heappush
from itertools import count
from time import perf_counter
from typing import NamedTuple

from nonoforge.errors import NonoforgeError
from nonoforge.sloped.blockers import NOTHING
from nonoforge.sloped.face_signs import NEW, face_signs, heirs, parted_elsewhere
from nonoforge.sloped.lattice import Lattice
from nonoforge.sloped.model import Trouble
from nonoforge.sloped.optimum import Objective, Shortage, largest, shortage
from nonoforge.sloped.parting import Meeting, Way, part, turned, ways
from nonoforge.sloped.programme import Programme, programme
from nonoforge.sloped.widening import NEAR, Split, Widened, widen, widened

BUDGET = 200  # arrangements that are looked at
BEST = 4  # arrangements of which the largest width is asked, where none has what is wanted
ENOUGH = 1e-7  # millimetres that may be missing


@dataclass(frozen=True)
class Candidate:
    """An arrangement with some points split."""

    rows: Programme
    ways: tuple[Way, ...]
    shortage: Shortage

    @property
    def enough(self) -> bool:
        return self.shortage.total < ENOUGH


def split_and_widen(
    lattice: Lattice, corners: Collection[int], wanted: float, objective: Objective = "squares",
    budget: int = BUDGET, seconds: float | None = None,
) -> Widened:
    """Widen faces; where that is not enough, split points that are not among `corners` (vertices
    that are corners of the drawing). Looks at no more than `budget` arrangements, and for no longer
    than so many seconds. What is not had even so is told as by `widen`."""
    begin = perf_counter()
    plain = widen(lattice, wanted, objective, corners=corners)
    if plain.reached:
        return plain
    search = Search(lattice, corners, wanted, budget, begin + (seconds or float("inf")))
    found = search.run()
    for candidate in [search.with_fewer(found)] if found else search.widest():
        with suppress(NonoforgeError):  # the solver's trouble with one is no trouble with others
            result = _result(lattice, candidate, corners, wanted, objective, begin)
            if result.after > plain.after + NEAR:
                return result
    return replace(plain, seconds=perf_counter() - begin)


def _result(lattice: Lattice, candidate: Candidate, corners: Collection[int], wanted: float,
            objective: Objective, begin: float) -> Widened:
    """The candidate widened, with what was split, and checked against the arrangement before."""
    after = candidate.rows.lattice
    firm = {lattice.through[vertex] for vertex in corners}
    kept = [vertex for vertex, lines in enumerate(after.through) if lines in firm]
    found = widened(candidate.rows, lattice, wanted, objective, kept, begin)
    parted = [lines for lines in lattice.through
              if len(lines) > 2 and lines not in after.through]
    changed = parted_elsewhere(lattice, found.lattice, parted)
    if changed is not None:
        raise NonoforgeError(f"splitting points has changed more than them: {changed}")
    origins = heirs(lattice, found.lattice)
    splits = tuple(Split(lattice.places[lattice.through.index(lines)], lines,
                         tuple(_new_faces(found.lattice, origins, lines))) for lines in parted)
    return replace(found, splits=splits, origins=origins, seconds=perf_counter() - begin)


def _new_faces(lattice: Lattice, origins: Sequence[int], lines: Meeting) -> Iterator[int]:
    """The faces that have come to be between some lines."""
    for face, origin in enumerate(origins):
        if origin == NEW and {lattice.edges[dart >> 1][0]
                              for dart in lattice.faces[face]} <= set(lines):
            yield face


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
        # Arrangements, each by its faces and points: on the frame points part without new faces.
        self.known: set[tuple[frozenset[int], frozenset[Meeting]]] = set()
        self.tried: set[frozenset[Way]] = set()

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
        return None

    def with_fewer(self, found: Candidate) -> Candidate:
        """The same without splits that are not needed."""
        for way in found.ways[:-1]:  # without the last one it was not enough
            fewer = self._again([other for other in found.ways if other != way])
            if fewer is not None and fewer.enough:
                found = fewer
        return found

    def widest(self) -> list[Candidate]:
        """Of the arrangements that miss least, those with the largest width first."""
        best = sorted(self.looked_at, key=lambda one: one.shortage.total)[:BEST]
        return sorted(best, key=lambda one: -(largest(one.rows).width or 0.0))

    def _going_on(self) -> bool:
        return self.left > 0 and perf_counter() < self.until

    def _candidate(self, lattice: Lattice, taken: tuple[Way, ...]) -> Candidate | None:
        """An arrangement that was not yet looked at."""
        structure = frozenset(face_signs(lattice)), frozenset(lattice.through)
        if structure in self.known or not self._going_on():
            return None
        self.known.add(structure)
        self.left -= 1
        rows = programme(lattice, self.lattice)
        with suppress(Trouble):
            candidate = Candidate(rows, taken, shortage(rows, self.wanted))
            self.looked_at.append(candidate)
            return candidate
        return None

    def _child(self, candidate: Candidate, way: Way) -> Candidate | None:
        together = frozenset((*candidate.ways, way))  # in whatever order
        if together in self.tried:
            return None
        self.tried.add(together)
        after = part(candidate.rows, way, self.firm)
        return None if after is None else self._candidate(after, (*candidate.ways, way))

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
            after = part(programme(lattice, self.lattice), way, self.firm)
            if after is None:
                return None
            lattice = after
        return self._candidate(lattice, tuple(chosen))
