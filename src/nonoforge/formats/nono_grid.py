"""The grids in native files: what stands between the braces, and the nonogram it makes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from nonoforge.families.grid import Grid, from_clues, grid_of
from nonoforge.formats.json_place import PathError
from nonoforge.formats.nono_parts import (
    AboutFile,
    CellEntry,
    about_entries,
    cell_entries,
    check_count,
    check_extras,
    read_colour,
    read_info,
    read_mask,
    read_palette,
    short,
)
from nonoforge.formats.nono_runs import RunEntry, read_runs, runs_entry
from nonoforge.nonogram import Nonogram
from nonoforge.palette import Palette
from nonoforge.puzzle import Colouring
from nonoforge.state import State


class GridFile(AboutFile, forbid_unknown_fields=True, kw_only=True):
    """The fields of a grid's file, in the order in which they are written."""

    nonoforge: int
    family: str
    width: int
    height: int
    rows: list[list[RunEntry]]
    columns: list[list[RunEntry]]
    given: list[list[int]] = msgspec.field(default_factory=list)
    solution: list[list[int]] | None = None
    saved: list[list[list[CellEntry]]] = msgspec.field(default_factory=list)


DECODER = msgspec.json.Decoder(GridFile)


def build(file: GridFile) -> Nonogram:
    """The nonogram, once every number is in its range; errors name a path."""
    Grid(file.width, file.height)
    check_count("$.rows", file.rows, file.height, "height")
    check_count("$.columns", file.columns, file.width, "width")
    check_extras(notes=file.notes, more=file.more, saved=file.saved)
    palette = read_palette(file.palette, Palette())
    colours = len(palette)
    return from_clues(
        [read_runs(f"$.rows[{y}]", entries, colours) for y, entries in enumerate(file.rows)],
        [read_runs(f"$.columns[{x}]", entries, colours) for x, entries in enumerate(file.columns)],
        palette=palette, info=read_info(file), solution=_solution(file, colours),
        given=_given(file, colours), saved=_saved(file, colours))


def path_of_line(file: GridFile, index: int) -> str:
    """Where a line's clue stands; -1 for what concerns all lines."""
    if index < 0:
        return "$.columns" if len(file.columns) == file.width else "$"
    return f"$.rows[{index}]" if index < file.height else f"$.columns[{index - file.height}]"


def _solution(file: GridFile, colours: int) -> Colouring | None:
    if file.solution is None:
        return None
    _rectangle("$.solution", file.solution, file)
    for y, row in enumerate(file.solution):
        for x, colour in enumerate(row):
            read_colour(f"$.solution[{y}][{x}]", colour, colours)
    return bytes(colour for row in file.solution for colour in row)


def _rectangle(path: str, rows: Sequence[Sequence[Any]], file: GridFile) -> None:
    check_count(path, rows, file.height, "height")
    for y, row in enumerate(rows):
        check_count(f"{path}[{y}]", row, file.width, "width")


def _given(file: GridFile, colours: int) -> list[tuple[int, int]]:
    given: dict[int, int] = {}
    for i, entry in enumerate(file.given):
        path = f"$.given[{i}]"
        if len(entry) != 3:
            raise PathError(path, "a given cell is [row, column, colour number]")
        row, column, colour = entry
        if not (1 <= row <= file.height and 1 <= column <= file.width):
            raise PathError(path, f"row {short(row)}, column {short(column)}; rows are 1 to "
                                  f"{file.height}, columns 1 to {file.width}")
        read_colour(path, colour, colours)
        cell = (row - 1) * file.width + column - 1
        if cell in given:
            raise PathError(path, f"row {row}, column {column} is given a second time")
        given[cell] = colour
    return list(given.items())


def _saved(file: GridFile, colours: int) -> list[State]:
    states = []
    for i, rows in enumerate(file.saved):
        _rectangle(f"$.saved[{i}]", rows, file)
        states.append(State(tuple(
            read_mask(f"$.saved[{i}][{y}][{x}]", cell, colours)
            for y, row in enumerate(rows) for x, cell in enumerate(row))))
    return states


def entries(nonogram: Nonogram) -> dict[str, Any]:
    """The fields of the file that say something, in order."""
    grid, rows, columns = grid_of(nonogram)
    colours = len(nonogram.puzzle.palette)
    optional = {
        **about_entries(nonogram, Palette()),
        "given": [[cell // grid.width + 1, cell % grid.width + 1, colour]
                  for cell, colour in nonogram.puzzle.given],
        "solution": grid.nest(nonogram.solution) if nonogram.solution is not None else None,
        "saved": [_rows(cell_entries(state, colours), grid.width) for state in nonogram.saved],
    }
    return {"width": grid.width, "height": grid.height,
            "rows": [runs_entry(clue) for clue in rows],
            "columns": [runs_entry(clue) for clue in columns],
            **{name: value for name, value in optional.items() if value}}


def _rows(cells: list[CellEntry], width: int) -> list[list[CellEntry]]:
    return [cells[start:start + width] for start in range(0, len(cells), width)]
