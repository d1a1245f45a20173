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
import logging
import os
import shutil
import signal
import sys
import tempfile
from asyncio.subprocess import PIPE, Process
from collections.abc import Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import msgspec

from nonoforge.progress import ShareProgress
from nonoforge.studio.frames import (
    Done,
    Failed,
    FrameTooLarge,
    Job,
    Kind,
    Limits,
    Ready,
    Reply,
    TaskFailed,
    Told,
    pack,
    read_reply,
)

TASKS = "nonoforge.studio.jobs"
QUICK = frozenset(
    {"board", "solve", "check", "hint", "explain", "make/empty", "formats", "methods",
     "starters", "tutorial", "own/add", "own/change", "own/edits", "own/cover"})
GRACE = 0.2  # seconds that a cancelled quick job may go on
MAX_WARM = 4  # places that are kept warm, however many cores there are; more start when needed


class Work:
    """A job, waiting or running."""

    def __init__(self, verb: str, body: bytes, tell: ShareProgress | None, quick: bool,
                 idle: bool = False) -> None:
        self.verb = verb
        self.body = body
        self.quick = quick
        self.idle = idle
        self.again = True  # may be done once more if its process is killed from outside
        self.process: WorkerProcess | None = None  # None while it waits
        self.answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._tell = tell

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
                  idle: bool = False) -> bytes:
        """Return the answer of a task, or raise TaskFailed. Cancelling stops the work. An `idle`
        job waits until there is nothing else to do."""
        if not self._open:
            raise TaskFailed("busy", "the studio is closing")
        if len(self._waiting) >= self._max_waiting:
            raise TaskFailed("busy", f"{len(self._waiting)} jobs are waiting; try again later")
        work = Work(verb, body, tell, verb in self._quick, idle)
        self._waiting.append(work)
        self._assign()
        try:
            return await work.answer
        except asyncio.CancelledError:
            self._drop(work)
            raise

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
            work.settle(await process.perform(work.verb, work.body, work.tell))
        except Exception as error:
            if process.killed and work.again and self._open and not work.answer.done():
                work.again = False
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
            self._folders = self._folders or TemporaryFolders()
            folder = self._folders.take()
            process = await WorkerProcess.start(self._tasks, self.limits, folder)
        except OSError as error:
            self._give_up(error)
            return
        finally:
            self._starting -= 1
        try:
            await self._until_end(process)
        finally:
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


LOG = logging.getLogger(__name__)
START_SECONDS = 60.0  # until a worker must be ready, on the slowest machine
STDERR_TAIL = 4096  # bytes kept of what a worker printed last
OUT_OF_TIME = {"SIGPROF", "SIGXCPU"}
OUT_OF_MEMORY = (b"bad_alloc", b"MemoryError", b"out of memory", b"Cannot allocate memory")

# A process group: all processes that a worker starts can be ended with it.
_GROUP: dict[str, Any] = {"process_group": 0} if os.name == "posix" else {}

# The pipe ended, or a frame was malformed: the worker is not to be trusted any more.
BROKEN = (EOFError, OSError, FrameTooLarge, msgspec.DecodeError)


class WorkerProcess:
    """A worker process, seen from the server. It does one job at a time, and only while `fit`."""

    def __init__(self, process: Process, limits: Limits) -> None:
        self.warm = False  # has loaded what most jobs need
        self.fit = True  # may get another job
        self._stopped = False  # by the server
        self.killed = False  # by another program, or by the system
        self._limits = limits
        self._process = process
        self._tail = b""
        self._listening = asyncio.create_task(self._listen())

    @classmethod
    async def start(cls, tasks: str, limits: Limits, folder: str) -> WorkerProcess:
        """Start a process, or raise OSError. Await `ready` next. Its temporary files go into the
        folder."""
        # -P: no module is imported from the folder in which the studio was started.
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", "nonoforge.studio.worker", tasks,
            msgspec.json.encode(limits).decode(),
            stdin=PIPE, stdout=PIPE, stderr=PIPE, env=_environment(folder), limit=1 << 20,
            **_GROUP)
        return cls(process, limits)

    async def ready(self) -> None:
        """Wait until it has loaded what most jobs need; raise TaskFailed if it does not come up."""
        try:
            async with asyncio.timeout(START_SECONDS):
                await self._reply()
            self.warm = True
        except (*BROKEN, TimeoutError):
            failure = await self._cause_of_death()
            said = self._tail.decode(errors="replace").strip().rpartition("\n")[2]
            raise TaskFailed(failure.kind, f"{failure.message}: {said}") from None

    async def perform(self, verb: str, body: bytes, tell: ShareProgress) -> bytes:
        """Return the answer to a job, or raise TaskFailed."""
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
            raise await self._cause_of_death() from None
        except BaseException:
            self.kill()  # in the middle of a job: its answer must not be taken for the next one's
            raise
        self.fit = self.fit and not reply.tired
        if isinstance(reply, Failed):
            if reply.kind == "crash":
                await self._report()
            raise TaskFailed(cast(Kind, reply.kind), reply.message, reply.place)
        return reply.body

    async def _exchange(self, frame: bytes, tell: ShareProgress) -> Done | Failed:
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

    async def _cause_of_death(self) -> TaskFailed:
        """Return why the process ended."""
        if self._stopped:
            await self.ended()
            return TaskFailed("crash", "the process that did this was stopped")
        code = await self._exit_code()
        name = signal.Signals(-code).name if -code in set(signal.Signals) else f"exit code {code}"
        if name in OUT_OF_TIME:
            return TaskFailed("limit", self._limits.too_slow())
        if any(words in self._tail for words in OUT_OF_MEMORY):
            return TaskFailed("limit", self._limits.too_large())
        self.killed = name == "SIGKILL"
        await self._report()
        return TaskFailed("crash", f"the process that did this died ({name}); others go on")

    async def _report(self) -> None:
        """Under NONOFORGE_DEBUG, log what the process printed last."""
        if os.environ.get("NONOFORGE_DEBUG", "0") not in ("", "0"):
            self.kill()
            await self.ended()
            LOG.warning("a worker process failed:\n%s", self._tail.decode(errors="replace"))

    async def _exit_code(self) -> int:
        """Return the exit code. The process is ending already, or has sent a malformed frame."""
        try:
            async with asyncio.timeout(1):
                return await self.ended()
        except TimeoutError:
            self.kill()
            return await self.ended()

    async def _listen(self) -> None:
        """Keep the end of what it prints, which may say why it ended."""
        pipe = self._process.stderr
        assert pipe is not None
        while chunk := await pipe.read(STDERR_TAIL):
            self._tail = (self._tail + chunk)[-STDERR_TAIL:]

    def kill(self) -> None:
        """Kill the process and all that it has started."""
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
    """Return the environment of a worker. It finds the modules that the server finds. Its libraries
    use one thread, because there is a worker for each core; and few heaps, because each reserves
    64 MB of address space."""
    one = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "IGL_NUM_THREADS"), "1")
    path = os.pathsep.join(folder for folder in sys.path if folder)
    temporary = dict.fromkeys(("TMPDIR", "TEMP", "TMP"), folder)
    return {**os.environ, **one, **temporary, "MALLOC_ARENA_MAX": "2", "PYTHONPATH": path}


# Folders for temporary files of worker processes. A worker that is killed cannot clean up, so the
# server removes its folder; a server that is killed cannot either, so the next one does: all
# folders of a server are in one, which contains a file that is locked while the server runs.

FOLDER_PREFIX = "nonoforge-studio-"
LOCK_FILE = "lock"


class TemporaryFolders:
    """A folder for one server, and in it one for each worker."""

    def __init__(self) -> None:
        _sweep()
        self.root = tempfile.mkdtemp(prefix=FOLDER_PREFIX)
        self._lock = _lock_folder(Path(self.root))

    def take(self) -> str:
        """Return a new folder."""
        return tempfile.mkdtemp(dir=self.root)

    def close(self) -> None:
        """Remove all folders."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None
        shutil.rmtree(self.root, ignore_errors=True)


def remove_folder(folder: str) -> None:
    """Remove the folder of a worker that has ended."""
    shutil.rmtree(folder, ignore_errors=True)


def _lock_folder(folder: Path) -> int | None:
    """Lock the folder. The file gets its name after it is locked, so that no other server takes it
    for one that was left behind."""
    try:
        import fcntl
    except ImportError:
        return None
    file = os.open(folder / "new", os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    fcntl.flock(file, fcntl.LOCK_EX)
    os.rename(folder / "new", folder / LOCK_FILE)
    return file


def _sweep() -> None:
    """Remove folders that killed servers left behind; only this user's, and no links."""
    for folder in Path(tempfile.gettempdir()).glob(f"{FOLDER_PREFIX}*"):
        with suppress(OSError):
            info = folder.lstat()
            if folder.is_dir() and not folder.is_symlink() and _is_own(info) and _is_left(folder):
                shutil.rmtree(folder, ignore_errors=True)


def _is_own(info: os.stat_result) -> bool:
    return hasattr(os, "getuid") and info.st_uid == os.getuid()


def _is_left(folder: Path) -> bool:
    """Return whether no process holds its lock."""
    import fcntl

    file = os.open(folder / LOCK_FILE, os.O_RDWR | os.O_NOFOLLOW)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    finally:
        os.close(file)
    return True
