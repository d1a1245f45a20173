"""The family of curved nonograms: faces between curves."""

from __future__ import annotations

from nonoforge.families.plane.family import PlaneFamily
from nonoforge.family import Lesson, Noun


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


FAMILY = CurvedFamily()
