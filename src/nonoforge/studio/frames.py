"""What the server and its worker processes say to each other: length, then MessagePack.

    server -> worker    Job
    worker -> server    Ready, once; then for each job any number of Told, and one Done or Failed

Both sides refuse a frame above a limit, so that neither can be made to take all memory.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import TYPE_CHECKING, BinaryIO

import msgspec

if TYPE_CHECKING:
    from asyncio import StreamReader  # the workers do without it: they start in less time

Tell = Callable[[float | None, str], None]  # the share done, 0 to 1, or None; and words

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


Reply = Ready | Told | Done | Failed

encode = msgspec.msgpack.Encoder().encode
decode_job = msgspec.msgpack.Decoder(Job).decode
decode_reply = msgspec.msgpack.Decoder(Reply).decode


class FrameTooLarge(ValueError):
    """More bytes than a frame may have."""


def pack(message: Job | Reply, limit: int) -> bytes:
    """A message as one frame.

    >>> pack(Job("board", b"{}"), 10)
    Traceback (most recent call last):
    nonoforge.studio.frames.FrameTooLarge: 21 bytes in a frame of at most 10
    """
    body = encode(message)
    _checked(len(body), limit)
    return HEAD.pack(len(body)) + body


def _checked(length: int, limit: int) -> int:
    if length > limit:
        raise FrameTooLarge(f"{length} bytes in a frame of at most {limit}")
    return length


def read_job(stream: BinaryIO, limit: int) -> Job | None:
    """The next job; None when the server has closed the pipe or died."""
    head = stream.read(HEAD.size)
    if len(head) < HEAD.size:
        return None
    length = _checked(HEAD.unpack(head)[0], limit)
    body = stream.read(length)
    return decode_job(body) if len(body) == length else None


async def read_reply(stream: StreamReader, limit: int) -> Reply:
    """The worker's next message; EOFError when it died."""
    head = await stream.readexactly(HEAD.size)
    length = _checked(HEAD.unpack(head)[0], limit)
    reply: Reply = decode_reply(await stream.readexactly(length))
    return reply
