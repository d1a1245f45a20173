"""The file: opened with care, written in transactions, read in snapshots.

WAL lets one program read while another writes; `synchronous = FULL` means that what was
acknowledged is on the disk, even if the power goes. A file that is not ours, is broken, or comes
from a later version is refused before anything is written to it.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from nonoforge.studio.library import schema
from nonoforge.studio.library.errors import DAMAGED, LibraryError, is_busy, told

FILE = "library.sqlite"
PATIENCE = 30.0  # seconds to wait while another program writes
_MAGIC = b"SQLite format 3\x00"
_OLDEST = (3, 37)  # the first SQLite with STRICT tables


class Database:
    """One connection, used by one thread at a time."""

    def __init__(self, folder: str | os.PathLike[str], patience: float = PATIENCE) -> None:
        self.path = Path(folder) / FILE
        self._patience = patience
        self._lock = threading.RLock()
        with told(self.path):
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
        """A further connection, for long work; its user closes it."""
        connection = sqlite3.connect(self.path, timeout=self._patience, isolation_level=None,
                                     check_same_thread=False)
        for pragma in ("foreign_keys = ON", "synchronous = FULL", "trusted_schema = OFF",
                       "cache_size = -16000", "journal_size_limit = 16777216"):
            connection.execute(f"PRAGMA {pragma}")
        return connection

    @contextlib.contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """One snapshot, however many questions are asked of it."""
        with self._lock, told(self.path), transaction(self._connection, "DEFERRED"):
            yield self._connection

    @contextlib.contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """All of it or nothing; once this has ended it is on the disk."""
        with self._lock, told(self.path), transaction(self._connection, "IMMEDIATE"):
            yield self._connection

    def close(self) -> None:
        with self._lock, told(self.path):
            self._connection.close()

    def _prepare(self) -> None:
        version = self._check_owner()
        self._patiently(lambda: self._connection.execute("PRAGMA journal_mode = WAL").fetchone())
        if version < len(schema.MIGRATIONS):
            with transaction(self._connection, "IMMEDIATE"):
                # Another program may have been quicker, with a later version.
                self._check_owner()
                schema.migrate(self._connection, schema.MIGRATIONS)

    def _check_owner(self) -> int:
        """The version of the file, if it is a library that this program knows."""
        ask = self._connection.execute
        [version], [owner] = (ask(f"PRAGMA {name}").fetchone()
                              for name in ("user_version", "application_id"))
        [tables] = ask("SELECT count(*) FROM sqlite_schema").fetchone()
        if (version or owner or tables) and owner != schema.APPLICATION:
            raise self._error("this is another program's database, not a library of puzzles; it "
                              "was left as it is; choose another folder")
        if version > len(schema.MIGRATIONS):
            raise self._error(f"the library has version {version}, and this program knows versions "
                              f"up to {len(schema.MIGRATIONS)}; it was left as it is; use a newer "
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
