"""Where output goes: stdout as it comes, or a file that is written whole or not at all."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from typing import NamedTuple, TextIO


class Screen(NamedTuple):
    """What the reader at the other end can show. `width` None: a pipe or a file."""

    colour: bool = False
    unicode: bool = False
    true_colour: bool = False
    width: int | None = None

    @property
    def live(self) -> bool:
        """Does a person look at it now?"""
        return self.width is not None


def screen_of(stream: TextIO) -> Screen:
    """Ask the stream and the environment (NO_COLOR, FORCE_COLOR, TERM, COLORTERM)."""
    environment = os.environ
    forced = bool(environment.get("FORCE_COLOR"))
    if not (stream.isatty() or forced):
        return Screen(unicode=_shows(stream, "·"))
    plain = environment.get("NO_COLOR") or environment.get("TERM") == "dumb"
    deep = environment.get("COLORTERM") in ("truecolor", "24bit") or "WT_SESSION" in environment
    return Screen(
        colour=forced or not plain, unicode=_shows(stream, "▀▕░×│┼─"), true_colour=deep,
        width=shutil.get_terminal_size().columns,
    )


def _shows(stream: TextIO, characters: str) -> bool:
    try:
        characters.encode(stream.encoding or "ascii")
    except (UnicodeError, LookupError):
        return False
    return True


class Output:
    """Collects for `-o OUT`, or prints at once. Where every input was bad, no file is begun."""

    def __init__(self, path: str | None) -> None:
        self.path = None if path == "-" else path
        self.screen = screen_of(sys.stdout) if self.path is None else Screen(unicode=True)
        self._kept: list[str] = []
        self._good = False

    def line(self, text: str, *, good: bool = True) -> None:
        self._good |= good
        if self.path is None:
            print(text, flush=True)
        else:
            self._kept.append(text + "\n")

    def sentence(self, text: str) -> None:
        """A line that is broken between words where a person's screen ends."""
        width = self.screen.width
        indent = "  " if text.startswith(("- ", "  ")) else ""
        self.line(textwrap.fill(text, width, subsequent_indent=indent, break_on_hyphens=False,
                                break_long_words=False) if width else text)

    def close(self) -> None:
        """Write what was collected."""
        if self.path is not None and self._good:
            from nonoforge.formats import write_whole

            text = "".join(self._kept)
            write_whole(self.path, text.encode("utf-8", "backslashreplace"))
