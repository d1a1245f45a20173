"""Bodies: those of requests are read whole, within limits of size, time and memory for all of
them; those of answers wait to be sent, within a limit for all of them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from starlette.types import Message, Receive

from nonoforge.studio.refusals import Refusal

MB = 1 << 20
USUAL = 10 * MB
SECONDS = 15.0
TOGETHER = 64 * MB  # bodies held at one time, over all connections
UNSENT = 256 * MB  # ... and answers


class Gone(Exception):
    """The client went away."""


class Bodies:
    """Counts what all bodies together hold."""

    def __init__(self, seconds: float = SECONDS, together: int = TOGETHER) -> None:
        self.seconds = seconds
        self.together = together
        self.held = 0

    @asynccontextmanager
    async def read(self, receive: Receive, length: int | None, limit: int) -> AsyncIterator[bytes]:
        """The body; it counts as held until the request is done."""
        if length is not None and length > limit:
            raise _too_large(limit)
        body = bytearray()
        try:
            await self._fill(body, receive, limit)
            yield bytes(body)
        finally:
            self.held -= len(body)

    async def _fill(self, body: bytearray, receive: Receive, limit: int) -> None:
        try:
            async with asyncio.timeout(self.seconds):
                while await self._more(receive, body, limit):
                    pass
        except TimeoutError:
            raise Refusal(408, f"the body took longer than {self.seconds:g} s to arrive") from None

    async def _more(self, receive: Receive, body: bytearray, limit: int) -> bool:
        """Take the next piece; false at the end."""
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Gone
        piece = message.get("body", b"")
        if len(body) + len(piece) > limit:
            raise _too_large(limit)
        if self.held + len(piece) > self.together:
            raise Refusal(503, "too much is being sent at the same time; try again in a moment")
        self.held += len(piece)
        body += piece
        return bool(message.get("more_body", False))


class Answers:
    """Counts what answers hold that are not sent yet: clients that do not read must not fill the
    memory with them."""

    def __init__(self, together: int = UNSENT) -> None:
        self.together = together
        self.held = 0

    @contextmanager
    def holding(self, answer: bytes) -> Iterator[Refusal | None]:
        """While it is being sent; or what is to be said instead, if there is no room for it."""
        if self.held + len(answer) > self.together:
            yield Refusal(503, "too many answers wait to be read; try again in a moment")
            return
        self.held += len(answer)
        try:
            yield None
        finally:
            self.held -= len(answer)


def _too_large(limit: int) -> Refusal:
    return Refusal(413, f"the body is larger than {limit // MB} MB")


def replay(body: bytes, receive: Receive) -> Receive:
    """Gives the body in one piece, then whatever the server has to say."""
    pieces: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def next_message() -> Message:
        return pieces.pop() if pieces else await receive()

    return next_message
