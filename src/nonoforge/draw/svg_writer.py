"""SVG of every family."""

from __future__ import annotations

from collections.abc import Collection

from nonoforge.draw.plan.plane import plane_plan
from nonoforge.draw.plan.to_svg import plan_svg
from nonoforge.draw.scene.to_svg import scene_svg
from nonoforge.draw.views import View, in_plane, scene_of, usual_cell
from nonoforge.nonogram import Nonogram
from nonoforge.path import Point
from nonoforge.puzzle import Colouring
from nonoforge.state import State

CELL = 20  # pixels; about 5 mm on paper


def svg(
    nonogram: Nonogram, *, picture: Colouring | State | None = None,
    marks: Collection[int] = (), rings: Collection[Point] = (), clues: bool = True,
    view: View | None = None, numbers: bool = False,
) -> str:
    """The nonogram as an SVG document.

    `picture` None draws the puzzle for a person to solve, a colouring the solved puzzle, a state
    what is known so far. `marks` are cells to frame, such as those that differ between solutions.
    A solid is seen as a whole (`view` isometric) or in layers to print (sheets). A sloped or curved
    nonogram is drawn in true millimetres, in layers; that of a puzzle's solution is hidden. With
    `numbers` its curves and faces have theirs, by which explanations and states go; `rings` are
    points of it to be noticed.
    """
    if in_plane(nonogram, view):
        return plan_svg(plane_plan(nonogram, picture=picture, marks=marks, rings=rings, clues=clues,
                                   numbers=numbers))
    cell = usual_cell(nonogram, view, CELL)
    return scene_svg(scene_of(nonogram, view, picture=picture, marks=marks, cell=cell, clues=clues))
