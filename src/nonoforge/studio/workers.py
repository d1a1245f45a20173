"""The worker pool: all work on what clients send is done in worker processes, each with limits.

The server never computes: a hard puzzle, a broken library or a hostile file can take one worker
process and one job with it, and nothing else.

Two lanes. At most `count` jobs run at once; one place of these is kept for quick jobs, those that
the page asks for while a person draws or plays. So a verdict comes at once while a puzzle is made.
Quick jobs may take any place, and where both kinds wait for the same place the older one goes
first, so neither starves the other. Processes belong to no lane: any idle one takes the next job.

A third kind of job, `idle`, is done while there is nothing else to do: one at a time, and only if
no other job waits. It takes no place from others, so nothing ever waits for it.

One more process than places is kept warm, because a cancelled job costs its process, and starting
another takes longer than most jobs. For the same reason a quick job that is cancelled may finish
within `GRACE`: after an edit's verdict is cancelled the next one is asked for at once.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncGenerator, AsyncIterator, Coroutine
from contextlib import suppress
from typing import Any

from nonoforge.progress import ShareProgress
from nonoforge.worker_processes import (
    Limits,
    TaskFailed,
    TemporaryFolders,
    WorkerProcess,
    remove_folder,
)

TASKS = "nonoforge.studio.jobs"
QUICK = frozenset(
    {"board", "solve", "check", "hint", "explain", "make/empty", "formats", "methods",
     "starters", "tutorial", "own/add", "own/change", "own/edits", "own/cover"})
GRACE = 0.2  # seconds that a cancelled quick job may go on
MAX_WARM = 4  # places that are kept warm, however many cores there are; more start when needed
MAX_TRIES = 3  # of a job whose processes are killed from outside


class Work:
    """A job, waiting or running."""

    def __init__(self, verb: str, body: bytes, tell: ShareProgress | None, quick: bool,
                 idle: bool = False, parts: Parts | None = None) -> None:
        self.verb = verb
        self.body = body
        self.quick = quick
        self.idle = idle
        self.tries = MAX_TRIES  # how often it may begin, if its processes are killed from outside
        self.process: WorkerProcess | None = None  # None while it waits
        self.answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._tell = tell
        self._parts = parts

    async def part(self, part: bytes) -> None:
        """Pass a part of the answer on. After that the job cannot begin again."""
        self.tries = 1
        if self._parts is not None:
            await self._parts.put(part)

    def tell(self, share: float | None, words: str) -> None:
        """Pass progress on, until the job is cancelled or done."""
        if self._tell and not self.answer.done():
            self._tell(share, words)

    def settle(self, outcome: bytes | Exception) -> None:
        """Set the outcome, unless the job was cancelled."""
        if self.answer.done():
            return
        if isinstance(outcome, Exception):
            self.answer.set_exception(outcome)
        else:
            self.answer.set_result(outcome)


class Parts:
    """The parts of an answer between a worker and a reader, one at a time."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._open = True

    async def put(self, part: bytes) -> None:
        """Hand a part to the reader; return when it is done with, or no more are wanted."""
        if self._open:
            self._queue.put_nowait(part)
            await self._queue.join()

    def end(self) -> None:
        """Say that there are no more."""
        self._queue.put_nowait(None)

    async def read(self) -> AsyncIterator[bytes]:
        """Yield the parts."""
        while (part := await self._queue.get()) is not None:
            yield part
            self._queue.task_done()

    def close(self) -> None:
        """Say that no more are wanted."""
        self._open = False
        with suppress(ValueError):  # when all are done with
            while True:
                self._queue.task_done()


class Workers:
    """A pool for one event loop: `start`, any number of `run` at the same time, `close`."""

    def __init__(
        self, count: int | None = None, limits: Limits | None = None, *, tasks: str = TASKS,
        quick: frozenset[str] = QUICK, max_waiting: int = 64,
    ) -> None:
        self.count = max(2, count or os.cpu_count() or 2)
        self.limits = limits or Limits()
        self._tasks = tasks
        self._quick = quick
        self._max_waiting = max_waiting
        self._waiting: list[Work] = []  # oldest first
        self._running: set[Work] = set()
        self._idle: list[WorkerProcess] = []
        self._processes: set[WorkerProcess] = set()  # all that are alive, idle or not
        self._starting = 0
        self._tasks_running: set[asyncio.Task[None]] = set()
        self._open = True
        self._folders: TemporaryFolders | None = None

    async def start(self) -> None:
        """Start processes; does not wait until they are ready, because jobs do."""
        self._start_processes()

    async def close(self) -> None:
        """End all processes; jobs that run or wait fail."""
        self._open = False
        for work in (*self._waiting, *self._running):
            work.settle(TaskFailed("crash", "the studio is closing"))
        self._waiting.clear()
        for process in self._processes:
            process.kill()
        while running := {task for task in self._tasks_running if not task.done()}:
            await asyncio.wait(running)
        if self._folders:
            self._folders.close()

    def process_count(self) -> int:
        """Return the number of processes, including those that are starting."""
        return len(self._processes) + self._starting

    async def run(self, verb: str, body: bytes, tell: ShareProgress | None = None, *,
                  idle: bool = False, parts: Parts | None = None) -> bytes:
        """Return the answer of a task, or raise TaskFailed. Cancelling stops the work. An `idle`
        job waits until there is nothing else to do. Parts of the answer go to `parts`."""
        if not self._open:
            raise TaskFailed("busy", "the studio is closing")
        if len(self._waiting) >= self._max_waiting:
            raise TaskFailed("busy", f"{len(self._waiting)} jobs are waiting; try again later")
        work = Work(verb, body, tell, verb in self._quick, idle, parts)
        self._waiting.append(work)
        self._assign()
        try:
            return await work.answer
        except asyncio.CancelledError:
            self._drop(work)
            raise

    async def stream(self, verb: str, body: bytes) -> AsyncGenerator[bytes, None]:
        """Yield the parts of the answer of a task, which waits while they are not read; raise
        TaskFailed. Closing the generator stops the work."""
        parts = Parts()
        running = asyncio.create_task(self.run(verb, body, parts=parts))
        running.add_done_callback(lambda _: parts.end())
        try:
            async for part in parts.read():
                yield part
            await running
        finally:
            parts.close()
            running.cancel()

    def _drop(self, work: Work) -> None:
        """Remove or stop a cancelled job."""
        if work in self._waiting:
            self._waiting.remove(work)
        elif work.quick:
            asyncio.get_running_loop().call_later(GRACE, self._stop, work)
        else:
            self._stop(work)

    def _stop(self, work: Work) -> None:
        if work in self._running and work.process:
            work.process.kill()

    def _assign(self) -> None:
        """Give idle processes jobs that wait and may run, and start processes that are lacking."""
        while work := self._next():
            if not self._idle:
                break
            self._waiting.remove(work)
            self._running.add(work)
            work.process = self._idle.pop()
            self._background(self._serve(work, work.process))
        self._start_processes()

    def _next(self) -> Work | None:
        """Return the oldest job for which there is a place."""
        running = [work for work in self._running if not work.idle]
        waiting = [work for work in self._waiting if not work.idle]
        if not waiting and not running:
            return next(iter(self._waiting), None) if not self._running else None
        if len(running) >= self.count:
            return None
        free = sum(not work.quick for work in running) < self.count - 1
        return next((work for work in waiting if work.quick or free), None)

    async def _serve(self, work: Work, process: WorkerProcess) -> None:
        try:
            work.settle(await process.perform(work.verb, work.body, work.tell, work.part))
        except Exception as error:
            work.tries -= 1
            if process.killed and work.tries and self._open and not work.answer.done():
                self._waiting.insert(0, work)
            else:
                work.settle(error)
        self._running.remove(work)
        if process.fit and (self._waiting or len(self._processes) <= self._base()):
            self._idle.append(process)
        else:
            process.kill()
        self._assign()

    def _base(self) -> int:
        return min(self.count, MAX_WARM) + 1

    def _start_processes(self) -> None:
        """Start processes up to the base, and more while there are more jobs. One after another
        while no job waits: the server itself has to start, and the browser."""
        if not self._open:
            return
        busy = len(self._running) + len(self._waiting)
        wanted = max(self._base(), min(busy, self.count)) - self.process_count()
        warming = self._starting + sum(not process.warm for process in self._processes)
        for _ in range(min(wanted, max(1, len(self._waiting)) - warming)):
            self._starting += 1
            self._background(self._begin())

    async def _begin(self) -> None:
        """Start a process, and remove its folder when it has ended."""
        folder = ""
        try:
            try:
                self._folders = self._folders or TemporaryFolders()
                folder = self._folders.take()
                process = await WorkerProcess.start(
                    self._tasks, self.limits, self._folders, folder)
            finally:
                self._starting -= 1
            await self._until_end(process)
        except OSError as error:
            self._give_up(error)
        finally:
            if folder:
                await asyncio.to_thread(remove_folder, folder)

    async def _until_end(self, process: WorkerProcess) -> None:
        self._processes.add(process)
        if not self._open:
            process.kill()
        try:
            await process.ready()
        except TaskFailed as error:
            self._processes.remove(process)
            self._give_up(error)
            return
        self._idle.append(process)
        self._assign()
        await process.ended()
        self._processes.remove(process)
        if process in self._idle:
            self._idle.remove(process)
        self._start_processes()

    def _give_up(self, error: Exception) -> None:
        """Handle a process that did not start. No other is started before the next job: a broken
        installation must not start processes for ever. Jobs fail only if no process is left."""
        if self._processes or self._starting:
            return
        for work in self._waiting:
            work.settle(TaskFailed("crash", f"no worker process could be started: {error}"))
        self._waiting.clear()

    def _background(self, doing: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(doing)
        self._tasks_running.add(task)
        task.add_done_callback(self._tasks_running.discard)
