"""Ends of strokes that nearly meet something are made to meet it, and that is told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import dist
from typing import NamedTuple

from nonoforge.families.curved.arranging import clusters, leaves, nearest
from nonoforge.families.curved.stroke import Stroke
from nonoforge.path import Path, Piece, Point

SNAP = 0.01 * 25.4 / 72  # mm: a hundredth of a point
SAME = 1e-9  # mm: what is moved by less is where it belongs
TOLD = 1e-5  # mm: what is moved by less was only rounded


class Snapped(NamedTuple):
    """An end that was moved, and how far."""

    name: str
    place: Point
    by: float


class _End(NamedTuple):
    stroke: int
    last: bool
    place: Point


def join(
    frame: Stroke, strokes: Sequence[Stroke], snap: float = SNAP,
) -> tuple[list[Stroke], list[Snapped]]:
    """The strokes with their ends where they belong: on the frame if it is within reach, else where
    another stroke has an end or a corner, else on the nearest stroke."""
    ends = [_End(number, last, stroke.path[-1][-1] if last else stroke.path[0][0])
            for number, stroke in enumerate(strokes) if not stroke.closed for last in (False, True)]
    if not ends:
        return list(strokes), []
    places, reach = [end.place for end in ends], max(snap, SAME)
    on_frame = nearest(places, leaves([frame]), reach)
    on_others = nearest(places, leaves(strokes), reach, [end.stroke for end in ends])
    goals = {index: foot.place for index, foot in enumerate(on_frame) if foot}
    corners = _Corners(strokes)
    for group in _together(ends, [index for index in range(len(ends)) if index not in goals], snap):
        first = ends[group[0]]
        beside = on_others[group[0]] if len(group) == 1 else None
        goal = corners.near(first, snap) or (beside.place if beside else first.place)
        goals.update(dict.fromkeys(group, goal))
    moved = list(strokes)
    told: list[Snapped] = []
    for index, end in enumerate(ends):
        by = dist(goals[index], end.place)
        if by > SAME:
            moved[end.stroke] = _pulled(moved[end.stroke], end.last, goals[index])
        if by > TOLD:
            told.append(Snapped(strokes[end.stroke].name, goals[index], by))
    return moved, told


def _together(ends: Sequence[_End], which: Sequence[int], snap: float) -> Iterable[list[int]]:
    """Ends that are near each other."""
    found: dict[int, list[int]] = {}
    for index, number in zip(which, clusters([ends[index].place for index in which], snap),
                             strict=True):
        found.setdefault(number, []).append(index)
    return found.values()


class _Corners:
    """Where pieces of strokes join: places where ends may go."""

    def __init__(self, strokes: Sequence[Stroke]) -> None:
        import numpy as np

        self.table = np.array([
            (number, *piece[0]) for number, stroke in enumerate(strokes)
            for piece in (stroke.path if stroke.closed else stroke.path[1:])]).reshape(-1, 3)

    def near(self, end: _End, snap: float) -> Point | None:
        """The nearest corner of another stroke."""
        import numpy as np

        if not len(self.table):
            return None
        away = np.hypot(self.table[:, 1] - end.place[0], self.table[:, 2] - end.place[1])
        away[self.table[:, 0] == end.stroke] = np.inf
        best = int(away.argmin())
        _, x, y = self.table[best].tolist()
        return (x, y) if away[best] <= snap else None


def _pulled(stroke: Stroke, last: bool, goal: Point) -> Stroke:
    """The stroke with another end; its direction there stays."""
    path: Path = stroke.path
    if last:
        return replace(stroke, path=(*path[:-1], _moved(path[-1][::-1], goal)[::-1]))
    return replace(stroke, path=(_moved(path[0], goal), *path[1:]))


def _moved(piece: Piece, goal: Point) -> Piece:
    if len(piece) == 2:
        return goal, piece[1]
    (ax, ay), (bx, by), c, d = piece
    return goal, (bx + goal[0] - ax, by + goal[1] - ay), c, d
