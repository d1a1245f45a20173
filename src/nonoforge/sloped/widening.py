"""Widening: lines are shifted, as little as possible, until every face can be coloured in.

The arrangement stays what it is: the same lines meet in the same points, in the same order, and the
same faces lie between them. Every result is built anew from its exact lines and compared with the
arrangement it came from before anybody sees it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import partial
from time import perf_counter

from nonoforge.errors import InputError, NonoforgeError
from nonoforge.sloped.blockers import Blocker, blockers
from nonoforge.sloped.exact import shifted, shifts_between
from nonoforge.sloped.lattice import FRAME, Lattice
from nonoforge.sloped.model import Trouble
from nonoforge.sloped.optimum import Objective, Optimum, Settings, largest, least
from nonoforge.sloped.programme import Programme, programme
from nonoforge.sloped.same_topology import difference, renumbered
from nonoforge.sloped.width import min_width

NEAR = 1e-6  # millimetres by which a width may miss what was wanted
BACK = 1e-8  # millimetres: so much room is left where the width is the largest
ATTEMPTS = (Settings(), Settings(presolve=False), Settings(short=1e-4),
            Settings(tolerance=1e-10, presolve=False, short=1e-3))


@dataclass(frozen=True)
class Widened:
    """An arrangement whose faces are wide, with the numbers of vertices, edges and faces that they
    had. Lengths are millimetres. `wanted` is None where the largest width was asked for;
    `blockers` say what keeps it from being wider, where that was asked for or wanted."""

    lattice: Lattice
    before: float
    after: float
    wanted: float | None
    reached: bool
    shifts: tuple[float, ...]  # of the lines without the frame
    blockers: tuple[Blocker, ...] = ()
    solver_seconds: float = 0.0
    seconds: float = 0.0

    @property
    def shift_squares(self) -> float:
        return sum(shift * shift for shift in self.shifts)

    @property
    def shift_sum(self) -> float:
        return sum(map(abs, self.shifts))

    @property
    def shift_max(self) -> float:
        return max(map(abs, self.shifts), default=0.0)


def widen(lattice: Lattice, wanted: float, objective: Objective = "squares", *,
          corners: Collection[int] = ()) -> Widened:
    """The least shifts with which every face is as wide as wanted. Where that cannot be had, the
    largest width that can, with the least shifts for it, and what blocks more; `corners` are the
    vertices that are corners of the drawing, for its words."""
    if not 0 <= wanted < float("inf"):
        raise InputError(f"a width of {wanted} mm; 0 or more is needed")
    begin = perf_counter()
    before = min_width(lattice)
    if wanted <= before:
        return Widened(lattice, before, before, wanted, True, (0.0,) * (len(lattice.lines) - FRAME))
    rows = programme(lattice)
    found = _attempt(rows, partial(least, rows, wanted, objective), wanted)
    if found is None:
        return _as_wide_as_can_be(rows, wanted, objective, corners, begin)
    after, optimum = found
    return _widened(lattice, after, wanted, (), optimum.seconds, begin)


def widest(lattice: Lattice, *, corners: Collection[int] = ()) -> Widened:
    """The largest width of the narrowest face, with the least squares of shifts for it, and what
    keeps it from being larger."""
    return _as_wide_as_can_be(programme(lattice), None, "squares", corners, perf_counter())


def _as_wide_as_can_be(rows: Programme, wanted: float | None, objective: Objective,
                       corners: Collection[int], begin: float) -> Widened:
    """First the largest width, then among all shifts that give it the least."""
    top = _first(partial(largest, rows))
    blocked = tuple(blockers(rows, top, corners))
    assert top.width is not None
    if top.width <= min_width(rows.lattice) + BACK:
        return _widened(rows.lattice, rows.lattice, wanted, blocked, top.seconds, begin)
    after, optimum = _least_shifts(rows, top, objective)
    return _widened(rows.lattice, after, wanted, blocked, top.seconds + optimum.seconds, begin)


def _least_shifts(rows: Programme, top: Optimum, objective: Objective) -> tuple[Lattice, Optimum]:
    """Among all shifts that give the largest width the least; if the solver finds that there are
    none, a hair less will do."""
    assert top.width is not None
    for width in (top.width, top.width - BACK):
        found = _attempt(rows, partial(least, rows, width, objective), width)
        if found is not None:
            return found
    found = _attempt(rows, lambda _: top, top.width)
    assert found is not None
    return found


def _widened(before: Lattice, after: Lattice, wanted: float | None,
             blocked: tuple[Blocker, ...], solver: float, begin: float) -> Widened:
    width = min_width(after)
    reached = wanted is None or width >= wanted - NEAR
    return Widened(after, min_width(before), width, wanted, reached,
                   tuple(shifts_between(before, after)[FRAME:]), blocked, solver,
                   perf_counter() - begin)


def _first(solve: Callable[[Settings], Optimum]) -> Optimum:
    """The answer with the first settings that give one."""
    for settings in ATTEMPTS:
        try:
            return solve(settings)
        except Trouble as error:
            trouble = error
    raise trouble


def _attempt(rows: Programme, solve: Callable[[Settings], Optimum | None],
             width: float) -> tuple[Lattice, Optimum] | None:
    """The arrangement that the solver's shifts give, checked; other settings are tried where it
    does not stand. None if there are no shifts with this width."""
    why = ""
    for settings in ATTEMPTS:
        try:
            optimum = solve(settings)
        except Trouble as error:
            why = str(error)
            continue
        if optimum is None:
            return None
        after = shifted(rows.lattice, optimum.shifts.tolist())
        why = _fault(rows.lattice, after, width) or ""
        if not why:
            return renumbered(rows.lattice, after), optimum
    raise NonoforgeError(f"the faces could not be widened to {width:g} mm: {why}")


def _fault(before: Lattice, after: Lattice, width: float) -> str | None:
    """What is wrong with a result."""
    changed = difference(before, after)
    if changed is not None:
        return changed
    narrowest = min_width(after)
    if narrowest < width - NEAR:
        return f"the narrowest face is {narrowest:g} mm wide"
    return None
