"""The family of sloped nonograms: faces between straight lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonoforge.families.plane import PlaneFamily
from nonoforge.family import Lesson, Noun

if TYPE_CHECKING:
    from nonoforge.families.sloped.options import SlopedOptions


class SlopedFamily(PlaneFamily):
    """Arrangements of straight lines."""

    name = "sloped"
    kind = "Sloped nonogram"
    puzzle = Noun("sloped nonogram", "sloped nonograms")
    lesson = Lesson(
        "Sloped nonograms",
        "The boxes beside the end of a line are about the faces along that side of the line. Read "
        "them from the outside in: each number is a run of filled faces, in the order in which you "
        "meet them on your way in. Between two runs of the same colour there is at least one empty "
        "face.",
        "Lines: the boxes at an end are runs of filled faces along that side, read from the "
        "outside in.")

    @property
    def options(self) -> type[SlopedOptions]:
        from nonoforge.families.sloped.options import SlopedOptions

        return SlopedOptions


FAMILY = SlopedFamily()
