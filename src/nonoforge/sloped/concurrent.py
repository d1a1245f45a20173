"""Lines that nearly meet in one point are made to meet there exactly.

With fixed directions, that three lines a x + b y = c meet is one linear equation in their three c:

    c1 (a2 b3 - a3 b2) + c2 (a3 b1 - a1 b3) + c3 (a1 b2 - a2 b1) = 0

All such equations are solved by rational elimination, so that they hold exactly: some c are free,
the others follow. The free ones are chosen so that, in the sum of squares, all lines stay as near
to their places as they can.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from nonoforge.sloped.straight import Straight, line, meet

Equation = dict[int, Fraction]
"""Sum of coefficient times c = 0; the key CONSTANT has a summand that is no c."""

CONSTANT = -1


class Elimination:
    """Linear equations, solved one by one: `rows` has, for each c that is not free, what it is in
    terms of those that are."""

    def __init__(self) -> None:
        self.rows: dict[int, Equation] = {}

    def add(self, equation: Equation) -> bool:
        """Take an equation in; False if it contradicts those before it, and is left out."""
        rest = self._reduced(equation)
        constant = rest.pop(CONSTANT, Fraction(0))
        if not rest:
            return constant == 0
        pivot = min(rest, key=lambda key: (abs(rest[key]) != 1, -abs(rest[key]), key))
        by = -rest.pop(pivot)
        row = {key: value / by for key, value in rest.items()}
        if constant:
            row[CONSTANT] = constant / by
        for other in self.rows.values():
            if pivot in other:
                _add(other, row, other.pop(pivot))
        self.rows[pivot] = row
        return True

    def _reduced(self, equation: Equation) -> Equation:
        rest: Equation = {}
        for key, value in equation.items():
            if key in self.rows:
                _add(rest, self.rows[key], value)
            else:
                _add(rest, {key: Fraction(1)}, value)
        return rest

    def value(self, key: int, free: Sequence[Fraction | int]) -> Fraction:
        """A c, if the free ones have these values."""
        row = self.rows.get(key)
        if row is None:
            return Fraction(free[key])
        return sum((value * (1 if at == CONSTANT else free[at]) for at, value in row.items()),
                   Fraction(0))


def _add(target: Equation, row: Equation, times: Fraction) -> None:
    for key, value in row.items():
        total = target.get(key, 0) + value * times
        if total:
            target[key] = total
        else:
            target.pop(key, None)


class Meeting(NamedTuple):
    """Lines (by number, the two that cross most squarely first) that should meet in a point."""

    lines: tuple[int, ...]
    miss: float  # by how much they do not, in exact coordinates


def equations(lines: Sequence[Straight], meeting: Meeting, fixed: int) -> list[Equation]:
    """One for each line beyond the first two; the first `fixed` lines keep their c."""
    first, second, *others = meeting.lines
    found: list[Equation] = []
    for third in others:
        terms = {}
        for i, j, k in ((first, second, third), (second, third, first), (third, first, second)):
            terms[i] = Fraction(lines[j].a * lines[k].b - lines[k].a * lines[j].b)
        equation: Equation = {}
        for key, value in terms.items():
            known = key < fixed
            _add(equation, {CONSTANT if known else key: Fraction(1)},
                 value * lines[key].c if known else value)
        found.append(equation)
    return found


class Joined(NamedTuple):
    """The lines, moved; the meetings that could not be had; and by how much lines were moved, in
    exact coordinates."""

    lines: tuple[Straight, ...]
    left_out: tuple[Meeting, ...]
    moved: float


def join(
    lines: Sequence[Straight], meetings: Iterable[Meeting], fixed: int, limit: float,
) -> Joined:
    """Move all but the first `fixed` lines, none by more than `limit`, so that all meetings hold
    exactly; those that contradict others before them, or would move lines too far, are left out."""
    wanted = list(meetings)
    left_out: list[Meeting] = []
    inexact = {meeting for meeting in wanted if not _exact(lines, meeting)}
    while inexact:
        system, kept, broken = _eliminated(lines, wanted, fixed)
        left_out += broken
        inexact -= {*broken}
        places = _nearest(lines, system, fixed)
        moves = [abs(float(place - old.c)) / old.norm
                 for place, old in zip(places, lines, strict=True)]
        if max(moves) <= limit:
            return Joined(tuple(line(Fraction(old.a), Fraction(old.b), place) for old, place
                                in zip(lines, places, strict=True)), tuple(left_out), max(moves))
        blamed = _blamed(inexact, {key for key, move in enumerate(moves) if move > limit})
        left_out += blamed
        inexact -= {*blamed}
        wanted = [meeting for meeting in kept if meeting not in blamed]
    return Joined(tuple(lines), tuple(left_out), 0.0)


def _blamed(inexact: set[Meeting], moved: set[int]) -> list[Meeting]:
    """Half of the meetings of lines that would be moved too far, those that miss most."""
    of_moved = [meeting for meeting in inexact if not moved.isdisjoint(meeting.lines)]
    worst = sorted(of_moved or inexact, key=lambda meeting: (-meeting.miss, meeting.lines))
    return worst[:(len(worst) + 1) // 2]


def _exact(lines: Sequence[Straight], meeting: Meeting) -> bool:
    """Do the lines meet in a point as they are?"""
    first, second, *others = meeting.lines
    corner = meet(lines[first], lines[second])
    assert corner is not None
    x, y, w = corner
    return all(lines[at].a * x + lines[at].b * y == lines[at].c * w for at in others)


def _eliminated(
    lines: Sequence[Straight], meetings: Sequence[Meeting], fixed: int,
) -> tuple[Elimination, list[Meeting], list[Meeting]]:
    system = Elimination()
    kept: list[Meeting] = []
    broken: list[Meeting] = []
    for meeting in meetings:
        held = [system.add(equation) for equation in equations(lines, meeting, fixed)]
        (kept if all(held) else broken).append(meeting)
    return system, kept, broken


def _nearest(
    lines: Sequence[Straight], system: Elimination, fixed: int,
) -> list[Fraction]:
    """The c of all lines that solve the system and are nearest to where the lines are."""
    touched = {key for row in system.rows.values() for key in row} - {CONSTANT}
    free: list[Fraction | int] = [straight.c for straight in lines]
    if touched:
        for key, place in zip(sorted(touched), _squares(lines, system, sorted(touched)),
                              strict=True):
            free[key] = round(place)
    return [Fraction(straight.c) if key < fixed else system.value(key, free)
            for key, straight in enumerate(lines)]


def _squares(
    lines: Sequence[Straight], system: Elimination, free: Sequence[int],
) -> list[float]:
    """Least squares of the moves, in terms of the free c."""
    import numpy as np

    column = {key: at for at, key in enumerate(free)}
    matrix = np.zeros((len(free) + len(system.rows), len(free)))
    right = np.zeros(len(matrix))
    for at, key in enumerate(free):
        matrix[at, at] = 1 / lines[key].norm
        right[at] = 0.0
    for at, (key, row) in enumerate(system.rows.items(), len(free)):
        norm = lines[key].norm
        # In differences from where the lines are: their c are large, and the moves are small.
        rest = row.get(CONSTANT, Fraction(0)) - lines[key].c
        for other, value in row.items():
            if other != CONSTANT:
                matrix[at, column[other]] = float(value) / norm
                rest += value * lines[other].c
        right[at] = -float(rest) / norm
    moves = np.linalg.lstsq(matrix, right, rcond=None)[0]
    return [lines[key].c + float(move) for key, move in zip(free, moves, strict=True)]
