"""The family of curved nonograms: faces between curves in a frame.

Reading a puzzle file needs little of this; what makes puzzles of drawings is loaded when it is
used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonoforge.later import later

if TYPE_CHECKING:
    from nonoforge.curved.arranged import Arranged as Arranged
    from nonoforge.curved.classes import Traits as Traits
    from nonoforge.curved.classes import traits as traits
    from nonoforge.curved.framing import frame_stroke as frame_stroke
    from nonoforge.curved.grown import Grown as Grown
    from nonoforge.curved.growth import Growth as Growth
    from nonoforge.curved.make import Made as Made
    from nonoforge.curved.make import Plan as Plan
    from nonoforge.curved.make import make_curved as make_curved
    from nonoforge.curved.sketch import Sketch as Sketch
    from nonoforge.curved.stroke import Stroke as Stroke

__getattr__, __dir__ = later(__name__, {
    "Arranged": "arranged", "Traits": "classes", "traits": "classes", "frame_stroke": "framing",
    "Grown": "grown", "Growth": "growth", "Made": "make", "Plan": "make", "make_curved": "make",
    "Sketch": "sketch", "Stroke": "stroke",
})
