"""Solving by lines, with any line solver in any order; then probing, then guessing, if wished.

The plain engine's parts do the work, so that methods differ only where they mean to.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonoforge.engine import NO_FURTHER, Depth
from nonoforge.engine.plain import (
    PROPAGATIONS,
    Board,
    Climb,
    Contradiction,
    LineSolver,
    Propagation,
    Sheet,
    settler,
)
from nonoforge.methods.common.job import GaveUp, Job
from nonoforge.puzzle import Colouring
from nonoforge.verdict import Level

NO_PROBING = 0
PROBING: dict[int, Depth] = {1: 1, 2: 2, 3: 3}


def by_lines(
    job: Job, solver: LineSolver = settler, *, propagation: Propagation = PROPAGATIONS["ordered"],
    probing: int = NO_PROBING, guessing: bool = False,
) -> Iterator[Colouring]:
    """All solutions, as far as lines, probing to this depth and guessing find them.

    Guessing without probing is chronological backtracking: assume a cell, go on with lines; at a
    contradiction take back the last assumption. With probing each node is probed, and the cell
    that promises most is assumed.
    """
    board = Board(job.puzzle, solver, remember=False)
    climb = Climb(board, None, propagation, PROBING.get(probing, 1), job, job.seed, job.observer)
    level: Level = "search" if guessing and probing else "probe" if probing else "line"
    try:
        try:
            yield from climb.solutions(level)
        finally:
            job.level, job.known = climb.level, climb.masks()
        if climb.exhausted and guessing:
            yield from _backtrack(job, climb)
        elif climb.exhausted:
            raise GaveUp(NO_FURTHER[level])
    finally:
        job.known = climb.masks()
        if not probing:
            job.counts["bad_guesses"] = job.idle  # as orders of lines are compared by


def _backtrack(job: Job, climb: Climb) -> Iterator[Colouring]:
    """Depth first. Each node on the stack: a sheet, and a literal to assume or to rule out."""
    sheet = climb.sheet
    stack: list[tuple[Sheet, int, bool]] = []
    while True:
        if sheet.solved:
            yield from climb.colourings(sheet)
        else:
            literal = _choose(sheet)
            stack += [(sheet, literal, False), (sheet, literal, True)]
        child = None
        while child is None:
            if not stack:
                return
            parent, literal, holds = stack.pop()
            # The second child is the parent's last use; but the root stays what is certain.
            start = parent.copy() if holds or parent is climb.sheet else parent
            child = _branch(job, climb.propagation, start, literal, holds)
        sheet = child


def _choose(sheet: Sheet) -> int:
    """A colour, not white if that can be, of the first open cell in the line with fewest open."""
    board = sheet.board
    _, line = min((open_, line) for line in range(len(board.line_cells))
                  if (open_ := sheet.open_in(line)))
    cell = next(cell for cell in board.line_cells[line] if len(sheet.colours(cell)) > 1)
    return sheet.literals(cell)[-1]


def _branch(
    job: Job, propagation: Propagation, child: Sheet, literal: int, holds: bool,
) -> Sheet | None:
    """The sheet on which the literal holds, or does not; None if it has no solution."""
    job.branch()
    try:
        if holds:
            lines = child.assume(literal)
        else:
            child.cross_out(literal)
            lines = child.board.through[literal % child.board.cells]
        propagation(child, lines, job)
    except Contradiction:
        job.conflict()
        return None
    return child
