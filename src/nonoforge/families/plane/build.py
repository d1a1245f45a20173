"""Nonograms on arrangements, from clues or from coloured faces, with the checks readers need."""

from __future__ import annotations

from collections.abc import Sequence

from nonoforge.clues import WHITE, Runs
from nonoforge.errors import ClueError, InputError
from nonoforge.families.plane.arrangement import Arrangement
from nonoforge.nonogram import Info, Nonogram
from nonoforge.palette import Palette
from nonoforge.puzzle import Colouring, Line, Puzzle
from nonoforge.state import State


def from_sides(
    arrangement: Arrangement, clues: Sequence[Runs | None], *, palette: Palette | None = None,
    info: Info | None = None, solution: Colouring | None = None,
    given: Sequence[tuple[int, int]] = (), saved: Sequence[State] = (),
) -> Nonogram:
    """The nonogram with a clue for each side of the arrangement, in their order. None is hidden:
    that side is no line of the puzzle."""
    palette = palette or Palette()
    if len(clues) != len(arrangement.sides):
        raise InputError(f"{len(clues)} clues; there are {len(arrangement.sides)} sides of curves")
    lines = tuple(
        Line(side.cells, clue, arrangement.side_name(side), int(side.back))
        for side, clue in zip(arrangement.sides, clues, strict=True) if clue is not None)
    puzzle = Puzzle(len(arrangement.faces), lines, palette, tuple(given))
    _check(puzzle)
    if solution is not None:
        puzzle.check_solution(solution, "faces")
    return Nonogram(puzzle, arrangement, info or Info(), solution, tuple(saved))


def from_faces(
    arrangement: Arrangement, colouring: Colouring, *, palette: Palette | None = None,
    info: Info | None = None,
) -> Nonogram:
    """The nonogram whose solution this is, with the clues of all sides."""
    if len(colouring) != len(arrangement.faces):
        raise InputError(f"{len(colouring)} colours; there are {len(arrangement.faces)} faces")
    clues = [Runs.read(colouring[cell] for cell in side.cells) for side in arrangement.sides]
    return from_sides(arrangement, clues, palette=palette, info=info, solution=colouring)


def clues_of(nonogram: Nonogram, arrangement: Arrangement) -> list[Runs | None]:
    """The clue of each side; None where it is hidden."""
    found = {(line.group, line.name): line.clue for line in nonogram.puzzle.lines}
    clues = [found.get((int(side.back), arrangement.side_name(side)))
             for side in arrangement.sides]
    return [clue if isinstance(clue, Runs) else None for clue in clues]


def _check(puzzle: Puzzle) -> None:
    colours = len(puzzle.palette)
    for index, line in enumerate(puzzle.lines):
        assert isinstance(line.clue, Runs)
        for run in line.clue.runs:
            if run.length is not None and run.length < 1:
                raise ClueError(f"{line.name}: a run of {run.length}; at least 1 is needed", index)
            if not WHITE < run.colour < colours:
                raise ClueError(f"{line.name}: colour {run.colour}; the palette has 1 to "
                                f"{colours - 1}", index)
        if line.clue.needs > len(line.cells):
            raise ClueError(f"{line.name}: the clue {line.clue} needs {line.clue.needs} faces, but "
                            f"there are {len(line.cells)} along it", index)
    for cell, colour in puzzle.given:
        if not (0 <= cell < puzzle.cells and 0 <= colour < colours):
            raise InputError(f"given face {cell + 1} of colour {colour}: not in this puzzle")
