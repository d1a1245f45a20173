"""Jobs: work counted, budgets kept, verdicts made."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from nonoforge.engine import Budget
from nonoforge.grid import from_picture
from nonoforge.methods import GaveUp, Job, searching
from nonoforge.puzzle import Puzzle
from nonoforge.verdict import Work

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
    monkeypatch.setattr("nonoforge.methods.common.job.TELL_EVERY", -1)
    job = Job(PUZZLE, progress=told.append)
    job.settle()
    assert told == [Work(settled=1)]
