"""Build the planar graph of strokes: vertices at contacts, spans of strokes between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil, dist, floor
from typing import NamedTuple

from nonoforge.families.curved.arranging.intersections import Contact
from nonoforge.families.curved.arranging.segments import Floats, coefficients, controls
from nonoforge.families.curved.stroke import Stroke
from nonoforge.path import Path, Piece, Point, area

VERTEX_SIZE = 1e-3  # mm: contacts nearer than this are one vertex
NO_WIDTH = 1e-5  # mm: a face that is narrower is none; coordinates in files have six decimals
VISIBLE = 0.1  # mm: what has no width and is shorter may go
SAMPLES = 8  # points of each curved piece of a span


class Span(NamedTuple):
    """A stretch of a stroke from one vertex to the next. In closed strokes it may pass their
    end."""

    stroke: int
    rank: int  # among the spans of its stroke
    u0: float
    u1: float
    tail: int
    head: int


class Network(NamedTuple):
    """Vertices and the spans between them."""

    places: list[Point]
    spread: list[float]  # how far from its place the contacts of a vertex were
    spans: list[Span]
    hairs: list[Point]  # where tips of strokes are left out, because no face is in them


def network(strokes: Sequence[Stroke], contacts: Sequence[Contact]) -> Network:
    """Return all strokes, cut at their ends and contacts and where they begin or cease to border
    the picture."""
    points, stops = _stops(strokes, contacts)
    vertex = clusters(points, VERTEX_SIZE)
    while True:
        places, spread = _places(points, vertex)
        spans: list[Span] = []
        hairs: list[Point] = []
        for number, row in enumerate(stops):
            spans += _spans(strokes[number], number, sorted((u, vertex[p]) for u, p in row),
                            places, hairs)
        same = _without_faces(strokes, spans, places)
        if not same:
            return Network(places, spread, spans, hairs)
        vertex = _numbered([same.get(number, number) for number in vertex])


def _places(points: Sequence[Point], vertex: Sequence[int]) -> tuple[list[Point], list[float]]:
    """Return where each vertex is, and how far from there its points are."""
    places: list[Point] = []
    spread: list[float] = []
    for point, number in zip(points, vertex, strict=True):
        if number == len(places):  # ends of strokes come first: they are where they were drawn
            places.append(point)
            spread.append(0.0)
        else:
            spread[number] = max(spread[number], dist(point, places[number]))
    return places, spread


def _without_faces(
    strokes: Sequence[Stroke], spans: Sequence[Span], places: Sequence[Point],
) -> dict[int, int]:
    """Return vertices that are one with another, by number: two short spans between them are one
    as well, and the face between those would have no area."""
    between: dict[tuple[int, int], list[Span]] = {}
    for span in spans:
        if span.tail != span.head and dist(places[span.tail], places[span.head]) < VISIBLE:
            ends = min(span.tail, span.head), max(span.tail, span.head)
            between.setdefault(ends, []).append(span)
    same: dict[int, int] = {}
    for (low, high), found in between.items():
        lines = [_samples(strokes[span.stroke], span.u0, span.u1)[::1 if span.tail == low else -1]
                 for span in found]
        if any(_width([places[low], *one, places[high], *reversed(other)]) < NO_WIDTH
               for one, other in pairwise(lines)):
            same[high] = min(low, same.get(high, low))
    return same


def passes(strokes: Sequence[Stroke], spans: Sequence[Span]) -> Iterator[tuple[int, int]]:
    """Yield the two darts that leave a vertex where a stroke goes through it."""
    known = {(span.stroke, span.rank): number for number, span in enumerate(spans)}
    for number, span in enumerate(spans):
        onward = known.get((span.stroke, span.rank + 1))
        if onward is None and strokes[span.stroke].closed:
            onward = known.get((span.stroke, 0))
        if onward is not None and spans[onward].tail == span.head:
            yield 2 * number + 1, 2 * onward


def _stops(
    strokes: Sequence[Stroke], contacts: Sequence[Contact],
) -> tuple[list[Point], list[list[tuple[float, int]]]]:
    """Return all points where strokes must be cut, and for each stroke its own: (u, point)."""
    points: list[Point] = []
    stops: list[list[tuple[float, int]]] = [[] for _ in strokes]

    def add(number: int, u: float) -> None:
        stops[number].append((u, len(points)))
        points.append(strokes[number].place(u))

    for number, stroke in enumerate(strokes):
        if not stroke.closed:
            add(number, 0.0)
            add(number, float(len(stroke.path)))
        for piece, (before, after) in enumerate(pairwise(stroke.flags)):
            if before != after:
                add(number, piece + 1.0)
        if stroke.closed and stroke.flags[0] != stroke.flags[-1]:
            add(number, 0.0)
    for contact in contacts:
        stops[contact.a].append((contact.u, len(points)))
        stops[contact.b].append((contact.v, len(points)))
        points.append(contact.place)
    for number in range(len(strokes)):
        if not stops[number]:  # a closed stroke that meets nothing
            add(number, 0.0)
    return points, stops


def _spans(
    stroke: Stroke, number: int, stops: list[tuple[float, int]], places: Sequence[Point],
    hairs: list[Point],
) -> list[Span]:
    last = float(len(stroke.path))
    if stroke.closed:
        stops = sorted({(u % last, vertex) for u, vertex in stops})
        stops.append((stops[0][0] + last, stops[0][1]))
    found: list[Span] = []
    u0, tail = stops[0]
    for u1, head in stops[1:]:
        if head == tail:
            loop = _samples(stroke, u0, u1)
            reach = max((dist(point, places[tail]) for point in loop), default=0.0)
            if reach <= 3 * VERTEX_SIZE:
                pass  # what stayed at its vertex is part of it
            elif _width([places[tail], *loop]) >= NO_WIDTH:
                found.append(Span(number, len(found), u0, u1, tail, head))
            elif reach >= VISIBLE:
                hairs.append(places[tail])
        else:
            found.append(Span(number, len(found), u0, u1, tail, head))
        u0, tail = u1, head
    return found


def _samples(stroke: Stroke, u0: float, u1: float) -> list[Point]:
    """Return points of a stretch without its ends, which are moved to their vertices: the ends of
    its pieces, and more where those are curved."""
    found: list[Point] = []
    for number in range(floor(u0), ceil(u1)):
        begin, end = max(u0, number), min(u1, number + 1)
        if begin > u0:
            found.append(stroke.place(begin))
        if len(stroke.path[number % len(stroke.path)]) > 2:
            found += [stroke.place(begin + (end - begin) * k / SAMPLES) for k in range(1, SAMPLES)]
    return found


def _width(polygon: Sequence[Point]) -> float:
    """Return the width of a long rectangle with this area and this way around, about."""
    around = sum(dist(a, b) for a, b in pairwise((*polygon, polygon[0])))
    return 2 * abs(area(polygon)) / around if around else 0.0


def clusters(points: Sequence[Point], near: float) -> list[int]:
    """Return for each point the number of its cluster: points of one cluster are linked by steps of
    at most `near`. Clusters are numbered as they come.

    >>> clusters([(0.0, 0.0), (5.0, 0.0), (0.0, 0.001)], 0.01)
    [0, 1, 0]
    """
    roots = list(range(len(points)))

    def root(i: int) -> int:
        while roots[i] != i:
            roots[i] = roots[roots[i]]
            i = roots[i]
        return i

    # A sweep in a direction that drawings hardly have: many points may share their x or y.
    ahead = [0.8271 * x + 0.5620 * y for x, y in points]
    order = sorted(range(len(points)), key=ahead.__getitem__)
    behind = 0
    for k, i in enumerate(order):
        while ahead[order[behind]] < ahead[i] - near:
            behind += 1
        for j in order[behind:k]:
            if dist(points[i], points[j]) <= near:
                roots[root(i)] = root(j)
    return _numbered([root(i) for i in range(len(points))])


def _numbered(names: Sequence[int]) -> list[int]:
    """Return numbers instead of names, as they come."""
    numbers: dict[int, int] = {}
    return [numbers.setdefault(name, len(numbers)) for name in names]


# Cutting spans out of strokes, for all spans at once.

class Cuts(NamedTuple):
    """For each span its path, and the area that it sweeps as seen from the first vertex; for each
    dart (two for each span) the angle at which it leaves."""

    paths: list[Path]
    swept: list[float]
    angles: list[float]


def cut(strokes: Sequence[Stroke], spans: Sequence[Span], places: Sequence[Point]) -> Cuts:
    """Return all spans, from vertex to vertex."""
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
    """Return the direction in which each leaves its start; handles of no length are skipped."""
    import numpy as np

    ahead = corners[:, 1:] - corners[:, :1]
    which = (np.abs(ahead).max(axis=2) > 1e-9).argmax(axis=1)
    ahead = ahead[np.arange(len(ahead)), which]
    angles: Floats = np.arctan2(ahead[:, 1], ahead[:, 0])
    return angles


def _swept(corners: Floats) -> Floats:
    """Return the area between each cubic and the origin."""
    a, b, c, d = (corners[:, k] for k in range(4))

    def cross(p: Floats, q: Floats) -> Floats:
        product: Floats = p[:, 0] * q[:, 1] - p[:, 1] * q[:, 0]
        return product
    return (6 * cross(a, b) + 3 * cross(a, c) + cross(a, d) + 3 * cross(b, c) + 3 * cross(b, d)
            + 6 * cross(c, d)) / 20


def _piece(whole: Piece, from_start: bool, to_end: bool, corners: list[list[float]]) -> Piece:
    """Return a piece between two cuts. Ends that were not cut stay as drawn, to the last digit."""
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
