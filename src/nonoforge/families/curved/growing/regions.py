"""Compute the faces between tracks: neighbours, areas, colours.

Every track runs from frame to frame, so the graph is connected and each face has one loop. Two
tracks meet at each crossing, so one sign gives the order around it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import NamedTuple

from nonoforge.families.curved.growing.sampled_path import FrameBoundary
from nonoforge.families.curved.growing.tracks import Crossing, Track
from nonoforge.families.plane import interior_point
from nonoforge.path import Point

MIN_STOP_DISTANCE = 1e-6  # mm: nearer stops are one place


class Stop(NamedTuple):
    """A place on a track: its distance and swept area, and which crossing it is (-1: a port)."""

    far: float
    swept: float
    crossing: int
    second: bool  # the track is the crossing's b


@dataclass
class TrackGraph:
    """Tracks with their stops in order, and the ports along the frame."""

    tracks: Sequence[Track]
    stops: list[list[Stop]]
    crossings: list[tuple[int, int, Crossing]]  # of these two tracks
    ports: list[tuple[float, int, bool]]  # place on the frame, track, is it the track's end?

    def corner(self, stop: Stop) -> bool:
        """Return whether the crossing is a corner of the picture."""
        return stop.crossing >= 0 and self.crossings[stop.crossing][2].corner

    def knotted(self) -> Iterator[int]:
        """Yield the tracks that have two stops at one place, as often as they have."""
        for number, row in enumerate(self.stops):
            for one, other in pairwise(row):
                if other.far - one.far < MIN_STOP_DISTANCE:
                    yield number


def track_graph(
    tracks: Sequence[Track], crossings: list[tuple[int, int, Crossing]],
    ports: Sequence[tuple[float, float]],
) -> TrackGraph:
    """Return the graph of the tracks, all crossings, and the places on the frame where tracks
    end."""
    stops = [[Stop(0.0, 0.0, -1, False), Stop(track.far[-1], track.swept[-1], -1, False)]
             for track in tracks]
    for number, (a, b, crossing) in enumerate(crossings):
        stops[a].append(Stop(crossing.far_a, crossing.swept_a, number, False))
        stops[b].append(Stop(crossing.far_b, crossing.swept_b, number, True))
    for row in stops:
        row.sort()
    around = sorted((s, number, end) for number, pair in enumerate(ports)
                    for end, s in zip((False, True), pair, strict=True))
    return TrackGraph(tracks, stops, crossings, around)


@dataclass
class Regions:
    """The faces of a web: loops of darts, for each dart its face (-1 outside), and measures."""

    web: TrackGraph
    first: list[int]  # the first edge of each track
    face: list[int]
    loops: list[list[int]]
    areas: list[float]
    around: list[float]
    boundary: FrameBoundary

    def lines(self) -> list[tuple[int, ...]]:
        """Return the faces along both sides of each track, without repeats in a row."""
        found: list[tuple[int, ...]] = []
        for number, row in enumerate(self.web.stops):
            edges = range(self.first[number], self.first[number] + len(row) - 1)
            for darts in ([2 * e for e in edges], [2 * e + 1 for e in reversed(edges)]):
                found.append(tuple(face for face, _ in groupby(self.face[d] for d in darts)))
        return found

    @property
    def beside(self) -> tuple[float, int]:
        """A place on the frame, and the face that is there."""
        return self.web.ports[0][0], self.face[2 * self.first[-1]]

    def spot(self, face: int) -> Point:
        """Return a point well inside a face."""
        return interior_point([self.polygon(face)])

    def polygon(self, face: int) -> list[Point]:
        """Return the corners and samples of a face."""
        boundary, points = self.boundary, list[Point]()
        for dart in self.loops[face]:
            number = bisect_right(self.first, dart >> 1) - 1
            k = (dart >> 1) - self.first[number]
            if number == len(self.web.tracks):
                some = _between(list(boundary.trail.places), list(boundary.trail.far),
                                self.web.ports[k][0],
                                self.web.ports[(k + 1) % len(self.web.ports)][0])
            else:
                track, row = self.web.tracks[number], self.web.stops[number]
                some = _between(track.points, track.far, row[k].far, row[k + 1].far)
            points += some[::-1] if dart & 1 else some
        return points


def _between(points: list[Point], far: list[float], a: float, b: float) -> list[Point]:
    if b < a:  # around the frame's start
        return _between(points, far, a, far[-1]) + _between(points, far, 0.0, b)
    low, high = bisect_right(far, a), bisect_right(far, b - 1e-9)
    return [_at(points, far, a), *points[low:high]]


def _at(points: list[Point], far: list[float], s: float) -> Point:
    k = min(max(1, bisect_right(far, s)), len(far) - 1)
    (ax, ay), (bx, by) = points[k - 1], points[k]
    part = (s - far[k - 1]) / max(far[k] - far[k - 1], 1e-12)
    return ax + part * (bx - ax), ay + part * (by - ay)


def regions(net: TrackGraph, boundary: FrameBoundary) -> Regions | None:
    """Return the faces; None if the polylines are too coarse to find them.

    Two tracks that end at one place of the frame cross there or do not, as rounding will have it;
    what is beside an edge of no length cannot be told, so that there must be none."""
    first = [0]
    lengths: list[float] = []
    sweeps: list[float] = []
    for row in net.stops:
        for one, other in pairwise(row):
            lengths.append(other.far - one.far)
            sweeps.append(other.swept - one.swept)
        first.append(len(lengths))
    following = _following(net, first)
    _frame_edges(net, boundary, lengths, sweeps)
    if min(lengths) < MIN_STOP_DISTANCE:
        return None
    face = [-1] * len(following)
    loops: list[list[int]] = []
    for dart in range(len(following)):
        if face[dart] < 0 and following[dart] >= 0:
            loop: list[int] = []
            onward = dart
            while face[onward] < 0:
                face[onward] = len(loops)
                loop.append(onward)
                onward = following[onward]
            loops.append(loop)
    if len(loops) != len(net.crossings) + len(net.tracks) + 1:  # as Euler says
        return None
    areas = [sum(-sweeps[d >> 1] if d & 1 else sweeps[d >> 1] for d in loop) for loop in loops]
    if min(areas) <= 0:
        return None
    return Regions(net, first, face, loops, areas,
                   [sum(lengths[d >> 1] for d in loop) for loop in loops], boundary)


def _following(net: TrackGraph, first: list[int]) -> list[int]:
    """Return for each dart the next around the face on its left; -1 outside the frame."""
    edges = first[-1] + len(net.ports)
    following = [-1] * (2 * edges)
    before: list[list[int]] = [[0, 0] for _ in net.crossings]
    for number, row in enumerate(net.stops):
        for k, stop in enumerate(row):
            if stop.crossing >= 0:
                before[stop.crossing][stop.second] = first[number] + k - 1
    for (a, b), (_, _, crossing) in zip(before, net.crossings, strict=True):
        if crossing.sign < 0:
            a, b = b, a
        # b goes over to the left of a
        following[2 * a] = 2 * b + 2
        following[2 * b] = 2 * a + 1
        following[2 * a + 3] = 2 * b + 1
        following[2 * b + 3] = 2 * a + 2
    last = first[-1]
    for k, (_, number, end) in enumerate(net.ports):
        arriving, onward = last + (k - 1) % len(net.ports), last + k
        edge = first[number + 1] - 1 if end else first[number]
        leaving = 2 * edge + 1 if end else 2 * edge
        following[2 * arriving] = leaving
        following[leaving ^ 1] = 2 * onward
    return following


def _frame_edges(
    net: TrackGraph, boundary: FrameBoundary, lengths: list[float], sweeps: list[float],
) -> None:
    places = [s for s, _, _ in net.ports]
    swept = [boundary.swept(s) for s in places]
    for k in range(len(places)):
        onward = (k + 1) % len(places)
        over = onward == 0
        lengths.append(places[onward] - places[k] + (boundary.length if over else 0.0))
        sweeps.append(swept[onward] - swept[k] + (boundary.area if over else 0.0))


def windings(found: Regions, weights: Sequence[int] | None = None) -> list[int]:
    """Return how often each outline goes around each face, compared with the first face beside the
    frame; all in one number: outline k counts 257 ** k, or its weight. Without weights it is odd
    where an odd number of edges of the picture is between the two faces."""
    net, first = found.web, found.first
    step: dict[int, int] = {}  # over an edge from its right to its left
    for number, row in enumerate(net.stops):
        track = net.tracks[number]
        if not any(border is not None for border in track.borders):
            continue
        for k, (one, other) in enumerate(pairwise(row)):
            border = track.borders[bisect_right(track.far, (one.far + other.far) / 2) - 1]
            if border is not None:
                outline = border if border >= 0 else ~border
                weight = 257 ** outline if weights is None else weights[outline]
                step[first[number] + k] = weight if border >= 0 else -weight
    start = found.beside[1]
    known: dict[int, int] = {start: 0}
    queue = [start]
    for face in queue:
        for dart in found.loops[face]:
            over = found.face[dart ^ 1]
            if over >= 0 and over not in known:
                change = step.get(dart >> 1, 0)
                known[over] = known[face] + (change if dart & 1 else -change)
                queue.append(over)
    return [known[face] for face in range(len(found.loops))]
