"""A library's long call beside the thread that looks at the clock and hears Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread

from nonoforge.methods.common.job import Job

GLANCE = 0.05  # seconds between two looks


def beside(job: Job, work: Callable[[], object], stop: Callable[[], object]) -> None:
    """Do the work, which must let other threads run meanwhile; `stop` tells it to stop.

    Libraries look at their own clocks rarely while they presolve. When the time is up the work is
    told to stop and left alone: it ends a moment later by itself, and the interpreter waits for
    that before it exits. What the work was made of must not be used again.
    """
    done = Event()
    failed: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except BaseException as error:
            failed.append(error)
        finally:
            done.set()

    Thread(target=run).start()
    try:
        while not done.wait(GLANCE):
            job.look()
    except BaseException:
        stop()
        raise
    if failed:
        raise failed[0]
