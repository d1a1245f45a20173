"""Lines that nearly meet in one point are made to meet there exactly.

They are moved so that, in the sum of squares, all stay as near to their places as they can.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from nonoforge.sloped.elimination import CONSTANT, Elimination
from nonoforge.sloped.straight import Straight, meet

HAIR = 1e-3  # of the exact coordinates: what should move by less stays


class Meeting(NamedTuple):
    """Lines (by number, the two that cross most squarely first) that should meet in a point."""

    lines: tuple[int, ...]
    miss: float  # by how much they do not, in exact coordinates


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
        system = Elimination(lines, fixed)
        held = {meeting: system.meet(meeting.lines) for meeting in wanted}
        broken = [meeting for meeting in wanted if not held[meeting]]
        left_out += broken
        inexact -= {*broken}
        changes = system.changes(_least(system))
        moves = [abs(float(change / Fraction(straight.step)))
                 for change, straight in zip(changes, lines, strict=True)]
        if max(moves) <= limit:
            return Joined(tuple(straight.shifted(change) for straight, change
                                in zip(lines, changes, strict=True)), tuple(left_out), max(moves))
        blamed = _blamed(inexact, {key for key, move in enumerate(moves) if move > limit})
        left_out += blamed
        inexact -= {*blamed}
        wanted = [meeting for meeting in wanted if held[meeting] and meeting not in blamed]
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


def _least(system: Elimination) -> list[Fraction]:
    """The free changes with which all lines move least, by least squares; to whole offsets, if
    they change at all, so that numbers stay short."""
    free = sorted({key for row in system.rows.values() for key in row} - {CONSTANT})
    changes = [Fraction(0)] * len(system.lines)
    for key, shift in zip(free, _squares(system, free) if free else (), strict=True):
        if abs(shift) > HAIR:
            straight = system.lines[key]
            changes[key] = round(straight.offset + Fraction(shift * straight.step)) \
                - straight.offset
    return changes


def _squares(system: Elimination, free: Sequence[int]) -> list[float]:
    """The free shifts with the least squares of all shifts, in exact coordinates."""
    import numpy as np

    column = {key: at for at, key in enumerate(free)}
    matrix = np.zeros((len(free) + len(system.rows), len(free)))
    matrix[range(len(free)), range(len(free))] = 1.0
    right = np.zeros(len(matrix))
    for at, (number, row) in enumerate(system.rows.items(), len(free)):
        own = system.lines[number].step
        for key, factor in row.items():
            if key == CONSTANT:
                right[at] = -float(factor / Fraction(own))
            else:
                matrix[at, column[key]] = float(factor) * system.lines[key].step / own
    shifts: list[float] = np.linalg.lstsq(matrix, right, rcond=None)[0].tolist()
    return shifts
