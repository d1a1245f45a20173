"""Simulated annealing: worse layouts are accepted at first, and ever more seldom."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import log
from random import Random

from nonoforge.families.curved.growing.judging import Judge, Judged
from nonoforge.families.curved.growing.moves import Moves

HOT, COLD = 2.0, 0.03
SMALLEST = 0.08  # how large changes are at the end
OFTEN = 25  # tries between two calls of `tick`
KEPT = 6  # of the best


@dataclass
class Annealing:
    """A search that can be stopped at any time: `best` is what it has."""

    judge: Judge
    moves: Moves
    rng: Random
    now: Judged
    best: Judged
    tried: int = 0
    good: list[Judged] = field(default_factory=list)  # the last of the best, the worst first

    def __post_init__(self) -> None:
        self.good.append(self.best)

    def run(self, tries: int, hot: float, cold: float, tick: Callable[[Judged], None]) -> None:
        """Tries so many changes while it cools down."""
        for k in range(tries):
            part = k / tries
            self.moves.step = max(SMALLEST, (hot * (cold / hot) ** part / HOT) ** 0.5)
            self._try(hot * (cold / hot) ** part)
            if k % OFTEN == 0:
                self.judge.survey.forget(self.now.layout, self.best.layout)
                tick(self.best)

    def _try(self, warmth: float) -> None:
        self.tried += 1
        layout = self.moves.changed(self.now)
        if layout is None:
            return
        limit = self.now.cost - warmth * log(max(self.rng.random(), 1e-12))
        found = self.judge.judge(layout, limit)
        if found is not None:
            self.now = found
            if found.cost < self.best.cost:
                self.best = found
                self.good = [*self.good[1 - KEPT:], found]
