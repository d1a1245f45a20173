"""The table of routes: one entry for each thing that can be asked. The application, the limits of
the gate and docs/openapi.json are all made from it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from nonoforge.studio import shelf
from nonoforge.studio.bodies import MB, USUAL
from nonoforge.studio.calls import JSON, Answer, Call
from nonoforge.studio.library import Entry, Page, TagCount
from nonoforge.studio.parts import Parts
from nonoforge.studio.tasks import TASKS, Task

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
    from nonoforge.studio.openapi import document

    return Answer(document())


def _verb(name: str, task: Task) -> Route:
    async def run(parts: Parts, call: Call) -> Answer:
        return Answer(await parts.workers.run(name, call.body, call.tell))

    limit = LARGE if name.startswith("make/") else USUAL
    return Route("POST", f"/api/{name}", task.words, run, task.request, task.answer, limit=limit,
                 job=True)


SHELF = "/api/library"
BOOK = "/api/library/{id}"

LIBRARY = [
    Route("GET", SHELF, "puzzles of the library", shelf.listing, answer=Page, query=shelf.Listing),
    Route("POST", SHELF, "keep puzzles", shelf.add, shelf.ToAdd, shelf.Entries, job=True),
    Route("POST", f"{SHELF}/import", "keep all puzzles of a file", shelf.bring, shelf.ToImport,
          shelf.Came, limit=LARGE, job=True),
    Route("GET", f"{SHELF}/export", "everything, as a zip", shelf.export, media=shelf.ZIP),
    Route("GET", f"{SHELF}/tags", "all tags, with how often each is used", shelf.tags,
          answer=list[TagCount]),
    Route("DELETE", f"{SHELF}/bin", "forget what is in the bin for good", shelf.empty_bin,
          answer=shelf.Forgotten),
    Route("GET", BOOK, "a puzzle of the library", shelf.one, answer=shelf.Opened),
    Route("PUT", BOOK, "change a puzzle, its title, tags or rating", shelf.change, shelf.ToChange,
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


def table() -> list[Route]:
    """All routes of the API."""
    return [*(_verb(name, task) for name, task in TASKS.items()), *LIBRARY,
            Route("GET", "/api/openapi.json", "this description", openapi, answer=dict[str, Any])]
