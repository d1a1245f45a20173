"""An export read back: everything is looked at first, then written in one go.

The zip may come from anywhere. Nothing of it becomes a path on the disk; members are read into
memory one at a time, each within its limit, checked like any puzzle that is added, and put aside
in a temporary table. Only then is the library itself written to, in one short transaction.
"""

from __future__ import annotations

import contextlib
import math
import os
import sqlite3
import struct
import time
import zipfile
import zlib
from collections.abc import Generator, Iterator
from typing import BinaryIO

import msgspec

from nonoforge.errors import InputError
from nonoforge.studio.library import archive, records
from nonoforge.studio.library.archive import Item
from nonoforge.studio.library.database import Database, transaction
from nonoforge.studio.library.entry import Imported, NewPuzzle
from nonoforge.studio.library.errors import told
from nonoforge.studio.library.records import Checked

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
               seconds: float | None = None) -> Imported:
    """Add everything that the zip has, or raise an InputError and add nothing."""
    end = math.inf if seconds is None else time.thread_time() + seconds
    with told(database.path), contextlib.closing(database.connect()) as ask:
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


def _put_all(ask: sqlite3.Connection) -> Imported:
    added = existed = 0
    for [whole] in ask.execute("SELECT whole FROM staged ORDER BY number"):
        if _put(ask, _STAGED.decode(whole)):
            existed += 1
        else:
            added += 1
    return Imported(added, existed)


def _put(ask: sqlite3.Connection, staged: _Staged) -> bool:
    """Was it there before? Then it keeps its own rating and game, if it has them."""
    key, existed = records.put(ask, staged.new, staged.added)
    if staged.rating is None and staged.state is None:
        return existed
    entry = records.entry_of(ask, key)
    if staged.rating is not None and entry.rating is None:
        rung, work, text = records.check_rating(staged.rating)
        records.update(ask, key, {"rung": rung, "work": work, "rating": text})
    if staged.state is not None and not entry.started:
        records.write_state(ask, key, staged.state, *records.check_state(staged.state))
    return existed


def _read(zip_file: str | os.PathLike[str] | BinaryIO) -> Generator[_Staged, None, None]:
    """Everything in the zip, checked; an error names the zip and the member."""
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
        new = records.check(NewPuzzle(
            puzzle=puzzle, family=item.family, title=item.title, author=item.author,
            size=item.size, cells=item.cells, colours=item.colours, thumbnail=thumbnail,
            tags=item.tags, source=item.source))
        rating = None if item.rating is None else msgspec.json.encode(item.rating)
        if rating is not None:
            records.check_rating(rating)
        if state is not None:
            records.check_state(state)
    except InputError as error:
        raise InputError(f"{item.file[:100]!a}: {error.message}") from None
    return _Staged(new, min(max(item.added, 0), _LAST) or records.now(), rating, state)


class _Archive:
    """A zip, with limits."""

    def __init__(self, opened: zipfile.ZipFile) -> None:
        self._zip = opened
        self._unread = set(opened.namelist())
        self._check()

    def items(self) -> Iterator[Item]:
        """The puzzles of `library.json`, line by line: no index is too long for the memory."""
        if archive.INDEX not in self._unread:
            raise InputError(f"there is no {archive.INDEX} in it; this is not an export of a "
                             "library")
        with self._zip.open(archive.INDEX) as lines:
            if lines.readline(archive.MAX_LINE).rstrip() != archive.HEAD:
                raise InputError(f"{archive.INDEX}:1: the first line must be "
                                 f"{archive.HEAD.decode()}")
            number = 1
            while (line := lines.readline(archive.MAX_LINE + 1).strip()) != archive.TAIL:
                number += 1
                yield self._item(line, number)

    def _item(self, line: bytes, number: int) -> Item:
        place = f"{archive.INDEX}:{number}"
        if number > archive.MAX_PUZZLES + 1 or len(line) > archive.MAX_LINE:
            raise InputError(f"{place}: more than {archive.MAX_PUZZLES:,} puzzles, or a line of "
                             f"more than {archive.MAX_LINE:,} bytes")
        try:
            return _ITEM.decode(line.removesuffix(b","))
        except RecursionError:
            raise InputError(f"{place}: nested far too deep") from None
        except (msgspec.MsgspecError, ValueError) as error:
            raise InputError(f"{place}: a puzzle a line is needed: {str(error)[:100]}") from None

    def member(self, name: str, ending: str) -> bytes:
        """The bytes of a file in the zip; each can be had once, or one could stand for many."""
        if not name.endswith(ending) or name not in self._unread:
            raise InputError(f"the file {name[:100]!a} is not in the zip, or named twice, or does "
                             f"not end with {ending}")
        self._unread.remove(name)
        info = self._zip.getinfo(name)
        if info.file_size > archive.LARGEST[ending]:
            raise InputError(f"{info.file_size:,} bytes; at most {archive.LARGEST[ending]:,} are "
                             "taken")
        return self._zip.read(info)

    def _check(self) -> None:
        """Before anything is unpacked."""
        members = self._zip.infolist()
        if len(members) > archive.MAX_MEMBERS:
            raise InputError(f"{len(members):,} files in the zip; at most "
                             f"{archive.MAX_MEMBERS:,} are taken")
        for info in members:
            self._check_member(info)
        total = sum(info.file_size for info in members)
        if total > min(archive.MAX_TOTAL, archive.MAX_RATIO * self._size()):
            raise InputError(f"the zip would unpack to {total:,} bytes; that is more than a "
                             "library's export does")

    def _check_member(self, info: zipfile.ZipInfo) -> None:
        if info.flag_bits & 1 or info.compress_type not in (zipfile.ZIP_STORED,
                                                            zipfile.ZIP_DEFLATED):
            raise InputError(f"the file {info.filename[:100]!a} is encrypted, or packed in a way "
                             "that is not taken")
        if info.file_size > max(archive.SMALL, archive.MAX_RATIO * info.compress_size):
            raise InputError(f"the file {info.filename[:100]!a} would unpack to more than "
                             f"{archive.MAX_RATIO} times its size")

    def _size(self) -> int:
        file = self._zip.fp
        assert file is not None
        return file.seek(0, os.SEEK_END)
