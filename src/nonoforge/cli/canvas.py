"""A few lines of a terminal that are drawn again and again in the same place."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import sys
import threading
from collections.abc import Sequence
from functools import partial
from types import FrameType, TracebackType
from typing import Any, Self

from nonoforge.cli import interrupt

HIDE, SHOW = "\x1b[?25l", "\x1b[?25h"
CLEAR_RIGHT, CLEAR_BELOW = "\x1b[K", "\x1b[J"


class Canvas:
    """Lines that stand below the cursor's first place; never more than the window is high, so that
    nothing scrolls away. While it is open the cursor is hidden; closing takes the lines away."""

    def __init__(self) -> None:
        self.size = shutil.get_terminal_size()
        self._lines: list[str] = []
        self._ends = contextlib.ExitStack()
        self._stops: Any = None

    def __enter__(self) -> Self:
        self._ends.enter_context(interrupt.undone(partial(_at_once, SHOW)))
        self._ends.callback(_write, SHOW)
        _write(HIDE)
        self._watch_stops()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with contextlib.closing(self._ends):
            if self._stops is not None:
                signal.signal(signal.SIGTSTP, self._stops)
            self.erase()

    @property
    def height(self) -> int:
        """How many lines there is room for: the last stays free for the cursor."""
        return self.size.lines - 1

    def measure(self) -> bool:
        """Look how large the window is. Is it another size than before?"""
        size = shutil.get_terminal_size()
        changed, self.size = size != self.size, size
        return changed

    def draw(self, lines: Sequence[str], *, anew: bool = False) -> None:
        """Write these lines over those that stand there; only what differs is written."""
        lines = list(lines[: self.height])
        before = [] if anew else self._lines
        parts = [self._home()]
        for index, line in enumerate(lines):
            same = index < len(before) and before[index] == line
            parts.append(("" if same else f"\r{line}{CLEAR_RIGHT}") + "\n")
        if anew or len(lines) < len(self._lines):
            parts.append(CLEAR_BELOW)
        self._lines = lines
        _write("".join(parts))

    def erase(self) -> None:
        """Take the lines away; the cursor is where the first was."""
        _write(self._home() + CLEAR_BELOW if self._lines else "")
        self._lines = []

    def _home(self) -> str:
        up = min(len(self._lines), self.height)
        return f"\x1b[{up}A\r" if up else "\r"

    def _watch_stops(self) -> None:
        """A shell that gets the terminal back after Ctrl-Z wants to see its cursor."""
        if hasattr(signal, "SIGTSTP") and threading.current_thread() is threading.main_thread():
            self._stops = signal.signal(signal.SIGTSTP, self._stop)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        _at_once(SHOW)
        os.kill(os.getpid(), signal.SIGSTOP)
        _at_once(HIDE)
        self._lines = []  # the shell has written below: begin again under that


def _at_once(text: str) -> None:
    """Past the buffer, which others may be writing to at this very moment."""
    os.write(sys.stdout.fileno(), text.encode())


def _write(text: str) -> None:
    if text:
        sys.stdout.write(text)
        sys.stdout.flush()
