"""The family of curved nonograms: faces between curves in a frame.

    drawn          what a drawing means: `roles` of its shapes, its frame (`framing`), ends that are
                   joined (`joining`), curves along the frame (`hugging`)
    arranging/     from strokes to faces
    growing/       from a picture's outlines to strokes
    colouring      the colours of faces
    make           all that together

Reading a puzzle file needs little of this; what makes puzzles of drawings is loaded when it is
used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonoforge.later import later

if TYPE_CHECKING:
    from nonoforge.curved.arranging import Arranged as Arranged
    from nonoforge.curved.arranging import Sketch as Sketch
    from nonoforge.curved.arranging import Traits as Traits
    from nonoforge.curved.arranging import traits as traits
    from nonoforge.curved.framing import frame_stroke as frame_stroke
    from nonoforge.curved.growing import Grown as Grown
    from nonoforge.curved.growing import Growth as Growth
    from nonoforge.curved.make import Made as Made
    from nonoforge.curved.make import Plan as Plan
    from nonoforge.curved.make import make_curved as make_curved
    from nonoforge.curved.stroke import Stroke as Stroke

__getattr__, __dir__ = later(__name__, {
    "Arranged": "arranging", "Sketch": "arranging", "Traits": "arranging", "traits": "arranging",
    "frame_stroke": "framing", "Grown": "growing", "Growth": "growing", "Made": "make",
    "Plan": "make", "make_curved": "make", "Stroke": "stroke",
})
