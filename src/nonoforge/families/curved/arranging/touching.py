"""Where two strokes touch they are together for a while: many meetings that are one contact.

The same holds where they cross twice, so flatly that nobody could see it. What is between two
meetings tells: if the strokes are together there as well, the meetings are one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, dist, floor
from typing import NamedTuple

from nonoforge.families.curved.stroke import Stroke
from nonoforge.path import Point

TOGETHER = 2e-6  # mm: strokes that stay within this of each other cannot be told apart
STRETCH = 0.5  # mm: what is together for longer is no touch
BESIDE = 0.02  # of a piece: how far beyond the meetings of a touch its end may be
JOINT = 2e-3  # mm: a stroke that meets itself within this has only turned


class Meeting(NamedTuple):
    """One stroke at u is where the other is at v; around there they stay together for a stretch of
    this size, or cross (0)."""

    u: float
    v: float
    place: Point
    size: float


class Group(NamedTuple):
    """Meetings that are one: from where to where, how far that is, and what stands for all."""

    ends: tuple[Point, Point]
    extent: float
    best: Meeting


def groups(one: Stroke, other: Stroke, meetings: list[Meeting]) -> Iterator[Group]:
    """The meetings of two strokes, put together."""
    if len(meetings) == 1 and not meetings[0].size:  # as nearly always
        yield Group((meetings[0].place, meetings[0].place), 0.0, meetings[0])
        return
    found: list[list[Meeting]] = []
    for meeting in sorted(meetings):
        for group in reversed(found[-4:]):  # the strokes may come back here
            if _joined(one, other, group[-1], meeting):
                group.append(meeting)
                break
        else:
            found.append([meeting])
    for group in found:
        ends = group[0].place, group[-1].place
        extent = dist(*ends) + max(meeting.size for meeting in group)
        yield Group(ends, extent, _best(one, other, group) if extent <= STRETCH else group[0])


def _joined(one: Stroke, other: Stroke, a: Meeting, b: Meeting) -> bool:
    """Are the strokes together all the way from a meeting to the next?"""
    away = dist(a.place, b.place)
    if away < 1e-9:
        return abs(a.u - b.u) < 1e-6 and abs(a.v - b.v) < 1e-6
    if away > STRETCH:
        return False
    low, high = sorted((a.v, b.v))
    if one is other and low <= b.u and a.u <= high:
        return False  # these are no two stretches
    steps = [one.place(a.u + (b.u - a.u) * k / 4) for k in (1, 2, 3)]
    others = [other.place(low + (high - low) * k / 4) for k in (1, 2, 3)]
    return _straight(a, b, [*steps, *others]) and (away <= 2 * (a.size + b.size) or all(
        _foot(other, place, low, high)[1] < TOGETHER for place in steps))


def _straight(a: Meeting, b: Meeting, between: Sequence[Point]) -> bool:
    """Do strokes go from here to there without a detour?"""
    most = 1.01 * dist(a.place, b.place) + 1e-3
    return all(dist(a.place, place) + dist(place, b.place) < most for place in between)


def _best(one: Stroke, other: Stroke, group: Sequence[Meeting]) -> Meeting:
    """A crossing as it is; of a touch an end or a corner if there is one in it, or its middle."""
    first, last = group[0], group[-1]
    if not any(meeting.size for meeting in group) and dist(first.place, last.place) < 1e-7:
        return first
    middle = group[len(group) // 2]
    low, high = min(m.v for m in group), max(m.v for m in group)
    for turned, (stroke, reach) in enumerate(((one, (first.u, last.u)), (other, (low, high)))):
        for end in _whole_near(stroke, *reach):
            place = stroke.place(end)
            against = one if turned else other
            around = (first.u, last.u) if turned else (low, high)
            at, away = _foot(against, place, *around)
            if away < TOGETHER and dist(place, middle.place) < STRETCH:
                return Meeting(at, end, place, 0) if turned else Meeting(end, at, place, 0)
    at, _ = _foot(other, one.place(middle.u), low, high)
    return Meeting(middle.u, at, one.place(middle.u), 0)


def _whole_near(stroke: Stroke, low: float, high: float) -> list[float]:
    """The ends of pieces within a reach or just beyond it; ends of the stroke first."""
    last = len(stroke.path)
    found = [float(k) for k in range(floor(low - BESIDE), ceil(high + BESIDE) + 1)
             if 0 <= k <= last and low - BESIDE <= k <= high + BESIDE]
    return sorted(found, key=lambda u: u not in (0.0, float(last)))


def _foot(stroke: Stroke, point: Point, low: float, high: float) -> tuple[float, float]:
    """Where a stroke is nearest to a point, between two of its places and a little beyond; and how
    near. There the stroke is all but straight."""
    pad = 0.1 * (high - low) + BESIDE
    low, high = max(0.0, low - pad), min(float(len(stroke.path)), high + pad)
    for _ in range(60):
        third = (high - low) / 3
        if dist(stroke.place(low + third), point) < dist(stroke.place(high - third), point):
            high -= third
        else:
            low += third
    u = (low + high) / 2
    u = round(u) if abs(u - round(u)) < 1e-9 else u
    return float(u), dist(stroke.place(u), point)


def turns(stroke: Stroke, meeting: Meeting) -> bool:
    """Is it only a stroke that turns back sharply, which meets itself beside its turn?"""
    u, v = sorted((meeting.u, meeting.v))
    ways = [(u, v)]
    if stroke.closed:
        ways.append((v, u + len(stroke.path)))
    return any(all(dist(meeting.place, stroke.place(p + (q - p) * k / 8)) < JOINT
                   for k in range(9)) for p, q in ways)
