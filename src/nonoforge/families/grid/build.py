"""Grid nonograms from clues or from a finished picture, with the checks every reader needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from nonoforge.clues import HIDDEN, Runs
from nonoforge.errors import ClueError, InputError
from nonoforge.families.grid.geometry import Grid, line_cells
from nonoforge.nonogram import Info, Nonogram
from nonoforge.palette import DEFAULT_COLOURS, Palette
from nonoforge.puzzle import Colouring, Line, Puzzle
from nonoforge.state import State

Numbers: TypeAlias = Sequence[int | tuple[int | None, int]]


def from_clues(
    rows: Sequence[Runs | Numbers | None], columns: Sequence[Runs | Numbers | None], *,
    palette: Palette | None = None, info: Info | None = None, solution: Colouring | None = None,
    given: Sequence[tuple[int, int]] = (), saved: Sequence[State] = (),
) -> Nonogram:
    """Return a grid nonogram, once its clues fit their lines, each other and the solution. None is
    a hidden clue.

    >>> from_clues(rows=[[1], [3]], columns=[[1], [2], [1]]).geometry
    Grid(width=3, height=2)
    """
    across, down = _runs(rows), _runs(columns)
    grid = Grid(len(down), len(across))
    palette = palette or Palette()
    lines = tuple(
        Line(cells, HIDDEN if clue is None else clue, name, int(index >= grid.height), index)
        for index, (cells, clue, name) in enumerate(
            zip(line_cells(grid.width, grid.height), (*across, *down), grid.line_names(),
                strict=True))
    )
    puzzle = Puzzle(grid.width * grid.height, lines, palette, tuple(given))
    puzzle.check_runs()
    _check_sums(across, down, palette)
    if solution is not None:
        puzzle.check_solution(solution)
    return Nonogram(puzzle, grid, info or Info(), solution, tuple(saved))


def _runs(clues: Sequence[Runs | Numbers | None]) -> list[Runs | None]:
    return [clue if clue is None or isinstance(clue, Runs) else Runs.of(*clue) for clue in clues]


def from_picture(
    picture: Sequence[Sequence[int]], *, palette: Palette | None = None, info: Info | None = None,
) -> Nonogram:
    """Return the nonogram whose maker drew this picture: rows of colour numbers.

    >>> str(from_picture([[1, 1, 0], [0, 1, 0]]).puzzle.lines[0].clue)
    '2'
    """
    if not picture or not picture[0]:
        raise InputError("the picture is empty; at least one row and one column are needed")
    width = len(picture[0])
    for y, row in enumerate(picture):
        if len(row) != width:
            raise InputError(f"row {y + 1} has {len(row)} cells, but row 1 has {width}")
    Grid(width, len(picture))  # refuse a size before reading clues from it
    colours = max(2, len(palette) if palette else 1 + max(map(max, picture)))
    palette = palette or Palette.of(*DEFAULT_COLOURS[:colours])
    if any(not 0 <= colour < len(palette) for row in picture for colour in row):
        raise InputError(f"the picture uses a colour that is not one of the {len(palette)}")
    return from_clues(
        [Runs.read(row) for row in picture], [Runs.read(column) for column in zip(*picture,
                                                                                 strict=True)],
        palette=palette, info=info, solution=bytes(c for row in picture for c in row),
    )


def _check_sums(
    rows: Sequence[Runs | None], columns: Sequence[Runs | None], palette: Palette,
) -> None:
    """Check that rows and columns count the same number of cells of each colour."""
    across, down = _sums(rows, len(palette)), _sums(columns, len(palette))
    for colour, in_rows, in_columns in zip(palette.colours, across, down, strict=True):
        if None not in (in_rows, in_columns) and in_rows != in_columns:
            raise ClueError(
                f"the row clues add up to {in_rows} {colour.name} cells, but the column clues to "
                f"{in_columns}; they count the same cells, so the sums must be equal")


def _sums(clues: Sequence[Runs | None], colours: int) -> list[int | None]:
    """Return how many cells of each colour the clues count; None where a run is blotted, or any
    clue is hidden."""
    sums: list[int | None] = [None if None in clues else 0] * colours
    for clue in filter(None, clues):
        for length, colour in clue.runs:
            before = sums[colour]
            sums[colour] = None if before is None or length is None else before + length
    return sums
