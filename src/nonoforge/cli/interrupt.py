"""Ctrl-C and SIGTERM, also while the native kernel is at work; and the end of a budget.

Python acts on a signal only when its main thread runs Python again, which during a long native
call may be minutes later. Another thread sees the signal at once: it stops the kernel, gives the
main thread a moment of computing to stop by itself and then ends the process. `undone` registers
what must be undone then (a hidden cursor, a file half written). Where the best so far is kept
(`handled`), the first Ctrl-C is left to the main thread, and what it still does must be quick.
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

from nonoforge.errors import InputError, OutOfBudget
from nonoforge.time_limit import hurry, hurrying, time_limit
from nonoforge.verdict import Budget

CODE = 128 + signal.SIGINT
GRACE = 0.5  # seconds of computing
MAX_WAIT = 5.0  # seconds, for a process that does not compute
LOOK = 0.02  # seconds between two looks at its clock
TICK = 0.1  # seconds between two looks at the budget
LAST = 1.15  # of a budget's seconds of computing: what does not look at the clock ends then

_UNDO: list[Callable[[], None]] = []
_HANDLED: list[bool] = []
_LOCK = threading.RLock()  # of the next; a second Ctrl-C may come while the first is handled
_delivered = False  # the main thread knows about Ctrl-C


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
    global _delivered
    with hurrying(), _handler(signal.SIGINT, _interrupted):
        _delivered = False
        _HANDLED.append(True)
        try:
            yield
        finally:
            _HANDLED.clear()


def _interrupted(number: int, frame: FrameType | None) -> None:
    """Interrupt what is done, and leave a moment to finish the best so far."""
    global _delivered
    with _LOCK:
        _delivered = True
        _stop_kernel(False)
    hurry(GRACE)
    raise KeyboardInterrupt


@contextlib.contextmanager
def within(budget: Budget | None, file: str | None = None, used: float = 0.0) -> Iterator[None]:
    """Keep the block to the seconds of a budget, of which some have been used. Searches end at its
    limit with the best so far. What must be done to have a result at all goes on as long as it has
    not computed for more than the budget, whatever else the machine does; then it is interrupted,
    wherever it is, and that is an InputError about the file."""
    if budget is None or budget.seconds is None or budget.limit is None:
        yield
        return
    end = time.process_time() + LAST * budget.seconds - used

    def look(number: int, frame: FrameType | None) -> None:
        if time.process_time() > end:
            signal.setitimer(signal.ITIMER_REAL, 0)
            raise OutOfBudget

    try:
        with time_limit(budget.limit - used), _ticking(look):
            yield
    except OutOfBudget as error:
        raise InputError(str(error), file=file) from None


@contextlib.contextmanager
def _ticking(look: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """Call `look` ten times a second in the main thread, where the system can."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    with _handler(signal.SIGALRM, look) as installed:
        if installed:
            signal.setitimer(signal.ITIMER_REAL, TICK, TICK)
        try:
            yield
        finally:
            if installed:
                signal.setitimer(signal.ITIMER_REAL, 0)


@contextlib.contextmanager
def _handler(
    number: signal.Signals, handler: Callable[[int, FrameType | None], None],
) -> Iterator[bool]:
    """Handle a signal otherwise within the block; yield False where that cannot be: in a thread."""
    if threading.current_thread() is not threading.main_thread():
        yield False
        return
    before = signal.signal(number, handler)
    try:
        yield True
    finally:
        signal.signal(number, before)


def _stop_kernel(stop: bool) -> None:
    """Stop what the kernel does, and what it would begin; or let it run again."""
    kernel = sys.modules.get("nonoforge.native._kernel")
    if kernel is not None:
        kernel.interrupt(stop)


def _terminated(number: int, frame: FrameType | None) -> None:
    """Leave as after an error, so that open files are closed."""
    raise Terminated(128 + number)


def _heard() -> bool:
    """Return whether the main thread knows about Ctrl-C before it has computed for too long: inside
    a long call of a library, which nothing stops, there is nothing to finish."""
    end = time.process_time() + GRACE
    while not _delivered and time.process_time() < end:
        time.sleep(LOOK)
    return _delivered


def _wait(reader: int) -> None:
    while True:
        number = os.read(reader, 1)[0]
        if number not in (signal.SIGINT, signal.SIGTERM):
            continue
        handled = number == signal.SIGINT and bool(_HANDLED)
        with _LOCK:
            if not (handled and _delivered):
                _stop_kernel(True)
        if not handled or not _heard():
            break
        _HANDLED.clear()
    end, late = time.process_time() + (0.0 if handled else GRACE), time.monotonic() + MAX_WAIT
    while time.process_time() < end and time.monotonic() < late:
        time.sleep(LOOK)
    for undo in reversed(_UNDO):
        with contextlib.suppress(Exception):
            undo()
    if sys.stderr is not None and sys.stderr.isatty():
        os.write(2, b"\r\x1b[K")  # the progress line
    os._exit(128 + number)
