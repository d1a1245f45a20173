"""A job: one puzzle being solved by a method.

It counts the work, stops it when the budget has run out, tells the observer, and makes the verdict.
A method written as a generator of solutions needs nothing else: running to its end is the proof
that there are no more, and `searching` turns it into a function that gives verdicts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterator, Sequence
from functools import wraps
from random import Random
from time import monotonic, perf_counter

from nonoforge.engine import Budget, Meter, OutOfBudget, climb, small_conflict, verify
from nonoforge.methods.common.options import Settings
from nonoforge.progress import WorkProgress
from nonoforge.puzzle import Colouring, Puzzle
from nonoforge.state import State
from nonoforge.step import Observer, Step
from nonoforge.verdict import Answer, Level, Verdict

TELL_EVERY = 0.25  # seconds between two words about progress
MOMENT = 0.05  # seconds that nobody counts


class GaveUp(Exception):
    """A method gets no further, for a reason other than the budget; the message says which."""


class Job(Meter):
    """A meter with a puzzle. Methods call `settle`, `branch` and `conflict` as they work (`look`
    where they do none of these for long), keep `known` and `level` true, and `tell` their steps."""

    def __init__(
        self, puzzle: Puzzle, *, limit: int = 2, budget: Budget | None = None, seed: int = 0,
        options: Settings | None = None, observer: Observer | None = None,
        progress: WorkProgress | None = None, hint: Colouring | None = None,
    ) -> None:
        super().__init__(budget)
        self.puzzle = puzzle
        self.hint = hint  # the maker's solution, for methods that prove or refute it
        self.limit = limit
        self.budget = budget or Budget()
        self.seed = seed
        self.random = Random(seed)
        self.options: Settings = options or {}
        self.observer = observer
        self.progress = progress
        self.level: Level = "line"  # how far up it had to go
        self.known: Sequence[int] = State.start(puzzle).masks  # what holds in every solution
        self.counts: Counter[str] = Counter()  # whatever else is worth counting
        self._told = monotonic()

    def word(self, option: str) -> str:
        """An option whose value is a word."""
        return str(self.options[option])

    def number(self, option: str) -> int:
        """An option whose value is a number, or yes (1) or no (0)."""
        return int(self.options[option])

    def look(self) -> None:
        """Look at the clock, and say now and then how far it is."""
        super().look()
        if self.progress and (now := monotonic()) - self._told > TELL_EVERY:
            self._told = now
            self.progress(self.work)

    def branch(self) -> None:
        self.level = "search"
        super().branch()

    def conflict(self) -> None:
        self.look()
        super().conflict()

    def _plan_pause(self) -> None:
        self.pause = self.settled  # a line may take milliseconds: look at the clock after each

    def tell(self, step: Step, state: Callable[[], State] | None = None) -> None:
        """A step, and how to get the state after it: without, what is known for certain."""
        if self.observer:
            self.observer(step, state or (lambda: State(tuple(self.known))))

    def verdict(
        self, solutions: Sequence[Colouring], complete: bool, why: str, seconds: float,
    ) -> Verdict:
        """The verdict on what was found. `complete`: there are no other solutions."""
        answer: Answer = "unknown"
        if len(solutions) > 1:
            answer = "multiple"
        elif complete:
            answer = "unique" if solutions else "none"
        state = State(tuple(1 << colour for colour in solutions[0])) if answer == "unique" else \
            State(tuple(self.known))
        conflict = small_conflict(self.puzzle, None, self._rest()) if answer == "none" else ()
        why = why if answer == "unknown" else ""
        return Verdict(answer, self.level, self._line_solvable(), tuple(solutions), complete, state,
                       self.work, conflict, seconds, tuple(self.counts.items()), why)

    def _rest(self) -> float | None:
        """The seconds that are left, and a little more, for what is said beside the answer."""
        left, seconds = self.seconds_left(), self.budget.seconds
        return None if left is None or seconds is None else left + seconds / 10 + MOMENT

    def _line_solvable(self) -> bool:
        """A truth about the puzzle, whatever the method found: the engine knows it in no time.
        (Of thousands of cells it may take longer than the clock allows; then it is not said.)"""
        seconds = self.budget.seconds
        budget = Budget(settled=100_000, seconds=None if seconds is None else MOMENT + seconds / 10)
        return climb(self.puzzle, limit=1, level="line", budget=budget).line_solvable


def searching(solutions: Callable[[Job], Iterator[Colouring]]) -> Callable[[Job], Verdict]:
    """A generator of all solutions as a function that gives the verdict on a job."""
    @wraps(solutions)
    def run(job: Job) -> Verdict:
        begin = perf_counter()
        found: list[Colouring] = []
        complete, why = False, "no more were asked for"
        try:
            complete = _collect(job, solutions(job), found)
        except OutOfBudget:
            why = "the budget ran out"
        except GaveUp as reason:
            why = str(reason)
        return job.verdict(found, complete, why, perf_counter() - begin)

    return run


def _collect(job: Job, stream: Iterator[Colouring], found: list[Colouring]) -> bool:
    """Take solutions up to the limit, each checked; were these all?"""
    seen: set[Colouring] = set()
    try:
        for colouring in stream:
            _check(job.puzzle, colouring, seen)
            found.append(colouring)
            seen.add(colouring)
            job.tell(Step("solution"), lambda: State(tuple(1 << colour for colour in found[-1])))
            if len(found) >= job.limit:
                return False
        return True
    finally:
        if isinstance(stream, Generator):
            stream.close()


def _check(puzzle: Puzzle, colouring: Colouring, seen: Collection[Colouring]) -> None:
    """A method may be anybody's, and wrong in every way."""
    if not isinstance(colouring, bytes):
        raise TypeError("a solution is bytes, a colour for each cell, not "
                        f"{type(colouring).__name__}")
    if not verify(puzzle, colouring):
        raise AssertionError("a solution failed the independent check")
    if colouring in seen:
        raise AssertionError("a solution came twice")
