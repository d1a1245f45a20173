"""One worker process, seen from the server."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from typing import Any, cast

import msgspec

from nonoforge.studio import scratch
from nonoforge.studio.frames import (
    Done,
    Failed,
    FrameTooLarge,
    Job,
    Ready,
    Reply,
    Tell,
    Told,
    pack,
    read_reply,
)
from nonoforge.studio.limits import Kind, Limits, TaskFailed

LOG = logging.getLogger(__name__)
START = 60.0  # seconds until a worker must be ready, on the slowest machine
TAIL = 4096  # bytes kept of what it printed last
OUT_OF_TIME = {"SIGPROF", "SIGXCPU"}
OUT_OF_MEMORY = (b"bad_alloc", b"MemoryError", b"out of memory", b"Cannot allocate memory")

# A group of its own: whatever a worker starts can be ended with it.
_GROUP: dict[str, Any] = {"process_group": 0} if os.name == "posix" else {}

# The pipe ended, or what came through it is no message: the worker is not to be trusted any more.
BROKEN = (EOFError, OSError, FrameTooLarge, msgspec.DecodeError)


class Child:
    """A worker process. It does one job at a time; whoever gives it a job first looks at `fit`."""

    def __init__(self, process: Process, limits: Limits) -> None:
        self.warm = False  # has loaded what most jobs need
        self.fit = True  # may get another job
        self._stopped = False  # by the server: no reason to wonder why it is gone
        self._limits = limits
        self._process = process
        self._tail = b""
        self._listening = asyncio.create_task(self._listen())

    @classmethod
    async def start(cls, tasks: str, limits: Limits, folder: str) -> Child:
        """Start a process, or OSError. Then it has to become `ready`. The folder is for its
        temporary files."""
        # -P: no folder where somebody happens to start the studio can slip a module in.
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", "nonoforge.studio.worker", tasks,
            msgspec.json.encode(limits).decode(),
            stdin=PIPE, stdout=PIPE, stderr=PIPE, env=_environment(folder), limit=1 << 20,
            **_GROUP)
        return cls(process, limits)

    async def ready(self) -> None:
        """Wait until it has loaded what most jobs need; TaskFailed if it does not come up."""
        try:
            async with asyncio.timeout(START):
                await self._reply()
            self.warm = True
        except (*BROKEN, TimeoutError):
            failure = await self._obituary()
            said = self._tail.decode(errors="replace").strip().rpartition("\n")[2]
            raise TaskFailed(failure.kind, f"{failure.message}: {said}") from None

    async def perform(self, verb: str, body: bytes, tell: Tell) -> bytes:
        """The answer to a job, or TaskFailed."""
        try:
            frame = pack(Job(verb, body), self._limits.frame)
        except FrameTooLarge:
            raise TaskFailed("limit", self._limits.too_long()) from None
        self._tail = b""
        try:
            async with asyncio.timeout(self._limits.wall):
                reply = await self._exchange(frame, tell)
        except TimeoutError:
            self.kill()
            raise TaskFailed("limit", self._limits.too_late()) from None
        except BROKEN:
            raise await self._obituary() from None
        except BaseException:
            self.kill()  # in the middle of a job: its answer must not be taken for the next one's
            raise
        self.fit = self.fit and not reply.tired
        if isinstance(reply, Failed):
            if reply.kind == "crash":
                await self._report()
            raise TaskFailed(cast(Kind, reply.kind), reply.message, reply.place)
        return reply.body

    async def _exchange(self, frame: bytes, tell: Tell) -> Done | Failed:
        pipe = self._process.stdin
        assert pipe is not None
        pipe.write(frame)
        await pipe.drain()
        while True:
            match await self._reply():
                case Told(share, words):
                    tell(share, words)
                case Done() | Failed() as reply:
                    return reply
                case Ready():
                    raise EOFError("ready twice")

    async def _reply(self) -> Reply:
        assert self._process.stdout is not None
        return await read_reply(self._process.stdout, self._limits.frame)

    async def _obituary(self) -> TaskFailed:
        """What it died of, in words."""
        if self._stopped:
            await self.ended()
            return TaskFailed("crash", "the process that did this was stopped")
        code = await self._last_words()
        name = signal.Signals(-code).name if -code in set(signal.Signals) else f"exit code {code}"
        if name in OUT_OF_TIME:
            return TaskFailed("limit", self._limits.too_slow())
        if any(words in self._tail for words in OUT_OF_MEMORY):
            return TaskFailed("limit", self._limits.too_large())
        await self._report()
        return TaskFailed("crash", f"the process that did this died ({name}); others go on")

    async def _report(self) -> None:
        """Show who debugs it what the process printed last; whoever asked for the work is told in
        any case that it failed."""
        if os.environ.get("NONOFORGE_DEBUG", "0") not in ("", "0"):
            self.kill()
            await self.ended()
            LOG.warning("a worker process failed:\n%s", self._tail.decode(errors="replace"))

    async def _last_words(self) -> int:
        """The exit code. It is dying already, or talks nonsense and does not know it yet."""
        try:
            async with asyncio.timeout(1):
                return await self.ended()
        except TimeoutError:
            self.kill()
            return await self.ended()

    async def _listen(self) -> None:
        """Keep the end of what it prints: the cause of its death, if any."""
        pipe = self._process.stderr
        assert pipe is not None
        while chunk := await pipe.read(TAIL):
            self._tail = (self._tail + chunk)[-TAIL:]

    def kill(self) -> None:
        """End it now, whatever it does, and what it has started."""
        self.fit = False
        self._stopped = True
        if self._process.returncode is not None:
            return
        with suppress(ProcessLookupError):
            if _GROUP:
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()

    async def ended(self) -> int:
        """Wait until the process is gone and its pipes are empty."""
        code = await self._process.wait()
        self.fit = False
        await asyncio.wait([self._listening])
        return code


def _environment(folder: str) -> dict[str, str]:
    """The worker sees the modules that the server sees. Its libraries use one thread: there is one
    worker for each core; and few heaps, because each reserves 64 MB of address space."""
    one = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "IGL_NUM_THREADS"), "1")
    path = os.pathsep.join(folder for folder in sys.path if folder)
    return {**os.environ, **one, **scratch.environment(folder), "MALLOC_ARENA_MAX": "2",
            "PYTHONPATH": path}
