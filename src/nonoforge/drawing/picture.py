"""What each cell of a drawing shows, one byte a cell: its colour, or one of

    BLANK  paper to write on: the puzzle for a person to solve
    OPEN   not known yet: the state leaves the cell more than one colour
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import chain, groupby
from typing import NamedTuple

from nonoforge.drawing.colours import blend
from nonoforge.errors import InputError
from nonoforge.palette import Palette
from nonoforge.puzzle import Colouring, Puzzle
from nonoforge.state import State

BLANK = 254
OPEN = 255

FIVE = 5  # a thick line every five cells, so that people can count
MARK = "#c2185b"  # the colour of marked cells


class Picture(NamedTuple):
    """Rows of cells, from the top, with the cells to mark as indices into them. In a finished
    picture, a white cell needs no sign that it is known."""

    width: int
    height: int
    cells: bytes
    marks: frozenset[int]
    finished: bool

    @classmethod
    def of_rows(
        cls, rows: Sequence[range], cells: bytes, marks: Collection[int], finished: bool,
    ) -> Picture:
        """Return the picture whose rows, from the top, show these of a puzzle's cells."""
        order = {cell: at for at, cell in enumerate(chain.from_iterable(rows))} if marks else {}
        return cls(len(rows[0]), len(rows),
                   b"".join(cells[row.start:row.stop:row.step] for row in rows),
                   frozenset(order[cell] for cell in marks if cell in order), finished)

    def row(self, y: int) -> bytes:
        return self.cells[y * self.width : (y + 1) * self.width]

    def row_marks(self, y: int) -> list[bool]:
        """Return for each cell of a row whether it is marked."""
        first = y * self.width
        return [cell in self.marks for cell in range(first, first + self.width)]

    def stretches(self) -> dict[int, list[tuple[int, int, int]]]:
        """Return for each value its stretches of neighbours in a row: (x, y, length)."""
        found: dict[int, list[tuple[int, int, int]]] = {}
        for y in range(self.height):
            x = 0
            for shown, cells in groupby(self.row(y)):
                length = sum(1 for _ in cells)
                found.setdefault(shown, []).append((x, y, length))
                x += length
        return found

    def colours(self) -> set[int]:
        """Return the numbers of the colours that are shown."""
        return set(self.cells) - {BLANK, OPEN}


def shown_cells(
    puzzle: Puzzle, picture: Colouring | State | None, marks: Collection[int],
) -> bytes:
    """Return what each cell of a puzzle shows; raise InputError where picture or marks do not fit
    the puzzle."""
    if any(not 0 <= cell < puzzle.cells for cell in marks):
        raise InputError(f"a marked cell is not one of the {puzzle.cells} cells of the puzzle")
    cells = _cells(puzzle, picture)
    if len(cells) != puzzle.cells:
        raise InputError(f"the picture has {len(cells)} cells, but the puzzle {puzzle.cells}")
    known = max((c for c in set(cells) if c < BLANK), default=0)
    if known >= len(puzzle.palette):
        raise InputError(f"the picture uses colour {known}; the palette has 0 to "
                         f"{len(puzzle.palette) - 1}")
    return cells


def _cells(puzzle: Puzzle, picture: Colouring | State | None) -> bytes:
    if isinstance(picture, bytes):
        if BLANK in picture or OPEN in picture:
            raise InputError("the picture uses a colour that the palette does not have")
        return picture
    if picture is None:
        cells = bytearray([BLANK]) * puzzle.cells
        for cell, colour in puzzle.given:
            cells[cell] = colour
        return bytes(cells)
    shown = {mask: mask.bit_length() - 1 if mask and not mask & (mask - 1) else OPEN
             for mask in set(picture.masks)}
    return bytes(map(shown.__getitem__, picture.masks))


def cell_rgb(value: int, palette: Palette) -> str:
    """Return the colour in which a cell with this value is painted."""
    background = palette.colours[0].rgb
    if value == OPEN:
        return open_tint(background)
    return background if value == BLANK else palette.colours[value].rgb


def open_tint(background: str) -> str:
    """Return a shade of the background for cells that are not known yet."""
    return blend(background, "#607d9b", 0.3)
