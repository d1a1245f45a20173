"""Many jobs: cancelling, lanes, order, and who replaces whom."""

from __future__ import annotations

import asyncio
import os
import signal
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from helpers.processes import alive, eventually
from helpers.worker_pools import Shared, alone, idle, pool, shared_pool
from nonoforge.studio.workers import Workers
from nonoforge.worker_processes import Limits, TaskFailed

pytestmark = pytest.mark.skipif(os.name != "posix", reason="limits and signals of Unix")


@pytest.fixture(scope="module")
def shared() -> Iterator[Shared]:
    with shared_pool() as shared:
        yield shared


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
        pid = int(told[0])
        await eventually(lambda: pid in idle(workers) or not alive(pid))
        assert alive(pid) == (grace > 1)

    shared.do(play)


def test_a_cancelled_job_that_waits_leaves_the_queue(shared: Shared, tmp_path: Path) -> None:
    end = tmp_path / "end"

    async def play(workers: Workers) -> None:
        first = asyncio.create_task(workers.run("until", bytes(end)))
        told: list[str] = []
        second = asyncio.create_task(
            workers.run("sleep", b"0", lambda share, words: told.append(words)))
        third = asyncio.create_task(workers.run("sleep", b"0"))
        await asyncio.sleep(0)
        second.cancel()
        end.touch()
        assert await asyncio.gather(first, third) == [b"there", b"rested"]
        assert not told

    shared.do(play)


def test_a_quick_job_does_not_wait_for_a_long_one(shared: Shared) -> None:
    async def play(workers: Workers) -> None:
        long = [asyncio.create_task(workers.run("sleep", b"3600")) for _ in range(3)]
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
        await eventually(lambda: not alive(victim) and victim not in idle(workers))

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

    alone(play, pool(2, max_waiting=200))


def test_answers_are_never_mixed_up(shared: Shared) -> None:
    """Jobs that end well, die, or are cancelled at any moment, all at the same time."""
    random = Random(5)

    async def one(workers: Workers, number: int) -> None:
        body = f"{number} ".encode() * random.randrange(20_000)
        verb = random.choice(["echo"] * 8 + ["vanish", "nap", "sleep"])
        job = asyncio.create_task(workers.run(verb, b"0.02" if verb in ("nap", "sleep") else body))
        await asyncio.sleep(random.random() / 5)
        if random.random() < 0.3:
            job.cancel()
        [outcome] = await asyncio.gather(job, return_exceptions=True)
        if isinstance(outcome, bytes):
            assert outcome == (body if verb == "echo" else b"rested")
        elif isinstance(outcome, TaskFailed):
            assert (verb, outcome.kind) == ("vanish", "crash")
        else:
            assert isinstance(outcome, asyncio.CancelledError)

    async def play(workers: Workers) -> None:
        await asyncio.gather(*(one(workers, number) for number in range(60)))

    shared.do(play)
    assert shared.run("echo", b"on") == b"on"


def test_too_many_jobs_are_refused() -> None:
    async def play(workers: Workers) -> None:
        jobs = [asyncio.create_task(workers.run("echo", b"")) for _ in range(10)]
        answers = await asyncio.gather(*jobs, return_exceptions=True)
        refused = [answer for answer in answers if isinstance(answer, TaskFailed)]
        assert len(refused) == 6
        assert {answer.kind for answer in refused} == {"busy"}

    alone(play, pool(2, max_waiting=4))


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
        await eventually(lambda: workers.process_count() == 6)
        assert await asyncio.gather(*jobs) == [b"rested"] * 6
        await workers.run("echo", b"")
        await eventually(lambda: workers.process_count() == 5)

    alone(play, pool(6))


def test_a_pool_whose_workers_do_not_start_says_so() -> None:
    async def play(workers: Workers) -> None:
        for _ in range(2):
            with pytest.raises(TaskFailed, match=r"could be started.* 'no_such_module") as caught:
                await workers.run("echo", b"")
            assert caught.value.kind == "crash"
        await eventually(lambda: workers.process_count() == 0)

    alone(play, Workers(2, Limits(), tasks="no_such_module_of_tasks"))


def test_a_pool_whose_python_is_gone_says_so_and_leaves_no_folders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.executable", str(tmp_path / "gone"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    async def play(workers: Workers) -> None:
        for _ in range(3):
            with pytest.raises(TaskFailed, match=r"could be started.* No such file") as caught:
                await workers.run("echo", b"")
            assert caught.value.kind == "crash"
        await eventually(lambda: not list(tmp_path.glob("nonoforge-workers-*/*/")))

    alone(play, pool(2))
