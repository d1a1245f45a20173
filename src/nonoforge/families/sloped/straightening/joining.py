"""Lines that nearly meet in one point, and how they are made to meet there exactly.

They are moved so that, in the sum of squares, all stay as near to their places as they can.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from nonoforge.families.sloped.elimination import CONSTANT, Elimination
from nonoforge.families.sloped.straight import UNIT, Straight, meet, sine

HAIR = 1e-3  # of the exact coordinates: what should move by less stays


class Meeting(NamedTuple):
    """Lines (by number, the two that cross most squarely first) that should meet in a point."""

    lines: tuple[int, ...]
    miss: float  # by how much they do not, in exact coordinates


def meetings(
    lines: Sequence[Straight], frame: tuple[int, int, int, int], near: float,
    corners: Iterable[tuple[int, int]] = (),
) -> list[Meeting]:
    """All places in the frame where more than two lines pass within `near` of a point, in exact
    coordinates. Those at corners of the drawing (pairs of lines) come first, because they should
    be kept whatever becomes of the others; then those that miss least."""
    found = []
    drawn = {frozenset(pair) for pair in corners}
    for group in _groups(lines, frame, near):
        meeting = _meeting(lines, sorted(group), near)
        if meeting is not None:
            corner = any(frozenset(pair) in drawn for pair in combinations(meeting.lines, 2))
            found.append((not corner, meeting.miss, meeting))
    return [meeting for _, _, meeting in sorted(found)]


def _groups(
    lines: Sequence[Straight], frame: tuple[int, int, int, int], near: float,
) -> list[set[int]]:
    """Crossings that follow each other closely on some line are the same place."""
    parent: dict[tuple[int, int], tuple[int, int]] = {}

    def root(pair: tuple[int, int]) -> tuple[int, int]:
        while (up := parent.setdefault(pair, pair)) != pair:
            parent[pair] = pair = parent[up]
        return pair

    for own, one, other in _close(lines, frame, near):
        a, b = root((min(own, one), max(own, one))), root((min(own, other), max(own, other)))
        parent[a] = b
    groups: dict[tuple[int, int], set[int]] = {}
    for pair in list(parent):
        groups.setdefault(root(pair), set()).update(pair)
    return [group for group in groups.values() if len(group) > 2]


def _close(
    lines: Sequence[Straight], frame: tuple[int, int, int, int], near: float,
) -> list[tuple[int, int, int]]:
    """A line, and two others that cross it next to each other, within the frame."""
    import numpy as np

    number = len(lines)
    units = np.array([straight.unit for straight in lines])
    normals, offsets = units[:, :2], units[:, 2] * UNIT
    sines = normals[:, None, 0] * normals[None, :, 1] - normals[:, None, 1] * normals[None, :, 0]
    with np.errstate(all="ignore"):
        xs = (offsets[:, None] * normals[None, :, 1] - offsets[None, :] * normals[:, None, 1]) \
            / sines
        ys = (normals[:, None, 0] * offsets[None, :] - normals[None, :, 0] * offsets[:, None]) \
            / sines
        left, bottom, right, top = frame
        inside = ((np.abs(sines) > 1e-12) & (xs >= left - near) & (xs <= right + near)
                  & (ys >= bottom - near) & (ys <= top + near))
        along = np.where(inside, xs * normals[:, None, 1] - ys * normals[:, None, 0], np.inf)
        order = np.argsort(along, axis=1)
        sorted_along = np.take_along_axis(along, order, axis=1)
        slant = np.take_along_axis(np.abs(sines), order, axis=1)
        miss = np.diff(sorted_along, axis=1) * np.maximum(slant[:, 1:], slant[:, :-1])
        own, at = np.nonzero(miss <= near)  # not where it is infinite, or no number
    return [(int(i), int(order[i, j]), int(order[i, j + 1]))
            for i, j in zip(own, at, strict=True) if number > 2]


def _meeting(lines: Sequence[Straight], group: list[int], near: float) -> Meeting | None:
    """The lines of a group that are close to the crossing of its two squarest ones."""
    first, second = max(combinations(group, 2), key=lambda pair: sine(*(lines[at] for at in pair)))
    corner = meet(lines[first], lines[second])
    assert corner is not None, "lines that are close to one place are not all parallel"
    x, y, w = corner
    misses = {}
    for key in group:
        if key not in (first, second):
            a, b, c = lines[key].unit
            misses[key] = abs(a * (x / w) + b * (y / w) - c * UNIT)  # rounded, but good enough
    close = [key for key, miss in misses.items() if miss <= near]
    if not close:
        return None
    return Meeting((first, second, *close), max(misses[key] for key in close))


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
