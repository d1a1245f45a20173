"""Nonoforge: make, solve, judge and draw nonograms.

>>> import nonoforge
>>> cross = nonoforge.from_picture([[0, 1, 0], [1, 1, 1], [0, 1, 0]])
>>> nonoforge.solve(cross, budget="10s").answer
'unique'

A puzzle is a `Nonogram`, a path, a picture in rows, or what `make_...` returned.

    load, load_all, save             puzzle files
    from_clues, from_picture, from_voxels        puzzles from clues and pictures
    make_grid, make_tri, make_solid, make_sloped, make_curved
                                     puzzles from photographs, words, models and drawings
    solve, solve_many, prove         the verdict: one solution, several, none
    check, rate                      ready for players? how hard?
    explain, hint, sentence          every step with its reason, or the next one
    repair, edits                    what to change
    draw, play                       to look at, to print, to play; in a notebook
    as_nonogram, read_photo, read_drawing, read_mesh
                                     what the functions above read
    batch                            thousands to millions of puzzles: `nonoforge.batch.run`

Importing is cheap: each part is loaded when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonoforge.families import NAMES
from nonoforge.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from nonoforge.api import as_nonogram as as_nonogram
    from nonoforge.api import check as check
    from nonoforge.api import draw as draw
    from nonoforge.api import edits as edits
    from nonoforge.api import explain as explain
    from nonoforge.api import hint as hint
    from nonoforge.api import play as play
    from nonoforge.api import prove as prove
    from nonoforge.api import rate as rate
    from nonoforge.api import repair as repair
    from nonoforge.api import save as save
    from nonoforge.api import solve as solve
    from nonoforge.api import solve_many as solve_many
    from nonoforge.clues import Run as Run
    from nonoforge.clues import Runs as Runs
    from nonoforge.errors import InputError as InputError
    from nonoforge.errors import MissingPart as MissingPart
    from nonoforge.errors import NonoforgeError as NonoforgeError
    from nonoforge.families.curved import CurvedOptions as CurvedOptions
    from nonoforge.families.curved import CurvedResult as CurvedResult
    from nonoforge.families.curved import make_curved as make_curved
    from nonoforge.families.grid import GridOptions as GridOptions
    from nonoforge.families.grid import GridResult as GridResult
    from nonoforge.families.grid import from_clues as from_clues
    from nonoforge.families.grid import from_picture as from_picture
    from nonoforge.families.grid import make_grid as make_grid
    from nonoforge.families.grid import read_photo as read_photo
    from nonoforge.families.plane import read_drawing as read_drawing
    from nonoforge.families.sloped import SlopedOptions as SlopedOptions
    from nonoforge.families.sloped import SlopedResult as SlopedResult
    from nonoforge.families.sloped import make_sloped as make_sloped
    from nonoforge.families.solid import SolidOptions as SolidOptions
    from nonoforge.families.solid import SolidResult as SolidResult
    from nonoforge.families.solid import from_voxels as from_voxels
    from nonoforge.families.solid import make_solid as make_solid
    from nonoforge.families.solid import read_mesh as read_mesh
    from nonoforge.families.tri import TriOptions as TriOptions
    from nonoforge.families.tri import TriResult as TriResult
    from nonoforge.families.tri import make_tri as make_tri
    from nonoforge.formats import load as load
    from nonoforge.formats import load_all as load_all
    from nonoforge.judge import sentence as sentence
    from nonoforge.nonogram import Info as Info
    from nonoforge.nonogram import Nonogram as Nonogram
    from nonoforge.palette import Colour as Colour
    from nonoforge.palette import Palette as Palette
    from nonoforge.puzzle import Line as Line
    from nonoforge.puzzle import Puzzle as Puzzle
    from nonoforge.state import State as State
    from nonoforge.verdict import Budget as Budget
    from nonoforge.verdict import Verdict as Verdict
    from nonoforge.verdict import Work as Work

__version__ = "0.1.0"

_PARTS = {
    "Run": "clues", "Runs": "clues",
    "InputError": "errors", "MissingPart": "errors", "NonoforgeError": "errors",
    "Info": "nonogram", "Nonogram": "nonogram", "Colour": "palette", "Palette": "palette",
    "Line": "puzzle", "Puzzle": "puzzle", "State": "state",
    "Budget": "verdict", "Verdict": "verdict", "Work": "verdict",
    **dict.fromkeys(("as_nonogram", "check", "draw", "edits", "explain", "hint", "play", "prove",
                     "rate", "repair", "save", "solve", "solve_many"), "api"),
    "sentence": "judge",
    "from_clues": "families.grid", "from_picture": "families.grid", "read_photo": "families.grid",
    "from_voxels": "families.solid", "read_mesh": "families.solid",
    "read_drawing": "families.plane",
    "load": "formats", "load_all": "formats",
    **{f"make_{family}": f"families.{family}" for family in NAMES},
    **{f"{family.capitalize()}Options": f"families.{family}" for family in NAMES},
    **{f"{family.capitalize()}Result": f"families.{family}" for family in NAMES},
}

_MODULES = ("batch", "formats")

__all__ = sorted(_PARTS)

__getattr__, __dir__ = lazy_exports(__name__, _PARTS, _MODULES)
