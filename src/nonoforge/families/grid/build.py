"""Grid nonograms from clues or from a finished picture, with the checks every reader needs."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import TYPE_CHECKING, Any, TypeAlias

from nonoforge.calls import plain_rows, public
from nonoforge.clues import HIDDEN, Runs
from nonoforge.engine import agrees
from nonoforge.errors import ClueError, InputError
from nonoforge.families.grid.geometry import Grid, line_places
from nonoforge.nonogram import Info, Nonogram
from nonoforge.palette import DEFAULT_COLOURS, Palette, palette_of
from nonoforge.puzzle import Colouring, Line, Puzzle
from nonoforge.state import State

if TYPE_CHECKING:
    from numpy.typing import NDArray

Numbers: TypeAlias = Sequence[int | tuple[int | None, int]]
Picture: TypeAlias = "Sequence[Sequence[int]] | Sequence[str] | str | NDArray[Any]"


@public
def from_clues(
    rows: Sequence[Runs | Numbers | int | str | None] | NDArray[Any],
    columns: Sequence[Runs | Numbers | int | str | None] | NDArray[Any], *,
    palette: Palette | Sequence[str] | None = None, info: Info | None = None,
    solution: Colouring | None = None,
    given: Sequence[tuple[int, int]] = (), saved: Sequence[State] = (),
) -> Nonogram:
    """Return a grid nonogram, once its clues fit their lines, each other and the solution. A number
    alone is a clue of one run, 0, [0] or an empty list an empty line, None a hidden clue, and text
    (`"1 3"`) the lengths of black runs. A palette may be given as its colours, background first:
    `["white", "navy", "#cc0000"]`.

    >>> from_clues(rows=[[1], [3]], columns=[[1], [2], [1]]).geometry
    Grid(width=3, height=2)
    >>> from_clues(["1 1", "0"], [1, 0, 1]).geometry
    Grid(width=3, height=2)
    """
    across, down = _runs(rows, "rows"), _runs(columns, "columns")
    grid = Grid(len(down), len(across))
    palette = palette_of(palette) or Palette()
    lines = tuple([
        Line(cells, HIDDEN if clue is None else clue, name, group, number)
        for (cells, name, group, number), clue in zip(
            line_places(grid.width, grid.height), (*across, *down), strict=True)])
    puzzle = Puzzle(grid.width * grid.height, lines, palette, tuple(given))
    if given or not agrees(puzzle, solution):
        puzzle.check_runs()
        _check_sums(across, down, palette)
        if solution is not None:
            puzzle.check_solution(solution)
    return Nonogram(puzzle, grid, Info.of(info), solution, tuple(saved))


def _runs(clues: Any, name: str) -> list[Runs | None]:
    if isinstance(clues, str) or not hasattr(clues, "__iter__"):
        raise InputError(f"{name}: a list of clues is needed, one for each line, not {clues!r}")
    return [clue if clue is None or isinstance(clue, Runs) else _clue(clue) for clue in clues]


def _clue(clue: Any) -> Runs:
    """Return a clue of plain numbers: one, several, (length, colour) pairs, or text."""
    try:
        if isinstance(clue, str):
            clue = [int(number) for number in clue.replace(",", " ").split()]
        runs = [*clue] if hasattr(clue, "__iter__") else [clue]
        if len(runs) == 1 and not hasattr(runs[0], "__iter__") and index(runs[0]) == 0:
            return Runs.of()
        return Runs.of(*(_pair(*run) if hasattr(run, "__iter__") else index(run) for run in runs))
    except (TypeError, ValueError):
        raise ClueError(f"no clue: {clue!r}; write the lengths of its runs, like [1, 3] or '1 3', "
                        "or (length, colour) pairs") from None


def _pair(length: Any, colour: Any) -> tuple[int | None, int]:
    return None if length is None else index(length), index(colour)


@public
def from_picture(
    picture: Picture, *, palette: Palette | Sequence[str] | None = None, info: Info | None = None,
) -> Nonogram:
    """Return the nonogram whose maker drew this picture: rows of colour numbers (lists, or an array
    with two dimensions), or rows of letters: `.` for white, `#` or the letter of a colour.

    >>> str(from_picture([[1, 1, 0], [0, 1, 0]]).puzzle.lines[0].clue)
    '2'
    >>> from_picture(["##.", ".#."]) == from_picture([[1, 1, 0], [0, 1, 0]])
    True
    """
    palette = palette_of(palette)
    picture = _numbers(picture, palette)
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


def _numbers(picture: Picture, palette: Palette | None) -> Sequence[Sequence[int]]:
    """Return a picture as rows of colour numbers."""
    rows = picture.split() if isinstance(picture, str) else plain_rows(picture)
    if not hasattr(rows, "__iter__") or isinstance(rows, dict | set):
        raise InputError("a picture is rows of colour numbers or letters, not "
                         f"{type(picture).__name__}; make puzzles from images with make_grid")
    letters = (palette or Palette()).letters
    numbers = {letter: number for number, letter in enumerate(letters)} | {"0": 0, "1": 1}
    found: list[list[int]] = []
    for y, row in enumerate(rows):
        try:
            # Whole floats too: numpy's zeros and ones are floats.
            found.append([numbers[cell] if isinstance(cell, str)
                          else int(cell) if isinstance(cell, float) and cell.is_integer()
                          else index(cell) for cell in row])
        except KeyError as error:
            raise InputError(f"row {y + 1} has a cell {error}; cells are "
                             f"{' '.join(letters)}; read files with load or make_grid") from None
        except TypeError:
            raise InputError(f"row {y + 1} is no row of colour numbers; a picture is rows of whole "
                             "numbers (array.astype(int)) or letters; make puzzles from "
                             "photographs with make_grid") from None
    return found


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
