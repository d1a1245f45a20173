"""Fit few cubic pieces to a polyline: the fewest corners and pieces within a tolerance.

Breaks are chosen among candidates along the polyline by dynamic programming. At a smooth break the
two pieces share a tangent; at a corner each has its own. With the tangents known, a piece has two
unknowns, the lengths of its handles, which are a linear least-squares problem (P. J. Schneider, An
algorithm for automatically fitting digitized curves, 1990).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import atan2, dist, inf, pi, radians, tau
from typing import NamedTuple, TypeAlias

from nonoforge.families.curved.arranging import Floats
from nonoforge.path import Path, Piece, Point

CORNER_TURN = radians(38)  # the least turn of a corner
PIECE_COST, STRAIGHT_COST, CORNER_COST = 1.0, 0.5, 0.6
ERROR_COST = 1.2  # of a piece whose error is the tolerance
MAX_BREAKS = 44  # candidates along a polyline, beside corners and stops
MAX_SPAN = 22  # candidates that a piece may pass over
PIECE_SAMPLES = 11  # of a polyline, to which a piece is fitted


class Fit(NamedTuple):
    """Pieces through the stops of a polyline; `joints` are where in the path the stops are."""

    path: Path
    joints: tuple[int, ...]


class _Chain:
    """Samples of a polyline, with lengths and directions."""

    def __init__(self, points: Sequence[Point], stops: Sequence[int], step: float,
                 scale: float, closed: bool) -> None:
        import numpy as np

        places: list[Point] = [points[0]]
        self.sharp: list[int] = []
        self.stops: list[int] = [0] if 0 in stops else []
        for number, (a, b) in enumerate(pairwise(points), 1):
            count = max(1, round(dist(a, b) / step))
            places += [(a[0] + (b[0] - a[0]) * k / count, a[1] + (b[1] - a[1]) * k / count)
                       for k in range(1, count)]
            places.append(b)
            if number in stops:
                self.stops.append(len(places) - 1)
            if number < len(points) - 1 and abs(_turn(_angle(a, b), _angle(
                    b, points[number + 1]))) > CORNER_TURN / 2:
                self.sharp.append(len(places) - 1)
        if closed and abs(_turn(_angle(*points[-2:]), _angle(*points[:2]))) > CORNER_TURN / 2:
            self.sharp.append(0)
        self.closed = closed
        self.places: Floats = np.array(places)
        lengths = np.hypot(*np.diff(self.places, axis=0).T)
        self.far: Floats = np.concatenate(([0.0], np.cumsum(lengths)))
        self.length = float(self.far[-1])
        self.scale = min(scale, self.length / 6)

    def at(self, s: Floats) -> Floats:
        """Return the points at arc lengths; beyond the ends, a closed polyline goes on."""
        import numpy as np

        s = s % self.length if self.closed else np.clip(s, 0.0, self.length)
        return np.stack((np.interp(s, self.far, self.places[:, 0]),
                         np.interp(s, self.far, self.places[:, 1])), axis=-1)

    def leaving(self, some: Sequence[int], sign: int) -> list[float]:
        """Return the directions in which the polyline leaves samples, forwards (1) or backwards
        (-1): those of parabolas through each and two points further on."""
        import numpy as np

        if not some:
            return []
        here, s = self.places[list(some)], self.far[list(some)]
        one, two = (self.at(s + sign * k * self.scale) - here for k in (1, 2))
        first, second = (np.arctan2(way[:, 1], way[:, 0]) for way in (one, two))
        bend = (first - second + pi) % tau - pi
        found: list[float] = (first + np.clip(bend, -0.4, 0.4)).tolist()
        return found

    def through(self, some: Sequence[int]) -> list[float]:
        """Return the directions at samples, as seen from both sides."""
        import numpy as np

        s = self.far[list(some)]
        way = self.at(s + self.scale) - self.at(s - self.scale)
        found: list[float] = np.arctan2(way[:, 1], way[:, 0]).tolist()
        return found

    def turns(self, some: Sequence[int]) -> list[float]:
        """Return by how much the polyline turns at samples, in radians."""
        return [abs(_turn(back + pi, ahead)) for back, ahead in zip(
            self.leaving(some, -1), self.leaving(some, 1), strict=True)]


def fit(
    points: Sequence[Point], tolerance: float, *, closed: bool = False,
    stops: Sequence[int] = (), step: float = 0.5, corner_cost: float = CORNER_COST,
) -> Fit:
    """Return few pieces along a polyline; a closed one begins and ends at one point. The path
    passes through the points whose indices are `stops`, smoothly unless they are its ends. The
    more corners cost, beside 1 for a piece, the more of them are rounded."""
    chain = _Chain(points, stops, step, max(2 * tolerance, 3 * step), closed)
    corners = _corners(chain)
    if closed and not chain.stops:
        first = corners[0] if corners else _flattest(chain)
        if first:
            turned = [tuple(p) for p in chain.places[first:-1].tolist()]
            turned += [tuple(p) for p in chain.places[:first + 1].tolist()]
            chain = _Chain(turned, (), inf, max(2 * tolerance, 3 * step), True)
            corners = _corners(chain)
    return _Fitter(chain, corners, tolerance, corner_cost).fit()


def _corners(chain: _Chain) -> list[int]:
    """Return the samples at which the polyline turns sharply, the sharpest of near ones."""
    last = len(chain.places) - 1
    inner = range(last) if chain.closed else range(1, last)
    every = max(1, round(chain.scale / 2 / max(chain.length / last, 1e-9)))
    spots = sorted(({k for k in inner if k % every == 0} | {k for k in chain.sharp if k in inner})
                   - set(chain.stops))
    turns = dict(zip(spots, chain.turns(spots), strict=True))
    sharp = set(chain.sharp)
    found: list[int] = []
    for k in sorted(turns, key=lambda k: (-turns[k] - (0.35 if k in sharp else 0.0), k)):
        if turns[k] < CORNER_TURN:
            continue
        if all(_apart(chain, k, other) >= 0.9 * chain.scale for other in found):
            found.append(k)
    return sorted(found)


def _apart(chain: _Chain, one: int, other: int) -> float:
    away = abs(float(chain.far[one] - chain.far[other]))
    return min(away, chain.length - away) if chain.closed else away


def _flattest(chain: _Chain) -> int:
    """Return the sample where a closed polyline without corners bends least."""
    last = len(chain.places) - 1
    some = range(0, last, max(1, last // 40))
    return min(zip(chain.turns(some), some, strict=True))[1]


class _Fitter:
    """Chooses breaks and fits the pieces between them."""

    def __init__(
        self, chain: _Chain, corners: Sequence[int], tolerance: float, corner_cost: float,
    ) -> None:
        self.chain, self.tolerance, self.corner_cost = chain, tolerance, corner_cost
        last = len(chain.places) - 1
        self.stops = set(chain.stops)
        gap = max(chain.length / MAX_BREAKS, 0.8 * chain.scale)
        spots = {0, last, *corners, *self.stops}
        for a, b in pairwise(sorted(spots)):
            count = int(float(chain.far[b] - chain.far[a]) / gap)
            for k in range(1, count):
                s = float(chain.far[a]) + k * float(chain.far[b] - chain.far[a]) / count
                spots.add(int(chain.far.searchsorted(s)))
        self.breaks = sorted(spots)
        self.corner = set(corners)
        if not chain.closed or 0 in self.corner:
            self.corner |= {0, last}
        self.smooth = dict(zip(self.breaks, chain.through(self.breaks), strict=True))
        sharp = sorted(self.corner)
        self.out = dict(zip(sharp, chain.leaving(sharp, 1), strict=True))
        self.back = dict(zip(sharp, chain.leaving(sharp, -1), strict=True))

    def fit(self) -> Fit:
        last = self.breaks[-1]
        kinds = {k: ((True,) if k in (0, last) and k in self.corner else
                     (False,) if k not in self.corner else (True, False)) for k in self.breaks}
        best: _Best = {(0, kind): (0.0, None, None) for kind in kinds[0]}
        for place, i in enumerate(self.breaks[:-1]):
            ends = self._ends(place)
            goals = [(j, kind) for j in ends for kind in kinds[j]]
            for kind in kinds[i]:
                if (i, kind) not in best:
                    continue
                so_far = best[i, kind][0] + (self.corner_cost if kind and i else 0.0)
                for goal, (cost, piece) in zip(goals, self._pieces(i, kind, goals, ends[0]),
                                               strict=True):
                    known = best.get(goal)
                    if cost < inf and (known is None or so_far + cost < known[0]):
                        best[goal] = so_far + cost, (i, kind), piece
        return self._path(best, last)

    def _ends(self, place: int) -> list[int]:
        """Return the breaks at which a piece from a break may end."""
        found: list[int] = []
        for j in self.breaks[place + 1:place + 1 + MAX_SPAN]:
            found.append(j)
            if j in self.stops:
                break
        return found

    def _path(self, best: _Best, last: int) -> Fit:
        at: tuple[int, bool] | None = min(
            ((last, kind) for kind in (True, False) if (last, kind) in best),
            key=lambda key: best[key][0])
        pieces: list[Piece] = []
        ends: list[int] = []
        while at is not None:
            _, before, piece = best[at]
            if piece is not None:
                pieces.append(piece)
                ends.append(at[0])
            at = before
        ends = [0, *reversed(ends)]
        return Fit(tuple(reversed(pieces)), tuple(ends.index(stop) for stop in self.chain.stops))

    def _pieces(
        self, i: int, kind: bool, goals: Sequence[tuple[int, bool]], first: int,
    ) -> list[tuple[float, Piece]]:
        """Return the cost of the piece from a break to each of the others, and the piece; inf if it
        is too far off. To the next break the error costs, but is allowed."""
        import numpy as np

        far = self.chain.far
        ends = np.array([j for j, _ in goals])
        s = far[i] + np.outer(far[ends] - far[i], np.linspace(0.0, 1.0, PIECE_SAMPLES))
        some = self.chain.at(s)
        ahead = np.full(len(goals), self.out[i] if kind else self.smooth[i])
        behind = np.array([self.back[j] if other else self.smooth[j] + pi for j, other in goals])
        handles, errors = _cubics(some, far[ends] - far[i], ahead, behind)
        straight = _straight_errors(some)
        found: list[tuple[float, Piece]] = []
        for k, (j, other) in enumerate(goals):
            a, b = _point(self.chain.places[i]), _point(self.chain.places[j])
            if kind and other and straight[k] <= self.tolerance:
                cost = STRAIGHT_COST + ERROR_COST * (float(straight[k]) / self.tolerance) ** 2
                found.append((cost, (a, b)))
                continue
            error = float(errors[k])
            cost = inf if error > self.tolerance and j != first else \
                PIECE_COST + ERROR_COST * (error / self.tolerance) ** 2
            found.append((cost, (a, _point(handles[k, 0]), _point(handles[k, 1]), b)))
        return found


_Best: TypeAlias = dict[tuple[int, bool], tuple[float, tuple[int, bool] | None, Piece | None]]


def _point(row: Floats) -> Point:
    return float(row[0]), float(row[1])


def _straight_errors(some: Floats) -> Floats:
    """Return for rows of samples how far they are from the straight line between the first and the
    last."""
    import numpy as np

    way = some[:, -1] - some[:, 0]
    off = some - some[:, :1]
    size = np.hypot(way[:, 0], way[:, 1])
    away = np.abs(off[:, :, 0] * way[:, None, 1] - off[:, :, 1] * way[:, None, 0]).max(axis=1)
    found: Floats = np.where(size > 1e-9, away / np.maximum(size, 1e-9), inf)
    return found


def _cubics(some: Floats, far: Floats, ahead: Floats, behind: Floats) -> tuple[Floats, Floats]:
    """Return for rows of samples the handles of the cubics with these directions at their ends that
    are nearest to them, in squares, and their largest distances from the samples."""
    import numpy as np

    a, b = some[:, :1], some[:, -1:]
    chord = np.maximum(np.hypot(*(b - a)[:, 0].T), 1e-9)
    u = np.stack((np.cos(ahead), np.sin(ahead)), axis=1)
    v = np.stack((np.cos(behind), np.sin(behind)), axis=1)
    t = np.broadcast_to(np.linspace(0.0, 1.0, some.shape[1]), some.shape[:2])
    for _ in range(2):
        b0, b1, b2, b3 = _bernstein(t)
        rest = some - (b0 + b1) * a - (b2 + b3) * b
        w1, w2 = b1[:, :, 0], b2[:, :, 0]
        c11, c22 = (w1 * w1).sum(axis=1), (w2 * w2).sum(axis=1)
        c12 = (w1 * w2).sum(axis=1) * (u * v).sum(axis=1)
        x1 = (w1 * (rest * u[:, None]).sum(axis=2)).sum(axis=1)
        x2 = (w2 * (rest * v[:, None]).sum(axis=2)).sum(axis=1)
        whole = np.maximum(c11 * c22 - c12 * c12, 1e-9)
        near = np.clip((x1 * c22 - x2 * c12) / whole, 0.08 * chord, 1.2 * far)
        away = np.clip((x2 * c11 - x1 * c12) / whole, 0.08 * chord, 1.2 * far)
        p, q = a + (near[:, None] * u)[:, None], b + (away[:, None] * v)[:, None]
        off = b0 * a + b1 * p + b2 * q + b3 * b - some
        s, k = (1 - t)[:, :, None], t[:, :, None]
        speed = 3 * (s * s * (p - a) + 2 * s * k * (q - p) + k * k * (b - q))
        t = np.clip(t - (off * speed).sum(axis=2) / np.maximum((speed * speed).sum(axis=2), 1e-12),
                    0.0, 1.0)
    b0, b1, b2, b3 = _bernstein(t)
    off = b0 * a + b1 * p + b2 * q + b3 * b - some
    return np.concatenate((p, q), axis=1), np.hypot(off[:, :, 0], off[:, :, 1]).max(axis=1)


def _bernstein(t: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    t = t[:, :, None]
    s = 1 - t
    return s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t


def _angle(a: Sequence[float], b: Sequence[float]) -> float:
    return atan2(b[1] - a[1], b[0] - a[0])


def _turn(before: float, after: float) -> float:
    """Return the angle from one direction to another by the shorter way, in radians."""
    return (after - before + pi) % tau - pi
