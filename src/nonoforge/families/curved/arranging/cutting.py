"""Spans of strokes as paths of their own: cubics cut out of cubics, all at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from nonoforge.families.curved.arranging.leaves import Floats, coefficients, controls
from nonoforge.families.curved.arranging.network import Span
from nonoforge.families.curved.stroke import Stroke
from nonoforge.path import Path, Piece, Point


class Cuts(NamedTuple):
    """For each span its path, and the area that it sweeps as seen from the first vertex; for each
    dart (two for each span) the angle at which it leaves."""

    paths: list[Path]
    swept: list[float]
    angles: list[float]


def cut(strokes: Sequence[Stroke], spans: Sequence[Span], places: Sequence[Point]) -> Cuts:
    """All spans, from vertex to vertex."""
    import numpy as np

    pieces = [piece for stroke in strokes for piece in stroke.path]
    lengths = np.array([len(stroke.path) for stroke in strokes])
    owner = np.array([span.stroke for span in spans])
    u0, u1 = np.array([span.u0 for span in spans]), np.array([span.u1 for span in spans])
    begin = np.floor(u0).astype(int)
    count = np.maximum(1, np.ceil(u1).astype(int) - begin)
    after = np.cumsum(count)
    edge = np.repeat(np.arange(len(spans)), count)
    number = begin[edge] + np.arange(len(edge)) - (after - count)[edge]
    t0, t1 = np.maximum(u0[edge] - number, 0.0), np.minimum(u1[edge] - number, 1.0)
    row = (np.cumsum(lengths) - lengths)[owner[edge]] + number % lengths[owner[edge]]
    corners = controls(coefficients(pieces)[row], t0, t1)
    angles = np.stack((_angles(corners[after - count]), _angles(corners[after - 1][:, ::-1])), 1)
    where = np.array(places)
    corners[after - count, 0] = where[[span.tail for span in spans]]
    corners[after - 1, 3] = where[[span.head for span in spans]]
    swept = np.add.reduceat(_swept(corners - where[0]), after - count)
    rows = [_piece(pieces[r], from_ == 0, to == 1, corner) for r, from_, to, corner in zip(
        row.tolist(), t0.tolist(), t1.tolist(), corners.tolist(), strict=True)]
    paths = [_between(rows[last - many:last], places[span.tail], places[span.head])
             for span, many, last in zip(spans, count.tolist(), after.tolist(), strict=True)]
    return Cuts(paths, swept.tolist(), angles.ravel().tolist())


def _angles(corners: Floats) -> Floats:
    """The direction in which each leaves its start; handles of no length are stepped over."""
    import numpy as np

    ahead = corners[:, 1:] - corners[:, :1]
    which = (np.abs(ahead).max(axis=2) > 1e-9).argmax(axis=1)
    ahead = ahead[np.arange(len(ahead)), which]
    angles: Floats = np.arctan2(ahead[:, 1], ahead[:, 0])
    return angles


def _swept(corners: Floats) -> Floats:
    """The area between each cubic and the origin."""
    a, b, c, d = (corners[:, k] for k in range(4))

    def cross(p: Floats, q: Floats) -> Floats:
        product: Floats = p[:, 0] * q[:, 1] - p[:, 1] * q[:, 0]
        return product
    return (6 * cross(a, b) + 3 * cross(a, c) + cross(a, d) + 3 * cross(b, c) + 3 * cross(b, d)
            + 6 * cross(c, d)) / 20


def _piece(whole: Piece, from_start: bool, to_end: bool, corners: list[list[float]]) -> Piece:
    """What was not cut is as it was drawn, to the last digit."""
    start: Point = whole[0] if from_start else (corners[0][0], corners[0][1])
    end: Point = whole[-1] if to_end else (corners[3][0], corners[3][1])
    if len(whole) == 2:
        return start, end
    if from_start and to_end:
        return whole
    return start, (corners[1][0], corners[1][1]), (corners[2][0], corners[2][1]), end


def _between(path: list[Piece], tail: Point, head: Point) -> Path:
    path[0] = (tail, *path[0][1:])
    path[-1] = (*path[-1][:-1], head)
    return tuple(path)
