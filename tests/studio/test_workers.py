"""The pool of worker processes: answers, failures, limits, cancelling, lanes, order."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest

from nonoforge.studio.workers import Limits, TaskFailed, Workers
from processes import alive, eventually

pytestmark = pytest.mark.skipif(os.name != "posix", reason="limits and signals of Unix")

SHORT = Limits(cpu=0.5, memory=256 << 20, wall=20, frame=1 << 20)
QUICK = frozenset({"echo", "who", "nap"})


def pool(count: int = 2, limits: Limits = SHORT, **more: Any) -> Workers:
    return Workers(count, limits, tasks="worker_tasks", quick=QUICK, **more)


class Shared:
    """One pool for the tests that leave it as they found it: starting one takes a while."""

    def __init__(self, runner: asyncio.Runner, workers: Workers) -> None:
        self.workers = workers
        self._runner = runner

    def run(self, verb: str, body: bytes = b"", tell: Any = None) -> bytes:
        return self._runner.run(self.workers.run(verb, body, tell))

    def fails(self, verb: str, body: bytes = b"") -> TaskFailed:
        with pytest.raises(TaskFailed) as caught:
            self.run(verb, body)
        assert self.run("echo", b"still there") == b"still there"
        return caught.value

    def do(self, play: Callable[[Workers], Awaitable[None]]) -> None:
        async def whole() -> None:
            await play(self.workers)

        self._runner.run(whole())


@pytest.fixture(scope="module")
def shared() -> Iterator[Shared]:
    with asyncio.Runner() as runner:
        workers = pool()
        runner.run(workers.start())
        yield Shared(runner, workers)
        runner.run(workers.close())


def alone(play: Callable[[Workers], Awaitable[None]], workers: Workers) -> None:
    """With a pool of its own."""
    async def whole() -> None:
        await workers.start()
        try:
            await play(workers)
        finally:
            await workers.close()

    asyncio.run(whole())


def test_an_answer(shared: Shared) -> None:
    for body in (b"", b"{}", bytes(range(256)) * 2000):
        assert shared.run("echo", body) == body


def test_an_idle_worker_answers_soon(shared: Shared) -> None:
    shared.run("echo")
    times = []
    for _ in range(50):
        begun = time.perf_counter()
        shared.run("echo", b"{}")
        times.append(time.perf_counter() - begun)
    print(f"echo: median {sorted(times)[25] * 1e3:.2f} ms, longest {max(times) * 1e3:.2f} ms")


def test_bad_input_knows_its_place(shared: Shared) -> None:
    failure = shared.fails("wrong")
    assert (failure.kind, failure.message, failure.place) == ("input", "no puzzle", "owl.nono:3:7")
    failure = shared.fails("missing")
    assert (failure.kind, failure.message) == ("input", "numpy is not installed")


def test_what_libraries_print_and_read_does_not_matter(shared: Shared) -> None:
    assert json.loads(shared.run("noise")) == ""
    assert shared.run("echo", b"after") == b"after"


@pytest.mark.parametrize(("verb", "words"), [
    ("bug", "ZeroDivisionError: by zero"), ("leave", "SystemExit: 3"), ("vanish", "exit code 3"),
    ("segfault", "SIGSEGV"), ("kill", "SIGKILL"), ("babble", "died")])
def test_a_crash_takes_only_its_job(shared: Shared, verb: str, words: str) -> None:
    async def play(workers: Workers) -> None:
        beside = asyncio.create_task(workers.run("nap", b"0.3"))
        with pytest.raises(TaskFailed, match=words) as caught:
            await workers.run(verb, b"")
        assert caught.value.kind == "crash"
        assert await beside == b"rested"
        assert await workers.run("echo", b"on") == b"on"

    shared.do(play)


@pytest.mark.parametrize(("verb", "body", "words"), [
    ("spin", b"", "0.5 s of computing"), ("spin_in_threads", b"", "0.5 s of computing"),
    ("hog", b"", "256 MB of memory"), ("abort", b"", "of memory"),
    ("blow", b"1500000", "1 MB of data"), ("echo", bytes(1_500_000), "1 MB of data")])
def test_each_limit(shared: Shared, verb: str, body: bytes, words: str) -> None:
    failure = shared.fails(verb, body)
    assert failure.kind == "limit"
    assert re.search(words, failure.message)


def test_the_clock_of_the_processor_starts_again_with_each_job(shared: Shared) -> None:
    for _ in range(4):  # each 0.2 s of 0.5
        assert int(shared.run("steps", b"[1, 0.2]")) > 100


def test_progress_comes_in_order_and_not_too_often(shared: Shared) -> None:
    told: list[tuple[float | None, str]] = []
    shared.run("steps", b"[4, 0]", lambda share, words: told.append((share, words)))
    assert told == [(i / 4, f"step {i}") for i in range(4)]
    told.clear()
    begun = time.monotonic()
    count = int(shared.run("steps", b"[1, 0.4]", lambda share, words: told.append((share, words))))
    assert count > 100
    assert 5 <= len(told) <= 6 + 10 * (time.monotonic() - begun)
    assert told == sorted(told, key=lambda one: one[0] or 0)


def test_who_listens_badly_harms_only_the_own_job(shared: Shared) -> None:
    def tell(share: float | None, words: str) -> None:
        raise KeyError("listener")

    with pytest.raises(KeyError, match="listener"):
        shared.run("steps", b"[4, 0]", tell)
    assert shared.run("echo", b"on") == b"on"


def test_cancelling_kills(shared: Shared) -> None:
    async def play(workers: Workers) -> None:
        told: list[str] = []
        job = asyncio.create_task(
            workers.run("sleep", b"60", lambda share, words: told.append(words)))
        await eventually(lambda: bool(told))
        assert alive(int(told[0]))
        job.cancel()
        with pytest.raises(asyncio.CancelledError):
            await job
        await eventually(lambda: not alive(int(told[0])))
        assert await workers.run("echo", b"on") == b"on"

    shared.do(play)


@pytest.mark.parametrize(("seconds", "grace"), [(b"0.05", 20.0), (b"60", 0.05)])
def test_a_quick_job_may_finish_within_a_moment(
    shared: Shared, monkeypatch: pytest.MonkeyPatch, seconds: bytes, grace: float,
) -> None:
    monkeypatch.setattr("nonoforge.studio.workers.GRACE", grace)

    async def play(workers: Workers) -> None:
        told: list[str] = []
        job = asyncio.create_task(
            workers.run("nap", seconds, lambda share, words: told.append(words)))
        await eventually(lambda: bool(told))
        job.cancel()
        with pytest.raises(asyncio.CancelledError):
            await job
        await asyncio.sleep(0.4)
        assert alive(int(told[0])) == (grace > 1)

    shared.do(play)


def test_a_cancelled_job_that_waits_leaves_the_queue(shared: Shared) -> None:
    async def play(workers: Workers) -> None:
        first = asyncio.create_task(workers.run("sleep", b"0.3"))
        told: list[str] = []
        second = asyncio.create_task(
            workers.run("sleep", b"0", lambda share, words: told.append(words)))
        third = asyncio.create_task(workers.run("sleep", b"0"))
        await asyncio.sleep(0.1)
        second.cancel()
        assert await asyncio.gather(first, third) == [b"rested"] * 2
        assert not told

    shared.do(play)


def test_a_quick_job_does_not_wait_for_a_long_one(shared: Shared) -> None:
    async def play(workers: Workers) -> None:
        long = [asyncio.create_task(workers.run("sleep", b"0.5")) for _ in range(3)]
        await asyncio.sleep(0)
        assert await workers.run("echo", b"quick") == b"quick"
        assert not any(job.done() for job in long)
        for job in long:
            job.cancel()
        await asyncio.gather(*long, return_exceptions=True)

    shared.do(play)


def test_a_long_job_does_not_starve(shared: Shared) -> None:
    async def play(workers: Workers) -> None:
        quick = [asyncio.create_task(workers.run("nap", b"0.02")) for _ in range(10)]
        await asyncio.sleep(0)
        long = asyncio.create_task(workers.run("sleep", b"0"))
        await asyncio.sleep(0)
        quick += [asyncio.create_task(workers.run("nap", b"0.02")) for _ in range(40)]
        await long
        assert not quick[-1].done()
        await asyncio.gather(*quick)

    shared.do(play)


def test_an_idle_worker_that_is_killed_is_replaced(shared: Shared) -> None:
    victim = int(shared.run("who"))
    os.kill(victim, signal.SIGINT)  # Ctrl-C in the terminal is for the server
    assert int(shared.run("who")) == victim
    os.kill(victim, signal.SIGKILL)

    async def play(workers: Workers) -> None:
        await eventually(lambda: not alive(victim))
        await asyncio.sleep(0.1)

    shared.do(play)
    assert int(shared.run("who")) != victim


def test_many_jobs_wait_and_are_answered_in_order() -> None:
    async def play(workers: Workers) -> None:
        order: list[int] = []

        async def one(number: int) -> None:
            assert await workers.run("blow", str(number).encode()) == bytes(number)
            order.append(number)

        await asyncio.gather(*(one(number) for number in range(200)))
        assert order == list(range(200))

    alone(play, pool(2, longest_queue=200))


def test_too_many_jobs_are_refused() -> None:
    async def play(workers: Workers) -> None:
        jobs = [asyncio.create_task(workers.run("echo", b"")) for _ in range(10)]
        answers = await asyncio.gather(*jobs, return_exceptions=True)
        refused = [answer for answer in answers if isinstance(answer, TaskFailed)]
        assert len(refused) == 6
        assert {answer.kind for answer in refused} == {"busy"}

    alone(play, pool(2, longest_queue=4))


def test_work_that_waits_has_a_limit_too() -> None:
    async def play(workers: Workers) -> None:
        with pytest.raises(TaskFailed, match=r"more than 0\.2 s,") as caught:
            await workers.run("sleep", b"60")
        assert caught.value.kind == "limit"

    alone(play, pool(2, Limits(wall=0.2)))


def test_workers_are_replaced_when_they_are_old_or_have_grown() -> None:
    async def play(workers: Workers) -> None:
        seen = Counter([await workers.run("who", b"") for _ in range(10)])
        assert len(seen) >= 4
        assert max(seen.values()) <= 3
        grown = await workers.run("grow", str(140 << 20).encode())
        await eventually(lambda: not alive(int(grown)))

    alone(play, pool(2, Limits(memory=256 << 20, jobs=3)))


def test_a_burst_gets_more_workers_and_lets_them_go() -> None:
    async def play(workers: Workers) -> None:
        jobs = [asyncio.create_task(workers.run("nap", b"0.1")) for _ in range(6)]
        await eventually(lambda: workers.staff() == 6)
        assert await asyncio.gather(*jobs) == [b"rested"] * 6
        await workers.run("echo", b"")
        await eventually(lambda: workers.staff() == 5)

    alone(play, pool(6))


def test_a_pool_whose_workers_do_not_start_says_so() -> None:
    async def play(workers: Workers) -> None:
        for _ in range(2):
            with pytest.raises(TaskFailed, match="could be started") as caught:
                await workers.run("echo", b"")
            assert caught.value.kind == "crash"
        await asyncio.sleep(0.2)
        assert workers.staff() == 0

    alone(play, Workers(2, SHORT, tasks="no_such_module_of_tasks"))
