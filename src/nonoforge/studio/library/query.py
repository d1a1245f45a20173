"""Which entries of the library, in which order, and how many there are of each kind.

Search looks for words with `instr` in one folded text per entry. That needs no escapes, finds
parts of words in any script, and one pass over 100,000 entries takes some 30 ms: an index of
words would be larger, slower to write, and find less.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from typing import Any, NamedTuple

from nonoforge.errors import InputError, nearest
from nonoforge.studio.library.content import fold
from nonoforge.studio.library.records import LibraryCounts, LibraryPage, TagCount
from nonoforge.studio.library.rows import entry_of

MAX_PAGE = 500  # entries of a page
MAX_TEXT = 200  # characters of a search
_MAX_SORTED = 5_000  # matches that are sorted without an index
_MAX_OFFSET = 2**53

SORTS = {
    "newest": "added DESC, key DESC",
    "oldest": "added, key",
    "title": "title_order, key",
    "author": "author_order, title_order, key",
    "smallest": "cells, title_order, key",
    "largest": "cells DESC, title_order, key",
    "easiest": "stars IS NULL, stars, effort, title_order, key",
    "hardest": "stars IS NULL, stars DESC, effort DESC, title_order, key",
    "played": "played IS NULL, played DESC, added DESC, key DESC",
}

# Filters: for each one an SQL expression whose value is the choice that an entry belongs to.
SIZES = {"small": 100, "medium": 400, "large": 1600}
"""Most cells of a size; anything larger is `giant`."""
_SIZE = "CASE " + " ".join(f"WHEN cells <= {most} THEN '{name}'" for name, most in SIZES.items()) \
    + " ELSE 'giant' END"
FILTERS = {
    "family": "family",
    "size": _SIZE,
    "colours": "CASE WHEN colours > 1 THEN 'several' ELSE 'one' END",
    "stars": "CASE WHEN rating IS NULL THEN '' ELSE "
             "coalesce(CAST(json_extract(rating, '$.stars') AS TEXT), 'none') END",
    "progress": "CASE WHEN solved THEN 'solved' WHEN started THEN 'unfinished' ELSE 'new' END",
}
CHOICES = {
    "size": (*SIZES, "giant"), "colours": ("one", "several"),
    "stars": ("1", "2", "3", "4", "5", "none"), "progress": ("new", "unfinished", "solved"),
}


class Search(NamedTuple):
    """What is asked for; what is None or empty does not matter."""

    text: str = ""
    tag: str = ""
    family: str = ""
    size: str = ""
    colours: str = ""
    stars: str = ""
    progress: str = ""
    sort: str = "newest"
    offset: int = 0
    limit: int = 50
    bin: bool = False


def find(ask: sqlite3.Connection, search: Search) -> LibraryPage:
    """Return one page of what is found, and how much there is."""
    _check_search(search)
    where, values = _conditions(search)
    order = _order(search)
    if not values:
        [total] = ask.execute(f"SELECT count(*) FROM entry WHERE {where}").fetchone()
    else:
        found = [key for [key] in ask.execute(f"SELECT key FROM entry WHERE {where}", values)]
        total = len(found)
        if total <= _MAX_SORTED:
            # SQLite would walk an index in the order asked for and look each entry up: slow
            # where few of them match. Sorting up to _MAX_SORTED matches is faster.
            where, values = "key IN (SELECT value FROM json_each(?))", [str(found)]
    keys = ask.execute(f"SELECT key FROM entry WHERE {where} ORDER BY {order} LIMIT ? OFFSET ?",
                       (*values, search.limit, search.offset)).fetchall()
    return LibraryPage(tuple(entry_of(ask, key) for [key] in keys), total)


def find_ids(ask: sqlite3.Connection, search: Search) -> tuple[str, ...]:
    """Return the ids of everything that is found, in order."""
    _check_search(search)
    where, values = _conditions(search)
    return tuple(id for [id] in ask.execute(
        f"SELECT id FROM entry WHERE {where} ORDER BY {_order(search)}", values))


def count(ask: sqlite3.Connection, search: Search) -> LibraryCounts:
    """Return how many entries each choice of each filter would show, were the filter set to it and
    all others left as they are."""
    _check_search(search)
    wanted = {name: getattr(search, name) for name in FILTERS}
    where, values = _conditions(Search(search.text, search.tag, bin=search.bin))
    kinds = ", ".join(f"{expression} AS of_{name}" for name, expression in FILTERS.items())
    found: dict[str, Counter[str]] = {name: Counter() for name in FILTERS}
    total = unrated = 0
    groups = ask.execute(f"SELECT {kinds}, count(*) FROM entry WHERE {where} "
                         f"GROUP BY {', '.join(f'of_{name}' for name in FILTERS)}", values)
    for *parts, number in groups:
        kind = dict(zip(FILTERS, parts, strict=True))
        total += number
        unrated += number * (kind["stars"] == "")
        missed = [name for name, choice in wanted.items() if choice and kind[name] != choice]
        for name in FILTERS if not missed else missed[:1] if len(missed) == 1 else ():
            found[name][kind[name]] += number
    return LibraryCounts(total=total, unrated=unrated, **{
        name: {choice: number for choice, number in counter.items() if choice}
        for name, counter in found.items()})


def unrated(ask: sqlite3.Connection, limit: int) -> list[str]:
    """Return ids of entries without a rating, the newest first; not those in the bin."""
    return [id for [id] in ask.execute(
        "SELECT id FROM entry WHERE rating IS NULL AND binned IS NULL "
        "ORDER BY added DESC, key DESC LIMIT ?", (limit,))]


def count_tags(ask: sqlite3.Connection) -> tuple[TagCount, ...]:
    """Return every tag in use, the most used first."""
    rows = ask.execute("SELECT min(word), count(*) AS many FROM tag WHERE key NOT IN "
                       "(SELECT key FROM entry WHERE binned IS NOT NULL) "
                       "GROUP BY fold ORDER BY many DESC, fold")
    return tuple(TagCount(tag, count) for tag, count in rows)


def _order(search: Search) -> str:
    return "binned DESC, key DESC" if search.bin else SORTS[search.sort]


def _check_search(search: Search) -> None:
    if search.sort not in SORTS:
        raise InputError(f"the order {search.sort[:20]!a} is not known; "
                         f"{nearest(search.sort[:20], SORTS)}")
    for name, choices in CHOICES.items():
        choice = getattr(search, name)
        if choice and choice not in choices:
            raise InputError(f"{name}: {choice[:20]!a} is not known; "
                             f"{nearest(choice[:20], choices)}")
    if not 0 <= search.offset < _MAX_OFFSET:
        raise InputError("the offset must be 0 or more")
    if not 0 <= search.limit <= MAX_PAGE:
        raise InputError(f"the limit must be from 0 to {MAX_PAGE}")
    if max(map(len, (search.text, search.tag, search.family))) > MAX_TEXT:
        raise InputError(f"a search has at most {MAX_TEXT} characters")


def _conditions(search: Search) -> tuple[str, list[Any]]:
    parts: list[str] = [f"binned IS {'NOT ' if search.bin else ''}NULL"]
    values: list[Any] = []
    for name, expression in FILTERS.items():
        if choice := getattr(search, name):
            parts.append(f"{expression} = ?")
            values.append(_sayable(choice))
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
