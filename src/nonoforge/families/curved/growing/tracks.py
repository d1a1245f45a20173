"""Polylines of curves, with their crossings and distances, for fast comparison in a search.

A search examines thousands of layouts, most of them bad. Its result goes through the exact
arrangement of curves, which has the last word.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import atan2, ceil, dist, hypot, pi, tau
from typing import Any, NamedTuple

from nonoforge.families.curved.arranging import Floats, Ints
from nonoforge.families.curved.growing.layout import Course, Courses, Extra, Layout, Port, Ray, Spec
from nonoforge.families.curved.growing.quality import Goals, bend_cost, lean_cost
from nonoforge.families.curved.growing.sampled_path import FrameBoundary, heading
from nonoforge.path import Path, Piece, Point, at

MAX_HALVINGS = 8  # of the first step, until it turns
MAX_FIRST_TURN = 0.15  # by less than this (tangent of the angle)
MAX_JOINT_TURN = 0.2  # radians that joints of pieces may add to a turn


class Corner(NamedTuple):
    """A corner of the picture on a track: its number, which point it is, and the direction in
    which the track goes through it."""

    number: int
    point: int
    ahead: Point


@dataclass(frozen=True)
class Track:
    """A polyline. Rows of `segments` are x, y, dx, dy; `far` and `swept` are, for each point, how
    long the way to it is and which area it sweeps as seen from the origin."""

    points: list[Point]
    segments: Floats
    far: list[float]
    swept: list[float]
    borders: list[int | None]  # for each segment, as in a course
    drawn: Ints  # 1 where a segment is part of the picture
    corners: tuple[Corner, ...]
    turns: tuple[float, ...]  # of each free piece: by how much it turns altogether
    sharpest: float  # the largest curvature off the picture
    whole_turn: float  # by how much it turns altogether

    @property
    def length(self) -> float:
        return self.far[-1]


def track(course: Course, spacing: float) -> Track:
    """Return the polyline of a course, with points this near."""
    points: list[Point] = [course.path[0][0]]
    borders: list[int | None] = []
    joints = [0]
    free: list[PieceSamples] = []
    whole = 0.0
    for piece, border in zip(course.path, course.borders, strict=True):
        some = sample_piece(piece, spacing)
        if border is None:
            free.append(some)
        whole += some.turned + MAX_JOINT_TURN
        points += some.points
        borders += [border] * len(some.points)
        joints.append(len(points) - 1)
    corners = tuple(Corner(number, joints[joint], _ahead(course.path, joint))
                    for joint, number in course.corners)
    return _track(points, borders, corners, free, whole)


def _track(
    points: list[Point], borders: list[int | None], corners: tuple[Corner, ...],
    free: Sequence[PieceSamples], whole: float,
) -> Track:
    import numpy as np

    table = np.array(points)
    step = np.diff(table, axis=0)
    segments = np.concatenate((table[:-1], step), axis=1)
    lengths = np.hypot(step[:, 0], step[:, 1])
    sweeps = (table[:-1, 0] * table[1:, 1] - table[:-1, 1] * table[1:, 0]) / 2
    return Track(points, segments, [0.0, *np.cumsum(lengths).tolist()],
                 [0.0, *np.cumsum(sweeps).tolist()], borders,
                 np.array([border is not None for border in borders]), corners,
                 tuple(some.turned for some in free),
                 max((some.sharpest for some in free), default=0.0), whole)


def _ahead(path: Path, joint: int) -> Point:
    dx, dy = heading(path[joint - 1], 1.0) if joint else heading(path[0], 0.0)
    size = hypot(dx, dy)
    return dx / size, dy / size


class PieceSamples(NamedTuple):
    """Points along a piece, without its start; by how much it turns, and how sharply at most."""

    points: list[Point]
    turned: float
    sharpest: float


@lru_cache(maxsize=4096)  # the pieces of a picture come again in every course
def sample_piece(piece: Piece, spacing: float) -> PieceSamples:
    """Return a piece as a polyline with points this near."""
    points = _samples(piece, spacing)
    return PieceSamples(points, *_bending([piece[0], *points]))


def _samples(piece: Piece, spacing: float) -> list[Point]:
    if len(piece) == 2:
        count = max(1, ceil(dist(*piece) / spacing))
    else:
        bend = max(hypot(a[0] - 2 * b[0] + c[0], a[1] - 2 * b[1] + c[1])
                   for a, b, c in zip(piece, piece[1:], piece[2:], strict=False))
        around = sum(dist(a, b) for a, b in pairwise(piece))
        count = max(1, ceil(around / spacing), ceil((0.75 * bend / 0.05) ** 0.5))
    places = [at(piece, k / count) for k in range(1, count)] if len(piece) == 2 else \
        _cubic(piece, count)
    if len(piece) == 4:
        before = [piece[0], *places, piece[-1]]
        places = [*_soon(piece, before[1], 1 / count), *places,
                  *reversed(_soon(piece[::-1], before[-2], 1 / count))]
    return [*places, piece[-1]]


def _soon(piece: Piece, place: Point, t: float) -> list[Point]:
    """Return further points near the start of a piece that turns early: at corners its direction
    counts."""
    found: list[Point] = []
    (x, y), (dx, dy) = piece[0], heading(piece, 0.0)
    for _ in range(MAX_HALVINGS):
        ax, ay = place[0] - x, place[1] - y
        if abs(dx * ay - dy * ax) < MAX_FIRST_TURN * (dx * ax + dy * ay):
            break
        t /= 2
        place = at(piece, t)
        found.insert(0, place)
    return found


def _cubic(piece: Sequence[Point], count: int) -> list[Point]:
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = piece
    found: list[Point] = []
    for k in range(1, count):
        t = k / count
        s = 1 - t
        a, b, c, d = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
        found.append((a * ax + b * bx + c * cx + d * dx, a * ay + b * by + c * cy + d * dy))
    return found


def _bending(points: Sequence[Point]) -> tuple[float, float]:
    """Return the total turn of a polyline and its largest curvature."""
    turned = sharpest = 0.0
    before: tuple[float, float] | None = None
    for (ax, ay), (bx, by) in pairwise(points):
        heading, size = atan2(by - ay, bx - ax), hypot(bx - ax, by - ay)
        if before is not None:
            turn = abs((heading - before[0] + pi) % tau - pi)
            turned += turn
            sharpest = max(sharpest, 2 * turn / max(size + before[1], 1e-9))
        before = heading, size
    return turned, sharpest


# Crossings and distances of one track against many, in numpy.

CORNER_DISTANCE = 1e-3  # mm: polylines that meet nearer to a common corner meet in the corner


class Crossing(NamedTuple):
    """Track a crosses track b. `sign` is 1 if b goes over to the left side of a, else -1."""

    far_a: float
    far_b: float
    swept_a: float
    swept_b: float
    sign: int
    sine: float  # of the angle between them
    corner: bool  # of the picture


class Meetings(NamedTuple):
    """What two tracks have to do with each other: their crossings, and how much they come near each
    other elsewhere."""

    crossings: tuple[Crossing, ...]
    near: float


def meetings(one: Track, others: Sequence[Track], gap: float) -> list[Meetings]:
    """Return the meetings of one track with each of the others."""
    import numpy as np

    table = np.concatenate([other.segments for other in others])
    first = np.cumsum([0, *(len(other.segments) for other in others)])
    i, j = _close(one.segments, table, gap)
    hits, near = _compared(one.segments[i], table[j])
    owner = np.searchsorted(first, j, side="right") - 1
    found: list[list[Crossing]] = [[] for _ in others]
    for a, b, k, t, u in _rows(i, j, owner, *hits, where=hits[0] >= 0):
        crossing = _crossing(one, a, t, others[k], b - int(first[k]), u)
        if crossing is not None:
            found[k].append(crossing)
    drawn = np.concatenate([other.drawn for other in others])
    some = (near < gap) & ~(one.drawn[i] & drawn[j])
    beside: list[dict[int, float]] = [{} for _ in others]
    for a, k, away in _rows(i, owner, near, where=some):
        beside[k][a] = min(away, beside[k].get(a, gap))
    result: list[Meetings] = []
    for k, other in enumerate(others):
        crossings = found[k] + _corners(one, other)
        result.append(Meetings(tuple(crossings), _nearness(
            one, beside[k], [crossing.far_a for crossing in crossings], gap)))
    return result


def _rows(*columns: Floats | Ints, where: Any) -> Iterator[tuple[Any, ...]]:
    return zip(*(column[where].tolist() for column in columns), strict=True)


def _close(a: Floats, b: Floats, gap: float) -> tuple[Ints, Ints]:
    """Return the pairs of segments that may be as near as the gap: their middles tell."""
    import numpy as np

    p, q = a[:, :2] + a[:, 2:] / 2, b[:, :2] + b[:, 2:] / 2
    half = (np.hypot(a[:, 2], a[:, 3]).max() + np.hypot(b[:, 2], b[:, 3]).max()) / 2 + gap
    squares = p @ (-2 * q.T)
    squares += (p * p).sum(axis=1)[:, None]
    squares += (q * q).sum(axis=1)[None]
    i, j = np.divmod(np.flatnonzero(squares < half * half), len(b))  # faster than two indices
    return i, j


def _compared(a: Floats, b: Floats) -> tuple[tuple[Floats, Floats], Floats]:
    """Return for pairs of segments how far along each they cross (-1 if they do not), and how near
    the start of the first is to the second."""
    import numpy as np

    qx, qy = b[:, 0] - a[:, 0], b[:, 1] - a[:, 1]
    (rx, ry), (sx, sy) = a[:, 2:].T, b[:, 2:].T
    cross = rx * sy - ry * sx
    with np.errstate(divide="ignore", invalid="ignore"):
        t, u = (qx * sy - qy * sx) / cross, (qx * ry - qy * rx) / cross
    hit = (t >= 0) & (t < 1) & (u >= 0) & (u < 1)
    foot = np.clip(-(qx * sx + qy * sy) / np.maximum(sx * sx + sy * sy, 1e-24), 0, 1)
    return (np.where(hit, t, -1.0), u), np.hypot(qx + foot * sx, qy + foot * sy)


def _crossing(
    one: Track, i: int, t: float, other: Track, j: int, u: float,
) -> Crossing | None:
    """Return the crossing of two segments; none if both have a corner of the picture there."""
    (x, y, rx, ry), (bx, by, sx, sy) = one.segments[i].tolist(), other.segments[j].tolist()
    place = x + t * rx, y + t * ry
    for corner in one.corners:
        if dist(place, one.points[corner.point]) < CORNER_DISTANCE and \
                any(corner.number == each.number for each in other.corners):
            return None
    cross = rx * sy - ry * sx
    a, b = hypot(rx, ry), hypot(sx, sy)
    return Crossing(one.far[i] + t * a, other.far[j] + u * b,
                    one.swept[i] + (x * place[1] - y * place[0]) / 2,
                    other.swept[j] + (bx * place[1] - by * place[0]) / 2,
                    1 if cross > 0 else -1, abs(cross) / (a * b), False)


def _corners(one: Track, other: Track) -> list[Crossing]:
    """Return the crossings at corners of the picture that both go through."""
    return [_at_corner(one, mine, other, theirs) for mine in one.corners
            for theirs in other.corners if mine.number == theirs.number
            and (one is not other or mine.point < theirs.point)]


def _at_corner(one: Track, mine: Corner, other: Track, theirs: Corner) -> Crossing:
    cross = mine.ahead[0] * theirs.ahead[1] - mine.ahead[1] * theirs.ahead[0]
    return Crossing(one.far[mine.point], other.far[theirs.point], one.swept[mine.point],
                    other.swept[theirs.point], 1 if cross > 0 else -1, abs(cross), True)


def _nearness(
    one: Track, near: dict[int, float], crossings: Sequence[float], gap: float,
) -> float:
    """Return how much one comes near the other, apart from where they cross."""
    return sum(1 - away / gap for point, away in near.items()
               if all(abs(one.far[point] - crossing) > 3 * gap for crossing in crossings))


def self_meetings(one: Track, gap: float) -> Meetings:
    """Return the meetings of a track with itself."""
    import numpy as np

    if one.whole_turn < pi:  # a course that comes back turns by more
        return Meetings((), 0.0)
    i, j = _close(one.segments, one.segments, gap)
    i, j = i[j - i >= 2], j[j - i >= 2]
    hits, near = _compared(one.segments[i], one.segments[j])
    found = [crossing for a, b, t, u in _rows(i, j, *hits, where=hits[0] >= 0)
             if (crossing := _crossing(one, a, t, one, b, u)) is not None]
    found += _corners(one, one)
    far = np.array(one.far)
    some = (near < gap) & (far[j] - far[i] > 6 * gap) & ~(one.drawn[i] & one.drawn[j])
    beside = dict(_rows(i, near, where=some))
    return Meetings(tuple(found), _nearness(
        one, beside, [far for each in found for far in (each.far_a, each.far_b)], gap))


# A search changes one or two courses of a layout at a time; the others come from a cache.

FORBIDDEN = 1e9  # cost of leaving the frame, and of courses that cannot be told apart
MAX_CACHED_COURSES = 400  # courses that are remembered
MAX_FRAME_SAMPLES = 600  # samples around the frame, at most, however near crossings may be
END_DISTANCE = 0.05  # mm: a crossing of the frame nearer to a course's end is that end


@dataclass(frozen=True)
class CachedTrack:
    """A course as the survey knows it."""

    number: int
    track: Track
    own: Meetings
    ports: tuple[float, float]
    cost: float  # of itself alone


def sample_spacing(boundary: FrameBoundary, goals: Goals) -> float:
    """Return how near samples along a track are, in millimetres."""
    return max(goals.spacing * goals.apart, boundary.length / MAX_FRAME_SAMPLES)


class TrackCache:
    """Cache of the courses examined lately."""

    def __init__(self, courses: Courses, goals: Goals) -> None:
        self.courses, self.goals = courses, goals
        self.spacing = sample_spacing(courses.boundary, goals)
        path = courses.boundary.frame.path
        self._frame = track(Course(path, (None,) * len(path), ()), self.spacing)
        self._known: dict[Spec, CachedTrack] = {}
        self._pairs: dict[tuple[int, int], Meetings] = {}
        self._next = 0

    def course(self, spec: Spec) -> CachedTrack:
        """Return a course, as a track."""
        known = self._known.get(spec)
        if known is None:
            line = track(self.courses.course(spec), self.spacing)
            itself = self_meetings(line, self.goals.gap)
            known = CachedTrack(self._next, line, itself, port_places(spec),
                                self._alone(spec, line, itself))
            self._next += 1
            self._known[spec] = known
        return known

    def _alone(self, spec: Spec, line: Track, itself: Meetings) -> float:
        cost = bend_cost(line.turns, line.sharpest, line.whole_turn, self.goals) + itself.near
        cost += sum(map(lean_cost, leans(spec)))
        at_frame, = meetings(line, [self._frame], self.goals.gap)
        over = [crossing for crossing in at_frame.crossings
                if END_DISTANCE < crossing.far_a < line.length - END_DISTANCE]
        return cost + at_frame.near if not over else FORBIDDEN

    def pairs(self, some: Sequence[CachedTrack]) -> Iterator[tuple[int, int, Meetings]]:
        """Yield all pairs of courses, by index, with their meetings."""
        self._meet(some)
        for i, one in enumerate(some):
            for j in range(i):
                a, b = (i, j) if one.number > some[j].number else (j, i)
                yield a, b, self._pairs[some[a].number, some[b].number]

    def _meet(self, some: Sequence[CachedTrack]) -> None:
        """Compute the meetings of these courses that are not known yet."""
        for one in some:
            new = [other for other in some if other.number < one.number
                   and (one.number, other.number) not in self._pairs]
            if new:
                for other, found in zip(new, meetings(one.track, [o.track for o in new],
                                                      self.goals.gap), strict=True):
                    self._pairs[one.number, other.number] = found

    def forget(self, *kept: Layout) -> None:
        """Drop entries that only other layouts need, if there are many."""
        if len(self._known) > MAX_CACHED_COURSES:
            specs = {spec for layout in kept for spec in layout.specs()}
            self._known = {spec: known for spec, known in self._known.items() if spec in specs}
            left = {known.number for known in self._known.values()}
            self._pairs = {pair: found for pair, found in self._pairs.items()
                           if pair[0] in left and pair[1] in left}


Met = list[tuple[int, int, Crossing]]
"""Crossings of courses, given by their indices."""


def port_places(spec: Spec) -> tuple[float, float]:
    """Return where on the frame a course begins and ends."""
    if isinstance(spec, Extra):
        return spec.s0, spec.s1
    first, last = spec[0], spec[-1]
    assert isinstance(first, Ray | Port)
    assert isinstance(last, Ray | Port)
    return first.s, last.s


def leans(spec: Spec) -> list[float]:
    """Return the angles between a course and the normal of the frame where they meet."""
    if isinstance(spec, Extra):
        return [spec.lean0, spec.lean1]
    return [link.lean for link in (spec[0], spec[-1]) if isinstance(link, Ray)]
