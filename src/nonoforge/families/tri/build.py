"""Triddlers from clues or from a finished picture, with the checks every reader needs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias

from nonoforge.clues import HIDDEN, WHITE, Runs
from nonoforge.errors import ClueError, InputError
from nonoforge.families.tri.geometry import DIRECTIONS, TriGrid
from nonoforge.nonogram import Info, Nonogram
from nonoforge.palette import DEFAULT_COLOURS, Palette
from nonoforge.puzzle import Colouring, Line, Puzzle
from nonoforge.state import State

Clues: TypeAlias = Sequence[Runs | Sequence[int | tuple[int | None, int]] | None]


def from_clues(
    grid: TriGrid, rows: Clues, rising: Clues, falling: Clues, *,
    palette: Palette | None = None, info: Info | None = None, solution: Colouring | None = None,
    given: Sequence[tuple[int, int]] = (), saved: Sequence[State] = (),
) -> Nonogram:
    """Return a triddler, once its clues fit their lines, each other and the solution. None is a
    hidden clue.

    >>> corner = from_clues(TriGrid.of_sides(1, 0, 1, 0), [[1]], [[1]], [[1]])
    >>> [line.name for line in corner.puzzle.lines]
    ['row 1', 'rising line 1', 'falling line 1']
    """
    palette = palette or Palette()
    for direction, (clues, wanted) in enumerate(zip((rows, rising, falling), grid.counts,
                                                    strict=True)):
        if len(clues) != wanted:
            raise InputError(f"{len(clues)} clues of {DIRECTIONS[direction]}s; there are {wanted}")
    runs = [HIDDEN if clue is None else clue if isinstance(clue, Runs) else Runs.of(*clue)
            for clue in (*rows, *rising, *falling)]
    puzzle = Puzzle(grid.cells, tuple(
        Line(line.cells, clue, line.name, line.direction)
        for line, clue in zip(grid.lines, runs, strict=True)), palette, tuple(given))
    _check_lines(puzzle)
    _check_sums(puzzle)
    if solution is not None:
        puzzle.check_solution(solution, "triangles")
    return Nonogram(puzzle, grid, Info.of(info), solution, tuple(saved))


def from_colouring(
    grid: TriGrid, colouring: Colouring, *, palette: Palette | None = None,
    info: Info | None = None,
) -> Nonogram:
    """Return the triddler whose solution is given: a colour for each triangle, row by row.

    >>> star = from_colouring(TriGrid.of_sides(1, 1, 1, 1), bytes([1, 0, 1, 0, 1, 0]))
    >>> [str(line.clue) for line in star.puzzle.lines]
    ['1 1', '1', '1', '1 1', '1 1', '1']
    """
    if len(colouring) != grid.cells:
        raise InputError(f"{len(colouring)} colours; there are {grid.cells} triangles")
    colours = max(2, len(palette) if palette else 1 + max(colouring))
    palette = palette or Palette.of(*DEFAULT_COLOURS[:colours])
    if max(colouring) >= len(palette):
        raise InputError(f"the picture uses a colour that is not one of the {len(palette)}")
    clues = [Runs.read(colouring[cell] for cell in line.cells) for line in grid.lines]
    rows, rising, _ = grid.counts
    return from_clues(grid, clues[:rows], clues[rows:rows + rising], clues[rows + rising:],
                      palette=palette, info=info, solution=colouring)


def from_rows(
    grid: TriGrid, picture: Sequence[Sequence[int]], *, palette: Palette | None = None,
    info: Info | None = None,
) -> Nonogram:
    """Return the triddler whose solution is given as rows of colour numbers."""
    check_rows(grid, [len(row) for row in picture])
    return from_colouring(grid, bytes(colour for row in picture for colour in row),
                          palette=palette, info=info)


def check_rows(grid: TriGrid, lengths: Sequence[int]) -> None:
    """Raise InputError unless a picture with rows of these lengths fits the outline."""
    wanted = [end - start for start, end in pairwise(grid.starts)]
    if len(lengths) != len(wanted):
        raise InputError(f"{len(lengths)} rows; the outline has {len(wanted)}")
    for row, (length, want) in enumerate(zip(lengths, wanted, strict=True)):
        if length != want:
            raise InputError(f"row {row + 1} has {length} triangles; the outline has {want} there")


def _check_lines(puzzle: Puzzle) -> None:
    colours = len(puzzle.palette)
    for index, line in enumerate(puzzle.lines):
        for run in line.clue.runs if isinstance(line.clue, Runs) else ():
            if run.length is not None and run.length < 1:
                raise ClueError(f"{line.name}: a run of {run.length}; at least 1 is needed", index)
            if not WHITE < run.colour < colours:
                raise ClueError(
                    f"{line.name}: colour {run.colour}; the palette has 1 to {colours - 1}", index)
        if line.clue.needs > len(line.cells):
            raise ClueError(
                f"{line.name}: the clue {line.clue} needs {line.clue.needs} triangles, but the "
                f"line has {len(line.cells)}", index)
    for cell, colour in puzzle.given:
        if not (0 <= cell < puzzle.cells and 0 <= colour < colours):
            raise InputError(f"given triangle {cell} of colour {colour}: not in this puzzle")


def _check_sums(puzzle: Puzzle) -> None:
    """Check that all directions count the same number of triangles of each colour."""
    for number, colour in enumerate(puzzle.palette.colours[1:], 1):
        known: dict[int, int] = {}
        for direction in range(3):
            clues = [line.clue for line in puzzle.lines if line.group == direction]
            lengths = [run.length for clue in clues if isinstance(clue, Runs)
                       for run in clue.runs if run.colour == number]
            if None not in lengths and HIDDEN not in clues:
                known[direction] = sum(length or 0 for length in lengths)
        if len(set(known.values())) > 1:
            sums = " and ".join(f"those of {DIRECTIONS[direction]}s to {total}"
                                for direction, total in known.items())
            raise ClueError(f"{colour.name}: the clues add up to different numbers of triangles, "
                            f"{sums}; all count the same ones, so the sums must be equal")
