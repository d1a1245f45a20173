"""A picture as a planar map: areas of few colours, and the smooth lines between them.

    cleaned     details below a width are dropped, and what they leave goes to the nearest area
    borders     lines between areas, from junction to junction or closed
    chains      borders joined where they go on most smoothly; each is fitted with few pieces
    picture     chains as paths, with the colours on both sides of each piece
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, pi, tau
from typing import NamedTuple, TypeAlias

import shapely
from shapely import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from nonoforge.families.curved.fitting import CORNER_COST, fit
from nonoforge.path import Box, Path, Point, flat

FLATNESS = 0.05  # mm between a path and its polyline
GRID = 1e-3  # mm: coordinates are rounded to it, so that overlays are robust
MAX_GAP = 5 * GRID  # mean width of what is left between two areas only because of that
GROW_STEPS = 3  # in which areas grow into what is left between them
KEPT_REACH = 0.3  # of the width: how far beyond what is wide enough the rest is kept
MANY_POINTS = 5_000  # of an area
MIN_AREA = 1.1  # of an area, in squares of the width
TOLERANCE_FACTORS = (1.0, 0.6, 0.3)  # of the tolerance, until no lines cross
MIN_BORDER = 1.0  # of the width: the least length of a border between junctions
MAX_ROUNDS = 4  # in which shorter borders are closed
PINCH = 0.8  # of the width: radius of what is closed where an area touches itself
SLIVER = 0.6  # of the width: ends and necks that are thinner go to a neighbour
ENLARGED = 0.5  # of the width: compact details that are as wide become as wide as the width
MAX_MESHES = 50  # of a limb that loops: more are a net, which would become a blot
MIN_LIMB = 0.2  # of the width: limbs of a silhouette that are as wide become as wide as the width

Areas: TypeAlias = list[BaseGeometry]
"""The area of each colour, disjoint; that of the background, colour 0, comes first."""


def polygons(geometry: BaseGeometry) -> list[Polygon]:
    """Return the polygons of a geometry, without its lines and points."""
    if isinstance(geometry, Polygon):
        return [] if geometry.is_empty else [geometry]
    return [each for part in getattr(geometry, "geoms", ()) for each in polygons(part)]


def union(parts: Iterable[BaseGeometry]) -> BaseGeometry:
    """Return the union of areas on the grid."""
    return MultiPolygon(polygons(shapely.unary_union(list(parts), grid_size=GRID)))


def minus(one: BaseGeometry, other: BaseGeometry) -> BaseGeometry:
    """Return an area without another, on the grid."""
    return MultiPolygon(polygons(shapely.difference(one, other, grid_size=GRID)))


def common(one: BaseGeometry, other: BaseGeometry) -> BaseGeometry:
    """Return what two areas have in common, on the grid."""
    return MultiPolygon(polygons(shapely.intersection(one, other, grid_size=GRID)))


def offset(area: BaseGeometry, by: float) -> BaseGeometry:
    """Return an area whose boundary is this much further out."""
    return area.buffer(by, quad_segs=3)


def with_background(inks: Sequence[BaseGeometry], frame: Box) -> Areas:
    """Return areas of inks with what they leave of the frame before them."""
    box = shapely.box(*frame)
    return [minus(box, union(inks)), *inks]


def paper(areas: Areas, width: float) -> BaseGeometry:
    """Return the parts of the background that only thin lines, which cleaning drops, keep apart
    from the rest of it: a white roof, a page of a book."""
    wide = _opened(union(areas[1:]), width)
    inner = [part for part in polygons(areas[0]) if not _outermost(part, areas[0])]
    outside = [part for part in polygons(minus(shapely.box(*areas[0].bounds), wide))
               if _outermost(part, areas[0])]
    around = union(outside)
    return MultiPolygon([part for part in inner
                         if common(part, around).area > 0.5 * part.area])


def _outermost(part: Polygon, ground: BaseGeometry) -> bool:
    """Return whether a part of the background is at the frame."""
    left, bottom, right, top = part.bounds
    a, b, c, d = ground.bounds
    hair = 2 * GRID
    return bool(left <= a + hair or bottom <= b + hair or right >= c - hair or top >= d - hair)


# Cleaning: no part of an area is narrower than the width.

def cleaned(areas: Areas, frame: Box, width: float) -> Areas:
    """Return areas without details narrower than the width; eyes and other compact details that
    nearly have it are enlarged."""
    kept = [_opened(area, width) for area in areas]
    kept = _thickened(areas, _enlarged(areas, kept, width), width)
    box = shapely.box(*frame)
    left = minus(box, union(kept))
    for step in range(1, GROW_STEPS + 1):
        if left.is_empty:
            break
        reach = width * (step / GROW_STEPS if step < GROW_STEPS else 3.0)
        grown = []
        for area in kept:
            more = common(offset(area, reach), left)
            left = minus(left, more)
            grown.append(union([area, more]) if not more.is_empty else area)
        kept = grown
    kept[0] = union([kept[0], left])
    kept = _without_slivers(_without_crumbs(kept, width), box, width)
    for _ in range(MAX_ROUNDS):
        discs = _pinches(kept, width)
        if len(areas) > 2:  # two colours have no junctions
            discs += _short_borders(kept, width)
        if not discs:
            break
        for disc in discs:
            owner = max(range(len(kept)), key=lambda k: kept[k].intersection(disc).area)
            kept = [union([area, disc]) if k == owner else minus(area, disc)
                    for k, area in enumerate(kept)]
        kept = _without_slivers(_without_crumbs(kept, width), box, width)
    return kept


def _opened(area: BaseGeometry, width: float) -> BaseGeometry:
    """Return the parts of an area that are wide enough, with their corners."""
    core = _eroded(area, width / 2).simplify(0.02 * width)
    near = offset(core, width / 2 + KEPT_REACH * width)
    return MultiPolygon([each for each in polygons(common(area, near))
                         if each.area > 0.4 * width * width])


def _eroded(area: BaseGeometry, by: float) -> BaseGeometry:
    """Return an area whose boundary is this much further in. The boundary of a large one is moved
    in two steps: it meets itself less often in each, which takes a fifth of the time."""
    if shapely.get_num_coordinates(area) > MANY_POINTS:
        area, by = offset(area, -by / 5).simplify(0.04 * by), 0.8 * by
    return offset(area, -by)


def _enlarged(areas: Areas, kept: Areas, width: float) -> Areas:
    """Return kept areas with compact details that vanished enlarged, where there is room."""
    found = list(kept)
    for number, area in enumerate(areas):
        for part in polygons(area):
            if part.intersects(kept[number]) or part.area < (ENLARGED * width) ** 2 * 0.7:
                continue
            inner = 2 * shapely.maximum_inscribed_circle(part, tolerance=0.1).length
            if inner < ENLARGED * width or part.area > 2.5 * width * width:
                continue
            larger = offset(part, (1.05 * width - inner) / 2)
            around = offset(larger, 0.6 * width)
            hosts = [k for k, other in enumerate(found) if k != number
                     and other.intersects(around)]
            if len(hosts) == 1 and minus(around, found[hosts[0]]).area < 1.2 * part.area:
                found[hosts[0]] = minus(found[hosts[0]], larger)
                found[number] = union([found[number], larger])
    return found


def _thickened(areas: Areas, kept: Areas, width: float) -> Areas:
    """Return kept areas with the long thin limbs of the silhouette, which vanished, as wide as the
    width."""
    found = list(kept)
    whole = union(areas[1:])
    for part in polygons(minus(whole, offset(_opened(whole, width), 0.02 * width))):
        mean = 2 * part.area / part.length
        if mean < MIN_LIMB * width or part.length < 4 * width or len(part.interiors) > MAX_MESHES:
            continue
        thick = offset(part, (1.08 * width - mean) / 2)
        owner = max(range(1, len(areas)), key=lambda k: areas[k].intersection(part).area)
        new = minus(thick, union(found[1:]))
        found[0] = minus(found[0], new)
        found[owner] = union([found[owner], new])
    return found


def _pinches(areas: Areas, width: float) -> list[BaseGeometry]:
    """Return discs over points at which an area touches itself."""
    import numpy as np

    found: list[BaseGeometry] = []
    for area in areas[1:]:
        rings = [shapely.get_coordinates(ring)[:-1] for ring in shapely.get_rings(
            polygons(area))]
        if rings:
            points, times = np.unique(np.concatenate(rings), axis=0, return_counts=True)
            found += [shapely.Point(point).buffer(PINCH * width, quad_segs=4)
                      for point in points[times > 1]]
    return found


def _short_borders(areas: Areas, width: float) -> list[BaseGeometry]:
    """Return discs over borders between junctions that are too near each other."""
    found: list[BaseGeometry] = []
    for border in borders(areas):
        line = shapely.LineString(border.points)
        if not line.is_ring and line.length < MIN_BORDER * width:
            found.append(line.interpolate(0.5, normalized=True).buffer(
                MIN_BORDER * width / 2 + 0.1 * width, quad_segs=4))
    return found


def _without_slivers(areas: Areas, box: BaseGeometry, width: float) -> Areas:
    """Return areas without thin ends and necks, which go whole to the neighbour with the longest
    border."""
    found = [_opened(area, SLIVER * width) for area in areas]
    for part in polygons(minus(box, union(found))):
        ring = part.boundary
        owner = max(range(len(found)), key=lambda k: found[k].intersection(ring).length)
        found[owner] = union([found[owner], part])
    return found


def _without_crumbs(areas: Areas, width: float) -> Areas:
    """Return areas without small parts, which go to the neighbour with the longest border."""
    found = list(areas)
    for number in range(len(found)):
        large: list[Polygon] = []
        small: list[Polygon] = []
        for part in polygons(found[number]):
            (small if part.area < MIN_AREA * width * width or offset(part, -0.4 * width).is_empty
             else large).append(part)
        found[number] = MultiPolygon(large)
        for part in small:
            ring = part.boundary
            other = max((k for k in range(len(found)) if k != number),
                        key=lambda k: found[k].intersection(ring).length)
            found[other] = union([found[other], part])
    return found


# Borders: lines between areas.

class Border(NamedTuple):
    """A line from a junction to a junction, or a closed one, and the colours beside it."""

    points: tuple[Point, ...]
    left: int
    right: int

    @property
    def backwards(self) -> Border:
        return Border(self.points[::-1], self.right, self.left)


def borders(areas: Areas) -> list[Border]:
    """Return the lines between areas of different colours."""
    lines = shapely.unary_union([area.boundary for area in areas[1:]], grid_size=GRID)
    found: list[Border] = []
    for line in _without_gaps(_merged(lines)):
        points = tuple((x, y) for x, y in line.coords)
        left, right = _beside(points, areas)
        if left != right:
            found.append(Border(points, left, right))
    return found


def _merged(lines: BaseGeometry) -> list[BaseGeometry]:
    merged = shapely.line_merge(lines)
    return list(getattr(merged, "geoms", [merged]))


def _without_gaps(lines: list[BaseGeometry]) -> list[BaseGeometry]:
    """Return the lines without gaps between areas that rounding has left: two lines run along a
    gap, and of these one is dropped, the longest, at which no other line can end."""
    for _ in range(MAX_ROUNDS):
        gaps = [face for face in polygons(shapely.polygonize(lines))
                if face.area < MAX_GAP * face.length / 2]
        if not gaps:
            break
        dropped = [max((line for line in lines if gap.boundary.covers(line)),
                       key=lambda line: float(line.length), default=None) for gap in gaps]
        lines = _merged(shapely.MultiLineString(
            [line for line in lines if not any(line is other for other in dropped)]))
    return lines


def _beside(points: Sequence[Point], areas: Areas) -> tuple[int, int]:
    a, b = max(pairwise(points), key=lambda pair: abs(pair[0][0] - pair[1][0])
               + abs(pair[0][1] - pair[1][1]))
    x, y, dx, dy = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2, b[0] - a[0], b[1] - a[1]
    size = max((dx * dx + dy * dy) ** 0.5, 1e-9)
    hair = 5 * GRID
    sides = [shapely.Point(x - sign * hair * dy / size, y + sign * hair * dx / size)
             for sign in (1, -1)]
    one, other = (min(range(len(areas)), key=lambda k: areas[k].distance(side)) for side in sides)
    return one, other


# Chains: borders that go on into each other at junctions.

class Chain(NamedTuple):
    """Borders in a row, each walked as it is here."""

    parts: tuple[Border, ...]
    closed: bool


def chains(parts: Sequence[Border], reach: float) -> list[Chain]:
    """Return borders joined at junctions, where two of them go on most smoothly; the others end."""
    onward = _joined_ends(parts, reach)
    found: list[Chain] = []
    used: set[int] = set()
    ends = [end for end in range(2 * len(parts)) if end not in onward]
    for first in [*ends, *range(0, 2 * len(parts), 2)]:
        if first >> 1 in used:
            continue
        row: list[Border] = []
        end = first
        while end >> 1 not in used:
            used.add(end >> 1)
            part = parts[end >> 1]
            row.append(part.backwards if end & 1 else part)
            if end ^ 1 not in onward:
                break
            end = onward[end ^ 1]
        found.append(Chain(tuple(row), row[0].points[0] == row[-1].points[-1]
                           and (len(row) == 1 or onward.get(first) is not None)))
    return found


def _joined_ends(parts: Sequence[Border], reach: float) -> dict[int, int]:
    """Return for ends of borders (2 k: the start of the k-th) the end that goes on from there."""
    at: dict[Point, list[int]] = {}
    for number, part in enumerate(parts):
        if part.points[0] != part.points[-1]:
            at.setdefault(part.points[0], []).append(2 * number)
            at.setdefault(part.points[-1], []).append(2 * number + 1)
    onward: dict[int, int] = {}
    for ends in at.values():
        ways = {end: _way(parts[end >> 1].points[::-1 if end & 1 else 1], reach) for end in ends}
        pairs = sorted((abs((ways[a] - ways[b]) % tau - pi), a, b)
                       for a in ends for b in ends if a < b)
        for _, a, b in pairs:
            if a not in onward and b not in onward:
                onward[a], onward[b] = b, a
    return onward


def _way(points: Sequence[Point], reach: float) -> float:
    """Return the direction in which a line leaves its first point, over some distance."""
    (x, y), far = points[0], 0.0
    for (ax, ay), (bx, by) in pairwise(points):
        far += ((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5
        if far >= reach:
            break
    return atan2(by - y, bx - x)


# The fitted picture.

@dataclass(frozen=True)
class MapLine:
    """A smooth line of the picture: a path, for each piece the colours on its left and right, and
    at which joints of the path there are junctions (with their numbers)."""

    path: Path
    closed: bool
    sides: tuple[tuple[int, int], ...]
    junctions: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class PictureMap:
    """Lines of a picture and the areas that they border."""

    lines: tuple[MapLine, ...]
    areas: tuple[BaseGeometry, ...]


def fitted(
    areas: Areas, tolerance: float, reach: float, corner_cost: float = CORNER_COST,
) -> PictureMap | None:
    """Return the picture with its borders fitted by few pieces, which are at most about this far
    from them, or nearer where they would cross; None if they cross nevertheless."""
    parts = borders(areas)
    rows = chains(parts, reach)
    expected = len(polygons(shapely.polygonize([shapely.LineString(part.points)
                                                for part in parts])))
    for factor in TOLERANCE_FACTORS:
        lines = _fitted_lines(rows, factor * tolerance, corner_cost)
        if len(faces_of([line.path for line in lines])) == expected:
            return PictureMap(tuple(lines), bordered_areas(
                [(line.path, line.sides) for line in lines], len(areas)))
    return None


def _fitted_lines(
    rows: Sequence[Chain], tolerance: float, corner_cost: float,
) -> list[MapLine]:
    found: list[MapLine] = []
    numbers: dict[Point, int] = {}
    ends = {point for row in rows for part in row.parts
            if not (row.closed and len(row.parts) == 1)
            for point in (part.points[0], part.points[-1])}
    for row in rows:
        points = [row.parts[0].points[0]]
        stops = [0] if points[0] in ends else []
        for part in row.parts:
            points += part.points[1:]
            if points[-1] in ends:
                stops.append(len(points) - 1)
        inner = [k for k in stops if 0 < k < len(points) - 1 or row.closed]
        line = fit(points, tolerance, closed=row.closed, stops=inner, step=tolerance / 2,
                   corner_cost=corner_cost)
        found.append(_line(row, line.path, line.joints, numbers, ends))
    return found


def _line(
    row: Chain, path: Path, joints: Sequence[int], numbers: dict[Point, int], ends: set[Point],
) -> MapLine:
    cuts = sorted({0, len(path), *joints})
    sides: list[tuple[int, int]] = []
    for part, (a, b) in zip(row.parts, pairwise(cuts), strict=True):
        sides += [(part.left, part.right)] * (b - a)
    junctions = []
    for joint in cuts:
        point = path[joint][0] if joint < len(path) else path[-1][-1]
        if point in ends and not (row.closed and joint == len(path)):
            junctions.append((joint, numbers.setdefault(point, len(numbers))))
    return MapLine(path, row.closed, tuple(sides), tuple(junctions))


def bordered_areas(
    lines: Sequence[tuple[Path, Sequence[tuple[int, int]]]], count: int,
) -> tuple[BaseGeometry, ...]:
    """Return the areas that paths enclose, by colour; each piece has a colour on its left and one
    on its right."""
    paths = [path for path, _ in lines]
    edges = _Edges(lines)
    found: list[list[Polygon]] = [[] for _ in range(count)]
    for face in faces_of(paths):
        found[edges.colour(face)].append(face)
    return tuple(union(some) for some in found)


class _Edges:
    """The pieces of paths, with the colours on their sides."""

    def __init__(self, lines: Sequence[tuple[Path, Sequence[tuple[int, int]]]]) -> None:
        import numpy as np

        self.lines = np.array([shapely.LineString(flat((piece,), FLATNESS))
                               for path, _ in lines for piece in path], dtype=object)
        self.left, self.right = np.array([side for _, sides in lines for side in sides]).T
        self.tree = shapely.STRtree(self.lines)

    def colour(self, face: Polygon) -> int:
        """Return the colour of a face: what most of its boundary says."""
        import numpy as np

        ring = shapely.get_coordinates(shapely.geometry.polygon.orient(face).exterior)
        way = np.diff(ring, axis=0)
        middles = shapely.points((ring[:-1] + ring[1:]) / 2)
        nearest = self.tree.nearest(middles)
        lines = self.lines[nearest]
        s = shapely.line_locate_point(lines, middles)
        before, after = (shapely.get_coordinates(shapely.line_interpolate_point(
            lines, np.clip(s + by, 0.0, shapely.length(lines)))) for by in (-0.05, 0.05))
        same = ((after - before) * way).sum(axis=1) > 0
        labels = np.where(same, self.left[nearest], self.right[nearest])
        return int(np.bincount(labels, np.hypot(way[:, 0], way[:, 1])).argmax())


def faces_of(paths: Iterable[Path]) -> list[Polygon]:
    """Return the faces that paths enclose."""
    noded = shapely.unary_union([shapely.LineString(flat(path, FLATNESS)) for path in paths],
                                grid_size=GRID)
    return polygons(shapely.polygonize(list(getattr(noded, "geoms", [noded]))))


def difference(one: Sequence[BaseGeometry], other: Sequence[BaseGeometry]) -> float:
    """Return the area in which two pictures have different colours (0, the background, aside)."""
    wrong = [shapely.symmetric_difference(a, b, grid_size=GRID)
             for a, b in zip(one[1:], other[1:], strict=True)]
    return float(shapely.unary_union(wrong).area) if wrong else 0.0
