"""Areas that shapes paint, and what is left to be seen of each where others lie over it.

Paths become polygons, which are put one over the other by `overlay.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from nonoforge.errors import InputError
from nonoforge.families.plane.drawing import Clip, Gradient, Outline, Rule, Shape
from nonoforge.families.plane.overlay import GRID, BaseGeometry, common, minus, shapely, union
from nonoforge.families.plane.svg_style import parts
from nonoforge.path import Point, flat

if TYPE_CHECKING:
    from numpy.typing import NDArray

OPAQUE = 0.94  # opacity from which on nothing below is seen
UNSEEN = 0.06  # opacity up to which nothing is seen
TINT = 0.3  # opacity up to which paint is not seen on the page itself, only over other paint
SHADOW = 0.55  # the same, for gradients that fade away: shadows
SAMPLES = 24  # points along each side of a shape's box at which a gradient is looked at
MAX_POINTS = 400_000  # of all outlines, as polygons
MAX_AREAS = 4_000  # before areas of nearly the same colour become one
MAX_WORK = 2_500_000  # points of areas that others are put over: several seconds
OVERLAY_COST = 300  # points that an overlay counts for beside its own
MAX_CROSSINGS = 60_000  # of boxes around the edges of one shape
CROSSING_SAMPLES = 200
TOO_MUCH = ("the drawing has too many shapes that overlap, or too fine ones; simplify it, or give "
            "a picture of it (PNG)")
COARSE_LEVELS = 16  # of a channel, then
MAX_DASHES = 2_000  # of one outline
DEFAULT_STROKE = 0.004  # of the drawing's longer side, where it gives no width

Colour: TypeAlias = tuple[float, float, float]
"""Red, green and blue, from 0 to 1."""
WHITE: Colour = (1.0, 1.0, 1.0)
EMPTY = shapely.MultiPolygon()


class Painted(NamedTuple):
    """A visible area of one colour."""

    colour: Colour
    area: BaseGeometry


class _Layer(NamedTuple):
    colour: Colour
    opacity: float
    area: BaseGeometry
    tint: bool  # only seen over other paint: a shadow or a gloss

    @property
    def opaque(self) -> bool:
        return self.opacity >= OPAQUE


def paint(
    shapes: Iterable[Shape], *, tolerance: float, page: BaseGeometry | None = None,
    stroke: float = 0.3, under: Colour = WHITE,
) -> list[Painted]:
    """Return the visible areas, disjoint, of shapes from the back to the front.

    `tolerance` is how far polygons may be from curves, `stroke` the width of lines without one, and
    `under` the colour on which everything is painted.
    """
    painter = _Painter(tolerance, page, stroke, under)
    layers = (layer for shape in shapes for layer in painter.layers(shape))
    for (colour, opaque), group in groupby(layers, lambda each: (each.colour, each.opaque)):
        if opaque:  # one after the other in one colour: one layer
            painter.put(_Layer(colour, 1.0, union(each.area for each in group), False))
        else:
            for layer in group:
                painter.put(layer)
    return painter.areas


class _Painter:
    """Puts layers one over the other."""

    def __init__(
        self, tolerance: float, page: BaseGeometry | None, stroke: float, under: Colour,
    ) -> None:
        self.tolerance, self.page, self.default_stroke = tolerance, page, stroke
        self.under = under
        self._areas: dict[int, Painted] = {}
        self._boxes: NDArray[Any]
        self._next = 0
        self._restart()
        self.points = self.work = 0
        self._clips: dict[int, BaseGeometry] = {}
        self._max_areas = MAX_AREAS

    def layers(self, shape: Shape) -> Iterable[_Layer]:
        """Yield the inside and the line of a shape, as far as they are seen."""
        look = shape.look
        rows = [self._points(outline) for outline in shape.outlines]
        if crossings(rows) > MAX_CROSSINGS:
            raise InputError(f"{shape.name or 'a shape'} crosses itself too often; simplify it, or "
                             "give a picture of the drawing (PNG)")
        if shape.fill is not None:
            area = self._clipped(filled(rows, shape.rule), look.clips)
            yield from self._toned(area, parts(shape.fill), look.fill_opacity, look.fill_gradient)
        width = self.default_stroke if shape.width is None else shape.width
        if shape.stroke is not None and width > 0:
            area = self._clipped(stroked(rows, [each.closed for each in shape.outlines], shape,
                                         width, self.tolerance), look.clips)
            yield from self._toned(area, parts(shape.stroke), look.stroke_opacity,
                                   look.stroke_gradient)

    def _points(self, outline: Outline) -> list[Point]:
        row = flat(outline.path, self.tolerance)
        self.points += len(row)
        if self.points > MAX_POINTS:
            raise InputError(TOO_MUCH)
        return row

    def _toned(
        self, area: BaseGeometry, colour: Colour, opacity: float, gradient: Gradient | None,
    ) -> Iterable[_Layer]:
        if area.is_empty:
            return
        fading = False
        if gradient is not None:
            colour, seen = mean_colour(gradient, area)
            opacity *= seen
            fading = any(stop.opacity <= UNSEEN for stop in gradient.stops)
        if opacity > UNSEEN:
            yield _Layer(colour, opacity, area, opacity < (SHADOW if fading else TINT))

    def _clipped(self, area: BaseGeometry, clips: Sequence[Clip]) -> BaseGeometry:
        if self.page is not None and not area.is_empty and not _within(area, self.page):
            area = common(area, self.page)
        for clip in clips:
            if area.is_empty:
                break
            key = id(clip)
            if key not in self._clips:
                self._clips[key] = self._clip_area(clip)
            area = common(area, self._clips[key])
        return area

    def _clip_area(self, clip: Clip) -> BaseGeometry:
        found: BaseGeometry = shapely.MultiPolygon()
        for part in clip:
            area = filled([self._points(outline) for outline in part.outlines], part.rule)
            found = union([found, area]) if part.shown else minus(found, area)
        return found

    def put(self, layer: _Layer) -> None:
        """Put a layer over everything so far."""
        rest = layer.area
        self._spend(layer.area)
        shapely.prepare(layer.area)
        for i in self._touched(layer.area):
            colour, area = self._areas[i]
            hidden = layer.area.covers(area)
            if not hidden:
                self._spend(area)
            if not layer.opaque:
                self._add(mixed(layer.colour, colour, layer.opacity),
                          area if hidden else common(area, layer.area))
                self._spend(rest)
                rest = minus(rest, area)
            left = EMPTY if hidden else minus(area, layer.area)
            if left.is_empty:
                del self._areas[i]
                self._boxes[i] = inf
            else:
                self._areas[i] = Painted(colour, left)
                self._boxes[i] = left.bounds
        if not layer.tint:
            self._add(layer.colour if layer.opaque else mixed(
                layer.colour, self.under, layer.opacity), rest)
        if len(self._areas) > self._max_areas:
            self._restart(united(self._areas.values(), COARSE_LEVELS))
            self._max_areas = max(MAX_AREAS, 2 * len(self._areas))

    def _spend(self, area: BaseGeometry) -> None:
        self.work += OVERLAY_COST + int(shapely.get_num_coordinates(area))
        if self.work > MAX_WORK:
            raise InputError(TOO_MUCH)

    def _add(self, colour: Colour, area: BaseGeometry) -> None:
        if area.is_empty:
            return
        if self._next == len(self._boxes):
            import numpy as np

            self._boxes = np.vstack([self._boxes, np.full_like(self._boxes, inf)])
        self._areas[self._next] = Painted(colour, area)
        self._boxes[self._next] = area.bounds
        self._next += 1

    def _restart(self, areas: Iterable[Painted] = ()) -> None:
        import numpy as np

        self._areas = {}
        self._boxes = np.full((64, 4), inf)
        self._next = 0
        for each in areas:
            self._add(*each)

    def _touched(self, over: BaseGeometry) -> list[int]:
        """Return the areas that a new one meets; the box of a dropped area is infinite."""
        left, bottom, right, top = over.bounds
        boxes = self._boxes[:self._next]
        near = ((boxes[:, 0] < right) & (boxes[:, 2] > left) & (boxes[:, 1] < top)
                & (boxes[:, 3] > bottom)).nonzero()[0]
        met = shapely.intersects(over, [self._areas[int(i)].area for i in near])
        return [int(i) for i in near[met]]

    @property
    def areas(self) -> list[Painted]:
        return list(self._areas.values())


def _within(area: BaseGeometry, page: BaseGeometry) -> bool:
    """Return whether an area is on a rectangular page."""
    left, bottom, right, top = area.bounds
    x, y, u, v = page.bounds
    return bool(x <= left and y <= bottom and right <= u and top <= v)


def mixed(over: Colour, under: Colour, opacity: float) -> Colour:
    """Return the colour of a translucent paint over another colour."""
    red, green, blue = (opacity * a + (1 - opacity) * b for a, b in zip(over, under, strict=True))
    return red, green, blue


def united(areas: Iterable[Painted], levels: int = 256) -> list[Painted]:
    """Return the areas with colours rounded to `levels` per channel, those of one colour united."""
    groups: dict[tuple[int, ...], list[Painted]] = {}
    for each in areas:
        groups.setdefault(tuple(int(part * (levels - 1) + 0.5) for part in each.colour), []
                          ).append(each)
    return [Painted(_mean(group), union(each.area for each in group))
            for group in groups.values()]


def _mean(group: Sequence[Painted]) -> Colour:
    whole = sum(each.area.area for each in group) or 1.0
    red, green, blue = (sum(each.colour[i] * each.area.area for each in group) / whole
                        for i in range(3))
    return red, green, blue


# Areas of outlines.

def crossings(rows: Sequence[Sequence[Point]]) -> float:
    """Return about how many pairs of edges have boxes that overlap, from a sample of the edges."""
    import numpy as np

    edges = [np.hstack([np.array(row[:-1]), np.array(row[1:])]) for row in rows if len(row) > 1]
    if sum(map(len, edges)) < 2 * CROSSING_SAMPLES:
        return 0.0
    ends = np.concatenate(edges)
    low, high = np.minimum(ends[:, :2], ends[:, 2:]), np.maximum(ends[:, :2], ends[:, 2:])
    some = np.linspace(0, len(ends) - 1, CROSSING_SAMPLES).astype(int)
    found = sum(int(((low <= high[i]) & (high >= low[i])).all(axis=1).sum()) for i in some)
    return (found / CROSSING_SAMPLES - 3) * len(ends) / 2  # itself and its neighbours overlap


def filled(rows: Sequence[Sequence[Point]], rule: Rule) -> BaseGeometry:
    """Return the area inside outlines; SVG closes those that are open.

    >>> square, inner = [(0, 0), (4, 0), (4, 4), (0, 4)], [(1, 1), (2, 1), (2, 2), (1, 2)]
    >>> filled([square, inner], "evenodd").area, filled([square, inner], "nonzero").area
    (15.0, 16.0)
    """
    rings = [shapely.LinearRing(row) for row in rows if len(set(row)) > 2]
    if not rings:
        return shapely.MultiPolygon()
    if len(rings) == 1:
        single = shapely.Polygon(rings[0])
        if single.is_valid:
            return single
    lines = shapely.union_all(rings, grid_size=GRID)
    faces = shapely.get_parts(shapely.polygonize(shapely.get_parts(lines)))
    if not len(faces):
        return shapely.MultiPolygon()
    turns = _winding(shapely.get_coordinates(shapely.point_on_surface(faces)),
                     [shapely.get_coordinates(ring) for ring in rings])
    inside = turns % 2 != 0 if rule == "evenodd" else turns != 0
    return union(faces[inside])


def _winding(points: NDArray[Any], rings: Sequence[NDArray[Any]]) -> NDArray[Any]:
    """Return how often the rings go around each point, counter-clockwise."""
    import numpy as np

    found = np.zeros(len(points), int)
    for ring in rings:
        low, high = ring.min(axis=0), ring.max(axis=0)
        near = ((points >= low) & (points <= high)).all(axis=1).nonzero()[0]
        a, b = ring[:-1], ring[1:]
        for chunk in np.array_split(near, max(1, len(near) * len(a) // 4_000_000 + 1)):
            x, y = points[chunk, 0, None], points[chunk, 1, None]
            side = (b[:, 0] - a[:, 0]) * (y - a[:, 1]) - (x - a[:, 0]) * (b[:, 1] - a[:, 1])
            up = (a[:, 1] <= y) & (b[:, 1] > y) & (side > 0)
            down = (a[:, 1] > y) & (b[:, 1] <= y) & (side < 0)
            found[chunk] += up.sum(axis=1) - down.sum(axis=1)
    return found


def stroked(
    rows: Sequence[Sequence[Point]], closed: Sequence[bool], shape: Shape, width: float,
    tolerance: float,
) -> BaseGeometry:
    """Return the area of a line along outlines."""
    look = shape.look
    lines = []
    for row, whole in zip(rows, closed, strict=True):
        if len(set(row)) < 2:
            continue
        if look.dashes:
            lines += _dashed(shapely.LineString(row), look.dashes)
        else:
            lines.append(shapely.LinearRing(row) if whole and len(set(row)) > 2
                         else shapely.LineString(row))
    if not lines:
        return shapely.MultiPolygon()
    caps = {"butt": "flat", "round": "round", "square": "square"}
    joins = {"miter": "mitre", "round": "round", "bevel": "bevel"}
    quarters = max(2, min(32, int(0.8 * (width / 2 / tolerance) ** 0.5) + 1))
    drawn = shapely.buffer(lines, width / 2, quad_segs=quarters, cap_style=caps[look.cap],
                           join_style=joins[look.join], mitre_limit=look.miter_limit)
    return union(drawn)


def _dashed(line: Any, dashes: Sequence[float]) -> list[Any]:
    from shapely.ops import substring

    found, at, i = [], 0.0, 0
    if line.length > MAX_DASHES / 2 * sum(dashes) / len(dashes):
        return [line]
    while at < line.length:
        if i % 2 == 0 and dashes[i % len(dashes)] > 0:
            found.append(substring(line, at, min(line.length, at + dashes[i % len(dashes)])))
        at += dashes[i % len(dashes)]
        i += 1
    return [each for each in found if each.length > 0]


# Gradients.

def mean_colour(gradient: Gradient, area: BaseGeometry) -> tuple[Colour, float]:
    """Return the mean colour and opacity of a gradient over an area."""
    import numpy as np

    left, bottom, right, top = area.bounds
    x, y = (axis.ravel() for axis in np.meshgrid(
        left + (np.arange(SAMPLES) + 0.5) / SAMPLES * (right - left),
        bottom + (np.arange(SAMPLES) + 0.5) / SAMPLES * (top - bottom)))
    inside = shapely.contains_xy(area, x, y)
    if inside.any():
        x, y = x[inside], y[inside]
    else:
        point = area.representative_point()
        x, y = np.array([point.x]), np.array([point.y])
    a, b, c, d, e, f = gradient.matrix
    along = a * x + c * y + e
    place = np.hypot(along, b * x + d * y + f) if gradient.radial else along
    if gradient.spread == "pad":
        place = np.clip(place, 0, 1)
    elif gradient.spread == "repeat":
        place = place % 1
    else:
        place = 1 - abs(place % 2 - 1)
    offsets = [stop.offset for stop in gradient.stops]
    seen = np.interp(place, offsets, [stop.opacity for stop in gradient.stops])
    channels = [np.interp(place, offsets, [stop.colour[i] for stop in gradient.stops])
                for i in range(3)]
    whole = seen.sum()
    if whole <= 0:
        return (0.0, 0.0, 0.0), 0.0
    red, green, blue = (float((channel * seen).sum() / whole) for channel in channels)
    return (red, green, blue), float(seen.mean())
