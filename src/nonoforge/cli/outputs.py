"""Where output goes: stdout as it comes, or a file that is written whole or not at all."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Collection
from typing import TYPE_CHECKING, NamedTuple, TextIO

if TYPE_CHECKING:
    from nonoforge.nonogram import Nonogram
    from nonoforge.puzzle import Colouring
    from nonoforge.state import State


class Screen(NamedTuple):
    """What the reader at the other end can show. `width` None: a pipe or a file."""

    colour: bool = False
    unicode: bool = False
    true_colour: bool = False
    width: int | None = None

    @property
    def live(self) -> bool:
        """Whether a person looks at it now."""
        return self.width is not None

    def picture(
        self, nonogram: Nonogram, shown: Colouring | State | None, *,
        marks: Collection[int] = (), clues: bool | None = None, title: bool = True,
        height: int | None = None,
    ) -> str:
        """Return the nonogram as text, as large as the screen allows; `clues` None shows them on a
        terminal if they take little room."""
        from nonoforge.draw import terminal

        if clues is None:
            clues = self.live and nonogram.family.text_clues
        return terminal(
            nonogram, picture=shown, marks=marks, clues=clues, title=title, colour=self.colour,
            width=self.width, height=height, unicode=self.unicode, true_colour=self.true_colour)


def screen_of(stream: TextIO) -> Screen:
    """Return what a stream shows, by its encoding and the environment (NO_COLOR, FORCE_COLOR, TERM,
    COLORTERM)."""
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
    """Collects lines for `-o OUT`, or prints them at once. Where every input was bad, no file is
    begun."""

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
        """Write a text, broken between words at the width of the screen."""
        width = self.screen.width
        indent = "  " if text.startswith(("- ", "  ")) else ""
        self.line(textwrap.fill(text, width, subsequent_indent=indent, break_on_hyphens=False,
                                break_long_words=False) if width else text)

    def close(self) -> None:
        """Write what was collected."""
        if self.path is not None and self._good:
            from nonoforge.files import write_whole

            text = "".join(self._kept)
            write_whole(self.path, text.encode("utf-8", "backslashreplace"))
