"""The family of triddlers (trianograms): triangles inside an outline with up to six sides.

>>> star = from_colouring(TriGrid.of_sides(1, 1, 1, 1), bytes([1, 0, 1, 0, 1, 0]))
>>> star.family.summary(star)
'hexagon of 6 triangles'

What makes triddlers from pictures is loaded when it is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonoforge.families.tri.build import from_clues as from_clues
from nonoforge.families.tri.build import from_colouring as from_colouring
from nonoforge.families.tri.build import from_rows as from_rows
from nonoforge.families.tri.geometry import TriGrid as TriGrid
from nonoforge.families.tri.geometry import tri_of as tri_of
from nonoforge.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from nonoforge.families.tri.make import TriResult as TriResult
    from nonoforge.families.tri.make import make_tri as make_tri
    from nonoforge.families.tri.make import random_shapes as random_shapes
    from nonoforge.families.tri.options import TriOptions as TriOptions

__getattr__, __dir__ = lazy_exports(__name__, {
    "TriOptions": "options", "TriResult": "make", "make_tri": "make", "random_shapes": "make",
})
