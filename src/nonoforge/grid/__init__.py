"""The family of grids: squares in rows and columns.

>>> dancer = from_clues(rows=[[1], [3]], columns=[[1], [2], [1]])
>>> dancer.geometry
Grid(width=3, height=2)
>>> [line.name for line in dancer.puzzle.lines]
['row 1', 'row 2', 'column 1', 'column 2', 'column 3']
"""

from nonoforge.clues import Runs as Runs
from nonoforge.grid.build import from_clues as from_clues
from nonoforge.grid.build import from_picture as from_picture
from nonoforge.grid.geometry import MAX_CELLS as MAX_CELLS
from nonoforge.grid.geometry import MAX_SIDE as MAX_SIDE
from nonoforge.grid.geometry import Grid as Grid
from nonoforge.grid.geometry import grid_of as grid_of
