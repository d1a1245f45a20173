"""The grids in native files: what stands between the braces, and the nonogram it makes.

The numbers are checked here and not by msgspec's constraints: in the version in use, a union of a
constrained integer and a tuple makes it read memory that is not its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from nonoforge.clues import Run, Runs
from nonoforge.formats.colours import distinct, hex_colour
from nonoforge.formats.format import INFO_PARTS
from nonoforge.formats.json_place import PathError
from nonoforge.formats.limits import MAX_EXTRAS
from nonoforge.grid import MAX_SIDE, Grid, from_clues, grid_of
from nonoforge.nonogram import Info, Nonogram
from nonoforge.palette import MAX_COLOURS, Palette
from nonoforge.puzzle import Colouring
from nonoforge.state import State

RunEntry = int | str | list[int | str]
CellEntry = int | list[int] | None


class ColourEntry(msgspec.Struct, forbid_unknown_fields=True):
    """A colour of the palette."""

    name: str
    rgb: str
    symbol: str


class GridFile(msgspec.Struct, forbid_unknown_fields=True):
    """The fields of a grid's file, in the order in which they are written."""

    nonoforge: int
    family: str
    width: int
    height: int
    rows: list[list[RunEntry]]
    columns: list[list[RunEntry]]
    title: str = ""
    author: str = ""
    author_id: str = ""
    copyright: str = ""
    licence: str = ""
    source: str = ""
    identifier: str = ""
    description: str = ""
    notes: list[str] = []
    more: list[list[str]] = []
    palette: list[ColourEntry] = []
    given: list[list[int]] = []
    solution: list[list[int]] | None = None
    saved: list[list[list[CellEntry]]] = []


DECODER = msgspec.json.Decoder(GridFile)


def build(file: GridFile) -> Nonogram:
    """The nonogram, once every number is in its range; errors name a path."""
    Grid(file.width, file.height)
    _count("$.rows", file.rows, file.height, "height")
    _count("$.columns", file.columns, file.width, "width")
    for name in ("notes", "more", "saved"):
        if len(getattr(file, name)) > MAX_EXTRAS:
            raise PathError(f"$.{name}", f"more than {MAX_EXTRAS:,} members")
    palette = _palette(file.palette)
    colours = len(palette)
    return from_clues(
        [_clue(f"$.rows[{y}]", entries, colours) for y, entries in enumerate(file.rows)],
        [_clue(f"$.columns[{x}]", entries, colours) for x, entries in enumerate(file.columns)],
        palette=palette, info=_info(file), solution=_solution(file, colours),
        given=_given(file, colours), saved=_saved(file, colours))


def path_of_line(file: GridFile, index: int) -> str:
    """Where a line's clue stands; -1 for what concerns all lines."""
    if index < 0:
        return "$.columns" if len(file.columns) == file.width else "$"
    return f"$.rows[{index}]" if index < file.height else f"$.columns[{index - file.height}]"


def _count(path: str, members: Sequence[Any], wanted: int, why: str) -> None:
    if len(members) != wanted:
        raise PathError(path, f"{len(members)} members; the {why} is {wanted}, so there must be "
                              f"{wanted}")


def _clue(path: str, entries: Sequence[RunEntry], colours: int) -> Runs:
    if len(entries) > MAX_SIDE:
        raise PathError(path, f"{len(entries):,} runs; no line has that many cells")
    return Runs(tuple(_run(f"{path}[{i}]", entry, colours) for i, entry in enumerate(entries)))


def _run(path: str, entry: RunEntry, colours: int) -> Run:
    if isinstance(entry, list):
        if len(entry) != 2 or not isinstance(entry[1], int):
            raise PathError(path, "a run in colour is [length, colour number]")
        length, colour = entry[0], entry[1]
    else:
        length, colour = entry, 1
    if isinstance(length, str) and length != "?":
        raise PathError(path, f"the length {length[:20]!a}; it is a number, or \"?\" if it is "
                              "blotted")
    if isinstance(length, int) and not 1 <= length <= 10**9:
        raise PathError(path, f"a run of {_short(length)}; at least 1 is needed")
    if not 1 <= colour < colours:
        raise PathError(path, f"the colour {_short(colour)}; the palette has 1 to {colours - 1} "
                              "beside the background")
    return Run(None if isinstance(length, str) else length, colour)


def _short(number: int) -> str:
    return str(number) if abs(number) < 10**18 else "a huge number"


def _palette(entries: Sequence[ColourEntry]) -> Palette:
    if not entries:
        return Palette()
    if not 2 <= len(entries) <= MAX_COLOURS:
        raise PathError("$.palette", f"{len(entries)} colours; there are 2 to {MAX_COLOURS}, the "
                                     "background first")
    for i, entry in enumerate(entries):
        if not entry.rgb.startswith("#") or hex_colour(entry.rgb) is None:
            raise PathError(f"$.palette[{i}].rgb", f"the colour {entry.rgb[:20]!a}; write it as "
                                                   "#rrggbb")
        if len(entry.symbol) != 1:
            raise PathError(f"$.palette[{i}].symbol", "a symbol is one character")
    try:
        return distinct((entry.name, hex_colour(entry.rgb) or "", entry.symbol)
                        for entry in entries)
    except ValueError as error:
        raise PathError("$.palette", str(error)) from None


def _info(file: GridFile) -> Info:
    for i, pair in enumerate(file.more):
        if len(pair) != 2:
            raise PathError(f"$.more[{i}]", "a further property is [name, value]")
    plain = {name: getattr(file, name) for name in INFO_PARTS[:8]}
    return Info(**plain, notes=tuple(file.notes),
                more=tuple((name, value) for name, value in file.more))


def _solution(file: GridFile, colours: int) -> Colouring | None:
    if file.solution is None:
        return None
    _rectangle("$.solution", file.solution, file)
    for y, row in enumerate(file.solution):
        for x, colour in enumerate(row):
            if not 0 <= colour < colours:
                _bad_colour(f"$.solution[{y}][{x}]", colour, colours)
    return bytes(colour for row in file.solution for colour in row)


def _rectangle(path: str, rows: Sequence[Sequence[Any]], file: GridFile) -> None:
    _count(path, rows, file.height, "height")
    for y, row in enumerate(rows):
        _count(f"{path}[{y}]", row, file.width, "width")


def _bad_colour(path: str, colour: int, colours: int) -> None:
    raise PathError(path, f"the colour {_short(colour)}; there are 0 to {colours - 1}")


def _given(file: GridFile, colours: int) -> list[tuple[int, int]]:
    given: dict[int, int] = {}
    for i, entry in enumerate(file.given):
        path = f"$.given[{i}]"
        if len(entry) != 3:
            raise PathError(path, "a given cell is [row, column, colour number]")
        row, column, colour = entry
        if not (1 <= row <= file.height and 1 <= column <= file.width):
            raise PathError(path, f"row {_short(row)}, column {_short(column)}; rows are 1 to "
                                  f"{file.height}, columns 1 to {file.width}")
        if not 0 <= colour < colours:
            _bad_colour(path, colour, colours)
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
            _mask(f"$.saved[{i}][{y}][{x}]", cell, colours)
            for y, row in enumerate(rows) for x, cell in enumerate(row))))
    return states


def _mask(path: str, cell: CellEntry, colours: int) -> int:
    if cell is None:
        return (1 << colours) - 1
    mask = 0
    for colour in cell if isinstance(cell, list) else [cell]:
        if not 0 <= colour < colours:
            _bad_colour(path, colour, colours)
        mask |= 1 << colour
    if not mask:
        raise PathError(path, "[] says that the cell has no colour at all; null is an open cell")
    return mask


def entries(nonogram: Nonogram) -> dict[str, Any]:
    """The fields of the file that say something, in order."""
    grid, rows, columns = grid_of(nonogram)
    info = nonogram.info
    palette = nonogram.puzzle.palette
    optional = {
        **{name: getattr(info, name) for name in INFO_PARTS[:8]},
        "notes": list(info.notes), "more": [list(pair) for pair in info.more],
        "palette": [colour._asdict() for colour in palette.colours] if palette != Palette() else [],
        "given": [[cell // grid.width + 1, cell % grid.width + 1, colour]
                  for cell, colour in nonogram.puzzle.given],
        "solution": grid.nest(nonogram.solution) if nonogram.solution is not None else None,
        "saved": [_cells(state, grid, len(palette)) for state in nonogram.saved],
    }
    return {"width": grid.width, "height": grid.height,
            "rows": [_runs(clue) for clue in rows], "columns": [_runs(clue) for clue in columns],
            **{name: value for name, value in optional.items() if value}}


def _runs(clue: Runs) -> list[RunEntry]:
    lengths: list[int | str] = ["?" if run.length is None else run.length for run in clue.runs]
    return [length if run.colour == 1 else [length, run.colour]
            for run, length in zip(clue.runs, lengths, strict=True)]


def _cells(state: State, grid: Grid, colours: int) -> list[list[CellEntry]]:
    full = (1 << colours) - 1
    cells: list[CellEntry] = []
    for cell, mask in enumerate(state.masks):
        colour = state.colour(cell)
        some = [c for c in range(colours) if mask >> c & 1]
        cells.append(None if mask == full else colour if colour is not None else some)
    return [cells[start:start + grid.width] for start in range(0, len(cells), grid.width)]
