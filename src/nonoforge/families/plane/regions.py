"""What the eye sees of a drawing: disjoint areas of few colours, in a frame.

Fills and strokes are painted one over the other (`painting.py`), the background is found and left
out, colours become few inks (`inks.py`), hairs between areas are closed, and a frame with a margin
is put around the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import pi
from typing import TYPE_CHECKING, Any, NamedTuple

from nonoforge.errors import InputError
from nonoforge.families.plane.drawing import NO_AREA, Clip, Drawing, Shape, why_nothing
from nonoforge.families.plane.inks import MIN_CONTRAST, choose_inks
from nonoforge.families.plane.overlay import common, minus, shapely, union
from nonoforge.families.plane.painting import (
    DEFAULT_STROKE,
    WHITE,
    Colour,
    Painted,
    paint,
    united,
)
from nonoforge.families.plane.svg_style import hexadecimal, times
from nonoforge.path import Box, Matrix, bounds, inverse, moved, sent

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from shapely import MultiPolygon
    from shapely.geometry.base import BaseGeometry

DEFAULT_SIDE = 100.0  # mm of the frame's longer side
MIN_TRUE_SIDE, MAX_TRUE_SIDE = 50.0, 250.0  # mm: a size that a file gives is kept between them
MIN_MARGIN, MAX_MARGIN = 0.06, 0.2  # of the picture's longer side
HAIR = 0.08  # mm: areas and gaps of up to twice this width are closed
TRACED_HAIR = 0.3  # mm: the same in pictures in pixels
MIN_SPECK = 1e-5  # of the picture's box: smaller areas are left out
HAIR_SHARE = 0.005  # of the picture's longer side: what is nearer to the page's edge touches it
MAX_BLANK = 0.07  # of the page: with more left blank around, no colour is its background
MIN_FIGURE = 0.005  # of the page: what is painted on a background takes at least so much
NO_COLOUR: Colour = (2.0, 2.0, 2.0)  # a background that no colour is near to
COVERED = 0.5  # share of the page's border that a background takes
MAX_COLOURS = 150  # before those that are alike become one


@dataclass(frozen=True)
class Regions:
    """Disjoint areas of a picture, in millimetres, y upwards; the background is left out."""

    frame: Box
    areas: tuple[tuple[str, MultiPolygon], ...]
    """(`#rrggbb`, visible area), the largest first."""
    notes: tuple[str, ...]
    """What was left out or changed, for people."""
    matrix: Matrix
    """Sends the file's own coordinates to ours."""
    title: str
    file: str

    def place(self, x: float, y: float) -> str:
        """Return a point as the file counts, for messages."""
        u, v = sent((x, y), inverse(self.matrix))
        return f"({u:.4g}, {v:.4g})"


class _Seen(NamedTuple):
    """Areas of few inks; where the page was."""

    areas: list[Painted]
    notes: list[str]


def visible_regions(
    drawing: Drawing, *, colours: int | None = None,
    frame: tuple[float, float, float, float] | None = None, margin: str | float | None = None,
    size: float | None = None, tolerance: float = 0.05,
) -> Regions:
    """Return what the eye sees of a drawing.

    Args:
        colours: At most this many; None decides: 1 where one colour dominates, else up to 4.
        frame: x, y, width and height in the file's coordinates; None puts one around the picture.
        margin: Around the picture, in mm, or in per cent of its longer side (`"10%"`).
        size: Of the frame's longer side, in mm; None is as the file says, or 100.
        tolerance: How far polygons may be from curves, in mm.
    """
    if drawing.pixels is not None:
        return traced_regions(drawing, colours=colours, frame=frame, margin=margin, size=size)
    shapes = _pictured(drawing)
    if not shapes:
        raise InputError(why_nothing(drawing))
    box = _extent(shapes, drawing.page)
    scale = DEFAULT_SIDE / max(box.width, box.height)
    page = None if drawing.page is None else _scaled_box(drawing.page, scale)
    notes = list(drawing.notes)
    areas = _painted(shapes, scale, page, tolerance)
    if not areas and page is not None:
        areas = _painted(shapes, scale, None, tolerance)
        if areas:
            page = None
            notes.append("all of it is off the page; the page is left out")
    if not areas:
        raise InputError(NO_AREA)
    seen = seen_areas(areas, page, colours)
    asked = frame if frame is not None else _called_frame(drawing)
    given = None if asked is None else _scaled_box(
        bounds(sent(corner, drawing.matrix) for corner in
               ((asked[0], asked[1]), (asked[0] + asked[2], asked[1] + asked[3]))), scale)
    return framed(seen.areas, page, given, margin, _side(drawing, scale, size),
                  notes=(*notes, *seen.notes), title=drawing.title, file=drawing.file,
                  matrix=times((scale, 0.0, 0.0, scale, 0.0, 0.0), drawing.matrix))


def traced_regions(
    picture: Drawing, *, colours: int | None = None,
    frame: tuple[float, float, float, float] | None = None, margin: str | float | None = None,
    size: float | None = None,
) -> Regions:
    """Return what the eye sees of a picture in pixels; the arguments are those of
    `visible_regions`, and a frame counts pixels from the top left."""
    from nonoforge.families.grid import cut_out
    from nonoforge.families.plane.tracing import trace

    pixels, left, top, notes = picture.pixels, 0, 0, [*picture.notes]
    if frame is not None:
        left, top = (max(0, round(side)) for side in frame[:2])
        right, bottom = (max(0, round(frame[i] + frame[i + 2])) for i in (0, 1))
        pixels = pixels[top:bottom, left:right]
        if not pixels.size:
            raise InputError("--frame is beside the picture; it counts pixels from the top left")
    elif (subject := cut_out(pixels)) is not None:
        # As large as the file's, so that a frame and the places in messages count its pixels.
        pixels = _as_large(subject, pixels.shape)
        notes.append("its background was left out; --frame 0,0,"
                     f"{pixels.shape[1]},{pixels.shape[0]} uses the whole picture")
    traced = trace(pixels, colours)
    scale = DEFAULT_SIDE / max(traced.width, traced.height)
    areas = [Painted(_visible(colour, traced.ground), shapely.transform(
        area, lambda xy: xy * scale)) for colour, area in traced.areas]
    areas = _tidy(areas, 0.0, TRACED_HAIR)
    if not areas:
        raise InputError("there are only hairs in the picture; nothing is wide enough to trace")
    page = Box(0.0, 0.0, scale * traced.width, scale * traced.height)
    if len(notes) == len(picture.notes) and _distance(traced.ground) > MIN_CONTRAST:
        notes.append(f"{hexadecimal(*traced.ground)} is taken as the background")
    return framed(areas, page, None if frame is None else page, margin, (size, 0.0), notes=notes,
                  title=picture.title, file=picture.file,
                  matrix=(scale, 0.0, 0.0, -scale, -scale * left, scale * (top + traced.height)))


def _as_large(pixels: NDArray[Any], shape: tuple[int, ...]) -> NDArray[Any]:
    import numpy as np
    from PIL import Image

    return np.asarray(Image.fromarray(pixels).resize((shape[1], shape[0])))


def _pictured(drawing: Drawing) -> list[Shape]:
    """Return the shapes without the one that only defines the frame."""
    frame = _frame_shape(drawing)
    return [shape for shape in drawing.shapes if shape is not frame]


def _frame_shape(drawing: Drawing) -> Shape | None:
    """Return the rectangle that is called frame, if there is one; a bicycle's frame is none."""
    found = [shape for shape in drawing.shapes if "frame" in shape.words and _rectangle(shape)]
    return found[0] if len(found) == 1 and len(drawing.shapes) > 1 else None


def _rectangle(shape: Shape) -> bool:
    """Return whether a shape is a rectangle along the axes."""
    if len(shape.outlines) != 1 or not shape.outlines[0].closed:
        return False
    box = bounds(point for piece in shape.outlines[0].path for point in piece)
    hair = 1e-6 * max(box.width, box.height)
    return len(shape.outlines[0].path) == 4 and all(
        min(abs(x - box.left), abs(x - box.right)) <= hair
        and min(abs(y - box.bottom), abs(y - box.top)) <= hair
        for piece in shape.outlines[0].path for x, y in piece)


def _called_frame(drawing: Drawing) -> tuple[float, float, float, float] | None:
    """Return the box of the rectangle that is called frame, in the file's coordinates."""
    shape = _frame_shape(drawing)
    if shape is None:
        return None
    back = inverse(drawing.matrix)
    box = bounds(sent(point, back) for piece in shape.outlines[0].path for point in piece)
    return box.left, box.bottom, box.width, box.height


def _extent(shapes: Sequence[Shape], page: Box | None) -> Box:
    """Return a box around all shapes, with their strokes, as far as it is on the page."""
    boxes = []
    for shape in shapes:
        box = bounds(point for outline in shape.outlines for piece in outline.path
                     for point in piece)
        half = (shape.width or 0.0) / 2 if shape.stroke else 0.0
        boxes.append(Box(box.left - half, box.bottom - half, box.right + half, box.top + half))
    whole = bounds(corner for box in boxes for corner in (box.corners[0], box.corners[2]))
    if page is not None:
        cut = Box(max(whole.left, page.left), max(whole.bottom, page.bottom),
                  min(whole.right, page.right), min(whole.top, page.top))
        whole = cut if cut.width > 0 and cut.height > 0 else whole
    if not max(whole.width, whole.height) > 0:
        raise InputError(NO_AREA)
    return whole


def _scaled_box(box: Box, scale: float) -> Box:
    return Box(*(scale * side for side in box))


def _painted(
    shapes: Sequence[Shape], scale: float, page: Box | None, tolerance: float,
) -> list[Painted]:
    turn: Matrix = (scale, 0.0, 0.0, scale, 0.0, 0.0)
    back = inverse(turn)

    def larger(shape: Shape) -> Shape:
        look = shape.look
        outlines = tuple(o._replace(path=moved(o.path, turn)) for o in shape.outlines)
        look = replace(
            look, dashes=tuple(scale * each for each in look.dashes),
            fill_gradient=look.fill_gradient and look.fill_gradient._replace(
                matrix=times(look.fill_gradient.matrix, back)),
            stroke_gradient=look.stroke_gradient and look.stroke_gradient._replace(
                matrix=times(look.stroke_gradient.matrix, back)),
            clips=tuple(clips.setdefault(id(clip), tuple(part._replace(outlines=tuple(
                o._replace(path=moved(o.path, turn)) for o in part.outlines)) for part in clip))
                for clip in look.clips))
        return replace(shape, outlines=outlines, look=look,
                       width=None if shape.width is None else scale * shape.width)

    clips: dict[int, Clip] = {}
    return paint(map(larger, shapes), tolerance=tolerance,
                 page=None if page is None else shapely.box(*page),
                 stroke=DEFAULT_STROKE * DEFAULT_SIDE)


def _side(drawing: Drawing, scale: float, size: float | None) -> tuple[float | None, float]:
    """Return the size that is asked for, and the millimetres of a unit, where the file gives
    them."""
    return size, 1 / scale if drawing.true_size else 0.0


# From painted areas to few inks.

def seen_areas(areas: Sequence[Painted], page: Box | None, count: int | None) -> _Seen:
    """Return areas of few inks, the largest first, without the background."""
    notes: list[str] = []
    areas = united(areas)
    if len(areas) > MAX_COLOURS:
        areas = united(areas, 16)
    if len(areas) > MAX_COLOURS:
        areas = united(areas, 8)
    whole = shapely.total_bounds([each.area for each in areas])
    sheet = page if page is not None else Box(*map(float, whole))
    ground, areas = _background(areas, sheet)
    if ground != WHITE:
        notes.append(f"{hexadecimal(*ground)} covers the page and is taken as its background")
    inks = choose_inks([each.colour for each in areas], [each.area.area for each in areas], ground,
                       count)
    if not inks.colours:
        raise InputError("everything is white, as the page is; give the shapes a colour")
    found = [Painted(_visible(colour, ground), union(
        each.area for each, own in zip(areas, inks.member, strict=True) if own == number))
        for number, colour in enumerate(inks.colours)]
    box = shapely.total_bounds([each.area for each in found])
    found = _tidy(found, MIN_SPECK * (box[2] - box[0]) * (box[3] - box[1]))
    if not found and ground != WHITE:
        raise InputError(f"{hexadecimal(*ground)} covers the page, and too little is drawn on it "
                         "to be seen; draw larger shapes, or leave the background out")
    if not found:
        raise InputError(NO_AREA)
    return _Seen(sorted(found, key=lambda each: -each.area.area), notes)


def _background(areas: list[Painted], page: Box) -> tuple[Colour, list[Painted]]:
    """Return the colour of the background, and the areas that are not of it.

    A colour is the background if it takes most of the border, the page is painted nearly all over,
    and something is painted on it: an icon that fills its page with a hole in it is a figure.
    """
    sheet = shapely.box(*page)
    inset = 0.01 * min(page.width, page.height)
    border = shapely.box(page.left + inset, page.bottom + inset, page.right - inset,
                         page.top - inset).exterior
    blank = minus(sheet, union(each.area for each in areas))
    outer = [part for part in shapely.get_parts(blank) if part.intersects(border)]
    if sum(part.area for part in outer) > MAX_BLANK * sheet.area:
        return WHITE, areas
    inks = choose_inks([each.colour for each in areas], [each.area.area for each in areas],
                       NO_COLOUR, 6)
    shares = [sum(each.area.intersection(border).length for each, own
                  in zip(areas, inks.member, strict=True) if own == number)
              for number in range(len(inks.colours))]
    main = max(range(len(shares)), key=lambda number: shares[number])
    rest = [each for each, own in zip(areas, inks.member, strict=True) if own != main]
    if shares[main] < COVERED * border.length or \
            sum(each.area.area for each in rest) < MIN_FIGURE * sheet.area:
        return WHITE, areas
    inner = [part for part in shapely.get_parts(blank) if not part.intersects(border)]
    return inks.colours[main], [*rest, Painted(WHITE, shapely.MultiPolygon(inner))] \
        if inner else rest


def _visible(colour: Colour, ground: Colour) -> Colour:
    """Return an ink that is seen on white paper: a white one becomes the background's, or black."""
    for found in (colour, ground):
        if len(choose_inks([found], [1.0], WHITE, 1).colours) and _distance(found) > MIN_CONTRAST:
            return found
    return 0.0, 0.0, 0.0


def _distance(colour: Colour) -> float:
    import numpy as np

    from nonoforge.quantize import oklab

    a, b = oklab(np.array([colour, WHITE]) * 255)
    return float(np.sqrt(((a - b) ** 2).sum()))


def _tidy(areas: Sequence[Painted], speck: float, hair: float = HAIR) -> list[Painted]:
    """Return the areas without hairs and specks, and the gaps between them closed."""
    found = []
    for colour, area in areas:
        parts = [part for part in shapely.get_parts(area)
                 if part.area > speck and _wider(part, hair)]
        found.append(Painted(colour, shapely.MultiPolygon(parts)))
    whole = found[0].area if len(found) == 1 else union(each.area for each in found)
    closed = whole.buffer(hair, join_style="mitre").buffer(-hair, join_style="mitre")
    if len(found) == 1:
        only = Painted(found[0].colour, union([whole, closed]))
        return [] if only.area.is_empty else [only]
    gaps = minus(closed, whole)
    result = []
    for colour, area in found:
        taken = common(gaps, area.buffer(2 * hair))
        gaps = minus(gaps, taken)
        result.append(Painted(colour, union([area, taken])))
    return [each for each in result if not each.area.is_empty]


def _wider(part: shapely.Polygon, hair: float) -> bool:
    """Return whether a point of a polygon is further than a hair from its boundary. The strip along
    the boundary is smaller than its length times a hair, and a sector at each turning corner: where
    the polygon is larger, it need not be eroded to know."""
    rings = 1 + len(part.interiors)
    return part.area > hair * part.length + rings * pi * hair * hair \
        or not part.buffer(-hair).is_empty


# The frame.

def framed(
    areas: Sequence[Painted], page: Box | None, frame: Box | None, margin: str | float | None,
    side: tuple[float | None, float], *, notes: Sequence[str], title: str, file: str,
    matrix: Matrix,
) -> Regions:
    """Return areas in a frame, in millimetres: the one given, or the page with margins that are
    neither too small nor too large for the picture."""
    size, true_scale = side
    ink = Box(*map(float, shapely.total_bounds([each.area for each in areas])))
    longer = max(ink.width, ink.height)
    box, scale = _frame(ink, page, frame, margin, size, longer)
    if frame is None and margin is None and page is not None and _touches(ink, page, longer):
        notes = [*notes, "the picture touches the edge of its page: the frame has a margin; "
                         "--margin and --frame set another"]
    side_now = max(box.width, box.height)
    if not scale:
        true = side_now * true_scale
        wanted = size if size is not None else (
            true if MIN_TRUE_SIDE <= true <= MAX_TRUE_SIDE else DEFAULT_SIDE)
        scale = wanted / side_now
    if frame is not None:
        sheet = shapely.box(*frame)
        areas = [Painted(colour, common(area, sheet)) for colour, area in areas]
        areas = [each for each in areas if not each.area.is_empty]
        if not areas:
            raise InputError("nothing is drawn in this frame; --frame counts as the file does "
                             "(SVG: units of its viewBox from the top left)")
    turn: Matrix = (scale, 0.0, 0.0, scale, -scale * box.left, -scale * box.bottom)
    final = []
    for colour, area in areas:
        area = shapely.transform(area, lambda xy: xy * scale + (turn[4], turn[5]))
        final.append((hexadecimal(*colour), _multi(area)))
    return Regions(Box(0.0, 0.0, scale * box.width, scale * box.height),
                   tuple(sorted(final, key=lambda each: -each[1].area)), tuple(notes),
                   times(turn, matrix), title, file)


def _multi(area: BaseGeometry) -> MultiPolygon:
    return shapely.MultiPolygon(list(shapely.get_parts(area)))


def _frame(
    ink: Box, page: Box | None, frame: Box | None, margin: str | float | None,
    size: float | None, longer: float,
) -> tuple[Box, float]:
    """Return the frame, and the scale where the margin fixes it, else 0."""
    if frame is not None:
        return frame, 0.0
    if margin is not None:
        share, mm = margin_of(margin)
        if mm:
            wanted = size or DEFAULT_SIDE
            if wanted <= 2.5 * mm:
                raise InputError(f"a margin of {mm:g} mm leaves no room in {wanted:g} mm")
            scale = (wanted - 2 * mm) / longer
            return _around(ink, [mm / scale] * 4), scale
        return _around(ink, [share * longer] * 4), 0.0
    if page is None:
        page = ink
    gaps = [ink.left - page.left, ink.bottom - page.bottom, page.right - ink.right,
            page.top - ink.top]
    return _around(ink, [min(max(gap, MIN_MARGIN * longer), MAX_MARGIN * longer) for gap in gaps]
                   ), 0.0


def _touches(ink: Box, page: Box, longer: float) -> bool:
    near = HAIR_SHARE * longer
    return (ink.left - page.left < near or ink.bottom - page.bottom < near
            or page.right - ink.right < near or page.top - ink.top < near)


def _around(box: Box, by: Sequence[float]) -> Box:
    return Box(box.left - by[0], box.bottom - by[1], box.right + by[2], box.top + by[3])


def margin_of(margin: str | float) -> tuple[float, float]:
    """Return a margin as a share of the picture's longer side, or else in millimetres.

    >>> margin_of("10%"), margin_of("5"), margin_of(5)
    ((0.1, 0.0), (0.0, 5.0), (0.0, 5.0))
    """
    if isinstance(margin, str) and margin.strip().endswith("%"):
        return float(margin.strip()[:-1]) / 100, 0.0
    return 0.0, float(margin.removesuffix("mm") if isinstance(margin, str) else margin)
