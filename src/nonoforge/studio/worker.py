"""A worker process: does one job at a time, for as long as the server lives.

    python -m nonoforge.studio.worker TASKS LIMITS

TASKS is the module whose `perform(verb, body, tell)` does the work; what it imports is loaded
before the first job, and heavy libraries wait until they are used. LIMITS is `Limits` as JSON.
Jobs come in on the standard input and answers go out on the standard output (see `frames.py`).
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
    read_job,
)
from nonoforge.studio.limits import Limits, TaskFailed

Perform = Callable[[str, bytes, Tell], bytes]

TELLS = 10.0  # a second,
BURST = 5.0  # but a few at once may pass: they are stages, and the last of them must be seen
NICE = 2
LONGEST = 500  # characters of progress

# All libraries together take a third of the memory limit. What is above this share is left over
# from earlier jobs, and the next one must not go without because of them.
TIRED = 0.4


def main() -> None:
    """Serve until the pipe closes."""
    tasks, limits = sys.argv[1], msgspec.json.decode(sys.argv[2], type=Limits)
    _end_with_the_server()
    jobs, answers = _own_pipes()
    _step_back()
    _bound(limits)
    module = importlib.import_module(tasks)
    gc.collect()
    gc.freeze()  # what is loaded now stays: no collection needs to look at it again
    with contextlib.suppress(BrokenPipeError):  # the server is gone, and so is the reason to be
        serve(module.perform, limits, jobs, answers)


def serve(perform: Perform, limits: Limits, jobs: BinaryIO, answers: BinaryIO) -> None:
    """One job after another."""
    def send(message: Reply) -> None:
        answers.write(pack(message, limits.frame))
        answers.flush()

    def tell(share: float | None, words: str) -> None:
        send(Told(None if share is None else float(share), words[:LONGEST]))

    send(Ready())
    count = 0
    while job := read_job(jobs, limits.frame):
        count += 1
        _watch(limits.cpu)
        reply = _reply(perform, job, _thinned(tell), limits)
        _watch(limits.cpu)  # again, for threads that the job may have left behind
        if count >= limits.jobs or memory_taken() > limits.memory * TIRED:
            reply = msgspec.structs.replace(reply, tired=True)
        try:
            send(reply)
        except FrameTooLarge:
            send(Failed("limit", limits.too_long(), tired=True))


def _reply(perform: Perform, job: Job, tell: Tell, limits: Limits) -> Done | Failed:
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
    """Also where a library could not be mapped, or a C++ library says it in its own words."""
    return (isinstance(error, MemoryError)
            or (isinstance(error, OSError) and error.errno == errno.ENOMEM)
            or any(words in str(error) for words in ("bad_alloc", "failed to map segment")))


def _thinned(tell: Tell) -> Tell:
    """`tell`, at most `TELLS` times a second: a bucket of `BURST` that fills up again."""
    left, last = BURST, time.monotonic()

    def thinned(share: float | None, words: str) -> None:
        nonlocal left, last
        now = time.monotonic()
        left, last = min(BURST, left + (now - last) * TELLS), now
        if left >= 1:
            left -= 1
            tell(share, words)

    return thinned


def _own_pipes() -> tuple[BinaryIO, BinaryIO]:
    """The pipes to the server, moved away from where libraries print and read: what they print
    goes to the standard error, and they read nothing."""
    jobs, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return jobs, answers


def _end_with_the_server() -> None:
    """The server ends its workers; Ctrl-C in its terminal is its affair. If it is killed, Linux
    kills this process too; elsewhere it ends at the closed pipe, when its job is done."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    faulthandler.enable()
    if sys.platform == "linux":
        import ctypes

        set_parent_death_signal = 1
        ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGKILL)


def _step_back() -> None:
    """Let the server and the browser go first: a page that answers late looks broken, and work
    that takes a tenth longer does not."""
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(NICE)


def _bound(limits: Limits) -> None:
    """Limit memory, and leave no core file in somebody's folder.

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


def _watch(seconds: float) -> None:
    """From now on, die by SIGPROF after so much processor time. RLIMIT_CPU does the same, but in
    whole seconds since the process began."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)


def memory_taken() -> int:
    """The bytes of address space in use now; 0 where the system does not say."""
    try:
        with open("/proc/self/statm", "rb") as numbers:
            return int(numbers.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


if __name__ == "__main__":
    main()
