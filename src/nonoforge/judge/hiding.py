"""Hiding clues: a puzzle with all of them may be too easy, and full of numbers.

The engine finds small sets of lines that still solve the puzzle (`engine.thin`). A share keeps more
than the fewest: some of the hidden clues are shown again, at random. E. Timmer asks what becomes of
a curved nonogram without its redundant labels (Labeling Curved Nonograms, 2023, section 8.2).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Literal, NamedTuple

from nonoforge.clues import Tally
from nonoforge.engine import Budget, OutOfBudget, probe, propagate, thin, thin_by_probing
from nonoforge.errors import InputError
from nonoforge.nonogram import Nonogram
from nonoforge.progress import Progress
from nonoforge.puzzle import Puzzle
from nonoforge.time_limit import check_time, time_limit, time_share

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
    notes: tuple[str, ...] = ()
    """What became of the clues, in sentences without a full stop."""


def shown_clues(puzzle: Puzzle) -> int:
    """Return how many lines have a clue that tells something."""
    return sum(not (isinstance(line.clue, Tally) and line.clue.hidden) for line in puzzle.lines)


def fewer_clues(
    nonogram: Nonogram, clues: float | Literal["all", "minimal"], *, level: Level | None = None,
    seed: int = 0, budget: Budget | None = None, progress: Progress | None = None,
) -> Hidden:
    """Return the nonogram as the option `clues` of making asks for it, with notes.

    Without a level, lines alone must still solve it, or probing where lines alone never did. All
    clues are shown where that is not enough.
    """
    puzzle = nonogram.puzzle
    if clues in ("all", 1.0):
        return Hidden(nonogram, True)
    try:
        level = level or ("line" if solves(puzzle, "line") else "probe")
        if not solves(puzzle, level):
            note = f"all clues are shown, because {MEANS[level]} not solve it even so"
            return Hidden(nonogram, False, notes=(note,))
    except OutOfBudget:
        return Hidden(nonogram, False, notes=("all clues are shown: the budget ran out",))
    found = hide_clues(nonogram, Target(None if clues == "minimal" else float(clues)), level=level,
                       seed=seed, budget=budget, progress=progress)
    kept, total = shown_clues(found.nonogram.puzzle), shown_clues(puzzle)
    notes = [f"{kept:,} of {total:,} clues are shown; {MEANS[level].removesuffix(' do')} still "
             "solve it"]
    if not found.reached:
        notes.append(f"with fewer than {kept:,} clues no way to solve it was found")
    return found._replace(notes=tuple(notes))


def hide_clues(
    nonogram: Nonogram, target: Target, *, level: Level = "line", seed: int = 0,
    budget: Budget | None = None, progress: Progress | None = None,
) -> Hidden:
    """Keep as few clues as the target asks for, so that lines (or probing) still solve it.

    With all its clues it must be solvable that way; a KeyboardInterrupt ends the search with the
    best set so far.
    """
    puzzle = nonogram.puzzle
    total = len(puzzle.lines)
    wanted = None if target.share is None else round(target.share * total)
    if wanted == total:
        return Hidden(nonogram, True)
    try:
        solvable = solves(puzzle, level)
    except OutOfBudget:
        return Hidden(nonogram, False)
    if not solvable:
        raise InputError(f"{MEANS[level]} not solve it, so no clue can be hidden; repair it first")
    search = _Search(puzzle, wanted or 0, level, seed, budget or DEFAULT_BUDGET)
    search.run(progress)
    kept = search.best
    if wanted is not None and len(kept) < wanted:
        rest = [line for line in range(total) if line not in kept]
        kept = kept | set(Random(seed).sample(rest, wanted - len(kept)))
    reached = wanted is None or len(kept) <= wanted
    return Hidden(nonogram.family.with_clues(nonogram, kept), reached, search.interrupted)


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
        self._steps, self._seconds = budget.nodes, budget.seconds

    def run(self, progress: Progress | None) -> None:
        try:
            with time_limit(self._seconds):
                # Lines need not be given all the time: probing goes on from what they find.
                with suppress(OutOfBudget), time_share(0.5 if self.level == "probe" else 1):
                    self._take(thin(self.puzzle, self.seed), progress, MAX_IDLE)
                if self.level == "probe" and len(self.best) > self.wanted:
                    everything = len(self.best)
                    with suppress(OutOfBudget):
                        self._take(thin_by_probing(self.puzzle, self.best, self.seed), progress,
                                   everything)
        except KeyboardInterrupt:
            self.interrupted = True

    def _take(
        self, sets: Iterator[frozenset[int]], progress: Progress | None, patience: int,
    ) -> None:
        idle = 0
        for number, kept in enumerate(sets):
            idle = 0 if len(kept) < len(self.best) else idle + 1
            self.best = min(self.best, kept, key=len)
            if progress:
                progress(len(self.best), len(self.puzzle.lines))
            spent = self._steps is not None and number >= self._steps
            if spent or idle >= patience or len(self.best) <= self.wanted:
                return
            check_time()
