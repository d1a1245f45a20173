"""From shifts as a solver gives them to lines that meet exactly where they must.

Shifts of some lines follow from those of others; the others are free, and are rounded to a fine
grid.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from nonoforge.families.sloped.elimination import Elimination
from nonoforge.families.sloped.lattice import FRAME_SIDES, Lattice, build_lattice
from nonoforge.families.sloped.straight import UNIT, Straight

FINE = 1 << 20  # steps of the grid in a unit of the exact coordinates: 1e-9 mm
PLAIN, HAIR = 1000, 1e-5  # in such units: what misses a plain fraction by a hair is that fraction


def solved(lines: Sequence[Straight], meetings: Iterable[Sequence[int]]) -> Elimination:
    """Whose changes follow from those of others, if lines go on meeting so and the frame stays."""
    system = Elimination(lines, FRAME_SIDES)
    for meeting in meetings:
        system.meet(meeting)
    return system


def shifted(arrangement: Lattice, shifts: Sequence[float], known: Elimination) -> Lattice:
    """The arrangement with its lines shifted by about so many millimetres, so that lines that meet
    in a point still do. `known` is what `solved` says."""
    changes = known.changes([_rounded(shift * UNIT * line.step) for line, shift
                             in zip(arrangement.lines, shifts, strict=True)])
    lines = [line.shifted(change)
             for line, change in zip(arrangement.lines, changes, strict=True)]
    return build_lattice(arrangement.frame, lines[FRAME_SIDES:])


def _rounded(change: float) -> Fraction:
    plain = round(change * PLAIN)
    if abs(change - plain / PLAIN) < HAIR:
        return Fraction(plain, PLAIN)
    return Fraction(round(change * FINE), FINE)


def shifts_between(before: Lattice, after: Lattice) -> list[float]:
    """By how much each line was shifted, in millimetres."""
    return [float(new.offset - old.offset) / (UNIT * old.step)
            for old, new in zip(before.lines, after.lines, strict=True)]
