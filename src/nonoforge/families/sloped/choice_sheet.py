"""The contact sheet of `make sloped --sheet`: picture, difference, and several numbers of lines."""

from __future__ import annotations

from collections.abc import Iterator

from nonoforge.drawing import Tile
from nonoforge.families.plane import arrangement_of
from nonoforge.families.plane.difference import (
    ColouredAreas,
    areas_tile,
    choice_scene,
    difference_tiles,
)
from nonoforge.families.sloped.lattice import FRAME_SIDES, Lattice
from nonoforge.families.sloped.lines import UNIT
from nonoforge.families.sloped.make import SlopedResult
from nonoforge.families.sloped.simplifying import Lined
from nonoforge.making import Scene
from nonoforge.path import Box, Path
from nonoforge.text import count


def choice_sheet(result: SlopedResult) -> Scene:
    """Return the sheet; where nothing was simplified, the solution alone."""
    return choice_scene(result.nonogram, [] if result.simplified is None else [
        *difference_tiles(arrangement_of(result.nonogram).box, _coloured(
            result.simplified, result.simplified.source), result.simplified.difference),
        *_candidates(result.simplified)])


def _candidates(lined: Lined) -> Iterator[Tile]:
    for candidate in lined.simplified.shown:
        share = lined.difference_of(candidate).share
        caption = [f"{count(len(candidate.lines), 'line')}, {share:.0%} differs"]
        if not candidate.unique:
            caption.append("several solutions")
        lattice = lined.lattice_of(candidate)
        yield areas_tile(caption, Box(*(side / UNIT for side in lattice.frame)),
                         _coloured(lined, lined.areas_of(candidate)), _lines(lattice),
                         chosen=candidate is lined.candidate)


def _coloured(lined: Lined, areas: ColouredAreas) -> ColouredAreas:
    """Return areas with the colours of the puzzle instead of numbers."""
    colours = lined.simplified.areas.colours
    plain = len(lined.nonogram.puzzle.palette) == 2
    ink = lined.nonogram.puzzle.palette.colours[1].rgb
    return [(ink if plain else colours[int(number) - 1], area) for number, area in areas]


def _lines(lattice: Lattice) -> list[Path]:
    return [((lattice.places[along[0]], lattice.places[along[-1]]),)
            for along in lattice.along[FRAME_SIDES:]]
