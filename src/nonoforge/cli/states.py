"""States from files: a text picture of what is known, or a state saved in a puzzle file."""

from __future__ import annotations

from nonoforge.cli.inputs import STDIN, read
from nonoforge.draw.words import symbols
from nonoforge.errors import InputError
from nonoforge.grid import grid_of
from nonoforge.nonogram import Nonogram
from nonoforge.state import State

MOST = 16 * 1024 * 1024


def read_state(file: str, nonogram: Nonogram) -> State:
    """What is known so far of this nonogram."""
    rows = _text_rows(file)
    letters = set("".join(rows or []))
    if rows and letters <= {*symbols(nonogram.puzzle.palette), "?", *_ALSO}:
        return _state(rows, nonogram, file)
    for puzzle in read(file):
        if puzzle.nonogram.saved and puzzle.nonogram.puzzle.cells == nonogram.puzzle.cells:
            return puzzle.nonogram.saved[-1]
    raise InputError("there is no saved state of this puzzle in it; draw one with . for white, "
                     f"{symbols(nonogram.puzzle.palette)[1]} for a colour and ? for open cells",
                     file=STDIN if file == "-" else file)


_ALSO = {"·": "?", "_": "?"}  # how an empty puzzle is written


def _text_rows(file: str) -> list[str] | None:
    """The lines of a text file, or None: it is something else."""
    if file == "-":
        return None
    try:
        with open(file, "rb") as stream:
            text = stream.read(MOST).decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(f"cannot be read: {reason}; name a file with a state",
                         file=file) from None
    return [line.strip() for line in text.split("\n") if line.strip()]


def _state(rows: list[str], nonogram: Nonogram, file: str) -> State:
    grid = grid_of(nonogram)[0]
    if len(rows) != grid.height:
        raise InputError(f"{len(rows)} rows; the puzzle has {grid.height}", file=file, line=1,
                         column=1)
    numbers: dict[str, int | None] = {s: n for n, s in enumerate(symbols(nonogram.puzzle.palette))}
    numbers |= dict.fromkeys(("?", *_ALSO))
    for y, row in enumerate(rows, start=1):
        if len(row) != grid.width:
            raise InputError(f"{len(row)} cells in this row; the puzzle has {grid.width}",
                             file=file, line=y, column=min(len(row), grid.width) + 1)
    colours = [numbers[char] for row in rows for char in row]
    return State.of(colours, len(nonogram.puzzle.palette))
