"""Messages between a parent and its worker processes, the limits of a job, and how jobs fail.

A frame is its length and then MessagePack.

    parent -> worker    Job
    worker -> parent    Ready, once; then for each job any number of Told and Part, and one Done
                        or Failed

Both sides refuse a frame above a limit, so that neither can be made to take all memory.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, BinaryIO, Literal

import msgspec

if TYPE_CHECKING:
    from asyncio import StreamReader


HEAD = struct.Struct("!I")


class Job(msgspec.Struct, frozen=True):
    """Work to do: a verb of the table of tasks, and the body of the request."""

    verb: str
    body: bytes


class Ready(msgspec.Struct, frozen=True, tag=True):
    """The worker has loaded what most jobs need."""


class Told(msgspec.Struct, frozen=True, tag=True):
    """Progress."""

    share: float | None
    words: str


class Part(msgspec.Struct, frozen=True, tag=True):
    """A part of the answer, which is not lost if the worker dies later."""

    body: bytes


class Done(msgspec.Struct, frozen=True, tag=True):
    """The answer. `tired`: give this worker no further job."""

    body: bytes
    tired: bool = False


class Failed(msgspec.Struct, frozen=True, tag=True):
    """No answer. `kind` is that of `TaskFailed`; `place` is where in the input, as far as known."""

    kind: str
    message: str
    place: str | None = None
    tired: bool = False


Reply = Ready | Told | Part | Done | Failed

encode = msgspec.msgpack.Encoder().encode
decode_job = msgspec.msgpack.Decoder(Job).decode
decode_reply = msgspec.msgpack.Decoder(Reply).decode


class FrameTooLarge(ValueError):
    """More bytes than a frame may have."""


def pack(message: Job | Reply, limit: int) -> bytes:
    """Return a message as one frame.

    >>> pack(Job("board", b"{}"), 10)
    Traceback (most recent call last):
    nonoforge.worker_processes.frames.FrameTooLarge: 21 bytes in a frame of at most 10
    """
    body = encode(message)
    _checked(len(body), limit)
    return HEAD.pack(len(body)) + body


def _checked(length: int, limit: int) -> int:
    if length > limit:
        raise FrameTooLarge(f"{length} bytes in a frame of at most {limit}")
    return length


def read_job(stream: BinaryIO, limit: int) -> Job | None:
    """Return the next job; None when the server has closed the pipe or died."""
    head = stream.read(HEAD.size)
    if len(head) < HEAD.size:
        return None
    length = _checked(HEAD.unpack(head)[0], limit)
    body = stream.read(length)
    return decode_job(body) if len(body) == length else None


async def read_reply(stream: StreamReader, limit: int) -> Reply:
    """Return the worker's next message; raise EOFError when it died."""
    head = await stream.readexactly(HEAD.size)
    length = _checked(HEAD.unpack(head)[0], limit)
    reply: Reply = decode_reply(await stream.readexactly(length))
    return reply


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
    """What one job may take; of an answer in parts, each of them."""

    cpu: float = 10.0  # seconds of processor time, of all threads together
    memory: int = 1 << 30  # bytes of address space
    wall: float = 60.0  # seconds, for work that waits instead of computing; 0: no limit
    frame: int = 64 << 20  # bytes of a request or an answer
    jobs: int = 500  # then a new process takes over, which frees what libraries leak
    silence: float = 0.0  # seconds without a message from the worker; 0: no limit

    def too_slow(self) -> str:
        """Return the message for a job that computes for too long.

        >>> Limits().too_slow()
        'this takes more than 10 s of computing, the limit; something smaller or simpler may work'
        """
        return _words(f"{self.cpu:g} s of computing")

    def too_late(self) -> str:
        """Return the message for a job that waits for too long."""
        return _words(f"{self.wall:g} s")

    def too_large(self) -> str:
        """Return the message for a job that wants too much memory."""
        return _words(f"{self.memory >> 20:,} MB of memory")

    def too_long(self) -> str:
        """Return the message for a job whose request or answer is too long."""
        return _words(f"{self.frame >> 20:,} MB of data")


def _words(what: str) -> str:
    return f"this takes more than {what}, the limit; something smaller or simpler may work"
