"""Time limits: nesting, shares, the engine under them, and what Ctrl-C leaves."""

from __future__ import annotations

from math import inf

import pytest

from nonoforge.engine import ENGINE, Budget, Meter, OutOfBudget, propagate, solve
from nonoforge.families.grid import from_picture
from nonoforge.time_limit import (
    check_time,
    deadline,
    hurry,
    hurrying,
    seconds_within,
    time_left,
    time_limit,
    time_share,
)


class Clock:
    """A clock that stands still, unless it is set."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("nonoforge.time_limit.monotonic", clock)
    monkeypatch.setattr("nonoforge.time_limit.process_time", clock)
    return clock


def test_the_earliest_deadline_holds(clock: Clock) -> None:
    assert time_left() == deadline() == inf
    assert seconds_within(None) is None
    assert seconds_within(3) == 3
    with time_limit(10):
        with time_limit(50):
            assert (time_left(), deadline(), deadline(4)) == (10, 110, 104)
        with time_limit(3), time_limit(None):
            assert time_left() == seconds_within(None) == seconds_within(7) == 3
        clock.now += 9
        assert time_left() == 1
        check_time()
        clock.now += 5
        assert time_left() == 0
        with pytest.raises(OutOfBudget):
            check_time()
    check_time()


def test_a_share_leaves_the_rest(clock: Clock) -> None:
    with time_share(0.5):
        assert time_left() == inf
    with time_limit(8):
        with time_share(0.75):
            assert time_left() == 6
        assert time_left() == 8


def test_a_limit_ends_with_its_block_also_after_an_error(clock: Clock) -> None:
    with pytest.raises(ValueError, match="x"), time_limit(1):
        raise ValueError("x")
    assert time_left() == inf


def test_hurrying_shortens_searches_and_stops_nothing_else(clock: Clock) -> None:
    with hurrying(), time_limit(100):
        hurry(2)
        assert time_left() == 2
        with time_limit(50):
            assert time_left() == 2
        clock.now += 3
        assert time_left() == 0
        check_time()  # what must be done to have the best so far goes on
    assert time_left() == inf


def test_meters_keep_to_the_limit_around_them(
    clock: Clock, monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("nonoforge.engine.outcome.monotonic", clock)
    with time_limit(5):
        meter = Meter(Budget(seconds=60))
        assert meter.seconds_left() == 5
        clock.now += 6
        with pytest.raises(OutOfBudget):
            meter.look()


def test_the_engine_keeps_to_the_limit_around_it() -> None:
    """A propagation that is cut short does not pass for a whole one; a verdict says unknown."""
    puzzle = from_picture([[(x * y + x) % 3 > 0 for x in range(70)] for y in range(70)]).puzzle
    with time_limit(-1):
        with pytest.raises(OutOfBudget):
            propagate(puzzle)
        assert solve(puzzle).answer == "unknown"
    assert propagate(puzzle).state.masks


@pytest.mark.skipif(ENGINE != "native", reason="the kernel was not built")
def test_the_kernel_stops_when_it_is_told() -> None:
    from nonoforge.native import _kernel

    puzzle = from_picture([[1, 0, 1], [0, 1, 0], [1, 0, 0]])
    known = solve(puzzle, method="search").answer
    assert known != "unknown"
    try:
        _kernel.interrupt(True)
        assert solve(puzzle, method="search").answer == "unknown"
    finally:
        _kernel.interrupt(False)
    assert solve(puzzle, method="search").answer == known
