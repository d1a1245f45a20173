"""The server: a socket on the loopback address, connections with limits, start and end.

uvicorn sets no limits to connections that do nothing. A connection that never ends its headers, or
sends a body on and on after it was refused, would be kept for ever, and enough of these keep the
user out. Here each step has its time, and when there are too many connections the one that has
been idle longest is closed.

The same holds for answers that are not read: they would stay in memory, even after the connection
was closed. So a client that has not read the last answer gets no other, one that reads nothing for
a while is cut off, and when too many bytes wait to be read the connection with most of them is.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from nonoforge.errors import InputError
from nonoforge.studio.app import application
from nonoforge.studio.background_rating import rate_library
from nonoforge.studio.calls import AppState
from nonoforge.studio.gate import secured
from nonoforge.studio.http_errors import HttpError
from nonoforge.studio.library import Library, default_folder
from nonoforge.studio.library_routes import make_all_edits
from nonoforge.studio.page_files import find_page
from nonoforge.studio.startup_import import StartupImport
from nonoforge.studio.token import kept_token, new_token
from nonoforge.studio.workers import Workers

HOST = "127.0.0.1"  # never another one: the studio serves the person at this machine
PORT = 8642
PORT_FILE = "studio.port"  # in the library's folder: the port of the last start
MAX_HEAD = 64 * 1024  # bytes; a browser sends the cookies of all servers of this machine
MAX_CONNECTIONS = 100
MAX_UNREAD = 256 << 20  # bytes of answers that wait to be read, over all connections
HEAD_SECONDS = 10.0
DRAIN_SECONDS = 5.0
STALL_SECONDS = 60.0
LIBRARY_PATIENCE = 5.0  # seconds to wait while another program writes; then the page tries again
SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")


def start(files: Sequence[str] = (), *, port: int | None = None, browser: bool = True,
          library: str | None = None, workers: int | None = None, renew_token: bool = False,
          ) -> None:
    """Run the studio until a signal ends it."""
    startup, page = StartupImport(files), find_page()
    folder = default_folder() if library is None else Path(library).expanduser()
    with (closing(Library(folder, LIBRARY_PATIENCE)) as opened,
          closing(listen(port, last_port(folder))) as sock):
        keep_port(folder, sock.getsockname()[1])
        token = kept_token(folder, renew=renew_token)
        state = AppState(Workers(workers), opened, page)
        # A signal cancels the task; that is the usual end.
        with contextlib.suppress(asyncio.CancelledError, KeyboardInterrupt):
            asyncio.run(_run(state, startup, sock, token, browser))


async def _run(state: AppState, startup: StartupImport, sock: socket.socket, token: str,
               browser: bool) -> None:
    once = new_token()
    app = application(state, token=token, once=once, port=sock.getsockname()[1])
    server = Server(app)
    server.listen_to_signals()
    async with _running(state.workers):
        page = await startup.first_page(state)
        beside = [asyncio.ensure_future(work)
                  for work in (startup.rest(state), make_all_edits(state), rate_library(state))]
        await server.serve_on(sock, lambda: _announce(
            address(sock, token) + page, address(sock, once) + page if browser else None,
            state.library.folder))
        for work in beside:
            work.cancel()
        await asyncio.gather(*beside, return_exceptions=True)


@contextlib.asynccontextmanager
async def _running(workers: Workers) -> AsyncIterator[None]:
    await workers.start()
    try:
        yield
    finally:
        await workers.close()


def _announce(printed: str, opened: str | None, folder: str) -> None:
    """Print the address, where the library is and how to stop, and open the browser."""
    print(f"Open this address: {printed}", flush=True)
    print(f"Puzzles and games are kept in {folder}. Ctrl-C stops it.", flush=True)
    if opened and _has_screen():  # in a thread: some browsers block the process that starts them
        threading.Thread(target=webbrowser.open, args=(opened,), daemon=True).start()


def _has_screen() -> bool:
    """Return whether there is a display; without, Python would open a browser in the terminal."""
    if os.name != "posix" or sys.platform == "darwin":
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))


def last_port(folder: Path) -> int | None:
    """Return the port on which this library was served last, so that open pages find it again."""
    try:
        text = (folder / PORT_FILE).read_text(encoding="ascii")[:10].strip()
    except (OSError, ValueError):
        return None
    return int(text) if text.isdecimal() and 1024 <= int(text) <= 65535 else None


def keep_port(folder: Path, port: int) -> None:
    """Note the port for the next start, where the folder can be written to."""
    with contextlib.suppress(OSError):
        (folder / PORT_FILE).write_text(f"{port}\n", encoding="ascii")


def listen(port: int | None, last: int | None = None) -> socket.socket:
    """Return a socket on this port; without one, on the last port, the usual one, or else on any
    free one."""
    for number in dict.fromkeys((last or PORT, PORT, 0)) if port is None else (port,):
        # With the protocol named, asyncio sends small pieces at once; without, 40 ms later.
        sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if os.name == "posix":  # elsewhere this would take the port from another program
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sock.bind((HOST, number))
            sock.listen(128)
        except OSError as error:
            sock.close()
            if port is not None:
                raise InputError(f"port {port} cannot be used: {(error.strerror or '').lower()}; "
                                 "without --port a free one is taken") from None
        else:
            return sock
    raise InputError("no port is free")


def address(sock: socket.socket, token: str) -> str:
    """Return the address that opens the page."""
    return f"http://{HOST}:{sock.getsockname()[1]}/?token={token}"


class Server(uvicorn.Server):
    """Ends at a signal; requests that still run a second later are cancelled."""

    def __init__(self, app: ASGIApp) -> None:
        super().__init__(uvicorn.Config(
            app, http=Connection, ws="none", lifespan="off", loop="asyncio", log_config=None,
            log_level="critical", access_log=False, server_header=False, proxy_headers=False,
            timeout_keep_alive=30, timeout_graceful_shutdown=1,
            h11_max_incomplete_event_size=MAX_HEAD))
        self.ready: Callable[[], None] = lambda: None

    def listen_to_signals(self) -> None:
        """Install handlers in the event loop, which wake it and do not end the process."""
        loop, task = asyncio.get_running_loop(), asyncio.current_task()

        def end() -> None:
            self.should_exit = True
            if task and not self.started:
                task.cancel()

        for number in (getattr(signal, name) for name in SIGNALS if hasattr(signal, name)):
            if (number == getattr(signal, "SIGHUP", None)
                    and signal.getsignal(number) == signal.SIG_IGN):
                continue  # nohup
            # Windows has no such handlers: there, Ctrl-C cancels the task that runs.
            with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(number, end)

    async def serve_on(self, sock: socket.socket, ready: Callable[[], None]) -> None:
        """Serve until a signal; `ready` is called when the first request can come."""
        self.ready = ready
        await self.serve([sock])

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then call `ready`."""
        await super().startup(sockets)
        self.ready()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Replace uvicorn's handlers, which end the process by the signal."""
        yield


class Connection(H11Protocol):
    """One HTTP connection, with limits."""

    since = 0.0
    timer: asyncio.TimerHandle | None = None
    stall: asyncio.TimerHandle | None = None  # runs while the client does not read

    def connection_made(self, transport: Any) -> None:
        """Accept a connection; if there are too many, close the one that is idle longest."""
        super().connection_made(transport)
        self.since = self.loop.time()
        self._within(HEAD_SECONDS)
        # A closed connection is in the set until the loop has removed it.
        there = [other for other in self.connections
                 if isinstance(other, Connection) and not other.transport.is_closing()]
        if len(there) > MAX_CONNECTIONS:
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
        """Take the next request, unless the last answer is still to be read."""
        if self.busy() or not self.flow.write_paused:
            super().handle_events()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._watch_reading(True)
        waiting = {other: other.unread() for other in self.connections
                   if isinstance(other, Connection)}
        while sum(waiting.values()) > MAX_UNREAD:
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
        """Return the bytes of answers that the client has not read yet."""
        return self.transport.get_write_buffer_size()

    def _watch_reading(self, on: bool) -> None:
        """Cut the client off if it reads nothing for `STALL_SECONDS`."""
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
        if self.conn.their_state is h11.SEND_BODY:  # refused: the rest of the body is dropped
            self._within(DRAIN_SECONDS)

    def busy(self) -> bool:
        """Return whether a request is being answered."""
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
        """Answer what is not HTTP, with the same headers and body as every other error."""
        error = HttpError(400, "this is not a request that a server can read")
        headers = secured([(b"content-type", b"application/json"), (b"connection", b"close")])
        for event in (h11.Response(status_code=400, headers=headers, reason=b"Bad Request"),
                      h11.Data(data=error.body), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()
