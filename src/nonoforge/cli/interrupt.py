"""Ctrl-C and SIGTERM, also while the native kernel is at work.

Python acts on a signal only when its main thread runs Python again, which during a long native
call may be minutes later. The signal's arrival can be seen by another thread, though: it gives the
main thread a moment to stop by itself and then ends the process. What must not be left behind by
such an end (a hidden cursor, a file half written) is undone by those who did it: `undone`.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from types import FrameType

CODE = 128 + signal.SIGINT
GRACE = 0.5

_UNDO: list[Callable[[], None]] = []
_HANDLED: list[bool] = []


class Terminated(SystemExit):
    """The process was asked to end. Any other SystemExit comes from a method of somebody's own."""


def watch() -> None:
    """Start watching; for the main thread of the command only."""
    if os.name != "posix":
        return
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    signal.signal(signal.SIGTERM, _terminated)
    threading.Thread(target=_wait, args=(reader,), daemon=True).start()


@contextlib.contextmanager
def undone(undo: Callable[[], None]) -> Iterator[None]:
    """Should the process be ended from outside meanwhile, call this first, from another thread.

    At every other end the caller's own `finally` does it.
    """
    _UNDO.append(undo)
    try:
        yield
    finally:
        _UNDO.remove(undo)


@contextlib.contextmanager
def handled() -> Iterator[None]:
    """Meanwhile the first Ctrl-C is for the main thread, which stops soon with what it has."""
    _HANDLED.append(True)
    try:
        yield
    finally:
        _HANDLED.clear()


def _terminated(number: int, frame: FrameType | None) -> None:
    """Leave as after an error: whoever has something open closes it."""
    raise Terminated(128 + number)


def _wait(reader: int) -> None:
    while True:
        number = os.read(reader, 1)[0]
        if number == signal.SIGINT and _HANDLED:
            _HANDLED.clear()
        elif number in (signal.SIGINT, signal.SIGTERM):
            break
    time.sleep(GRACE)
    for undo in reversed(_UNDO):
        with contextlib.suppress(Exception):
            undo()
    if sys.stderr is not None and sys.stderr.isatty():
        os.write(2, b"\r\x1b[K")  # the progress line
    os._exit(128 + number)
