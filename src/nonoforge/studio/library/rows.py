"""Rows in, entries out: the statements that the library is made of.

Every function works inside a transaction of its caller.
"""

from __future__ import annotations

import secrets
import sqlite3
import time
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import msgspec

from nonoforge.errors import InputError
from nonoforge.studio.library.content import (
    MAX_AUTHOR,
    MAX_SIZE,
    MAX_SOURCE,
    MAX_TAGS,
    MAX_TITLE,
    Content,
    check_thumbnail,
    cut,
    haystack,
    order,
    read_content,
    read_object,
    typed_tags,
)
from nonoforge.studio.library.database import NoSuchEntry
from nonoforge.studio.library.records import LibraryEntry, NewPuzzle

MAX_STATE = 4 * 1024 * 1024
MAX_RATING = 16 * 1024
_MAX_NUMBER = 2**53  # a larger number would not survive JSON in a browser

COLUMNS = """entry.id, title, author, family, size, cells, colours, source,
    (SELECT json_group_array(word) FROM tag WHERE tag.key = entry.key), rating, entry.thumbnail,
    started, solved, seconds, share, added, changed, played, binned"""


class Checked(NamedTuple):
    """A puzzle that may be written: every word is clean and every limit kept."""

    content: Content
    words: dict[str, Any]  # title, author, size, cells, colours, source
    thumbnail: str
    tags: dict[str, str]


class _Play(msgspec.Struct):
    """What the library wants to know of a saved game; the rest is between the page and itself."""

    seconds: float = 0.0
    solved: bool = False


_PLAY = msgspec.json.Decoder(_Play)


def check(new: NewPuzzle) -> Checked:
    """Check a new puzzle before anything is written."""
    content = read_content(new.puzzle)
    if new.family != content.family:
        raise InputError(f"the puzzle's family is {content.family[:20]!a}, not {new.family[:20]!a}")
    words = {
        "title": cut(new.title, MAX_TITLE),
        "author": cut(new.author, MAX_AUTHOR),
        "size": cut(new.size, MAX_SIZE),
        "cells": _count(new.cells, "cells"), "colours": _count(new.colours, "colours"),
        "source": cut(new.source, MAX_SOURCE),
    }
    return Checked(content, words, check_thumbnail(new.thumbnail), typed_tags(new.tags))


def _count(number: int, what: str) -> int:
    if not 0 <= number < _MAX_NUMBER:
        raise InputError(f"the number of {what} must be from 0 to 2^53")
    return number


def check_rating(rating: bytes) -> tuple[int | None, int | None, str]:
    """Return the stars and the effort to sort by, and the whole as text."""
    fields = read_object(rating, MAX_RATING, "the rating")
    stars, effort = (
        number if type(number := fields.get(name)) is int and 0 <= number < _MAX_NUMBER else None
        for name in ("stars", "effort"))
    return stars, effort, msgspec.json.encode(fields).decode()


def check_state(state: bytes) -> tuple[float, bool]:
    """Return the seconds played and whether it is solved."""
    if len(state) > MAX_STATE:
        raise InputError(f"the saved game has {len(state):,} bytes; at most {MAX_STATE:,} are kept")
    try:
        state.decode()
        play = _PLAY.decode(state)  # what is not asked for is looked at, but not built
    except RecursionError:
        raise InputError("the saved game is nested far too deep") from None
    except (msgspec.MsgspecError, ValueError) as error:
        raise InputError(f"the JSON of the saved game: {str(error)[:100]}") from None
    if not 0 <= play.seconds < _MAX_NUMBER:
        raise InputError("the saved game: the seconds played must be from 0 to 2^53")
    return play.seconds, play.solved


def now() -> int:
    """Milliseconds since 1970, as browsers count."""
    return time.time_ns() // 1_000_000


def key_of(ask: sqlite3.Connection, id: str) -> int:
    """Return the row of an entry, in the bin or not."""
    # A lone surrogate cannot even be asked for.
    row = id.isascii() and ask.execute("SELECT key FROM entry WHERE id = ?", (id,)).fetchone()
    if not row:
        raise NoSuchEntry(f"the library has no puzzle {id[:40]!a}")
    return int(row[0])


def entry_of(ask: sqlite3.Connection, key: int, *, existed: bool = False) -> LibraryEntry:
    """Return the entry of a row."""
    row = ask.execute(f"SELECT {COLUMNS} FROM entry WHERE key = ?", (key,)).fetchone()
    return to_entry(row, existed=existed)


def to_entry(row: tuple[Any, ...], *, existed: bool = False) -> LibraryEntry:
    """Return the row of a SELECT of `COLUMNS`."""
    (id, title, author, family, size, cells, colours, source, tags, rating, thumbnail, started,
     solved, seconds, share, added, changed, played, binned) = row
    return LibraryEntry(
        id=id, title=title, author=author, family=family, size=size, cells=cells, colours=colours,
        source=source, tags=tuple(sorted(msgspec.json.decode(tags), key=order)),
        rating=None if rating is None else msgspec.json.decode(rating),
        thumbnail=bool(thumbnail), started=bool(started), solved=bool(solved), seconds=seconds,
        share=share, added=added, changed=changed, played=played, binned=binned, existed=existed)


def put(ask: sqlite3.Connection, new: Checked, added: int) -> tuple[int, bool]:
    """Return the row of the puzzle, and whether it was there before.

    One that was there gets the new tags and comes back from the bin, so that an added
    puzzle is always visible.
    """
    row = ask.execute("SELECT key FROM content JOIN entry USING (key) WHERE same = ? "
                      "ORDER BY binned IS NOT NULL, key", (new.content.same,)).fetchone()
    if row:
        key = int(row[0])
        ask.execute("UPDATE entry SET binned = NULL WHERE key = ?", row)
        if new.tags:
            write_tags(ask, key, _with_more(tags_of(ask, key), new.tags))
        return key, True
    key = _insert(ask, "entry", {
        "id": secrets.token_urlsafe(12), "added": added, "changed": added, **_columns(new),
        "haystack": _haystack(new.words, new.tags.values())})
    _insert(ask, "content", {
        "key": key, "same": new.content.same, "played_as": new.content.played,
        "puzzle": new.content.puzzle, "thumbnail": new.thumbnail})
    _insert_tags(ask, key, new.tags)
    return key, False


def _with_more(tags: dict[str, str], more: Mapping[str, str]) -> dict[str, str]:
    """Return the tags with more from a file, cut to MAX_TAGS. They were not typed here, so too many
    are no error."""
    new = [pair for pair in more.items() if pair[0] not in tags]
    return {**tags, **dict(new[:MAX_TAGS - len(tags)])}


def set_content(ask: sqlite3.Connection, key: int, new: Checked) -> None:
    """Make this the content of a row. A rating stays if it is still played the same; the game is
    the one that was played on such a content."""
    before, changed = ask.execute(
        "SELECT played_as, changed FROM content JOIN entry USING (key) WHERE key = ?",
        (key,)).fetchone()
    columns = {**_columns(new), "changed": after(changed),
               "haystack": _haystack(new.words, tags_of(ask, key).values())}
    update(ask, key, columns)
    ask.execute("UPDATE content SET same = ?, played_as = ?, puzzle = ?, thumbnail = ? "
                "WHERE key = ?", (new.content.same, new.content.played, new.content.puzzle,
                                  new.thumbnail, key))
    if before != new.content.played:
        update(ask, key, {"stars": None, "effort": None, "rating": None})
        show_game(ask, key)


def show_game(ask: sqlite3.Connection, key: int) -> None:
    """Copy what lists show of a game into the entry: that of its current version."""
    row = ask.execute("SELECT started, seconds, share, solved, log.played FROM content "
                      "LEFT JOIN log ON log.key = content.key AND log.of = content.played_as "
                      "WHERE content.key = ?", (key,)).fetchone()
    started, seconds, share, solved, played = row
    update(ask, key, {"started": started or 0, "seconds": seconds or 0.0, "share": share or 0.0,
                      "solved": solved or 0, "played": played})


def after(time: int | None) -> int:
    """Return the present, or a moment after this time if the clock was set back."""
    return now() if time is None else max(now(), time + 1)


def tags_of(ask: sqlite3.Connection, key: int) -> dict[str, str]:
    """Return the tags of a row by their folded form."""
    return dict(ask.execute("SELECT fold, word FROM tag WHERE key = ?", (key,)))


def write_tags(ask: sqlite3.Connection, key: int, tags: Mapping[str, str]) -> None:
    """These tags and no others."""
    ask.execute("DELETE FROM tag WHERE key = ?", (key,))
    _insert_tags(ask, key, tags)
    refresh_haystack(ask, key)


def refresh_haystack(ask: sqlite3.Connection, key: int) -> None:
    """After a change of words."""
    title, author, source = ask.execute("SELECT title, author, source FROM entry WHERE key = ?",
                                        (key,)).fetchone()
    update(ask, key, {"haystack": haystack(title, author, source,
                                                 tags_of(ask, key).values())})


def update(ask: sqlite3.Connection, key: int, columns: Mapping[str, Any]) -> None:
    """Set some columns of an entry; the names are the program's own."""
    names = ", ".join(f"{name} = ?" for name in columns)
    ask.execute(f"UPDATE entry SET {names} WHERE key = ?", (*columns.values(), key))


def _columns(new: Checked) -> dict[str, Any]:
    return {**new.words, "family": new.content.family, "thumbnail": int(bool(new.thumbnail)),
            "title_order": order(new.words["title"]),
            "author_order": order(new.words["author"])}


def _haystack(words: Mapping[str, Any], tags: Iterable[str]) -> str:
    return haystack(words["title"], words["author"], words["source"], tags)


def _insert(ask: sqlite3.Connection, table: str, columns: Mapping[str, Any]) -> int:
    marks = ", ".join("?" * len(columns))
    done = ask.execute(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})",
                       tuple(columns.values()))
    return done.lastrowid or 0


def _insert_tags(ask: sqlite3.Connection, key: int, tags: Mapping[str, str]) -> None:
    ask.executemany("INSERT INTO tag VALUES (?, ?, ?)",
                    [(key, fold, word) for fold, word in tags.items()])
