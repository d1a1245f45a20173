"""The designer's report: the verdict, where line logic gets stuck, where it is ambiguous."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from nonoforge.engine import Budget, ambiguous_cells, propagate, solve
from nonoforge.judge.clash import clash
from nonoforge.judge.classic import Classic, classic
from nonoforge.judge.rating import NOT_RATED, Rating, rate, unrated
from nonoforge.nonogram import Nonogram
from nonoforge.verdict import Verdict, Work

LONGEST = 20.0  # seconds for a rating; beyond that no person goes


class Report(NamedTuple):
    """Cells are numbers of the puzzle; `geometry.cell_name` says where they are."""

    verdict: Verdict
    stuck_cells: tuple[int, ...]  # those that settling single lines leaves open
    ambiguous_cells: tuple[int, ...]  # those that differ between solutions
    ambiguous_complete: bool  # ... and these are all of them
    conflict_names: tuple[str, ...]  # for `none`: the lines that contradict each other
    rating: Rating
    clash: tuple[str, ...] = ()  # for `none`: why they do, in words
    classic: Classic | None = None  # what settling single lines takes; None for `none`


def check(
    nonogram: Nonogram, *, limit: int = 2, solve: Callable[..., Verdict] = solve,
    budget: Budget | None = None, seed: int = 0, progress: Callable[[Work], None] | None = None,
    rated: bool = True,
) -> Report:
    """Judge a puzzle. `solve` is how it is solved: the engine's, or that of any method. `progress`
    is called with the work so far, now and then. `rated` is False where nobody asks for a rating,
    which takes longest.

    >>> from nonoforge.families.grid import from_picture
    >>> report = check(from_picture([[1, 0, 0], [0, 1, 0], [0, 0, 1]]))
    >>> report.verdict.answer, len(report.ambiguous_cells)
    ('multiple', 9)
    """
    puzzle = nonogram.puzzle
    verdict = solve(nonogram, limit=max(2, limit), budget=budget, seed=seed, progress=progress)
    stuck: tuple[int, ...] = ()
    if not verdict.line_solvable and verdict.answer != "none":
        stuck = propagate(puzzle).state.open_cells()
    seconds = budget.seconds if budget else None
    spare = None if seconds is None else max(0.0, seconds - verdict.seconds)
    ambiguous, complete = ambiguous_cells(puzzle, verdict, seconds=spare)
    names = tuple(puzzle.lines[line].name for line in verdict.conflict)
    said = clash(nonogram, verdict.conflict) if verdict.answer == "none" else ()
    rating = _rating(nonogram, verdict, spare) if rated else unrated("nobody asked for it")
    return Report(verdict, stuck, ambiguous, complete, names, rating, said, classic(puzzle))


def _rating(nonogram: Nonogram, verdict: Verdict, spare: float | None) -> Rating:
    if verdict.answer != "unique":
        return unrated(NOT_RATED[verdict.answer])
    return rate(nonogram, budget=Budget(seconds=LONGEST if spare is None else min(LONGEST, spare)))
