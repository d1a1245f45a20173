"""The engine's own ladder as methods: lines, probing, search, SAT, as far up as each goes."""

from __future__ import annotations

from collections.abc import Callable

from nonoforge.engine import LADDERS, Budget, solve
from nonoforge.methods.common.job import Job, searching
from nonoforge.methods.common.lines import by_lines
from nonoforge.methods.common.method import Method
from nonoforge.step import Step
from nonoforge.verdict import Verdict

# Minutes of work in the kernel, and the same on every machine.
ENOUGH = Budget(settled=1_000_000_000, conflicts=1_000_000)

IN_SIGHT = 100_000
"""Lines settled in Python for an observer; whoever still waits then wants the answer."""


def ladder(name: str) -> Method:
    """The method that climbs as the engine's ladder of this name does."""
    return Method(LADDERS[name].summary, _climbing(name), tallies=True, budget=ENOUGH)


def _climbing(name: str) -> Callable[[Job], Verdict]:
    def run(job: Job) -> Verdict:
        if job.observer is not None and (verdict := _watched(name, job)):
            return verdict
        rest = job.budget._replace(seconds=job.seconds_left())  # watching has taken some of it
        return solve(job.puzzle, limit=job.limit, method=name, budget=rest, seed=job.seed,
                     progress=job.progress, hint=job.hint)

    return run


def _watched(name: str, job: Job) -> Verdict | None:
    """The kernel cannot be watched: the plain engine does the same where anybody can see it."""
    level = LADDERS[name].level
    shown = Job(job.puzzle, limit=job.limit, budget=job.budget.within(Budget(settled=IN_SIGHT)),
                seed=job.seed, observer=job.observer, progress=job.progress)
    verdict = searching(lambda shown: by_lines(
        shown, probing=0 if level == "line" else 3, guessing=level == "search"))(shown)
    if verdict.answer != "unknown" or verdict.work.settled < IN_SIGHT:
        return verdict
    job.tell(Step("note", words="the rest is done by the kernel, out of sight"),
             lambda: verdict.state)
    return None
