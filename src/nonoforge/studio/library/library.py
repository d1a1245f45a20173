"""The library: puzzles, saved games, ratings and tags in one SQLite file.

>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder, Library(folder) as library:
...     owl = library.add(b'{"nonoforge": 1, "family": "grid"}', title="Owl", family="grid",
...                       size="1 x 1", cells=1, colours=2, tags=["bird"])
...     library.search("OWL").total, library.tags()
(1, (TagCount(tag='bird', count=1),))

Every method is one transaction: when it returns, what it did is on the disk; when it raises,
nothing has changed. It may be called from any thread.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Generator, Iterable, Iterator
from typing import Any, BinaryIO, Protocol, Self

from msgspec import Raw

from nonoforge.studio.library import logs, query, rows, versions
from nonoforge.studio.library.content import MAX_TITLE, order, titled, typed, typed_tags
from nonoforge.studio.library.database import (
    BUSY_TIMEOUT,
    DAMAGED,
    Database,
    LibraryError,
    NoSuchEntry,
)
from nonoforge.studio.library.logs import (
    AppendRequest,
    AppendResult,
    EditsResult,
    GameResult,
    Painted,
)
from nonoforge.studio.library.query import Search
from nonoforge.studio.library.records import (
    ImportResult,
    LibraryCounts,
    LibraryEntry,
    LibraryPage,
    NewPuzzle,
    OpenResult,
    TagCount,
)
from nonoforge.studio.library.rows import Checked
from nonoforge.studio.library.versions import Stored, VersionRecord


class Writable(Protocol):
    """Anything that takes bytes."""

    def write(self, data: bytes, /) -> object: ...


class Library:
    """A library in a folder; the folder is made if need be."""

    def __init__(self, folder: str | os.PathLike[str], patience: float = BUSY_TIMEOUT) -> None:
        self._data = Database(folder, patience)
        self.folder = os.path.abspath(folder)

    def close(self) -> None:
        """Close the file; everything is saved already."""
        self._data.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextlib.contextmanager
    def together(self) -> Iterator[None]:
        """All that is done within this is one transaction."""
        with self._data.writing():
            yield

    # puzzles

    def add(self, puzzle: bytes, *, title: str, family: str, size: str, cells: int, colours: int,
            author: str = "", thumbnail: str = "", tags: Iterable[str] = (), source: str = "",
            ) -> LibraryEntry:
        """Add a puzzle. One that the library has already is not added again: see `existed`."""
        [entry] = self.add_many([NewPuzzle(
            puzzle=puzzle, title=title, author=author, family=family, size=size, cells=cells,
            colours=colours, thumbnail=thumbnail, tags=tuple(tags), source=source)])
        return entry

    def add_many(self, puzzles: Iterable[NewPuzzle]) -> list[LibraryEntry]:
        """Add many puzzles, all or none, far quicker than one by one."""
        checked = [rows.check(puzzle) for puzzle in puzzles]
        with self._data.writing() as ask:
            time = rows.now()
            put = [rows.put(ask, new, time) for new in checked]
            return [rows.entry_of(ask, key, existed=existed) for key, existed in put]

    def entry(self, id: str) -> LibraryEntry:
        """Return the entry of a puzzle, in the bin or not."""
        with self._data.reading() as ask:
            return rows.entry_of(ask, rows.key_of(ask, id))

    def puzzle(self, id: str) -> bytes:
        """Return the `.nono` file, as it was added or last replaced."""
        return bytes(self._one("SELECT puzzle FROM content WHERE key = ?", id))

    def opened(self, id: str) -> OpenResult:
        """Return a puzzle and its entry, of one moment."""
        with self._data.reading() as ask:
            key = rows.key_of(ask, id)
            puzzle, played, same = ask.execute(
                "SELECT puzzle, played_as, same FROM content WHERE key = ?", (key,)).fetchone()
            return OpenResult(rows.entry_of(ask, key), Raw(puzzle), bytes(played).hex(),
                              bytes(same).hex())

    def thumbnail(self, id: str) -> str:
        """Return the thumbnail as SVG; empty if there is none."""
        return str(self._one("SELECT thumbnail FROM content WHERE key = ?", id))

    def replace(self, id: str, puzzle: bytes, *, title: str, family: str, size: str, cells: int,
                colours: int, author: str = "", thumbnail: str = "", source: str | None = None,
                ) -> LibraryEntry:
        """Make another puzzle the current version; what it was stays as an earlier version. Tags
        stay, and so does the source unless another is given. The saved game is the one that was
        played on such a version; a rating stays if cells and clues do.
        """
        new = rows.check(NewPuzzle(
            puzzle=puzzle, title=title, author=author, family=family, size=size, cells=cells,
            colours=colours, thumbnail=thumbnail, source=source or ""))
        with self._changing(id) as (ask, key):
            _keep_source(ask, key, new, source)
            versions.switch(ask, key, new)
            # Edits of the puzzle that it was end here.
            ask.execute("UPDATE log SET start = length, made = length WHERE key = ? AND of = ?",
                        (key, logs.EDITS))
            return rows.entry_of(ask, key)

    def rename(self, id: str, title: str) -> LibraryEntry:
        """Set the title, in the entry and in the puzzle's file."""
        title = typed(title, MAX_TITLE, "the title")
        with self._changing(id) as (ask, key):
            puzzle, changed = ask.execute("SELECT puzzle, changed FROM content JOIN entry "
                                          "USING (key) WHERE key = ?", (key,)).fetchone()
            ask.execute("UPDATE content SET puzzle = ? WHERE key = ?", (titled(puzzle, title), key))
            rows.update(ask, key, {"title": title, "title_order": order(title),
                                      "changed": rows.after(changed)})
            rows.refresh_haystack(ask, key)
            return rows.entry_of(ask, key)

    # the bin

    def remove(self, id: str) -> LibraryEntry:
        """Move a puzzle into the bin; one that is there already stays as it is."""
        with self._changing(id) as (ask, key):
            ask.execute("UPDATE entry SET binned = coalesce(binned, ?) WHERE key = ?",
                        (rows.now(), key))
            return rows.entry_of(ask, key)

    def restore(self, id: str) -> LibraryEntry:
        """Move a puzzle out of the bin, with its tags, rating and saved game."""
        with self._changing(id) as (ask, key):
            rows.update(ask, key, {"binned": None})
            return rows.entry_of(ask, key)

    def empty_bin(self) -> int:
        """Delete the puzzles in the bin; return how many."""
        with self._data.writing() as ask:
            return ask.execute("DELETE FROM entry WHERE binned IS NOT NULL").rowcount

    # what people say about puzzles

    def set_tags(self, id: str, tags: Iterable[str]) -> LibraryEntry:
        """Replace all tags of an entry and return the entry."""
        checked = typed_tags(tags)
        with self._changing(id) as (ask, key):
            rows.write_tags(ask, key, checked)
            return rows.entry_of(ask, key)

    def tags(self) -> tuple[TagCount, ...]:
        """Return all tags in use, the most used first."""
        with self._data.reading() as ask:
            return query.count_tags(ask)

    def set_rating(self, id: str, rating: bytes | None) -> LibraryEntry:
        """Keep a rating, a JSON object as `check` gives it; None forgets it."""
        stars, effort, text = rows.check_rating(rating) if rating else (None, None, None)
        with self._changing(id) as (ask, key):
            rows.update(ask, key, {"stars": stars, "effort": effort, "rating": text})
            return rows.entry_of(ask, key)

    def rate(self, id: str, puzzle: bytes, rating: bytes) -> bool:
        """Keep the rating of a puzzle unless it has another by now, or was changed meanwhile."""
        with self.together():
            if self.entry(id).rating is not None or self.puzzle(id) != puzzle:
                return False
            self.set_rating(id, rating)
            return True

    # games

    def state(self, id: str) -> bytes | None:
        """Return the game of the current version as one object, or None."""
        with self._data.reading() as ask:
            key = rows.key_of(ask, id)
            return logs.saved_game(ask, key, _played(ask, key))

    def set_state(self, id: str, state: bytes | None) -> LibraryEntry:
        """Save a game: a JSON object, of which `seconds` and `solved` are read; None forgets it."""
        played = (0.0, False) if state is None else rows.check_state(state)
        with self._changing(id) as (ask, key):
            logs.save_whole(ask, key, _played(ask, key), state, *played)
            rows.show_game(ask, key)
            return rows.entry_of(ask, key)

    def game(self, id: str, game: str = "") -> GameResult:
        """Return a game to be continued; without a name, that of the current version."""
        with self._data.reading() as ask:
            key = rows.key_of(ask, id)
            return logs.game_of(ask, key, _digest(game) if game else _played(ask, key))

    def continue_game(self, id: str, request: AppendRequest) -> AppendResult:
        """Append operations to a game, of the current or of another version."""
        logs.check(request.ops, edits=False)
        with self._changing(id) as (ask, key):
            of, current = _digest(request.game), _played(ask, key)
            if not versions.is_played(ask, key, of):
                raise NoSuchEntry("the puzzle has no such version")
            result = logs.received(ask, key, of, request)
            result.current = current.hex()
            if request.ops:
                logs.mark_played(ask, key, of)
                rows.show_game(ask, key)
            return result

    # edits

    def edits(self, id: str) -> EditsResult:
        """Return the edits of a puzzle, to be continued."""
        with self._data.reading() as ask:
            key = rows.key_of(ask, id)
            return logs.edits_of(ask, key)

    def continue_edits(self, id: str, request: AppendRequest) -> AppendResult:
        """Append operations to the edits of a puzzle. They are stored, and not yet its content."""
        logs.check(request.ops, edits=True)
        with self._changing(id) as (ask, key):
            return logs.received(ask, key, logs.EDITS, request)

    def unmade(self) -> list[str]:
        """Return the ids of puzzles with edits that are not in their content yet."""
        with self._data.reading() as ask:
            return [id for [id] in ask.execute(
                "SELECT id FROM log JOIN entry USING (key) WHERE log.made < length AND of = x''")]

    def has_unmade(self, id: str) -> bool:
        """Return whether a puzzle has edits that are not in its content yet."""
        return bool(self._one("SELECT EXISTS (SELECT 1 FROM log WHERE key = ? AND of = x'' "
                              "AND made < length)", id))

    def painted(self, id: str) -> tuple[Painted, int] | None:
        """Return what the edits amount to and how many operations that takes, if they are not in
        the puzzle's content yet."""
        with self._data.reading() as ask:
            key = rows.key_of(ask, id)
            log = logs.find(ask, key, logs.EDITS)
            if log is None or log.made >= log.length:
                return None
            found = logs.painted(logs.fold(logs.stored(ask, log)))
            return None if found is None else (found, log.length)

    def make_edits(self, id: str, new: NewPuzzle, length: int) -> LibraryEntry:
        """Make the puzzle that the first `length` operations of the edits lead to the current
        version, unless there is a later one."""
        checked = rows.check(new)
        with self._changing(id) as (ask, key):
            log = logs.find(ask, key, logs.EDITS)
            if log is not None and log.made < length:
                _keep_source(ask, key, checked, None)
                versions.switch(ask, key, checked)
                ask.execute("UPDATE log SET made = ? WHERE log = ?", (length, log.number))
            return rows.entry_of(ask, key)

    def versions(self, id: str) -> list[VersionRecord]:
        """Return all versions of a puzzle, the original first."""
        with self._data.reading() as ask:
            return versions.listed(ask, rows.key_of(ask, id))

    def version(self, id: str, number: int) -> Stored:
        """Return the file and the thumbnail of a version."""
        with self._data.reading() as ask:
            return versions.stored(ask, rows.key_of(ask, id), number)

    def version_with(self, id: str, digest: str) -> bytes | None:
        """Return the file of the version with this digest, if there is one."""
        with self._data.reading() as ask:
            return versions.with_digest(ask, rows.key_of(ask, id), digest)

    # many at once

    def search(self, text: str = "", tag: str = "", family: str = "", *, size: str = "",
               colours: str = "", stars: str = "", progress: str = "", sort: str = "newest",
               offset: int = 0, limit: int = 50, bin: bool = False) -> LibraryPage:
        """Return puzzles whose title, author, source and tags have all words of the text.

        Capitals and accents do not count. `bin` looks in the bin, the last removed first.
        """
        return self.find(Search(text, tag, family, size, colours, stars, progress, sort, offset,
                                limit, bin))

    def find(self, search: Search) -> LibraryPage:
        """Return a page of what a search finds."""
        with self._data.reading() as ask:
            return query.find(ask, search)

    def find_ids(self, search: Search) -> tuple[str, ...]:
        """Return the ids of all that a search finds, in its order."""
        with self._data.reading() as ask:
            return query.find_ids(ask, search)

    def count(self, search: Search) -> LibraryCounts:
        """Return how many puzzles each choice of a filter would show."""
        with self._data.reading() as ask:
            return query.count(ask, search)

    def unrated(self, limit: int = 100) -> list[str]:
        """Return ids of puzzles without a rating, the newest first."""
        with self._data.reading() as ask:
            return query.unrated(ask, limit)

    def remove_many(self, ids: Iterable[str]) -> int:
        """Move puzzles into the bin, all or none; return how many."""
        with self.together():
            return len([self.remove(id) for id in ids])

    def restore_many(self, ids: Iterable[str]) -> int:
        """Move puzzles out of the bin, all or none; return how many."""
        with self.together():
            return len([self.restore(id) for id in ids])

    def tag_many(self, ids: Iterable[str], add: Iterable[str], remove: Iterable[str]) -> int:
        """Give puzzles tags and take others from them, all or none; return how many puzzles."""
        given, taken = typed_tags(add), typed_tags(remove)
        done = 0
        with self._data.writing() as ask:
            for id in ids:
                key = rows.key_of(ask, id)
                kept = {fold: word for fold, word in rows.tags_of(ask, key).items()
                        if fold not in taken}
                rows.write_tags(ask, key, typed_tags({**given, **kept}.values()))
                done += 1
        return done

    def export(self, write_to: Writable) -> int:
        """Write everything but the bin as a zip of `.nono` files; says how many bytes."""
        written = 0
        for chunk in self.exported():
            write_to.write(chunk)
            written += len(chunk)
        return written

    def exported(self, ids: Iterable[str] | None = None) -> Generator[bytes, None, None]:
        """Return the bytes of such a zip, chunk by chunk, of one moment's library; of these puzzles
        alone, if ids are given."""
        from nonoforge.studio.library.archive import zip_of

        return zip_of(self._data, ids)

    def import_export(self, zip_file: str | os.PathLike[str] | BinaryIO,
                      seconds: float | None = None) -> ImportResult:
        """Add all puzzles of an export with their tags, ratings and games; all or none.

        What the library has already stays as it is; only what is missing there is filled in.
        `seconds` limits the processor time that looking at the zip may take.
        """
        from nonoforge.studio.library.archive import import_zip

        return import_zip(self._data, zip_file, seconds)

    def check(self) -> None:
        """Read the whole file and raise a LibraryError if anything is wrong with it."""
        with self._data.reading() as ask:
            [verdict] = ask.execute("PRAGMA integrity_check(1)").fetchone()
            astray = ask.execute("PRAGMA foreign_key_check").fetchone()
        if verdict != "ok" or astray:
            raise LibraryError(DAMAGED, file=str(self._data.path))

    @contextlib.contextmanager
    def _changing(self, id: str) -> Iterator[tuple[sqlite3.Connection, int]]:
        with self._data.writing() as ask:
            yield ask, rows.key_of(ask, id)

    def _one(self, question: str, id: str) -> Any:
        """Return the one value that a question about an entry's row has for an answer."""
        with self._data.reading() as ask:
            [value] = ask.execute(question, (rows.key_of(ask, id),)).fetchone()
            return value


def _played(ask: sqlite3.Connection, key: int) -> bytes:
    """Return the digest of what is played in the current version: the name of its game."""
    [played] = ask.execute("SELECT played_as FROM content WHERE key = ?", (key,)).fetchone()
    return bytes(played)


def _digest(name: str) -> bytes:
    try:
        return bytes.fromhex(name)
    except ValueError:
        return b""


def _keep_source(ask: sqlite3.Connection, key: int, new: Checked, source: str | None) -> None:
    if source is None:
        [new.words["source"]] = ask.execute("SELECT source FROM entry WHERE key = ?",
                                            (key,)).fetchone()
