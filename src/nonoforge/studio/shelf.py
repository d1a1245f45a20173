"""Requests about the library, and what is done about them.

The library itself is plain and synchronous: its calls run in a thread. Puzzles that come from
outside are looked at by a worker, as everything is, and kept by it (`jobs`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec
from msgspec import Raw

from nonoforge.studio.calls import Answer, Call, Tell
from nonoforge.studio.library import Page, TagCount
from nonoforge.studio.parts import Parts
from nonoforge.studio.refusals import Refusal
from nonoforge.studio.shelf_types import (
    Came,
    Errand,
    Forgotten,
    Listing,
    Opened,
    ToImport,
)

ZIP = "application/zip"
SVG = "image/svg+xml"
# A picture that somebody opens by itself: whatever is in it, it only draws.
ALONE = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
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
    return Answer(await _sent(parts, "own/add", call.body, call.tell))


async def bring(parts: Parts, call: Call) -> Answer:
    """Import a file."""
    return Answer(await _sent(parts, "own/import", call.body, call.tell))


async def bring_file(parts: Parts, file: ToImport) -> Came:
    """Add all puzzles of a file."""
    body = await asyncio.to_thread(encode, file)
    return msgspec.json.decode(await _sent(parts, "own/import", body), type=Came)


async def _sent(parts: Parts, verb: str, body: bytes, tell: Tell | None = None,
                id: str = "") -> bytes:
    """Let a worker do it: it has limits."""
    errand = Errand(parts.library.folder, body, id)
    return await parts.workers.run(verb, msgspec.msgpack.encode(errand), tell)


async def one(parts: Parts, call: Call) -> Answer:
    """Open a puzzle."""
    entry = await parts.kept(parts.library.entry, call.path["id"])
    puzzle = await parts.kept(parts.library.puzzle, call.path["id"])
    return Answer(encode(Opened(entry, Raw(puzzle))))


async def change(parts: Parts, call: Call) -> Answer:
    """Change a puzzle or what is said about it."""
    return Answer(await _sent(parts, "own/change", call.body, call.tell, call.path["id"]))


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
    return Answer(svg.encode(), SVG, headers={"content-security-policy": ALONE})


async def export(parts: Parts, call: Call) -> Answer:
    """Everything, as it is packed."""
    name = 'attachment; filename="nonograms.zip"'
    return Answer(parts.library.exported(), ZIP, headers={"content-disposition": name})
