"""Widen faces: shift lines as little as possible until every face can be coloured in.

The arrangement stays the same: the same lines meet in the same points, in the same order, around
the same faces. Every result is rebuilt from its exact lines and compared with the arrangement it
came from.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from time import monotonic
from typing import NamedTuple

from nonoforge.errors import InputError, NonoforgeError
from nonoforge.families.sloped.lattice import FRAME_SIDES, Lattice, min_width
from nonoforge.families.sloped.widening.optimum import (
    Blocker,
    Objective,
    Optimum,
    Settings,
    blockers,
    largest_width,
    least_shifts,
)
from nonoforge.families.sloped.widening.programme import (
    Programme,
    build_programme,
    shift_lines,
    shifts_between,
)
from nonoforge.families.sloped.widening.solver import SolverError
from nonoforge.path import Point
from nonoforge.time_limit import deadline

# Whether two arrangements of the same lines, shifted, are the same: all their vertices, edges and
# faces; or all but points that were parted, and what has come to be there.
#
# A vertex is known by the lines that meet in it, a face by the sides of all lines on which it lies.
# So both can be followed when lines are shifted.

NEW = -1


def difference(before: Lattice, after: Lattice) -> str | None:
    """Return the differences in words; None if there are none. The numbers of vertices, edges and
    faces do not matter, those of lines do."""
    if set(before.through) != set(after.through):
        lost, new = (len(set(one.through) - set(other.through))
                     for one, other in ((before, after), (after, before)))
        return f"{lost} points where lines meet are gone and {new} are new"
    now = _numbers(before, after)
    for line, (old, new_row) in enumerate(zip(before.along, after.along, strict=True)):
        if tuple(now[vertex] for vertex in old) != new_row:
            return f"line {line} meets the others in another order"
    if _corners(before, now) != _corners(after, range(len(after.vertices))):
        return "the faces have other corners"
    return None


def renumbered(before: Lattice, after: Lattice) -> Lattice:
    """Return `after` with the numbers that vertices, edges and faces have in `before`; both must be
    equal apart from the numbers."""
    now = _numbers(before, after)
    return replace(before, lines=after.lines,
                   vertices=tuple(after.vertices[vertex] for vertex in now))


def _numbers(before: Lattice, after: Lattice) -> list[int]:
    """Return for each vertex before its number after; a vertex is known by the lines that meet in
    it."""
    numbers = {lines: vertex for vertex, lines in enumerate(after.through)}
    return [numbers[lines] for lines in before.through]


def _corners(lattice: Lattice, number: list[int] | range) -> set[tuple[int, ...]]:
    """Return the corners of each face, from the one with the least number."""
    found = set()
    for face in lattice.faces:
        corners = [number[lattice.tail(dart)] for dart in face]
        first = corners.index(min(corners))
        found.add((*corners[first:], *corners[:first]))
    return found


def face_signs(lattice: Lattice) -> list[int]:
    """Return for each face a number whose bits say on the left of which lines it lies."""
    left = {dart: face for face, loop in enumerate(lattice.faces) for dart in loop}
    signs = [-1] * len(lattice.faces)
    signs[0] = _signs(lattice, lattice.faces[0])
    reached = [0]
    for face in reached:  # grows while it is read
        for dart in lattice.faces[face]:
            other = left.get(dart ^ 1)
            if other is not None and signs[other] < 0:
                signs[other] = signs[face] ^ 1 << lattice.edges[dart >> 1][0]
                reached.append(other)
    return signs


def _signs(lattice: Lattice, loop: tuple[int, ...]) -> int:
    """Return the bit set of one face; a corner off a line tells the side of the line."""
    found = 0
    for number, (a, b, c) in enumerate(lattice.lines[FRAME_SIDES:], start=FRAME_SIDES):
        corners = (lattice.vertices[lattice.tail(dart)] for dart in loop)
        value = next(value for x, y, w in corners if (value := a * x + b * y - c * w))
        found |= (value > 0) << number
    return found


def face_origins(before: Lattice, after: Lattice) -> tuple[int, ...]:
    """Return for each face after the one before on the same sides of all lines, or NEW."""
    known = {signs: face for face, signs in enumerate(face_signs(before))}
    return tuple(known.get(signs, NEW) for signs in face_signs(after))


def parted_elsewhere(
    before: Lattice, after: Lattice, parted: Collection[tuple[int, ...]],
) -> str | None:
    """Return what has changed besides that lines no longer meet in these points (each given by its
    lines), in words; None if nothing has."""
    kept = set(before.through).difference(parted)
    if not kept <= set(after.through):
        return "other points where lines meet are gone"
    known = [set(lines) for lines in before.through]
    if any(len(lines) > 2 and not any(set(lines) <= one for one in known)
           for lines in set(after.through) - kept):
        return "lines meet in a new point"
    found = face_origins(before, after)
    if set(found) - {NEW} != set(range(len(before.faces))):
        return "faces are gone"
    around = [set(lines) for lines in parted]
    for face, heir in enumerate(found):
        lines = {line for dart in after.faces[face] for line in after.through[after.tail(dart)]}
        if heir == NEW and not any(lines <= one for one in around):
            return "a face has come to be elsewhere"
    return None


WIDTH_ERROR = 1e-6  # mm by which a width may miss the wanted one
SLACK = 1e-8  # mm below the largest width that are given up if the solver finds no shifts
ROUNDING = 2e-9  # mm: more than rounding takes away
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
        """Return the blockers where they are now: faces, and points (of an edge its middle)."""
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


class CheckedShifts(NamedTuple):
    """A result that was checked."""

    lattice: Lattice
    width: float
    optimum: Optimum


def widen(lattice: Lattice, wanted: float, objective: Objective = "squares", *,
          corners: Collection[int] = (), seconds: float | None = None) -> Widened:
    """Return the least shifts with which every face is as wide as wanted. Where that is impossible,
    the largest possible width, with the least shifts for it, and what blocks more; `corners` are
    the vertices that are corners of the drawing, for messages. An error if there is no answer
    within `seconds`."""
    if not 0 <= wanted < float("inf"):
        raise InputError(f"a width of {wanted} mm; 0 or more is needed")
    begin = monotonic()
    before = min_width(lattice)
    if wanted <= before:
        return Widened(lattice, before, before, wanted, True,
                       (0.0,) * (len(lattice.lines) - FRAME_SIDES))
    return Widening(lattice, build_programme(lattice), wanted, objective, corners, begin,
                    deadline(seconds)).run()


def widest(lattice: Lattice, *, corners: Collection[int] = (),
           seconds: float | None = None) -> Widened:
    """Return the largest width of the narrowest face, with the least squares of shifts for it, and
    what keeps it from being larger."""
    begin = monotonic()
    return Widening(lattice, build_programme(lattice), None, "squares", corners, begin,
                    deadline(seconds)).run()


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
        """Return the result for the wanted width, or else for the largest one."""
        if self.wanted is not None:
            # Slightly more than wanted, so that rounding does not make it less.
            solve = partial(least_shifts, self.rows, self.wanted + ROUNDING, self.objective)
            found = self._standing(solve, self.wanted)
            if found is not None:
                return self._widened(found)
        top = self._first(partial(largest_width, self.rows))
        found = self._least_shifts(top)
        blocked = blockers(self.rows, top, self.corners)
        return self._widened(found, tuple(blocked), top.seconds)

    def _least_shifts(self, top: Optimum) -> CheckedShifts:
        """Return the least of all shifts that give the largest width, or a very slightly smaller
        width if the solver finds none."""
        assert top.width is not None
        before = min_width(self.lattice)
        if self.rows.lattice is self.lattice and top.width <= before + SLACK:
            return CheckedShifts(self.lattice, before, top._replace(seconds=0.0))
        for width in (top.width, top.width - SLACK):
            found = self._standing(partial(least_shifts, self.rows, width, self.objective), width)
            if found is not None:
                return found
        found = self._standing(lambda _: top._replace(seconds=0.0), top.width)
        assert found is not None
        return found

    def _widened(self, found: CheckedShifts, blocked: tuple[Blocker, ...] = (),
                 seconds: float = 0.0) -> Widened:
        reached = self.wanted is None or found.width >= self.wanted - WIDTH_ERROR
        if self.wanted is not None and reached:
            blocked = ()
        return Widened(found.lattice, min_width(self.lattice), found.width, self.wanted, reached,
                       tuple(shifts_between(self.lattice, found.lattice)[FRAME_SIDES:]), blocked,
                       found.optimum.seconds + seconds, monotonic() - self.begin)

    def _attempts(self) -> list[Settings]:
        return [settings._replace(until=self.until) for settings in ATTEMPTS]

    def _first(self, solve: Callable[[Settings], Optimum]) -> Optimum:
        """Return the answer with the first settings that give one."""
        *others, last = self._attempts()
        for settings in others:
            with suppress(SolverError):
                return solve(settings)
        return solve(last)

    def _standing(self, solve: Callable[[Settings], Optimum | None],
                  width: float) -> CheckedShifts | None:
        """Return the arrangement that the solver's shifts give, checked; other settings are tried
        where it does not stand. None if there are no shifts with this width."""
        before, why = self.rows.lattice, ""
        for settings in self._attempts():
            try:
                optimum = solve(settings)
            except SolverError as error:
                why = str(error)
                continue
            if optimum is None:
                if settings.grow:
                    continue
                return None
            shifts = (optimum.shifts - self.rows.origin).tolist()
            found = shift_lines(before, shifts, self.rows.solved)
            narrowest = min_width(found)
            changed = difference(before, found)
            if changed is None and narrowest >= width - WIDTH_ERROR:
                return CheckedShifts(renumbered(before, found), narrowest, optimum)
            why = changed or f"the narrowest face is {narrowest:g} mm wide"
        raise NonoforgeError(f"the faces could not be widened to {width:g} mm: {why}")
