"""What an engine is asked and what it answers.

There are two engines with the same functions: the native kernel and the plain one in
`plain`. Both take puzzles and states and give these.

    settle(clue, masks, length)       -> new masks, or None: no colouring fits
    propagate(puzzle, state, order)   -> Deduction
    probe(puzzle, state, depth)       -> Deduction
    solve(puzzle, state, ...)         -> Outcome
"""

from __future__ import annotations

from math import inf
from time import monotonic
from typing import Literal, NamedTuple, TypeAlias

from nonoforge.errors import OutOfBudget as OutOfBudget
from nonoforge.puzzle import Colouring
from nonoforge.state import State
from nonoforge.time_limit import deadline
from nonoforge.verdict import Budget as Budget
from nonoforge.verdict import Level, Work

Order: TypeAlias = Literal["plain", "ordered"]
"""`plain`: a queue that takes a line again for each cell that changed. `ordered`: the lines of
one group before those of the next, each once (Chen and Hung's ordered propagation)."""

ORDERS: tuple[Order, ...] = ("plain", "ordered")

Depth: TypeAlias = Literal[1, 2, 3]
"""How much a probe learns: 1 what all colours of a cell agree on (FP1), 2 also contrapositives
(FP2), 3 also the closure of all implications (FP3)."""


class Deduction(NamedTuple):
    """What a level found. `conflict` is the line that cannot be coloured, if the state has none."""

    state: State
    conflict: int | None
    work: Work


class Outcome(NamedTuple):
    """The ladder up to search. `exhausted`: a budget ran out, so `solutions` may not be all."""

    level: Level
    line_solvable: bool
    exhausted: bool
    solutions: tuple[Colouring, ...]
    state: State  # holds in every solution
    conflict: int | None  # the line that broke propagation, where that alone shows there is none
    work: Work


# The meter counts work and stops it when a budget has run out.

CLOCK_EVERY = 64  # lines settled between two looks at the clock


class Meter:
    """Counts of work, limited by a budget and the time limit around it. Hot loops count in
    `settled` and call `check` when it has passed `pause`; others call `settle`. `idle` are the
    lines settled that taught nothing."""

    def __init__(self, budget: Budget | None = None) -> None:
        budget = budget or Budget()
        self.settled = self.probes = self.nodes = self.conflicts = self.idle = 0
        self._settled_limit = inf if budget.settled is None else budget.settled
        self._nodes_limit = inf if budget.nodes is None else budget.nodes
        self._conflicts_limit = inf if budget.conflicts is None else budget.conflicts
        self._deadline = deadline(budget.seconds)
        self.pause = 0.0
        self._plan_pause()

    @property
    def work(self) -> Work:
        return Work(self.settled, self.probes, self.nodes, self.conflicts)

    def check(self) -> None:
        """Stop if too many lines are settled or it is too late; else say when to ask again."""
        if self.settled > self._settled_limit:
            self.settled -= 1  # the one that was not allowed
            raise OutOfBudget
        self.look()
        self._plan_pause()

    def look(self) -> None:
        """Look at the clock."""
        if monotonic() > self._deadline:
            raise OutOfBudget

    def seconds_left(self) -> float | None:
        """Return what is left of the clock; None if there is none."""
        return None if self._deadline == inf else max(0.0, self._deadline - monotonic())

    def settle(self) -> None:
        """Count a line settled, if the budget has one left."""
        self.settled += 1
        self.check()

    def branch(self) -> None:
        """Count a node of the search, if the budget has one left."""
        self.look()
        if self.nodes >= self._nodes_limit:
            raise OutOfBudget
        self.nodes += 1

    def conflict(self) -> None:
        """Count a contradiction, if the budget has one left."""
        if self.conflicts >= self._conflicts_limit:
            raise OutOfBudget
        self.conflicts += 1

    def _plan_pause(self) -> None:
        ask = inf if self._deadline == inf else self.settled + CLOCK_EVERY
        self.pause = min(self._settled_limit, ask)
