"""Where three or more lines nearly meet in one point."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from nonoforge.sloped.joining import Meeting
from nonoforge.sloped.straight import UNIT, Straight, meet, sine


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


