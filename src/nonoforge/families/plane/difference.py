"""How much two pictures of coloured areas differ, and where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from nonoforge.families.plane.arrangement import Arrangement
from nonoforge.families.plane.overlay import BaseGeometry, minus, polygons_of, shapely, union
from nonoforge.palette import Palette
from nonoforge.puzzle import Colouring

FLATNESS = 0.02  # mm

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
    """Return an area that overlays take: moving it may have made edges cross by a hair."""
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
