"""The arrangement of curves in a frame: from strokes to vertices, edges, faces and curves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import dist, tau
from typing import NamedTuple

from nonoforge.curved.chains import chains
from nonoforge.curved.crossings import Contact, Overlap, contacts, on_top
from nonoforge.curved.leaves import leaves
from nonoforge.curved.misdrawn import Misdrawn, quoted
from nonoforge.curved.nesting import Nest, areas, components
from nonoforge.curved.network import Network, Span, cut, network, passes
from nonoforge.curved.rotation import FLAT, directions, rotation
from nonoforge.curved.stroke import Stroke
from nonoforge.curved.tracing import curves, partners
from nonoforge.errors import InputError
from nonoforge.plane import Arrangement, Curve, loops
from nonoforge.plane.path import Point, flat, inside

MOST_STROKES = 2_000
MOST_CONTACTS = 50_000


class Vertex(NamedTuple):
    """Where edges meet: the darts that leave it, counter-clockwise."""

    place: Point
    darts: tuple[int, ...]
    frame: bool
    flat: bool  # two of them leave in the same direction


@dataclass(frozen=True)
class Arranged:
    """An arrangement, and what its puzzle does not need to know."""

    arrangement: Arrangement
    picture: tuple[bool, ...]  # for each edge: does it border the picture?
    vertices: tuple[Vertex, ...]
    notes: tuple[str, ...]

    @cached_property
    def curve_of(self) -> dict[int, int]:
        """For each edge off the frame the curve that it belongs to."""
        return {dart >> 1: number for number, curve in enumerate(self.arrangement.curves)
                for dart in curve.darts}


def arrange(frame: Stroke, strokes: Sequence[Stroke]) -> Arranged:
    """The arrangement of strokes within a closed frame, which has its inside on the left."""
    check_number(len(strokes))
    everything = (frame, *strokes)
    return assemble(everything, *contacts(everything, leaves(everything)))


def check_number(strokes: int) -> None:
    """Not too many?"""
    if strokes > MOST_STROKES:
        raise InputError(f"{strokes:,} curves are drawn; up to {MOST_STROKES:,} can be arranged")


def assemble(
    strokes: Sequence[Stroke], found: Sequence[Contact], overlaps: Sequence[Overlap] = (),
) -> Arranged:
    """The arrangement of strokes, the first of which is the frame, from all their contacts."""
    if overlaps:
        a, b, ((x0, y0), (x1, y1)) = overlaps[0]
        raise on_top(strokes[a], strokes[b], ((x0 + x1) / 2, (y0 + y1) / 2))
    if len(found) > MOST_CONTACTS:
        raise InputError(f"the curves meet {len(found):,} times; up to {MOST_CONTACTS:,} times "
                         "can be arranged")
    net = network(strokes, found)
    at_frame = [False] * len(net.places)
    for span in net.spans:
        if span.stroke == 0:
            at_frame[span.tail] = at_frame[span.head] = True
    spans, notes = _within(strokes, net, at_frame)
    return _Assembly(strokes, net, spans, at_frame).arranged(notes)


def _within(
    strokes: Sequence[Stroke], net: Network, at_frame: Sequence[bool],
) -> tuple[list[Span], list[str]]:
    """The spans inside the frame, the frame's own among them; what is beyond is cut off."""
    polygon = flat(strokes[0].path, 1e-3)[:-1]
    kept: list[Span] = []
    inner, outer = set(), set()
    for stretch in _stretches(net.spans, at_frame):
        number = stretch[0].stroke
        if number == 0 or _inside(strokes[number], stretch, polygon):
            kept += stretch
            inner.add(number)
        else:
            outer.add(number)
    for number in sorted(outer - inner):
        raise Misdrawn(f"{quoted(strokes[number].name)} lies outside the frame, at {{0}}",
                       strokes[number].place(0.0))
    return kept, [f"{strokes[number].name}: what is beyond the frame was cut off"
                  for number in sorted(outer)]


def _stretches(spans: Sequence[Span], at_frame: Sequence[bool]) -> list[list[Span]]:
    """Spans in a row, from frame to frame."""
    found: list[list[Span]] = []
    for span in spans:
        before = found[-1][-1] if found else None
        if before is None or before.stroke != span.stroke or at_frame[span.tail]:
            found.append([])
        found[-1].append(span)
    return found


def _inside(stroke: Stroke, stretch: Sequence[Span], polygon: Sequence[Point]) -> bool:
    span = max(stretch, key=lambda each: each.u1 - each.u0)
    return inside(stroke.place((span.u0 + span.u1) / 2), polygon)


class _Assembly:
    """The steps from spans to faces, with what they share."""

    def __init__(
        self, strokes: Sequence[Stroke], net: Network, spans: list[Span], at_frame: list[bool],
    ) -> None:
        self.strokes, self.spans, self.at_frame = strokes, spans, at_frame
        self.places = net.places
        self.paths = cut(strokes, spans, net.places)
        self.angles = directions(self.paths)
        self.ends = [(span.tail, span.head) for span in spans]
        leaving: list[list[int]] = [[] for _ in net.places]
        for number, (tail, head) in enumerate(self.ends):
            leaving[tail].append(2 * number)
            leaving[head].append(2 * number + 1)
        self.around = [rotation(darts, self.angles, self.paths, spread)
                       for darts, spread in zip(leaving, net.spread, strict=True)]

    def arranged(self, notes: Sequence[str]) -> Arranged:
        self._check_ends()
        kinds = [(span.stroke == 0, self._borders(span)) for span in self.spans]
        new = chains(self.around, self.ends, kinds)
        faces = tuple(tuple(map(new.translated, face)) for face in self._faces())
        frame = [2 * number for number, span in enumerate(self.spans) if span.stroke == 0]
        arrangement = Arrangement(
            "curved", new.paths(self.paths), faces,
            tuple(curve._replace(darts=new.translated(curve.darts))
                  for curve in self._curves(frame)), new.translated(frame))
        vertices = tuple(
            Vertex(place, new.translated(darts), at_frame, self._flat(darts))
            for place, darts, at_frame in zip(self.places, self.around, self.at_frame, strict=True)
            if any(dart in new.renamed for dart in darts))
        return Arranged(arrangement, tuple(kinds[row[0] >> 1][1] for row in new.rows), vertices,
                        tuple(notes))

    def _borders(self, span: Span) -> bool:
        flags = self.strokes[span.stroke].flags
        return flags[int((span.u0 + span.u1) / 2) % len(flags)]

    def _check_ends(self) -> None:
        for darts, at_frame, place in zip(self.around, self.at_frame, self.places, strict=True):
            if len(darts) % 2 and not at_frame:
                names = dict.fromkeys(quoted(self.strokes[self.spans[dart >> 1].stroke].name)
                                      for dart in darts)
                if len(darts) == 1:
                    away = _distance(place, flat(self.strokes[0].path, 1e-3))
                    raise Misdrawn(f"{next(iter(names))} ends inside the frame, at {{0}}, "
                                   f"{away:.3g} mm from it; curves go from frame to frame, or are "
                                   "closed", place)
                raise Misdrawn(f"{len(darts)} ends meet at {{0}} ({', '.join(names)}); off the "
                               "frame their number is even, or a curve would end there", place)

    def _flat(self, darts: Sequence[int]) -> bool:
        angles = sorted(self.angles[dart] for dart in darts)
        return any(b - a < FLAT for a, b in zip(angles, [*angles[1:], angles[0] + tau],
                                                strict=True)) and len(darts) > 1

    def _curves(self, frame: Sequence[int]) -> list[Curve]:
        partner = partners(self.around, self.angles, passes(self.strokes, self.spans),
                           self.at_frame)
        starts = [dart for along in frame for dart in self.around[self.ends[along >> 1][0]]
                  if self.spans[dart >> 1].stroke]
        others = [number for number, span in enumerate(self.spans) if span.stroke]
        return curves(starts, others, partner)

    def _faces(self) -> list[list[list[int]]]:
        """Each face: the loop around it, then its holes; from the bottom up."""
        found = loops([darts for darts in self.around if darts], len(self.spans))
        area_of = areas(self.paths, found)
        part = components(len(self.places), self.ends)
        owner = [part[self.ends[loop[0] >> 1][0]] for loop in found]
        outer: dict[int, int] = {}  # of each component the loop around it, from outside
        for number, component in enumerate(owner):
            if component not in outer or area_of[number] < area_of[outer[component]]:
                outer[component] = number
        self._check_euler(part, owner)
        inner = [number for number in range(len(found)) if number not in outer.values()]
        faces = {number: [found[number]] for number in inner}
        floating = [number for component, number in outer.items()
                    if component != part[self.ends[0][0]]]
        if floating:
            nest = Nest(self.paths, found, area_of)
            for number in floating:
                around = nest.around(
                    self.places[self.ends[found[number][0] >> 1][0]],
                    [k in faces and owner[k] != owner[number] for k in range(len(found))])
                assert around is not None, "everything is within the frame"
                faces[around].append(found[number])
        return sorted(faces.values(), key=self._lowest)

    def _lowest(self, face: list[list[int]]) -> tuple[float, float]:
        corners = [self.places[self.ends[dart >> 1][dart & 1]] for dart in face[0]]
        return min((y, x) for x, y in corners)

    def _check_euler(self, part: Sequence[int], owner: Sequence[int]) -> None:
        """Vertices - edges + loops is 2 in each component, or the order at some vertex is wrong."""
        count: dict[int, int] = {}
        for vertex, darts in enumerate(self.around):
            if darts:
                count[part[vertex]] = count.get(part[vertex], 0) + 1
        for tail, _ in self.ends:
            count[part[tail]] -= 1
        for component in owner:
            count[component] += 1
        for component, euler in count.items():
            if euler != 2:
                place = next(place for place, mine in zip(self.places, part, strict=True)
                             if mine == component)
                raise Misdrawn("curves run too close together to tell them apart, in the part "
                               "of the drawing around {0}", place)


def _distance(place: Point, polyline: Sequence[Point]) -> float:
    """From a point to a polyline."""
    nearest = float("inf")
    for (ax, ay), (bx, by) in pairwise(polyline):
        dx, dy = bx - ax, by - ay
        t = ((place[0] - ax) * dx + (place[1] - ay) * dy) / max(dx * dx + dy * dy, 1e-30)
        t = min(1.0, max(0.0, t))
        nearest = min(nearest, dist(place, (ax + t * dx, ay + t * dy)))
    return nearest
