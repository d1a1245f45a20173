"""Pools of worker processes, for tests."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from nonoforge.studio.workers import Workers
from nonoforge.worker_processes import Limits, TaskFailed

SHORT = Limits(cpu=0.5, memory=256 << 20, wall=20, frame=1 << 20)
QUICK = frozenset({"echo", "who", "nap"})


def pool(count: int = 2, limits: Limits = SHORT, **more: Any) -> Workers:
    return Workers(count, limits, tasks="helpers.worker_tasks", quick=QUICK, **more)


def idle(workers: Workers) -> set[int]:
    """The ids of the processes that wait for a job."""
    return {process._process.pid for process in workers._idle}


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


@contextmanager
def shared_pool() -> Iterator[Shared]:
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
