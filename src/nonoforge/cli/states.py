"""States from files: a text picture of what is known, or a state saved in a puzzle file."""

from __future__ import annotations

from nonoforge.cli.words import count
from nonoforge.draw.words import symbols
from nonoforge.errors import InputError
from nonoforge.formats import Source, loads
from nonoforge.formats.files import read_source
from nonoforge.grid import grid_of
from nonoforge.nonogram import Nonogram
from nonoforge.plane import Arrangement
from nonoforge.solid import Solid
from nonoforge.state import State


def read_state(file: str, nonogram: Nonogram) -> State:
    """What is known so far of this nonogram."""
    return read_history(file, nonogram)[-1]


def read_history(file: str, nonogram: Nonogram) -> list[State]:
    """All states of this nonogram in a file, the newest last; at least one."""
    source = read_source(file)
    rows = _text_rows(source)
    letters = set("".join((rows or {}).values()))
    if rows and letters <= {*symbols(nonogram.puzzle.palette), "?", *_ALSO}:
        return [_state(rows, nonogram, source.name)]
    for other in loads(source.data, source.name):
        if other.saved and other.puzzle.cells == nonogram.puzzle.cells:
            return list(other.saved)
    raise InputError("there is no saved state of this puzzle in it; draw one with . for white, "
                     f"{symbols(nonogram.puzzle.palette)[1]} for a colour and ? for open cells",
                     file=source.name)


_ALSO = {"·": "?", "_": "?"}  # how an empty puzzle is written


def _text_rows(source: Source) -> dict[int, str] | None:
    """The lines of a text file that are not empty, by number, or None: it is something else."""
    try:
        text = source.data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
    return {number: line.strip() for number, line in enumerate(text.split("\n"), start=1)
            if line.strip()}


def _size(nonogram: Nonogram) -> tuple[int, int, int]:
    """Columns, rows and layers."""
    if isinstance(nonogram.geometry, Solid):
        return nonogram.geometry.size
    if isinstance(nonogram.geometry, Arrangement):  # faces have no rows: all are in one
        return nonogram.puzzle.cells, 1, 1
    grid = grid_of(nonogram)[0]
    return grid.width, grid.height, 1


def _state(lines: dict[int, str], nonogram: Nonogram, file: str) -> State:
    width, height, depth = _size(nonogram)
    rows = list(lines.values())
    if len(rows) != height * depth:
        raise InputError(f"{count(len(rows), 'row')}; the puzzle has {height * depth}", file=file,
                         line=1, column=1)
    numbers: dict[str, int | None] = {s: n for n, s in enumerate(symbols(nonogram.puzzle.palette))}
    numbers |= dict.fromkeys(("?", *_ALSO))
    for y, row in lines.items():
        if len(row) != width:
            raise InputError(f"{len(row)} cells in this row; the puzzle has {width}",
                             file=file, line=y, column=min(len(row), width) + 1)
    if isinstance(nonogram.geometry, Solid):  # each layer is written from its highest row down
        rows = [rows[z + y] for z in range(0, len(rows), height) for y in reversed(range(height))]
    colours = [numbers[char] for row in rows for char in row]
    return State.of(colours, len(nonogram.puzzle.palette))
