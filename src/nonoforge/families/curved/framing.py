"""The frame of a drawing: put together from what is drawn, or the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import dist, isfinite
from typing import NamedTuple

from nonoforge.errors import InputError
from nonoforge.families.curved.arranging import contacts, leaves
from nonoforge.families.curved.misdrawn import Misdrawn
from nonoforge.families.curved.roles import Part, Roles
from nonoforge.families.curved.stroke import Stroke, stroke
from nonoforge.families.plane import Drawing
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

USUAL = 100.0  # millimetres: the longer side where a drawing does not say how large it is
SMALLEST, LARGEST = 1.0, 10_000.0


@dataclass(frozen=True)
class Sheet:
    """Where the puzzle is in the drawing. Its own lower left corner is (0, 0)."""

    box: Box
    scale: float
    origin: Point  # places in the drawing are told from there

    @property
    def matrix(self) -> Matrix:
        """From the drawing to the puzzle."""
        return (self.scale, 0.0, 0.0, self.scale, -self.scale * self.box.left,
                -self.scale * self.box.bottom)

    def drawn(self, point: Point) -> Point:
        """A point of the puzzle as a place in the drawing."""
        return (point[0] / self.scale + self.box.left - self.origin[0],
                point[1] / self.scale + self.box.bottom - self.origin[1])


class Framed(NamedTuple):
    """The frame as a stroke of the puzzle, and where that is in the drawing."""

    frame: Stroke
    sheet: Sheet
    notes: tuple[str, ...]


def framed(drawing: Drawing, told: Roles, size: float | None = None, snap: float = 0.0) -> Framed:
    """The frame that is drawn, scaled so that its longer side has the size; without one, the
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
    sheet = Sheet(box, _scale(box, size, drawing.true_size), (page.left, page.bottom))
    try:
        frame = frame_stroke(moved(path, sheet.matrix), flags)
        _check_simple(frame)
    except Misdrawn as error:
        raise error.in_drawing(sheet.drawn) from None
    return Framed(frame, sheet, notes)


def frame_stroke(path: Path, picture: Sequence[bool] = (), name: str = "the frame") -> Stroke:
    """A closed path as a frame: with its inside on the left."""
    flags = tuple(picture) or (False,) * len(path)
    if area(flat(path, 1e-2)) < 0:
        path, flags = backwards(path), flags[::-1]
    found = stroke(path, True, picture=flags, name=name)
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
        size = side if true_size else USUAL
    if not SMALLEST <= size <= LARGEST:
        raise InputError(f"the frame is {size:g} mm wide or high; from {SMALLEST:g} to "
                         f"{LARGEST:,.0f} mm can be used, and --size sets it")
    return size / side


def _ring(parts: Sequence[Part], near: float) -> tuple[Path, tuple[bool, ...]]:
    """The one closed path that the parts make, and which of its pieces border the picture."""
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


def _next(left: Sequence[Part], path: Path, near: float) -> tuple[int, Path] | None:
    """The part that goes on where the path ends."""
    for index, part in enumerate(left):
        for way in (part.outline.path, backwards(part.outline.path)):
            if dist(start(way), end(path)) <= near:
                return index, way
    return None


def _gap(path: Path, left: Sequence[Part]) -> InputError:
    x, y = end(path)
    nearest = min((dist(point, (x, y)) for part in left
                   for point in (start(part.outline.path), end(part.outline.path))),
                  default=dist(start(path), (x, y)))
    return InputError(f"the frame is open at ({x:.2f}, {y:.2f}) mm; it is closed, or made of parts "
                      f"that meet (the next is {nearest:.3g} mm away; --snap joins what is near)")


def _check_simple(frame: Stroke) -> None:
    found, overlaps = contacts([frame], leaves([frame]))
    if overlaps:
        raise Misdrawn("the frame runs over itself at {0}", overlaps[0].places[0])
    if found:
        raise Misdrawn("the frame meets itself at {0}; it goes once around the picture",
                       found[0].place)
