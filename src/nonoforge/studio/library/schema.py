"""The tables, and how a file of an earlier version becomes one of this version.

`entry` is what lists and searches read, so it is kept narrow; the puzzles themselves, which are a
hundred times larger, have a table of their own.
"""

from __future__ import annotations

import sqlite3

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

MIGRATIONS: list[tuple[str, ...]] = [_FIRST]
"""The statements that lead from each version to the next. Add to the end; never change one."""


def migrate(connection: sqlite3.Connection, migrations: list[tuple[str, ...]]) -> None:
    """Bring the tables up to date, inside the caller's transaction: all steps or none."""
    [version] = connection.execute("PRAGMA user_version").fetchone()
    for statements in migrations[version:]:
        for statement in statements:
            connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {len(migrations)}")
