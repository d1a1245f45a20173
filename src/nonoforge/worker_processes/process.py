"""A worker process as its parent sees it, and the folders for its temporary files."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import msgspec

from nonoforge.progress import ShareProgress
from nonoforge.worker_processes.frames import (
    Done,
    Failed,
    FrameTooLarge,
    Job,
    Kind,
    Limits,
    Part,
    Ready,
    Reply,
    TaskFailed,
    Told,
    pack,
    read_reply,
)

LOG = logging.getLogger(__name__)
START_SECONDS = 60.0  # until a worker must be ready, on the slowest machine
STDERR_TAIL = 4096  # bytes kept of what a worker printed last
OUT_OF_TIME = {"SIGPROF", "SIGXCPU"}
OUT_OF_MEMORY = (b"bad_alloc", b"MemoryError", b"out of memory", b"Cannot allocate memory")

# A process group: all processes that a worker starts can be ended with it.
_GROUP: dict[str, Any] = {"process_group": 0} if os.name == "posix" else {}

TakePart = Callable[[bytes], Awaitable[None]]

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
    async def start(cls, tasks: str, limits: Limits, folders: TemporaryFolders,
                    folder: str) -> WorkerProcess:
        """Start a process, or raise OSError. Await `ready` next. Its temporary files go into the
        folder, one that `folders` gave."""
        # -P: no module is imported from the folder in which the studio was started.
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", "nonoforge.worker_processes.worker", tasks,
            msgspec.json.encode(limits).decode(),
            stdin=PIPE, stdout=PIPE, stderr=PIPE, env=_environment(folder), limit=1 << 20,
            pass_fds=folders.lifeline, **_GROUP)
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

    async def perform(self, verb: str, body: bytes, tell: ShareProgress,
                      part: TakePart | None = None) -> bytes:
        """Return the answer to a job, or raise TaskFailed. `part` is called with each part of the
        answer that the worker sends before its end; until it returns, the worker waits with the
        next ones, and that time does not count."""
        try:
            frame = pack(Job(verb, body), self._limits.frame)
        except FrameTooLarge:
            raise TaskFailed("limit", self._limits.too_long()) from None
        self._tail = b""
        try:
            async with asyncio.timeout(self._limits.wall or None) as wall:
                reply = await self._exchange(frame, tell, part, wall)
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

    async def _exchange(self, frame: bytes, tell: ShareProgress, part: TakePart | None,
                        wall: asyncio.Timeout) -> Done | Failed:
        pipe = self._process.stdin
        assert pipe is not None
        pipe.write(frame)
        await pipe.drain()
        while True:
            async with asyncio.timeout(self._limits.silence or None):
                reply = await self._reply()
            match reply:
                case Told(share, words):
                    tell(share, words)
                case Part(body):
                    if part is not None:
                        wall.reschedule(None)
                        await part(body)
                    if self._limits.wall:
                        wall.reschedule(asyncio.get_running_loop().time() + self._limits.wall)
                case Done() | Failed():
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
# server removes its folder. A server that is killed cannot either, so a shell waits beside it: all
# folders of a server are in one, and the shell removes that when neither the server nor any of its
# workers is left. Where the shell was killed too, the next server does it: the folder contains a
# file that is locked while its server runs.

FOLDER_PREFIX = "nonoforge-workers-"
LOCK_FILE = "lock"

# Waits in the background for the end of its standard input, in a session of its own, so that
# neither Ctrl-C nor a closed terminal ends it.
_WATCHER = 'exec 3<&0; (read -r _ <&3; exec rm -rf -- "$0") </dev/null &'


class TemporaryFolders:
    """A folder for one server, and in it one for each worker."""

    def __init__(self) -> None:
        _sweep()
        self.root = tempfile.mkdtemp(prefix=FOLDER_PREFIX)
        self._lock = _lock_folder(Path(self.root))
        # Files that each process which may write into the folders has to keep open.
        self.lifeline = _watch(self.root)

    def take(self) -> str:
        """Return a new folder."""
        return tempfile.mkdtemp(dir=self.root)

    def close(self) -> None:
        """Remove all folders."""
        shutil.rmtree(self.root, ignore_errors=True)
        for file in self.lifeline:
            os.close(file)
        if self._lock is not None:
            os.close(self._lock)
        self.lifeline, self._lock = (), None


def remove_folder(folder: str) -> None:
    """Remove the folder of a worker that has ended."""
    shutil.rmtree(folder, ignore_errors=True)


def _watch(folder: str) -> tuple[int, ...]:
    """Start a process that removes the folder when the returned files are closed everywhere."""
    if os.name != "posix":
        return ()
    end, held = os.pipe()
    try:
        subprocess.run(["/bin/sh", "-c", _WATCHER, folder], stdin=end, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, cwd="/", start_new_session=True, check=True)
    except (OSError, subprocess.CalledProcessError):  # no shell: the next server removes it
        os.close(held)
        return ()
    finally:
        os.close(end)
    return (held,)


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
