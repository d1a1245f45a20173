"""An independent look at a labeling: nothing overlaps, everything is as was asked.

It draws each label as a polygon and each leader as a segment, and tests them against each other.
It shares no code with what places labels, and checks every result before it is returned.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from nonoforge.labeling.task import (
    IN_ROW_SHARE,
    IN_ROW_TURN,
    Label,
    Labeling,
    Placed,
    Point,
    Port,
    Task,
)

TOLERANCE = 1e-6  # overlaps up to this are rounding
TOUCHING = 1e-7  # leaders that are as close as this touch


class Drawn(NamedTuple):
    """A placed label: its leader's two ends, and the corners of its boxes, counter-clockwise."""

    number: int
    port: Port
    leader: tuple[Point, Point]
    boxes: tuple[Point, Point, Point, Point]


def check(task: Task, labeling: Labeling) -> list[str]:
    """Return what is wrong with a labeling, in words: nothing, or there is an error in the program.
    """
    if len(labeling.placed) != len(task.labels):
        return [f"{len(labeling.placed)} answers for {len(task.labels)} labels"]
    wrong = [text for i, (label, place) in enumerate(zip(task.labels, labeling.placed, strict=True))
             if place for text in _range_faults(i, label, place, task.longest)]
    if wrong:
        return wrong
    drawn = [_draw(i, task.labels[i], place) for i, place in enumerate(labeling.placed) if place]
    wrong += [text for one in drawn for text in _frame_faults(one, task.frame)]
    for one, other in _near(drawn, max(task.gap, task.separate)):
        wrong += _pair_faults(task, one, other)
    total = math.fsum(place.leader for place in labeling.placed if place)
    if abs(total - labeling.total) > TOLERANCE * max(1.0, total):
        wrong.append(f"the leaders measure {total:g} together, not {labeling.total:g}")
    return wrong


def _range_faults(i: int, label: Label, place: Placed, longest: float) -> Iterator[str]:
    if not 0 <= place.option < len(label.options):
        yield f"label {i} has no port {place.option}"
    if not 0 <= place.leader <= longest + TOLERANCE:
        yield f"the leader of label {i} measures {place.leader:g}, of at most {longest:g}"


def _draw(i: int, label: Label, place: Placed) -> Drawn:
    port = label.options[place.option]
    (x, y), (u, v) = port.at, port.out

    def at(s: float, t: float) -> Point:
        return x + s * u - t * v, y + s * v + t * u

    near, far = place.leader, place.leader + math.fsum(label.boxes)
    low, high = sorted((0.0, port.side * label.height))
    return Drawn(i, port, (port.at, at(near, 0.0)),
                 (at(near, low), at(far, low), at(far, high), at(near, high)))


def _near(drawn: Sequence[Drawn], gap: float) -> Iterator[tuple[Drawn, Drawn]]:
    """Yield pairs whose upright bounding boxes are no farther apart than the gap, by a sweep."""
    spans = []
    for one in drawn:
        xs, ys = zip(*one.leader, *one.boxes, strict=True)
        spans.append((min(xs) - gap, max(xs), min(ys) - gap, max(ys), one))
    spans.sort(key=lambda span: span[0])
    active: list[tuple[float, float, float, float, Drawn]] = []
    for span in spans:
        active = [other for other in active if other[1] >= span[0]]
        for other in active:
            if other[2] <= span[3] and span[2] <= other[3]:
                yield other[4], span[4]
        active.append(span)


def _pair_faults(task: Task, one: Drawn, other: Drawn) -> Iterator[str]:
    names = f"labels {one.number} and {other.number}"
    if math.dist(one.port.at, other.port.at) < TOLERANCE and math.dist(
            one.port.out, other.port.out) < TOLERANCE:
        curve = task.labels[one.number].curve
        if one.port.side == other.port.side:
            yield f"{names} are on the same side of the same port"
        elif task.balanced and curve is not None and curve == task.labels[other.number].curve:
            yield f"{names} of one curve are at the same end"
        return
    if _overlap(one.boxes, other.boxes, task.overlap) or (
            not task.overlap and _closer(one.boxes, other.boxes, task.gap)):
        yield f"the boxes of {names} overlap or are too close"
    if task.separate and _alike(task, one, other):
        yield f"{names} could be read as one clue"
    for a, b in ((one, other), (other, one)):
        if _through(a.leader, b.boxes) or _closer(a.leader, b.boxes, task.gap):
            yield f"of {names}, the leader of {a.number} is in the other's boxes or too close"
    if _meet(one.leader, other.leader):
        yield f"the leaders of {names} meet"


def _alike(task: Task, one: Drawn, other: Drawn) -> bool:
    """Return whether boxes are near and begin at the same length of leader, or are one row."""
    far = task.separate - TOLERANCE
    lengths = [math.dist(*each.leader) for each in (one, other)]
    near = _overlap(one.boxes, other.boxes) or _closer(one.boxes, other.boxes, task.separate)
    if near and abs(lengths[0] - lengths[1]) < far:
        return True
    (a, b), (c, d) = one.port.out, other.port.out
    if abs(a * c + b * d) < math.cos(math.radians(IN_ROW_TURN)) + TOLERANCE:
        return False
    height = min(task.labels[each.number].height for each in (one, other))
    return any(_continues(p, q, far, IN_ROW_SHARE * height + TOLERANCE)
               for p, q in ((one, other), (other, one)))


def _continues(one: Drawn, other: Drawn, far: float, depth: float) -> bool:
    """Return whether the boxes of one label go on in the strip of another's, less than `far` after
    them."""
    u, v = one.port.out
    spans = [[(min(values), max(values)) for values in (
        [x * u + y * v for x, y in each.boxes], [y * u - x * v for x, y in each.boxes])]
        for each in (one, other)]
    (along, across), (along_other, across_other) = spans
    apart = max(along[0], along_other[0]) - min(along[1], along_other[1])
    shared = min(across[1], across_other[1]) - max(across[0], across_other[0])
    return apart < far and shared > depth


def _frame_faults(one: Drawn, frame: Sequence[Point]) -> Iterator[str]:
    """Yield a fault if boxes are not outside the frame: an edge goes through them, or their centre
    is inside."""
    xs, ys = zip(*one.boxes, strict=True)
    left, right, low, high = min(xs), max(xs), min(ys), max(ys)
    near = [(a, b) for a, b in _edges(frame)
            if (a[0] > left or b[0] > left) and (a[0] < right or b[0] < right)
            and (a[1] > low or b[1] > low) and (a[1] < high or b[1] < high)]
    middle = math.fsum(xs) / 4, math.fsum(ys) / 4
    if any(_through(edge, one.boxes) for edge in near) or _well_inside(middle, frame):
        yield f"the boxes of label {one.number} overlap the frame"
    if math.dist(*one.leader) > TOLERANCE:
        size = max(math.dist(frame[0], corner) for corner in frame)
        if _length_inside(one.leader, frame) > 4e-3 * size:
            yield f"the leader of label {one.number} goes through the frame"


def _edges(polygon: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    return zip(polygon, [*polygon[1:], polygon[0]], strict=True)


def _left(a: Point, b: Point, point: Point) -> float:
    """Return how far a point is to the left of the line from a to b."""
    u, v = b[0] - a[0], b[1] - a[1]
    return (u * (point[1] - a[1]) - v * (point[0] - a[0])) / (math.hypot(u, v) or 1.0)


def _overlap(one: Sequence[Point], other: Sequence[Point], depth: float = 0.0) -> bool:
    """Return whether two convex polygons overlap, deeper than allowed: no side of either has the
    other beyond it, but for this depth."""
    return all(max(_left(a, b, point) for point in q) > depth + TOLERANCE
               for p, q in ((one, other), (other, one)) for a, b in _edges(p))


def _through(leader: tuple[Point, Point], boxes: Sequence[Point]) -> bool:
    """Return whether a segment goes through the inside of a convex polygon."""
    begin, end = 0.0, 1.0
    for a, b in _edges(boxes):
        d, e = (_left(a, b, point) - TOLERANCE for point in leader)
        if d <= 0 and e <= 0:
            return False
        if d < 0:
            begin = max(begin, d / (d - e))
        elif e < 0:
            end = min(end, d / (d - e))
    return begin < end


def _closer(one: Sequence[Point], other: Sequence[Point], gap: float) -> bool:
    """Return whether two polygons (or segments) that do not overlap are closer than the gap."""
    return gap > TOLERANCE and any(
        _distance(point, a, b) < gap - TOLERANCE
        for p, q in ((one, other), (other, one)) for point in p for a, b in _edges(q))


def _distance(point: Point, a: Point, b: Point) -> float:
    u, v = b[0] - a[0], b[1] - a[1]
    square = u * u + v * v
    part = ((point[0] - a[0]) * u + (point[1] - a[1]) * v) / square if square else 0.0
    part = min(max(part, 0.0), 1.0)
    return math.dist(point, (a[0] + part * u, a[1] + part * v))


def _meet(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    """Return whether two leaders cross, touch, or run along each other; not where both begin."""
    if math.dist(*one) <= TOLERANCE or math.dist(*other) <= TOLERANCE:
        return False
    if math.dist(one[0], other[0]) <= 2 * TOLERANCE:
        return False  # a fork: labels of one port were reported before
    if any(_distance(point, *b) < TOUCHING for a, b in ((one, other), (other, one)) for point in a):
        return True
    offs = [[_left(*a, point) for point in b] for a, b in ((one, other), (other, one))]
    return all(min(off) < 0 < max(off) for off in offs)


def _length_inside(leader: tuple[Point, Point], frame: Sequence[Point]) -> float:
    """Return how much of a segment is well inside a polygon."""
    (x, y), end = leader
    length = math.dist((x, y), end)
    cuts = [0.0, 1.0]
    for a, b in _edges(frame):
        d, e = _left((x, y), end, a), _left((x, y), end, b)
        if (d < 0) != (e < 0):
            part = d / (d - e)
            at = a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])
            along = ((at[0] - x) * (end[0] - x) + (at[1] - y) * (end[1] - y)) / length ** 2
            cuts.append(min(max(along, 0.0), 1.0))
    cuts.sort()
    inside = 0.0
    for low, high in pairwise(cuts):
        middle = (low + high) / 2
        point = x + middle * (end[0] - x), y + middle * (end[1] - y)
        if high > low and _well_inside(point, frame):
            inside += (high - low) * length
    return inside


def _well_inside(point: Point, frame: Sequence[Point]) -> bool:
    inside = False
    for a, b in _edges(frame):
        if (a[1] > point[1]) != (b[1] > point[1]):
            cut = a[0] + (point[1] - a[1]) * (b[0] - a[0]) / (b[1] - a[1])
            inside ^= cut > point[0]
    return inside and min(_distance(point, a, b) for a, b in _edges(frame)) > TOLERANCE
