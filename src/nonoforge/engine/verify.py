"""The independent check: a colouring against every clue of a puzzle.

It reads the finished picture and compares; it shares no code with the solvers. The native
counterpart (`native/verify.hpp`) does the same for the batch call.
"""

from __future__ import annotations

from nonoforge.puzzle import Colouring, Puzzle


def broken_line(puzzle: Puzzle, colouring: Colouring) -> int | None:
    """Return the index of the first line whose clue the colouring breaks, or None: it is a
    solution."""
    for index, line in enumerate(puzzle.lines):
        if not line.clue.accepts([colouring[cell] for cell in line.cells]):
            return index
    return None


def verify(puzzle: Puzzle, colouring: Colouring) -> bool:
    """Return whether the colouring is a solution: right size, givens kept, every clue met."""
    return (
        len(colouring) == puzzle.cells
        and all(colouring[cell] == colour for cell, colour in puzzle.given)
        and max(colouring, default=0) < len(puzzle.palette)
        and broken_line(puzzle, colouring) is None
    )
