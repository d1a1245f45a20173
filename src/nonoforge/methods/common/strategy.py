"""Strategies: in which order lines are solved, on puzzles of any family.

A strategy is a propagation that knows why it stopped. All of them may begin with a pre-pass, use
the incomplete line solver of their paper or the exact one, and count alike: each line solver
applied is a line settled, and one that taught nothing is a bad guess.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from nonoforge.clues import Clue, Runs
from nonoforge.engine import NO_FURTHER, Meter
from nonoforge.engine.plain import Contradiction, LineSolver, Sheet, bits, settler
from nonoforge.errors import InputError
from nonoforge.methods.common.extremes import by_leftness, extremes
from nonoforge.methods.common.lines import by_lines
from nonoforge.methods.common.method import GaveUp, Job, Option, TooMany
from nonoforge.methods.common.tallies import EXPANSIONS, expanding
from nonoforge.puzzle import Colouring, Puzzle

NO_MORE = NO_FURTHER["line"]

OPTIONS = (
    Option("prepass", False, "first do the lines that are empty or described completely"),
    Option("line", "auto", "the line solver: exact; left-right, also as published (original) or by "
           "all solutions of a line (leftness); expand: left-right with every clue of runs that a "
           "solid's clue stands for; auto: left-right where clues list runs, else exact",
           ("auto", "left-right", "original", "leftness", "expand", "exact")),
    EXPANSIONS,
    Option("guess", False, "guess and backtrack where lines get no further"),
)


class Strategy(Protocol):
    """Solves lines, and what follows, in its own order. `why` says what stopped it."""

    why: str

    def __call__(self, sheet: Sheet, lines: int, meter: Meter) -> int:
        """Propagate from a set of lines; return the set of those solved."""


class Walk:
    """A way through the lines of a sheet: solves them one by one and says what that changed."""

    def __init__(self, sheet: Sheet, meter: Meter) -> None:
        self.sheet, self.board, self.meter = sheet, sheet.board, meter
        self.settled = 0

    def solve(self, line: int) -> dict[int, bool]:
        """Return the cells that this changed, in order of the line, and whether white was ruled
        out."""
        before = len(self.sheet.trail)
        self.settled |= 1 << line
        self.sheet.settle(line, self.meter)
        gone = self.sheet.trail[before:]
        changed = {literal % self.board.cells for literal in gone}
        filled = {literal for literal in gone if literal < self.board.cells}
        return {cell: cell in filled for cell in self.board.line_cells[line] if cell in changed}

    def unsolved(self, line: int) -> bool:
        return self.sheet.open_in(line) > 0

    def crossing(self, line: int, cell: int) -> Iterator[int]:
        """Return the unsolved lines that meet this line in the cell."""
        return filter(self.unsolved, bits(self.board.through[cell] & ~(1 << line)))


def by_strategy(job: Job, strategy: Strategy) -> Iterator[Colouring]:
    """Yield all solutions, as far as the strategy, and guessing, if wished, find them."""
    prepass = [True] if job.number("prepass") else []

    def propagation(sheet: Sheet, lines: int, meter: Meter) -> int:
        if prepass:
            prepass.clear()  # once, before anything is guessed
            _do_obvious_lines(sheet, job)
        settled = strategy(sheet, lines, meter)
        _check(sheet)
        return settled

    try:
        yield from by_lines(job, _line_solver(job), propagation=propagation,
                            guessing=bool(job.number("guess")))
    except TooMany:
        raise
    except GaveUp:
        raise GaveUp(strategy.why) from None


def _line_solver(job: Job) -> LineSolver:
    wish, fits = job.word("line"), serves(job.puzzle)
    if wish == "exact" or (wish == "auto" and not fits):
        return settler
    if not fits and not serves(job.puzzle, tallies=True):
        raise InputError(f"line={wish} serves black and white with runs of known length only; "
                         "leave it out, or say line=exact")
    most = job.number("expansions")
    solver = by_leftness(most) if wish == "leftness" else extremes(wish != "original")
    return solver if fits else expanding(solver, most, job.look)


def serves(puzzle: Puzzle, tallies: bool = False) -> bool:
    """Return whether the leftmost and rightmost line solver takes these lines; `tallies`: or the
    clues of runs that theirs stand for."""
    return len(puzzle.palette) == 2 and all(
        all(run.length is not None for run in line.clue.runs) if isinstance(line.clue, Runs)
        else tallies for line in puzzle.lines)


def _do_obvious_lines(sheet: Sheet, job: Job) -> None:
    """Run the pre-pass over clues alone, which is not counted as line solving."""
    for line in obvious_lines(sheet):
        job.look()
        job.counts["prepass_lines"] += 1
        sheet.settle(line, Meter())


def obvious_lines(sheet: Sheet) -> list[int]:
    """Return those that are empty or described completely, and not done already."""
    colours = sheet.board.colours
    return [index for index, line in enumerate(sheet.board.puzzle.lines)
            if sheet.open_in(index) and obvious(line.clue, len(line.cells), colours)]


def obvious(clue: Clue, length: int, colours: int) -> bool:
    """Return whether the clue alone decides each cell. `colours` counts white.

    A tally does if the line is empty, or of one colour throughout.
    """
    if isinstance(clue, Runs):
        return not clue.runs or clue.needs == length
    totals = [count.total for count in clue.counts if count.total is not None]
    return length in totals or (len(totals) == colours - 1 and not any(totals))


def _check(sheet: Sheet) -> None:
    """Check a line whose last cells were decided by other lines."""
    for index, line in enumerate(sheet.board.puzzle.lines):
        if not sheet.open_in(index) and not line.clue.accepts(
                [sheet.colours(cell)[0] for cell in line.cells]):
            raise Contradiction(index)
