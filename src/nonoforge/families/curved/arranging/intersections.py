"""Find all crossings and touches of strokes, with their parameters on both strokes.

The contacts of two strokes depend on these two alone, so a changed stroke needs only its own
contacts with the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, dist, floor
from typing import Any, NamedTuple

from nonoforge.families.curved.arranging.segments import (
    Floats,
    Ints,
    Segments,
    box_pairs_between,
    box_pairs_within,
    controls,
    slope,
    value,
)
from nonoforge.families.curved.stroke import DrawingError, Stroke, literal
from nonoforge.path import Point


class Contact(NamedTuple):
    """Stroke a at u and stroke b at v are at the same place. They need not cross there."""

    a: int
    u: float
    b: int
    v: float
    place: Point


class Overlap(NamedTuple):
    """Two strokes that run on top of each other, between these places."""

    a: int
    b: int
    places: tuple[Point, Point]


def contacts(
    strokes: Sequence[Stroke], mine: Segments, others: Segments | None = None,
) -> tuple[list[Contact], list[Overlap]]:
    """Return all contacts among some leaves (of a stroke with itself, too), or between them and
    others.

    `strokes` are numbered as in the leaves.
    """
    import numpy as np

    b = mine if others is None else others
    ends = [len(stroke.path) if stroke.closed else -1 for stroke in strokes]
    found: list[Intersections] = []
    for i, j in (box_pairs_within(mine.box, NEAR) if others is None
                 else box_pairs_between(mine.box, b.box, NEAR)):
        pairs = Pairs(i, mine.t0[i], mine.t1[i], j, b.t0[j], b.t1[j])
        try:
            found += subdivide(mine, b, pairs, ends)
        except TooManyPairs as error:
            first, second = (strokes[leaves.stroke[k]] for leaves, k in ((mine, error.i),
                                                                         (b, error.j)))
            place = first.place(float(mine.piece[error.i] + error.t))
            raise overlap_error(first, second, place) from None
    if not found:
        return [], []
    everything = Intersections(*(np.concatenate(column) for column in zip(*found, strict=True)))
    return _told(strokes, mine, b, everything)


def overlap_error(one: Stroke, other: Stroke, place: Point) -> DrawingError:
    """Return an error: two strokes run together."""
    who = f"{literal(one.name)} runs over itself" if one is other else \
        f"{literal(one.name)} and {literal(other.name)} run on top of each other"
    return DrawingError(f"{who} near {{0}}; each edge is drawn once", place)


def _told(
    strokes: Sequence[Stroke], a: Segments, b: Segments, found: Intersections,
) -> tuple[list[Contact], list[Overlap]]:
    u, v = _whole(a.piece[found.i] + found.s), _whole(b.piece[found.j] + found.t)
    places = (value(a.coefficients[found.i], found.s)
              + value(b.coefficients[found.j], found.t)) / 2
    pairs: dict[tuple[int, int], list[Meeting]] = {}
    for i, from_, j, to, place, size in zip(
            a.stroke[found.i].tolist(), u.tolist(), b.stroke[found.j].tolist(), v.tolist(),
            places.tolist(), found.size.tolist(), strict=True):
        pairs.setdefault((i, j), []).append(Meeting(from_, to, (place[0], place[1]), size))
    contacts: list[Contact] = []
    overlaps: list[Overlap] = []
    for (i, j), meetings in pairs.items():
        for group in groups(strokes[i], strokes[j], meetings):
            if group.extent > MAX_TOUCH_LENGTH:
                overlaps.append(Overlap(i, j, group.ends))
            elif i != j or not turns(strokes[i], group.best):
                contacts.append(Contact(i, group.best.u, j, group.best.v, group.best.place))
    return contacts, overlaps


def _whole(u: Floats) -> Floats:
    """Return the parameters with those within 1e-10 of the end of a piece rounded to that end."""
    import numpy as np

    whole = np.round(u)
    return np.where(np.abs(u - whole) < 1e-10, whole, u)


# Where two strokes touch they are together for a while: many meetings that are one contact.
#
# The same holds where they cross twice, so flatly that it is invisible. The points between two
# meetings decide: if the strokes are together there as well, the meetings are one.

COINCIDENCE = 2e-6  # mm: strokes that stay within this distance cannot be told apart
MAX_TOUCH_LENGTH = 0.5  # mm: strokes that coincide for longer overlap
TOUCH_MARGIN = 0.02  # of a piece: distance of its end beyond the meetings of a touch
JOINT_SIZE = 2e-3  # mm: a stroke that meets itself within this length has only turned


class Meeting(NamedTuple):
    """One stroke at u is where the other is at v; around there they stay together for a stretch of
    this size, or cross (0)."""

    u: float
    v: float
    place: Point
    size: float


class Group(NamedTuple):
    """Meetings that are one contact: their range, its length, and the meeting that represents
    them."""

    ends: tuple[Point, Point]
    extent: float
    best: Meeting


def groups(one: Stroke, other: Stroke, meetings: list[Meeting]) -> Iterator[Group]:
    """Yield the meetings of two strokes, put together."""
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
        best = _best(one, other, group) if extent <= MAX_TOUCH_LENGTH else group[0]
        yield Group(ends, extent, best)


def _joined(one: Stroke, other: Stroke, a: Meeting, b: Meeting) -> bool:
    """Return whether the strokes coincide all the way between two meetings."""
    away = dist(a.place, b.place)
    if away < 1e-9:
        return abs(a.u - b.u) < 1e-6 and abs(a.v - b.v) < 1e-6
    if away > MAX_TOUCH_LENGTH:
        return False
    low, high = sorted((a.v, b.v))
    if one is other and low <= b.u and a.u <= high:
        return False  # these are no two stretches
    steps = [one.place(a.u + (b.u - a.u) * k / 4) for k in (1, 2, 3)]
    others = [other.place(low + (high - low) * k / 4) for k in (1, 2, 3)]
    return _straight(a, b, [*steps, *others]) and (away <= 2 * (a.size + b.size) or all(
        _foot(other, place, low, high)[1] < COINCIDENCE for place in steps))


def _straight(a: Meeting, b: Meeting, between: Sequence[Point]) -> bool:
    """Return whether the points between two meetings lie on the straight way."""
    most = 1.01 * dist(a.place, b.place) + 1e-3
    return all(dist(a.place, place) + dist(place, b.place) < most for place in between)


def _best(one: Stroke, other: Stroke, group: Sequence[Meeting]) -> Meeting:
    """Return a crossing as it is; of a touch an end or a corner if there is one in it, or its
    middle."""
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
            if away < COINCIDENCE and dist(place, middle.place) < MAX_TOUCH_LENGTH:
                return Meeting(at, end, place, 0) if turned else Meeting(end, at, place, 0)
    at, _ = _foot(other, one.place(middle.u), low, high)
    return Meeting(middle.u, at, one.place(middle.u), 0)


def _whole_near(stroke: Stroke, low: float, high: float) -> list[float]:
    """Return the ends of pieces within a range or just beyond it; ends of the stroke first."""
    last = len(stroke.path)
    found = [float(k) for k in range(floor(low - TOUCH_MARGIN), ceil(high + TOUCH_MARGIN) + 1)
             if 0 <= k <= last and low - TOUCH_MARGIN <= k <= high + TOUCH_MARGIN]
    return sorted(found, key=lambda u: u not in (0.0, float(last)))


def _foot(stroke: Stroke, point: Point, low: float, high: float) -> tuple[float, float]:
    """Return where a stroke is nearest to a point, between two of its places and a little beyond;
    and how near. There the stroke is all but straight."""
    pad = 0.1 * (high - low) + TOUCH_MARGIN
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
    """Return whether a meeting is only a sharp turn of one stroke, beside which it meets itself."""
    u, v = sorted((meeting.u, meeting.v))
    ways = [(u, v)]
    if stroke.closed:
        ways.append((v, u + len(stroke.path)))
    return any(all(dist(meeting.place, stroke.place(p + (q - p) * k / 8)) < JOINT_SIZE
                   for k in range(9)) for p, q in ways)


# Pairs of stretches, halved until it is certain whether and where they meet.
#
#     they are apart      their boxes, or the strips along their chords, are disjoint
#     they cross once     no direction of the one is a direction of the other, so they meet at most
#                         once, and Newton's method has found where
#     they stay together  down to a ten-thousandth of a millimetre: they touch there, or, if this is
#                         so along a stretch, they run on top of each other
#
# A crossing is never lost, because a pair is only dropped when it is apart. Pairs that share an end
# are done as soon as they can share no more; on one stroke, where one follows the other, that is
# no contact. All pairs take each step together.

NEAR = 1e-8  # mm: what is nearer may touch; less than the SLACK of crossings, or pairs that cross
#             just beyond their ends would stay until they are FINE
TOUCH_SIZE = 1e-4  # mm: stretches of this size that still meet touch
SAME_POINT = 1e-9  # mm
STRAIGHT_OVERLAP = 1e-6  # mm: stretches within this distance of one straight line overlap
MAX_PAIRS = 1_000_000  # that remain after subdivision; more means overlapping curves


class Pairs(NamedTuple):
    """Stretches of leaves i and j, each from t0 to t1."""

    i: Ints
    i0: Floats
    i1: Floats
    j: Ints
    j0: Floats
    j1: Floats

    def some(self, which: Any) -> Pairs:
        return Pairs(*(column[which] for column in self))

    def halves(self, large: Any, large_j: Any) -> Pairs:
        """Return each pair as up to four, with the larger segments halved."""
        import numpy as np

        i, j = (self.i0 + self.i1) / 2, (self.j0 + self.j1) / 2
        parts = [self._replace(i1=np.where(large, i, self.i1)),
                 self._replace(i0=i).some(large)]
        halved = [j, j[large]]
        return joined([half for part, middle, both in zip(parts, halved, (large_j, large_j[large]),
                                                          strict=True)
                       for half in (part._replace(j1=np.where(both, middle, part.j1)),
                                    part._replace(j0=middle).some(both))])


def joined(parts: Sequence[Pairs]) -> Pairs:
    """Return several sets of pairs as one."""
    import numpy as np

    return Pairs(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


class Intersections(NamedTuple):
    """Leaf i at s meets leaf j at t; `size` is 0 for a crossing, otherwise that of stretches that
    stay together there."""

    i: Ints
    s: Floats
    j: Ints
    t: Floats
    size: Floats


class TooManyPairs(Exception):
    """Too many pairs stay together; one place where they do."""

    def __init__(self, i: int, j: int, t: float) -> None:
        super().__init__(i, j, t)
        self.i, self.j, self.t = i, j, t


def subdivide(
    a: Segments, b: Segments, pairs: Pairs, ends: Sequence[int],
) -> Iterator[Intersections]:
    """Yield all places where pairs of leaves meet. `ends` has for each stroke its number of pieces
    if it is closed, or -1."""
    import numpy as np

    last = np.asarray(ends)
    while len(pairs.i):
        pairs, found = _step(a, b, pairs, last)
        yield from found
        if len(pairs.i) > MAX_PAIRS:
            raise TooManyPairs(int(pairs.i[0]), int(pairs.j[0]), float(pairs.i0[0]))


def _step(a: Segments, b: Segments, pairs: Pairs, last: Ints) -> tuple[Pairs, list[Intersections]]:
    """Drop pairs that are apart, take those that are done, and halve the others."""
    import numpy as np

    p = controls(a.coefficients[pairs.i], pairs.i0, pairs.i1)
    q = controls(b.coefficients[pairs.j], pairs.j0, pairs.j1)
    meet = _boxes_meet(p, q)
    pairs, p, q = pairs.some(meet), p[meet], q[meet]
    apart, alike = _strips(p, q)
    meet = ~apart
    pairs, p, q, alike = pairs.some(meet), p[meet], q[meet], alike[meet]
    once, onward, back = _cones(p, q)
    ended, found = _ends(a, b, pairs, (p, q), (once, onward, back), last)
    meet = ~ended
    pairs, p, q, alike, once = pairs.some(meet), p[meet], q[meet], alike[meet], once[meet]
    done = np.zeros(len(p), dtype=bool)
    if once.any():
        crossed, done[once] = _crossings(a, b, pairs.some(once), p[once], q[once])
        found.append(crossed)
    size, other, shared = _sizes(p, q)
    larger, smaller = np.maximum(size, other), np.minimum(size, other)
    beside = alike & (shared > smaller / 2) & (larger < 4 * smaller)
    together = ~done & ((larger < TOUCH_SIZE) | (~once & (_same(p, q) | beside)))
    if together.any():
        found.append(_middle(pairs.some(together), shared[together]))
    rest = ~done & ~together
    size, other = size[rest], other[rest]
    return pairs.some(rest).halves(size > other / 2, other > size / 2), found


def _boxes_meet(p: Floats, q: Floats) -> Any:
    low, high = p.min(axis=1), p.max(axis=1)
    return ((low <= q.max(axis=1) + NEAR) & (q.min(axis=1) <= high + NEAR)).all(axis=1)


def _strips(p: Floats, q: Floats) -> tuple[Any, Any]:
    """Return two masks of the pairs: one curve is beside the strip along the other's chord; both
    strips are so thin, and within each other, that the curves run together."""
    import numpy as np

    apart, alike = np.zeros(len(p), dtype=bool), np.ones(len(p), dtype=bool)
    for one, other in ((p, q), (q, p)):
        chord = one[:, 3] - one[:, 0]
        long = np.hypot(chord[:, 0], chord[:, 1])
        normal = np.stack((-chord[:, 1], chord[:, 0]), axis=1) / np.maximum(long, 1e-300)[:, None]
        mine = np.einsum("nkd,nd->nk", one - one[:, :1], normal)
        theirs = np.einsum("nkd,nd->nk", other - one[:, :1], normal)
        apart |= (theirs.min(axis=1) > mine.max(axis=1) + NEAR) | \
            (theirs.max(axis=1) < mine.min(axis=1) - NEAR)
        alike &= (np.abs(mine).max(axis=1) < STRAIGHT_OVERLAP) \
            & (np.abs(theirs).max(axis=1) < STRAIGHT_OVERLAP)
    return apart, alike


def _ends(
    a: Segments, b: Segments, pairs: Pairs, curves: tuple[Floats, Floats],
    cones: tuple[Any, Any, Any], last: Ints,
) -> tuple[Any, list[Intersections]]:
    """Return which pairs share one end and can share no more; and these ends, unless one stroke
    merely continues there."""
    import numpy as np

    (p, q), (once, onward, back) = curves, cones
    met = [(np.abs(p[:, at_i] - q[:, at_j]).max(axis=1) < SAME_POINT, at_i, at_j)
           for at_i in (0, 3) for at_j in (0, 3)]
    single = np.sum([same for same, _, _ in met], axis=0) == 1
    ended = np.zeros(len(p), dtype=bool)
    found: list[Intersections] = []
    for same, at_i, at_j in met:
        # Where one ends and the other begins they go on; where both begin they go both ways.
        over = same & single & (once | (back if at_i == at_j else onward))
        if not over.any():
            continue
        ended |= over
        some = pairs.some(over)
        s, t = (some.i1 if at_i else some.i0), (some.j1 if at_j else some.j0)
        told = ~_follows(a, b, some, s, t, last)
        found.append(Intersections(some.i[told], s[told], some.j[told], t[told],
                                   np.zeros(told.sum())))
    return ended, found


def _follows(a: Segments, b: Segments, pairs: Pairs, s: Floats, t: Floats, last: Ints) -> Any:
    """Return whether both parameters are the same place on the same stroke."""
    stroke = a.stroke[pairs.i]
    u, v, end = a.piece[pairs.i] + s, b.piece[pairs.j] + t, last[stroke]
    return (stroke == b.stroke[pairs.j]) & \
        ((u == v) | ((u == end) & (v == 0)) | ((v == end) & (u == 0)))


def _cones(p: Floats, q: Floats) -> tuple[Any, Any, Any]:
    """Return three masks of the pairs: the curves have no direction in common, even backwards; all
    their directions lie within less than half a turn; and the same with one of them reversed."""
    import numpy as np

    (one, wide_one), (other, wide_other) = _directions(p), _directions(q)
    cross = np.abs(one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0])
    dot = one[:, 0] * other[:, 0] + one[:, 1] * other[:, 1]
    width, angle = wide_one + wide_other, np.arctan2(cross, dot)
    return (np.minimum(angle, np.pi - angle) > width + 1e-9, angle + width < np.pi - 1e-6,
            np.pi - angle + width < np.pi - 1e-6)


def _directions(p: Floats) -> tuple[Floats, Floats]:
    """Return the chord, and the widest angle between it and a leg of the control polygon."""
    import numpy as np

    chord, legs = p[:, 3] - p[:, 0], p[:, 1:] - p[:, :-1]
    cross = chord[:, None, 0] * legs[..., 1] - chord[:, None, 1] * legs[..., 0]
    dot = chord[:, None, 0] * legs[..., 0] + chord[:, None, 1] * legs[..., 1]
    angle = np.abs(np.arctan2(cross, dot))
    angle[np.abs(legs).max(axis=2) < 1e-11] = 0  # a leg of no length has no direction
    return chord, angle.max(axis=1)


def _sizes(p: Floats, q: Floats) -> tuple[Floats, Floats, Floats]:
    """Return the sizes of both, and of what their boxes have in common: never 0, which is a
    crossing."""
    import numpy as np

    low, high, low_q, high_q = p.min(axis=1), p.max(axis=1), q.min(axis=1), q.max(axis=1)
    shared = (np.minimum(high, high_q) - np.maximum(low, low_q)).max(axis=1)
    return (high - low).max(axis=1), (high_q - low_q).max(axis=1), np.maximum(shared, 1e-12)


def _same(p: Floats, q: Floats) -> Any:
    """Return which pairs are the same curve, forwards or backwards."""
    import numpy as np

    return np.minimum(np.abs(p - q).max(axis=(1, 2)),
                      np.abs(p - q[:, ::-1]).max(axis=(1, 2))) < STRAIGHT_OVERLAP


def _middle(pairs: Pairs, sizes: Floats) -> Intersections:
    return Intersections(pairs.i, (pairs.i0 + pairs.i1) / 2, pairs.j, (pairs.j0 + pairs.j1) / 2,
                         sizes)


def _crossings(
    a: Segments, b: Segments, pairs: Pairs, p: Floats, q: Floats,
) -> tuple[Intersections, Any]:
    """Return where pairs that cross at most once do, and which of them."""
    import numpy as np

    s, t, met = crossings(a.coefficients[pairs.i], (pairs.i0, pairs.i1), b.coefficients[pairs.j],
                          (pairs.j0, pairs.j1), p, q)
    return Intersections(pairs.i[met], s[met], pairs.j[met], t[met], np.zeros(met.sum())), met


# Newton's method for two cubics that cross at most once.

END_SLACK = 1e-7  # mm beyond the end of a stretch where a crossing still counts


def crossings(
    one: Floats, reach: tuple[Floats, Floats], other: Floats, reach_other: tuple[Floats, Floats],
    p: Floats, q: Floats,
) -> tuple[Floats, Floats, Any]:
    """Return s and t where the curves cross, and for which pairs. p and q are their control points
    between the ends of their ranges."""
    import numpy as np

    (s0, s1), (t0, t1) = reach, reach_other
    chord, chord_other = p[:, 3] - p[:, 0], q[:, 3] - q[:, 0]
    step, step_other = s1 - s0, t1 - t0
    s, t = _solve(chord, chord_other, q[:, 0] - p[:, 0])
    s, t = s0 + np.clip(s, 0, 1) * step, t0 + np.clip(t, 0, 1) * step_other
    for _ in range(5):
        ds, dt = _solve(slope(one, s), slope(other, t), value(other, t) - value(one, s))
        s, t = s + np.clip(ds, -step, step), t + np.clip(dt, -step_other, step_other)
    gap = np.abs(value(one, s) - value(other, t)).max(axis=1)
    slack, slack_other = step * _share(chord), step_other * _share(chord_other)
    met = (gap < 1e-9) & (s >= s0 - slack) & (s <= s1 + slack) & \
        (t >= t0 - slack_other) & (t <= t1 + slack_other)
    return np.clip(s, s0, s1), np.clip(t, t0, t1), met


def _share(chord: Floats) -> Floats:
    """Return the slack as a part of a stretch."""
    import numpy as np

    return END_SLACK / np.maximum(np.hypot(chord[:, 0], chord[:, 1]), END_SLACK)


def _solve(p: Floats, q: Floats, r: Floats) -> tuple[Floats, Floats]:
    """Return s and t with s p - t q = r; 0 where there is no solution."""
    import numpy as np

    det = p[:, 1] * q[:, 0] - p[:, 0] * q[:, 1]
    good = det != 0
    det = np.where(good, det, 1.0)
    s = (q[:, 0] * r[:, 1] - q[:, 1] * r[:, 0]) / det
    t = (p[:, 0] * r[:, 1] - p[:, 1] * r[:, 0]) / det
    return np.where(good, s, 0.0), np.where(good, t, 0.0)
