"""Everything Nonoforge raises on purpose.

    NonoforgeError
    ├── InputError        a file, option or puzzle is wrong; knows its place
    │   ├── ClueError     a clue that cannot hold on its own line, or clues that cannot meet
    │   ├── FormatError   a format cannot read or hold this
    │   └── OptionError   an option has a bad value
    └── MissingPart       an optional library is needed and not installed

The command line turns each of them into one line on stderr and exit code 2.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self


class NonoforgeError(Exception):
    """The root: whatever is raised on purpose is one of these."""


class InputError(NonoforgeError):
    """Bad input. `str()` gives `FILE:LINE:COLUMN: message`, as far as the place is known."""

    def __init__(
        self, message: str, *, file: str | None = None, line: int | None = None,
        column: int | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.file = file
        self.line = line
        self.column = column

    def at(self, *, file: str | None = None, line: int | None = None,
           column: int | None = None) -> Self:
        """Fill in what was not known where the error was raised; what is known stays."""
        self.file = self.file if self.file is not None else file
        if self.line is None:
            self.line, self.column = line, column
        return self

    def __str__(self) -> str:
        file = self.file if self.file is None or self.file.strip() else repr(self.file)
        place = [str(part) for part in (file, self.line, self.column) if part is not None]
        return ": ".join([":".join(place), self.message] if place else [self.message])


class ClueError(InputError):
    """A clue that no colouring of its line can meet. `index` is the line's place in the puzzle."""

    def __init__(self, message: str, index: int | None = None) -> None:
        super().__init__(message)
        self.index = index


class FormatError(InputError):
    """A file that is not what its format says, or a puzzle that a format cannot hold."""


class OptionError(InputError):
    """A value that an option cannot have. `option` is the option's name in Python."""

    def __init__(self, message: str, option: str = "") -> None:
        super().__init__(message)
        self.option = option

    def __str__(self) -> str:
        return f"{self.option}: {self.message}"


class MissingPart(NonoforgeError):
    """An optional part is not installed; the message says how to get it."""


def nearest(word: str, known: Iterable[str]) -> str:
    """Return a hint after a word that is not known.

    >>> nearest("pobe", ["probe", "line"]), nearest("xyz", ["probe", "line"])
    ('did you mean probe?', 'there are probe, line')
    """
    import difflib

    words = list(known)
    near = difflib.get_close_matches(word, words, 1, cutoff=0.5)
    return f"did you mean {near[0]}?" if near else f"there are {', '.join(words) or 'none'}"
