"""Interpret a drawing: roles of its shapes, its frame, and its strokes in millimetres.

A layer, group, class or id called frame, picture or line decides a role first. Otherwise colours
do, as in Ipe drawings of curved nonograms: blue is the frame, red the picture's outline, purple
both, and other colours are further curves. A fill without a stroke belongs to the picture.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from colorsys import rgb_to_hsv
from dataclasses import dataclass
from math import dist, isfinite
from typing import Literal, NamedTuple

from nonoforge.errors import InputError
from nonoforge.families.curved.arranging import check_counts, contacts, monotone_segments
from nonoforge.families.curved.options import CurvedOptions
from nonoforge.families.curved.snapping import Snapped, snap_ends, split_along_frame
from nonoforge.families.curved.stroke import DrawingError, Stroke, distance, make_stroke
from nonoforge.families.plane import Drawing, Outline, Shape
from nonoforge.path import (
    Box,
    Matrix,
    Path,
    Point,
    area,
    backwards,
    bounds,
    end,
    flat,
    moved,
    polyline,
    start,
)

Role = Literal["frame", "picture", "both", "line"]

WORDS: dict[str, Role] = {
    "frame": "frame", "border": "frame", "picture": "picture", "image": "picture", "both": "both",
    "line": "line", "lines": "line", "curve": "line", "curves": "line",
}


class RoleOutline(NamedTuple):
    """One outline of a shape, and what it is for."""

    outline: Outline
    role: Role
    shape: Shape


class Roles(NamedTuple):
    """All outlines, and the shapes behind them all, which only colour the page."""

    parts: tuple[RoleOutline, ...]
    behind: tuple[Shape, ...]
    notes: tuple[str, ...]

    def of(self, *roles: Role) -> list[RoleOutline]:
        """Return the outlines with any of these roles."""
        return [part for part in self.parts if part.role in roles]


def roles(drawing: Drawing) -> Roles:
    """Return the roles of everything in a drawing."""
    found: list[RoleOutline] = []
    behind: list[Shape] = []
    notes: list[str] = []
    with_roles = [(shape, role(shape)) for shape in drawing.shapes]
    framed = any(is_for in ("frame", "both") for _, is_for in with_roles)
    for shape, is_for in with_roles:
        if is_for == "picture" and not _words(shape) and shape.stroke is None and _covers(
                shape, drawing.page) and not framed:
            behind.append(shape)
            continue
        found += [RoleOutline(outline, is_for, shape) for outline in shape.outlines if outline.path]
    if not any(part.role in ("picture", "both") for part in found) and \
            any(part.role == "line" and part.outline.closed for part in found):
        notes.append("nothing is drawn in red or called picture; what is closed is the picture")
        found = [part._replace(role="picture") if part.role == "line" and part.outline.closed
                 else part for part in found]
    return Roles(tuple(found), tuple(behind), tuple(notes))


def role(shape: Shape) -> Role:
    """Return the role of a shape.

    >>> role(Shape((), stroke="#0000ff")), role(Shape((), words=frozenset({"frame"})))
    ('frame', 'frame')
    """
    named = _words(shape)
    if named:
        return "both" if {"frame", "picture"} <= named or "both" in named else named.pop()
    if shape.stroke is None:
        return "picture" if shape.fill is not None else "line"
    return _by_colour(shape.stroke)


def _words(shape: Shape) -> set[Role]:
    found = {word for text in shape.words for word in re.findall(r"[^\W_]+", text)}
    return {WORDS[word] for word in found if word in WORDS}


def _by_colour(rgb: str) -> Role:
    """
    >>> [_by_colour(rgb) for rgb in ("#ff0000", "#800080", "#a020f0", "#000080", "#404040")]
    ['picture', 'both', 'both', 'frame', 'line']
    """
    hue, saturation, value = rgb_to_hsv(*(int(rgb[k:k + 2], 16) / 255 for k in (1, 3, 5)))
    if saturation < 0.6 or value < 0.3:
        return "line"
    degrees = hue * 360
    if 215 <= degrees <= 255:
        return "frame"
    if 260 <= degrees <= 320:
        return "both"
    return "picture" if degrees <= 15 or degrees >= 345 else "line"


def _covers(shape: Shape, page: Box | None) -> bool:
    """Return whether a shape is a rectangle that covers the whole page."""
    if page is None or not shape.outlines:
        return False
    box = bounds(point for outline in shape.outlines for point in flat(outline.path, 0.1))
    hair = 1e-3 * max(page.width, page.height)
    return box.left <= page.left + hair and box.bottom <= page.bottom + hair and \
        box.right >= page.right - hair and box.top >= page.top - hair and _plain(shape)


def _plain(shape: Shape) -> bool:
    """Return whether a shape is one outline of four straight pieces."""
    return len(shape.outlines) == 1 and len(shape.outlines[0].path) == 4 and \
        all(len(piece) == 2 for piece in shape.outlines[0].path)


# The frame: the shapes drawn for it, joined to one loop, or the page.

DEFAULT_SIDE = 100.0  # mm: the longer side where a drawing does not give its size
MIN_SIDE, MAX_SIDE = 1.0, 10_000.0  # mm


@dataclass(frozen=True)
class FrameTransform:
    """Where the puzzle is in the drawing. Its own lower left corner is (0, 0)."""

    box: Box
    scale: float
    origin: Point  # of the coordinates in messages

    @property
    def matrix(self) -> Matrix:
        """From the drawing to the puzzle."""
        return (self.scale, 0.0, 0.0, self.scale, -self.scale * self.box.left,
                -self.scale * self.box.bottom)

    def drawn(self, point: Point) -> Point:
        """Return a point of the puzzle as a place in the drawing."""
        return (point[0] / self.scale + self.box.left - self.origin[0],
                point[1] / self.scale + self.box.bottom - self.origin[1])


class FramedDrawing(NamedTuple):
    """The frame as a stroke of the puzzle, and where that is in the drawing."""

    frame: Stroke
    sheet: FrameTransform
    notes: tuple[str, ...]


def find_frame(
    drawing: Drawing, told: Roles, size: float | None = None, snap: float = 0.0,
) -> FramedDrawing:
    """Return the frame that is drawn, scaled so that its longer side has the size; without one, the
    page."""
    parts = told.of("frame", "both")
    notes: tuple[str, ...] = ()
    flags: tuple[bool, ...] = ()
    if not parts:
        if drawing.page is None:
            raise InputError("no frame: draw it in blue, or call it frame")
        box, corners = drawing.page, drawing.page.corners
        path = polyline([*corners, corners[0]])
        notes = ("no frame is drawn; the page is the frame",)
    else:
        box = bounds(point for part in parts for point in flat(part.outline.path))
        _check_box(box)
        path, flags = _ring(parts, max(snap, 1e-5) / _scale(box, size, drawing.true_size))
        box = bounds(flat(path))
    _check_box(box)
    page = drawing.page or box
    sheet = FrameTransform(box, _scale(box, size, drawing.true_size), (page.left, page.bottom))
    try:
        frame = frame_stroke(moved(path, sheet.matrix), flags)
        _check_simple(frame)
    except DrawingError as error:
        raise error.in_drawing(sheet.drawn) from None
    return FramedDrawing(frame, sheet, notes)


def frame_stroke(path: Path, picture: Sequence[bool] = (), name: str = "the frame") -> Stroke:
    """Return a closed path as a frame: with its inside on the left."""
    flags = tuple(picture) or (False,) * len(path)
    if area(flat(path, 1e-2)) < 0:
        path, flags = backwards(path), flags[::-1]
    found = make_stroke(path, True, picture=flags, name=name)
    if found is None:
        raise InputError("the frame is a mere point")
    return found


def _check_box(box: Box) -> None:
    side, other = max(box.width, box.height), min(box.width, box.height)
    if not (isfinite(side) and other > 0 and other >= 1e-3 * side):
        raise InputError(f"the frame is {box.width:g} by {box.height:g} mm: it has no room for a "
                         "picture")


def _scale(box: Box, size: float | None, true_size: bool) -> float:
    side = max(box.width, box.height)
    if size is None:
        size = side if true_size else DEFAULT_SIDE
    if not MIN_SIDE <= size <= MAX_SIDE:
        raise InputError(f"the frame is {size:g} mm wide or high; from {MIN_SIDE:g} to "
                         f"{MAX_SIDE:,.0f} mm can be used, and --size sets it")
    return size / side


def _ring(parts: Sequence[RoleOutline], near: float) -> tuple[Path, tuple[bool, ...]]:
    """Return the closed path that the parts make, and which of its pieces border the picture."""
    closed = [part for part in parts if part.outline.closed]
    if len(closed) > 1 or (closed and len(parts) > 1):
        others = [part.shape.name for part in parts]
        raise InputError(f"{len(parts)} frames are drawn ({', '.join(others[:4])}); there is one")
    if closed:
        path = closed[0].outline.path
        return path, (closed[0].role == "both",) * len(path)
    left = list(parts)
    first = left.pop(0)
    path, flags = first.outline.path, [first.role == "both"] * len(first.outline.path)
    while dist(end(path), start(path)) > near or (left and _next(left, path, near)):
        found = _next(left, path, near)
        if found is None:
            raise _gap(path, left)
        index, more = found
        part = left.pop(index)
        path, flags = (*path, *more), flags + [part.role == "both"] * len(more)
    if left:
        raise InputError(f"{left[0].shape.name} is no part of the frame, but drawn as if it were")
    return path, tuple(flags)


def _next(left: Sequence[RoleOutline], path: Path, near: float) -> tuple[int, Path] | None:
    """Return the part that continues where the path ends."""
    for index, part in enumerate(left):
        for way in (part.outline.path, backwards(part.outline.path)):
            if dist(start(way), end(path)) <= near:
                return index, way
    return None


def _gap(path: Path, left: Sequence[RoleOutline]) -> InputError:
    x, y = end(path)
    nearest = min((dist(point, (x, y)) for part in left
                   for point in (start(part.outline.path), end(part.outline.path))),
                  default=dist(start(path), (x, y)))
    return InputError(f"the frame is open at ({x:.2f}, {y:.2f}) mm; it is closed, or made of parts "
                      f"that meet (the next is {nearest:.3g} mm away; --snap joins what is near)")


def _check_simple(frame: Stroke) -> None:
    found, overlaps = contacts([frame], monotone_segments([frame]))
    if overlaps:
        raise DrawingError("the frame runs over itself at {0}", overlaps[0].places[0])
    if found:
        raise DrawingError("the frame meets itself at {0}; it goes once around the picture",
                           found[0].place)


class CurvedDrawing(NamedTuple):
    """The strokes of a drawing, their ends joined, in millimetres of the puzzle."""

    framed: FramedDrawing
    strokes: tuple[Stroke, ...]
    roles: Roles
    snapped: tuple[Snapped, ...]
    notes: tuple[str, ...]

    @property
    def frame(self) -> Stroke:
        return self.framed.frame

    @property
    def matrix(self) -> Matrix:
        """From the drawing to the puzzle."""
        return self.framed.sheet.matrix

    @property
    def picture(self) -> list[Shape]:
        """The shapes that border the picture, from the back to the front, each once."""
        return list({id(part.shape): part.shape
                     for part in self.roles.of("picture", "both")}.values())

    @property
    def outlines_only(self) -> bool:
        """Whether there is only a picture, and no curve that was drawn to the frame. Closed shapes
        that run along the frame are a picture."""
        shapes = {part.shape.name for part in self.roles.parts if part.outline.closed}
        ends = [stroke.path[k][k] for stroke in self.strokes
                if not stroke.closed and stroke.name not in shapes for k in (0, -1)]
        return all(all(stroke.flags) for stroke in self.strokes) and \
            not any(distance(place, self.frame.path) < 1e-6 for place in ends)


def is_picture(drawing: Drawing, options: CurvedOptions) -> bool:
    """Return whether a drawing is any picture, which is looked at, simplified and extended, and not
    one whose curves or outlines are taken as they are drawn.

    Drawings of curves have roles (by name, or a frame in blue around everything), curves from
    border to border, or nothing but lines without a width. Outlines to scale that need no change
    are kept, too."""
    if drawing.pixels is not None:
        return True
    if options.keep_curves is not None or options.detail == "exact" or not drawing.shapes:
        return False
    named: set[Role] = {each for shape in drawing.shapes for each in _words(shape)}
    if len(named) > 1 or named & {"picture", "both"} or _has_frame(drawing):
        return False
    if all(shape.fill is None and shape.width is None for shape in drawing.shapes):
        return False
    return not _crosses_page(drawing) and (
        options.detail != "auto" or not _needs_nothing(drawing))


MIN_FRAME_SHARE = 0.7  # of the box of everything drawn: what a frame goes around


def _has_frame(drawing: Drawing) -> bool:
    """Return whether lines in the colour of frames go around most of what is drawn, or all lines
    have colours of roles, the frame's and the picture's among them. A single shape is a frame only
    where the page is."""
    shapes = [shape for shape in drawing.shapes if any(each.path for each in shape.outlines)]
    told = {role(shape) for shape in shapes}
    if all(map(_hollow, shapes)) and told >= {"frame", "picture"}:
        return True
    parts = [shape for shape in shapes if _hollow(shape) and role(shape) in ("frame", "both")]
    if not parts:
        return False
    box, whole = _box(parts), _box(shapes)
    if len(shapes) == 1:
        return drawing.page is not None and all(
            abs(a - b) <= 1e-3 * max(whole.width, whole.height)
            for a, b in zip(box, drawing.page, strict=True))
    return box.width * box.height >= MIN_FRAME_SHARE * whole.width * whole.height


def _hollow(shape: Shape) -> bool:
    return shape.fill is None or (shape.stroke is not None and shape.fill == "#ffffff")


def _box(shapes: Sequence[Shape]) -> Box:
    return bounds(point for shape in shapes for outline in shape.outlines if outline.path
                  for point in flat(outline.path, 0.1))


def _crosses_page(drawing: Drawing) -> bool:
    """Return whether an open line that is not filled goes from border to border of the page."""
    page = drawing.page
    if page is None:
        return False
    hair = 2e-3 * max(page.width, page.height)

    def at_border(point: Point) -> bool:
        x, y = point
        return min(abs(x - page.left), abs(x - page.right), abs(y - page.bottom),
                   abs(y - page.top)) <= hair

    return any(shape.fill is None and not outline.closed and at_border(start(outline.path))
               and at_border(end(outline.path))
               for shape in drawing.shapes for outline in shape.outlines if outline.path)


MAX_PLAIN_PIECES = 60  # of outlines that are taken as they are drawn
PLAIN_MARGIN = 0.04  # of the page's longer side, around them


def _needs_nothing(drawing: Drawing) -> bool:
    """Return whether a drawing to scale has only a few filled outlines of one colour, apart from
    each other and from the page's border."""
    page, shapes = drawing.page, drawing.shapes
    outlines = [outline for shape in shapes for outline in shape.outlines if outline.path]
    if page is None or not drawing.true_size or len({shape.fill for shape in shapes}) > 1 or \
            any(shape.stroke is not None for shape in shapes) or \
            not all(outline.closed for outline in outlines) or \
            sum(len(outline.path) for outline in outlines) > MAX_PLAIN_PIECES:
        return False
    box = bounds(point for outline in outlines for point in flat(outline.path, 0.1))
    room = PLAIN_MARGIN * max(page.width, page.height)
    if min(box.left - page.left, box.bottom - page.bottom, page.right - box.right,
           page.top - box.top) < room:
        return False
    strokes = [stroke for outline in outlines
               if (stroke := make_stroke(outline.path, True)) is not None]
    found, overlaps = contacts(strokes, monotone_segments(strokes))
    return not found and not overlaps


def curved_drawing(drawing: Drawing, snap: float, size: float | None = None) -> CurvedDrawing:
    """Return the strokes of a drawing."""
    told = roles(drawing)
    if not told.parts:
        from nonoforge.families.plane import why_nothing

        raise InputError(why_nothing(drawing))
    frame = find_frame(drawing, told, size, snap)
    notes = [*drawing.notes, *told.notes, *frame.notes]
    parts = told.of("picture", "line")
    check_counts(len(parts), sum(len(part.outline.path) for part in told.parts))
    if not told.of("picture", "both"):
        raise InputError("no picture: its outline is drawn in red, or called picture, or is a "
                         "closed shape")
    strokes = _strokes(parts, frame.sheet.matrix, notes)
    if not strokes:
        raise InputError("nothing is drawn within the frame")
    joined, snapped = snap_ends(frame.frame, strokes, snap)
    free = split_along_frame(frame.frame, joined)
    return CurvedDrawing(frame._replace(frame=free.frame), free.strokes, told, tuple(snapped),
                         (*notes, *free.notes))


def _strokes(parts: Sequence[RoleOutline], matrix: Matrix, notes: list[str]) -> list[Stroke]:
    """Return each outline once, without those that are single points."""
    found: dict[Path, Stroke] = {}
    for number, part in enumerate(parts):
        name = part.shape.name or f"shape {number + 1}"
        each = make_stroke(moved(part.outline.path, matrix), part.outline.closed,
                           picture=part.role == "picture", name=name)
        if each is None:
            notes.append(f"{name} is a mere point; it was left out")
            continue
        twin = found.get(each.path) or found.get(backwards(each.path))
        if twin is None:
            found[each.path] = each
        else:
            notes.append(f"{name} is drawn twice ({twin.name} is the same); once is enough")
            if any(each.flags):
                found[twin.path] = each if each.path == twin.path else \
                    Stroke(twin.path, twin.closed, each.flags, twin.name)
    return list(found.values())
