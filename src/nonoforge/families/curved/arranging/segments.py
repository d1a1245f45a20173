"""Split strokes into monotone segments, each turning by less than a right angle.

A segment is monotone in x and in y, so it never meets itself, and its ends span its bounding box.
Straight pieces are cubics without bends: one arithmetic for all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from nonoforge.families.curved.stroke import Stroke
from nonoforge.path import Piece, Point, steps

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]
    Ints: TypeAlias = NDArray[np.int64]
else:
    Floats = Ints = Any

FLATNESS = 0.05  # mm: approximate flatness of a segment


class Segments(NamedTuple):
    """Leaf i is a piece of stroke[i] with these coefficients, from t0[i] to t1[i]."""

    stroke: Ints
    piece: Ints
    t0: Floats
    t1: Floats
    coefficients: Floats  # of 1, t, t^2, t^3: four points for each leaf
    box: Floats  # left, bottom, right, top

    def numbered(self, stroke: int) -> Segments:
        """Return the leaves of one stroke, under another number."""
        return self._replace(stroke=self.stroke * 0 + stroke)


def joined(parts: Sequence[Segments]) -> Segments:
    """Return several sets of segments as one."""
    import numpy as np

    return Segments(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def coefficients(path: Sequence[Piece]) -> Floats:
    """Return each piece as a polynomial in t: its four coefficients."""
    import numpy as np

    cubics = np.array([piece if len(piece) == 4 else _lifted(piece) for piece in path])
    a, b, c, d = cubics[:, 0], cubics[:, 1], cubics[:, 2], cubics[:, 3]
    bends = np.array([len(piece) == 4 for piece in path])[:, None]
    return np.stack((a, np.where(bends, 3 * (b - a), d - a), bends * 3 * (a - 2 * b + c),
                     bends * (d - a + 3 * (b - c))), axis=1)


def _lifted(piece: Any) -> Any:
    return piece[0], piece[0], piece[1], piece[1]


def monotone_segments(strokes: Sequence[Stroke], first: int = 0) -> Segments:
    """Return the leaves of strokes, which are numbered from the first."""
    import numpy as np

    pieces = [piece for stroke in strokes for piece in stroke.path]
    lengths = [len(stroke.path) for stroke in strokes]
    owner = np.repeat(np.arange(first, first + len(strokes)), lengths)
    number = np.concatenate([np.arange(length) for length in lengths])
    table = coefficients(pieces)
    row, t = _cuts(table, [steps(piece, FLATNESS) for piece in pieces])
    same = row[1:] == row[:-1]
    row, t0, t1 = row[:-1][same], t[:-1][same], t[1:][same]
    mine = table[row]
    ends = np.stack((value(mine, t0), value(mine, t1)))
    box = np.concatenate((ends.min(axis=0), ends.max(axis=0)), axis=1)
    return Segments(owner[row], number[row], t0, t1, mine, box)


def _cuts(table: Floats, counts: Sequence[int]) -> tuple[Ints, Floats]:
    """Return (piece, t) of all ends of leaves in order: equal steps, and where x or y turns."""
    import numpy as np

    pieces = np.repeat(np.arange(len(counts)), np.array(counts) + 1)
    equal = np.concatenate([np.linspace(0, 1, count + 1) for count in counts])
    turning, roots = _turns(table)
    piece, t = np.concatenate((pieces, turning)), np.concatenate((equal, roots))
    order = np.lexsort((t, piece))
    piece, t = piece[order], t[order]
    # Of cuts that all but coincide one is enough; the ends of a piece stay.
    spare = np.zeros(len(t), dtype=bool)
    spare[1:] = (t[1:] - t[:-1] < 1e-9) & (t[1:] > 0) & (t[1:] < 1)
    return piece[~spare], t[~spare]


def _turns(table: Floats) -> tuple[Ints, Floats]:
    """Return (piece, t) where the derivative of x or of y is zero, strictly within a piece."""
    import numpy as np

    a, b, c = 3 * table[:, 3], 2 * table[:, 2], table[:, 1]  # a t^2 + b t + c = 0
    with np.errstate(divide="ignore", invalid="ignore"):
        q = -(b + np.copysign(np.sqrt(b * b - 4 * a * c), b)) / 2
        found = np.stack((q / a, c / q))
    fits = (found > 1e-9) & (found < 1 - 1e-9)  # false for nan: no root, or no bend
    _, piece, _ = np.nonzero(fits)
    return piece, found[fits]


def value(table: Floats, t: Floats) -> Floats:
    """Return the points of cubics at t."""
    s = t[:, None]
    result: Floats = ((table[:, 3] * s + table[:, 2]) * s + table[:, 1]) * s + table[:, 0]
    return result


def slope(table: Floats, t: Floats) -> Floats:
    """Return their derivatives at t."""
    s = t[:, None]
    result: Floats = (3 * table[:, 3] * s + 2 * table[:, 2]) * s + table[:, 1]
    return result


def controls(table: Floats, t0: Floats, t1: Floats) -> Floats:
    """Return the four control points of each cubic from t0 to t1."""
    import numpy as np

    third = (t1 - t0)[:, None] / 3
    first, last = value(table, t0), value(table, t1)
    return np.stack((first, first + third * slope(table, t0), last - third * slope(table, t1),
                     last), axis=1)


# Candidate pairs: segments whose bounding boxes meet.

MAX_PAIRS = 400_000  # held in memory at a time


def box_pairs_between(a: Floats, b: Floats, near: float) -> Iterator[tuple[Ints, Ints]]:
    """Yield pairs (i, j) of boxes of a and of b that meet or nearly do, in portions."""
    import numpy as np

    rows = max(1, MAX_PAIRS // max(1, len(b)))
    for first in range(0, len(a), rows):
        some = a[first:first + rows, None]
        meet = (some[..., :2] <= b[:, 2:] + near) & (b[:, :2] <= some[..., 2:] + near)
        i, j = np.nonzero(meet.all(axis=2))
        yield i + first, j


def box_pairs_within(box: Floats, near: float) -> Iterator[tuple[Ints, Ints]]:
    """Yield pairs of different boxes of one set, each pair once: a sweep from left to right, in
    which each box is compared with those that begin before it ends."""
    import numpy as np

    order = np.argsort(box[:, 0], kind="stable")
    box = box[order]
    until = np.searchsorted(box[:, 0], box[:, 2] + near, side="right")
    counts = until - np.arange(1, len(box) + 1)
    total = np.concatenate(([0], np.cumsum(counts)))
    first = 0
    while first < len(box):
        fitting = int(np.searchsorted(total, total[first] + MAX_PAIRS, side="right"))
        last = max(first + 1, fitting - 1)
        some = counts[first:last]
        i = np.repeat(np.arange(first, last), some)
        j = i + 1 + np.arange(len(i)) - np.repeat(total[first:last] - total[first], some)
        meet = (box[i, 1] <= box[j, 3] + near) & (box[j, 1] <= box[i, 3] + near)
        yield order[i[meet]], order[j[meet]]
        first = last


class NearestPoint(NamedTuple):
    """The nearest point of a stroke: its parameter u, its place, and its distance in mm."""

    stroke: int
    u: float
    place: Point
    away: float


def nearest_points(
    points: Sequence[Point], others: Segments, reach: float, but: Sequence[int] = (),
) -> list[NearestPoint | None]:
    """Return for each point the nearest of the strokes that is within reach; `but` names for each
    point a stroke that does not count."""
    import numpy as np

    places = np.array(points, dtype=float).reshape(-1, 2)
    boxes = np.concatenate((places, places), axis=1)
    best: list[NearestPoint | None] = [None] * len(points)
    for i, j in box_pairs_between(boxes, others.box, reach):
        if len(but):
            counts = np.asarray(but)[i] != others.stroke[j]
            i, j = i[counts], j[counts]
        t, found = _feet(places[i], others, j)
        away = np.hypot(*(found - places[i]).T)
        for row in np.nonzero(away <= reach)[0].tolist():
            mine, leaf = int(i[row]), int(j[row])
            known = best[mine]
            if known is None or away[row] < known.away:
                x, y = found[row].tolist()
                best[mine] = NearestPoint(
                    int(others.stroke[leaf]), float(others.piece[leaf] + t[row]), (x, y),
                    float(away[row]))
    return best


def _feet(points: Floats, others: Segments, which: Ints) -> tuple[Any, Floats]:
    """Return the point of each leaf that is nearest to a point, and its t: leaves are nearly
    straight, so that a few steps along the direction at the last foot find it."""
    import numpy as np

    table, low, high = others.coefficients[which], others.t0[which], others.t1[which]
    t = (low + high) / 2
    for _ in range(12):
        ahead = slope(table, t)
        along = ((points - value(table, t)) * ahead).sum(axis=1)
        t = np.clip(t + along / np.maximum((ahead * ahead).sum(axis=1), 1e-30), low, high)
    return t, value(table, t)
