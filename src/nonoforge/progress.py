"""Callbacks of work that takes long: how far it is, and whether it may go on.

Each of them may raise an exception to cancel the work.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from nonoforge.verdict import Work

Progress: TypeAlias = Callable[[int, int], None]
"""Called with (done, total)."""

StageProgress: TypeAlias = Callable[[int, int, str], None]
"""Called with (done, total, what is being done)."""

ShareProgress: TypeAlias = Callable[[float | None, str], None]
"""Called with the share that is done, from 0 to 1, or None where it is unknown, and with what is
being done. KeyboardInterrupt keeps the best so far, where there is one."""

WorkProgress: TypeAlias = Callable[[Work], None]
"""Called now and then with the work done so far."""

CheckTime: TypeAlias = Callable[[], None]
"""Called often by inner loops; raises where the time is up."""


def no_limit() -> None:
    """A `CheckTime` that never raises."""


def no_progress(share: float | None, words: str) -> None:
    """A `ShareProgress` that shows nothing."""
