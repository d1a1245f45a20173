"""The family of sloped nonograms: faces between straight lines in a rectangular frame.

Reading a puzzle file needs little of this; what makes puzzles of drawings is loaded when it is
used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonoforge.later import later

if TYPE_CHECKING:
    from nonoforge.sloped.fitting import Snap as Snap
    from nonoforge.sloped.lattice import Lattice as Lattice
    from nonoforge.sloped.make import Made as Made
    from nonoforge.sloped.make import Plan as Plan
    from nonoforge.sloped.make import make_sloped as make_sloped
    from nonoforge.sloped.slopes import Slopes as Slopes
    from nonoforge.sloped.splitting import split_and_widen as split_and_widen
    from nonoforge.sloped.straight import Straight as Straight
    from nonoforge.sloped.widening import Widened as Widened
    from nonoforge.sloped.widening import widen as widen
    from nonoforge.sloped.widening import widest as widest
    from nonoforge.sloped.width import min_width as min_width

__getattr__, __dir__ = later(__name__, {
    "Lattice": "lattice", "Made": "make", "Plan": "make", "make_sloped": "make",
    "Slopes": "slopes", "Straight": "straight", "Snap": "fitting", "Widened": "widening",
    "widen": "widening", "widest": "widening", "split_and_widen": "splitting",
    "min_width": "width",
})
