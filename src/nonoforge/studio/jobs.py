"""What worker processes do: the verbs, and what the server itself asks of them.

Whatever a client sends for the library is looked at here, too, and from here it is written: a
worker has limits, and the server goes on answering meanwhile. Names of these jobs begin with
`own/`, which no request can name. What is said about a puzzle is found in the puzzle.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from msgspec import UNSET

from nonoforge.errors import InputError
from nonoforge.studio import tasks
from nonoforge.studio.frames import Tell
from nonoforge.studio.shelf_types import (
    Came,
    Entries,
    Errand,
    ToAdd,
    ToChange,
    ToImport,
)

if TYPE_CHECKING:
    from nonoforge.studio.library import Entry, Library, NewPuzzle
    from nonoforge.studio.tasks.catalogue import Entry as Known

MOST = 100  # puzzles that are sent one by one; a file may have more
encode = msgspec.json.encode
_T = TypeVar("_T")


def perform(verb: str, body: bytes, tell: Tell) -> bytes:
    """Do what a job asks."""
    if verb not in OWN:
        return tasks.perform(verb, body, tell)
    errand = msgspec.msgpack.decode(body, type=Errand) if body else Errand("", b"")
    return OWN[verb](errand, tell)


def add(errand: Errand, tell: Tell) -> bytes:
    """Keep puzzles."""
    asked = _read(errand.body, ToAdd)
    if len(asked.puzzles) > MOST:
        raise InputError(f"at most {MOST} puzzles at a time, not {len(asked.puzzles):,}")
    new = []
    for puzzle in asked.puzzles:
        [known] = _catalogued("", bytes(puzzle.puzzle), tell)
        known.title = known.title if puzzle.title is None else puzzle.title
        new.append(_new(known, puzzle.tags, puzzle.source))
    return _with(errand, lambda library: encode(Entries(library.add_many(new))))


def bring(errand: Errand, tell: Tell) -> bytes:
    """Keep all puzzles of a file, or of an export."""
    from nonoforge.studio.library.archive import is_export

    asked = _read(errand.body, ToImport)
    if is_export(asked.data):
        return _with(errand, lambda library: encode(_unpacked(library, asked.data)))
    source = asked.name.replace("\\", "/").rpartition("/")[2]
    new = [_new(known, asked.tags, source) for known in _catalogued(asked.name, asked.data, tell)]

    def keep(library: Library) -> bytes:
        entries = library.add_many(new)
        existed = sum(entry.existed for entry in entries)
        return encode(Came(len(entries) - existed, existed, entries))

    return _with(errand, keep)


def _unpacked(library: Library, data: bytes) -> Any:
    import io

    came = library.import_export(io.BytesIO(data))
    return Came(came.added, came.existed)


def change(errand: Errand, tell: Tell) -> bytes:
    """Change a puzzle or what is said about it: all that is sent, or nothing."""
    asked = _read(errand.body, ToChange)
    [known] = _catalogued("", bytes(asked.puzzle), tell) if asked.puzzle is not UNSET else [None]

    def act(library: Library) -> bytes:
        with library.together():
            return encode(_changed(library, errand.id, asked, known))

    return _with(errand, act)


def _changed(library: Library, id: str, asked: ToChange, known: Known | None) -> Entry:
    entry = library.entry(id)
    if known is not None:
        entry = library.replace(
            id, bytes(known.puzzle), title=known.title or entry.title, author=known.author,
            family=known.family, size=known.size, cells=known.cells, colours=known.colours,
            thumbnail=known.thumbnail)
    if asked.title is not UNSET:
        entry = library.rename(id, asked.title)
    if asked.tags is not UNSET:
        entry = library.set_tags(id, asked.tags)
    if asked.rating is not UNSET:
        entry = library.set_rating(id, None if asked.rating is None else encode(asked.rating))
    return entry


def describe(errand: Errand, tell: Tell) -> bytes:
    """What docs/openapi.json has: all tasks must be loaded for it, and here they are."""
    from nonoforge.studio.openapi import document

    return document()


OWN: dict[str, Callable[[Errand, Tell], bytes]] = {
    "own/add": add, "own/import": bring, "own/change": change, "own/openapi": describe}


def _catalogued(name: str, data: bytes, tell: Tell) -> list[Known]:
    from nonoforge.studio.tasks.catalogue import AskCatalogue, run

    return run(AskCatalogue(name=name, data=data), tell)


def _new(known: Known, tags: Sequence[str], source: str) -> NewPuzzle:
    from nonoforge.studio.library import NewPuzzle

    return NewPuzzle(
        puzzle=bytes(known.puzzle), title=known.title, author=known.author, family=known.family,
        size=known.size, cells=known.cells, colours=known.colours, thumbnail=known.thumbnail,
        tags=tuple(tags), source=source)


def _with(errand: Errand, act: Callable[[Library], _T]) -> _T:
    """Ask the library. Its own troubles are not the client's, and its path is none of theirs."""
    from nonoforge.studio.library import Library, LibraryError, NoSuchEntry
    from nonoforge.studio.limits import TaskFailed

    try:
        with closing(Library(errand.folder)) as library:
            return act(library)
    except NoSuchEntry as error:
        raise TaskFailed("lost", error.message) from None
    except LibraryError as error:
        raise TaskFailed("busy", error.message) from None


def _read(body: bytes, kind: type[_T]) -> _T:
    return tasks.read(body, msgspec.json.Decoder(kind))
