"""Ports and lengths together: the most labels, then the shortest leaders, by MaxSAT.

A core-guided solver (RC2 of python-sat: A. Ignatiev, A. Morgado, J. Marques-Silva, RC2: an
efficient MaxSAT solver, 2019) with the clauses of `clauses`. E. Timmer, Labeling Curved Nonograms
(2023), section 4.4, has a variable for each option and length and a clause for each pair that
overlaps; in order encoding there are far fewer, and a core speaks of many lengths at once.

RC2 works its way up from the best that there could be, and has no labeling before the end. But its
SAT solver finds models on the way, at the latest when one size of costs is dealt with and the next
comes: when one of those is as good as what is proved so far, it is the end, and when time is over,
the best of all is the answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from math import inf
from time import monotonic
from typing import Any, NamedTuple

from nonoforge.labeling.clauses import Clauses
from nonoforge.labeling.grid import State

SOLVER = "glucose4"
TRIM = 3  # how often a core is made smaller
CONFLICTS = 1000  # between two looks at the clock
PATIENCE = 1.0  # seconds after which models that come by the way are looked at
LONG = 40  # cores of up to so many literals are made minimal, ...
TRY = 200  # ... with so many conflicts for each


class Found(NamedTuple):
    """The state of each label that has a place, and whether this is proved to be best."""

    states: dict[int, State]
    optimal: bool


def shortest(clauses: Clauses, known: dict[int, State] | None = None, end: float = inf) -> Found:
    """The best states; at the time `end` (of the monotonic clock) the best so far. `known` are
    states that are possible, the better the sooner it is done."""
    if not clauses.left:
        return Found({}, True)
    known = known or {}
    search = _Search(clauses, clauses.literals(known), end)
    return search.run(complete=len(known) == len(clauses.left))


class _Over(Exception):
    """Time is over, or the best is found."""


class _Search:
    """What RC2 is asked, and the best that was seen on the way."""

    def __init__(self, clauses: Clauses, known: Sequence[int], end: float) -> None:
        self.clauses, self.best, self.end = clauses, known, end
        self.least = clauses.cost(known)
        self.proved = False
        self.other, self.others = known, self.least  # the best of those seen by the way
        self.patience = monotonic() + PATIENCE

    def run(self, *, complete: bool) -> Found:
        """If all labels are known to have a place, "left" is no choice any more. (With it the hard
        clauses can always hold. RC2 must not be given others: it fails when it trims no core.)"""
        if complete:
            self.clauses.hard += [[-left] for left in self.clauses.left.values()]
        with suppress(_Over):
            self._solve()
        best = self.best if self.proved or self.least <= self.others else self.other
        return Found(self.clauses.states(best), self.proved)

    def by_the_way(self, model: Sequence[int]) -> None:
        """Hears of models that nobody asked for: of some use when the search is long. They do not
        change its course, so that its result does not depend on the clock."""
        if monotonic() > self.patience and (cost := self.clauses.cost(model)) < self.others:
            self.other, self.others = model, cost

    def saw(self, model: Sequence[int], proved: int) -> None:
        """Hears of models, and of what no model can be better than."""
        cost = self.clauses.cost(model)
        if cost < self.least:
            self.best, self.least = model, cost
        if self.least <= proved:
            self.proved = True
            raise _Over

    def ask(self, solver: Any, assumptions: Sequence[int]) -> bool:
        """Solves, with an eye on the clock."""
        while monotonic() < self.end:
            answer = _limited(solver, assumptions, CONFLICTS)
            if answer is not None:
                return answer
        raise _Over

    def _solve(self) -> None:
        from pysat.formula import WCNF

        formula = WCNF()  # filled at once: its own way looks at each literal
        formula.hard = self.clauses.hard
        formula.soft = [[x] for x in self.clauses.soft]
        formula.wght = list(self.clauses.soft.values())
        formula.nv = len(self.best)
        with _watched()(formula, self) as solver:
            solver.compute()


def _limited(solver: Any, assumptions: Sequence[int], conflicts: int) -> bool | None:
    """Solves, with so many conflicts; None if they were not enough."""
    solver.conf_budget(conflicts)
    try:
        answer: bool | None = solver.solve_limited(assumptions=list(assumptions))
    except Exception as error:  # python-sat hears Ctrl-C itself, and has its own word
        if "keyboard interrupt" in str(error):
            raise KeyboardInterrupt from None
        raise
    return answer


@cache
def _watched() -> Any:
    """RC2, stratified, with a search that watches each of its calls to the SAT solver."""
    from pysat.examples.rc2 import RC2Stratified

    class Watched(RC2Stratified):  # type: ignore[misc]
        core: list[int]

        def __init__(self, formula: Any, search: _Search) -> None:
            self._search = search
            super().__init__(formula, solver=SOLVER, blo="full", exhaust=True, trim=TRIM)

        def _call_oracle(self, assumptions: Sequence[int] = (),
                         expect_interrupt: bool = False) -> bool:
            answer = self._search.ask(self.oracle, assumptions)
            if answer:
                self._search.by_the_way(self.oracle.get_model())
            return answer

        def compute_(self) -> bool:
            """What RC2 does for each size of costs."""
            super().compute_()
            self._search.saw(self.oracle.get_model(), self.cost)
            return True

        def minimize_core(self) -> None:
            """Costs of all sizes make long cores ruinous: the bound then creeps up by the smallest
            of them. So each literal of a short core is tried to be left out, the cheapest first."""
            if not 1 < len(self.core) <= LONG:
                return
            self.core = sorted(self.core, key=lambda x: self.wght[x])
            kept = 0
            while kept < len(self.core):
                rest = self.core[:kept] + self.core[kept + 1:]
                answer = _limited(self.oracle, rest, TRY)
                if answer is None:
                    break  # too hard to be worth it
                if answer:
                    kept += 1
                else:
                    smaller = set(self.oracle.get_core() or rest)
                    self.core = [x for x in rest if x in smaller]

    return Watched
