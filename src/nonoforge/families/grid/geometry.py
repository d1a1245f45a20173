"""Where a grid's cells are: cell = row * width + column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from nonoforge.clues import Runs
from nonoforge.errors import InputError
from nonoforge.nonogram import Nonogram
from nonoforge.puzzle import Colouring

if TYPE_CHECKING:
    from nonoforge.family import Family

MAX_SIDE = 4096
MAX_CELLS = 1_000_000


@dataclass(frozen=True, slots=True)
class Grid:
    """`width` columns and `height` rows of squares. A puzzle's lines are its rows, then columns."""

    width: int
    height: int

    def __post_init__(self) -> None:
        if not (1 <= self.width <= MAX_SIDE and 1 <= self.height <= MAX_SIDE):
            raise InputError(
                f"a grid of {self.width}x{self.height} cells; each side must be 1 to {MAX_SIDE}")
        if self.width * self.height > MAX_CELLS:
            raise InputError(
                f"a grid of {self.width}x{self.height} cells; at most {MAX_CELLS:,} fit")

    @property
    def family(self) -> Family:
        from nonoforge.families import family_named

        return family_named("grid")

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        return self.width, self.height

    def nest(self, colouring: Colouring) -> list[list[int]]:
        """Return rows of colour numbers."""
        width = self.width
        return [list(colouring[y * width:(y + 1) * width]) for y in range(self.height)]

    def cell_name(self, cell: int) -> str:
        y, x = divmod(cell, self.width)
        return f"row {y + 1}, column {x + 1}"

    def row(self, y: int) -> tuple[int, ...]:
        """Return the cells of row y (from 0), left to right."""
        return tuple(range(y * self.width, (y + 1) * self.width))

    def column(self, x: int) -> tuple[int, ...]:
        """Return the cells of column x (from 0), top to bottom."""
        return tuple(range(x, self.width * self.height, self.width))

    def line_names(self) -> list[str]:
        """Return rows first, as in the puzzle's lines."""
        rows = [f"row {y + 1}" for y in range(self.height)]
        return rows + [f"column {x + 1}" for x in range(self.width)]


@lru_cache(maxsize=64)
def line_places(width: int, height: int) -> tuple[tuple[tuple[int, ...], str, int, int], ...]:
    """Return the cells, name, group and number of all rows, then of all columns. Kept: thousands of
    puzzles share few sizes."""
    grid = Grid(width, height)
    cells = (*map(grid.row, range(height)), *map(grid.column, range(width)))
    names = grid.line_names()
    return tuple((cells[number], names[number], int(number >= height), number)
                 for number in range(height + width))


def grid_of(nonogram: Nonogram) -> tuple[Grid, Sequence[Runs | None], Sequence[Runs | None]]:
    """Return the geometry, row clues and column clues of a grid nonogram; None is hidden."""
    grid = nonogram.geometry
    if not isinstance(grid, Grid):
        raise InputError(f"this needs a grid, not a {grid.family.puzzle.one}")
    clues = [line.clue if isinstance(line.clue, Runs) else None for line in nonogram.puzzle.lines]
    return grid, clues[:grid.height], clues[grid.height:]
