"""The process behind `parallel.py`: tasks on stdin, replies on stdout, pickled. It ends with its
stdin."""

from __future__ import annotations

import pickle
import sys
from contextlib import suppress

from nonoforge.engine import sat
from nonoforge.engine.outcome import Budget, Outcome, OutOfBudget
from nonoforge.engine.parallel import Reply, Task
from nonoforge.engine.weights import Weighing
from nonoforge.puzzle import Colouring, Puzzle
from nonoforge.state import State
from nonoforge.verdict import Work


class Worker:
    """One puzzle, and a SAT solver for it from the first task that needs it."""

    def __init__(self, puzzle: Puzzle, state: State, limit: int, seed: int) -> None:
        self._puzzle, self._state, self._limit, self._seed = puzzle, state, limit, seed
        self._encoding: sat.Encoding | None = None
        self._solver: sat.Solver | None = None
        self._forbidden: set[Colouring] = set()

    def perform(self, task: Task) -> Reply:
        """Return what a task finds."""
        if task.kind == "search":
            return self._search(task)
        if task.kind == "near":
            near = sat.nearby_solution(self._puzzle, task.state, task.solutions[0],
                                       task.budget.seconds)
            return Reply(Work(), (near,) if near else ())
        if task.kind == "weigh":
            weighing = Weighing(self._puzzle, task.state, task.solutions[0])
            return Reply(Work(), complete=weighing.proves_unique(task.budget.seconds))
        return self._ask(task)

    def _search(self, task: Task) -> Reply:
        begin = Outcome("search", False, True, task.solutions, task.state, None, Work())
        restarts = sat.Restarts(self._puzzle, self._limit, self._seed, task.number - 1)
        found = restarts.next(begin, task.budget)
        return Reply(found.work, found.solutions, not found.exhausted,
                     state=None if found.solutions else found.state)

    def _ask(self, task: Task) -> Reply:
        """Ask the SAT solver for a solution in the cube that is not known yet."""
        budget = task.budget
        if self._encoding is None:
            try:
                self._encoding = sat.Encoding(self._puzzle, task.state, seed=self._seed,
                                              watch=sat.clause_watch(budget))
            except OutOfBudget:
                return Reply(Work())
            self._state = task.state
            self._solver = sat.Solver(self._encoding, Budget())
        assert self._solver
        solver = self._solver
        if task.state != self._state:
            self._state = task.state
            solver.restrict(task.state)
        for solution in task.solutions:
            if solution not in self._forbidden:
                self._forbidden.add(solution)
                solver.add(self._encoding.different(solution))
        assumptions = {}
        for decision in task.cube:
            cell, colour, has = decision
            literal = self._encoding.cell_literal(cell, colour)
            if literal is sat.FALSE or literal == sat.TRUE:
                if (literal == sat.TRUE) != has:
                    return Reply(Work(), complete=True, core=(decision,))
            else:
                assumptions[literal if has else -literal] = decision
        solver.begin(budget)
        answer = solver.model(assumptions)
        work = Work(conflicts=solver.work.conflicts)
        if isinstance(answer, bytes):
            return Reply(work, (answer,))
        if answer is None:
            return Reply(work)
        core = tuple(assumptions[literal] for literal in solver.core())
        return Reply(work, complete=True, core=core)


def main() -> None:
    """Perform the tasks of one puzzle."""
    source, out = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # for anything else that would write there
    with suppress(EOFError):
        worker = Worker(*pickle.load(source))
        while True:
            pickle.dump(worker.perform(pickle.load(source)), out)
            out.flush()


if __name__ == "__main__":
    main()
