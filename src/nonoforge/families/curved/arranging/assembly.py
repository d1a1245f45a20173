"""Assemble a planar graph of spans into edges, curves and faces."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import atan2, cos, dist, pi, tau
from typing import NamedTuple

from nonoforge.families.curved.arranging.intersections import overlap_error
from nonoforge.families.curved.arranging.network import Network, Span, cut, passes
from nonoforge.families.curved.stroke import DrawingError, Stroke, distance, literal
from nonoforge.families.plane import Arrangement, Curve, loops
from nonoforge.path import Path, Point, at, backwards, bounds, enclosed_area, flat, inside

MAX_NAMED_ENDS = 8  # loose ends that a message names
NEAR_FRAME = 1.0  # mm: an end this near to the frame was probably meant to reach it
MAX_NAMED_HAIRS = 4
SMALL_AREA = 1.0  # mm²: faces whose width is looked at
MIN_FACE_WIDTH = 2e-6  # mm: coordinates in files have six decimals


class Vertex(NamedTuple):
    """Where edges meet: the darts that leave it, counter-clockwise."""

    place: Point
    darts: tuple[int, ...]
    frame: bool
    flat: bool  # two of them leave in the same direction


@dataclass(frozen=True)
class CurveArrangement:
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


class Assembly:
    """The steps from spans to faces, with what they share."""

    def __init__(
        self, strokes: Sequence[Stroke], net: Network, spans: list[Span], at_frame: list[bool],
        beyond: list[int],
    ) -> None:
        self.strokes, self.spans, self.at_frame, self.beyond = strokes, spans, at_frame, beyond
        self.places, self.hairs = net.places, net.hairs
        self.paths, self.swept, self.angles = cut(strokes, spans, net.places)
        self.ends = [(span.tail, span.head) for span in spans]
        leaving: list[list[int]] = [[] for _ in net.places]
        for number, (tail, head) in enumerate(self.ends):
            leaving[tail].append(2 * number)
            leaving[head].append(2 * number + 1)
        self.around = [rotation(darts, self.angles, self._way, place, spread)
                       for darts, place, spread in zip(leaving, net.places, net.spread,
                                                       strict=True)]

    def _way(self, dart: int) -> Way:
        """Return a dart as it was drawn: its ends have not been moved to its vertices."""
        span = self.spans[dart >> 1]
        place = self.strokes[span.stroke].place
        begin, end = (span.u1, span.u0) if dart & 1 else (span.u0, span.u1)
        return lambda share: place(begin + share * (end - begin))

    def arranged(self) -> CurveArrangement:
        self._check_ends()
        kinds = [(span.stroke == 0, self._borders(span)) for span in self.spans]
        self._close_along_frame(kinds)
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
        notes = tuple(f"{self.strokes[number].name}: what is beyond the frame was cut off"
                      for number in self.beyond)
        if self.hairs:
            notes += (_hairs(self.hairs),)
        picture = tuple(kinds[row[0] >> 1][1] for row in new.rows)
        return CurveArrangement(arrangement, picture, vertices, notes)

    def _borders(self, span: Span) -> bool:
        flags = self.strokes[span.stroke].flags
        return flags[int((span.u0 + span.u1) / 2) % len(flags)]

    def _close_along_frame(self, kinds: list[tuple[bool, bool]]) -> None:
        """Close a picture that continues beyond the frame: the frame becomes its outline there."""
        for number in self.beyond:
            stroke = self.strokes[number]
            if not (stroke.closed and all(stroke.flags)):
                continue
            polygon = flat(stroke.path, 1e-3)[:-1]
            for edge, span in enumerate(self.spans):
                if span.stroke == 0 and inside(
                        self.strokes[0].place((span.u0 + span.u1) / 2), polygon):
                    kinds[edge] = True, not kinds[edge][1]

    def _check_ends(self) -> None:
        """Check that an even number of ends meets at each vertex off the frame; else a curve ends
        there."""
        loose = [number for number, darts in enumerate(self.around)
                 if len(darts) % 2 and not self.at_frame[number]]
        if not loose:
            return
        told = loose[:MAX_NAMED_ENDS]
        away = [distance(self.places[number], self.strokes[0].path) for number in told]
        words = "; ".join(self._loose(k, number, away[k]) for k, number in enumerate(told))
        more = f" and {len(loose) - MAX_NAMED_ENDS:,} more" if len(loose) > MAX_NAMED_ENDS else ""
        snap = " (--snap joins what is near)" if min(away) < NEAR_FRAME else ""
        raise DrawingError(f"curves end inside the frame: {words}{more}; curves go from frame to "
                           f"frame, or are closed{snap}", *(self.places[number] for number in told))

    def _loose(self, k: int, vertex: int, away: float) -> str:
        """Name the stroke that ends at a vertex, for place k of a message."""
        darts = self.around[vertex]
        names = dict.fromkeys(literal(self.strokes[self.spans[dart >> 1].stroke].name)
                              for dart in darts)
        if len(darts) == 1:
            return f"{next(iter(names))} at {{{k}}}, {away:.3g} mm from it"
        return f"{len(darts)} ends ({', '.join(names)}) at {{{k}}}"

    def _flat(self, darts: Sequence[int]) -> bool:
        angles = sorted(self.angles[dart] for dart in darts)
        return any(b - a < TANGENT_ANGLE for a, b in zip(angles, [*angles[1:], angles[0] + tau],
                                                         strict=True)) and len(darts) > 1

    def _curves(self, frame: Sequence[int]) -> list[Curve]:
        partner = partners(self.around, self.angles, passes(self.strokes, self.spans),
                           self.at_frame)
        starts = [dart for along in frame for dart in self.around[self.ends[along >> 1][0]]
                  if self.spans[dart >> 1].stroke]
        others = [number for number, span in enumerate(self.spans) if span.stroke]
        return curves(starts, others, partner)

    def _faces(self) -> list[list[list[int]]]:
        """Return each face: the loop around it, then its holes; from the bottom up."""
        found = loops([darts for darts in self.around if darts], len(self.spans))
        area_of = areas(self.swept, found)
        part = components(len(self.places), self.ends)
        owner = [part[self.ends[loop[0] >> 1][0]] for loop in found]
        outer: dict[int, int] = {}  # of each component the loop around it, from outside
        for number, component in enumerate(owner):
            if component not in outer or area_of[number] < area_of[outer[component]]:
                outer[component] = number
        self._check_euler(part, owner)
        outside = set(outer.values())
        inner = [number for number in range(len(found)) if number not in outside]
        self._check_widths([found[number] for number in inner if area_of[number] < SMALL_AREA])
        faces = {number: [found[number]] for number in inner}
        floating = [number for component, number in outer.items()
                    if component != part[self.ends[0][0]]]
        if floating:
            nest = Nesting(self.paths, found, area_of)
            for number in floating:
                around = nest.around(
                    self.places[self.ends[found[number][0] >> 1][0]],
                    [k in faces and owner[k] != owner[number] for k in range(len(found))])
                assert around is not None, "everything is within the frame"
                faces[around].append(found[number])
        return sorted(faces.values(), key=self._lowest)

    def _check_widths(self, faces: Sequence[Sequence[int]]) -> None:
        """Check that small faces are more than edges on top of each other."""
        for face in faces:
            pieces = [piece for dart in face for piece in (
                backwards(self.paths[dart >> 1]) if dart & 1 else self.paths[dart >> 1])]
            if enclosed_area(pieces) < MIN_FACE_WIDTH * sum(
                    dist(piece[0], piece[-1]) for piece in pieces):
                one, other = (self.strokes[self.spans[dart >> 1].stroke]
                              for dart in (face[0], face[-1]))
                raise overlap_error(one, other, at(pieces[0], 0.5))

    def _lowest(self, face: list[list[int]]) -> tuple[float, float]:
        corners = [self.places[self.ends[dart >> 1][dart & 1]] for dart in face[0]]
        return min((y, x) for x, y in corners)

    def _check_euler(self, part: Sequence[int], owner: Sequence[int]) -> None:
        """Check that vertices - edges + loops is 2 in each component; else the order at a vertex is
        wrong."""
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
                raise DrawingError("curves run too close together to tell them apart, in the part "
                                   "of the drawing around {0}", place)


# Chains: consecutive edges through vertices of degree 2 become one edge.

def _hairs(places: Sequence[Point]) -> str:
    """Return a note on tips that are left out."""
    where = ", ".join(f"({x:.1f}, {y:.1f})" for x, y in places[:MAX_NAMED_HAIRS])
    more = f", and at {len(places) - MAX_NAMED_HAIRS:,} more places" \
        if len(places) > MAX_NAMED_HAIRS else ""
    return f"tips of curves that are too narrow for a face are left out at {where} mm{more}"


class Chains(NamedTuple):
    """The new edges as rows of old darts, and for each first dart of a chain its new number."""

    rows: list[list[int]]
    renamed: dict[int, int]

    def translated(self, darts: Sequence[int]) -> tuple[int, ...]:
        """Return consecutive old darts as new ones."""
        renamed = self.renamed
        return tuple([renamed[dart] for dart in darts if dart in renamed])

    def paths(self, paths: Sequence[Path]) -> tuple[Path, ...]:
        """Return the paths of the new edges."""
        return tuple(tuple(piece for dart in row for piece in (
            backwards(paths[dart >> 1]) if dart & 1 else paths[dart >> 1])) for row in self.rows)


def chains(
    around: Sequence[Sequence[int]], ends: Sequence[tuple[int, int]], kinds: Sequence[object],
) -> Chains:
    """Return the network without vertices that have two edges of one kind; one of a ring of them
    stays."""
    onward: dict[int, int] = {}  # from a dart to the next, where the vertex between is left out
    for darts in around:
        if len(darts) == 2 and darts[0] ^ 1 != darts[1] and \
                kinds[darts[0] >> 1] == kinds[darts[1] >> 1]:
            onward[darts[0] ^ 1], onward[darts[1] ^ 1] = darts[1], darts[0]
    if not onward:
        return Chains([[2 * e] for e in range(len(ends))], {d: d for d in range(2 * len(ends))})
    inner = set(onward.values())
    edges = range(len(ends))
    # First as they were drawn; then what was drawn from both its ends; then rings.
    starts = [*(2 * e for e in edges if 2 * e not in inner),
              *(2 * e + 1 for e in edges if 2 * e + 1 not in inner), *(2 * e for e in edges)]
    found = Chains([], {})
    used: set[int] = set()
    for start in starts:
        if start >> 1 not in used:
            row = [start]
            used.add(start >> 1)
            while (dart := onward.get(row[-1])) is not None and dart >> 1 not in used:
                used.add(dart >> 1)
                row.append(dart)
            found.renamed[start] = 2 * len(found.rows)
            found.renamed[row[-1] ^ 1] = 2 * len(found.rows) + 1
            found.rows.append(row)
    return found


# Nesting: which loops are holes of which faces.

def areas(swept: Sequence[float], loops: Sequence[Sequence[int]]) -> list[float]:
    """Return the area that each loop goes round counter-clockwise, from what its edges sweep."""
    both = [area for edge in swept for area in (edge, -edge)]
    return [sum([both[dart] for dart in loop]) for loop in loops]


def components(vertices: int, ends: Sequence[tuple[int, int]]) -> list[int]:
    """Return for each vertex the number of the piece of the network that it is in."""
    around: list[list[int]] = [[] for _ in range(vertices)]
    for tail, head in ends:
        around[tail].append(head)
        around[head].append(tail)
    found = [-1] * vertices
    number = 0
    for first in range(vertices):
        if found[first] < 0:
            stack = [first]
            found[first] = number
            while stack:
                for vertex in around[stack.pop()]:
                    if found[vertex] < 0:
                        found[vertex] = number
                        stack.append(vertex)
            number += 1
    return found


class Nesting:
    """Loops that may have other things inside."""

    def __init__(
        self, paths: Sequence[Path], loops: Sequence[Sequence[int]], area: Sequence[float],
    ) -> None:
        self.paths, self.loops = paths, loops
        self.boxes = [bounds(point for dart in loop for piece in paths[dart >> 1]
                             for point in piece) for loop in loops]
        self.order = sorted(range(len(loops)), key=area.__getitem__)
        self.polygons: dict[int, list[Point]] = {}

    def around(self, point: Point, eligible: Sequence[bool]) -> int | None:
        """Return the smallest eligible loop that has the point inside."""
        x, y = point
        for number in self.order:
            box = self.boxes[number]
            if eligible[number] and box.left < x < box.right and box.bottom < y < box.top and \
                    inside(point, self._polygon(number)):
                return number
        return None

    def _polygon(self, number: int) -> list[Point]:
        if number not in self.polygons:
            self.polygons[number] = [
                point for dart in self.loops[number] for point in flat(
                    backwards(self.paths[dart >> 1]) if dart & 1 else self.paths[dart >> 1],
                    1e-3)[:-1]]
        return self.polygons[number]


# In which order edges leave a vertex.
#
# Directions decide, where all edges leave from one point. Contacts that are not quite the same
# became one vertex, too; then it is decided where edges leave a small disc around them all, for
# an edge that begins on the left of another may well head to the right.
#
# Where two edges leave in the same direction (they touch, or one leaves the other smoothly), it is
# decided further out. Edges never cross, so as long as both only go away from the vertex, any
# distance gives the same answer, and the one at which they are furthest apart is the safest.

SAME_DIRECTION = 1e-5  # radians: differences below do not order edges safely
SAME_PLACE_ANGLE = 0.2  # radians: the same for places on a circle around the vertex
SAME_POINT = 1e-7  # mm: contacts this near are at one point
TANGENT_ANGLE = 0.01  # radians: edges that leave a vertex in visibly the same direction

Way = Callable[[float], Point]
"""An edge as it was drawn, from its vertex (0) to its other end (1)."""


def rotation(
    darts: Sequence[int], angles: Sequence[float], way: Callable[[int], Way], place: Point,
    spread: float,
) -> list[int]:
    """Return the darts that leave the vertex at a place, counter-clockwise. `way` gives each dart's
    own, `angles` its direction."""
    if len(darts) < 3:
        return sorted(darts, key=angles.__getitem__)
    sharp = spread <= SAME_POINT
    disc = 0.0 if sharp else 1.01 * spread
    leaving = {dart: angles[dart] if sharp else _exit(way(dart), place, disc, angles[dart])
               for dart in darts}
    order = sorted(darts, key=leaving.__getitem__)
    groups = _groups(order, leaving, SAME_DIRECTION if sharp else SAME_PLACE_ANGLE)
    if len(groups) == len(order):
        return order
    return [dart for group in groups
            for dart in _further_out(group, leaving[group[0]], way, place, disc)]


def _groups(order: Sequence[int], angles: dict[int, float], limit: float) -> list[list[int]]:
    """Return groups of darts with nearly the same direction; the last may continue into the
    first."""
    groups = [[order[0]]]
    for before, dart in pairwise(order):
        if angles[dart] - angles[before] > limit:
            groups.append([])
        groups[-1].append(dart)
    if len(groups) > 1 and angles[order[0]] + tau - angles[order[-1]] <= limit:
        groups[0] = groups.pop() + groups[0]
    return groups


def _exit(way: Way, place: Point, disc: float, direction: float) -> float:
    """Return where an edge leaves the disc around its vertex, as an angle."""
    distances = _distances(way, place, disc)
    return _angle(way, distances[:2], disc, place) if len(distances) > 1 else direction


def _further_out(
    group: list[int], middle: float, way: Callable[[int], Way], place: Point, disc: float,
) -> list[int]:
    if len(group) == 1:
        return group
    trails = [_distances(way(dart), place, disc) for dart in group]
    reach = min(distances[-1][0] for distances in trails)
    best: tuple[float, list[int]] = (-1.0, group)
    for k in range(1, 9):
        radius = disc + (reach - disc) * k / 8
        turned = sorted(
            ((_angle(way(dart), distances, radius, place) - middle + pi) % tau - pi, dart)
            for distances, dart in zip(trails, group, strict=True))
        apart = radius * min(b[0] - a[0] for a, b in pairwise(turned))
        best = max(best, (apart, [dart for _, dart in turned]), key=lambda each: each[0])
    return best[1]


Distances = list[tuple[float, float]]
"""(distance from the vertex, how far along) of an edge."""

SHARES = [*(2.0 ** -k for k in range(20, 5, -1)), *(k / 32 for k in range(2, 33))]


def _distances(way: Way, place: Point, disc: float) -> Distances:
    """Return (distance, t) along an edge from where it leaves the disc, as long as the distance
    from the vertex grows."""
    distances: Distances = [(0.0, 0.0)]
    for step in SHARES:
        away = dist(place, way(step))
        if away <= disc and len(distances) == 1:
            distances = [(min(away, disc), step)]
        elif away > distances[-1][0]:
            distances.append((away, step))
        else:
            break
    return distances


def _angle(way: Way, distances: Distances, radius: float, place: Point) -> float:
    """Return the direction in which an edge is at this distance."""
    after = next((k for k, (away, _) in enumerate(distances) if away >= radius), len(distances) - 1)
    low, high = distances[max(0, after - 1)][1], distances[after][1]
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if dist(place, way(middle)) < radius else (low, middle)
    x, y = way(high)
    return atan2(y - place[1], x - place[0])


# Tracing: a curve continues at the opposite dart of a vertex, and ends at the frame.

SMOOTH_COSINE = -0.85  # of the angle between the two ends of a stroke that goes straight on


def partners(
    around: Sequence[Sequence[int]], angles: Sequence[float], passes: Iterable[tuple[int, int]],
    frame: Sequence[bool],
) -> dict[int, int]:
    """Return for each dart that leaves a vertex off the frame the one with which it makes a curve.

    Strokes that go smoothly through a vertex stay themselves there: this is what the eye follows
    where curves touch. All others are paired by the order around the vertex, each with its
    opposite, so that an outline turns into its extension at a corner.
    """
    smooth: dict[int, int] = {}
    for one, other in passes:
        if cos(angles[one] - angles[other]) < SMOOTH_COSINE:
            smooth[one], smooth[other] = other, one
    found: dict[int, int] = {}
    for darts, at_frame in zip(around, frame, strict=True):
        if at_frame:
            continue
        rest = [dart for dart in darts if dart not in smooth]
        half = len(rest) // 2
        if len(rest) % 2:  # some stroke ends here; an error about it was raised before
            continue
        found.update((dart, smooth[dart]) for dart in darts if dart in smooth)
        found.update((dart, rest[(k + half) % len(rest)]) for k, dart in enumerate(rest))
    return found


def curves(
    starts: Iterable[int], edges: Iterable[int], partner: dict[int, int],
) -> list[Curve]:
    """Return open curves from the darts that leave the frame, in their order; then, through all
    other edges, closed ones."""
    used: set[int] = set()
    found: list[Curve] = []
    for dart in starts:
        if dart >> 1 not in used:
            found.append(Curve(_follow(dart, partner, used)))
    for edge in edges:
        if edge not in used:
            found.append(Curve(_follow(2 * edge, partner, used), closed=True))
    return found


def _follow(dart: int, partner: dict[int, int], used: set[int]) -> tuple[int, ...]:
    row: list[int] = []
    onward: int | None = dart
    while onward is not None and onward >> 1 not in used:
        used.add(onward >> 1)
        row.append(onward)
        onward = partner.get(onward ^ 1)
    return tuple(row)
