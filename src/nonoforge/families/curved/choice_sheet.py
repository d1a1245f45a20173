"""The contact sheet of `make curved --sheet`: picture, difference, and several details."""

from __future__ import annotations

from nonoforge.families.curved.make import CurvedResult
from nonoforge.families.curved.picture_choice import Simplified, simplified
from nonoforge.families.plane.difference import (
    ColouredAreas,
    areas_tile,
    choice_scene,
    difference,
    difference_tiles,
    solution_tile,
)
from nonoforge.making import Scene
from nonoforge.text import count

DETAILS = (0.0, 0.3, 0.6, 1.0)


def choice_sheet(result: CurvedResult) -> Scene:
    """Return the sheet; where nothing was simplified, the solution alone."""
    if result.extended is None:
        return choice_scene(result.nonogram, [])
    regions, chosen = result.extended.regions, result.extended.simplified
    tiles = [*difference_tiles(regions.frame, regions.areas,
                               difference(regions.areas, _areas(chosen))),
             solution_tile(result.nonogram)]
    for detail in DETAILS:
        each = next(simplified(regions, detail))
        tiles.append(areas_tile([f"--detail {detail:g}: {count(each.arcs, 'arc')}, "
                                 f"{each.changed:.0%} differs"], regions.frame, _areas(each)))
    return choice_scene(result.nonogram, tiles)


def _areas(each: Simplified) -> ColouredAreas:
    return list(zip(each.colours[1:], each.picture.areas[1:], strict=True))
