"""States of a game in files: a text picture of what is known, or a puzzle file with saved
states."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nonoforge.errors import InputError
from nonoforge.formats.io import PathLike, loads
from nonoforge.formats.source import Source, read_source
from nonoforge.nonogram import Nonogram
from nonoforge.state import State
from nonoforge.text import count

_ALSO = {"·": "?", "_": "?"}  # how an empty puzzle is written


def load_states(path: PathLike, nonogram: Nonogram) -> list[State]:
    """Return all states of this nonogram in a file, the newest last; at least one."""
    source = read_source(path)
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


def state_from_rows(rows: Sequence[str], nonogram: Nonogram) -> State:
    """Return the state that rows of letters show: `.` for white, `#` or a colour's letter, `?`
    where a cell is open.

    >>> from nonoforge.families.grid import from_picture
    >>> state_from_rows(["?#", ".."], from_picture([[1, 1], [0, 0]]))
    <State: 3 of 4 cells known>
    """
    if not isinstance(rows, Iterable) or not all(isinstance(row, str) for row in rows):
        raise InputError("a state is rows of letters, with ? for open cells")
    known = {*nonogram.puzzle.palette.letters, "?", *_ALSO}
    for number, row in enumerate(rows, start=1):
        if wrong := set(row) - known:
            raise InputError(f"a state has no {min(wrong)!a}; its letters are "
                             f"{' '.join(nonogram.puzzle.palette.letters)} and ? for open cells",
                             line=number, column=1 + min(map(row.index, wrong)))
    return _state(dict(enumerate(rows, start=1)), nonogram, None)


def _text_rows(source: Source) -> dict[int, str] | None:
    """Return the lines of a text file that are not empty, by number; None if it is no text."""
    try:
        text = source.data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
    return {number: line.strip() for number, line in enumerate(text.split("\n"), start=1)
            if line.strip()}


def _state(lines: dict[int, str], nonogram: Nonogram, file: str | None) -> State:
    rows = nonogram.family.text_rows(nonogram.geometry)
    letters = [""] * nonogram.puzzle.cells
    if rows:
        _check_rows(lines, rows, file)
        for line, row in zip(lines.values(), rows, strict=True):
            for cell, letter in zip(row, line, strict=True):
                letters[cell] = letter
    else:
        _check_letters(lines, nonogram, file)
        letters = list("".join(lines.values()))
    numbers: dict[str, int | None] = {s: n for n, s in enumerate(nonogram.puzzle.palette.letters)}
    numbers |= dict.fromkeys(("?", *_ALSO))
    return State.of([numbers[letter] for letter in letters], len(nonogram.puzzle.palette))


def _check_letters(lines: dict[int, str], nonogram: Nonogram, file: str | None) -> None:
    """Check that there is a letter for each cell; without rows, lines may be broken anywhere."""
    cells = nonogram.puzzle.cells
    places = [(y, x) for y, line in lines.items() for x in range(1, len(line) + 1)]
    if len(places) != cells:
        # The first that is too many, or where the next should be.
        y, x = places[cells] if len(places) > cells else (places[-1][0], places[-1][1] + 1)
        raise InputError(f"{count(len(places), 'letter')}; the puzzle has "
                         f"{nonogram.family.cell.counted(cells)}", file=file, line=y, column=x)


def _check_rows(lines: dict[int, str], rows: Sequence[Sequence[int]], file: str | None) -> None:
    """Check that there are as many rows of letters as rows of cells, of the same lengths."""
    if len(lines) != len(rows):
        raise InputError(f"{count(len(lines), 'row')}; the puzzle has {len(rows)}", file=file,
                         line=1, column=1)
    for (y, line), row in zip(lines.items(), rows, strict=True):
        if len(line) != len(row):
            raise InputError(f"{len(line)} cells in this row; the puzzle has {len(row)}",
                             file=file, line=y, column=min(len(line), len(row)) + 1)
