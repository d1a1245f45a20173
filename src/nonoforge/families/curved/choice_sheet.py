"""The contact sheet of `make curved --sheet`: picture, difference, and several details."""

from __future__ import annotations

from itertools import pairwise

from nonoforge.draw import Display
from nonoforge.families.curved.make import CurvedResult
from nonoforge.families.curved.picture_choice import Simplified, simplified
from nonoforge.families.plane import arrangement_of
from nonoforge.families.plane.difference import ColouredAreas, difference, face_areas
from nonoforge.families.plane.panel_sheet import Panel, panel_sheet
from nonoforge.path import Point, flat
from nonoforge.text import count

MISSING, EXTRA, SAME = "#d03030", "#3060d0", "#d9d9d9"
DETAILS = (0.0, 0.3, 0.6, 1.0)
FLATNESS = 0.1  # mm of curves on the sheet


def choice_sheet(result: CurvedResult) -> Display:
    """Return the sheet; where nothing was simplified, the solution alone."""
    title = result.nonogram.info.title or "Curved nonogram"
    arrangement, solution = arrangement_of(result.nonogram), result.nonogram.solution
    assert solution is not None
    made = Panel(count(len(arrangement.curves), "curve"), arrangement.box,
                 face_areas(arrangement, solution, result.nonogram.puzzle.palette),
                 _segments(result), True)
    if result.extended is None:
        return panel_sheet([made], title)
    regions, chosen = result.extended.regions, result.extended.simplified
    found = difference(regions.areas, _areas(chosen))
    panels = [Panel("picture", regions.frame, regions.areas),
              Panel("red is missing, blue is added", regions.frame, [
                  *((SAME, area) for _, area in regions.areas), (MISSING, found.missing),
                  (EXTRA, found.extra)]), made]
    for detail in DETAILS:
        each = next(simplified(regions, detail))
        panels.append(Panel(f"--detail {detail:g}: {count(each.arcs, 'arc')}, "
                            f"{each.changed:.0%} differs", regions.frame, _areas(each)))
    return panel_sheet(panels, title)


def _areas(each: Simplified) -> ColouredAreas:
    return list(zip(each.colours[1:], each.picture.areas[1:], strict=True))


def _segments(result: CurvedResult) -> list[tuple[Point, Point]]:
    return [pair for edge in arrangement_of(result.nonogram).edges
            for pair in pairwise(flat(edge, FLATNESS))]
