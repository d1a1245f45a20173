"""Ends of strokes that nearly meet something are made to meet it, and that is told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import dist
from typing import NamedTuple

from nonoforge.curved.candidates import between
from nonoforge.curved.cluster import clusters
from nonoforge.curved.leaves import Floats, Leaves, leaves, slope, value
from nonoforge.curved.stroke import Stroke
from nonoforge.plane.path import Path, Piece, Point

SNAP = 0.01 * 25.4 / 72  # mm: a hundredth of a point
SAME = 1e-9  # mm: what is moved by less is where it belongs
TOLD = 1e-5  # mm: what is moved by less was only rounded


class Snapped(NamedTuple):
    """An end that was moved, and how far."""

    stroke: int
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
    on_frame = _nearest(ends, leaves([frame], -1), snap)
    on_others = _nearest(ends, leaves(strokes), snap)
    goals = {index: place for index, place in enumerate(on_frame) if place}
    corners = _Corners(strokes)
    for group in _together(ends, [index for index in range(len(ends)) if index not in goals], snap):
        first = ends[group[0]]
        goal = corners.near(first, snap) or \
            (first.place if len(group) > 1 else on_others[group[0]] or first.place)
        goals.update(dict.fromkeys(group, goal))
    moved = list(strokes)
    told: list[Snapped] = []
    for index, end in enumerate(ends):
        by = dist(goals[index], end.place)
        if by > SAME:
            moved[end.stroke] = _pulled(moved[end.stroke], end.last, goals[index])
        if by > TOLD:
            told.append(Snapped(end.stroke, goals[index], by))
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


def _nearest(ends: Sequence[_End], others: Leaves, snap: float) -> list[Point | None]:
    """For each end the nearest point of other strokes, if it is within reach."""
    import numpy as np

    places = np.array([end.place for end in ends])
    boxes = np.concatenate((places, places), axis=1)
    best: list[tuple[float, Point | None]] = [(np.inf, None)] * len(ends)
    owner = np.array([end.stroke for end in ends])
    for i, j in between(boxes, others.box, max(snap, 1e-9)):
        other = owner[i] != others.stroke[j]
        i, j = i[other], j[other]
        if not len(i):
            continue
        found = _feet(places[i], others, j)
        away = np.hypot(*(found - places[i]).T)
        for end, far, point in zip(i.tolist(), away.tolist(), found.tolist(), strict=True):
            if far <= max(snap, 1e-9) and far < best[end][0]:
                best[end] = far, (point[0], point[1])
    return [point for _, point in best]


def _feet(points: Floats, others: Leaves, which: Floats) -> Floats:
    """The point of each leaf that is nearest to a point: leaves are nearly straight, so that a few
    steps along the direction at the last foot find it."""
    import numpy as np

    table, low, high = others.coefficients[which], others.t0[which], others.t1[which]
    t = (low + high) / 2
    for _ in range(12):
        ahead = slope(table, t)
        along = ((points - value(table, t)) * ahead).sum(axis=1)
        t = np.clip(t + along / np.maximum((ahead * ahead).sum(axis=1), 1e-30), low, high)
    return value(table, t)


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
