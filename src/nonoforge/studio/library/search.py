"""Which entries, and in which order.

Words are looked for with `instr` in one folded text per entry. That needs no escapes, finds parts
of words in any script, and one pass over 100,000 entries takes some 30 ms: an index of words would
be larger, slower to write, and find less.
"""

from __future__ import annotations

import sqlite3
from typing import Any, NamedTuple

from nonoforge.errors import InputError, nearest
from nonoforge.studio.library.entry import Page, TagCount
from nonoforge.studio.library.records import entry_of
from nonoforge.studio.library.texts import fold

MOST = 500  # entries of a page
MAX_TEXT = 200  # characters of a search
_FAR = 2**53
_FEW = 5_000

SORTS = {
    "newest": "added DESC, key DESC",
    "oldest": "added, key",
    "title": "title_order, key",
    "author": "author_order, title_order, key",
    "smallest": "cells, title_order, key",
    "largest": "cells DESC, title_order, key",
    "easiest": "rung IS NULL, rung, work, title_order, key",
    "hardest": "rung IS NULL, rung DESC, work DESC, title_order, key",
    "played": "played IS NULL, played DESC, added DESC, key DESC",
}


class Search(NamedTuple):
    """What is asked for; what is None or empty does not matter."""

    text: str = ""
    tag: str = ""
    family: str = ""
    solved: bool | None = None
    sort: str = "newest"
    offset: int = 0
    limit: int = 50
    bin: bool = False


def find(ask: sqlite3.Connection, search: Search) -> Page:
    """One page of what is found, and how much there is."""
    _check(search)
    where, values = _conditions(search)
    order = "binned DESC, key DESC" if search.bin else SORTS[search.sort]
    if not values:
        [total] = ask.execute(f"SELECT count(*) FROM entry WHERE {where}").fetchone()
    else:
        found = [key for [key] in ask.execute(f"SELECT key FROM entry WHERE {where}", values)]
        total = len(found)
        if total <= _FEW:
            # SQLite would walk an index in the order asked for and look each entry up: slow
            # where few of them match. So few are quicker sorted.
            where, values = "key IN (SELECT value FROM json_each(?))", [str(found)]
    keys = ask.execute(f"SELECT key FROM entry WHERE {where} ORDER BY {order} LIMIT ? OFFSET ?",
                       (*values, search.limit, search.offset)).fetchall()
    return Page(tuple(entry_of(ask, key) for [key] in keys), total)


def count_tags(ask: sqlite3.Connection) -> tuple[TagCount, ...]:
    """Every tag in use, the most used first."""
    rows = ask.execute("SELECT min(word), count(*) AS many FROM tag WHERE key NOT IN "
                       "(SELECT key FROM entry WHERE binned IS NOT NULL) "
                       "GROUP BY fold ORDER BY many DESC, fold")
    return tuple(TagCount(tag, count) for tag, count in rows)


def _check(search: Search) -> None:
    if search.sort not in SORTS:
        raise InputError(f"the order {search.sort[:20]!a} is not known; "
                         f"{nearest(search.sort[:20], SORTS)}")
    if not 0 <= search.offset < _FAR:
        raise InputError("the offset must be 0 or more")
    if not 0 <= search.limit <= MOST:
        raise InputError(f"the limit must be from 0 to {MOST}")
    if max(map(len, (search.text, search.tag, search.family))) > MAX_TEXT:
        raise InputError(f"a search has at most {MAX_TEXT} characters")


def _conditions(search: Search) -> tuple[str, list[Any]]:
    parts: list[str] = [f"binned IS {'NOT ' if search.bin else ''}NULL"]
    values: list[Any] = []
    if search.family:
        parts.append("family = ?")
        values.append(_sayable(search.family))
    if search.solved is not None:
        parts.append("solved = ?")
        values.append(int(search.solved))
    if search.tag:
        parts.append("key IN (SELECT key FROM tag WHERE fold = ?)")
        values.append(fold(_sayable(search.tag)))
    for word in fold(_sayable(search.text)).split():
        parts.append("instr(haystack, ?)")
        values.append(word)
    return " AND ".join(parts), values


def _sayable(text: str) -> str:
    """Halves of characters cannot be asked for; the replacement finds nothing, as it should."""
    return text.encode("utf-8", "replace").decode()
