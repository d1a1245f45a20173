"""The start of the studio: everything is put together, and the browser is sent to it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import AsyncIterator, Sequence
from contextlib import closing
from pathlib import Path

from nonoforge.studio import page_files
from nonoforge.studio.app import application
from nonoforge.studio.arrivals import Arrivals
from nonoforge.studio.library import Library, default_folder
from nonoforge.studio.parts import Parts
from nonoforge.studio.server import Server, address, listen, new_token
from nonoforge.studio.workers import Workers


def start(files: Sequence[str] = (), *, port: int | None = None, browser: bool = True,
          library: str | None = None, workers: int | None = None) -> None:
    """Run the studio until a signal ends it."""
    arrivals, page = Arrivals(files), page_files.find()
    folder = default_folder() if library is None else Path(library).expanduser()
    with closing(Library(folder)) as kept, closing(listen(port)) as sock:
        parts = Parts(Workers(workers), kept, page)
        # A signal cancels what runs here, and that is a good end.
        with contextlib.suppress(asyncio.CancelledError, KeyboardInterrupt):
            asyncio.run(_run(parts, arrivals, sock, browser))


async def _run(parts: Parts, arrivals: Arrivals, sock: socket.socket, browser: bool) -> None:
    token, once = new_token(), new_token()
    app = application(parts, token=token, once=once, port=sock.getsockname()[1])
    server = Server(app)
    server.listen_to_signals()
    async with _at_work(parts):
        first = await arrivals.first(parts)
        page = f"#/play/{first}" if first else ""
        following = asyncio.ensure_future(arrivals.rest(parts))
        await server.serve_on(sock, lambda: _say(
            address(sock, token) + page, address(sock, once) + page if browser else None))
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)


@contextlib.asynccontextmanager
async def _at_work(parts: Parts) -> AsyncIterator[None]:
    await parts.workers.start()
    try:
        yield
    finally:
        await parts.workers.close()


def _say(place: str, opened: str | None) -> None:
    print(place, flush=True)
    if sys.stderr.isatty():
        print("The studio is open at this address; Ctrl-C ends it.", file=sys.stderr)
    if opened and _has_screen():  # in a thread: some browsers hold on to whoever starts them
        threading.Thread(target=webbrowser.open, args=(opened,), daemon=True).start()


def _has_screen() -> bool:
    """Where there is none, Python would open a browser in the terminal, on top of everything."""
    if os.name != "posix" or sys.platform == "darwin":
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))
