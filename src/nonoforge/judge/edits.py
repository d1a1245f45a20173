"""Single changes of a picture, and how much each of them helps its puzzle.

`repair` looks for the fewest changes that cure it; this is the list from which a designer chooses.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from time import monotonic
from typing import NamedTuple

from nonoforge.engine import ambiguous_cells, solve
from nonoforge.judge.repair import other_colours, with_picture
from nonoforge.judge.undecided import SEARCH, Wanted, undecided
from nonoforge.progress import Progress
from nonoforge.puzzle import Colouring, Puzzle

MOST_TRIED = 4_000  # changes, the nearest to open cells first
TRIAL = 0.5  # seconds to find all cells that differ between solutions



class Edit(NamedTuple):
    """A cell gets another colour: so many of the open cells are decided by it, and so many cells
    are open then."""

    cell: int
    colour: int
    decided: int
    open: int


class Edits(NamedTuple):
    """The changes that help, the best first; `open` are the cells that are open without one.
    `complete`: all that could help were tried."""

    edits: tuple[Edit, ...]
    open: tuple[int, ...]
    complete: bool


def edits(
    puzzle: Puzzle, colouring: Colouring, *, wanted: Wanted = "line",
    seconds: float | None = None, progress: Progress | None = None,
) -> Edits:
    """All single changes after which fewer cells are open than before. Given cells stay.

    >>> from nonoforge.families.grid import from_picture
    >>> nonogram = from_picture([[1, 0], [0, 1]])
    >>> len(edits(nonogram.puzzle, nonogram.solution).edits)
    4
    """
    end = inf if seconds is None else monotonic() + seconds
    start = _open(puzzle, wanted)
    tried = list(_candidates(puzzle, colouring, start)) if start else []
    found: list[tuple[int, int, Edit]] = []  # the best first; of equals the nearest
    for number, (cell, colour) in enumerate(tried[:MOST_TRIED]):
        if monotonic() > end:
            return _sorted(found, start, complete=False)
        if progress and number % 16 == 0:
            progress(number, len(tried))
        left = _open_after(puzzle, colouring, cell, colour, wanted, len(start))
        if len(left) < len(start):
            decided = len(set(start).difference(left))
            found.append((len(left), number, Edit(cell, colour, decided, len(left))))
    return _sorted(found, start, complete=len(tried) <= MOST_TRIED)


def _sorted(found: list[tuple[int, int, Edit]], start: tuple[int, ...], complete: bool) -> Edits:
    return Edits(tuple(edit for _, _, edit in sorted(found)), start, complete)


def _open_after(
    puzzle: Puzzle, colouring: Colouring, cell: int, colour: int, wanted: Wanted, most: int,
) -> tuple[int, ...]:
    picture = colouring[:cell] + bytes([colour]) + colouring[cell + 1:]
    return _open(with_picture(puzzle, picture, puzzle.through[cell]), wanted, most)


def _open(puzzle: Puzzle, wanted: Wanted, most: int | None = None) -> tuple[int, ...]:
    """The cells that are open; of several solutions, all cells in which any two of them differ.
    Where there are so many (`most`) that nobody cares, not all of them."""
    if wanted != "unique":
        return undecided(puzzle, wanted)
    verdict = solve(puzzle, budget=SEARCH)
    if len(verdict.solutions) < 2:
        return () if verdict.answer == "unique" else verdict.state.open_cells()
    return ambiguous_cells(puzzle, verdict, seconds=TRIAL, most=most)[0]


def _candidates(
    puzzle: Puzzle, colouring: Colouring, start: tuple[int, ...],
) -> Iterator[tuple[int, int]]:
    """Open cells, then their neighbours, then all others on a line with open cells."""
    beside = sorted({other for cell in start for other in puzzle.around[cell]})
    lines = {line for cell in start for line in puzzle.through[cell]}
    others = sorted({cell for line in lines for cell in puzzle.lines[line].cells})
    given = {cell for cell, _ in puzzle.given}
    for cell in dict.fromkeys([*start, *beside, *others]):
        if cell not in given:
            yield from ((cell, colour) for colour in other_colours(puzzle, colouring, cell))
