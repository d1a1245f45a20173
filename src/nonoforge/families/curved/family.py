"""The family of curved nonograms: faces between curves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonoforge.families.plane import PlaneFamily
from nonoforge.family import Lesson, Noun

if TYPE_CHECKING:
    from nonoforge.families.curved.options import CurvedOptions


class CurvedFamily(PlaneFamily):
    """Arrangements of curves."""

    name = "curved"
    kind = "Curved nonogram"
    puzzle = Noun("curved nonogram", "curved nonograms")
    line = Noun("curve", "curves")
    lesson = Lesson(
        "Curved nonograms",
        "The boxes beside the end of a curve are about the faces along that side of the curve. "
        "Read them from the outside in: each number is a run of filled faces, in the order in "
        "which you meet them on your way in. Between two runs of the same colour there is at least "
        "one empty face. A face that the curve comes back to counts each time.",
        "Curves: the boxes at an end are runs of filled faces along that side, read from the "
        "outside in.")

    @property
    def options(self) -> type[CurvedOptions]:
        from nonoforge.families.curved.options import CurvedOptions

        return CurvedOptions


FAMILY = CurvedFamily()
