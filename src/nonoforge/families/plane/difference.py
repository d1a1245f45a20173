"""How much two pictures of coloured areas differ, where, and contact sheets that show it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from nonoforge.drawing import Display, Group, Item, Paths, Tile, contact_sheet, fitted
from nonoforge.families.plane.arrangement import Arrangement, arrangement_of
from nonoforge.families.plane.overlay import BaseGeometry, minus, polygons_of, shapely, union
from nonoforge.making import Scene
from nonoforge.nonogram import Nonogram
from nonoforge.palette import Palette
from nonoforge.path import Box, Path, polyline
from nonoforge.puzzle import Colouring

FLATNESS = 0.02  # mm
SHEET_COLUMNS = 4
MISSING, EXTRA, SAME = "#d03030", "#3060d0", "#d9d9d9"
LINE_COLOUR = "#8a8a8a"
LINE_WIDTH = 1 / 300  # of a picture's longer side

ColouredAreas = Sequence[tuple[str, Any]]
"""(`#rrggbb`, shapely geometry) of disjoint areas; everything else is background."""


class Difference(NamedTuple):
    """Where a picture differs from its source."""

    missing: BaseGeometry
    """What has a colour in the source, and none or another in the picture."""
    extra: BaseGeometry
    """What is background in the source and has a colour in the picture."""
    share: float
    """The area of both, as a share of what has a colour in the source."""


def difference(source: ColouredAreas, picture: ColouredAreas) -> Difference:
    """Return where two pictures differ; areas of the same colour are the same."""
    source = [(colour, _valid(area)) for colour, area in source]
    picture = [(colour, _valid(area)) for colour, area in picture]
    whole, shown = (union(area for _, area in areas) for areas in (source, picture))
    by_colour: dict[str, list[Any]] = {}
    for colour, area in picture:
        by_colour.setdefault(colour, []).append(area)
    missing = union(minus(area, union(by_colour.get(colour, []))) for colour, area in source)
    extra = minus(shown, whole)
    return Difference(missing, extra, (missing.area + extra.area) / max(whole.area, 1e-12))


def _valid(area: Any) -> Any:
    """Return the area made valid for overlays: rounding in a transformation may make its edges
    cross."""
    return polygons_of(shapely.make_valid(area))


def face_areas(arrangement: Arrangement, colouring: Colouring, palette: Palette) -> ColouredAreas:
    """Return the coloured faces of an arrangement as areas, one for each colour."""
    found: dict[int, list[Any]] = {}
    for face, colour in enumerate(colouring):
        if colour:
            outer, *holes = (arrangement.polygon(loop, FLATNESS)
                             for loop in arrangement.faces[face])
            found.setdefault(colour, []).append(shapely.Polygon(outer, holes))
    return [(palette.colours[colour].rgb, union(areas))
            for colour, areas in sorted(found.items())]


def areas_tile(
    caption: Sequence[str], box: Box, areas: ColouredAreas, lines: Sequence[Path] = (), *,
    chosen: bool = False,
) -> Tile:
    """Return areas and lines within a box, millimetres with y upwards, for a contact sheet."""
    items: list[Item] = [Paths(_outlines(area), fill=colour, closed=True)
                         for colour, area in areas if not area.is_empty]
    if lines:
        items.append(Paths(lines, pen=LINE_COLOUR, width=LINE_WIDTH * max(box.width, box.height)))
    upright = Group(items, matrix=(1, 0, 0, -1, -box.left, box.top))
    return Tile(fitted(Display(box.width, box.height, [upright], "", "")), caption, chosen)


def _outlines(area: BaseGeometry) -> list[Path]:
    return [polyline([(float(x), float(y)) for x, y in ring.coords])
            for ring in shapely.get_rings(shapely.get_parts(area))]


def difference_tiles(box: Box, source: ColouredAreas, found: Difference) -> list[Tile]:
    """Return the source, and where a picture differs from it."""
    marked = [*((SAME, area) for _, area in source), (MISSING, found.missing), (EXTRA, found.extra)]
    return [areas_tile(["picture"], box, source),
            areas_tile(["red is missing, blue is added"], box, marked)]


def solution_tile(nonogram: Nonogram) -> Tile:
    """Return the solution of a puzzle with its lines, marked as the one that was chosen."""
    arrangement, solution = arrangement_of(nonogram), nonogram.solution
    assert solution is not None
    return areas_tile([nonogram.family.line.counted(len(arrangement.curves))], arrangement.box,
                      face_areas(arrangement, solution, nonogram.puzzle.palette),
                      arrangement.edges, chosen=True)


def choice_scene(nonogram: Nonogram, tiles: Sequence[Tile]) -> Scene:
    """Return the contact sheet of a puzzle; without tiles it shows the solution alone."""
    words = "shows the picture, what differs, and candidates" if tiles else \
        "shows the puzzle as it is: nothing was simplified"
    title = nonogram.info.title or nonogram.family.kind
    return Scene(nonogram, nonogram.solution, words=words, display=contact_sheet(
        tiles or [solution_tile(nonogram)], SHEET_COLUMNS, title))
