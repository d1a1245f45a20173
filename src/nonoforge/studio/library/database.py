"""The file: opened with care, written in transactions, read in snapshots.

WAL lets one program read while another writes; `synchronous = FULL` means that what was
acknowledged is on the disk, even if the power goes. A file that is not ours, is broken, or comes
from a later version is refused before anything is written to it.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from nonoforge.errors import InputError

# What goes wrong with a library, in words that need no manual.
#
# InputError
# ├── LibraryError   the file or the disk: broken, newer, full, read-only, busy
# └── NoSuchEntry    an id that the library does not have

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
def library_errors(path: str | os.PathLike[str]) -> Iterator[None]:
    """Raise errors of SQLite and of the system as a LibraryError that names the file."""
    try:
        yield
    except sqlite3.Error as error:
        raise LibraryError(_sqlite_words(error), file=os.fspath(path)) from None
    except OSError as error:
        known = _SYSTEM.get(error.errno or 0)
        reason = known or (error.strerror or str(error)).lower()
        raise LibraryError(f"the library cannot be used: {reason}", file=os.fspath(path)) from None


def is_busy(error: sqlite3.Error) -> bool:
    """Return whether another program holds the database, so that a later try may succeed."""
    return _code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _sqlite_words(error: sqlite3.Error) -> str:
    return _SQLITE.get(_code(error)) or f"the library cannot be used: {str(error).lower()}"


def _code(error: sqlite3.Error) -> int:
    """Return the primary code; the higher bits only refine it. Python's own errors have none."""
    return getattr(error, "sqlite_errorcode", -1) & 0xFF


# The tables, and how a file of an earlier version becomes one of this version.
#
# `entry` is what lists and searches read, so it is kept narrow; the puzzles themselves, which are a
# hundred times larger, have a separate table.

APPLICATION = 0x4E4F4E4F  # "NONO", so that no other program's file is taken for a library

_FIRST = (
    """CREATE TABLE entry (
        key INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        binned INTEGER,
        solved INTEGER NOT NULL DEFAULT 0 CHECK (solved IN (0, 1)),
        family TEXT NOT NULL,
        haystack TEXT NOT NULL,
        title TEXT NOT NULL,
        title_order TEXT NOT NULL,
        author TEXT NOT NULL,
        author_order TEXT NOT NULL,
        size TEXT NOT NULL,
        cells INTEGER NOT NULL,
        colours INTEGER NOT NULL,
        source TEXT NOT NULL,
        rung INTEGER,
        work INTEGER,
        seconds REAL NOT NULL DEFAULT 0,
        added INTEGER NOT NULL,
        changed INTEGER NOT NULL,
        played INTEGER,
        thumbnail INTEGER NOT NULL CHECK (thumbnail IN (0, 1)),
        rating TEXT
    ) STRICT""",
    """CREATE TABLE content (
        key INTEGER PRIMARY KEY REFERENCES entry ON DELETE CASCADE,
        same BLOB NOT NULL UNIQUE,
        played_as BLOB NOT NULL,
        puzzle BLOB NOT NULL,
        thumbnail TEXT NOT NULL
    ) STRICT""",
    """CREATE TABLE state (
        key INTEGER PRIMARY KEY REFERENCES entry ON DELETE CASCADE,
        state BLOB NOT NULL
    ) STRICT""",
    """CREATE TABLE tag (
        key INTEGER NOT NULL REFERENCES entry ON DELETE CASCADE,
        fold TEXT NOT NULL,
        word TEXT NOT NULL,
        PRIMARY KEY (key, fold)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX tagged ON tag (fold, key, word)",
    "CREATE INDEX by_added ON entry (added) WHERE binned IS NULL",
    "CREATE INDEX by_title ON entry (title_order) WHERE binned IS NULL",
    "CREATE INDEX bin ON entry (binned) WHERE binned IS NOT NULL",
)

# Versions, and logs of games and edits in place of one saved game a puzzle. `content` is the
# current version; two entries may come to the same content by an edit. An entry that was never
# edited has no rows in `version`.
_LOGS = (
    "ALTER TABLE entry ADD COLUMN started INTEGER NOT NULL DEFAULT 0",
    """CREATE TABLE version (
        version INTEGER PRIMARY KEY,
        key INTEGER NOT NULL REFERENCES entry ON DELETE CASCADE,
        number INTEGER NOT NULL,
        parent INTEGER,
        same BLOB NOT NULL,
        played_as BLOB NOT NULL,
        puzzle BLOB NOT NULL,
        thumbnail TEXT NOT NULL,
        size TEXT NOT NULL,
        cells INTEGER NOT NULL,
        colours INTEGER NOT NULL,
        made INTEGER NOT NULL,
        UNIQUE (key, number),
        UNIQUE (key, same)
    ) STRICT""",
    """CREATE TABLE log (
        log INTEGER PRIMARY KEY,
        key INTEGER NOT NULL REFERENCES entry ON DELETE CASCADE,
        of BLOB NOT NULL,
        length INTEGER NOT NULL DEFAULT 0,
        start INTEGER NOT NULL DEFAULT 0,
        made INTEGER NOT NULL DEFAULT 0,
        started INTEGER NOT NULL DEFAULT 0,
        seconds REAL NOT NULL DEFAULT 0,
        solved INTEGER NOT NULL DEFAULT 0,
        played INTEGER,
        UNIQUE (key, of)
    ) STRICT""",
    """CREATE TABLE op (
        log INTEGER NOT NULL REFERENCES log ON DELETE CASCADE,
        place INTEGER NOT NULL,
        id TEXT NOT NULL,
        op TEXT NOT NULL,
        PRIMARY KEY (log, place),
        UNIQUE (log, id)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX unmade ON log (key) WHERE made < length AND of = x''",
    """INSERT INTO log (key, of, length, started, seconds, solved, played)
        SELECT key, played_as, 1, 1, seconds, solved, played
        FROM state JOIN entry USING (key) JOIN content USING (key)""",
    """INSERT INTO op SELECT log, 1, 'saved', '{"id":"saved","whole":' || CAST(state AS TEXT) || '}'
        FROM log JOIN state USING (key)""",
    "UPDATE entry SET started = 1 WHERE key IN (SELECT key FROM state)",
    "DROP TABLE state",
    """CREATE TABLE new_content (
        key INTEGER PRIMARY KEY REFERENCES entry ON DELETE CASCADE,
        same BLOB NOT NULL,
        played_as BLOB NOT NULL,
        puzzle BLOB NOT NULL,
        thumbnail TEXT NOT NULL
    ) STRICT""",
    "INSERT INTO new_content SELECT key, same, played_as, puzzle, thumbnail FROM content",
    "DROP TABLE content",
    "ALTER TABLE new_content RENAME TO content",
    "CREATE INDEX by_content ON content (same)",
)

# How much of a game is done.
_SHARE = ("ALTER TABLE log ADD COLUMN share REAL NOT NULL DEFAULT 0",
          "ALTER TABLE entry ADD COLUMN share REAL NOT NULL DEFAULT 0")

# Puzzles are ordered by stars and effort. Stars of earlier versions had another meaning:
# such puzzles are rated anew.
_STARS = (
    "ALTER TABLE entry RENAME COLUMN rung TO stars",
    "ALTER TABLE entry RENAME COLUMN work TO effort",
    """UPDATE entry SET stars = NULL, effort = NULL, rating = NULL
        WHERE json_extract(rating, '$.rung') NOTNULL
            AND json_extract(rating, '$.effort') IS NULL""",
)

MIGRATIONS: list[tuple[str, ...]] = [_FIRST, _LOGS, _SHARE, _STARS]
"""The statements that lead from each version to the next. Add to the end; never change one."""


def migrate(connection: sqlite3.Connection, migrations: list[tuple[str, ...]]) -> None:
    """Bring the tables up to date, inside the caller's transaction: all steps or none."""
    [version] = connection.execute("PRAGMA user_version").fetchone()
    for statements in migrations[version:]:
        for statement in statements:
            connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {len(migrations)}")


FILE = "library.sqlite"
BUSY_TIMEOUT = 30.0  # seconds to wait while another program writes
_MAGIC = b"SQLite format 3\x00"
_OLDEST = (3, 37)  # the first SQLite with STRICT tables


class Database:
    """One connection, used by one thread at a time."""

    def __init__(self, folder: str | os.PathLike[str], patience: float = BUSY_TIMEOUT) -> None:
        self.path = Path(folder) / FILE
        self._patience = patience
        self._lock = threading.RLock()
        with library_errors(self.path):
            _check_version()
            if "\0" in str(folder):
                raise LibraryError(f"{str(folder)[:100]!a} cannot be the name of a folder")
            os.makedirs(folder, mode=0o700, exist_ok=True)
            _check_magic(self.path)
            self._connection = self.connect()
            try:
                self._prepare()
            except BaseException:
                self._connection.close()
                raise

    def connect(self) -> sqlite3.Connection:
        """Return a further connection, for long work; its user closes it."""
        connection = sqlite3.connect(self.path, timeout=self._patience, isolation_level=None,
                                     check_same_thread=False)
        try:
            # fullfsync: on macOS fsync alone does not reach the disk.
            for pragma in ("foreign_keys = ON", "synchronous = FULL", "fullfsync = ON",
                           "trusted_schema = OFF", "cache_size = -16000",
                           "journal_size_limit = 16777216"):
                connection.execute(f"PRAGMA {pragma}")
        except BaseException:
            connection.close()
            raise
        return connection

    @contextlib.contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """One snapshot, however many questions are asked of it."""
        with self._lock, library_errors(self.path), transaction(self._connection, "DEFERRED"):
            yield self._connection

    @contextlib.contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """All of it or nothing; once this has ended it is on the disk."""
        with self._lock, library_errors(self.path), transaction(self._connection, "IMMEDIATE"):
            yield self._connection

    def close(self) -> None:
        with self._lock, library_errors(self.path):
            self._connection.close()

    def _prepare(self) -> None:
        version = self._check_owner()
        self._patiently(lambda: self._connection.execute("PRAGMA journal_mode = WAL").fetchone())
        if version < len(MIGRATIONS):
            with transaction(self._connection, "IMMEDIATE"):
                # Another program may have been quicker, with a later version.
                self._check_owner()
                migrate(self._connection, MIGRATIONS)

    def _check_owner(self) -> int:
        """Return the version of the file, if it is a library that this program knows."""
        ask = self._connection.execute
        [version], [owner] = (ask(f"PRAGMA {name}").fetchone()
                              for name in ("user_version", "application_id"))
        [tables] = ask("SELECT count(*) FROM sqlite_schema").fetchone()
        if (version or owner or tables) and owner != APPLICATION:
            raise self._error("this is another program's database, not a library of puzzles; it "
                              "was left as it is; choose another folder")
        if version > len(MIGRATIONS):
            raise self._error(f"the library has version {version}, this program supports versions "
                              f"up to {len(MIGRATIONS)}; it was left as it is; use a newer "
                              "Nonoforge")
        if version and not tables:
            raise self._error(DAMAGED)
        return int(version)

    def _patiently(self, act: Callable[[], object]) -> None:
        """SQLite does not always wait by itself where a file changes to WAL."""
        end = time.monotonic() + self._patience
        while True:
            try:
                act()
                return
            except sqlite3.OperationalError as error:
                if not is_busy(error) or time.monotonic() > end:
                    raise
            time.sleep(0.01)

    def _error(self, message: str) -> LibraryError:
        return LibraryError(message, file=str(self.path))


@contextlib.contextmanager
def transaction(connection: sqlite3.Connection, kind: str) -> Iterator[None]:
    """Commit at the end; roll back if anything goes wrong, the commit itself included. Within
    another one it is a part of that."""
    if connection.in_transaction:
        yield
        return
    connection.execute(f"BEGIN {kind}")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _check_version() -> None:
    if sqlite3.sqlite_version_info < _OLDEST:
        raise LibraryError(f"the library needs SQLite {'.'.join(map(str, _OLDEST))} or later; this "
                           f"Python has {sqlite3.sqlite_version}")


def _check_magic(path: Path) -> None:
    """Before SQLite sees it: an empty file is a library that was never begun."""
    if not path.exists():
        return
    with open(path, "rb") as file:
        start = file.read(len(_MAGIC))
    if start not in (b"", _MAGIC):
        raise LibraryError(DAMAGED, file=str(path))


# The default folder.

FOLDER_VARIABLE = "NONOFORGE_LIBRARY"


def default_folder(environment: Mapping[str, str] | None = None,
                   platform: str = sys.platform) -> Path:
    """Return the folder that NONOFORGE_LIBRARY names, or else one where the platform keeps users'
    data.

    >>> default_folder({"NONOFORGE_LIBRARY": "puzzles"}).as_posix()
    'puzzles'
    >>> default_folder({"XDG_DATA_HOME": "/data"}, "linux").as_posix()
    '/data/nonoforge'
    """
    names = os.environ if environment is None else environment
    chosen = names.get(FOLDER_VARIABLE, "")
    return Path(chosen).expanduser() if chosen.strip() else _data(names, platform) / "nonoforge"


def _data(names: Mapping[str, str], platform: str) -> Path:
    if platform == "win32":
        return _absolute(names.get("APPDATA")) or Path.home() / "AppData" / "Roaming"
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return _absolute(names.get("XDG_DATA_HOME")) or Path.home() / ".local" / "share"


def _absolute(name: str | None) -> Path | None:
    """Return an absolute path; the base-directory specification says to ignore a relative one."""
    return Path(name) if name and os.path.isabs(name) else None
