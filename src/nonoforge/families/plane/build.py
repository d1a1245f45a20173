"""Nonograms on arrangements, from clues or from coloured faces, with the checks readers need."""

from __future__ import annotations

from collections.abc import Sequence

from nonoforge.clues import Runs
from nonoforge.errors import InputError
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
    """Return the nonogram with a clue for each side of the arrangement, in their order. None is
    hidden: that side is no line of the puzzle."""
    palette = palette or Palette()
    if len(clues) != len(arrangement.sides):
        raise InputError(f"{len(clues)} clues; there are {len(arrangement.sides)} sides of curves")
    lines = tuple(
        Line(side.cells, clue, arrangement.side_name(side), int(side.back), number)
        for number, (side, clue) in enumerate(zip(arrangement.sides, clues, strict=True))
        if clue is not None)
    puzzle = Puzzle(len(arrangement.faces), lines, palette, tuple(given))
    puzzle.check_runs("faces")
    if solution is not None:
        puzzle.check_solution(solution, "faces")
    return Nonogram(puzzle, arrangement, Info.of(info), solution, tuple(saved))


def from_faces(
    arrangement: Arrangement, colouring: Colouring, *, palette: Palette | None = None,
    info: Info | None = None,
) -> Nonogram:
    """Return the nonogram whose solution this is, with the clues of all sides."""
    if len(colouring) != len(arrangement.faces):
        raise InputError(f"{len(colouring)} colours; there are {len(arrangement.faces)} faces")
    clues = [Runs.read(colouring[cell] for cell in side.cells) for side in arrangement.sides]
    return from_sides(arrangement, clues, palette=palette, info=info, solution=colouring)


def clues_of(nonogram: Nonogram, arrangement: Arrangement) -> list[Runs | None]:
    """Return the clue of each side; None where it is hidden."""
    clues: list[Runs | None] = [None] * len(arrangement.sides)
    for line in nonogram.puzzle.lines:
        if isinstance(line.clue, Runs):
            clues[line.number] = line.clue
    return clues
