"""Simplify a picture to few lines: sloped puzzles from drawings that were not made for them.

    picture        areas in pixels, without outlines that only part colours
    target         which colours each triangle of a lattice has
    placing        scale and shift of the picture on the lattice
    line_search    which lattice lines show it best
    face_colours   colours of the faces between them
    lattice_puzzle their puzzle, fast
    simplify       the trade-off between lines and likeness, and the best on it
    embedding      exact lines in millimetres
    lined          the puzzle
"""

from __future__ import annotations

from nonoforge.families.sloped.simplifying.lined import Lined as Lined
from nonoforge.families.sloped.simplifying.lined import line_picture as line_picture
from nonoforge.families.sloped.simplifying.simplify import Candidate as Candidate
