"""Where tracks cross, and where they come too near each other: one against many, in numpy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import dist, hypot, pi
from typing import Any, NamedTuple

from nonoforge.families.curved.arranging import Floats, Ints
from nonoforge.families.curved.growing.tracks import Corner, Track

KNOT = 1e-3  # mm: polylines that meet this near a common corner of the picture meet in it


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
    """One track with each of others."""
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
    """The pairs of segments that may be as near as the gap: their middles tell."""
    import numpy as np

    p, q = a[:, :2] + a[:, 2:] / 2, b[:, :2] + b[:, 2:] / 2
    half = (np.hypot(a[:, 2], a[:, 3]).max() + np.hypot(b[:, 2], b[:, 3]).max()) / 2 + gap
    squares = p @ (-2 * q.T)
    squares += (p * p).sum(axis=1)[:, None]
    squares += (q * q).sum(axis=1)[None]
    i, j = np.nonzero(squares < half * half)
    return i, j


def _compared(a: Floats, b: Floats) -> tuple[tuple[Floats, Floats], Floats]:
    """Of pairs of segments: how far along each they cross (-1 if they do not), and how near the
    start of the first is to the second."""
    import numpy as np

    qx, qy = b[:, 0] - a[:, 0], b[:, 1] - a[:, 1]
    (rx, ry), (sx, sy) = a[:, 2:].T, b[:, 2:].T
    cross = rx * sy - ry * sx
    with np.errstate(divide="ignore", invalid="ignore"):
        t, u = (qx * sy - qy * sx) / cross, (qx * ry - qy * rx) / cross
    hit = (t >= 0) & (t < 1) & (u >= 0) & (u < 1)
    foot = np.clip(-(qx * sx + qy * sy) / (sx * sx + sy * sy), 0, 1)
    return (np.where(hit, t, -1.0), u), np.hypot(qx + foot * sx, qy + foot * sy)


def _crossing(
    one: Track, i: int, t: float, other: Track, j: int, u: float,
) -> Crossing | None:
    """The crossing of two segments; none if both have a corner of the picture there."""
    (x, y, rx, ry), (bx, by, sx, sy) = one.segments[i].tolist(), other.segments[j].tolist()
    place = x + t * rx, y + t * ry
    for corner in one.corners:
        if dist(place, one.points[corner.point]) < KNOT and \
                any(corner.number == each.number for each in other.corners):
            return None
    cross = rx * sy - ry * sx
    a, b = hypot(rx, ry), hypot(sx, sy)
    return Crossing(one.far[i] + t * a, other.far[j] + u * b,
                    one.swept[i] + (x * place[1] - y * place[0]) / 2,
                    other.swept[j] + (bx * place[1] - by * place[0]) / 2,
                    1 if cross > 0 else -1, abs(cross) / (a * b), False)


def _corners(one: Track, other: Track) -> list[Crossing]:
    """The crossings at corners of the picture that both go through."""
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
    """How much one comes near the other, apart from where they cross."""
    return sum(1 - away / gap for point, away in near.items()
               if all(abs(one.far[point] - crossing) > 3 * gap for crossing in crossings))


def own(one: Track, gap: float) -> Meetings:
    """A track with itself."""
    import numpy as np

    if one.whole_turn < pi:  # whoever comes back has turned by more
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
