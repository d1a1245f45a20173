"""Snap ends of strokes to what they nearly meet, and replace stretches along the frame."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from math import dist, floor, hypot
from typing import NamedTuple

from nonoforge.families.curved.arranging import (
    COINCIDENCE,
    Segments,
    clusters,
    contacts,
    monotone_segments,
    nearest_points,
)
from nonoforge.families.curved.stroke import Stroke
from nonoforge.path import Path, Piece, Point, flat, inside, part, velocity

SNAP_MM = 0.01 * 25.4 / 72  # a hundredth of a point
MIN_MOVE = 1e-9  # mm: an end that is nearer to its goal stays
MIN_REPORTED_MOVE = 1e-5  # mm: smaller moves are rounding


class Snapped(NamedTuple):
    """An end that was moved, and how far."""

    name: str
    place: Point
    by: float


class _End(NamedTuple):
    stroke: int
    last: bool
    place: Point


def snap_ends(
    frame: Stroke, strokes: Sequence[Stroke], snap: float = SNAP_MM,
) -> tuple[list[Stroke], list[Snapped]]:
    """Return the strokes with their ends where they belong: on the frame if it is within reach,
    else where another stroke has an end or a corner, else on the nearest stroke."""
    ends = [_End(number, last, stroke.path[-1][-1] if last else stroke.path[0][0])
            for number, stroke in enumerate(strokes) if not stroke.closed for last in (False, True)]
    if not ends:
        return list(strokes), []
    places, reach = [end.place for end in ends], max(snap, MIN_MOVE)
    on_frame = nearest_points(places, monotone_segments([frame]), reach)
    on_others = nearest_points(places, monotone_segments(strokes), reach,
                               [end.stroke for end in ends])
    goals = {index: foot.place for index, foot in enumerate(on_frame) if foot}
    corners = _Corners(strokes)
    for group in _together(ends, [index for index in range(len(ends)) if index not in goals], snap):
        first = ends[group[0]]
        beside = on_others[group[0]] if len(group) == 1 else None
        goal = corners.near(first, snap) or (beside.place if beside else first.place)
        goals.update(dict.fromkeys(group, goal))
    moved = list(strokes)
    snapped: list[Snapped] = []
    for index, end in enumerate(ends):
        by = dist(goals[index], end.place)
        if by > MIN_MOVE:
            moved[end.stroke] = _pulled(moved[end.stroke], end.last, goals[index])
        if by > MIN_REPORTED_MOVE:
            snapped.append(Snapped(strokes[end.stroke].name, goals[index], by))
    return moved, snapped


def _together(ends: Sequence[_End], which: Sequence[int], snap: float) -> Iterable[list[int]]:
    """Return groups of ends that are near each other."""
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
        """Return the nearest corner of another stroke."""
        import numpy as np

        if not len(self.table):
            return None
        away = np.hypot(self.table[:, 1] - end.place[0], self.table[:, 2] - end.place[1])
        away[self.table[:, 0] == end.stroke] = np.inf
        best = int(away.argmin())
        _, x, y = self.table[best].tolist()
        return (x, y) if away[best] <= snap else None


def _pulled(stroke: Stroke, last: bool, goal: Point) -> Stroke:
    """Return the stroke with another end; its direction there stays."""
    path: Path = stroke.path
    if last:
        return replace(stroke, path=(*path[:-1], _moved(path[-1][::-1], goal)[::-1]))
    return replace(stroke, path=(_moved(path[0], goal), *path[1:]))


def _moved(piece: Piece, goal: Point) -> Piece:
    if len(piece) == 2:
        return goal, piece[1]
    (ax, ay), (bx, by), c, d = piece
    return goal, (bx + goal[0] - ax, by + goal[1] - ay), c, d


# Strokes that run along the frame: there the frame itself does for them.
#
# A picture often ends at the edge of its page. Where its outline lies on the frame, the frame
# becomes the picture's outline, and what is left of the stroke goes from frame to frame. Curves
# that coincide in part do so from an end of a piece to an end of a piece, of the one or of the
# other.

PROBE_OFFSET = 1e-3  # mm: distance of test points from the frame, on its inner side


class FrameSplit(NamedTuple):
    """The frame, the strokes without their stretches along it, and notes."""

    frame: Stroke
    strokes: tuple[Stroke, ...]
    notes: tuple[str, ...]


def split_along_frame(frame: Stroke, strokes: Sequence[Stroke]) -> FrameSplit:
    """Return the strokes without the parts that run along the frame; those parts mark the frame
    instead."""
    if not strokes:
        return FrameSplit(frame, (), ())
    edge = monotone_segments([frame])
    found, overlaps = contacts([frame, *strokes], edge, monotone_segments(strokes, 1))
    hugging = {overlap.b - 1 for overlap in overlaps}
    kept: list[Stroke] = []
    along: list[Stretch] = []
    notes: list[str] = []
    for number, stroke in enumerate(strokes):
        if number not in hugging:
            kept.append(stroke)
            continue
        parts, stretches = _apart(frame, edge, stroke)
        kept += parts
        if stroke.closed and all(stroke.flags):
            # It may also go beyond the frame; what is inside it says more than what is along it.
            met = [contact.u for contact in found if contact.b == number + 1]
            along += inner_stretches(frame, stroke, [*met, *(u for stretch in stretches
                                                             for u in stretch[:2])])
        else:
            along += stretches
        notes.append(f"{stroke.name} runs along the frame; there it is the frame")
    return FrameSplit(mark_frame(frame, along), tuple(kept), tuple(notes))


Stretch = tuple[float, float, float]
"""Of the frame: from, to, and a place between."""


def inner_stretches(frame: Stroke, stroke: Stroke, cuts: Sequence[float]) -> Iterator[Stretch]:
    """Yield the stretches of the frame that have the inside of an outline on their inner side."""
    last = float(len(frame.path))
    polygon = flat(stroke.path, PROBE_OFFSET / 10)[:-1]
    rim = sorted({float(k) for k in range(len(frame.path))} | {u % last for u in cuts})
    for u0, u1 in pairwise([*rim, rim[0] + last]):
        middle = (u0 + u1) / 2 % last
        piece = frame.path[int(middle)]
        (x, y), (dx, dy) = frame.place(middle), velocity(piece, middle - int(middle))
        aside = PROBE_OFFSET / max(hypot(dx, dy), 1e-12)
        if u1 - u0 > 1e-9 and inside((x - dy * aside, y + dx * aside), polygon):
            yield u0, u1, middle


def _apart(
    frame: Stroke, edge: Segments, stroke: Stroke,
) -> tuple[list[Stroke], list[Stretch]]:
    """Return the parts of a stroke off the frame, and the stretches of the frame where it borders
    the picture."""
    last = len(stroke.path)
    joints = [float(k) for k in range(last + 1)]
    feet = nearest_points([piece[0] for piece in frame.path], monotone_segments([stroke]),
                          COINCIDENCE)
    cuts = sorted({*joints, *(foot.u for foot in feet if foot is not None)})
    parts: list[Stroke] = []
    stretches: list[Stretch] = []
    for u0, u1 in pairwise(cuts):
        probes = [stroke.place(u0 + (u1 - u0) * share) for share in (0, 0.25, 0.5, 0.75, 1)]
        on = [foot.u for foot in nearest_points(probes, edge, COINCIDENCE) if foot is not None]
        flag = stroke.flags[floor((u0 + u1) / 2)]
        if len(on) == len(probes):
            if flag:
                stretches.append((on[0], on[-1], on[2]))
        else:
            parts.append(Stroke(_part(stroke.path, u0, u1), False, (flag,), stroke.name))
    return _joined(parts), stretches


def _part(path: Path, u0: float, u1: float) -> Path:
    piece = floor((u0 + u1) / 2)
    return (part(path[piece], u0 - piece, u1 - piece),)


def _joined(parts: Sequence[Stroke]) -> list[Stroke]:
    """Return consecutive parts joined to strokes; in a closed stroke the last continues into the
    first."""
    found: list[Stroke] = []
    for each in parts:
        if found and found[-1].path[-1][-1] == each.path[0][0]:
            found[-1] = _one(found[-1], each)
        else:
            found.append(each)
    if len(found) > 1 and found[-1].path[-1][-1] == found[0].path[0][0]:
        found[0] = _one(found.pop(), found[0])
    return found


def _one(first: Stroke, second: Stroke) -> Stroke:
    return Stroke((*first.path, *second.path), False, (*first.flags, *second.flags), first.name)


def mark_frame(frame: Stroke, along: Sequence[Stretch]) -> Stroke:
    """Return the frame, cut where stretches begin and end; each inverts the flag of what it
    covers."""
    if not along:
        return frame
    last = float(len(frame.path))
    cuts = sorted({float(k) for k in range(len(frame.path) + 1)}
                  | {u for u0, u1, _ in along for u in (u0 % last, u1 % last)})
    pieces: list[Piece] = []
    flags: list[bool] = []
    for u0, u1 in pairwise(cuts):
        if u1 - u0 < 1e-9:
            continue
        middle = (u0 + u1) / 2
        covered = sum(_between(middle, stretch, last) for stretch in along)
        pieces += _part(frame.path, u0, u1)
        flags.append(frame.flags[floor(middle)] ^ bool(covered % 2))
    return Stroke(_closed(pieces), True, tuple(flags), frame.name)


def _between(u: float, stretch: Stretch, last: float) -> bool:
    """Return whether u lies on a stretch, which is given by its ends and a place between them."""
    u0, u1, through = stretch
    ahead = ((u1 - u0) % last, (through - u0) % last, (u - u0) % last)
    if ahead[1] <= ahead[0]:
        return ahead[2] < ahead[0]
    return ahead[2] > ahead[0]


def _closed(pieces: list[Piece]) -> Path:
    """Return the closed path with each start moved to the end before it; they differ by
    rounding."""
    ends: list[Point] = [pieces[-1][-1], *(piece[-1] for piece in pieces)]
    return tuple((start, *piece[1:]) for start, piece in zip(ends, pieces, strict=False))
