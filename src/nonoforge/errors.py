"""Everything Nonoforge raises on purpose.

    NonoforgeError
    ├── InputError        a file, option or puzzle is wrong; knows its place
    │   ├── ClueError     a clue that cannot hold on its own line, or clues that cannot meet
    │   ├── FormatError   a format cannot read or hold this
    │   └── OptionError   an option has a bad value
    ├── CallError         a function of the Python API is called wrongly; also a TypeError
    ├── MissingPart       an optional library is needed and not installed
    └── OutOfBudget       the time or the work of a budget is spent

The command line turns each of them into one line on stderr and exit code 2.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Self


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


class CallError(InputError, TypeError):
    """A call that a function of the Python API cannot take: a keyword that it does not have, values
    that are too many or too few."""

    ALSO_KNOWN_AS: ClassVar = {
        **dict.fromkeys(("timeout", "time_limit", "max_time", "time", "seconds"), "budget"),
        **dict.fromkeys(("solver", "algorithm", "engine"), "method"),
        **dict.fromkeys(("max_solutions", "solutions", "count"), "limit"),
        **dict.fromkeys(("workers", "threads", "processes", "n_jobs"), "jobs"),
        **dict.fromkeys(("verbose", "callback"), "progress"),
        **dict.fromkeys(("width", "height", "shape"), "size"),
        **dict.fromkeys(("color", "colors", "n_colors"), "colours"),
        **dict.fromkeys(("filename", "file", "output", "out"), "path"),
        **dict.fromkeys(("solution", "solve", "show_solution"), "solved"),
        **dict.fromkeys(("dpi", "cell_size"), "scale"),
        "cols": "columns", "fmt": "format", "page": "paper",
        "title": "info=Info(title=...)", "author": "info=Info(author=...)"}
    """Words that other programs have, and ours."""

    @classmethod
    def unknown(cls, function: str, name: str, known: Sequence[str]) -> CallError:
        """Return the error about a keyword, with the one that is meant or those that there are."""
        meant = cls.ALSO_KNOWN_AS.get(name, "")
        there = meant.partition("=")[0] in known
        return cls(f"{function}() has no parameter {name!r}; "
                   f"{f'did you mean {meant}?' if there else nearest(name, known)}")


class MissingPart(NonoforgeError):
    """An optional part is not installed; the message says how to get it."""


class OutOfBudget(NonoforgeError):
    """The budget has run out. What is known is true, but it may not be all."""

    def __str__(self) -> str:
        return "the budget ran out before there was a result; give a larger budget"


def nearest(word: str, known: Iterable[str]) -> str:
    """Return a hint after a word that is not known.

    >>> nearest("pobe", ["probe", "line"]), nearest("xyz", ["probe", "line"])
    ('did you mean probe?', 'there are probe, line')
    """
    import difflib

    words = list(known)
    near = difflib.get_close_matches(word, words, 1, cutoff=0.5)
    return f"did you mean {near[0]}?" if near else f"there are {', '.join(words) or 'none'}"
