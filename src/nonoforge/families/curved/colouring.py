"""Colour faces: by the parity of picture edges around them, or by the fills of shapes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from nonoforge.families.curved.arranging import CurveArrangement
from nonoforge.families.curved.stroke import DrawingError
from nonoforge.families.plane import OUTSIDE, Shape
from nonoforge.families.plane.colouring import (
    WHITE,
    ColourRule,
    FaceColours,
    by_fill,
    fills_decide,
    palette_of,
)
from nonoforge.palette import Palette
from nonoforge.path import Matrix, Point, flat, moved
from nonoforge.puzzle import Colouring


def colour_faces(
    arranged: CurveArrangement, shapes: Sequence[Shape], behind: Sequence[Shape], matrix: Matrix,
    rule: ColourRule = "auto",
) -> FaceColours:
    """Colour the faces and return their colours. Fills of the picture's shapes decide if they
    differ: the topmost shape wins. Otherwise a face is black if an odd number of the picture's
    edges is between it and the outside. `matrix` leads from the shapes to the arrangement."""
    if fills_decide(shapes, rule):
        return _by_fill(arranged, shapes, behind, matrix)
    return FaceColours(by_parity(arranged), Palette(), "parity")


def by_parity(arranged: CurveArrangement) -> Colouring:
    """Return 1 for faces inside the picture, 0 for the others."""
    _check_closed(arranged)
    arrangement = arranged.arrangement
    left = arrangement.left
    parity = {OUTSIDE: 0}
    queue = [OUTSIDE]
    darts = {OUTSIDE: [dart ^ 1 for dart in arrangement.frame]}
    for face in queue:  # grows while it is read
        loops = arrangement.faces[face] if face != OUTSIDE else (darts[OUTSIDE],)
        for dart in (dart for loop in loops for dart in loop):
            over = left[dart ^ 1]
            if over not in parity:
                parity[over] = parity[face] ^ arranged.picture[dart >> 1]
                queue.append(over)
    return bytes(parity[face] for face in range(len(arrangement.faces)))


def _check_closed(arranged: CurveArrangement) -> None:
    """Check that an even number of the picture's edges meets at each vertex; else it has no
    inside."""
    for vertex in arranged.vertices:
        if sum(arranged.picture[dart >> 1] for dart in vertex.darts) % 2:
            raise DrawingError("the picture's outline ends at {0}; close it, so that it has an "
                               "inside", vertex.place)


def _by_fill(
    arranged: CurveArrangement, shapes: Sequence[Shape], behind: Sequence[Shape], matrix: Matrix,
) -> FaceColours:
    at, ground = fill_at(shapes, behind, matrix), _ground(behind)
    found = [at(spot) for spot in arranged.arrangement.spots]
    white = WHITE if WHITE in found else ground
    return by_fill(found, palette_of([white, *(
        fill for shape in shapes if (fill := shape.fill) in found and fill), *found]))


def fill_at(
    shapes: Sequence[Shape], behind: Sequence[Shape], matrix: Matrix,
) -> Callable[[Point], str]:
    """Return a function that returns the fill of the topmost shape at a point."""
    ground = _ground(behind)
    polygons = [(shape, [flat(moved(outline.path, matrix), 0.01) for outline in shape.outlines])
                for shape in reversed(shapes) if shape.fill]

    def fill(point: Point) -> str:
        return next((shape.fill or ground for shape, outlines in polygons
                     if _filled(shape, outlines, point)), ground)
    return fill


def _ground(behind: Sequence[Shape]) -> str:
    return next((shape.fill for shape in reversed(behind) if shape.fill), WHITE)


def _filled(shape: Shape, outlines: Sequence[Sequence[Point]], point: Point) -> bool:
    turns = sum(_turns(point, outline) for outline in outlines)
    return bool(turns % 2 if shape.rule == "evenodd" else turns)


def _turns(point: Point, polygon: Sequence[Point]) -> int:
    """Return how often a polygon goes around a point, counter-clockwise.

    >>> _turns((1, 1), [(0, 0), (3, 0), (0, 3)])
    1
    """
    x, y = point
    turns = 0
    for (ax, ay), (bx, by) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        if (ay > y) != (by > y):
            side = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
            turns += (side > 0 and by > ay) - (side < 0 and by < ay)
    return turns


class PictureColours(NamedTuple):
    """`at` gives the colour at a point. Without it an odd number of outlines makes a face black,
    or `steps` say for each outline by how much the colour on its left exceeds that on its right."""

    palette: Palette
    at: Callable[[Point], int] | None = None
    steps: tuple[int, ...] | None = None


def picture_colours(
    shapes: Sequence[Shape], behind: Sequence[Shape], matrix: Matrix, rule: ColourRule = "auto",
) -> PictureColours:
    """Return the colours of the picture's shapes, as `colour_faces` will see them."""
    if not fills_decide(shapes, rule):
        return PictureColours(Palette())
    fill = fill_at(shapes, behind, matrix)
    ground = _ground(behind)
    every = dict.fromkeys([ground, *(shape.fill for shape in shapes if shape.fill)])
    names = palette_of([WHITE if WHITE in every else ground, *every])
    return PictureColours(Palette.of(*names), lambda point: names.index(fill(point)))
