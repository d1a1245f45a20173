"""Simplify a picture to few lines: sloped puzzles from drawings that were not made for them.

    picture        areas in pixels, without outlines that only part colours
    target         which colours each triangle of a lattice has
    placing        scale and shift of the picture on the lattice
    line_search    which lattice lines show it best
    simplify       colours of the faces between them, their puzzle, and the best trade-off between
                   lines and likeness
    lined          exact lines in millimetres, and the puzzle
"""

from __future__ import annotations

from nonoforge.families.sloped.simplifying.lined import Lined as Lined
from nonoforge.families.sloped.simplifying.lined import line_picture as line_picture
from nonoforge.families.sloped.simplifying.simplify import Candidate as Candidate
