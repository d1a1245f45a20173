"""What goes wrong with a library, in words that need no manual.

    InputError
    ├── LibraryError   the file or the disk: broken, newer, full, read-only, busy
    └── NoSuchEntry    an id that the library does not have
"""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
from collections.abc import Iterator

from nonoforge.errors import InputError


class LibraryError(InputError):
    """The library cannot be used, or not now; nothing was changed."""


class NoSuchEntry(InputError):
    """There is no puzzle with this id."""


DAMAGED = ("the file is damaged and was left as it is; put a copy of it back, or move it away and "
           "import your last export")

_SQLITE = {
    sqlite3.SQLITE_PERM: "permission denied",
    sqlite3.SQLITE_BUSY: "the library is busy: another program is writing to it; try again",
    sqlite3.SQLITE_LOCKED: "the library is busy; try again",
    sqlite3.SQLITE_READONLY: "the file or its folder is read-only; nothing was changed",
    sqlite3.SQLITE_IOERR: "the disk cannot be read or written; nothing was changed",
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_FULL: "the disk is full; nothing was changed",
    sqlite3.SQLITE_CANTOPEN: "the file cannot be opened; is its folder there, and writable?",
    sqlite3.SQLITE_NOTADB: DAMAGED,
}

_SYSTEM = {
    errno.EACCES: "permission denied",
    errno.EPERM: "permission denied",
    errno.EROFS: "the disk is read-only",
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT if hasattr(errno, "EDQUOT") else errno.ENOSPC: "the disk is full",
    errno.ENOTDIR: "a part of its path is not a folder",
    errno.EEXIST: "it is a file, not a folder",
    errno.EISDIR: "it is a folder, not a file",
    errno.ENAMETOOLONG: "its name is too long",
}


@contextlib.contextmanager
def told(path: str | os.PathLike[str]) -> Iterator[None]:
    """Whatever SQLite or the system has to say about a file, as a LibraryError."""
    try:
        yield
    except sqlite3.Error as error:
        raise LibraryError(_sqlite_words(error), file=os.fspath(path)) from None
    except OSError as error:
        known = _SYSTEM.get(error.errno or 0)
        reason = known or (error.strerror or str(error)).lower()
        raise LibraryError(f"the library cannot be used: {reason}", file=os.fspath(path)) from None


def is_busy(error: sqlite3.Error) -> bool:
    """Is another program in the way, and may it soon be gone?"""
    return _code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _sqlite_words(error: sqlite3.Error) -> str:
    return _SQLITE.get(_code(error)) or f"the library cannot be used: {str(error).lower()}"


def _code(error: sqlite3.Error) -> int:
    """The primary code; the higher bits only refine it. Python's own errors have none."""
    return getattr(error, "sqlite_errorcode", -1) & 0xFF
