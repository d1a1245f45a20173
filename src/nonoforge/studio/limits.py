"""What one job may take, and how a job fails."""

from __future__ import annotations

from typing import Literal

import msgspec

Kind = Literal["input", "limit", "missing", "lost", "crash", "busy"]


class TaskFailed(Exception):
    """A job without a result. `kind` says whose fault it is:

    input    what was sent is wrong; the message and the place say where
    limit    it takes more than one job may
    missing  an optional part is not installed; the message says which
    crash    the worker process died, or something in it is broken
    lost     there is no such puzzle in the library
    busy     too many jobs are waiting already, or the library cannot be used now
    """

    def __init__(self, kind: Kind, message: str, place: str | None = None) -> None:
        super().__init__(message)
        self.kind: Kind = kind
        self.message = message
        self.place = place


class Limits(msgspec.Struct, frozen=True):
    """What one job may take."""

    cpu: float = 10.0  # seconds of processor time, of all threads together
    memory: int = 1 << 30  # bytes of address space
    wall: float = 60.0  # seconds, for work that waits instead of computing
    frame: int = 64 << 20  # bytes of a request or an answer
    jobs: int = 500  # then a fresh process takes over: whatever libraries leak is gone

    def too_slow(self) -> str:
        """The words for a job that computes for too long.

        >>> Limits().too_slow()
        'this takes more than 10 s of computing, the limit; something smaller or simpler may work'
        """
        return _words(f"{self.cpu:g} s of computing")

    def too_late(self) -> str:
        """... that waits for too long."""
        return _words(f"{self.wall:g} s")

    def too_large(self) -> str:
        """... that wants too much memory."""
        return _words(f"{self.memory >> 20:,} MB of memory")

    def too_long(self) -> str:
        """... whose request or answer is too long."""
        return _words(f"{self.frame >> 20:,} MB of data")


def _words(what: str) -> str:
    return f"this takes more than {what}, the limit; something smaller or simpler may work"
