"""Solving by lines, with any line solver in any order; then probing, then guessing, if wished.

The plain engine's parts do the work, so that methods differ only where they mean to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from nonoforge.clues import Clue
from nonoforge.engine import LADDERS, NO_FURTHER, ORDERS, Budget, Depth, solve
from nonoforge.engine.plain import (
    PROPAGATIONS,
    Board,
    Climb,
    Contradiction,
    LineSolver,
    Masks,
    Propagation,
    Settler,
    Sheet,
    settler,
)
from nonoforge.methods.common.method import GaveUp, Job, Method, Option, searching
from nonoforge.methods.common.tallies import expanding
from nonoforge.progress import CheckTime
from nonoforge.puzzle import Colouring
from nonoforge.step import Step
from nonoforge.verdict import Level, Verdict

NO_PROBING = 0
PROBING: dict[int, Depth] = {1: 1, 2: 2, 3: 3}


def by_lines(
    job: Job, solver: LineSolver = settler, *, propagation: Propagation = PROPAGATIONS["ordered"],
    probing: int = NO_PROBING, guessing: bool = False,
) -> Iterator[Colouring]:
    """Yield all solutions, as far as lines, probing to this depth and guessing find them.

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
    """Search depth first. A node on the stack is a sheet, and a literal to assume or to rule
    out."""
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
    """Return a colour, not white if that can be, of the first open cell in the line with fewest
    open."""
    board = sheet.board
    _, line = min((open_, line) for line in range(len(board.line_cells))
                  if (open_ := sheet.open_in(line)))
    cell = next(cell for cell in board.line_cells[line] if len(sheet.colours(cell)) > 1)
    return sheet.literals(cell)[-1]


def _branch(
    job: Job, propagation: Propagation, child: Sheet, literal: int, holds: bool,
) -> Sheet | None:
    """Return the sheet on which the literal holds, or does not; None if it has no solution."""
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


# What methods made of a line solver and propagation let people choose.


PatientSolver: TypeAlias = Callable[[Clue, int, CheckTime], Settler]
"""A line solver that looks at the clock as it works."""

ORDER = Option("order", "ordered", "the order of lines: group by group, or as they come",
               choices=ORDERS)
PROBE = Option("probe", 3, "what probing learns: 0 nothing, 1 FP1, 2 FP1 and FP2, 3 also FP3",
               most=3)
GUESS = Option("guess", True, "search where deduction gets no further")


def propagating(job: Job, solver: PatientSolver, probing: int = 0) -> Iterator[Colouring]:
    """Return all solutions by this line solver for runs, in the order that was asked for; tallies
    are expanded, `probing` is as `by_lines` has it."""
    order = next(order for order in ORDERS if order == job.word("order"))
    expanded = expanding(watching(solver, job.look), job.number("expansions"), job.look)
    return by_lines(job, expanded, propagation=PROPAGATIONS[order], probing=probing,
                    guessing=bool(job.number("guess")))


def watching(solver: PatientSolver, look: CheckTime) -> LineSolver:
    """Return the solver with a clock to look at."""
    return lambda clue, length: solver(clue, length, look)


# The engine's own ladder as methods: lines, probing, search, SAT, as far up as each goes.

# Minutes of work in the kernel, and the same on every machine.
LADDER_BUDGET = Budget(settled=1_000_000_000, conflicts=1_000_000)

IN_SIGHT = 100_000
"""Lines settled in Python for an observer, after which the rest is solved without one."""


def ladder(name: str) -> Method:
    """Return the method that climbs as the engine's ladder of this name does."""
    found = LADDERS[name]
    return Method(found.summary, _climbing(name), tallies=True, parallel=found.sat,
                  budget=LADDER_BUDGET)


def _climbing(name: str) -> Callable[[Job], Verdict]:
    def run(job: Job) -> Verdict:
        if job.observer is not None and (verdict := _watched(name, job)):
            return verdict
        rest = job.budget._replace(seconds=job.seconds_left())  # watching has taken some of it
        return solve(job.puzzle, limit=job.limit, method=name, budget=rest, seed=job.seed,
                     progress=job.progress, hint=job.hint, jobs=job.jobs,
                     repeatable=job.repeatable)

    return run


def _watched(name: str, job: Job) -> Verdict | None:
    """Return the verdict of the plain engine: the kernel cannot be observed."""
    level = LADDERS[name].level
    shown = Job(job.puzzle, limit=job.limit, budget=job.budget.within(Budget(settled=IN_SIGHT)),
                seed=job.seed, observer=job.observer, progress=job.progress)
    verdict = searching(lambda shown: by_lines(
        shown, probing=0 if level == "line" else 3, guessing=level == "search"))(shown)
    if verdict.answer != "unknown" or verdict.work.settled < IN_SIGHT:
        return verdict
    job.tell(Step("note", words="the rest is done by the kernel, out of sight"),
             lambda: verdict.state)
    return None


# Paintings: a line as a string of colours, kept in one number.
#
#     00  nothing: no painting         01  white        10  black        11  unknown: either
#
# Cell i has the bits 2i and 2i + 1, so that strings grow upwards: appending a cell is OR with its
# code in its place, and so is merging two strings. A string fits a line where the line's code has
# all of its bits.
#
# The line is longer by one white cell in front, cell 1; the puzzle's cells are 2, 3, ... So each
# block has its white cell before it, the first like the others. And every painting begins with a
# mark in the place of cell 0. The empty string is that mark alone, and `NOTHING` is 0: the two must
# differ, because what can be appended to the one cannot be appended to the other.

NOTHING = 0
EMPTY = 0b01
WHITE = 0b01
BLACK = 0b10

IN_FRONT = 2  # the mark and the white cell


def encode(masks: Masks) -> int:
    """Return the line's code: read in base 4, the digits of a mask are two bits apart.

    >>> f"{encode([0b011, 0b110]):010b}"        # white, unknown, black; before them a white cell
    '1011010100'
    """
    white = int(f"{masks[0] << IN_FRONT | 0b10:b}", 4)
    black = int(f"{masks[1] << IN_FRONT:b}", 4)
    return white | black << 1


def decode(painting: int, length: int) -> list[int]:
    """Return the masks of a painting of `length` cells of the puzzle.

    >>> decode(0b1011010101, 3)
    [3, 6]
    """
    bits = f"{painting >> 2 * IN_FRONT:0{2 * length + 2}b}"  # a cell more: there are always digits
    return [int(bits[1::2], 2), int(bits[::2], 2)]


def block(length: int) -> int:
    """Return the string of a white cell, then `length` black ones: the papers' sigma.

    >>> f"{block(2):06b}"
    '101001'
    """
    return WHITE | BLACK * (((1 << 2 * length + 2) - 4) // 3)


def room(blocks: list[int], length: int) -> int:
    """Return how far each block can move, from as far left as it goes to as far right: cells to
    spare."""
    return length + 1 - sum(size + 1 for size in blocks)
