"""No worker process outlives the pool, however the pool ends."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys

import pytest

from helpers.processes import alive, eventually
from nonoforge.studio.workers import Workers
from nonoforge.worker_processes import Limits, TaskFailed

pytestmark = pytest.mark.skipif(os.name != "posix", reason="limits and signals of Unix")

SERVER = """
import asyncio, sys
sys.path[:] = eval(sys.argv[1])
from nonoforge.studio.workers import Workers
from nonoforge.worker_processes import Limits

async def serve():
    workers = Workers(2, Limits(), tasks="helpers.worker_tasks", quick=frozenset({"who"}))
    await workers.start()
    tell = lambda share, words: print(words, flush=True)
    busy = asyncio.create_task(workers.run(sys.argv[2], b"60", tell))
    await asyncio.sleep(0)  # so that it comes first
    print((await workers.run("who", b"")).decode(), flush=True)
    await busy

asyncio.run(serve())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="a busy worker elsewhere ends with its job")
@pytest.mark.parametrize("verb", ["sleep", "spin"])
def test_a_killed_server_leaves_no_worker(verb: str) -> None:
    with subprocess.Popen([sys.executable, "-c", SERVER, repr(sys.path), verb],
                          stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        seen = {int(server.stdout.readline()), int(server.stdout.readline())}
        lived = [alive(pid) for pid in seen]
        server.send_signal(signal.SIGKILL)
    assert lived == [True, True]  # one was idle, one busy
    asyncio.run(eventually(lambda: not any(alive(pid) for pid in seen)))


def test_a_closed_pool_leaves_no_worker() -> None:
    async def play() -> None:
        workers = Workers(2, Limits(), tasks="helpers.worker_tasks", quick=frozenset({"who"}))
        await workers.start()
        told: list[str] = []
        jobs = [asyncio.create_task(
            workers.run(verb, b"60", lambda share, words: told.append(words)))
            for verb in ("sleep", "spin", "echo")]
        await eventually(lambda: bool(told))
        seen = [int(told[0]), int(await workers.run("who", b""))]
        await workers.close()
        assert not any(alive(pid) for pid in seen)
        assert workers.process_count() == 0
        failures = await asyncio.gather(*jobs, return_exceptions=True)
        assert all(isinstance(failure, TaskFailed) for failure in failures)
        with pytest.raises(TaskFailed, match="closing"):
            await workers.run("who", b"")
        await workers.close()  # once more is no fault

    asyncio.run(play())


def test_a_pool_may_close_while_it_starts() -> None:
    async def play() -> None:
        workers = Workers(2, Limits(), tasks="helpers.worker_tasks")
        await workers.start()
        job = asyncio.create_task(workers.run("echo", b""))
        await asyncio.sleep(0)
        await workers.close()
        assert workers.process_count() == 0
        with pytest.raises(TaskFailed, match="closing"):
            await job

    asyncio.run(play())


SPIN = b"while True: pass\n"


@pytest.mark.skipif(sys.platform != "linux", reason="looks at what Linux does")
def test_a_killed_server_leaves_nothing_that_workers_started() -> None:
    code = SERVER.replace('b"60"', repr(SPIN))
    with subprocess.Popen([sys.executable, "-c", code, repr(sys.path), "delegate"],
                          stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        seen = {int(server.stdout.readline()), int(server.stdout.readline())}
        lived = [alive(pid) for pid in seen]
        server.send_signal(signal.SIGKILL)
    assert lived == [True, True]
    asyncio.run(eventually(lambda: not any(alive(pid) for pid in seen)))


@pytest.mark.skipif(sys.platform != "linux", reason="looks at what Linux does")
@pytest.mark.parametrize("how", ["cancelled", "out of time"])
def test_what_a_worker_started_ends_with_it(how: str) -> None:
    async def play() -> None:
        limits = Limits() if how == "cancelled" else Limits(cpu=1.5)
        workers = Workers(2, limits, tasks="helpers.worker_tasks")
        told: list[str] = []
        job = asyncio.create_task(
            # The child may reach its limit first; then the worker reaches its own.
            workers.run("delegate_and_spin", SPIN, lambda share, words: told.append(words)))
        if how == "cancelled":
            await eventually(lambda: bool(told))
            job.cancel()
            with pytest.raises(asyncio.CancelledError):
                await job
        else:
            with pytest.raises(TaskFailed, match="s of computing"):
                await job
        await eventually(lambda: not alive(int(told[0])))
        await workers.close()

    asyncio.run(play())
