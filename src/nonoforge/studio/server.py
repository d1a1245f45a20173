"""The server: a socket on the loopback address, and an end that leaves nothing behind."""

from __future__ import annotations

import asyncio
import contextlib
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
SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")


def listen(port: int | None) -> socket.socket:
    """A socket on this port; without one, on the usual port or else on any that is free."""
    for number in (PORT, 0) if port is None else (port,):
        sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sock.bind((HOST, number))
            sock.listen(128)
        except OSError as error:
            sock.close()
            if port is not None:
                raise InputError(f"port {port} cannot be used: {error.strerror}; without --port "
                                 "a free one is taken") from None
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
    """Ends at a signal, at once and for good: jobs that still run are cancelled."""

    def __init__(self, app: ASGIApp, ready: Callable[[], None]) -> None:
        super().__init__(uvicorn.Config(
            app, http=Protocol, ws="none", lifespan="on", loop="asyncio", log_config=None,
            log_level="critical", access_log=False, server_header=False, proxy_headers=False,
            timeout_keep_alive=30, timeout_graceful_shutdown=1))
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then say that the page can be opened."""
        await super().startup(sockets)
        self.ready()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """The loop's own handlers: they wake it, and nobody else hears of the signal."""
        loop = asyncio.get_running_loop()
        numbers = [getattr(signal, name) for name in SIGNALS if hasattr(signal, name)]
        for number in numbers:
            with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(number, self._end)
        yield

    def _end(self) -> None:
        self.should_exit = True


def serve(app: ASGIApp, sock: socket.socket, ready: Callable[[], None]) -> None:
    """Until a signal ends it."""
    asyncio.run(Server(app, ready).serve([sock]))
