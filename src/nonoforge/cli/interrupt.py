"""Ctrl-C and SIGTERM, also while the native kernel is at work.

Python acts on a signal only when its main thread runs Python again, which during a long native
call may be minutes later. Another thread sees the signal at once: it gives the main thread a moment
to stop by itself and then ends the process. `undone` registers what must be undone then (a hidden
cursor, a file half written).
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
    """The process was asked to end. Any other SystemExit comes from a user's method."""


def watch() -> None:
    """Start watching; call it from the main thread of the command."""
    if os.name != "posix":
        return
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    signal.signal(signal.SIGTERM, _terminated)
    threading.Thread(target=_wait, args=(reader,), daemon=True).start()


@contextlib.contextmanager
def undone(undo: Callable[[], None]) -> Iterator[None]:
    """Call `undo` if a signal ends the process meanwhile, from another thread.

    At every other end the caller's own `finally` must do it.
    """
    _UNDO.append(undo)
    try:
        yield
    finally:
        _UNDO.remove(undo)


@contextlib.contextmanager
def handled() -> Iterator[None]:
    """Leave the first Ctrl-C to the main thread, which stops soon with the best so far."""
    _HANDLED.append(True)
    try:
        yield
    finally:
        _HANDLED.clear()


def _terminated(number: int, frame: FrameType | None) -> None:
    """Leave as after an error, so that open files are closed."""
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
