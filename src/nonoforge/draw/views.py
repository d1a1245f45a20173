"""Which scene a nonogram becomes: a grid has one, a solid is seen as a whole or in layers.

What lies in the plane is no scene of pixels but a plan, in millimetres.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, TypeAlias

from nonoforge.draw.scene.grid import compose
from nonoforge.draw.scene.isometric import edge_for, isometric
from nonoforge.draw.scene.isometric import pixels as isometric_pixels
from nonoforge.draw.scene.layout import layout_of
from nonoforge.draw.scene.parts import Scene
from nonoforge.draw.scene.sheets import pixels as sheet_pixels
from nonoforge.draw.scene.sheets import sheets
from nonoforge.errors import InputError
from nonoforge.families.plane import Arrangement
from nonoforge.families.solid import Solid
from nonoforge.nonogram import Nonogram
from nonoforge.puzzle import Colouring
from nonoforge.state import State

View: TypeAlias = Literal["isometric", "sheets"]
VIEWS: tuple[View, ...] = ("isometric", "sheets")

READABLE = 12  # below this many pixels a cell, nobody can read the clues


def scene_of(
    nonogram: Nonogram, view: View | None = None, *, picture: Colouring | State | None,
    marks: Collection[int], cell: int, clues: bool,
) -> Scene:
    """The scene with cells of this many pixels; without a view, a solid is seen as a whole."""
    make = {None: compose, "isometric": isometric, "sheets": sheets}[_of(nonogram, view)]
    return make(nonogram, picture=picture, marks=marks, cell=cell, clues=clues)


def usual_cell(nonogram: Nonogram, view: View | None, flat: int) -> int:
    """The size of a cell where nobody asks for another: `flat` for cells that are squares."""
    return edge_for(nonogram) if _of(nonogram, view) == "isometric" else flat


def readable(nonogram: Nonogram, view: View | None, cell: int) -> bool:
    """Are cells of this many pixels large enough for their clues to be read?"""
    if _of(nonogram, view) == "isometric":
        return 2 * cell >= edge_for(nonogram)
    return cell >= READABLE


def pixels(nonogram: Nonogram, view: View | None, cell: int, clues: bool) -> int:
    """How many pixels the scene has, or about."""
    found = _of(nonogram, view)
    if found == "isometric":
        return isometric_pixels(nonogram, cell, clues=clues)
    if found == "sheets":
        return sheet_pixels(nonogram, cell, clues=clues)
    place = layout_of(nonogram, cell, clues=clues)
    return place.width * place.bottom


def in_plane(nonogram: Nonogram, view: View | None = None) -> bool:
    """Is it drawn in millimetres, as a plan?"""
    return _of(nonogram, view) is None and isinstance(nonogram.geometry, Arrangement)


def _of(nonogram: Nonogram, view: View | None) -> View | None:
    if isinstance(nonogram.geometry, Solid):
        return view or "isometric"
    if view is not None:
        raise InputError(f"only solids have views; this is a {nonogram.family.name}")
    return None
