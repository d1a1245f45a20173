"""Strokes cut where they meet: vertices, and edges between them that are curves still."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import dist
from typing import NamedTuple

from nonoforge.families.curved.arranging.cluster import clusters
from nonoforge.families.curved.arranging.crossings import Contact
from nonoforge.families.curved.stroke import Stroke
from nonoforge.path import Point

JOIN = 1e-3  # mm: contacts nearer than this are one vertex


class Span(NamedTuple):
    """A stretch of a stroke from one vertex to the next. Closed strokes go on after their end."""

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


def network(strokes: Sequence[Stroke], contacts: Sequence[Contact]) -> Network:
    """All strokes, cut at their ends and contacts and where they begin or cease to border the
    picture."""
    points, stops = _stops(strokes, contacts)
    vertex = clusters(points, JOIN)
    places: list[Point] = []
    spread: list[float] = []
    for point, number in zip(points, vertex, strict=True):
        if number == len(places):  # ends of strokes come first: they are where they were drawn
            places.append(point)
            spread.append(0.0)
        else:
            spread[number] = max(spread[number], dist(point, places[number]))
    spans: list[Span] = []
    for number, row in enumerate(stops):
        spans += _spans(strokes[number], number, sorted((u, vertex[p]) for u, p in row), places)
    return Network(places, spread, spans)


def passes(strokes: Sequence[Stroke], spans: Sequence[Span]) -> Iterator[tuple[int, int]]:
    """The two darts that leave a vertex where a stroke goes through it."""
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
    """All points where strokes must be cut, and for each stroke its own: (u, point)."""
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
) -> list[Span]:
    last = float(len(stroke.path))
    if stroke.closed:
        stops = sorted({(u % last, vertex) for u, vertex in stops})
        stops.append((stops[0][0] + last, stops[0][1]))
    found: list[Span] = []
    u0, tail = stops[0]
    for u1, head in stops[1:]:
        if head != tail or _goes_away(stroke, u0, u1, places[tail]):
            found.append(Span(number, len(found), u0, u1, tail, head))
        u0, tail = u1, head  # what stayed at its vertex is part of it
    return found


def _goes_away(stroke: Stroke, u0: float, u1: float, place: Point) -> bool:
    """Does it leave its vertex before it comes back?"""
    return u1 - u0 > 1e-9 and any(
        dist(stroke.place(u0 + (u1 - u0) * k / 8), place) > 3 * JOIN for k in range(1, 8))
