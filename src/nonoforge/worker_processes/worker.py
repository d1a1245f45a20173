"""A worker process: does one job at a time, for as long as its parent lives.

    python -m nonoforge.worker_processes.worker TASKS LIMITS

TASKS is the module whose `perform(verb, body, tell)` does the work (`tell` is a `Teller`); what it
imports is loaded before the first job, and heavy libraries wait until they are used. LIMITS is
`Limits` as JSON. Jobs come in on the standard input and answers go out on the standard output (see
`frames.py`).
"""

from __future__ import annotations

import contextlib
import errno
import faulthandler
import gc
import importlib
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable
from typing import BinaryIO

import msgspec

from nonoforge.errors import InputError, MissingPart, NonoforgeError
from nonoforge.worker_processes.frames import (
    Done,
    Failed,
    FrameTooLarge,
    Job,
    Limits,
    Part,
    Ready,
    Reply,
    TaskFailed,
    Told,
    pack,
    read_job,
)

MAX_PROGRESS_RATE = 10.0  # messages a second,
PROGRESS_BURST = 5.0  # but a few at once may pass: they are stages, and the last must be seen
NICE = 2
MAX_PROGRESS_LENGTH = 500  # characters

# All libraries together take a third of the memory limit. What is above this share is left over
# from earlier jobs, and would be missing for the next one.
TIRED_SHARE = 0.4


class Teller:
    """Sends progress of a job to the parent, at most `MAX_PROGRESS_RATE` messages a second (a token
    bucket), and parts of the answer, all of them. Each part may take as long as a job:
    `restart_clock` is called after it."""

    def __init__(self, send: Callable[[Reply], None],
                 restart_clock: Callable[[], None] = lambda: None) -> None:
        self._send, self._restart_clock = send, restart_clock
        self._left, self._last = PROGRESS_BURST, time.monotonic()

    def __call__(self, share: float | None, words: str) -> None:
        now = time.monotonic()
        self._left = min(PROGRESS_BURST, self._left + (now - self._last) * MAX_PROGRESS_RATE)
        self._last = now
        if self._left >= 1:
            self._left -= 1
            self._send(Told(None if share is None else float(share), words[:MAX_PROGRESS_LENGTH]))

    def part(self, body: bytes) -> None:
        """Send a part of the answer."""
        self._send(Part(body))
        self._restart_clock()


Perform = Callable[[str, bytes, Teller], bytes]


def main() -> None:
    """Serve until the pipe closes."""
    tasks, limits = sys.argv[1], msgspec.json.decode(sys.argv[2], type=Limits)
    _end_with_the_server()
    jobs, answers = _own_pipes()
    _lower_priority()
    _limit_memory(limits)
    module = importlib.import_module(tasks)
    gc.collect()
    gc.freeze()  # what is loaded now stays: no collection needs to look at it again
    with contextlib.suppress(BrokenPipeError):  # the server is gone, and so is the reason to be
        serve(module.perform, limits, jobs, answers)


def serve(perform: Perform, limits: Limits, jobs: BinaryIO, answers: BinaryIO) -> None:
    """Perform one job after another."""
    def send(message: Reply) -> None:
        answers.write(pack(message, limits.frame))
        answers.flush()

    send(Ready())
    count = 0
    while job := read_job(jobs, limits.frame):
        count += 1
        limit_cpu(limits.cpu)
        reply = _reply(perform, job, Teller(send, lambda: limit_cpu(limits.cpu)), limits)
        limit_cpu(limits.cpu)  # again, for threads that the job may have left behind
        if count >= limits.jobs or memory_taken() > limits.memory * TIRED_SHARE:
            reply = msgspec.structs.replace(reply, tired=True)
        try:
            send(reply)
        except FrameTooLarge:
            send(Failed("limit", limits.too_long(), tired=True))


def _reply(perform: Perform, job: Job, tell: Teller, limits: Limits) -> Done | Failed:
    try:
        return Done(perform(job.verb, job.body, tell))
    except BrokenPipeError:
        raise
    except BaseException as error:  # SystemExit too: whatever a library does, there is an answer
        return _failure(error, limits)


def _failure(error: BaseException, limits: Limits) -> Failed:
    if isinstance(error, TaskFailed):
        return Failed(error.kind, error.message, error.place)
    if isinstance(error, InputError):
        place = (error.file, error.line, error.column)
        known = ":".join(str(part) for part in place if part is not None)
        return Failed("input", error.message, known or None)
    if isinstance(error, MissingPart):
        return Failed("missing", str(error))
    if isinstance(error, NonoforgeError):
        return Failed("input", str(error))
    if _lacks_memory(error):
        return Failed("limit", limits.too_large(), tired=True)
    traceback.print_exception(error)
    return Failed("crash", f"{type(error).__name__}: {error}".strip(": "), tired=True)


def _lacks_memory(error: BaseException) -> bool:
    """Return whether memory ran out, also in a C++ library or while a library was mapped."""
    return (isinstance(error, MemoryError)
            or (isinstance(error, OSError) and error.errno == errno.ENOMEM)
            or any(words in str(error) for words in ("bad_alloc", "failed to map segment")))


def _own_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Return the pipes to the server, moved to other file descriptors: what libraries print goes to
    the standard error, and they read nothing."""
    jobs, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return jobs, answers


def _end_with_the_server() -> None:
    """Ignore Ctrl-C, at which the server ends its workers. If the server is killed, Linux kills
    this process too; elsewhere it ends at the closed pipe, when its job is done."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    faulthandler.enable()
    if sys.platform == "linux":
        import ctypes

        set_parent_death_signal = 1
        ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGKILL)


def _lower_priority() -> None:
    """Let the server and the browser go first, so that the page stays responsive."""
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(NICE)


def _limit_memory(limits: Limits) -> None:
    """Limit memory, and write no core files.

    Address space is what the system can limit everywhere and what no library can get around. It
    is more than what is really used (largest seen: 570 MB where 300 MB were used), and threads
    would reserve 64 MB each, so the server starts workers with MALLOC_ARENA_MAX.
    """
    try:
        import resource
    except ImportError:  # Windows: the server's clock is the only limit
        return
    for which, most in ((resource.RLIMIT_AS, limits.memory), (resource.RLIMIT_CORE, 0)):
        hard = resource.getrlimit(which)[1]
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        with contextlib.suppress(OSError, ValueError):  # macOS refuses the first
            resource.setrlimit(which, (most, most))


def limit_cpu(seconds: float) -> None:
    """End this process by SIGPROF after a number of seconds of processor time from now. RLIMIT_CPU
    does the same, but in whole seconds since the process began."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)


def memory_taken() -> int:
    """Return the bytes of address space in use; 0 where the system does not say."""
    try:
        with open("/proc/self/statm", "rb") as numbers:
            return int(numbers.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


if __name__ == "__main__":
    main()
