"""Sloped nonograms: cells are the faces between straight lines in a rectangular frame.

    lines            lines with whole-number coefficients, slopes, exact elimination
    straightening/   from a drawing to exact lines
    lattice          arrangement of exact lines: vertices, edges, faces, widths
    drawing          a drawing on the lattice of its extended edges
    colouring        winding numbers, crossings of outlines, colours of faces
    widening/        lines shifted until every face is wide enough
    disambiguate     additional lines that leave one solution
    difficulty       passes with progress, as R. Parment counts them
    make             the steps in order

Reading a puzzle file loads nothing of this; modules for making puzzles load when they are used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonoforge.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from nonoforge.families.sloped.drawing import ExactDrawing as ExactDrawing
    from nonoforge.families.sloped.drawing import exact_drawing as exact_drawing
    from nonoforge.families.sloped.lattice import FRAME_SIDES as FRAME_SIDES
    from nonoforge.families.sloped.lattice import Lattice as Lattice
    from nonoforge.families.sloped.lattice import build_lattice as build_lattice
    from nonoforge.families.sloped.lattice import min_width as min_width
    from nonoforge.families.sloped.lines import DEFAULT_SLOPES as DEFAULT_SLOPES
    from nonoforge.families.sloped.lines import UNIT as UNIT
    from nonoforge.families.sloped.lines import Slopes as Slopes
    from nonoforge.families.sloped.lines import Straight as Straight
    from nonoforge.families.sloped.lines import line as line
    from nonoforge.families.sloped.lines import meet as meet
    from nonoforge.families.sloped.lines import through as through
    from nonoforge.families.sloped.make import SlopedResult as SlopedResult
    from nonoforge.families.sloped.make import make_sloped as make_sloped
    from nonoforge.families.sloped.options import SlopedOptions as SlopedOptions
    from nonoforge.families.sloped.straightening import Snap as Snap
    from nonoforge.families.sloped.straightening import find_frame as find_frame
    from nonoforge.families.sloped.straightening import sketch_of as sketch_of
    from nonoforge.families.sloped.widening import DEFAULT_SETTINGS as DEFAULT_SETTINGS
    from nonoforge.families.sloped.widening import TOLERANCE as TOLERANCE
    from nonoforge.families.sloped.widening import Blocker as Blocker
    from nonoforge.families.sloped.widening import Objective as Objective
    from nonoforge.families.sloped.widening import Programme as Programme
    from nonoforge.families.sloped.widening import Rows as Rows
    from nonoforge.families.sloped.widening import Widened as Widened
    from nonoforge.families.sloped.widening import build_programme as build_programme
    from nonoforge.families.sloped.widening import largest_width as largest_width
    from nonoforge.families.sloped.widening import least_shifts as least_shifts
    from nonoforge.families.sloped.widening import split_and_widen as split_and_widen
    from nonoforge.families.sloped.widening import widen as widen
    from nonoforge.families.sloped.widening import widest as widest

__getattr__, __dir__ = lazy_exports(__name__, {
    "Blocker": "widening", "Lattice": "lattice", "SlopedResult": "make", "Objective": "widening",
    "SlopedOptions": "options", "Slopes": "lines", "Snap": "straightening", "Straight": "lines",
    "Widened": "widening", "make_sloped": "make", "min_width": "lattice",
    "split_and_widen": "widening", "widen": "widening", "widest": "widening",
    "ExactDrawing": "drawing",
    "exact_drawing": "drawing",
    "FRAME_SIDES": "lattice",
    "build_lattice": "lattice",
    "DEFAULT_SLOPES": "lines",
    "find_frame": "straightening",
    "sketch_of": "straightening",
    "DEFAULT_SETTINGS": "widening",
    "Programme": "widening",
    "Rows": "widening",
    "TOLERANCE": "widening",
    "build_programme": "widening",
    "largest_width": "widening",
    "least_shifts": "widening",
    "UNIT": "lines",
    "line": "lines",
    "meet": "lines",
    "through": "lines",
})
