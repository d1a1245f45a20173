"""Unions, differences and intersections of areas, by GEOS with snap rounding.

All coordinates of a result are multiples of `GRID` mm. Without a grid GEOS 3.14 fails without a
word on areas that almost touch: the union of an outline and hair-thin gaps beside it filled a hole.
"""

from __future__ import annotations

from collections.abc import Iterable

from nonoforge.errors import MissingPart

try:
    import shapely as shapely
    from shapely.geometry.base import BaseGeometry as BaseGeometry
except ImportError as error:
    raise MissingPart("drawings need shapely: pip install 'nonoforge[planes]'") from error

GRID = 1e-4  # mm


def union(areas: Iterable[BaseGeometry]) -> BaseGeometry:
    """Return what is in any of the areas."""
    return polygons_of(shapely.union_all(list(areas), grid_size=GRID))


def minus(area: BaseGeometry, other: BaseGeometry) -> BaseGeometry:
    """Return what is in an area and not in the other."""
    return polygons_of(shapely.difference(area, other, grid_size=GRID))


def common(area: BaseGeometry, other: BaseGeometry) -> BaseGeometry:
    """Return what is in both areas."""
    return polygons_of(shapely.intersection(area, other, grid_size=GRID))


def polygons_of(area: BaseGeometry) -> BaseGeometry:
    """Return the polygons of a geometry; points and lines that an overlay left are dropped."""
    if area.geom_type in ("Polygon", "MultiPolygon"):
        return area
    return shapely.MultiPolygon([
        each for part in shapely.get_parts(area)
        if part.geom_type in ("Polygon", "MultiPolygon") for each in shapely.get_parts(part)])
