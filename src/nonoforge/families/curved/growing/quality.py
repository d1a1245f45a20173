"""Goals for a puzzle of curves, costs of missing them, and measures of a finished arrangement.

Angles and distances that the picture itself dictates, at its own corners, do not count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import acos, asin, degrees, dist, radians
from typing import NamedTuple

from nonoforge.families.curved.arranging import CurveArrangement, Vertex
from nonoforge.families.curved.growing.sampled_path import FrameBoundary
from nonoforge.families.plane import Arrangement
from nonoforge.path import Box, Point, flat, leaving

# What a good puzzle looks like, and what it costs to miss that.
#
# Each cost is about 1 where a person would call it a fault, less where it is only not nice, so that
# costs of different kinds can be added.

@dataclass(frozen=True)
class Goals:
    """Lengths in millimetres, angles in degrees."""

    angle: float  # at which curves cross, at least
    apart: float  # from a crossing to the next along a curve, at least
    gap: float  # between curves that do not cross there
    width: float  # of faces
    ports: float  # between the ends of curves on the frame
    curves: int | None = None  # number of curves; None: any
    spacing: float = 0.6  # of samples along curves in a search, in parts of `apart`
    min_curves: int = 0  # fewer curves leave little to solve
    severity: float = 1.0  # by how much narrow faces and flat crossings weigh more than usual

    @classmethod
    def of(cls, box: Box, *, curves: int | None = None, angle: float = 20.0,
           apart: float | None = None, width: float | None = None) -> Goals:
        """Return the default goals for a frame: crossings a twentieth of its shorter side apart."""
        apart = min(box.width, box.height) / 20 if apart is None else apart
        width = 0.5 * apart if width is None else width
        return cls(angle, apart, 0.4 * apart, width, 1.4 * apart, curves)


def crossing_cost(sine: float, goals: Goals) -> float:
    """Return the cost of a crossing, by the sine of its angle."""
    short = 2 - degrees(asin(min(1.0, sine))) / goals.angle  # 0 at twice the goal, 1 at the goal
    return 0.0 if short <= 0 else 0.4 * short * short + (2 * goals.severity if short > 1 else 0)


def edge_cost(length: float, wanted: float) -> float:
    """Return the cost of a distance that is shorter than wanted."""
    short = 1 - length / wanted
    return 0.0 if short <= 0 else 0.8 * short * short + (6 * (short - 0.5) if short > 0.5 else 0)


def number_cost(curves: int, goals: Goals) -> float:
    """Return the cost of a number of curves."""
    if goals.curves is not None:
        return 4.0 * abs(curves - goals.curves)
    return 0.3 * curves + 1.5 * max(0, goals.min_curves - curves)


def bend_cost(turns: Sequence[float], sharpest: float, whole: float, goals: Goals) -> float:
    """Return the cost of a curve: turns of its free pieces, sharpest bend, total turn."""
    cost = sum(0.25 * (turn / radians(45)) ** 2 for turn in turns)
    tight = sharpest * 5 * goals.apart  # 1 for a radius of a quarter of the frame
    winding = whole / radians(300)
    return cost + (0.5 * (tight - 1) if tight > 1 else 0.0) + \
        (2 * (winding - 1) if winding > 1 else 0.0)


def lean_cost(lean: float) -> float:
    """Return the cost of a curve that does not meet the frame at a right angle."""
    over = abs(degrees(lean)) / 25 - 1
    return 0.0 if over <= 0 else 0.5 * over * over


def frame_cost(ports: Sequence[float], boundary: FrameBoundary, goals: Goals) -> float:
    """Return the cost of ports near each other or near a corner of the frame."""
    cost = 0.0
    for one, other in zip(ports, [*ports[1:], ports[0] + boundary.length], strict=True):
        if other - one < goals.ports:
            cost += edge_cost(other - one, goals.ports)
    for corner in boundary.corners:
        for port in ports:
            half = boundary.length / 2
            away = abs((port - corner + half) % boundary.length - half)
            if away < goals.apart:
                cost += edge_cost(away, goals.apart)
    return cost


def rough_width(area: float, around: float) -> float:
    """Return about the width of a fat triangle with this area and circumference."""
    return 3.2 * area / around


def face_costs(areas: Sequence[float], around: Sequence[float], goals: Goals) -> list[float]:
    """Return the costs of faces that are too narrow or too large."""
    whole = sum(areas)
    fair = min(0.08, 2.5 / len(areas)) if areas else 1.0
    costs: list[float] = []
    for area, length in zip(areas, around, strict=True):
        narrow = 1 - rough_width(area, length) / goals.width
        large = area / whole - fair
        costs.append((goals.severity * (4 * narrow * narrow + 1.5) if narrow > 0 else 0.0)
                     + (20 * large if large > 0 else 0.0))
    return costs


FLATNESS = 0.05  # mm
WIDTH_TOLERANCE = 0.02  # mm of the radius of the largest circle in a face


class Measure(NamedTuple):
    """How much of something there is, and where."""

    value: float
    place: Point


class Quality(NamedTuple):
    """The angles of crossings (degrees), the ways between crossings along curves, and the widths of
    faces (millimetres): the diameter of the largest circle in each."""

    angles: list[Measure]
    ways: list[Measure]
    widths: list[Measure]

    def scaled(self, scale: float) -> Quality:
        """Return the measures of the arrangement when it is enlarged."""
        angles, ways, widths = ([Measure(each.value * by, (each.place[0] * scale,
                                                           each.place[1] * scale))
                                 for each in some]
                                for some, by in ((self.angles, 1.0), (self.ways, scale),
                                                 (self.widths, scale)))
        return Quality(angles, ways, widths)


def quality(arranged: CurveArrangement) -> Quality:
    """Return all measures that can be too small."""
    arrangement = arranged.arrangement
    free = [vertex for vertex in arranged.vertices if not vertex.frame
            and not _corner(arranged, vertex)]
    return Quality([Measure(_angle(arrangement, vertex), vertex.place) for vertex in free
                    if len(vertex.darts) == 4],
                   _ways(arranged),
                   [_width(arrangement, face) for face in range(len(arrangement.faces))])


def _corner(arranged: CurveArrangement, vertex: Vertex) -> bool:
    """Return whether a vertex is a corner of the picture, where two of its curves meet."""
    drawn = [k for k, dart in enumerate(vertex.darts) if arranged.picture[dart >> 1]]
    return len(vertex.darts) == 4 and len(drawn) == 2 and drawn[1] - drawn[0] != 2


def _angle(arrangement: Arrangement, vertex: Vertex) -> float:
    """Return the smallest angle between neighbours around a vertex."""
    ways = [leaving(arrangement.path(dart)) for dart in vertex.darts]
    return min(degrees(acos(max(-1.0, min(1.0, a[0] * b[0] + a[1] * b[1]))))
               for a, b in zip(ways, [*ways[1:], ways[0]], strict=True))


def _ways(arranged: CurveArrangement) -> list[Measure]:
    """Return the lengths of edges off the frame, except between two corners of the picture."""
    corner = {dart: _corner(arranged, vertex) for vertex in arranged.vertices
              for dart in vertex.darts}
    frame = {dart >> 1 for dart in arranged.arrangement.frame}
    found: list[Measure] = []
    for edge, path in enumerate(arranged.arrangement.edges):
        if edge in frame or (corner.get(2 * edge) and corner.get(2 * edge + 1)):
            continue
        points = flat(path, FLATNESS)
        found.append(Measure(sum(dist(a, b) for a, b in pairwise(points)),
                             points[len(points) // 2]))
    return found


def _width(arrangement: Arrangement, face: int) -> Measure:
    """Return the diameter of the largest circle in a face, and its middle."""
    import shapely

    outer, *holes = ([*points, points[0]] for loop in arrangement.faces[face]
                     for points in [arrangement.polygon(loop, FLATNESS)])
    polygon = shapely.Polygon(outer, holes)
    if not polygon.is_valid:  # it touches itself
        parts = [part for part in shapely.get_parts(shapely.make_valid(polygon)) if part.area > 0]
        if not parts:
            return Measure(0.0, arrangement.spots[face])
        polygon = max(parts, key=lambda part: part.area)
    radius = shapely.maximum_inscribed_circle(polygon, tolerance=WIDTH_TOLERANCE)
    (x, y), *_ = radius.coords
    return Measure(2 * float(radius.length), (x, y))
