"""The meter counts work and stops it when a budget has run out."""

from __future__ import annotations

from math import inf
from time import monotonic

from nonoforge.engine.outcome import Budget
from nonoforge.verdict import Work

CLOCK_EVERY = 64  # lines settled between two looks at the clock


class OutOfBudget(Exception):
    """The budget has run out. What is known is true, but it may not be all."""


class Meter:
    """Counts of work. Hot loops count in `settled` and call `check` when it has passed `pause`;
    others call `settle`. `idle` are the lines settled that taught nothing."""

    def __init__(self, budget: Budget | None = None) -> None:
        budget = budget or Budget()
        self.settled = self.probes = self.nodes = self.conflicts = self.idle = 0
        self._settled_limit = inf if budget.settled is None else budget.settled
        self._nodes_limit = inf if budget.nodes is None else budget.nodes
        self._conflicts_limit = inf if budget.conflicts is None else budget.conflicts
        self._deadline = inf if budget.seconds is None else monotonic() + budget.seconds
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
        """What is left of the clock; None if there is none."""
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
