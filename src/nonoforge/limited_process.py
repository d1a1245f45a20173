"""Child processes that take no more than their parent may, and do not outlive it.

A process with limits gives its children what is left of them: a part of the program that runs as
a script of its own, because its library crashes or cannot be stopped, is started by

    python limited_process.py PARENT SECONDS BYTES SCRIPT ARGUMENT...

which limits itself and then becomes that script. Time that a child has computed is
taken off its parent's own (`counted`). Where there are no limits, there are none for children.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

MIN_SECONDS = 0.05  # shortest time limit; clocks of processes differ by about as much


def command(script: str, *arguments: str) -> list[str]:
    """Return how to start a script in a limited process."""
    limits = (str(os.getpid()), str(seconds_left() or 0), str(memory_left() or 0))
    return [sys.executable, "-P", os.path.abspath(__file__), *limits, script, *arguments]


def seconds_left() -> float | None:
    """Return how long this process may compute, if that is limited by a timer."""
    if not hasattr(signal, "getitimer"):
        return None
    return signal.getitimer(signal.ITIMER_PROF)[0] or None


def memory_left() -> int | None:
    """Return how many bytes a child may use, if memory is limited: what this process does not
    use."""
    try:
        import resource
    except ImportError:
        return None
    most = resource.getrlimit(resource.RLIMIT_AS)[0]
    if most == resource.RLIM_INFINITY:
        return None
    return max(1, most - _memory_used())


def _memory_used() -> int:
    try:
        with open("/proc/self/statm", "rb") as numbers:
            return int(numbers.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


@contextmanager
def counted() -> Iterator[None]:
    """Count the CPU time of children that end within this block as time of this process."""
    if seconds_left() is None:
        yield
        return
    before = _computed_by_children()
    try:
        yield
    finally:
        left = (seconds_left() or 0) - (_computed_by_children() - before)
        if left < MIN_SECONDS:
            signal.raise_signal(signal.SIGPROF)  # what the timer would do
        signal.setitimer(signal.ITIMER_PROF, max(MIN_SECONDS, left))


def _computed_by_children() -> float:
    import resource

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Set the limits, then become the script."""
    import runpy

    parent, seconds, memory, script, *arguments = sys.argv[1:]
    end_with(int(parent))
    if float(seconds):
        signal.setitimer(signal.ITIMER_PROF, float(seconds))
    if int(memory):
        _limit_memory(int(memory))
    sys.argv = [script, *arguments]
    runpy.run_path(script, run_name="__main__")


def end_with(parent: int) -> None:
    """End this process when its parent dies: by Linux itself, elsewhere by the timer."""
    if sys.platform != "linux":
        return
    import ctypes

    set_parent_death_signal = 1
    ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGKILL)
    if os.getppid() != parent:  # it died before we could ask
        sys.exit(1)


def _limit_memory(most: int) -> None:
    with suppress(ImportError, OSError, ValueError):  # not everywhere
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    main()
