"""The start of the studio: everything is put together, and the browser is sent to it."""

from __future__ import annotations

import os
import threading
import webbrowser
from collections.abc import Sequence

from nonoforge.studio import page_files
from nonoforge.studio.app import application
from nonoforge.studio.parts import Parts
from nonoforge.studio.server import address, listen, new_token, serve
from nonoforge.studio.soon import Workers


def start(files: Sequence[str], *, port: int | None = None, browser: bool = True,
          library: str | None = None, workers: int | None = None) -> None:
    """Run the studio until Ctrl-C."""
    parts = Parts(Workers(workers or os.cpu_count() or 1), page_files.read(page_files.folder()))
    sock, token = listen(port), new_token()
    app = application(parts, token=token, port=sock.getsockname()[1])
    place = address(sock, token)

    def ready() -> None:
        print(place, flush=True)
        if browser:
            threading.Thread(target=webbrowser.open, args=(place,), daemon=True).start()

    serve(app, sock, ready)
