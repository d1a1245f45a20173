"""How much two pictures of coloured areas differ, and where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from nonoforge.families.plane.arrangement import Arrangement
from nonoforge.palette import Palette
from nonoforge.puzzle import Colouring

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

FLATNESS = 0.02  # mm
GRID = 1e-4  # mm

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
    import shapely

    def without(area: Any, other: Any) -> Any:
        return shapely.difference(area, other, grid_size=GRID)

    source = [(colour, _on_grid(area)) for colour, area in source]
    picture = [(colour, _on_grid(area)) for colour, area in picture]
    whole = shapely.union_all([area for _, area in source], grid_size=GRID)
    shown = shapely.union_all([area for _, area in picture], grid_size=GRID)
    by_colour: dict[str, list[Any]] = {}
    for colour, area in picture:
        by_colour.setdefault(colour, []).append(area)
    missing = shapely.union_all([without(area, shapely.union_all(
        by_colour.get(colour, []), grid_size=GRID)) for colour, area in source], grid_size=GRID)
    extra = without(shown, whole)
    return Difference(missing, extra, (missing.area + extra.area) / max(whole.area, 1e-12))


def _on_grid(area: Any) -> Any:
    """Return an area whose corners are on a grid, which makes it valid: without that, edges that
    nearly coincide can make the difference of two areas fail."""
    import shapely

    return shapely.set_precision(shapely.make_valid(area), GRID)


def face_areas(arrangement: Arrangement, colouring: Colouring, palette: Palette) -> ColouredAreas:
    """Return the coloured faces of an arrangement as areas, one for each colour."""
    import shapely

    found: dict[int, list[Any]] = {}
    for face, colour in enumerate(colouring):
        if colour:
            outer, *holes = (arrangement.polygon(loop, FLATNESS)
                             for loop in arrangement.faces[face])
            found.setdefault(colour, []).append(shapely.Polygon(outer, holes))
    return [(palette.colours[colour].rgb, shapely.union_all(areas))
            for colour, areas in sorted(found.items())]
