"""Hiding clues: a solid with all of them is too easy, and full of numbers.

The engine finds small sets of rods that still solve the solid (`engine.thin`). A share keeps more
than the fewest: some of the hidden clues are shown again, at random.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from time import monotonic
from typing import Literal, NamedTuple

from nonoforge.engine import Budget, probe, propagate, thin, thin_by_probing
from nonoforge.errors import InputError
from nonoforge.families.solid.build import with_clues
from nonoforge.nonogram import Nonogram
from nonoforge.progress import Progress
from nonoforge.puzzle import Puzzle

Level = Literal["line", "probe"]


MEANS = {"line": "lines alone do", "probe": "lines and probing do"}

MAX_IDLE = 400  # answers without a smaller set before the walk stops
DEFAULT_BUDGET = Budget(seconds=30)  # of the search, where none is given


class Target(NamedTuple):
    """How many clues to keep: a share of them, or None for as few as can be found."""

    share: float | None = None


class Hidden(NamedTuple):
    """The nonogram with fewer clues, and whether the target was reached."""

    nonogram: Nonogram
    reached: bool
    interrupted: bool = False


def hide_clues(
    nonogram: Nonogram, target: Target, *, level: Level = "line", seed: int = 0,
    budget: Budget | None = None, progress: Progress | None = None,
) -> Hidden:
    """Keep as few clues as the target asks for, so that lines (or probing) still solve the solid.

    With all its clues it must be solvable that way; a KeyboardInterrupt ends the search with the
    best set so far.
    """
    puzzle = nonogram.puzzle
    total = len(puzzle.lines)
    wanted = None if target.share is None else round(target.share * total)
    if wanted == total:
        return Hidden(nonogram, True)
    if not solves(puzzle, level):
        raise InputError(f"{MEANS[level]} not solve it, so no clue can be hidden; repair it first")
    search = _Search(puzzle, wanted or 0, level, seed, budget or DEFAULT_BUDGET)
    search.run(progress)
    kept = search.best
    if wanted is not None and len(kept) < wanted:
        rest = [line for line in range(total) if line not in kept]
        kept = kept | set(Random(seed).sample(rest, wanted - len(kept)))
    reached = wanted is None or len(kept) <= wanted
    return Hidden(with_clues(nonogram, kept), reached, search.interrupted)


def solves(puzzle: Puzzle, level: Level) -> bool:
    """Return whether deduction of this level solves the puzzle."""
    return propagate(puzzle).state.solved or \
        (level == "probe" and probe(puzzle).state.solved)


class _Search:
    """A random walk over sets of clues, until the budget or its progress ends."""

    def __init__(self, puzzle: Puzzle, wanted: int, level: Level, seed: int,
                 budget: Budget) -> None:
        self.puzzle, self.wanted, self.level, self.seed = puzzle, wanted, level, seed
        self.best = frozenset(range(len(puzzle.lines)))
        self.interrupted = False
        self._steps = budget.nodes
        self._seconds, self._begin = budget.seconds, monotonic()

    def run(self, progress: Progress | None) -> None:
        try:
            # Lines need not be given all the time: probing goes on from what they find.
            share = 0.5 if self.level == "probe" else 1
            self._take(thin(self.puzzle, self.seed), progress, MAX_IDLE, share)
            if self.level == "probe" and len(self.best) > self.wanted:
                everything = len(self.best)
                self._take(thin_by_probing(self.puzzle, self.best, self.seed), progress, everything)
        except KeyboardInterrupt:
            self.interrupted = True

    def _take(
        self, sets: Iterator[frozenset[int]], progress: Progress | None, patience: int,
        share: float = 1,
    ) -> None:
        idle = 0
        for number, kept in enumerate(sets):
            idle = 0 if len(kept) < len(self.best) else idle + 1
            self.best = min(self.best, kept, key=len)
            if progress:
                progress(len(self.best), len(self.puzzle.lines))
            late = self._seconds is not None and \
                monotonic() > self._begin + share * self._seconds
            spent = self._steps is not None and number >= self._steps
            if late or spent or idle >= patience or len(self.best) <= self.wanted:
                return
