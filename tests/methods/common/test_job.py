"""Jobs: work counted, budgets kept, verdicts made."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import pytest

from nonoforge.clues import Runs
from nonoforge.engine import Budget, OutOfBudget
from nonoforge.engine.plain import Settler
from nonoforge.families.grid import from_picture
from nonoforge.methods import METHODS, GaveUp, Job, searching
from nonoforge.methods.common import lines as ladder
from nonoforge.methods.common.lines import by_lines
from nonoforge.puzzle import Puzzle
from nonoforge.verdict import Verdict, Work

PUZZLE = from_picture([[1, 0], [0, 1]]).puzzle
FIRST, SECOND = b"\1\0\0\1", b"\0\1\1\0"


def giving(*solutions: bytes) -> Iterator[bytes]:
    yield from solutions


def verdict_on(*solutions: bytes, puzzle: Puzzle = PUZZLE, limit: int = 2) -> tuple[str, bool, str]:
    verdict = searching(lambda job: giving(*solutions))(Job(puzzle, limit=limit))
    return verdict.answer, verdict.complete, verdict.why


def test_running_to_the_end_is_the_proof() -> None:
    assert verdict_on(FIRST, SECOND, limit=3) == ("multiple", True, "")
    assert verdict_on(FIRST, SECOND) == ("multiple", False, "")
    assert verdict_on(FIRST, limit=3) == ("unique", True, "")
    assert verdict_on() == ("none", True, "")


def test_the_first_alone_is_no_verdict() -> None:
    assert verdict_on(FIRST, SECOND, limit=1) == ("unknown", False, "no more were asked for")


@pytest.mark.parametrize("wrong", [(b"\1\1\1\1",), (b"\1",), (FIRST, FIRST)])
def test_lies_are_caught(wrong: tuple[bytes, ...]) -> None:
    with pytest.raises(AssertionError):
        verdict_on(*wrong)


def test_budgets() -> None:
    def forever(job: Job) -> Iterator[bytes]:
        yield FIRST
        while True:
            job.branch()
            job.settle()
            job.conflict()

    for budget, work in ((Budget(nodes=5), Work(5, 0, 5, 5)), (Budget(settled=5), Work(5, 0, 6, 5)),
                         (Budget(conflicts=5), Work(6, 0, 6, 5))):
        verdict = searching(forever)(Job(PUZZLE, budget=budget))
        assert (verdict.answer, verdict.why) == ("unknown", "the budget ran out")
        assert verdict.solutions == (FIRST,)
        assert verdict.work == work
        assert verdict.level == "search"


@pytest.mark.parametrize("count", [Job.settle, Job.branch, Job.conflict, Job.look])
def test_whatever_is_counted_keeps_to_the_clock(count: Callable[[Job], None]) -> None:
    job = Job(PUZZLE, budget=Budget(seconds=1e-9))
    with pytest.raises(OutOfBudget):
        count(job)


def test_slow_lines_keep_to_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some line solvers take milliseconds for a long line: the clock is looked at before each."""
    solved: list[Runs] = []
    for module in ("engine.outcome", "time_limit"):
        monkeypatch.setattr(f"nonoforge.{module}.monotonic", lambda: float(len(solved)))

    def slow(clue: Runs, length: int) -> Settler:
        def settle(masks: Sequence[int]) -> list[int]:
            solved.append(clue)
            return [*masks]
        return settle

    job = Job(from_picture([[1, 0] * 20] * 40).puzzle, budget=Budget(seconds=3.5))
    assert searching(lambda job: by_lines(job, slow))(job).why == "the budget ran out"
    assert len(solved) == 4


def test_the_level_is_told_also_when_the_budget_runs_out() -> None:
    puzzle = from_picture([[int(x == y) for x in range(5)] for y in range(5)]).puzzle
    job = Job(puzzle, budget=Budget(settled=15))  # ten lines say nothing
    verdict = searching(lambda job: by_lines(job, probing=3))(job)
    assert (verdict.answer, verdict.level) == ("unknown", "probe")


def test_solutions_are_bytes_from_anything_that_gives_them() -> None:
    assert searching(lambda job: iter([FIRST]))(Job(PUZZLE)).answer == "unique"
    with pytest.raises(TypeError, match=r"a solution is bytes, .* not list"):
        searching(lambda job: iter([[1, 0, 0, 1]]))(Job(PUZZLE))  # type: ignore[arg-type]


def test_giving_up_cleans_up() -> None:
    ended: list[str] = []

    def stuck(job: Job) -> Iterator[bytes]:
        try:
            yield FIRST
            raise GaveUp("stuck")
        finally:
            ended.append("yes")

    assert searching(stuck)(Job(PUZZLE, limit=5)).why == "stuck"
    assert searching(stuck)(Job(PUZZLE, limit=1)).answer == "unknown"
    assert len(ended) == 2


def test_progress_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Work] = []
    monkeypatch.setattr("nonoforge.methods.common.method.TELL_EVERY", -1)
    job = Job(PUZZLE, progress=told.append)
    job.settle()
    assert told == [Work(settled=1)]


def test_what_watching_took_is_not_given_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel goes on where the plain engine stopped, with the rest of the clock only."""
    seconds: list[float | None] = []

    def solved(puzzle: Puzzle, budget: Budget, **others: object) -> Verdict:
        seconds.append(budget.seconds)
        return searching(lambda job: giving())(Job(puzzle))

    monkeypatch.setattr(ladder, "IN_SIGHT", 3)
    monkeypatch.setattr(ladder, "solve", solved)
    now = iter(range(1000))
    for module in ("engine.outcome", "time_limit"):
        monkeypatch.setattr(f"nonoforge.{module}.monotonic", lambda: float(next(now)))
    METHODS["search"].solve(PUZZLE, budget=Budget(seconds=500), observer=lambda step, state: None)
    assert seconds[0] is not None
    assert 0 < seconds[0] < 497
