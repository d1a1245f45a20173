"""The family of grids: squares in rows and columns.

>>> dancer = from_clues(rows=[[1], [3]], columns=[[1], [2], [1]])
>>> dancer.geometry
Grid(width=3, height=2)
>>> [line.name for line in dancer.puzzle.lines]
['row 1', 'row 2', 'column 1', 'column 2', 'column 3']

What makes grids from pictures is loaded when it is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonoforge.clues import Runs as Runs
from nonoforge.families.grid.build import Picture as Picture
from nonoforge.families.grid.build import from_clues as from_clues
from nonoforge.families.grid.build import from_picture as from_picture
from nonoforge.families.grid.geometry import MAX_CELLS as MAX_CELLS
from nonoforge.families.grid.geometry import MAX_SIDE as MAX_SIDE
from nonoforge.families.grid.geometry import Grid as Grid
from nonoforge.families.grid.geometry import grid_of as grid_of
from nonoforge.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from nonoforge.families.grid.lettering import written as written
    from nonoforge.families.grid.make import GridResult as GridResult
    from nonoforge.families.grid.make import make_grid as make_grid
    from nonoforge.families.grid.options import GridOptions as GridOptions
    from nonoforge.families.grid.photo import Photo as Photo
    from nonoforge.families.grid.photo import decoded_photo as decoded_photo
    from nonoforge.families.grid.photo import photo_of as photo_of
    from nonoforge.families.grid.photo import random_shapes as random_shapes
    from nonoforge.families.grid.photo import read_photo as read_photo
    from nonoforge.families.grid.photo import read_source_photo as read_source_photo
    from nonoforge.families.grid.seeing import cut_out as cut_out

__getattr__, __dir__ = lazy_exports(__name__, {
    "GridResult": "make", "Photo": "photo", "GridOptions": "options", "make_grid": "make",
    "decoded_photo": "photo", "photo_of": "photo", "random_shapes": "photo", "read_photo": "photo",
    "read_source_photo": "photo", "written": "lettering", "cut_out": "seeing",
})
