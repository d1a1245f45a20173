"""Budgets and Ctrl-C on the command line. No test waits: clocks are set, signals are raised."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from nonoforge.cli import interrupt
from nonoforge.errors import InputError
from nonoforge.families.grid import from_picture
from nonoforge.formats import save
from nonoforge.time_limit import time_left
from nonoforge.verdict import Budget

Run = Callable[..., tuple[int, str, str]]

POSIX = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="signals")


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The CPU seconds that this process has computed."""
    now = [0.0]
    monkeypatch.setattr("nonoforge.cli.interrupt.time.process_time", lambda: now[0])
    return now


def ticks(computed: list[float], *times: float) -> None:
    """Let the timer fire when so much has been computed."""
    for computed[0] in times:
        signal.raise_signal(signal.SIGALRM)


@POSIX
def test_what_does_not_look_at_the_clock_is_interrupted(computed: list[float]) -> None:
    with interrupt.within(Budget(seconds=100.0), "a.svg"):
        ticks(computed, 50, 114)
    with pytest.raises(InputError, match=r"^a.svg: the budget ran out before there was a result"), \
            interrupt.within(Budget(seconds=100.0), "a.svg"):
        ticks(computed, computed[0] + 116)


@POSIX
def test_what_was_used_counts(computed: list[float]) -> None:
    with interrupt.within(Budget(seconds=100.0), "a.svg", 90.0):
        assert time_left() < 21
        ticks(computed, 24)
    with pytest.raises(InputError, match="budget ran out"), \
            interrupt.within(Budget(seconds=100.0), "a.svg", 90.0):
        ticks(computed, computed[0] + 26)


@POSIX
def test_the_timer_ends_with_the_block(computed: list[float]) -> None:
    before = signal.getsignal(signal.SIGALRM)
    with interrupt.within(Budget(seconds=100.0)):
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 0
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    assert signal.getsignal(signal.SIGALRM) is before
    with interrupt.within(Budget(nodes=5)):
        assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


@POSIX
def test_after_a_first_interrupt_there_is_a_moment_to_finish() -> None:
    before = signal.getsignal(signal.SIGINT)
    with interrupt.handled():
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        assert time_left() <= interrupt.GRACE
    assert time_left() > interrupt.GRACE
    assert signal.getsignal(signal.SIGINT) is before


def test_a_first_interrupt_that_is_not_heard_ends_it(
    computed: list[float], monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A library may compute for long without Python: then there is nothing to finish."""
    def compute(seconds: float) -> None:
        computed[0] += 0.1
        if computed[0] > 3:
            monkeypatch.setattr(interrupt, "_delivered", True)

    monkeypatch.setattr("nonoforge.cli.interrupt.time.sleep", compute)
    monkeypatch.setattr(interrupt, "_delivered", False)
    assert not interrupt._heard()
    assert interrupt.GRACE <= computed[0] < 1
    computed[0] = 2.8
    assert interrupt._heard()


@pytest.fixture
def spent(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A clock by which every look takes an hour, and how often it was looked at."""
    looks = [0]

    def late() -> float:
        looks[0] += 1
        return 3600.0 * looks[0]

    monkeypatch.setattr("nonoforge.time_limit.monotonic", late)
    monkeypatch.setattr("nonoforge.engine.outcome.monotonic", late)
    return looks


@pytest.mark.parametrize(("words", "said"), [
    (("solve", "FILE"), "the budget ran out"), (("check", "FILE"), "not known"),
    (("hint", "FILE"), "No short step was found in the time"),
    (("explain", "FILE"), "budget ran out"),
    (("repair", "FILE"), "budget ran out"), (("repair", "--list", "3", "FILE"), "budget ran out"),
])
def test_a_spent_budget_ends_every_command(
    run: Run, files: Path, spent: list[int], words: tuple[str, ...], said: str,
) -> None:
    """What can be said without any time is said, and little more is done."""
    save(from_picture([[(x // 2 + y // 2) % 2 for x in range(40)] for y in range(40)]),
         files / "hard.nono")
    named = [str(files / "hard.nono") if word == "FILE" else word for word in words]
    code, out, err = run(*named, "--budget", "10s")
    assert code == (2 if words[0] == "repair" else 0)
    assert said in out + err
    assert spent[0] < 2_000
