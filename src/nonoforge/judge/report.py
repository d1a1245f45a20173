"""The designer's report: the verdict, where line logic gets stuck, where it is ambiguous."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import NamedTuple

from nonoforge.engine import ambiguous_cells, climb, solve
from nonoforge.judge.explanation import clash
from nonoforge.judge.rating import NOT_RATED, Classic, Rating, classic, rate, unrated
from nonoforge.judge.readiness import flaws
from nonoforge.nonogram import Nonogram
from nonoforge.progress import WorkProgress
from nonoforge.time_limit import time_left, time_limit
from nonoforge.verdict import Budget, Flaw, Verdict

MAX_RATING_SECONDS = 20.0


class Report(NamedTuple):
    """What a designer should know. Cells are numbers of the puzzle; `geometry.cell_name` says where
    they are.

    `stuck_cells` are those that settling single lines leaves open, `ambiguous_cells` those that
    differ between solutions (`ambiguous_complete`: all of them). Where there is no solution,
    `conflict_names` are the lines that contradict each other, and `clash` says why. `classic` is
    what settling single lines takes; None where there is no solution, or no time. `flaws` is what
    is wrong with the puzzle, the most important first.
    """

    verdict: Verdict
    stuck_cells: tuple[int, ...]
    ambiguous_cells: tuple[int, ...]
    ambiguous_complete: bool
    conflict_names: tuple[str, ...]
    rating: Rating
    clash: tuple[str, ...] = ()
    classic: Classic | None = None
    flaws: tuple[Flaw, ...] = ()

    @property
    def ready(self) -> bool:
        """Whether players can get the puzzle as it is."""
        return not any(flaw.serious for flaw in self.flaws)

    def __repr__(self) -> str:
        """Short: the verdict alone would fill pages."""
        wrong = [flaw.words for flaw in self.flaws if flaw.serious]
        verdict = "ready" if not wrong else f"not ready: {'; '.join(wrong)}"
        return f"<Report: {verdict}; {self.verdict.answer}; {self.rating.words}>"

    def _repr_html_(self) -> str:
        """Return the verdict, the rating, what to mend, and the first solution, for notebooks."""
        points = "".join(f"<li>{escape(flaw.words)}. {escape(flaw.advice)}</li>"
                         for flaw in self.flaws)
        return (f"<p>{'ready' if self.ready else 'not ready'}, {escape(self.rating.words)}</p>"
                f"<ul>{points}</ul>{self.verdict._repr_html_()}")


def check(
    nonogram: Nonogram, *, limit: int = 2, solve: Callable[..., Verdict] = solve,
    budget: Budget | str | float | None = None, seed: int = 0,
    progress: WorkProgress | None = None, rated: bool = True,
) -> Report:
    """Check a puzzle: number of solutions, difficulty, and where it is ambiguous or stuck.

    Args:
        nonogram: The puzzle.
        limit: Look for up to this many solutions; at least 2.
        solve: How it is solved: by the engine, or by any method's `solve`.
        budget: A `Budget`, its text (`"10s"`) or seconds; None: as `solve` has it.
        seed: Random seed.
        progress: Called with the work so far, now and then.
        rated: Whether to rate it, which takes longest.

    >>> from nonoforge.families.grid import from_picture
    >>> report = check(from_picture([[1, 0, 0], [0, 1, 0], [0, 0, 1]]))
    >>> report.verdict.answer, len(report.ambiguous_cells)
    ('multiple', 9)
    """
    puzzle = nonogram.puzzle
    limits = None if budget is None else Budget.of(budget)
    with time_limit(limits and limits.seconds):
        verdict = solve(nonogram, limit=max(2, limit), budget=limits, seed=seed, progress=progress)
        verdict = verdict._replace(nonogram=nonogram)
        stuck: tuple[int, ...] = ()
        if not verdict.line_solvable and verdict.answer != "none" and time_left():
            settled = climb(puzzle, level="line")
            stuck = settled.state.open_cells() if time_left() else ()
        ambiguous, complete = ambiguous_cells(puzzle, verdict)
        names = tuple(puzzle.lines[line].name for line in verdict.conflict)
        said = clash(nonogram, verdict.conflict) if verdict.answer == "none" else ()
        rating = _rating(nonogram, verdict) if rated else unrated("no rating was asked for")
        counted = classic(puzzle) if time_left() else None
    return Report(verdict, stuck, ambiguous, complete, names, rating, said, counted,
                  flaws(nonogram, verdict))


def _rating(nonogram: Nonogram, verdict: Verdict) -> Rating:
    if verdict.answer != "unique" or not time_left():
        return unrated(NOT_RATED["unknown" if verdict.answer == "unique" else verdict.answer])
    return rate(nonogram, budget=Budget(seconds=MAX_RATING_SECONDS))
