"""Ctrl-C, also while the native kernel is at work.

Python acts on a signal only when its main thread runs Python again, which during a long native
call may be minutes later. The signal's arrival can be seen by another thread, though: it gives the
main thread a moment to stop by itself and then ends the process.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time

CODE = 128 + signal.SIGINT
GRACE = 0.5


def watch() -> None:
    """Start watching; for the main thread of the command only."""
    if os.name != "posix":
        return
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    threading.Thread(target=_wait, args=(reader,), daemon=True).start()


def _wait(reader: int) -> None:
    while os.read(reader, 1) != bytes([signal.SIGINT]):
        pass
    time.sleep(GRACE)
    if sys.stderr is not None and sys.stderr.isatty():
        os.write(2, b"\r\x1b[K")  # the progress line
    os._exit(CODE)
