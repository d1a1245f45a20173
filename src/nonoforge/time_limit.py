"""Time limits: one deadline for all that is computed within a block.

    with time_limit(10):            # a command, a request, a function with a budget in seconds
        ...                         # at any depth below:
        check_time()                # raises OutOfBudget when the time is over
        time_left()                 # what a solver of another library may take

Limits nest, and the earliest deadline holds: a step that may take half of the time that is left
runs in `with time_share(0.5)`. The engine, with its meters and native calls, keeps to the limit by
itself. What has a result that is better than none catches OutOfBudget and returns the best so far.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from math import inf
from time import monotonic, process_time

from nonoforge.errors import OutOfBudget

_END: ContextVar[float] = ContextVar("_END", default=inf)  # a time of `monotonic`
_hurried_end = inf  # a time of `process_time`


@contextmanager
def time_limit(seconds: float | None) -> Iterator[None]:
    """Limit what the block may take, in seconds; None: only the limits around it hold.

    >>> with time_limit(60), time_limit(3600):
    ...     time_left() <= 60
    True
    """
    token = _END.set(min(deadline(), inf if seconds is None else monotonic() + seconds))
    try:
        yield
    finally:
        _END.reset(token)


def time_share(share: float) -> AbstractContextManager[None]:
    """Limit the block to a share of the time that is left, so that some remains for what follows.
    """
    left = time_left()
    return time_limit(None if left == inf else share * left)


def deadline(seconds: float | None = None) -> float:
    """Return the time of `monotonic` at which the time is over: by the limits, and after so many
    seconds. Infinity: never."""
    end = _END.get()
    if _hurried_end != inf:
        end = min(end, monotonic() + max(0.0, _hurried_end - process_time()))
    return end if seconds is None else min(end, monotonic() + seconds)


def time_left() -> float:
    """Return the seconds until the deadline, at least 0; infinity where there is no limit."""
    end = deadline()
    return end if end == inf else max(0.0, end - monotonic())


def seconds_within(seconds: float | None) -> float | None:
    """Return the seconds that something may take which would like to take so many (None: any
    number), or None where nothing limits it."""
    end = deadline(seconds)
    return None if end == inf else max(0.0, end - monotonic())


def check_time() -> None:
    """Raise OutOfBudget when the time is over. What hurries is not stopped here: it needs this."""
    if monotonic() > _END.get():
        raise OutOfBudget


@contextmanager
def hurrying() -> Iterator[None]:
    """Let `hurry` shorten the limits of this block, whichever code begins them."""
    global _hurried_end
    try:
        yield
    finally:
        _hurried_end = inf


def hurry(seconds: float) -> None:
    """Move all deadlines to so many seconds of computing from now, as Ctrl-C does where the best so
    far is kept."""
    global _hurried_end
    _hurried_end = process_time() + seconds
