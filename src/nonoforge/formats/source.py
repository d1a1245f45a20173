"""The bytes of a file as text and lines, a place for every error, and how much a file may hold."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from nonoforge.errors import FormatError, InputError
from nonoforge.files import STDIN, path_name, read_file
from nonoforge.nonogram import MAX_EXTRAS
from nonoforge.text import quoted

MAX_BYTES = 8 * 1024 * 1024
MAX_LINES = 1_000_000
MAX_DIGITS = 18  # longer numbers mean nothing here, and Python itself refuses very long ones
MAX_CLUE = 50_000  # characters of a clue; the longest line has 4096 cells
MAX_PUZZLES = 20_000  # in one file
MAX_PIXELS = 4_000_000  # of a picture, looked at before it is decoded


# Characters that no text format has; a file with one of them is something else.
_BINARY = re.compile("[\x00-\x08\x0e-\x1f]")


class Place(NamedTuple):
    """A place in a file; both count from 1."""

    line: int
    column: int


START = Place(1, 1)


class Token(NamedTuple):
    """A word with its place."""

    text: str
    place: Place


@dataclass(frozen=True)
class Source:
    r"""The bytes of one file.

    >>> source = Source(b"width 5\r\nheight 3\n", "cat.non")
    >>> source.lines
    ['width 5', 'height 3']
    >>> str(source.error("no such thing", Place(2, 8)))
    'cat.non:2:8: no such thing'
    """

    data: bytes
    name: str = "<input>"

    @cached_property
    def text(self) -> str:
        """The file as UTF-8 text, without a byte order mark; what is not text is refused."""
        try:
            return self._plain(self.data.decode("utf-8-sig"))
        except UnicodeDecodeError as error:
            raise self._not_utf8(error) from None

    @cached_property
    def old_text(self) -> str:
        """The same for formats older than UTF-8: what is not UTF-8 is read as Latin-1."""
        try:
            return self._plain(self.data.decode("utf-8-sig"))
        except UnicodeDecodeError:
            return self._plain(self.data.decode("latin-1"))

    @cached_property
    def lines(self) -> list[str]:
        """The lines of the text, without their ends."""
        return self._split(self.text)

    @cached_property
    def old_lines(self) -> list[str]:
        """The lines of the old text, without their ends."""
        return self._split(self.old_text)

    def error(self, message: str, place: Place = START) -> FormatError:
        """Return an error that points to a place of the file; the caller raises it."""
        return FormatError(message, file=self.name, line=place.line, column=place.column)

    @contextmanager
    def errors_at(self, place: Place) -> Iterator[None]:
        """Give errors that have no place this one."""
        try:
            yield
        except InputError as error:
            raise error.at(file=self.name, line=place.line, column=place.column) from None

    def number(self, token: Token, what: str) -> int:
        """Return a token as a whole number, zero or more."""
        if not (token.text.isascii() and token.text.isdigit()):
            raise self.error(f"{what} is {quoted(token.text)}; a whole number is needed",
                             token.place)
        if len(token.text) > MAX_DIGITS:
            raise self.error(f"{what} has {len(token.text)} digits (limit {MAX_DIGITS})",
                             token.place)
        return int(token.text)

    def words(self, line: str, number: int) -> list[Token]:
        """Return the words of a clue, separated by spaces and commas."""
        self.check_clue(line, number)
        return list(tokens(line, number, WORDS))

    def check_clue(self, line: str, number: int) -> None:
        """Refuse a line that is too long for any clue before it is taken apart."""
        if len(line) > MAX_CLUE:
            raise self.error(f"line too long: {len(line):,} characters (limit {MAX_CLUE:,})",
                             Place(number, 1))

    def check_puzzles(self, count: int, place: Place = START) -> None:
        """Refuse too many puzzles in one file."""
        if count > MAX_PUZZLES:
            raise self.error(f"more than {MAX_PUZZLES:,} puzzles in one file; use several files",
                             place)

    def check_extras(self, count: int, place: Place = START) -> None:
        """Refuse too many notes, properties or saved states of a puzzle."""
        if count > MAX_EXTRAS:
            raise self.error(f"more than {MAX_EXTRAS:,} notes, properties and saved states",
                             place)

    def end(self) -> Place:
        """Return the place after the last line that is not blank."""
        lines = self.old_lines
        last = next((y for y in range(len(lines), 0, -1) if lines[y - 1].strip()), 1)
        return Place(last, len(lines[last - 1]) + 1 if lines else 1)

    def _split(self, text: str) -> list[str]:
        if text.count("\n") > MAX_LINES or text.count("\r") > MAX_LINES:
            raise self.error(f"too many lines (limit {MAX_LINES:,})")
        return split_lines(text)

    def _plain(self, text: str) -> str:
        found = _BINARY.search(text)
        if found:
            raise self.error(
                f"the character U+{ord(found[0]):04X} is not text; this looks like a binary file",
                place_of(text, found.start()))
        return text

    def _not_utf8(self, error: UnicodeDecodeError) -> FormatError:
        good = self.data[:error.start].decode("utf-8", "replace")
        byte = self.data[min(error.start, len(self.data) - 1)]
        return self.error(f"the byte 0x{byte:02x} is not UTF-8; save the file as UTF-8 text",
                          place_of(good, len(good)))


def read_source(path: str | os.PathLike[str]) -> Source:
    """Return the bytes of a puzzle file, or of standard input for `-`."""
    name = path_name(path)
    return Source(read_file(name, MAX_BYTES), STDIN if name == "-" else name)


def split_lines(text: str) -> list[str]:
    r"""Split at LF, CRLF or CR only; `str.splitlines` would also split at rarer characters.

    >>> split_lines("a\r\nb\n\n")
    ['a', 'b', '']
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def place_of(text: str, offset: int) -> Place:
    r"""Return the place of a character.

    >>> place_of("ab\ncd", 4)
    Place(line=2, column=2)
    """
    before = text[:offset].replace("\r\n", "\n").replace("\r", "\n")
    return Place(before.count("\n") + 1, len(before) - before.rfind("\n"))


def tokens(line: str, number: int, pattern: re.Pattern[str]) -> Iterator[Token]:
    """Yield the matches of a pattern in a line (counted from 1), with their places."""
    for match in pattern.finditer(line):
        yield Token(match[0], Place(number, match.start() + 1))


WORDS = re.compile(r"[^\s,]+")
"""Words between spaces and commas."""
