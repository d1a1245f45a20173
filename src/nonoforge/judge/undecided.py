"""What is open to somebody who can do so much and no more."""

from __future__ import annotations

from typing import Literal, TypeAlias

from nonoforge.engine import Budget, probe, propagate, solve
from nonoforge.puzzle import Puzzle

Wanted: TypeAlias = Literal["line", "probe", "unique"]
"""What must be enough to solve it: single lines, probing, or anything at all."""

SEARCH = Budget(settled=300_000, conflicts=3_000)


def undecided(puzzle: Puzzle, wanted: Wanted) -> tuple[int, ...]:
    """The cells that are open to somebody who can do no more than is wanted."""
    if wanted == "line":
        return propagate(puzzle).state.open_cells()
    if wanted == "probe":
        found = propagate(puzzle).state
        return probe(puzzle, found, 1).state.open_cells() if found.open_cells() else ()
    verdict = solve(puzzle, budget=SEARCH)
    if verdict.answer == "unique":
        return ()
    if len(verdict.solutions) < 2:
        return verdict.state.open_cells()
    return tuple(cell for cell, colours in enumerate(zip(*verdict.solutions, strict=True))
                 if len(set(colours)) > 1)
