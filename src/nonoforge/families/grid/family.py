"""The family of grids: squares in rows and columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from nonoforge.families.grid.geometry import Grid, grid_of
from nonoforge.family import Family, Lesson, Noun
from nonoforge.nonogram import Geometry, Nonogram
from nonoforge.text import spans

if TYPE_CHECKING:
    from nonoforge.draw import TextOptions
    from nonoforge.families.grid.board import GridBoard
    from nonoforge.families.grid.options import GridOptions
    from nonoforge.families.grid.storage import GridStorage
    from nonoforge.puzzle import Colouring
    from nonoforge.storage import Dialect, Picture


class GridFamily(Family):
    """Grids, black and white or coloured."""

    name = "grid"
    kind = "Grid"
    puzzle = Noun("grid", "grids")
    text_clues = True
    lesson = Lesson(
        "Grids",
        "Each number beside a row or above a column is a block of filled cells, in this order. "
        "Between two blocks there is at least one empty cell; nothing else is filled. Mark what "
        "you know to be empty with a dot or a cross: that is half of the solution.",
        on_screen="Each number beside a row or above a column is a block of filled cells, in this "
        "order. Between two blocks there is at least one white cell; nothing else is filled.")

    def size(self, nonogram: Nonogram) -> str:
        grid = grid_of(nonogram)[0]
        return f"{grid.width} × {grid.height}"

    def summary(self, nonogram: Nonogram) -> str:
        grid = grid_of(nonogram)[0]
        return f"{grid.width}x{grid.height}"

    def places(self, geometry: Geometry, cells: Sequence[int]) -> list[str]:
        """Return rows with their columns; neighbouring rows with the same columns together."""
        assert isinstance(geometry, Grid)
        rows = [(y + 1, _numbered("column", [cell % geometry.width + 1 for cell in row]))
                for y, row in groupby(sorted(cells), key=lambda cell: cell // geometry.width)]
        found = []
        for (_, columns), same in groupby(enumerate(rows), key=lambda r: (r[1][0] - r[0], r[1][1])):
            found.append(f"{_numbered('row', [y for _, (y, _) in same])}, {columns}")
        return found

    @property
    def storage(self) -> GridStorage:
        from nonoforge.families.grid.storage import STORAGE

        return STORAGE

    @property
    def dialects(self) -> Mapping[str, Dialect]:
        from nonoforge.families.grid.dialects import DIALECTS

        return DIALECTS

    @property
    def pictures(self) -> Mapping[str, Picture]:
        from nonoforge.families.grid.dialects import PICTURES

        return PICTURES

    @property
    def options(self) -> type[GridOptions]:
        from nonoforge.families.grid.options import GridOptions

        return GridOptions

    def text_picture(self, nonogram: Nonogram, options: TextOptions) -> list[str]:
        from nonoforge.families.grid.text_picture import text_picture

        return text_picture(nonogram, options)

    def text_rows(self, geometry: Geometry) -> Sequence[Sequence[int]]:
        assert isinstance(geometry, Grid)
        return [geometry.row(y) for y in range(geometry.height)]

    @property
    def board_type(self) -> type[GridBoard]:
        from nonoforge.families.grid.board import GridBoard

        return GridBoard

    def board(self, nonogram: Nonogram) -> GridBoard:
        from nonoforge.families.grid.board import board

        return board(nonogram)

    def thumbnail(self, nonogram: Nonogram, picture: Colouring) -> str:
        from nonoforge.families.grid.board import thumbnail

        return thumbnail(nonogram, picture)


def _numbered(noun: str, numbers: Sequence[int]) -> str:
    return f"{noun if len(numbers) == 1 else noun + 's'} {spans(numbers)}"


FAMILY = GridFamily()
