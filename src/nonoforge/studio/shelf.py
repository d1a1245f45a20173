"""Requests about the library, and what is done about them.

The library itself is plain and synchronous: its calls run in threads. What a puzzle's file holds
is looked at by a worker (`catalogue`), as everything that comes from outside is.
"""

from __future__ import annotations

import asyncio
import io
import zipfile
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import UNSET, Raw

from nonoforge.errors import InputError
from nonoforge.studio.calls import Answer, Call
from nonoforge.studio.library import Entry, NewPuzzle, Page, TagCount, records, texts
from nonoforge.studio.limits import Limits
from nonoforge.studio.parts import Parts
from nonoforge.studio.refusals import Refusal
from nonoforge.studio.shelf_types import (
    Came,
    Described,
    Entries,
    Forgotten,
    Listing,
    Opened,
    ToAdd,
    ToChange,
    ToImport,
)

MOST = 100  # puzzles that are sent one by one; a file may have more
ZIP = "application/zip"
SVG = "image/svg+xml"
encode = msgspec.json.encode


async def listing(parts: Parts, call: Call) -> Answer:
    """Search."""
    asked = msgspec.convert(dict(call.query), Listing, strict=False)
    page: Page = await parts.kept(
        parts.library.search, asked.search, asked.tag, asked.family, asked.solved, asked.sort,
        asked.offset, asked.limit, bin=asked.bin)
    return Answer(encode(page))


async def tags(parts: Parts, call: Call) -> Answer:
    """All tags."""
    found: Sequence[TagCount] = await parts.kept(parts.library.tags)
    return Answer(encode(found))


async def add(parts: Parts, call: Call) -> Answer:
    """Keep puzzles."""
    asked = await asyncio.to_thread(msgspec.json.decode, call.body, type=ToAdd)
    if len(asked.puzzles) > MOST:
        raise InputError(f"at most {MOST} puzzles at a time, not {len(asked.puzzles):,}")
    new = [await _described(parts, puzzle) for puzzle in asked.puzzles]
    return Answer(encode(Entries(await parts.kept(parts.library.add_many, new))))


async def bring(parts: Parts, call: Call) -> Answer:
    """Import a file."""
    asked = await asyncio.to_thread(msgspec.json.decode, call.body, type=ToImport)
    if await asyncio.to_thread(_is_export, asked.data):
        came = await asyncio.to_thread(parts.library.import_export, io.BytesIO(asked.data),
                                       Limits().cpu)
        return Answer(encode(Came(came.added, came.existed)))
    return Answer(encode(await bring_file(parts, asked, call.tell)))


async def bring_file(parts: Parts, file: ToImport, tell: Any = None) -> Came:
    """Add all puzzles of a file."""
    found = await catalogued(parts, file.name, file.data, tell)
    source = file.name.replace("\\", "/").rpartition("/")[2]
    new = [_new(puzzle, file.tags, source) for puzzle in found]
    entries = await parts.kept(parts.library.add_many, new)
    existed = sum(entry.existed for entry in entries)
    return Came(len(entries) - existed, existed, entries)


async def one(parts: Parts, call: Call) -> Answer:
    """Open a puzzle."""
    entry = await parts.kept(parts.library.entry, call.path["id"])
    puzzle = await parts.kept(parts.library.puzzle, call.path["id"])
    return Answer(encode(Opened(entry, Raw(puzzle))))


async def change(parts: Parts, call: Call) -> Answer:
    """Change a puzzle or what is said about it."""
    asked, id = msgspec.json.decode(call.body, type=ToChange), call.path["id"]
    _check(asked)
    entry = await parts.kept(parts.library.entry, id)
    if asked.puzzle is not UNSET:
        entry = await _replace(parts, id, asked.puzzle, entry.title)
    if asked.title is not UNSET:
        entry = await parts.kept(parts.library.rename, id, asked.title)
    if asked.tags is not UNSET:
        entry = await parts.kept(parts.library.set_tags, id, asked.tags)
    if asked.rating is not UNSET:
        rating = None if asked.rating is None else encode(asked.rating)
        entry = await parts.kept(parts.library.set_rating, id, rating)
    return Answer(encode(entry))


def _check(asked: ToChange) -> None:
    """Before anything is changed, whether all of it can be."""
    if asked.title is not UNSET:
        texts.typed(asked.title, texts.MAX_TITLE, "the title")
    if asked.tags is not UNSET:
        texts.typed_tags(asked.tags)
    if asked.rating:
        records.check_rating(encode(asked.rating))


async def remove(parts: Parts, call: Call) -> Answer:
    """Into the bin."""
    return Answer(encode(await parts.kept(parts.library.remove, call.path["id"])))


async def restore(parts: Parts, call: Call) -> Answer:
    """Out of the bin."""
    return Answer(encode(await parts.kept(parts.library.restore, call.path["id"])))


async def empty_bin(parts: Parts, call: Call) -> Answer:
    """Forget what is in the bin."""
    return Answer(encode(Forgotten(await parts.kept(parts.library.empty_bin))))


async def state(parts: Parts, call: Call) -> Answer:
    """The saved game, or null."""
    game = await parts.kept(parts.library.state, call.path["id"])
    return Answer(b"null" if game is None else game)


async def save_state(parts: Parts, call: Call) -> Answer:
    """Save a game; null forgets it."""
    game = None if call.body.strip() == b"null" else call.body
    return Answer(encode(await parts.kept(parts.library.set_state, call.path["id"], game)))


async def thumbnail(parts: Parts, call: Call) -> Answer:
    """The small picture."""
    svg = await parts.kept(parts.library.thumbnail, call.path["id"])
    if not svg:
        raise Refusal(404, "this puzzle has no picture")
    return Answer(svg.encode(), SVG)


async def export(parts: Parts, call: Call) -> Answer:
    """Everything, as it is packed."""
    name = 'attachment; filename="nonograms.zip"'
    return Answer(parts.library.exported(), ZIP, headers={"content-disposition": name})


async def catalogued(parts: Parts, name: str, data: bytes, tell: Any = None) -> list[Described]:
    """The puzzles of a file, looked at by a worker."""
    body = await asyncio.to_thread(encode, {"name": name, "data": data})
    found = await parts.workers.run("catalogue", body, tell)
    return await asyncio.to_thread(msgspec.json.decode, found, type=list[Described])


async def _described(parts: Parts, puzzle: Described) -> NewPuzzle:
    if puzzle.family and puzzle.cells:
        return _new(puzzle, puzzle.tags, puzzle.source)
    [known] = await catalogued(parts, "", bytes(puzzle.puzzle))
    known.title = known.title if puzzle.title is None else puzzle.title
    return _new(known, puzzle.tags, puzzle.source)


def _new(puzzle: Described, tags: Sequence[str], source: str) -> NewPuzzle:
    return NewPuzzle(
        puzzle=bytes(puzzle.puzzle), title=puzzle.title or "", author=puzzle.author,
        family=puzzle.family, size=puzzle.size, cells=puzzle.cells, colours=puzzle.colours,
        thumbnail=puzzle.thumbnail, tags=tuple(tags), source=source)


async def _replace(parts: Parts, id: str, puzzle: Raw, title: str) -> Entry:
    [known] = await catalogued(parts, "", bytes(puzzle))
    return await parts.kept(
        parts.library.replace, id, bytes(known.puzzle), title=known.title or title,
        author=known.author, family=known.family, size=known.size, cells=known.cells,
        colours=known.colours, thumbnail=known.thumbnail)


def _is_export(data: bytes) -> bool:
    """A zip with a list of puzzles in it; what else a zip may be is for formats to say."""
    if not data.startswith(b"PK"):
        return False
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            return "library.json" in file.namelist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError):
        return False
