"""The family of solids: voxels in rods along three axes (Picross 3D)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from nonoforge.families.solid.geometry import Solid, solid_of
from nonoforge.family import Family, Lesson, Noun
from nonoforge.nonogram import Geometry, Nonogram

if TYPE_CHECKING:
    from nonoforge.draw import TextOptions
    from nonoforge.families.solid.board import SolidBoard
    from nonoforge.families.solid.options import SolidOptions
    from nonoforge.families.solid.storage import SolidStorage
    from nonoforge.puzzle import Colouring
    from nonoforge.storage import Picture


class SolidFamily(Family):
    """Boxes of voxels; the clue of a rod is a tally."""

    name = "solid"
    kind = "Solid"
    puzzle = Noun("solid", "solids")
    cell = Noun("voxel", "voxels")
    line = Noun("rod", "rods")
    position = Noun("voxel", "voxels")
    white = "empty"
    cross_out = "break away"
    plain = "one colour"
    player = "player-solid"
    lesson = Lesson(
        "Solids",
        "A solid is cut into layers, from the back to the front. Each number says how many cells "
        "of its row or column are filled, in the first grid how many of the same place in all "
        "layers. A plain number is one group of neighbours, a number in a circle is two groups, a "
        "number in a square three or more. Where there is no number, nothing is told.",
        "Solids: a number counts the filled cells of its row or column, in the first grid through "
        "all layers; plain: one group, in a circle: two, in a square: three or more.",
        on_screen="A picture is hidden in the block. A number on a face says how many cubes of the "
        "rod behind it belong to the picture: a plain number in one group, in a circle in two, in "
        "a square in three or more. Where there is no number, nothing is told. Fill what belongs, "
        "break away the rest.")

    def size(self, nonogram: Nonogram) -> str:
        return " × ".join(map(str, solid_of(nonogram).size))

    def summary(self, nonogram: Nonogram) -> str:
        return f"{solid_of(nonogram)} solid"

    @property
    def storage(self) -> SolidStorage:
        from nonoforge.families.solid.storage import STORAGE

        return STORAGE

    @property
    def pictures(self) -> Mapping[str, Picture]:
        from nonoforge.families.solid.storage import PICTURES

        return PICTURES

    @property
    def options(self) -> type[SolidOptions]:
        from nonoforge.families.solid.options import SolidOptions

        return SolidOptions

    def text_picture(self, nonogram: Nonogram, options: TextOptions) -> list[str]:
        from nonoforge.families.solid.text_picture import text_picture

        return text_picture(nonogram, options)

    def text_rows(self, geometry: Geometry) -> Sequence[Sequence[int]]:
        """Return the rows of the layers along z, each from its highest row down."""
        assert isinstance(geometry, Solid)
        starts = (geometry.cell(0, y, z) for z in range(geometry.depth)
                  for y in reversed(range(geometry.height)))
        return [range(start, start + geometry.width) for start in starts]

    @property
    def board_type(self) -> type[SolidBoard]:
        from nonoforge.families.solid.board import SolidBoard

        return SolidBoard

    def board(self, nonogram: Nonogram) -> SolidBoard:
        from nonoforge.families.solid.board import board

        return board(nonogram)

    def thumbnail(self, nonogram: Nonogram, picture: Colouring) -> str:
        from nonoforge.families.solid.board import thumbnail

        return thumbnail(nonogram, picture)


FAMILY = SolidFamily()
