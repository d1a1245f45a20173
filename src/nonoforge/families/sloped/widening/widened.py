"""Widening: lines are shifted, as little as possible, until every face can be coloured in.

The arrangement stays what it is: the same lines meet in the same points, in the same order, and the
same faces lie between them. Every result is built anew from its exact lines and compared with the
arrangement it came from before anybody sees it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter
from typing import NamedTuple

from nonoforge.errors import InputError, NonoforgeError
from nonoforge.families.sloped.lattice import FRAME_SIDES, Lattice
from nonoforge.families.sloped.widening.blockers import Blocker, blockers
from nonoforge.families.sloped.widening.model import FOREVER, Trouble
from nonoforge.families.sloped.widening.optimum import (
    Objective,
    Optimum,
    Settings,
    largest_width,
    least_shifts,
)
from nonoforge.families.sloped.widening.programme import Programme, build_programme
from nonoforge.families.sloped.widening.shifting import shifted, shifts_between
from nonoforge.families.sloped.widening.topology import difference, renumbered
from nonoforge.families.sloped.width import min_width
from nonoforge.path import Point

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
    stopped: bool = False  # the search for points to split, at its limit

    def in_the_way(self) -> tuple[set[int], list[Point]]:
        """The blockers where they are now: faces, and points (of an edge its middle)."""
        faces = {face for one in self.blockers if one.kind == "faces" for face in one.numbers}
        ends = [one.numbers if one.kind == "point" else self.lattice.edges[one.numbers[0]][1:]
                for one in self.blockers if one.kind != "faces"]
        return faces, [(sum(self.lattice.places[end][0] for end in both) / len(both),
                        sum(self.lattice.places[end][1] for end in both) / len(both))
                       for both in ends]

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
          corners: Collection[int] = (), seconds: float | None = None) -> Widened:
    """The least shifts with which every face is as wide as wanted. Where that cannot be had, the
    largest width that can, with the least shifts for it, and what blocks more; `corners` are the
    vertices that are corners of the drawing, for its words. An error if there is no answer within
    so many seconds."""
    if not 0 <= wanted < float("inf"):
        raise InputError(f"a width of {wanted} mm; 0 or more is needed")
    begin = perf_counter()
    before = min_width(lattice)
    if wanted <= before:
        return Widened(lattice, before, before, wanted, True,
                       (0.0,) * (len(lattice.lines) - FRAME_SIDES))
    return Widening(lattice, build_programme(lattice), wanted, objective, corners, begin,
                    after(begin, seconds)).run()


def widest(lattice: Lattice, *, corners: Collection[int] = (),
           seconds: float | None = None) -> Widened:
    """The largest width of the narrowest face, with the least squares of shifts for it, and what
    keeps it from being larger."""
    begin = perf_counter()
    return Widening(lattice, build_programme(lattice), None, "squares", corners, begin,
                    after(begin, seconds)).run()


def after(begin: float, seconds: float | None) -> float:
    """What the clock says so many seconds later."""
    return FOREVER if seconds is None else begin + seconds


class Widening(NamedTuple):
    """What is to be widened, and how. Shifts are counted from the lattice; the rows are its own, or
    those of what it became when points were split."""

    lattice: Lattice
    rows: Programme
    wanted: float | None  # None for the largest width
    objective: Objective
    corners: Collection[int]
    begin: float
    until: float

    def run(self) -> Widened:
        """First what was wanted, then the largest width."""
        if self.wanted is not None:
            # A hair more than wanted, so that rounding does not make it less.
            solve = partial(least_shifts, self.rows, self.wanted + HAIR, self.objective)
            found = self._standing(solve, self.wanted)
            if found is not None:
                return self._widened(found)
        top = self._first(partial(largest_width, self.rows))
        found = self._least_shifts(top)
        blocked = blockers(self.rows, top, self.corners)
        return self._widened(found, tuple(blocked), top.seconds)

    def _least_shifts(self, top: Optimum) -> Standing:
        """Among all shifts that give the largest width the least; if the solver finds that there
        are none, a hair less will do."""
        assert top.width is not None
        before = min_width(self.lattice)
        if self.rows.lattice is self.lattice and top.width <= before + BACK:
            return Standing(self.lattice, before, top._replace(seconds=0.0))
        for width in (top.width, top.width - BACK):
            found = self._standing(partial(least_shifts, self.rows, width, self.objective), width)
            if found is not None:
                return found
        found = self._standing(lambda _: top._replace(seconds=0.0), top.width)
        assert found is not None
        return found

    def _widened(self, found: Standing, blocked: tuple[Blocker, ...] = (),
                 seconds: float = 0.0) -> Widened:
        reached = self.wanted is None or found.width >= self.wanted - NEAR
        if self.wanted is not None and reached:
            blocked = ()
        return Widened(found.lattice, min_width(self.lattice), found.width, self.wanted, reached,
                       tuple(shifts_between(self.lattice, found.lattice)[FRAME_SIDES:]), blocked,
                       found.optimum.seconds + seconds, perf_counter() - self.begin)

    def _attempts(self) -> list[Settings]:
        return [settings._replace(until=self.until) for settings in ATTEMPTS]

    def _first(self, solve: Callable[[Settings], Optimum]) -> Optimum:
        """The answer with the first settings that give one."""
        *others, last = self._attempts()
        for settings in others:
            with suppress(Trouble):
                return solve(settings)
        return solve(last)

    def _standing(self, solve: Callable[[Settings], Optimum | None],
                  width: float) -> Standing | None:
        """The arrangement that the solver's shifts give, checked; other settings are tried where
        it does not stand. None if there are no shifts with this width."""
        before, why = self.rows.lattice, ""
        for settings in self._attempts():
            try:
                optimum = solve(settings)
            except Trouble as error:
                why = str(error)
                continue
            if optimum is None:
                if settings.grow:
                    continue
                return None
            found = shifted(before, (optimum.shifts - self.rows.origin).tolist(), self.rows.solved)
            narrowest = min_width(found)
            changed = difference(before, found)
            if changed is None and narrowest >= width - NEAR:
                return Standing(renumbered(before, found), narrowest, optimum)
            why = changed or f"the narrowest face is {narrowest:g} mm wide"
        raise NonoforgeError(f"the faces could not be widened to {width:g} mm: {why}")
