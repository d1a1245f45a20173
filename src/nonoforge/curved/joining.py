"""Ends of strokes that nearly meet something are made to meet it, and that is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import dist
from typing import NamedTuple

from nonoforge.curved.candidates import between
from nonoforge.curved.leaves import Floats, Leaves, leaves, slope, value
from nonoforge.curved.stroke import Stroke
from nonoforge.plane.path import Path, Piece, Point

SNAP = 0.01 * 25.4 / 72  # mm: a hundredth of a point
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
    anchors = _Anchors(strokes)
    moved = list(strokes)
    told: list[Snapped] = []
    for index, end in enumerate(ends):
        goal = on_frame[index] or anchors.near(end, snap) or on_others[index] or end.place
        anchors.add(end, goal)
        by = dist(goal, end.place)
        if goal != end.place:
            moved[end.stroke] = _pulled(moved[end.stroke], end.last, goal)
        if by > TOLD:
            told.append(Snapped(end.stroke, goal, by))
    return moved, told


class _Anchors:
    """Places where ends may go: corners of strokes, and ends that have their place already."""

    def __init__(self, strokes: Sequence[Stroke]) -> None:
        import numpy as np

        rows = [(number, *piece[0]) for number, stroke in enumerate(strokes)
                for piece in (stroke.path if stroke.closed else stroke.path[1:])]
        self.fixed = np.array(rows).reshape(-1, 3)
        self.ends: list[tuple[int, Point]] = []

    def near(self, end: _End, snap: float) -> Point | None:
        import numpy as np

        candidates = [(dist(place, end.place), place) for _, place in self.ends]
        if len(self.fixed):
            away = np.hypot(self.fixed[:, 1] - end.place[0], self.fixed[:, 2] - end.place[1])
            away[self.fixed[:, 0] == end.stroke] = np.inf
            best = int(away.argmin())
            candidates.append((float(away[best]),
                               (float(self.fixed[best, 1]), float(self.fixed[best, 2]))))
        found = min(candidates, default=None)
        return found[1] if found and found[0] <= snap else None

    def add(self, end: _End, place: Point) -> None:
        self.ends.append((end.stroke, place))


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
