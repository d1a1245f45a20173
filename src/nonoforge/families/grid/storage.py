"""Grids in `.nono` files and in share strings."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any

import msgspec
from msgspec.structs import astuple

from nonoforge.clues import Runs, all_shown
from nonoforge.engine import distinct_members, pack_matrix
from nonoforge.families.grid.build import from_clues, from_picture
from nonoforge.families.grid.geometry import MAX_CELLS, MAX_SIDE, Grid, grid_of
from nonoforge.nonogram import MAX_EXTRAS, Nonogram
from nonoforge.palette import Palette
from nonoforge.puzzle import Colouring
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


class PackedGridFile(GridFile, kw_only=True):
    """The same with clues and solution as text."""

    rows: msgspec.Raw  # type: ignore[assignment]
    columns: msgspec.Raw  # type: ignore[assignment]
    solution: msgspec.Raw = msgspec.Raw(b"null")  # type: ignore[assignment]


_PACKED = msgspec.json.Decoder(PackedGridFile)
_SOLUTION = msgspec.json.Decoder(list[list[ColourNumber]] | None)
_DIGITS = bytes.maketrans(b"0123456789", bytes(range(10)))


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

    def packed(self, data: bytes) -> bytes | None:
        if not distinct_members(data):
            return None
        file = _PACKED.decode(data)
        if file.given or file.saved or file.notes or file.more or (
                max(file.width, file.height) > MAX_SIDE or file.width * file.height > MAX_CELLS):
            return None
        try:
            colours = len(_palette(tuple(map(astuple, file.palette)))) if file.palette else 2
            solution = _read_solution(bytes(file.solution), file.width, file.height)
            if solution is not None and max(solution) >= colours:
                return None
        except (PathError, ValueError):
            return None
        return pack_matrix(bytes(file.rows), bytes(file.columns), file.width, file.height, colours,
                           solution)

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


def _read_solution(text: bytes, width: int, height: int) -> Colouring | None:
    """Return the cells of valid JSON: rows of numbers, or null. Raise ValueError, or an error of
    msgspec, for anything else."""
    bare = text.translate(None, b" \t\r\n")
    numbers = bare.translate(None, b"[]")
    step = 2 * width + 2  # bytes of a row of digits and commas in brackets, and the comma after it
    if (len(bare) == step * height + 1 and numbers[1::2] == b"," * (width * height - 1)
            and bare[1::step] == b"[" * height and bare[step - 1::step] == b"]" * height
            and numbers[::2].isdigit()):
        return numbers[::2].translate(_DIGITS)
    rows = _SOLUTION.decode(text)
    if rows is None:
        return None
    if len(rows) != height or any(len(row) != width for row in rows):
        raise ValueError
    return b"".join(map(bytes, rows))


@lru_cache(maxsize=256)
def _palette(colours: tuple[tuple[str, str, str], ...]) -> Palette:
    """Return a checked palette. Kept: many puzzles share few palettes."""
    entries = [ColourEntry(*colour) for colour in colours]
    return read_palette(NonoFile(nonoforge=1, family="", palette=entries), Palette())


STORAGE = GridStorage()
