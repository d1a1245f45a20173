"""The family of sloped nonograms: faces between straight lines in a rectangular frame.

    straightening/   from a drawing to exact lines
    lattice          their vertices, edges and faces (of `straight` lines)
    drawn            the drawing on the lattice; `winding`, `crossings` and `colouring` say what is
                     inside
    widening/        lines are shifted until every face is wide enough
    cure             a further line where there are several solutions
    difficulty       how many steps a player takes, as R. Parment counts them
    make             all that, one after the other

Reading a puzzle file needs nothing of this; what makes puzzles of drawings is loaded when it is
used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonoforge.later import later

if TYPE_CHECKING:
    from nonoforge.sloped.lattice import Lattice as Lattice
    from nonoforge.sloped.make import Made as Made
    from nonoforge.sloped.make import Plan as Plan
    from nonoforge.sloped.make import make_sloped as make_sloped
    from nonoforge.sloped.slopes import Slopes as Slopes
    from nonoforge.sloped.straight import Straight as Straight
    from nonoforge.sloped.straightening import Snap as Snap
    from nonoforge.sloped.widening import Blocker as Blocker
    from nonoforge.sloped.widening import Objective as Objective
    from nonoforge.sloped.widening import Widened as Widened
    from nonoforge.sloped.widening import split_and_widen as split_and_widen
    from nonoforge.sloped.widening import widen as widen
    from nonoforge.sloped.widening import widest as widest
    from nonoforge.sloped.width import min_width as min_width

__getattr__, __dir__ = later(__name__, {
    "Blocker": "widening", "Lattice": "lattice", "Made": "make", "Objective": "widening",
    "Plan": "make", "Slopes": "slopes", "Snap": "straightening", "Straight": "straight",
    "Widened": "widening", "make_sloped": "make", "min_width": "width",
    "split_and_widen": "widening", "widen": "widening", "widest": "widening",
})
