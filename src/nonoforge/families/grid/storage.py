"""Grids in `.nono` files and in share strings."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any

import msgspec
from msgspec.structs import astuple

from nonoforge.clues import Runs, all_shown
from nonoforge.engine import pack_matrix
from nonoforge.families.grid.build import from_clues, from_picture
from nonoforge.families.grid.geometry import MAX_CELLS, MAX_SIDE, Grid, grid_of
from nonoforge.nonogram import MAX_EXTRAS, Nonogram
from nonoforge.palette import Palette
from nonoforge.storage import (
    CellEntry,
    Clue,
    Coder,
    ColourEntry,
    ColourNumber,
    NonoFile,
    PathError,
    RunsCoder,
    Storage,
    check_cells,
    check_count,
    check_extras,
    code_given,
    code_info,
    code_number,
    code_palette,
    common_fields,
    documented,
    item_at,
    read_common,
    read_palette,
    read_runs,
    runs_entry,
    short,
)


class GridFile(NonoFile, forbid_unknown_fields=True, kw_only=True):
    """Squares in rows and columns, in black and white or in colours."""

    width: Annotated[int, documented(
        "Number of columns. width x height is at most 1,000,000.", minimum=1, maximum=MAX_SIDE)]
    height: Annotated[int, documented("Number of rows.", minimum=1, maximum=MAX_SIDE)]
    rows: Annotated[list[Clue | None], documented(
        "A clue for each row, from top to bottom; null is hidden.", minItems=1, maxItems=MAX_SIDE)]
    columns: Annotated[list[Clue | None], documented(
        "A clue for each column, from left to right; null is hidden.", minItems=1,
        maxItems=MAX_SIDE)]
    given: Annotated[list[Annotated[list[int], documented(minItems=3, maxItems=3)]], documented(
        "Cells printed in the puzzle: [row, column, colour number]; rows and columns count from 1."
    )] = msgspec.field(default_factory=list)
    solution: Annotated[list[list[ColourNumber]] | None, documented(
        "The maker's picture: rows of colour numbers.")] = None
    saved: Annotated[list[list[list[CellEntry]]], documented(
        "States of players; each is rows of cells.", maxItems=MAX_EXTRAS)] = msgspec.field(
            default_factory=list)


class GridStorage(Storage[GridFile]):
    """Clues by row and by column; cells in rows."""

    file = GridFile

    def build(self, file: GridFile) -> Nonogram:
        grid = Grid(file.width, file.height)
        check_count("$.rows", file.rows, file.height, "height")
        check_count("$.columns", file.columns, file.width, "width")
        check_extras(file)
        palette = read_palette(file, Palette())

        def cell_at(numbers: Sequence[int]) -> int | str:
            row, column = numbers
            if 1 <= row <= file.height and 1 <= column <= file.width:
                return (row - 1) * file.width + column - 1
            return (f"row {short(row)}, column {short(column)}; rows are 1 to {file.height}, "
                    f"columns 1 to {file.width}")

        rows, columns = (
            [None if entries is None else read_runs(f"$.{group}[{i}]", entries, len(palette))
             for i, entries in enumerate(lines)]
            for group, lines in (("rows", file.rows), ("columns", file.columns)))
        return from_clues(rows, columns, **read_common(
            file, grid, palette=palette, sides={"height": file.height, "width": file.width},
            given_form="[row, column, colour number]", cell_at=cell_at))

    def packed(self, file: GridFile) -> bytes | None:
        if file.given or file.saved or file.notes or file.more or (
                len(file.rows) != file.height or len(file.columns) != file.width
                or max(file.width, file.height) > MAX_SIDE
                or file.width * file.height > MAX_CELLS):
            return None
        solution = None
        try:
            colours = len(_palette(tuple(map(astuple, file.palette)))) if file.palette else 2
            if file.solution is not None:
                if any(len(row) != file.width for row in file.solution):
                    return None
                solution = b"".join(map(bytes, file.solution))
                if max(solution) >= colours:
                    return None
        except (PathError, ValueError):
            return None
        return pack_matrix(file.rows, file.columns, colours, solution)

    def path_of_line(self, file: GridFile, index: int | None) -> str:
        if index is None:
            return "$.columns" if len(file.columns) == file.width else "$"
        return f"$.rows[{index}]" if index < file.height else f"$.columns[{index - file.height}]"

    def fields(self, nonogram: Nonogram) -> dict[str, Any]:
        grid, rows, columns = grid_of(nonogram)
        return {"width": grid.width, "height": grid.height,
                "rows": [clue and runs_entry(clue) for clue in rows],
                "columns": [clue and runs_entry(clue) for clue in columns],
                **common_fields(nonogram, Palette(), lambda cell: [
                    cell // grid.width + 1, cell % grid.width + 1])}

    def share(self, coder: Coder, nonogram: Nonogram | None) -> Nonogram:
        """Code the sizes, the palette, the clues of rows and columns, given cells and texts."""
        nonogram = nonogram or from_picture([[0]])
        own, *clues = grid_of(nonogram)
        rows, columns = map(all_shown, clues)
        width = 1 + code_number(coder, "side", own.width - 1, MAX_SIDE - 1)
        height = 1 + code_number(coder, "side", own.height - 1, MAX_SIDE - 1)
        check_cells(width * height)
        palette = code_palette(coder, nonogram.puzzle.palette, Palette())
        runs = RunsCoder(coder, len(palette), (*rows, *columns))
        across = [runs.clue(item_at(rows, at, Runs()), width) for at in range(height)]
        down = [runs.clue(item_at(columns, at, Runs()), height) for at in range(width)]
        given = code_given(coder, nonogram.puzzle.given, width * height, len(palette))
        return from_clues(across, down, palette=palette, given=given,
                          info=code_info(coder, nonogram.info))


@lru_cache(maxsize=256)
def _palette(colours: tuple[tuple[str, str, str], ...]) -> Palette:
    """Return a checked palette. Kept: many puzzles share few palettes."""
    entries = [ColourEntry(*colour) for colour in colours]
    return read_palette(NonoFile(nonoforge=1, family="", palette=entries), Palette())


STORAGE = GridStorage()
