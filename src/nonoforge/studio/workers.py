"""The pool: all work on what clients send is done in worker processes, each with limits.

The server never computes: a hard puzzle, a broken library or a hostile file can take one worker
process and one job with it, and nothing else.

Two lanes. At most `count` jobs run at once; one place of these is kept for quick jobs, those that
the page asks for while a person draws or plays. So a verdict comes at once while a puzzle is made.
Quick jobs may take any place, and where both kinds wait for the same place the older one goes
first, so neither starves the other. Processes belong to no lane: any idle one takes the next job.

One more process than places is kept warm, because a cancelled job costs its process, and starting
another takes longer than most jobs. For the same reason a quick job that is cancelled may finish
within a moment: who cancels an edit's verdict wants the next one, and that one is served already.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Coroutine
from typing import Any

from nonoforge.studio.child import Child
from nonoforge.studio.frames import Tell
from nonoforge.studio.limits import Limits as Limits
from nonoforge.studio.limits import TaskFailed as TaskFailed
from nonoforge.studio.scratch import Scratch, remove

TASKS = "nonoforge.studio.jobs"
QUICK = frozenset(
    {"board", "solve", "check", "hint", "explain", "make/empty", "formats", "methods",
     "own/add", "own/change"})
GRACE = 0.2  # seconds
BASE = 4  # places that are kept warm, however many cores there are; more start when needed


class Work:
    """A job from the moment it is asked for."""

    def __init__(self, verb: str, body: bytes, tell: Tell | None, quick: bool) -> None:
        self.verb = verb
        self.body = body
        self.quick = quick
        self.child: Child | None = None  # who does it; None while it waits
        self.answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._tell = tell

    def tell(self, share: float | None, words: str) -> None:
        """Pass progress on, as long as somebody listens."""
        if self._tell and not self.answer.done():
            self._tell(share, words)

    def settle(self, outcome: bytes | Exception) -> None:
        """Hand the outcome over, unless nobody waits for it any more."""
        if self.answer.done():
            return
        if isinstance(outcome, Exception):
            self.answer.set_exception(outcome)
        else:
            self.answer.set_result(outcome)


class Workers:
    """A pool for one event loop: `start`, any number of `run` at the same time, `close`."""

    def __init__(
        self, count: int | None = None, limits: Limits | None = None, *, tasks: str = TASKS,
        quick: frozenset[str] = QUICK, longest_queue: int = 64,
    ) -> None:
        self.count = max(2, count or os.cpu_count() or 2)
        self.limits = limits or Limits()
        self._tasks = tasks
        self._quick = quick
        self._longest_queue = longest_queue
        self._waiting: list[Work] = []  # oldest first
        self._running: set[Work] = set()
        self._idle: list[Child] = []
        self._children: set[Child] = set()  # all that are alive, idle or not
        self._starting = 0
        self._chores: set[asyncio.Task[None]] = set()
        self._open = True
        self._scratch: Scratch | None = None

    async def start(self) -> None:
        """Begin to warm up; does not wait for it, because jobs do."""
        self._hire()

    async def close(self) -> None:
        """End all processes; jobs that run or wait fail."""
        self._open = False
        for work in (*self._waiting, *self._running):
            work.settle(TaskFailed("crash", "the studio is closing"))
        self._waiting.clear()
        for child in self._children:
            child.kill()
        while chores := {chore for chore in self._chores if not chore.done()}:
            await asyncio.wait(chores)
        if self._scratch:
            self._scratch.close()

    def staff(self) -> int:
        """How many processes there are."""
        return len(self._children) + self._starting

    async def run(self, verb: str, body: bytes, tell: Tell | None = None) -> bytes:
        """The answer of a task, or TaskFailed. To cancel is to stop the work."""
        if not self._open:
            raise TaskFailed("busy", "the studio is closing")
        if len(self._waiting) >= self._longest_queue:
            raise TaskFailed("busy", f"{len(self._waiting)} jobs are waiting; try again later")
        work = Work(verb, body, tell, verb in self._quick)
        self._waiting.append(work)
        self._assign()
        try:
            return await work.answer
        except asyncio.CancelledError:
            self._drop(work)
            raise

    def _drop(self, work: Work) -> None:
        """Nobody wants it any more."""
        if work in self._waiting:
            self._waiting.remove(work)
        elif work.quick:
            asyncio.get_running_loop().call_later(GRACE, self._stop, work)
        else:
            self._stop(work)

    def _stop(self, work: Work) -> None:
        if work in self._running and work.child:
            work.child.kill()

    def _assign(self) -> None:
        """Give idle processes what waits and may run, and start processes where they lack."""
        while work := self._next():
            if not self._idle:
                break
            self._waiting.remove(work)
            self._running.add(work)
            work.child = self._idle.pop()
            self._chore(self._serve(work, work.child))
        self._hire()

    def _next(self) -> Work | None:
        """The oldest job for which there is a place."""
        if len(self._running) >= self.count:
            return None
        long = sum(not work.quick for work in self._running)
        free = long < self.count - 1
        return next((work for work in self._waiting if work.quick or free), None)

    async def _serve(self, work: Work, child: Child) -> None:
        try:
            work.settle(await child.perform(work.verb, work.body, work.tell))
        except Exception as error:
            work.settle(error)
        self._running.remove(work)
        if child.fit and (self._waiting or len(self._children) <= self._base()):
            self._idle.append(child)
        else:
            child.kill()
        self._assign()

    def _base(self) -> int:
        return min(self.count, BASE) + 1

    def _hire(self) -> None:
        """As many processes as the base, and more while there are more jobs. One after another
        where nobody waits: the server itself has to start, and the browser."""
        if not self._open:
            return
        busy = len(self._running) + len(self._waiting)
        wanted = max(self._base(), min(busy, self.count)) - self.staff()
        warming = self._starting + sum(not child.warm for child in self._children)
        for _ in range(min(wanted, max(1, len(self._waiting)) - warming)):
            self._starting += 1
            self._chore(self._begin())

    async def _begin(self) -> None:
        """Start a process, and see it to its end."""
        folder = ""
        try:
            self._scratch = self._scratch or Scratch()
            folder = self._scratch.take()
            child = await Child.start(self._tasks, self.limits, folder)
        except OSError as error:
            self._give_up(error)
            return
        finally:
            self._starting -= 1
        try:
            await self._see_to_its_end(child)
        finally:
            await asyncio.to_thread(remove, folder)

    async def _see_to_its_end(self, child: Child) -> None:
        self._children.add(child)
        if not self._open:
            child.kill()
        try:
            await child.ready()
        except TaskFailed as error:
            self._children.remove(child)
            self._give_up(error)
            return
        self._idle.append(child)
        self._assign()
        await child.ended()
        self._children.remove(child)
        if child in self._idle:
            self._idle.remove(child)
        self._hire()

    def _give_up(self, error: Exception) -> None:
        """No process came up, and it is not tried again before the next job: a broken set-up must
        not start processes for ever. Jobs fail only if nobody is left to do them."""
        if self._children or self._starting:
            return
        for work in self._waiting:
            work.settle(TaskFailed("crash", f"no worker process could be started: {error}"))
        self._waiting.clear()

    def _chore(self, doing: Coroutine[Any, Any, None]) -> None:
        chore = asyncio.create_task(doing)
        self._chores.add(chore)
        chore.add_done_callback(self._chores.discard)
