"""The server: a socket on the loopback address, and an end that leaves nothing behind."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import signal
import socket
from collections.abc import Callable, Iterator

import uvicorn
from starlette.types import ASGIApp

from nonoforge.errors import InputError
from nonoforge.studio.protocol import Protocol

HOST = "127.0.0.1"  # never another one: what is here is for the person at this machine
PORT = 8642
LONGEST_HEAD = 64 * 1024  # bytes; a browser sends the cookies of all servers of this machine
SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")


def listen(port: int | None) -> socket.socket:
    """A socket on this port; without one, on the usual port or else on any that is free."""
    for number in (PORT, 0) if port is None else (port,):
        # With the protocol named, asyncio sends small pieces at once; without, 40 ms later.
        sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if os.name == "posix":  # elsewhere this would take the port from whoever has it
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


def new_token() -> str:
    """What only the person who starts the studio knows."""
    return secrets.token_urlsafe(32)


def address(sock: socket.socket, token: str) -> str:
    """Where the page is."""
    return f"http://{HOST}:{sock.getsockname()[1]}/?token={token}"


class Server(uvicorn.Server):
    """Ends at a signal: what still runs a moment later is cancelled."""

    def __init__(self, app: ASGIApp) -> None:
        super().__init__(uvicorn.Config(
            app, http=Protocol, ws="none", lifespan="off", loop="asyncio", log_config=None,
            log_level="critical", access_log=False, server_header=False, proxy_headers=False,
            timeout_keep_alive=30, timeout_graceful_shutdown=1,
            h11_max_incomplete_event_size=LONGEST_HEAD))
        self.ready: Callable[[], None] = lambda: None

    def listen_to_signals(self) -> None:
        """The loop's own handlers: they wake it, and nobody else hears of the signal."""
        loop, task = asyncio.get_running_loop(), asyncio.current_task()

        def end() -> None:
            self.should_exit = True
            if task and not self.started:
                task.cancel()

        for number in (getattr(signal, name) for name in SIGNALS if hasattr(signal, name)):
            if number == getattr(signal, "SIGHUP", None) and _ignored(number):
                continue  # nohup
            # Windows has no such handlers: there, Ctrl-C cancels the task that runs.
            with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(number, end)

    async def serve_on(self, sock: socket.socket, ready: Callable[[], None]) -> None:
        """Serve until a signal; `ready` is called when the first request can come."""
        self.ready = ready
        await self.serve([sock])

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then say so."""
        await super().startup(sockets)
        self.ready()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Not in uvicorn's way, which ends the process by the signal in the end."""
        yield


def _ignored(number: int) -> bool:
    return signal.getsignal(number) == signal.SIG_IGN
