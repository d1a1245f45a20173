"""A library as a zip, made while it is sent: memory for one puzzle, a snapshot of one moment."""

from __future__ import annotations

import contextlib
import sqlite3
import tempfile
import time
import zipfile
import zlib
from collections.abc import Iterator
from typing import IO

import msgspec

from nonoforge.studio.library import archive, records
from nonoforge.studio.library.archive import Item
from nonoforge.studio.library.database import Database, transaction
from nonoforge.studio.library.entry import Entry
from nonoforge.studio.library.errors import told
from nonoforge.studio.library.names import Names

_CHUNK = 64 * 1024
_EVERYTHING = f"""SELECT {records.COLUMNS}, content.puzzle, content.thumbnail, state.state
    FROM entry JOIN content USING (key) LEFT JOIN state USING (key)
    WHERE binned IS NULL ORDER BY entry.key"""


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


def zip_of(database: Database) -> Iterator[bytes]:
    """The bytes of the zip; a connection of its own lets others read and write meanwhile."""
    with told(database.path), contextlib.closing(database.connect()) as ask, \
            transaction(ask, "DEFERRED"):
        yield from _stream(ask)


def _stream(ask: sqlite3.Connection) -> Iterator[bytes]:
    outlet, names = _Outlet(), Names()
    with zipfile.ZipFile(outlet, "w") as target, tempfile.SpooledTemporaryFile(2**20) as lines:
        between = archive.HEAD + b"\n"
        for *row, puzzle, thumbnail, state in ask.execute(_EVERYTHING):
            entry = records.to_entry(tuple(row))
            item = _item(entry, names.take(entry.title), state is not None)
            _write_files(target, item, entry.changed, puzzle, thumbnail.encode(), state)
            lines.write(between + msgspec.json.encode(item))
            between = b",\n"
            if outlet.waiting >= _CHUNK:
                yield outlet.drain()
        lines.write((b"\n" if lines.tell() else between) + archive.TAIL + b"\n")
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
    info = _info(archive.INDEX, records.now(), zipfile.ZIP_STORED)
    with target.open(info, "w", force_zip64=True) as member:
        while chunk := lines.read(_CHUNK):
            member.write(chunk)
            yield


def _item(entry: Entry, name: str, has_game: bool) -> Item:
    return Item(
        file=f"{name}.nono", family=entry.family, title=entry.title, author=entry.author,
        size=entry.size, cells=entry.cells, colours=entry.colours, source=entry.source,
        tags=entry.tags, rating=entry.rating, added=entry.added,
        game=f"{archive.GAMES}/{name}.json" if has_game else "",
        thumbnail=f"{archive.THUMBNAILS}/{name}.svg" if entry.thumbnail else "")


def _info(name: str, changed: int, packing: int) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, _zip_time(changed))
    info.compress_type = packing
    info.external_attr = 0o644 << 16
    return info


def _packs_too_well(data: bytes) -> bool:
    if len(data) <= archive.SMALL:
        return False
    return len(zlib.compress(data)) * archive.MAX_RATIO <= len(data)


def _zip_time(milliseconds: int) -> tuple[int, int, int, int, int, int]:
    """Zips know the years from 1980 to 2107."""
    year, month, day, hour, minute, second, *_ = time.gmtime(milliseconds // 1000)
    if not 1980 <= year <= 2107:
        return (1980, 1, 1, 0, 0, 0)
    return (year, month, day, hour, minute, second)
