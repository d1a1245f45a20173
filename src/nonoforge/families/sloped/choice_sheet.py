"""The contact sheet of `make sloped --sheet`: picture, difference, and several numbers of lines."""

from __future__ import annotations

from nonoforge.draw import Display
from nonoforge.families.plane import arrangement_of
from nonoforge.families.plane.difference import ColouredAreas, face_areas
from nonoforge.families.plane.panel_sheet import Panel, panel_sheet
from nonoforge.families.sloped.lattice import FRAME_SIDES, Lattice
from nonoforge.families.sloped.lines import UNIT
from nonoforge.families.sloped.make import SlopedResult
from nonoforge.families.sloped.simplifying import Candidate, Lined
from nonoforge.path import Box, Point
from nonoforge.text import count

MISSING, EXTRA, SAME = "#d03030", "#3060d0", "#d9d9d9"


def choice_sheet(result: SlopedResult) -> Display:
    """Return the sheet; where nothing was simplified, the solution alone."""
    title = result.nonogram.info.title or "Sloped nonogram"
    arrangement = arrangement_of(result.nonogram)
    lined = result.simplified
    if lined is None:
        solution = result.nonogram.solution
        assert solution is not None
        areas = face_areas(arrangement, solution, result.nonogram.puzzle.palette)
        caption = count(len(arrangement.curves), "line")
        return panel_sheet([Panel(caption, arrangement.box, areas,
                                    _segments(result.widened.lattice), True)], title)
    box, found = arrangement.box, lined.difference
    panels = [
        Panel("picture", box, _coloured(lined, lined.source)),
        Panel("red is missing, blue is added", box, [
            (SAME, area) for _, area in lined.source] + [(MISSING, found.missing),
                                                         (EXTRA, found.extra)])]
    panels += [_panel(lined, candidate) for candidate in lined.simplified.shown]
    return panel_sheet(panels, title)


def _panel(lined: Lined, candidate: Candidate) -> Panel:
    share = lined.difference_of(candidate).share
    caption = f"{count(len(candidate.lines), 'line')}, {share:.0%} differs"
    if not candidate.unique:
        caption += ", several solutions"
    lattice = lined.lattice_of(candidate)
    left, bottom, right, top = (side / UNIT for side in lattice.frame)
    return Panel(caption, Box(left, bottom, right, top),
                 _coloured(lined, lined.areas_of(candidate)), _segments(lattice),
                 candidate is lined.candidate)


def _coloured(lined: Lined, areas: ColouredAreas) -> ColouredAreas:
    """Return areas with the colours of the puzzle instead of numbers."""
    colours = lined.simplified.areas.colours
    plain = len(lined.nonogram.puzzle.palette) == 2
    ink = lined.nonogram.puzzle.palette.colours[1].rgb
    return [(ink if plain else colours[int(number) - 1], area) for number, area in areas]


def _segments(lattice: Lattice) -> list[tuple[Point, Point]]:
    return [(lattice.places[along[0]], lattice.places[along[-1]])
            for along in lattice.along[FRAME_SIDES:]]
