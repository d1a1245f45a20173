"""From a puzzle to its verdict: climbs the levels as far as it must, within a budget."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from time import perf_counter
from typing import NamedTuple

from nonoforge.engine.choose import (
    CLIMB_BUDGET,
    can_restart,
    climb,
    climb_many,
    sat_available,
)
from nonoforge.engine.conflict import small_conflict
from nonoforge.engine.outcome import Budget, Outcome
from nonoforge.engine.verify import verify
from nonoforge.errors import InputError
from nonoforge.nonogram import Nonogram
from nonoforge.progress import WorkProgress
from nonoforge.puzzle import Colouring, Puzzle
from nonoforge.verdict import Answer, Level, Verdict, Work

MOMENT = 0.05  # seconds: shorter work is not timed


class Ladder(NamedTuple):
    """How far a method climbs, whether it goes on there as long as the budget lasts, and whether
    SAT may finish what it cannot."""

    summary: str
    level: Level
    patient: bool = True
    sat: bool = False


LADDERS = {
    "auto": Ladder("lines, probing, a short search, then SAT: whatever it takes",
                   "search", patient=False, sat=True),
    "line": Ladder("settle single lines until nothing changes", "line"),
    "probe": Ladder("lines, then probing with all implications (FP1, FP2, FP3)", "probe"),
    "search": Ladder("lines, probing, then search that learns from its conflicts", "search"),
    "sat": Ladder("lines, probing, then clauses for a SAT solver", "probe", sat=True),
}


# Why a ladder that stops there has no answer, though its budget would have lasted.
NO_FURTHER: dict[Level, str] = {
    "line": "single lines get no further", "probe": "probing gets no further",
}

# How long search goes on before a second solution is looked for around a known one.
FIRST_SEARCH_BUDGET = Budget(conflicts=100)

# ... and before processes share the rest: they go on with fresh searches.
SHARED_BUDGET = Budget(conflicts=2_000)


def solve(
    puzzle: Puzzle | Nonogram, *, limit: int = 2, method: str = "auto",
    budget: Budget | None = None, seed: int = 0, progress: WorkProgress | None = None,
    hint: Colouring | None = None, jobs: int = 1, repeatable: bool = False,
) -> Verdict:
    """Return the verdict on one puzzle, with up to `limit` solutions (two are needed for a
    verdict).

    `jobs` processes share what search has not decided within a moment (see `parallel.py`), where
    the method may go on to SAT. With `repeatable` they give the same verdict each time, as one
    does.

    `hint` is a known solution, such as the maker's. Where search does not find one soon, a second
    is looked for close to it (once it has passed the check, as every solution does).

    >>> from nonoforge.families.grid import from_picture
    >>> verdict = solve(from_picture([[1, 0], [0, 1]]))
    >>> verdict.answer, len(verdict.solutions), verdict.complete
    ('multiple', 2, False)
    """
    begin = perf_counter()
    ladder = ladder_named(method)
    budget = budget or Budget()
    limit = max(limit, 2)
    if isinstance(puzzle, Nonogram):
        hint = hint or puzzle.solution
        puzzle = puzzle.puzzle
    outcome = _climb(puzzle, hint, limit, ladder, budget, seed, begin, jobs)
    return _finish(puzzle, outcome, ladder, limit, budget, seed, progress, begin, jobs, repeatable)


def solve_many(
    puzzles: Iterable[Puzzle | Nonogram], *, limit: int = 2, method: str = "auto",
    budget: Budget | str | float | None = None, seed: int = 0,
) -> list[Verdict]:
    """Return the verdicts on many puzzles, each within the budget; one native call if none needs
    SAT."""
    ladder = ladder_named(method)
    budget = Budget.of(budget)
    limit = max(limit, 2)
    plain = [item.puzzle if isinstance(item, Nonogram) else item for item in puzzles]
    if not plain:
        return []
    found = climb_many(plain, limit=limit, level=ladder.level,
                       budget=_patience(ladder, budget), seed=seed)
    return [one if isinstance(one, Verdict)
            else _finish(puzzle, Outcome(*one), ladder, limit, budget, seed, None, None)
            for puzzle, one in zip(plain, found, strict=True)]


def ladder_named(method: str) -> Ladder:
    """Return the ladder of a method, or an error that lists them."""
    try:
        return LADDERS[method]
    except KeyError:
        raise InputError(f"no method {method!r}; there are {', '.join(LADDERS)}") from None


def _climb(
    puzzle: Puzzle, hint: Colouring | None, limit: int, ladder: Ladder, budget: Budget, seed: int,
    begin: float, jobs: int,
) -> Outcome:
    """Climb the levels; with a hint, only a little at first, then search near it. What others will
    help with, only a little, too."""
    patience = _patience(ladder, budget)
    if jobs > 1 and not ladder.patient and can_restart(puzzle):
        patience = patience.within(SHARED_BUDGET)
    climb_within = partial(climb, puzzle, limit=limit, level=ladder.level, seed=seed)
    if hint is None or not ladder.sat:
        return climb_within(budget=patience)
    outcome = climb_within(budget=patience.within(FIRST_SEARCH_BUDGET))
    spare = _spare(budget, outcome.work, begin)
    if not outcome.exhausted or len(outcome.solutions) >= limit or spare is None:
        return outcome
    from nonoforge.engine.sat import nearby_solution

    if not outcome.solutions and verify(puzzle, hint) and (
            near := nearby_solution(puzzle, outcome.state, hint, spare.seconds)):
        return outcome._replace(solutions=(hint, near))
    spare = _spare(budget, outcome.work, begin)
    return outcome if spare is None else climb_within(
        budget=patience._replace(seconds=spare.seconds))


def _patience(ladder: Ladder, budget: Budget) -> Budget:
    """Return the budget for climbing: an impatient ladder gives way to SAT early."""
    return budget if ladder.patient or not sat_available() else budget.within(CLIMB_BUDGET)


def _finish(
    puzzle: Puzzle, outcome: Outcome, ladder: Ladder, limit: int, budget: Budget, seed: int,
    progress: WorkProgress | None, begin: float | None, jobs: int = 1, repeatable: bool = False,
) -> Verdict:
    if outcome.exhausted and len(outcome.solutions) < limit and ladder.sat and (
            spare := _spare(budget, outcome.work, begin)):
        from nonoforge.engine import sat

        searching = ladder.level == "search" and can_restart(puzzle)
        if jobs > 1:
            from nonoforge.engine import parallel

            outcome = parallel.finish(
                puzzle, outcome, limit=limit, budget=spare, seed=seed, progress=progress,
                searching=searching, jobs=jobs, repeatable=repeatable)
        else:
            outcome = sat.finish(
                puzzle, outcome, limit=limit, budget=spare, seed=seed, progress=progress,
                restarts=sat.Restarts(puzzle, limit, seed) if searching else None)
        # The engines check what they find themselves; this came from elsewhere.
        if not all(verify(puzzle, solution) for solution in outcome.solutions):
            raise AssertionError("a solution failed the independent check")
    level, line_solvable, exhausted, solutions, state, hint, work = outcome
    if not exhausted and len(solutions) == 1:  # most of all, and asked for by thousands
        return Verdict("unique", level, line_solvable, solutions, True, state, work, (),
                       0.0 if begin is None else perf_counter() - begin)
    if solutions:
        answer: Answer = "multiple" if len(solutions) > 1 else "unknown" if exhausted else "unique"
    else:
        answer = "unknown" if exhausted else "none"
    conflict = small_conflict(puzzle, hint, _moment(budget, begin)) if answer == "none" else ()
    why = ""
    if answer == "unknown":
        spent = ladder.sat or _spare(budget, work, begin) is None
        why = "the budget ran out" if spent else NO_FURTHER.get(ladder.level, "the budget ran out")
    return Verdict(
        answer, level, line_solvable, solutions, not exhausted and len(solutions) < limit, state,
        work, conflict, 0.0 if begin is None else perf_counter() - begin, (), why)


def _moment(budget: Budget, begin: float | None) -> float | None:
    """Return how long it may take to say why there is no solution: what is left, and a little more.
    """
    if budget.limit is None:
        return None
    spent = 0.0 if begin is None else perf_counter() - begin
    return max(0.0, budget.limit - spent) + MOMENT


def _spare(budget: Budget, work: Work, begin: float | None) -> Budget | None:
    """Return what is left of a budget, or None if nothing is."""
    seconds = budget.seconds
    if seconds is not None and begin is not None:
        seconds -= perf_counter() - begin
    used_up = (
        (budget.settled is not None and work.settled >= budget.settled)
        or (budget.nodes is not None and work.nodes >= budget.nodes)
        or (budget.conflicts is not None and work.conflicts >= budget.conflicts)
        or (seconds is not None and seconds <= 0)
    )
    return None if used_up else budget._replace(seconds=seconds)

