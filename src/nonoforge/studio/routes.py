"""The table of routes: one entry for each thing that can be asked. The application, the limits of
the gate and docs/openapi.json are all made from it.

The server itself has one entry for all verbs: a worker knows them, and what they need. That keeps
the engine out of this process, and the page opens in half the time.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from nonoforge.studio import shelf
from nonoforge.studio import shelf_types as types
from nonoforge.studio.bodies import MB, USUAL
from nonoforge.studio.calls import JSON, Answer, Call
from nonoforge.studio.library import Entry, Page, TagCount
from nonoforge.studio.parts import Parts
from nonoforge.studio.refusals import NOWHERE, Refusal

LARGE = 24 * MB  # for files that puzzles are made from, or come in

Handler = Callable[[Parts, Call], Awaitable[Answer]]


class Route(NamedTuple):
    """One thing that can be asked."""

    method: str
    path: str
    words: str
    handler: Handler
    request: Any = None  # the type of the body
    answer: Any = None
    query: Any = None
    media: str = JSON  # of the answer
    limit: int = USUAL  # of the body
    job: bool = False  # done by a worker: has progress, and ends when nobody waits for it


async def openapi(parts: Parts, call: Call) -> Answer:
    """What docs/openapi.json has."""
    return Answer(await parts.workers.run("own/openapi", b""))


SHELF = "/api/library"
BOOK = "/api/library/{id}"
IMPORT = f"{SHELF}/import"

LIBRARY = [
    Route("GET", SHELF, "puzzles of the library", shelf.listing, answer=Page, query=types.Listing),
    Route("POST", SHELF, "keep puzzles", shelf.add, types.ToAdd, types.Entries, job=True),
    Route("POST", IMPORT, "keep all puzzles of a file", shelf.bring, types.ToImport,
          types.Came, limit=LARGE, job=True),
    Route("GET", f"{SHELF}/export", "everything, as a zip", shelf.export, media=shelf.ZIP),
    Route("GET", f"{SHELF}/tags", "all tags, with how often each is used", shelf.tags,
          answer=list[TagCount]),
    Route("DELETE", f"{SHELF}/bin", "forget what is in the bin for good", shelf.empty_bin,
          answer=types.Forgotten),
    Route("GET", BOOK, "a puzzle of the library", shelf.one, answer=types.Opened),
    Route("PUT", BOOK, "change a puzzle, its title, tags or rating", shelf.change, types.ToChange,
          Entry, job=True),
    Route("DELETE", BOOK, "put a puzzle into the bin", shelf.remove, answer=Entry),
    Route("POST", f"{BOOK}/restore", "take a puzzle out of the bin", shelf.restore, answer=Entry),
    Route("GET", f"{BOOK}/state", "the saved game of a puzzle, or null", shelf.state,
          answer=dict[str, Any] | None),
    Route("PUT", f"{BOOK}/state", "save a game: any object; seconds and solved are read",
          shelf.save_state, dict[str, Any] | None, Entry),
    Route("GET", f"{BOOK}/thumbnail", "a small picture of the solved puzzle", shelf.thumbnail,
          media=shelf.SVG),
]


DESCRIPTION = Route("GET", "/api/openapi.json", "this description", openapi,
                    answer=dict[str, Any])


async def _do(parts: Parts, call: Call) -> Answer:
    verb = call.path["verb"]
    if not re.fullmatch(r"(make/)?[a-z]{1,20}", verb):
        raise Refusal(404, NOWHERE)
    return Answer(await parts.workers.run(verb, call.body, call.tell))


VERBS = Route("POST", "/api/{verb:path}", "do what a verb says", _do, job=True)


def served() -> list[Route]:
    """As the server needs them."""
    return [*LIBRARY, DESCRIPTION, VERBS]


def table() -> list[Route]:
    """All of them, one by one."""
    from nonoforge.studio.tasks import TASKS

    verbs = [VERBS._replace(path=f"/api/{verb}", words=task.words, request=task.request,
                            answer=task.answer, limit=limit_of(f"/api/{verb}"))
             for verb, task in TASKS.items()]
    return [*verbs, *LIBRARY, DESCRIPTION]


def limit_of(path: str) -> int:
    """How large a body may be that is sent to this address."""
    return LARGE if path.startswith("/api/make/") or path == IMPORT else USUAL
