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
from itertools import compress, pairwise
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from nonoforge.labeling.places import LengthGrid, State, Table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    class RC2Stratified:
        """What is used of the class of that name in `pysat.examples.rc2`, which has no types."""

        oracle: Any
        core: list[int]
        cost: int
        wght: dict[int, int]

        def __init__(self, formula: Any, *, solver: str, blo: str, exhaust: bool, trim: int,
                     ) -> None: ...
        def compute_(self) -> bool: ...

# A component of labels as clauses, in order encoding.
#
#     port(o)      the label has option o
#     more(l, k)   the leader of label l has at least k steps beyond its option's least length
#     left(l)      the label has no place
#
# What a piece forbids is covered with rectangles, as large as possible: options i and j, with a
# to b steps of i and c to d of j, are one clause: not port(i), or not port(j), or less than a
# steps, or more than b, and so on. The soft clauses are "not more(l, k)", which costs a step,
# "not port(o)", which costs what its least length is beyond that of its label's best option, and
# "not left(l)", which costs more than all the others together, less that label's own least
# length.

UNIT = 10_000  # what a step costs; other costs are rounded to whole numbers


class Clauses:
    """`hard` must hold; the literals in `soft` should, and cost so much where they do not."""

    def __init__(self, grid: LengthGrid, counts: NDArray[Any], table: Table,
                 labels: Sequence[int]) -> None:
        self.hard: list[list[int]] = []
        self.soft: dict[int, int] = {}
        self.left: dict[int, int] = {}  # the variable of each label
        self._grid = grid
        self._port: dict[int, int] = {}
        self._more: dict[int, int] = {}  # of an option's label, the variable before the first
        self._counts = counts
        self._count = 0
        for label in labels:
            self._add_label(label)
        # A label without a place spares its least length: of two, the one with the longer is left.
        spared = {label: self._best(label) for label in labels}
        dear = sum(self.soft.values()) + sum(spared.values()) + 1
        self.soft |= {-left: dear - spared[label] for label, left in self.left.items()}
        self._costs = [self.soft.get(-x, 0) for x in range(1, self._count + 1)]
        self._forbid(table)

    def _new(self) -> int:
        self._count += 1
        return self._count

    def _add_label(self, label: int) -> None:
        options = [o for o in self._grid.options.of(label) if self._counts[o]]
        ports = [self._new() for _ in options]
        self._port.update(zip(options, ports, strict=True))
        self.left[label] = self._new()
        self.hard.append([*ports, self.left[label]])
        self.hard += [[-a, -b] for k, a in enumerate(ports) for b in ports[:k]]
        before = self._count
        most = max(int(self._counts[o]) for o in options)
        steps = [self._new() for _ in range(1, most)]
        self.hard += [[-b, a] for a, b in pairwise(steps)]
        self.soft |= {-step: UNIT for step in steps}
        best = min(float(self._grid.options.least[o]) for o in options)
        for option, port in zip(options, ports, strict=True):
            self._more[option] = before
            self._add_option(option, port, best, most)

    def _best(self, label: int) -> int:
        """Return what the least length of a label costs."""
        least = self._grid.options.least
        best = min(float(least[o]) for o in self._grid.options.of(label) if self._counts[o])
        return round(best / self._grid.step * UNIT)

    def _add_option(self, option: int, port: int, best: float, most: int) -> None:
        count, before = int(self._counts[option]), self._more[option]
        if count < most:
            self.hard.append([-port, -(before + count)])
        extra = round((float(self._grid.options.least[option]) - best) / self._grid.step * UNIT)
        if extra > 0:
            self.soft[-port] = extra
        if self._grid.blocked is not None:
            for k in self._grid.blocked[option, :count].nonzero()[0].tolist():
                self.hard.append([-port, *([-(before + k)] if k else []),
                                  *([before + k + 1] if k + 1 < count else [])])

    def _forbid(self, table: Table) -> None:
        """Add a clause for each rectangle, without literals that are always false."""
        import numpy as np

        piece, *sides = rectangles(table)
        literals = []
        for option, low, high in ((table.first[piece], *sides[:2]), (table.second[piece],
                                                                    *sides[2:])):
            port = np.array([self._port.get(o, 0) for o in range(len(self._counts))])[option]
            before = np.array([self._more.get(o, 0) for o in range(len(self._counts))])[option]
            literals += [-port, np.where(low > 0, -(before + low), 0),
                         np.where(high + 1 < self._counts[option], before + high + 1, 0)]
        if len(piece):
            rows = np.stack(literals, axis=1)
            self.hard += [[x for x in row if x] for row in rows.tolist()]

    def states(self, model: Sequence[int]) -> dict[int, State]:
        """Return the state of each label that a model places."""
        held = {x for x in model if x > 0}
        return {int(self._grid.options.label[o]): State(o, self._steps(o, held))
                for o, port in self._port.items() if port in held}

    def _steps(self, option: int, held: set[int]) -> int:
        before, steps = self._more[option], 0
        while steps + 1 < self._counts[option] and before + steps + 1 in held:
            steps += 1
        return steps

    def cost(self, model: Sequence[int]) -> int:
        """Return what a model costs; all soft literals are negative."""
        held = [x > 0 for x in model[:self._count]]
        return sum(compress(self._costs, held))

    def literals(self, states: dict[int, State]) -> list[int]:
        """Return a model, but for helpers, that has these states."""
        held = {self.left[label] for label in self.left if label not in states}
        for state in states.values():
            before = self._more[state.option]
            held |= {self._port[state.option], *range(before + 1, before + state.steps + 1)}
        return [x if x in held else -x for x in range(1, self._count + 1)]


def rectangles(table: Table) -> tuple[NDArray[Any], ...]:
    """Return pieces, each with a rectangle of what it forbids: lows and highs of its first option's
    steps, then of its second's. Each range of the first's is taken with all steps of the second
    that forbid at least that range; since pieces are convex, these are in a row."""
    import numpy as np

    piece, at = (table.low <= table.high).nonzero()
    low, high = table.low[piece, at], table.high[piece, at]
    ends = [_reach(table, piece, at, low, high, way) for way in (-1, 1)]
    rows = np.stack([piece, low, high, *ends], axis=1).astype(np.int64)
    size = int(rows[:, 1:].max(initial=0)) + 1
    keys = rows @ np.array([size ** 4, size ** 3, size ** 2, size, 1], dtype=np.int64)
    _, kept = np.unique(keys, return_index=True)
    return tuple(rows[kept].T)


def _reach(table: Table, piece: NDArray[Any], at: NDArray[Any], low: NDArray[Any],
           high: NDArray[Any], way: int) -> NDArray[Any]:
    """Return how far, upwards or downwards, a piece forbids at least the same range, by bisection.
    """
    import numpy as np

    last = table.low.shape[1] - 1
    reach = np.zeros(len(at), dtype=np.int64)
    jump = 1 << max(last, 1).bit_length()
    while jump:
        there = at + way * (reach + jump)
        inside = (there >= 0) & (there <= last)
        there = there.clip(0, last)
        inside &= (table.low[piece, there] <= low) & (table.high[piece, there] >= high)
        reach += np.where(inside, jump, 0)
        jump >>= 1
    found: NDArray[Any] = at + way * reach
    return found


SOLVER = "glucose4"
TRIM = 3  # how often a core is made smaller
CONFLICTS = 1000  # between two looks at the clock
MODEL_DELAY = 1.0  # seconds after which intermediate models are examined
MAX_CORE_SIZE = 40  # literals: shorter cores are made minimal, ...
TRY = 200  # conflicts spent on each


class Found(NamedTuple):
    """The state of each label that has a place, and whether this is proved to be best."""

    states: dict[int, State]
    optimal: bool


def shortest(clauses: Clauses, known: dict[int, State] | None = None, end: float = inf) -> Found:
    """Return the best states; at the time `end` (of the monotonic clock) the best so far. `known`
    are states that are possible, the better the sooner it is done."""
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
        self.patience = monotonic() + MODEL_DELAY

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
        """Take note of an intermediate model, as a fallback for long searches. It does not change
        the search, so that the result does not depend on the clock."""
        if monotonic() > self.patience and (cost := self.clauses.cost(model)) < self.others:
            self.other, self.others = model, cost

    def saw(self, model: Sequence[int], proved: int) -> None:
        """Take note of a model and of a proved lower bound; end the search where they meet."""
        cost = self.clauses.cost(model)
        if cost < self.least:
            self.best, self.least = model, cost
        if self.least <= proved:
            self.proved = True
            raise _Over

    def ask(self, solver: Any, assumptions: Sequence[int]) -> bool:
        """Solve until the time is over."""
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
    """Solve within `conflicts` conflicts; None if they were not enough."""
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
    """Return stratified RC2 whose calls to the SAT solver go through the search."""
    if not TYPE_CHECKING:
        from pysat.examples.rc2 import RC2Stratified

    class Watched(RC2Stratified):
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
            """Return what RC2 does for each size of costs."""
            super().compute_()
            self._search.saw(self.oracle.get_model(), self.cost)
            return True

        def minimize_core(self) -> None:
            """Shorten a core. With costs of all sizes, long cores raise the bound by the smallest
            of them only, so each literal of a short core is tried to be left out, the cheapest
            first."""
            if not 1 < len(self.core) <= MAX_CORE_SIZE:
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
