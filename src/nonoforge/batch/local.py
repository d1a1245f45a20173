"""Shards on this machine: worker processes with limits, one shard each at a time.

A worker that dies costs its shard a second try. If it was killed from outside, the shard is done
again as it was; otherwise one of its puzzles is to blame, and is found by a careful run.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager

from nonoforge.batch.records import encode_record, tally_of
from nonoforge.batch.shard import (
    ShardJob,
    ShardResult,
    Task,
    decode_result,
    encode_job,
    items,
    lost,
)
from nonoforge.worker_processes import (
    Limits,
    TaskFailed,
    TemporaryFolders,
    WorkerProcess,
    remove_folder,
)

TASKS = "nonoforge.batch.shard"
MAX_KILLS = 5  # of workers by other programs, at one shard or puzzle, before it is given up
MIN_SILENCE = 60.0  # seconds without a sign of life in which a worker waits instead of computing


def limits_for(task: Task, memory: int) -> Limits:
    """Return the limits of a worker. CPU time is that of one puzzle: a shard starts the clock anew
    for each. A worker that computes is stopped by that clock, one that waits by its silence."""
    return Limits(cpu=task.cpu, memory=memory << 20, wall=0.0, frame=1 << 30, jobs=1000,
                  silence=4 * task.cpu + MIN_SILENCE)


class Pool:
    """Worker processes that are started when they are needed and replaced when they die."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._folders = TemporaryFolders()
        self._idle: list[tuple[WorkerProcess, str]] = []
        self._all: dict[WorkerProcess, str] = {}

    async def close(self) -> None:
        """End all processes."""
        for process in self._all:
            process.kill()
        for process in list(self._all):
            await process.ended()
        self._folders.close()

    @asynccontextmanager
    async def worker(self) -> AsyncIterator[WorkerProcess]:
        """Lend a process for one job."""
        if self._idle:
            process, folder = self._idle.pop()
        else:
            folder = self._folders.take()
            process = await WorkerProcess.start(TASKS, self.limits, self._folders, folder)
            self._all[process] = folder
            await process.ready()
        try:
            yield process
        finally:
            if process.fit:
                self._idle.append((process, folder))
            else:
                process.kill()
                await process.ended()
                self._all.pop(process, None)
                await asyncio.to_thread(remove_folder, folder)


async def run_shard(pool: Pool, job: ShardJob) -> ShardResult:
    """Return the records of a shard, whatever its puzzles do to the workers."""
    for _ in range(MAX_KILLS):
        process = None
        try:
            async with pool.worker() as process:
                return decode_result(await process.perform("shard", encode_job(job), _ignore))
        except TaskFailed:
            if process is None or not process.killed:
                break
    return await _carefully(pool, job)


def _ignore(share: float | None, words: str) -> None:
    """Take no notice of a sign of life."""


async def _carefully(pool: Pool, job: ShardJob) -> ShardResult:
    """Do a shard puzzle by puzzle; one that ends its worker becomes a record of that."""
    records: list[bytes] = []
    begin, kills = 0, 0
    names = [item.name for item in items(job.shard.pieces)]
    while begin < len(names):
        at, process = begin, None

        async def part(body: bytes) -> None:
            nonlocal at
            if body.isdigit():
                at = int(body)
            else:
                records.extend(body.split(b"\n") if body else ())
                at += 1  # done: the next one is to blame for what comes now

        careful = ShardJob(job.task, job.shard, True, begin, job.again, job.old)
        try:
            async with pool.worker() as process:
                result = decode_result(await process.perform(
                    "shard", encode_job(careful), _ignore, part))
                return ShardResult(records, tally_of(records), result.wall, result.cpu)
        except TaskFailed as error:
            if process is None:
                raise
            kills = kills + 1 if at == begin else 1
            begin = at
            if process.killed and kills < MAX_KILLS:
                continue
            if begin < len(names):
                records.append(encode_record(lost(names[begin], error.message, error.kind)))
            begin, kills = begin + 1, 0
    return ShardResult(records, tally_of(records))


class Stop:
    """A request to finish what is under way and to begin nothing more."""

    def __init__(self) -> None:
        self.asked = False

    def __call__(self) -> None:
        self.asked = True


async def run_all(
    jobs: Iterator[ShardJob], count: int, limits: Limits, stop: Stop,
    finished: Callable[[ShardJob, ShardResult], None],
) -> None:
    """Do jobs with `count` workers; `finished` is called with each as it is done."""
    pool = Pool(limits)
    running: set[asyncio.Task[None]] = set()

    async def do(job: ShardJob) -> None:
        finished(job, await run_shard(pool, job))

    try:
        # In a thread: the next shard may have to wait for standard input.
        while not stop.asked and (job := await asyncio.to_thread(next, jobs, None)) is not None:
            running.add(asyncio.create_task(do(job)))
            if len(running) >= count:
                running = await _some(running)
        while running:
            running = await _some(running)
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        await pool.close()


async def _some(running: set[asyncio.Task[None]]) -> set[asyncio.Task[None]]:
    """Wait for the first that is done; raise what it raised."""
    done, rest = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
    for task in done:
        task.result()
    return rest


def isolated(body: bytes, limits: Limits) -> bytes:
    """Do one job in a worker process of its own: the task of a node of a cluster."""
    import msgspec

    async def whole() -> ShardResult:
        pool = Pool(limits)
        try:
            return await run_shard(pool, msgspec.msgpack.decode(body, type=ShardJob))
        finally:
            await pool.close()

    return msgspec.msgpack.encode(asyncio.run(whole()))

