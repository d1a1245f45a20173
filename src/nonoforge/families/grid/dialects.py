"""Grids in the formats of other programs: clues by row and by column, or a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nonoforge.clues import Runs, all_shown
from nonoforge.engine import pack_matrix
from nonoforge.families.grid.build import from_clues, from_picture
from nonoforge.families.grid.geometry import MAX_CELLS, MAX_SIDE, Grid, grid_of
from nonoforge.nonogram import Nonogram
from nonoforge.palette import Palette
from nonoforge.puzzle import Colouring
from nonoforge.storage import Dialect, Parts, Picture, PictureRow, RowError


class RowsAndColumns(Dialect):
    """Rows from the top, each read from the left; columns from the left, each read from the top."""

    max_lines = MAX_SIDE
    max_cells = MAX_CELLS

    def __init__(self, tag: str = "", groups: tuple[str, ...] = ("rows", "columns")) -> None:
        self.tag, self.groups = tag, groups

    def build(self, clues: Mapping[str, Sequence[Runs]], parts: Parts) -> Nonogram:
        return from_clues(clues["rows"], clues["columns"], **parts)

    def packed(
        self, clues: Mapping[str, bytes], sizes: Mapping[str, int], solution: Colouring | None,
    ) -> bytes | None:
        width, height = sizes["columns"], sizes["rows"]
        if max(width, height) > MAX_SIDE or width * height > MAX_CELLS:
            return None
        return pack_matrix(clues["rows"], clues["columns"], width, height, 2, solution)

    def clues(self, nonogram: Nonogram) -> Mapping[str, Sequence[Runs]]:
        _, rows, columns = grid_of(nonogram)
        return {"rows": all_shown(rows), "columns": all_shown(columns)}

    def check_sizes(self, sizes: Mapping[str, int]) -> None:
        Grid(sizes["columns"], sizes["rows"])

    def locate(self, sizes: Mapping[str, int], index: int | None) -> tuple[str, int]:
        """Return the section of a puzzle's line and its number there: lines are rows, then columns.
        Sums that disagree are reported at the columns."""
        if index is None:
            return "columns", 0
        height = sizes["rows"]
        return ("rows", index) if index < height else ("columns", index - height)

    def picture_sizes(self, rows: Sequence[PictureRow]) -> Mapping[str, int]:
        width = len(rows[0].cells)
        for y, row in enumerate(rows):
            if len(row.cells) != width:
                raise RowError(f"row {y + 1} of the image has {len(row.cells)} cells, but row 1 "
                               f"has {width}", y)
        return {"rows": len(rows), "columns": width}

    def picture_clues(
        self, rows: Sequence[Sequence[int]], sizes: Mapping[str, int],
    ) -> Mapping[str, Sequence[Runs]]:
        return {"rows": [Runs.read(row) for row in rows],
                "columns": [Runs.read(column) for column in zip(*rows, strict=True)]}

    def picture_rows(self, nonogram: Nonogram, masks: Sequence[int]) -> list[PictureRow]:
        width = grid_of(nonogram)[0].width
        return [PictureRow(masks[at:at + width]) for at in range(0, len(masks), width)]

    def size_words(self, sizes: Mapping[str, int]) -> str:
        return f"{sizes['columns']}x{sizes['rows']}"


class PictureOfRows(Picture):
    """Rows of colour numbers, from top to bottom."""

    def check_size(self, *sides: int) -> None:
        Grid(*sides)

    def build(self, cells: Sequence[Sequence[int]], palette: Palette | None = None) -> Nonogram:
        return from_picture(cells, palette=palette)


DIALECTS: dict[str, Dialect] = {
    **dict.fromkeys(("non", "nonpack", "olsak", "lp", "mk", "cwd", "nin"), RowsAndColumns()),
    "tatham": RowsAndColumns(groups=("columns", "rows")),
    "webpbn": RowsAndColumns("grid", ("columns", "rows")),
}
PICTURES: dict[str, Picture] = dict.fromkeys(("png", "pbm", "text"), PictureOfRows())
