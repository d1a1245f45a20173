"""A terminal of glass: runs a command in a pseudo-terminal and keeps what a person would see."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path

COMMAND = "from nonoforge.cli import main; main()"
_PARTS = re.compile(r"\x1b\[([?0-9;]*)([A-Za-z])|([\r\n])|([^\x1b\r\n]+)")


class Glass:
    """A window with the few controls that we use. `history` is what has scrolled off its top."""

    def __init__(self, rows: int, columns: int) -> None:
        self.rows, self.columns = rows, columns
        self.lines = [""] * rows
        self.history: list[str] = []
        self.y = self.x = 0
        self.cursor = True
        self._begun = ""  # a control sequence of which the end is still to come

    @property
    def text(self) -> str:
        return "\n".join([*self.history, *self.lines]).rstrip("\n")

    def feed(self, text: str) -> None:
        text = self._begun + text
        cut = re.search(r"\x1b(\[[?0-9;]*)?$", text)
        self._begun = cut[0] if cut else ""
        text = text.removesuffix(self._begun)
        for codes, letter, control, plain in _PARTS.findall(text):
            if plain:
                self._write(plain)
            elif control == "\r":
                self.x = 0
            elif control:
                self._down()
            else:
                self._control(codes, letter)

    def _write(self, plain: str) -> None:
        for char in plain:
            if self.x == self.columns:
                assert self.cursor, f"an animation beyond the edge: {self.lines[self.y]!r}"
                self._down()
                self.x = 0
            line = self.lines[self.y].ljust(self.x)
            self.lines[self.y] = line[:self.x] + char + line[self.x + 1:]
            self.x += 1

    def _down(self) -> None:
        if self.y + 1 < self.rows:
            self.y += 1
        else:
            self.history.append(self.lines.pop(0))
            self.lines.append("")

    def _control(self, codes: str, letter: str) -> None:
        if letter == "A":
            assert int(codes) <= self.y, "moved above the window"
            self.y -= int(codes)
        elif letter == "K":
            self.lines[self.y] = self.lines[self.y][:self.x]
        elif letter == "J":
            self.lines[self.y:] = [self.lines[self.y][:self.x], *[""] * (self.rows - self.y - 1)]
        elif codes == "?25":
            self.cursor = letter == "h"
        else:
            assert letter == "m", f"an unknown control: {codes}{letter}"


class Session:
    """A command in a terminal."""

    def __init__(self, *arguments: str, rows: int = 24, columns: int = 80, folder: Path,
                 code: str = COMMAND, **environment: str) -> None:
        self.glass = Glass(rows, columns)
        self.frames: list[str] = []
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._fd, inner = pty.openpty()
        fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        settings = {"TERM": "xterm-256color", **environment}
        kept = {k: v for k, v in os.environ.items() if k not in ("LINES", "COLUMNS", "NO_COLOR")}
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, *arguments], stdin=inner, stdout=inner, stderr=inner,
            cwd=folder, env=kept | settings, start_new_session=True)
        os.close(inner)

    def read(self, until: Callable[[Glass], bool] = lambda glass: False) -> int | None:
        """Follow it until something is seen, or to the end; gives the exit code."""
        late = time.monotonic() + 60
        while time.monotonic() < late:
            if select.select([self._fd], [], [], 0.05)[0]:
                try:
                    data = os.read(self._fd, 1 << 16)
                except OSError:  # that is how a terminal says that nobody is left
                    data = b""
                if not data:
                    os.close(self._fd)
                    return self.process.wait(30)
                self.glass.feed(self._decoder.decode(data))
                self.frames.append(self.glass.text)
            if until(self.glass):
                return None
        self.process.kill()
        self.process.wait()
        os.close(self._fd)
        raise AssertionError(f"it hangs: {self.glass.text}")
