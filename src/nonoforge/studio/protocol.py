"""HTTP as uvicorn speaks it, with what it leaves open: limits for connections that do nothing.

A connection that never ends its headers, or sends a body on and on after it was refused, would be
kept for ever, and enough of these keep the user out. Here each step has its time, and when
there are too many connections the one that has waited longest without asking anything goes.

The same holds for answers that nobody reads: they would stay in memory, even after the connection
was closed. So who has not read the last answer gets no other, who reads nothing for a while is cut
off, and when too much waits to be read the largest of it goes.
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from nonoforge.studio.headers import secured
from nonoforge.studio.refusals import Refusal

CONNECTIONS = 100
HEAD_SECONDS = 10.0
DRAIN_SECONDS = 5.0
STALL_SECONDS = 60.0
UNREAD = 256 << 20  # bytes of answers that wait to be read, over all connections


class Protocol(H11Protocol):
    """One connection."""

    since = 0.0
    timer: asyncio.TimerHandle | None = None
    stall: asyncio.TimerHandle | None = None  # runs while the client does not read

    def connection_made(self, transport: Any) -> None:
        """A new connection; if there are too many, an idle one has to go."""
        super().connection_made(transport)
        self.since = self.loop.time()
        self._within(HEAD_SECONDS)
        # A closed connection is there until the loop has got round to it.
        there = [other for other in self.connections
                 if isinstance(other, Protocol) and not other.transport.is_closing()]
        if len(there) > CONNECTIONS:
            idle = [other for other in there if not other.busy()]
            min(idle, key=lambda other: other.since, default=self).transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self._within(None)
        self._watch_reading(False)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        was_busy = self.busy()
        super().data_received(data)
        if self.flow.write_paused and not self.busy():
            self.flow.pause_reading()
        if self.busy():
            self._within(None)
        elif was_busy or self.timer is None:
            self._within(HEAD_SECONDS)  # the next request has begun

    def handle_events(self) -> None:
        """The next request, unless the last answer is still to be read."""
        if self.busy() or not self.flow.write_paused:
            super().handle_events()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._watch_reading(True)
        waiting = {other: other.unread() for other in self.connections
                   if isinstance(other, Protocol)}
        while sum(waiting.values()) > UNREAD:
            largest = max(waiting, key=lambda other: waiting[other])
            del waiting[largest]
            largest.transport.abort()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._watch_reading(False)
        if not self.busy() and not self.transport.is_closing():
            self.flow.resume_reading()
            self.handle_events()

    def unread(self) -> int:
        """Bytes of answers that the client has not taken yet."""
        return self.transport.get_write_buffer_size()

    def _watch_reading(self, on: bool) -> None:
        """Cut the client off if it takes nothing for a while."""
        if self.stall is not None:
            self.stall.cancel()
        before = self.unread() if on else 0

        def look() -> None:
            if self.unread() < before:
                self._watch_reading(True)
            else:
                self.transport.abort()

        self.stall = self.loop.call_later(STALL_SECONDS, look) if on else None

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self.since = self.loop.time()
        if self.conn.their_state is h11.SEND_BODY:  # refused: what still comes is thrown away
            self._within(DRAIN_SECONDS)

    def busy(self) -> bool:
        """Whether a request is being answered."""
        return self.cycle is not None and not self.cycle.response_complete

    def _within(self, seconds: float | None) -> None:
        """Close the connection unless something happens in this time."""
        if self.timer is not None:
            self.timer.cancel()
        self.timer = None if seconds is None else self.loop.call_later(seconds, self._close)

    def _close(self) -> None:
        if not self.transport.is_closing():
            self.transport.close()

    def send_400_response(self, msg: str) -> None:
        """Not HTTP at all; told as every other refusal is."""
        refusal = Refusal(400, "this is not a request that a server can read")
        headers = secured([(b"content-type", b"application/json"), (b"connection", b"close")])
        for event in (h11.Response(status_code=400, headers=headers, reason=b"Bad Request"),
                      h11.Data(data=refusal.body), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()
