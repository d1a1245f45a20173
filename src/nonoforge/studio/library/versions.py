"""Versions of a puzzle: what it was when it came, and each content that edits have made of it.

A version is never changed. Version 1 is the original. Versions are known by their content (`same`):
an edit that leads back to an earlier content leads back to that version, and to its game.

Every function works inside a transaction of its caller.
"""

from __future__ import annotations

import sqlite3
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta

from nonoforge.studio.library import rows
from nonoforge.studio.library.database import NoSuchEntry
from nonoforge.studio.library.rows import Checked


class VersionRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A version of a puzzle, without the puzzle."""

    number: Annotated[int, Meta(description="1 is the original.")]
    parent: Annotated[int | None, Meta(description="The version that was edited.")]
    digest: Annotated[str, Meta(description="Equal for equal content.")]
    size: str
    made: Annotated[int, Meta(description="Milliseconds since 1970.")]
    current: bool
    started: Annotated[bool, Meta(description="Whether it has a game.")]
    solved: bool
    thumbnail: Annotated[bool, Meta(description="Whether there is a thumbnail.")]


class Stored(NamedTuple):
    """A version's file and thumbnail."""

    puzzle: bytes
    thumbnail: str


_CURRENT = """SELECT same, played_as, puzzle, content.thumbnail, size, cells, colours, added
    FROM content JOIN entry USING (key) WHERE key = ?"""


def switch(ask: sqlite3.Connection, key: int, new: Checked) -> None:
    """Make another content current, as a new version unless there is one like it."""
    parent = _keep_current(ask, key)
    rows.set_content(ask, key, new)
    known = ask.execute("SELECT number FROM version WHERE key = ? AND same = ?",
                        (key, new.content.same)).fetchone()
    if not known:
        _keep(ask, key, parent)


def _keep_current(ask: sqlite3.Connection, key: int) -> int:
    """Return the number of the current version; before the first edit it becomes version 1."""
    row = ask.execute("SELECT number FROM version JOIN content USING (key, same) WHERE key = ?",
                      (key,)).fetchone()
    return int(row[0]) if row else _keep(ask, key, None)


def _keep(ask: sqlite3.Connection, key: int, parent: int | None) -> int:
    """Keep the current content as the next version; return its number."""
    [last, latest] = ask.execute(
        "SELECT coalesce(max(number), 0), max(made) FROM version WHERE key = ?", (key,)).fetchone()
    same, played, puzzle, thumbnail, size, cells, colours, added = ask.execute(
        _CURRENT, (key,)).fetchone()
    ask.execute("INSERT INTO version (key, number, parent, same, played_as, puzzle, thumbnail, "
                "size, cells, colours, made) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (key, last + 1, parent, same, played, puzzle, thumbnail, size, cells, colours,
                 added if last == 0 else rows.after(latest)))
    return int(last) + 1


def listed(ask: sqlite3.Connection, key: int) -> list[VersionRecord]:
    """Return all versions of an entry, the original first."""
    found = ask.execute(
        "SELECT number, parent, version.same, size, version.made, version.same = content.same, "
        "coalesce(started, 0), coalesce(solved, 0), version.thumbnail != '' "
        "FROM version JOIN content USING (key) "
        "LEFT JOIN log ON log.key = version.key AND log.of = version.played_as "
        "WHERE version.key = ? ORDER BY number", (key,)).fetchall()
    if not found:
        same, _, _, thumbnail, size, _, _, added = ask.execute(_CURRENT, (key,)).fetchone()
        [started, solved] = ask.execute("SELECT started, solved FROM entry WHERE key = ?",
                                        (key,)).fetchone()
        found = [(1, None, same, size, added, True, started, solved, thumbnail != "")]
    return [VersionRecord(
        number=number, parent=parent, digest=bytes(same).hex(), size=size, made=made,
        current=bool(current), started=bool(started), solved=bool(solved),
        thumbnail=bool(thumbnail))
        for number, parent, same, size, made, current, started, solved, thumbnail in found]


def stored(ask: sqlite3.Connection, key: int, number: int) -> Stored:
    """Return a version's file and thumbnail."""
    row = ask.execute("SELECT puzzle, thumbnail FROM version WHERE key = ? AND number = ?",
                      (key, number)).fetchone()
    if not row and number == 1 and not ask.execute("SELECT 1 FROM version WHERE key = ?",
                                                   (key,)).fetchone():
        row = ask.execute("SELECT puzzle, thumbnail FROM content WHERE key = ?", (key,)).fetchone()
    if not row:
        raise NoSuchEntry(f"the puzzle has no version {number}")
    return Stored(bytes(row[0]), str(row[1]))


def with_digest(ask: sqlite3.Connection, key: int, digest: str) -> bytes | None:
    """Return the file of the version with this content, if there is one."""
    try:
        same = bytes.fromhex(digest)
    except ValueError:
        return None
    row = ask.execute("SELECT puzzle FROM version WHERE key = ? AND same = ? UNION ALL "
                      "SELECT puzzle FROM content WHERE key = ? AND same = ?",
                      (key, same, key, same)).fetchone()
    return None if row is None else bytes(row[0])


def is_played(ask: sqlite3.Connection, key: int, played: bytes) -> bool:
    """Return whether a version of the entry is played like this."""
    return bool(ask.execute(
        "SELECT 1 FROM content WHERE key = ? AND played_as = ? UNION ALL "
        "SELECT 1 FROM version WHERE key = ? AND played_as = ?",
        (key, played, key, played)).fetchone())
