"""What a library says about its puzzles: plain records that are JSON at once."""

from __future__ import annotations

from typing import Any

import msgspec


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A puzzle in the library, without the puzzle. Times are milliseconds since 1970."""

    id: str
    title: str
    author: str
    family: str
    size: str
    cells: int
    colours: int
    source: str
    tags: tuple[str, ...]
    rating: dict[str, Any] | None
    thumbnail: bool  # is there one?
    started: bool  # is there a saved game?
    solved: bool
    seconds: float  # played so far
    added: int
    changed: int
    played: int | None
    binned: int | None
    existed: bool = False  # in an answer of `add`: the library had this puzzle before


class Page(msgspec.Struct, frozen=True):
    """Some of the entries that a search found."""

    entries: tuple[Entry, ...]
    total: int


class TagCount(msgspec.Struct, frozen=True):
    """A tag and how many puzzles have it."""

    tag: str
    count: int


class NewPuzzle(msgspec.Struct, frozen=True, kw_only=True):
    """A puzzle on its way into the library."""

    puzzle: bytes
    family: str
    title: str = ""
    author: str = ""
    size: str = ""
    cells: int = 0
    colours: int = 0
    thumbnail: str = ""
    tags: tuple[str, ...] = ()
    source: str = ""


class Imported(msgspec.Struct, frozen=True):
    """What came of an import."""

    added: int
    existed: int
