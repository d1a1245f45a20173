"""Handlers of the requests about the library.

Calls of the library block, so they run in a thread. Puzzles that a client sends are read by a
worker process, which also writes them into the library (see `jobs`).
"""

from __future__ import annotations

import asyncio
from typing import TypeVar

import msgspec

from nonoforge.errors import InputError
from nonoforge.progress import ShareProgress
from nonoforge.studio.calls import Answer, AppState, Call
from nonoforge.studio.http_errors import NOT_FOUND, HttpError, http_error
from nonoforge.studio.library import (
    AppendRequest,
    DoneResult,
    EmptyBinResult,
    GameQuery,
    IdsRequest,
    IdsResult,
    ImportRequest,
    ImportResult,
    LibraryJob,
    LibraryQuery,
    Search,
    TagsRequest,
)

ZIP = "application/zip"
SVG = "image/svg+xml"
# For a thumbnail that is opened by itself: it can only draw, whatever it contains.
THUMBNAIL_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
ATTACHMENT = {"content-disposition": 'attachment; filename="nonograms.zip"'}
# Jobs after which puzzles may need a rating.
RATED = ("own/add", "own/import", "own/change", "own/edits")
encode = msgspec.json.encode
_APPEND = msgspec.json.Decoder(AppendRequest)
_T = TypeVar("_T")


async def search(state: AppState, call: Call) -> Answer:
    """Answer with a page of entries."""
    return Answer(encode(await state.ask_library(state.library.find, _search(call))))


async def ids(state: AppState, call: Call) -> Answer:
    """Answer with the ids of everything that a search finds."""
    return Answer(encode(IdsResult(await state.ask_library(state.library.find_ids,
                                                           _search(call)))))


async def counts(state: AppState, call: Call) -> Answer:
    """Answer with how many puzzles each choice of a filter would show."""
    return Answer(encode(await state.ask_library(state.library.count, _search(call))))


def _search(call: Call) -> Search:
    asked = msgspec.structs.asdict(
        msgspec.convert(dict(call.query), LibraryQuery, strict=False))
    return Search(text=asked.pop("search"), **asked)


async def tags(state: AppState, call: Call) -> Answer:
    """Answer with all tags and how often each is used."""
    return Answer(encode(await state.ask_library(state.library.tags)))


async def add(state: AppState, call: Call) -> Answer:
    """Add puzzles."""
    return Answer(await _in_worker(state, "own/add", call.body, call.tell))


async def import_file(state: AppState, call: Call) -> Answer:
    """Add all puzzles of a file."""
    return Answer(await _in_worker(state, "own/import", call.body, call.tell))


async def add_file(state: AppState, file: ImportRequest) -> ImportResult:
    """Add all puzzles of a file at the start of the studio, without a request."""
    body = await asyncio.to_thread(encode, file)
    return msgspec.json.decode(await _in_worker(state, "own/import", body), type=ImportResult)


async def _in_worker(state: AppState, verb: str, body: bytes, tell: ShareProgress | None = None,
                     id: str = "") -> bytes:
    job = LibraryJob(state.library.folder, body, id)
    answer = await state.workers.run(verb, msgspec.msgpack.encode(job), tell)
    if verb in RATED:
        state.added.set()
    return answer


async def open_puzzle(state: AppState, call: Call) -> Answer:
    """Answer with a puzzle and its entry, with all edits in it."""
    id = call.path["id"]
    problem = await make_edits(state, id)
    opened = await state.ask_library(state.library.opened, id)
    opened.problem = problem
    return Answer(encode(opened))


async def make_edits(state: AppState, id: str) -> str:
    """Make a version of edits that are stored and not yet in the puzzle's content. Return what
    prevents it; the edits stay stored."""
    if not await state.ask_library(state.library.has_unmade, id):
        return ""
    try:
        await _in_worker(state, "own/edits", b"", id=id)
    except Exception as error:
        return http_error(error).problem.error
    return ""


async def make_all_edits(state: AppState) -> None:
    """Do so for all puzzles: before an export, and at the start."""
    for id in await state.ask_library(state.library.unmade):
        await make_edits(state, id)


async def change(state: AppState, call: Call) -> Answer:
    """Change a puzzle, its title, tags or rating."""
    return Answer(await _in_worker(state, "own/change", call.body, call.tell, call.path["id"]))


async def remove(state: AppState, call: Call) -> Answer:
    """Move a puzzle into the bin."""
    return Answer(encode(await state.ask_library(state.library.remove, call.path["id"])))


async def restore(state: AppState, call: Call) -> Answer:
    """Move a puzzle out of the bin."""
    state.added.set()
    return Answer(encode(await state.ask_library(state.library.restore, call.path["id"])))


async def remove_many(state: AppState, call: Call) -> Answer:
    """Move puzzles into the bin."""
    request = read_body(call, IdsRequest)
    return Answer(encode(DoneResult(await state.ask_library(state.library.remove_many,
                                                            request.ids))))


async def restore_many(state: AppState, call: Call) -> Answer:
    """Move puzzles out of the bin."""
    request = read_body(call, IdsRequest)
    return Answer(encode(DoneResult(await state.ask_library(state.library.restore_many,
                                                            request.ids))))


async def tag_many(state: AppState, call: Call) -> Answer:
    """Give puzzles tags and take others from them."""
    request = read_body(call, TagsRequest)
    return Answer(encode(DoneResult(await state.ask_library(
        state.library.tag_many, request.ids, request.add, request.remove))))


async def empty_bin(state: AppState, call: Call) -> Answer:
    """Delete the puzzles in the bin."""
    return Answer(encode(EmptyBinResult(await state.ask_library(state.library.empty_bin))))


async def saved_game(state: AppState, call: Call) -> Answer:
    """Answer with the saved game, or null."""
    game = await state.ask_library(state.library.state, call.path["id"])
    return Answer(b"null" if game is None else game)


async def save_game(state: AppState, call: Call) -> Answer:
    """Save a game; null deletes it."""
    game = None if call.body.strip() == b"null" else call.body
    return Answer(encode(await state.ask_library(state.library.set_state, call.path["id"], game)))


async def game(state: AppState, call: Call) -> Answer:
    """Answer with a game, to be continued."""
    query = msgspec.convert(dict(call.query), GameQuery)
    return Answer(encode(await state.ask_library(state.library.game, call.path["id"], query.game)))


async def continue_game(state: AppState, call: Call) -> Answer:
    """Append operations to a game."""
    return Answer(encode(await state.ask_library(
        state.library.continue_game, call.path["id"], _append_request(call))))


async def edits(state: AppState, call: Call) -> Answer:
    """Answer with the edits of a puzzle, to be continued."""
    return Answer(encode(await state.ask_library(state.library.edits, call.path["id"])))


async def continue_edits(state: AppState, call: Call) -> Answer:
    """Append operations to the edits of a puzzle."""
    return Answer(encode(await state.ask_library(
        state.library.continue_edits, call.path["id"], _append_request(call))))


def _append_request(call: Call) -> AppendRequest:
    return _APPEND.decode(call.body)


async def versions(state: AppState, call: Call) -> Answer:
    """Answer with all versions of a puzzle, with all edits in the current one."""
    await make_edits(state, call.path["id"])
    return Answer(encode(await state.ask_library(state.library.versions, call.path["id"])))


async def version(state: AppState, call: Call) -> Answer:
    """Answer with the puzzle of a version."""
    stored = await state.ask_library(state.library.version, call.path["id"], _number(call))
    return Answer(stored.puzzle)


async def version_thumbnail(state: AppState, call: Call) -> Answer:
    """Answer with the thumbnail of a version."""
    stored = await state.ask_library(state.library.version, call.path["id"], _number(call))
    return _drawn(stored.thumbnail)


def _number(call: Call) -> int:
    text = call.path["number"]
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise HttpError(404, NOT_FOUND)
    return int(text)


async def thumbnail(state: AppState, call: Call) -> Answer:
    """Answer with the thumbnail of a puzzle."""
    svg = await state.ask_library(state.library.thumbnail, call.path["id"])
    return _drawn(svg)


def _drawn(svg: str) -> Answer:
    if not svg:
        raise HttpError(404, "this puzzle has no picture")
    return Answer(svg.encode(), SVG, headers={"content-security-policy": THUMBNAIL_POLICY})


async def cover(state: AppState, call: Call) -> Answer:
    """Answer with the cover of a puzzle; its address names a version, so it never changes."""
    svg = await _in_worker(state, "own/cover", b"", id=call.path["id"])
    return Answer(svg, SVG, headers={"content-security-policy": THUMBNAIL_POLICY,
                                     "cache-control": "private, max-age=31536000, immutable"})


async def export(state: AppState, call: Call) -> Answer:
    """Answer with the whole library as a zip, packed by a worker while it is sent."""
    return await _exported(state, b"")


async def export_some(state: AppState, call: Call) -> Answer:
    """Answer with some puzzles as a zip."""
    return await _exported(state, encode(read_body(call, IdsRequest).ids))


async def _exported(state: AppState, ids: bytes) -> Answer:
    await make_all_edits(state)
    job = msgspec.msgpack.encode(LibraryJob(state.library.folder, ids))
    return Answer(state.workers.stream("own/export", job), ZIP, headers=ATTACHMENT)


def read_body(call: Call, kind: type[_T]) -> _T:
    """Return what a request contains; a bad one is an InputError."""
    try:
        return msgspec.json.decode(call.body, type=kind)
    except msgspec.MsgspecError as error:
        raise InputError(str(error)[:300]) from None
