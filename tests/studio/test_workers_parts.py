"""Answers in parts: a worker sends them one by one, and waits while they are not read."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import aclosing
from pathlib import Path

import pytest

from helpers.processes import eventually
from helpers.worker_pools import Shared, shared_pool
from nonoforge.studio.workers import Workers
from nonoforge.worker_processes import TaskFailed

pytestmark = pytest.mark.skipif(os.name != "posix", reason="limits and signals of Unix")


@pytest.fixture(scope="module")
def shared() -> Iterator[Shared]:
    with shared_pool() as shared:
        yield shared


def test_parts_come_in_order_and_each_may_take_as_long_as_a_job(shared: Shared) -> None:
    async def play(workers: Workers) -> None:
        got = [part async for part in workers.stream("parts", b"4 well")]  # each 0.2 s of 0.5
        assert got == [b"%d" % number * 1000 for number in range(4)]

    shared.do(play)


@pytest.mark.parametrize(("then", "kind"), [("bug", "crash"), ("spin", "limit"), ("kill", "crash")])
def test_a_job_that_fails_after_a_part_does_not_begin_again(
        shared: Shared, then: str, kind: str) -> None:
    got: list[bytes] = []

    async def read_all(workers: Workers) -> None:
        async for part in workers.stream("parts", b"1 %b" % then.encode()):
            got.append(part)

    async def play(workers: Workers) -> None:
        with pytest.raises(TaskFailed) as caught:
            await read_all(workers)
        assert (got, caught.value.kind) == ([b"0" * 1000], kind)
        assert await workers.run("echo", b"on") == b"on"

    shared.do(play)


def test_a_worker_waits_for_its_reader_and_ends_with_it(shared: Shared, tmp_path: Path) -> None:
    count = tmp_path / "count"

    async def play(workers: Workers) -> None:
        async with aclosing(workers.stream("flood", bytes(count))) as parts:
            for read in range(100):
                assert len(await anext(parts)) == 100_000
                # What is in pipes and buffers is some megabytes at most.
                assert not count.exists() or int(count.read_text() or 0) < read + 60
            [work] = workers._running
            assert work.process is not None
        await eventually(lambda: not workers._running)
        assert not work.process.fit
        assert await workers.run("sleep", b"0") == b"rested"  # the long lane is free again

    shared.do(play)
