"""From shifts as a solver gives them to lines that meet exactly where they must.

Along a line a x + b y = c with a and b in lowest terms, a shift is a change of c. That three lines
go on meeting in a point is one equation in their changes, with whole-number factors. The equations
are solved for some of the changes; the others are free, and are rounded to a fine grid.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import gcd, hypot

from nonoforge.sloped.lattice import FRAME, Lattice, lattice
from nonoforge.sloped.straight import UNIT, Straight

FINE = 1 << 20  # steps of the grid in a unit of the exact coordinates: 1e-9 mm
PLAIN, HAIR = 1000, 1e-5  # in such units: what misses a plain fraction by a hair is that fraction

Sum = dict[int, Fraction]
"""A sum of free changes: the factor of each line."""


def frame_of(arrangement: Lattice) -> tuple[int, int, int, int]:
    """Left, bottom, right, top, in exact coordinates."""
    bottom, right, top, left = arrangement.lines[:FRAME]
    return -left.c, bottom.c, -right.c, top.c


def shifted(arrangement: Lattice, shifts: Sequence[float], known: dict[int, Sum]) -> Lattice:
    """The arrangement with its lines shifted by about so many millimetres (the frame's are not
    looked at), so that lines that meet in a point still do. `known` is what `solved` says."""
    changes = _changes(arrangement, shifts, known)
    lines = [line.shifted(change * gcd(line.a, line.b)) if change else line
             for line, change in zip(arrangement.lines, changes, strict=True)]
    return lattice(frame_of(arrangement), lines[FRAME:])


def shifts_between(before: Lattice, after: Lattice) -> list[float]:
    """By how much each line was shifted, in millimetres."""
    return [float(_offset(new) - _offset(old)) / (UNIT * length(old))
            for old, new in zip(before.lines, after.lines, strict=True)]


def _offset(line: Straight) -> Fraction:
    return Fraction(line.c, gcd(line.a, line.b))


def length(line: Straight) -> float:
    """Of (a, b) in lowest terms: the change of the offset for a shift by one unit."""
    common = gcd(line.a, line.b)
    return hypot(line.a // common, line.b // common)


def _changes(arrangement: Lattice, shifts: Sequence[float],
             known: dict[int, Sum]) -> list[Fraction]:
    """The change of each line's offset."""
    free = [_rounded(shift * UNIT * length(line))
            for line, shift in zip(arrangement.lines, shifts, strict=True)]
    free[:FRAME] = [Fraction(0)] * FRAME
    return [sum((factor * free[other] for other, factor in known[number].items()), Fraction(0))
            if number in known else free[number] for number in range(len(free))]


def _rounded(change: float) -> Fraction:
    plain = round(change * PLAIN)
    if abs(change - plain / PLAIN) < HAIR:
        return Fraction(plain, PLAIN)
    return Fraction(round(change * FINE), FINE)


def solved(lines: Sequence[Straight], meetings: Iterable[Sequence[int]]) -> dict[int, Sum]:
    """The lines whose changes follow from those of others, if lines go on meeting so; the frame's
    follow from nothing."""
    normals = [(line.a // gcd(line.a, line.b), line.b // gcd(line.a, line.b)) for line in lines]
    known: dict[int, Sum] = {number: {} for number in range(FRAME)}
    for meeting in meetings:
        for other in meeting[2:]:
            rest: Sum = {}
            for number, factor in _equation(normals, meeting[0], meeting[1], other):
                for free, share in known.get(number, {number: Fraction(1)}).items():
                    rest[free] = rest.get(free, Fraction(0)) + factor * share
            _solve(known, {free: share for free, share in rest.items() if share}, normals)
    return known


def _equation(
    normals: Sequence[tuple[int, int]], i: int, j: int, k: int,
) -> list[tuple[int, int]]:
    """The factors with which the changes of three lines through one point make 0."""
    def cross(one: int, other: int) -> int:
        (a, b), (c, d) = normals[one], normals[other]
        return a * d - b * c

    return [(i, cross(j, k)), (j, cross(k, i)), (k, cross(i, j))]


def _solve(known: dict[int, Sum], rest: Sum, normals: Sequence[tuple[int, int]]) -> None:
    """Solve a sum that is 0 for the line whose millimetres weigh most in it, so that what follows
    is rounded no more than what it follows from, and put that into what is known."""
    if not rest:
        return
    chosen = max(rest, key=lambda number: abs(float(rest[number])) * hypot(*normals[number]))
    weight = -rest.pop(chosen)
    value = {free: share / weight for free, share in rest.items()}
    for total in known.values():
        factor = total.pop(chosen, None)
        if factor is not None:
            for free, share in value.items():
                total[free] = total.get(free, Fraction(0)) + factor * share
                if not total[free]:
                    del total[free]
    known[chosen] = value
