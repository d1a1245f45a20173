"""Widening where lines may part that meet by accident.

A point where three or more lines meet binds their shifts together, and often that is what keeps
faces narrow. If it is no corner of the drawing, it can be split: one line passes it by, to one side
or the other, and a new face comes to be between them, which must be as wide as all others.
Everywhere else the arrangement stays as it is, and that is checked.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from time import perf_counter

from nonoforge.errors import NonoforgeError
from nonoforge.families.sloped.lattice import Lattice
from nonoforge.families.sloped.widening.optimum import Objective
from nonoforge.families.sloped.widening.parting import Meeting
from nonoforge.families.sloped.widening.split_search import Candidate, Search
from nonoforge.families.sloped.widening.topology import NEW, heirs, parted_elsewhere
from nonoforge.families.sloped.widening.widened import Split, Widened, Widening, after, widen

BUDGET = 200  # arrangements that are looked at
WORTH = 0.05  # millimetres: for less nothing is split, unless it makes what is wanted


def split_and_widen(
    lattice: Lattice, corners: Collection[int], wanted: float, objective: Objective = "squares",
    budget: int = BUDGET, seconds: float | None = None,
) -> Widened:
    """Widen faces; where that is not enough, split points that are not among `corners` (vertices
    that are corners of the drawing). Looks at no more than `budget` arrangements, and for no longer
    than so many seconds. What is not had even so is told as by `widen`."""
    begin = perf_counter()
    plain = widen(lattice, wanted, objective, corners=corners, seconds=seconds)
    if plain.reached:
        return plain
    until = after(begin, seconds)
    search = Search(lattice, corners, wanted, budget, until)
    with suppress(NonoforgeError):  # if the solver has trouble, nothing is split
        found = search.run() or search.widest()
        if found is not None and found.ways:
            candidate = search.with_fewer(found)
            result = _result(candidate, Widening(lattice, candidate.rows, wanted, objective,
                                                 _kept(lattice, corners, candidate), begin, until))
            if result.reached or result.after > plain.after + WORTH:
                return replace(result, stopped=search.stopped)
    return replace(plain, seconds=perf_counter() - begin, stopped=search.stopped)


def _kept(lattice: Lattice, corners: Collection[int], candidate: Candidate) -> list[int]:
    """The corners of the drawing in the arrangement of a candidate."""
    firm = {lattice.through[vertex] for vertex in corners}
    return [vertex for vertex, lines in enumerate(candidate.rows.lattice.through) if lines in firm]


def _result(candidate: Candidate, widening: Widening) -> Widened:
    """The candidate widened, with what was split, and checked against the arrangement before."""
    before, found = widening.lattice, widening.run()
    parted = [lines for lines in before.through
              if len(lines) > 2 and lines not in candidate.rows.lattice.through]
    changed = parted_elsewhere(before, found.lattice, parted)
    if changed is not None:
        raise NonoforgeError(f"splitting points has changed more than them: {changed}")
    origins = heirs(before, found.lattice)
    splits = tuple(Split(before.places[before.through.index(lines)], lines,
                         tuple(_new_faces(found.lattice, origins, lines))) for lines in parted)
    return replace(found, splits=splits, origins=origins, seconds=perf_counter() - widening.begin)


def _new_faces(lattice: Lattice, origins: Sequence[int], lines: Meeting) -> Iterator[int]:
    """The faces that have come to be between some lines."""
    for face, origin in enumerate(origins):
        if origin == NEW and {lattice.edges[dart >> 1][0]
                              for dart in lattice.faces[face]} <= set(lines):
            yield face
