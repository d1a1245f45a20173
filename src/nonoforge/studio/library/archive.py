"""What an export is: a zip that people can open, and that `import_export` reads back.

    An owl.nono             a puzzle
    games/An owl.json       its saved game, if there is one
    thumbnails/An owl.svg   its picture, if there is one
    library.json            all puzzles, one a line: titles, tags, ratings, names of the files

Limits keep a zip from unpacking to more than was meant: how many members, how large each of them
is, and how much smaller a member, and the whole zip, may be than what is in it. An export keeps to
the last by leaving unpacked what would pack better than that, so that it can always be read again:
a member of 4 kB cannot be packed further than the 100 bytes that its two headers take.
"""

from __future__ import annotations

import contextlib
import io
import math
import os
import sqlite3
import struct
import tempfile
import time
import unicodedata
import zipfile
import zlib
from collections.abc import Container, Generator, Iterable, Iterator
from typing import IO, Any, BinaryIO

import msgspec

from nonoforge.errors import InputError
from nonoforge.studio.library import logs, rows
from nonoforge.studio.library.content import MAX_PUZZLE, MAX_THUMBNAIL, clean, fold
from nonoforge.studio.library.database import Database, library_errors, transaction
from nonoforge.studio.library.records import ImportResult, LibraryEntry, NewPuzzle
from nonoforge.studio.library.rows import MAX_STATE, Checked

VERSION = 1
INDEX = "library.json"
GAMES = "games"
THUMBNAILS = "thumbnails"

MAX_PUZZLES = 200_000
MAX_MEMBERS = 3 * MAX_PUZZLES + 1
MAX_TOTAL = 4 * 1024**3
MAX_LINE = 64 * 1024
MAX_RATIO = 50
MIN_RATIO_SIZE = 4 * 1024  # bytes; up to this no ratio matters
MAX_SIZES = {".nono": MAX_PUZZLE, ".json": MAX_STATE, ".svg": 4 * MAX_THUMBNAIL}


class Item(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A puzzle in `library.json`; files are names inside the zip."""

    file: str
    family: str
    title: str = ""
    author: str = ""
    size: str = ""
    cells: int = 0
    colours: int = 0
    source: str = ""
    tags: tuple[str, ...] = ()
    rating: dict[str, Any] | None = None
    added: int = 0
    game: str = ""
    thumbnail: str = ""


def is_export(data: bytes) -> bool:
    """Return a zip with a list of puzzles in it; what else a zip may be is for formats to say."""
    if not data.startswith(b"PK"):
        return False
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            return INDEX in file.namelist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError):
        return False


def is_zip(data: bytes) -> bool:
    """Return whether this is a zip."""
    return data.startswith(b"PK\x03\x04")


def zipped_files(data: bytes, extensions: Container[str]) -> Iterator[tuple[str, bytes]]:
    """Yield the files with these extensions in a zip that is no export, with their names; folders
    and hidden files are left out. The limits are those of exports."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as opened:
            source = _Archive(opened)
            for name in opened.namelist():
                short = name.rpartition("/")[2]
                if not short.startswith(".") and os.path.splitext(short)[1].lower() in extensions:
                    yield name, source.any_member(name)
    except _BROKEN as error:
        raise InputError(f"the zip is broken: {str(error)[:100]}") from None


HEAD = b'{"nonoforge_library": %d, "puzzles": [' % VERSION
TAIL = b"]}"
"""The lines around the puzzles in `library.json`."""


# File names for an export: made from titles, but never anything that a title could mean to a disk.
#
# Letters and digits of any script, spaces, hyphens and underscores stay; everything else goes, and
# with it every way to say another folder, a drive, a stream, a device or a hidden file.

_MAX_NAME_BYTES = 80  # bytes; file systems take 255 of them, and numbers and endings come after
_DEVICES = frozenset(("con", "prn", "aux", "nul", "conin$", "conout$", "clock$",
                      *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))))


class Names:
    """Gives out names, each one only once, also where capitals do not count.

    >>> names = Names()
    >>> [names.take(title) for title in ("../../Owl", "owl", "", "NUL", "a/b:c")]
    ['Owl', 'owl 2', 'puzzle', 'NUL puzzle', 'a b c']
    """

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._last: dict[str, int] = {}

    def take(self, title: str) -> str:
        """Return a name for a puzzle of this title."""
        stem = safe_stem(title)
        name, number = stem, self._last.get(fold(stem), 1)
        while fold(name) in self._taken:
            number += 1
            name = f"{stem} {number}"
        self._taken.add(fold(name))
        self._last[fold(stem)] = number
        return name


def safe_stem(title: str) -> str:
    """Return a file name without its ending."""
    text = unicodedata.normalize("NFC", clean(title))
    kept = "".join(c if c.isalnum() or c in "-_" else " " for c in text)
    short = " ".join(kept.split()).encode()[:_MAX_NAME_BYTES].decode("utf-8", "ignore").strip(" -")
    stem = short or "puzzle"
    # Folded, because Windows takes COM¹ for COM1.
    return f"{stem} puzzle" if fold(stem) in _DEVICES else stem


# A library as a zip, made while it is sent: memory for one puzzle, a snapshot of one moment.

_CHUNK = 64 * 1024
_EVERYTHING = f"""SELECT {rows.COLUMNS}, entry.key, played_as, content.puzzle, content.thumbnail
    FROM entry JOIN content USING (key) WHERE binned IS NULL"""
_CHOSEN = " AND entry.id IN (SELECT value FROM json_each(?))"
_ORDER = " ORDER BY entry.key"


class _Outlet:
    """Takes what the zip writes and hands it on; not seekable, so the zip only goes forward."""

    def __init__(self) -> None:
        self._chunks: list[bytes] = []
        self.waiting = 0

    def write(self, data: bytes) -> int:
        self._chunks.append(bytes(data))
        self.waiting += len(data)
        return len(data)

    def flush(self) -> None:
        """There is nothing to flush to."""

    def close(self) -> None:
        """And nothing to close."""

    def drain(self) -> bytes:
        data = b"".join(self._chunks)
        self._chunks, self.waiting = [], 0
        return data


def zip_of(
    database: Database, ids: Iterable[str] | None = None,
) -> Generator[bytes, None, None]:
    """Yield the bytes of the zip, of all puzzles or of these; a separate connection lets others
    read and write meanwhile."""
    with library_errors(database.path), contextlib.closing(database.connect()) as ask, \
            transaction(ask, "DEFERRED"):
        chosen = None if ids is None else msgspec.json.encode(list(ids)).decode()
        yield from _stream(ask, chosen)


def _stream(ask: sqlite3.Connection, chosen: str | None) -> Iterator[bytes]:
    outlet, names = _Outlet(), Names()
    with zipfile.ZipFile(outlet, "w") as target, tempfile.SpooledTemporaryFile(2**20) as lines:
        between = HEAD + b"\n"
        found = ask.execute(_EVERYTHING + _ORDER) if chosen is None else \
            ask.execute(_EVERYTHING + _CHOSEN + _ORDER, (chosen,))
        for *row, key, played, puzzle, thumbnail in found:
            entry = rows.to_entry(tuple(row))
            state = logs.saved_game(ask, key, played) if entry.started else None
            item = _item(entry, names.take(entry.title), state is not None)
            _write_files(target, item, entry.changed, puzzle, thumbnail.encode(), state)
            lines.write(between + msgspec.json.encode(item))
            between = b",\n"
            if outlet.waiting >= _CHUNK:
                yield outlet.drain()
        lines.write((b"\n" if lines.tell() else between) + TAIL + b"\n")
        for _ in _write_index(target, lines):
            yield outlet.drain()
    yield outlet.drain()


def _write_files(target: zipfile.ZipFile, item: Item, changed: int, puzzle: bytes,
                 thumbnail: bytes, state: bytes | None) -> None:
    for name, data in ((item.file, puzzle), (item.thumbnail, thumbnail), (item.game, state)):
        if name and data is not None:
            packing = zipfile.ZIP_STORED if _packs_too_well(data) else zipfile.ZIP_DEFLATED
            target.writestr(_info(name, changed, packing), data)


def _write_index(target: zipfile.ZipFile, lines: IO[bytes]) -> Iterator[None]:
    """Not packed: lines that are much alike would pack too well to be read again."""
    lines.seek(0)
    info = _info(INDEX, rows.now(), zipfile.ZIP_STORED)
    with target.open(info, "w", force_zip64=True) as member:
        while chunk := lines.read(_CHUNK):
            member.write(chunk)
            yield


def _item(entry: LibraryEntry, name: str, has_game: bool) -> Item:
    return Item(
        file=f"{name}.nono", family=entry.family, title=entry.title, author=entry.author,
        size=entry.size, cells=entry.cells, colours=entry.colours, source=entry.source,
        tags=entry.tags, rating=entry.rating, added=entry.added,
        game=f"{GAMES}/{name}.json" if has_game else "",
        thumbnail=f"{THUMBNAILS}/{name}.svg" if entry.thumbnail else "")


def _info(name: str, changed: int, packing: int) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, _zip_time(changed))
    info.compress_type = packing
    info.external_attr = 0o644 << 16
    return info


def _packs_too_well(data: bytes) -> bool:
    if len(data) <= MIN_RATIO_SIZE:
        return False
    return len(zlib.compress(data)) * MAX_RATIO <= len(data)


def _zip_time(milliseconds: int) -> tuple[int, int, int, int, int, int]:
    """Zips know the years from 1980 to 2107."""
    year, month, day, hour, minute, second, *_ = time.gmtime(milliseconds // 1000)
    if not 1980 <= year <= 2107:
        return (1980, 1, 1, 0, 0, 0)
    return (year, month, day, hour, minute, second)


# An export read back: everything is looked at first, then written in one go.
#
# The zip may come from anywhere. Nothing of it becomes a path on the disk; members are read into
# memory one at a time, each within its limit, checked like any puzzle that is added, and put aside
# in a temporary table. Only then is the library itself written to, in one short transaction.

_BROKEN = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, RuntimeError, ValueError,
           NotImplementedError, KeyError, IndexError, OverflowError)
_ITEM = msgspec.json.Decoder(Item)
_LAST = 253_402_300_800_000  # milliseconds; the year 10000


class _Staged(msgspec.Struct, array_like=True):
    """A puzzle that waits to be written."""

    new: Checked
    added: int
    rating: bytes | None
    state: bytes | None


_STAGED = msgspec.msgpack.Decoder(_Staged)


def import_zip(database: Database, zip_file: str | os.PathLike[str] | BinaryIO,
               seconds: float | None = None) -> ImportResult:
    """Add everything that the zip has, or raise an InputError and add nothing."""
    end = math.inf if seconds is None else time.thread_time() + seconds
    with library_errors(database.path), contextlib.closing(database.connect()) as ask:
        ask.execute("CREATE TEMP TABLE staged (number INTEGER PRIMARY KEY, whole BLOB) STRICT")
        with transaction(ask, "DEFERRED"), contextlib.closing(_read(zip_file)) as puzzles:
            for staged in puzzles:
                if time.thread_time() > end:
                    raise InputError(f"this takes more than {seconds:g} s of computing, the "
                                     "limit; import fewer puzzles at a time")
                ask.execute("INSERT INTO staged (whole) VALUES (?)",
                            (msgspec.msgpack.encode(staged),))
        with transaction(ask, "IMMEDIATE"):
            return _put_all(ask)


def _put_all(ask: sqlite3.Connection) -> ImportResult:
    added = existed = 0
    for [whole] in ask.execute("SELECT whole FROM staged ORDER BY number"):
        if _put(ask, _STAGED.decode(whole)):
            existed += 1
        else:
            added += 1
    return ImportResult(added, existed)


def _put(ask: sqlite3.Connection, staged: _Staged) -> bool:
    """Store a puzzle and return whether it was there before. It keeps its own rating and game, if
    any."""
    key, existed = rows.put(ask, staged.new, staged.added)
    if staged.rating is None and staged.state is None:
        return existed
    entry = rows.entry_of(ask, key)
    if staged.rating is not None and entry.rating is None:
        stars, effort, text = rows.check_rating(staged.rating)
        rows.update(ask, key, {"stars": stars, "effort": effort, "rating": text})
    if staged.state is not None and not entry.started:
        logs.save_whole(ask, key, staged.new.content.played, staged.state,
                        *rows.check_state(staged.state))
        rows.show_game(ask, key)
    return existed


def _read(zip_file: str | os.PathLike[str] | BinaryIO) -> Generator[_Staged, None, None]:
    """Yield everything in the zip, checked; an error names the zip and the member."""
    name = os.fspath(zip_file) if isinstance(zip_file, str | os.PathLike) else "<zip>"
    try:
        with zipfile.ZipFile(zip_file) as opened:
            source = _Archive(opened)
            for item in source.items():
                yield _stage(source, item)
    except InputError as error:
        raise error.at(file=name) from None
    except _BROKEN as error:
        raise InputError(f"the zip is broken: {str(error)[:100]}", file=name) from None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(f"the zip cannot be read: {reason}", file=name) from None


def _stage(source: _Archive, item: Item) -> _Staged:
    try:
        puzzle = source.member(item.file, ".nono")
        thumbnail = source.member(item.thumbnail, ".svg").decode() if item.thumbnail else ""
        state = source.member(item.game, ".json") if item.game else None
        new = rows.check(NewPuzzle(
            puzzle=puzzle, family=item.family, title=item.title, author=item.author,
            size=item.size, cells=item.cells, colours=item.colours, thumbnail=thumbnail,
            tags=item.tags, source=item.source))
        rating = None if item.rating is None else msgspec.json.encode(item.rating)
        if rating is not None and rows.check_rating(rating)[1] is None:
            rating = None  # of an earlier version, whose stars meant something else
        if state is not None:
            rows.check_state(state)
    except InputError as error:
        raise InputError(f"{item.file[:100]!a}: {error.message}") from None
    return _Staged(new, min(max(item.added, 0), _LAST) or rows.now(), rating, state)


class _Archive:
    """A zip, with limits."""

    def __init__(self, opened: zipfile.ZipFile) -> None:
        self._zip = opened
        self._unread = set(opened.namelist())
        self._check()

    def items(self) -> Iterator[Item]:
        """Yield the puzzles of `library.json`, line by line, so that memory does not limit the
        index."""
        if INDEX not in self._unread:
            raise InputError(f"there is no {INDEX} in it; this is not an export of a "
                             "library")
        with self._zip.open(INDEX) as lines:
            if lines.readline(MAX_LINE).rstrip() != HEAD:
                raise InputError(f"{INDEX}:1: the first line must be "
                                 f"{HEAD.decode()}")
            number = 1
            while (line := lines.readline(MAX_LINE + 1).strip()) != TAIL:
                number += 1
                yield self._item(line, number)

    def _item(self, line: bytes, number: int) -> Item:
        place = f"{INDEX}:{number}"
        if number > MAX_PUZZLES + 1 or len(line) > MAX_LINE:
            raise InputError(f"{place}: more than {MAX_PUZZLES:,} puzzles, or a line of "
                             f"more than {MAX_LINE:,} bytes")
        try:
            return _ITEM.decode(line.removesuffix(b","))
        except RecursionError:
            raise InputError(f"{place}: nested far too deep") from None
        except (msgspec.MsgspecError, ValueError) as error:
            raise InputError(f"{place}: a puzzle a line is needed: {str(error)[:100]}") from None

    def member(self, name: str, ending: str) -> bytes:
        """Return the bytes of a file in the zip. Each can be read once, so that none stands for
        many."""
        if not name.endswith(ending) or name not in self._unread:
            raise InputError(f"the file {name[:100]!a} is not in the zip, or named twice, or does "
                             f"not end with {ending}")
        info = self._zip.getinfo(name)
        self._unread.remove(name)
        if info.file_size > MAX_SIZES[ending]:
            raise InputError(f"{info.file_size:,} bytes; at most {MAX_SIZES[ending]:,} are "
                             "taken")
        return self._zip.read(info)

    def any_member(self, name: str) -> bytes:
        """Return the bytes of a puzzle's file of any format."""
        info = self._zip.getinfo(name)
        if info.file_size > MAX_PUZZLE:
            raise InputError(f"{name[:100]!a} has {info.file_size:,} bytes; at most {MAX_PUZZLE:,} "
                             "are taken")
        return self._zip.read(info)

    def _check(self) -> None:
        """Before anything is unpacked."""
        members = self._zip.infolist()
        if len(members) > MAX_MEMBERS:
            raise InputError(f"{len(members):,} files in the zip; at most "
                             f"{MAX_MEMBERS:,} are taken")
        for info in members:
            self._check_member(info)
        total = sum(info.file_size for info in members)
        if total > min(MAX_TOTAL, MAX_RATIO * self._size()):
            raise InputError(f"the zip would unpack to {total:,} bytes; that is more than a "
                             "library's export does")

    def _check_member(self, info: zipfile.ZipInfo) -> None:
        if info.flag_bits & 1 or info.compress_type not in (zipfile.ZIP_STORED,
                                                            zipfile.ZIP_DEFLATED):
            raise InputError(f"the file {info.filename[:100]!a} is encrypted, or packed in a way "
                             "that is not taken")
        if info.file_size > max(MIN_RATIO_SIZE, MAX_RATIO * info.compress_size):
            raise InputError(f"the file {info.filename[:100]!a} would unpack to more than "
                             f"{MAX_RATIO} times its size")

    def _size(self) -> int:
        file = self._zip.fp
        assert file is not None
        return file.seek(0, os.SEEK_END)
