"""Widening: lines are shifted, as little as possible, until every face can be coloured in.

The arrangement stays what it is: the same lines meet in the same points, in the same order, and the
same faces lie between them. Every result is built anew from its exact lines and compared with the
arrangement it came from before anybody sees it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from time import perf_counter
from typing import NamedTuple

from nonoforge.errors import InputError, NonoforgeError
from nonoforge.plane.path import Point
from nonoforge.sloped.blockers import Blocker, blockers
from nonoforge.sloped.lattice import FRAME, Lattice
from nonoforge.sloped.model import Trouble
from nonoforge.sloped.optimum import Objective, Optimum, Settings, largest, least
from nonoforge.sloped.programme import Programme, programme
from nonoforge.sloped.same_topology import difference, renumbered
from nonoforge.sloped.shifting import shifted, shifts_between
from nonoforge.sloped.width import min_width

NEAR = 1e-6  # millimetres by which a width may miss what was wanted
BACK = 1e-8  # millimetres: so much room is left where the width is the largest
HAIR = 2e-9  # millimetres: more than what rounding takes away
ATTEMPTS = (Settings(), Settings(presolve=False), Settings(short=1e-5, grow=True),
            Settings(tolerance=1e-7, short=1e-4), Settings(tolerance=1e-7, presolve=False))


class Split(NamedTuple):
    """A point that was split: where it was, the lines that met there, and the faces that have come
    to be (numbers after)."""

    place: Point
    lines: tuple[int, ...]
    faces: tuple[int, ...]


@dataclass(frozen=True)
class Widened:
    """An arrangement whose faces are wide, with the numbers of vertices, edges and faces that they
    had. Lengths are millimetres. `wanted` is None where the largest width was asked for;
    `blockers` say what keeps it from being wider, where that was asked for or wanted. Where points
    were split there are new faces, and other numbers: see `splits` and `origins`."""

    lattice: Lattice = field(repr=False)
    before: float
    after: float
    wanted: float | None
    reached: bool
    shifts: tuple[float, ...]  # of the lines without the frame
    blockers: tuple[Blocker, ...] = ()
    solver_seconds: float = 0.0
    seconds: float = 0.0
    splits: tuple[Split, ...] = ()
    origins: tuple[int, ...] | None = field(default=None, repr=False)  # faces before, or NEW

    @property
    def shift_squares(self) -> float:
        return sum(shift * shift for shift in self.shifts)

    @property
    def shift_sum(self) -> float:
        return sum(map(abs, self.shifts))

    @property
    def shift_max(self) -> float:
        return max(map(abs, self.shifts), default=0.0)


class Standing(NamedTuple):
    """A result that was checked."""

    lattice: Lattice
    width: float
    optimum: Optimum


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
        return Widened(lattice, before, before, wanted, True, _none(lattice))
    return widened(programme(lattice), lattice, wanted, objective, corners, begin)


def widened(rows: Programme, lattice: Lattice, wanted: float, objective: Objective,
            corners: Collection[int], begin: float) -> Widened:
    """The same for a programme whose shifts are counted from a lattice."""
    before = min_width(lattice)
    # A hair more than wanted, so that rounding does not make it less; unless there is no more.
    for aim in (wanted + HAIR, wanted):
        found = _standing(rows, partial(least, rows, aim, objective), wanted)
        if found is not None:
            return _widened(lattice, before, found, wanted, begin)
    return _as_wide_as_can_be(rows, lattice, wanted, objective, corners, begin)


def widest(lattice: Lattice, *, corners: Collection[int] = ()) -> Widened:
    """The largest width of the narrowest face, with the least squares of shifts for it, and what
    keeps it from being larger."""
    begin = perf_counter()
    return _as_wide_as_can_be(programme(lattice), lattice, None, "squares", corners, begin)


def _as_wide_as_can_be(rows: Programme, lattice: Lattice, wanted: float | None,
                       objective: Objective, corners: Collection[int], begin: float) -> Widened:
    """First the largest width, then among all shifts that give it the least."""
    top = _first(partial(largest, rows))
    assert top.width is not None
    blocked = tuple(blockers(rows, top, corners))
    before = min_width(lattice)
    if rows.lattice is lattice and top.width <= before + BACK:
        reached = wanted is None or before >= wanted - NEAR
        return Widened(lattice, before, before, wanted, reached, _none(lattice), blocked,
                       top.seconds, perf_counter() - begin)
    found = _widened(lattice, before, _least_shifts(rows, top, objective), wanted, begin)
    return replace(found, blockers=blocked, solver_seconds=found.solver_seconds + top.seconds)


def _least_shifts(rows: Programme, top: Optimum, objective: Objective) -> Standing:
    """Among all shifts that give the largest width the least; if the solver finds that there are
    none, a hair less will do."""
    assert top.width is not None
    for width in (top.width, top.width - BACK):
        found = _standing(rows, partial(least, rows, width, objective), width)
        if found is not None:
            return found
    found = _standing(rows, lambda _: top, top.width)
    assert found is not None
    return found


def _none(lattice: Lattice) -> tuple[float, ...]:
    """Nothing moves."""
    return (0.0,) * (len(lattice.lines) - FRAME)


def _widened(lattice: Lattice, before: float, found: Standing, wanted: float | None,
             begin: float) -> Widened:
    reached = wanted is None or found.width >= wanted - NEAR
    return Widened(found.lattice, before, found.width, wanted, reached,
                   tuple(shifts_between(lattice, found.lattice)[FRAME:]), (),
                   found.optimum.seconds, perf_counter() - begin)


def _first(solve: Callable[[Settings], Optimum]) -> Optimum:
    """The answer with the first settings that give one."""
    for settings in ATTEMPTS[:-1]:
        with suppress(Trouble):
            return solve(settings)
    return solve(ATTEMPTS[-1])


def _standing(rows: Programme, solve: Callable[[Settings], Optimum | None],
              width: float) -> Standing | None:
    """The arrangement that the solver's shifts give, checked; other settings are tried where it
    does not stand. None if there are no shifts with this width."""
    why: str | None = None
    for settings in ATTEMPTS:
        try:
            optimum = solve(settings)
        except Trouble as error:
            why = str(error)
            continue
        if optimum is None:
            if settings.grow:
                continue
            return None
        after = shifted(rows.lattice, (optimum.shifts - rows.origin).tolist(), rows.solved)
        narrowest = min_width(after)
        why = difference(rows.lattice, after)
        if why is None and narrowest >= width - NEAR:
            return Standing(renumbered(rows.lattice, after), narrowest, optimum)
        why = why or f"the narrowest face is {narrowest:g} mm wide"
    raise NonoforgeError(f"the faces could not be widened to {width:g} mm: {why}")
