"""Curved nonograms: cells are the faces between curves in a frame.

    drawing        roles of the shapes of a drawing, its frame, and its strokes
    snapping       ends joined to what they nearly meet; strokes along the frame
    arranging/     arrangement of strokes: vertices, edges, faces, curves
    growing/       curves that extend a picture's outlines to the frame
    colouring      colours of faces
    make           the steps in order

Reading a puzzle file loads little of this; modules for making puzzles load when they are used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonoforge.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from nonoforge.families.curved.arranging import CurveArrangement as CurveArrangement
    from nonoforge.families.curved.arranging import IncrementalArrangement as IncrementalArrangement
    from nonoforge.families.curved.arranging import Traits as Traits
    from nonoforge.families.curved.arranging import traits as traits
    from nonoforge.families.curved.drawing import frame_stroke as frame_stroke
    from nonoforge.families.curved.growing import GrowRequest as GrowRequest
    from nonoforge.families.curved.growing import GrowResult as GrowResult
    from nonoforge.families.curved.make import CurvedResult as CurvedResult
    from nonoforge.families.curved.make import make_curved as make_curved
    from nonoforge.families.curved.options import CurvedOptions as CurvedOptions
    from nonoforge.families.curved.stroke import Stroke as Stroke

__getattr__, __dir__ = lazy_exports(__name__, {
    "CurveArrangement": "arranging", "IncrementalArrangement": "arranging",
    "Traits": "arranging", "traits": "arranging", "frame_stroke": "drawing",
    "GrowResult": "growing", "GrowRequest": "growing", "CurvedResult": "make",
    "CurvedOptions": "options", "make_curved": "make", "Stroke": "stroke",
})
