"""The last level: clauses and a conflict-driven SAT solver (CaDiCaL, through python-sat).

The state that lines and probing left is encoded (`encode.py`), so the clauses speak only of what
is still open. Work is counted in conflicts and done in slices, so that a wall clock is kept and
progress can be told.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterable
from functools import cache
from time import perf_counter
from typing import Any

from nonoforge.engine.encode import Encoding
from nonoforge.engine.meter import Meter, OutOfBudget
from nonoforge.engine.nearby import nearby_solution
from nonoforge.engine.outcome import Budget, Outcome
from nonoforge.progress import WorkProgress
from nonoforge.puzzle import Colouring, Puzzle
from nonoforge.state import State
from nonoforge.verdict import Work

MOST_CLAUSES = 5_000_000  # about a gigabyte
SLICE = 2_000  # conflicts between two looks at the clock
LOAD = 10_000  # clauses between two looks at the clock

CADICAL = "cadical195"  # as python-sat calls it



@cache
def available() -> bool:
    """Is python-sat installed?"""
    return importlib.util.find_spec("pysat") is not None


class Solver:
    """An incremental SAT solver over one encoding, with a budget over all its calls. `name` is
    any of python-sat's that learns to stop: that has `conf_budget`. `slice` are the conflicts
    between two looks at the clock."""

    def __init__(self, encoding: Encoding, budget: Budget, progress: WorkProgress | None = None,
                 work: Work | None = None, *, name: str = CADICAL, slice: int = 0) -> None:
        from pysat.solvers import Solver as Named

        self.encoding = encoding
        self.work = work or Work()
        self._budget = budget
        self._progress = progress
        self._begin = perf_counter()
        self._most = slice or SLICE
        self._solver: Any = Named(name=name)
        for count, clause in enumerate(encoding.clauses):
            if count % LOAD == LOAD - 1 and self.exhausted():
                break  # it will never be asked
            self.add(clause)

    def add(self, clause: list[int]) -> None:
        # CaDiCaL takes an empty clause as the end of nothing: say "false" with two units.
        for part in [clause] if clause else [[1], [-1]]:
            self._solver.add_clause(part)

    def prefer(self, literals: list[int]) -> None:
        """The literals to try first."""
        self._solver.set_phases(literals)

    def model(self, assumptions: Iterable[int] = ()) -> Colouring | bool | None:
        """A solution; False if there is none; None if the budget ran out."""
        assumed = list(assumptions)
        while not self.exhausted():
            self._solver.conf_budget(self._slice())
            before = self._solver.accum_stats()["conflicts"]
            answer = self._ask(assumed)
            spent = self._solver.accum_stats()["conflicts"] - before
            self.work = self.work._replace(conflicts=self.work.conflicts + spent)
            if answer:
                return self.encoding.decode(self._solver.get_model())
            if answer is not None:
                return False
            if self._progress:
                self._progress(self.work)
        return None

    def _ask(self, assumed: list[int]) -> bool | None:
        try:
            answer: bool | None = self._solver.solve_limited(assumptions=assumed)
        except Exception as error:  # python-sat hears Ctrl-C itself, and has its own word
            if "keyboard interrupt" in str(error):
                raise KeyboardInterrupt from None
            raise
        return answer

    def core(self) -> list[int]:
        return list(self._solver.get_core() or ())

    def exhausted(self) -> bool:
        budget = self._budget
        return (budget.conflicts is not None and self.work.conflicts >= budget.conflicts) or (
            budget.seconds is not None and perf_counter() - self._begin >= budget.seconds)

    def _slice(self) -> int:
        if self._budget.conflicts is None:
            return self._most
        return max(1, min(self._most, self._budget.conflicts - self.work.conflicts))

    def close(self) -> None:
        self._solver.delete()

    def __enter__(self) -> Solver:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def finish(
    puzzle: Puzzle, outcome: Outcome, *, limit: int, budget: Budget, seed: int = 0,
    progress: WorkProgress | None = None,
) -> Outcome:
    """Goes on where lines, probing and search stopped, until `limit` solutions or the proof."""
    solutions = list(outcome.solutions)
    solutions += _near(puzzle, outcome.state, solutions, budget)
    if len(solutions) >= limit:
        return outcome._replace(solutions=tuple(solutions))
    try:
        encoding = Encoding(puzzle, outcome.state, seed=seed, watch=_within(budget))
    except OutOfBudget:
        return outcome._replace(exhausted=True, solutions=tuple(solutions))
    with Solver(encoding, budget, progress, outcome.work) as solver:
        for solution in solutions:
            solver.add(encoding.different(solution))
        answer: Colouring | bool | None = None
        while len(solutions) < limit and isinstance(answer := solver.model(), bytes):
            found = [answer, *_near(puzzle, outcome.state, [*solutions, answer], budget)]
            solutions += found
            for solution in found:
                solver.add(encoding.different(solution))
        return outcome._replace(
            level="sat", exhausted=answer is None, solutions=tuple(solutions), work=solver.work)


def _within(budget: Budget) -> Callable[[int], None]:
    """What stops an encoding that takes too long, or more memory than it may."""
    meter = Meter(Budget(seconds=budget.seconds))

    def watch(clauses: int) -> None:
        meter.look()
        if clauses > MOST_CLAUSES:
            raise OutOfBudget

    return watch


def _near(
    puzzle: Puzzle, state: State, solutions: list[Colouring], budget: Budget,
) -> list[Colouring]:
    """Two solutions usually differ in a few neighbouring cells: look there before proving."""
    if len(solutions) != 1:
        return []
    near = nearby_solution(puzzle, state, solutions[0], budget.seconds)
    return [near] if near else []


def differences(
    puzzle: Puzzle, state: State, first: Colouring, known: set[int], budget: Budget,
) -> tuple[set[int], bool]:
    """Further cells that differ from `first` in some solution; and whether these are all."""
    encoding = Encoding(puzzle, state)
    same = [cell for cell in state.open_cells() if cell not in known]
    found: set[int] = set()
    with Solver(encoding, budget) as solver:
        while same:
            # The clause only gets shorter, so it may stay: the next one implies it. Asked to differ
            # wherever it can, each answer tells of many cells at once.
            differing = encoding.different(first, same)
            solver.add(differing)
            solver.prefer(differing)
            other = solver.model()
            if not isinstance(other, bytes):
                return found, other is False
            found.update(cell for cell in same if other[cell] != first[cell])
            same = [cell for cell in same if other[cell] == first[cell]]
    return found, True


def core(
    puzzle: Puzzle, conflicts: int = 200_000, seconds: float | None = None,
) -> list[int] | None:
    """Lines without a common solution, as the SAT solver's reason names them; None if unknown."""
    budget = Budget(conflicts=conflicts, seconds=seconds)
    try:
        encoding = Encoding(puzzle, State.start(puzzle), named=True, watch=_within(budget))
    except OutOfBudget:
        return None
    with Solver(encoding, budget) as solver:
        named = {literal: line for line, literal in encoding.selectors.items()}
        if solver.model(named) is not False:
            return None
        lines = sorted(named[literal] for literal in solver.core())
        for line in list(lines):  # leave out one line at a time while it still holds
            rest = [other for other in lines if other != line]
            if solver.model(encoding.selectors[other] for other in rest) is False:
                lines = rest
    return lines
