"""States from files: a text picture of what is known, or a state saved in a puzzle file."""

from __future__ import annotations

from nonoforge.errors import InputError
from nonoforge.families.grid import grid_of
from nonoforge.families.plane import Arrangement
from nonoforge.families.solid import Solid
from nonoforge.formats import Source, loads, read_source
from nonoforge.nonogram import Nonogram
from nonoforge.state import State
from nonoforge.text import count


def read_state(file: str, nonogram: Nonogram) -> State:
    """What is known so far of this nonogram."""
    return read_history(file, nonogram)[-1]


def read_history(file: str, nonogram: Nonogram) -> list[State]:
    """All states of this nonogram in a file, the newest last; at least one."""
    source = read_source(file)
    rows = _text_rows(source)
    letters = set("".join((rows or {}).values()))
    if rows and letters <= {*nonogram.puzzle.palette.letters, "?", *_ALSO}:
        return [_state(rows, nonogram, source.name)]
    for other in loads(source.data, source.name):
        if other.saved and other.puzzle.cells == nonogram.puzzle.cells:
            return list(other.saved)
    raise InputError("there is no saved state of this puzzle in it; draw one with . for white, "
                     f"{nonogram.puzzle.palette.letters[1]} for a colour and ? for open cells",
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


def _state(lines: dict[int, str], nonogram: Nonogram, file: str) -> State:
    letters = _faces(lines, nonogram.puzzle.cells, file) \
        if isinstance(nonogram.geometry, Arrangement) else _rows(lines, nonogram, file)
    numbers: dict[str, int | None] = {s: n for n, s in enumerate(nonogram.puzzle.palette.letters)}
    numbers |= dict.fromkeys(("?", *_ALSO))
    return State.of([numbers[letter] for letter in letters], len(nonogram.puzzle.palette))


def _faces(lines: dict[int, str], cells: int, file: str) -> str:
    """A letter for each face, by number; faces have no rows, so lines may be broken anywhere."""
    places = [(y, x) for y, line in lines.items() for x in range(1, len(line) + 1)]
    if len(places) != cells:
        # The first that is too many, or where the next should be.
        y, x = places[cells] if len(places) > cells else (places[-1][0], places[-1][1] + 1)
        raise InputError(f"{count(len(places), 'letter')}; the puzzle has {count(cells, 'face')}",
                         file=file, line=y, column=x)
    return "".join(lines.values())


def _rows(lines: dict[int, str], nonogram: Nonogram, file: str) -> str:
    """The letters of a grid, or of the layers of a solid."""
    width, height, depth = _size(nonogram)
    rows = list(lines.values())
    if len(rows) != height * depth:
        raise InputError(f"{count(len(rows), 'row')}; the puzzle has {height * depth}", file=file,
                         line=1, column=1)
    for y, row in lines.items():
        if len(row) != width:
            raise InputError(f"{len(row)} cells in this row; the puzzle has {width}",
                             file=file, line=y, column=min(len(row), width) + 1)
    if isinstance(nonogram.geometry, Solid):  # each layer is written from its highest row down
        rows = [rows[z + y] for z in range(0, len(rows), height) for y in reversed(range(height))]
    return "".join(rows)


def _size(nonogram: Nonogram) -> tuple[int, int, int]:
    """Columns, rows and layers."""
    if isinstance(nonogram.geometry, Solid):
        return nonogram.geometry.size
    grid = grid_of(nonogram)[0]
    return grid.width, grid.height, 1
