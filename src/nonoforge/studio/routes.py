"""The table of routes, from which the application, the size limits of request bodies and
docs/openapi.json are made.

The server has one route for all verbs; worker processes know which there are. That keeps the
engine out of the server process, and the page opens in half the time.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from nonoforge.studio import library_routes as handlers
from nonoforge.studio.calls import JSON, Answer, AppState, Call
from nonoforge.studio.gate import MAX_BODY, MB
from nonoforge.studio.http_errors import NOT_FOUND, HttpError
from nonoforge.studio.library import (
    AddRequest,
    AddResult,
    AppendRequest,
    AppendResult,
    ChangeRequest,
    DoneResult,
    EditsResult,
    EmptyBinResult,
    GameQuery,
    GameResult,
    IdsRequest,
    IdsResult,
    ImportRequest,
    ImportResult,
    LibraryCounts,
    LibraryEntry,
    LibraryPage,
    LibraryQuery,
    OpenResult,
    TagCount,
    TagsRequest,
    VersionRecord,
)

MAX_FILE_BODY = 24 * MB  # for files that puzzles are made from or imported from

Handler = Callable[[AppState, Call], Awaitable[Answer]]


class Route(NamedTuple):
    """A method and a path, what is done there, and the types that it takes and gives."""

    method: str
    path: str
    summary: str
    handler: Handler
    request: Any = None  # type of the body
    answer: Any = None
    query: Any = None
    media: str = JSON  # of the answer
    limit: int = MAX_BODY  # bytes
    job: bool = False  # done by a worker: reports progress, cancelled when the client disconnects


async def openapi(state: AppState, call: Call) -> Answer:
    """Answer with the description that is in docs/openapi.json."""
    return Answer(await state.workers.run("own/openapi", b""))


LIBRARY = "/api/library"
PUZZLE = "/api/library/{id}"
IMPORT = f"{LIBRARY}/import"

LIBRARY_ROUTES = [
    Route("GET", LIBRARY, "puzzles of the library", handlers.search, answer=LibraryPage,
          query=LibraryQuery),
    Route("POST", LIBRARY, "add puzzles", handlers.add, AddRequest, AddResult, job=True),
    Route("POST", IMPORT, "add all puzzles of a file", handlers.import_file, ImportRequest,
          ImportResult, limit=MAX_FILE_BODY, job=True),
    Route("GET", f"{LIBRARY}/export", "the whole library, as a zip", handlers.export,
          media=handlers.ZIP),
    Route("POST", f"{LIBRARY}/export", "some puzzles, as a zip", handlers.export_some, IdsRequest,
          media=handlers.ZIP),
    Route("GET", f"{LIBRARY}/ids", "ids of all puzzles that a search finds", handlers.ids,
          answer=IdsResult, query=LibraryQuery),
    Route("GET", f"{LIBRARY}/counts", "how many puzzles each choice of a filter shows",
          handlers.counts, answer=LibraryCounts, query=LibraryQuery),
    Route("POST", f"{LIBRARY}/bin", "move puzzles into the bin", handlers.remove_many, IdsRequest,
          DoneResult),
    Route("POST", f"{LIBRARY}/restore", "move puzzles out of the bin", handlers.restore_many,
          IdsRequest, DoneResult),
    Route("POST", f"{LIBRARY}/tags", "give puzzles tags, take others from them",
          handlers.tag_many, TagsRequest, DoneResult),
    Route("GET", f"{LIBRARY}/tags", "all tags, with how often each is used", handlers.tags,
          answer=list[TagCount]),
    Route("DELETE", f"{LIBRARY}/bin", "delete the puzzles in the bin", handlers.empty_bin,
          answer=EmptyBinResult),
    Route("GET", PUZZLE, "a puzzle of the library", handlers.open_puzzle, answer=OpenResult),
    Route("PUT", PUZZLE, "change a puzzle, its title, tags or rating", handlers.change,
          ChangeRequest, LibraryEntry, job=True),
    Route("DELETE", PUZZLE, "move a puzzle into the bin", handlers.remove, answer=LibraryEntry),
    Route("POST", f"{PUZZLE}/restore", "move a puzzle out of the bin", handlers.restore,
          answer=LibraryEntry),
    Route("GET", f"{PUZZLE}/state", "the saved game of a puzzle, or null", handlers.saved_game,
          answer=dict[str, Any] | None),
    Route("PUT", f"{PUZZLE}/state", "save a game: any object; seconds and solved are read",
          handlers.save_game, dict[str, Any] | None, LibraryEntry),
    Route("GET", f"{PUZZLE}/game", "the game of a puzzle, to be continued", handlers.game,
          answer=GameResult, query=GameQuery),
    Route("POST", f"{PUZZLE}/game", "moves of a game", handlers.continue_game, AppendRequest,
          AppendResult),
    Route("GET", f"{PUZZLE}/edits", "the edits of a puzzle, to be continued", handlers.edits,
          answer=EditsResult),
    Route("POST", f"{PUZZLE}/edits", "strokes of edits", handlers.continue_edits, AppendRequest,
          AppendResult),
    Route("GET", f"{PUZZLE}/versions", "the versions of a puzzle", handlers.versions,
          answer=list[VersionRecord]),
    Route("GET", f"{PUZZLE}/versions/{{number}}", "the puzzle of a version", handlers.version,
          answer=dict[str, Any]),
    Route("GET", f"{PUZZLE}/versions/{{number}}/thumbnail", "a small picture of a version",
          handlers.version_thumbnail, media=handlers.SVG),
    Route("GET", f"{PUZZLE}/thumbnail", "a small picture of the solved puzzle", handlers.thumbnail,
          media=handlers.SVG),
    Route("GET", f"{PUZZLE}/cover", "a small picture of the unsolved puzzle", handlers.cover,
          media=handlers.SVG),
]

DESCRIPTION = Route("GET", "/api/openapi.json", "this description", openapi,
                    answer=dict[str, Any])


async def _perform_verb(state: AppState, call: Call) -> Answer:
    verb = call.path["verb"]
    if not re.fullmatch(r"(make/)?[a-z]{1,20}", verb):
        raise HttpError(404, NOT_FOUND)
    return Answer(await state.workers.run(verb, call.body, call.tell))


VERBS = Route("POST", "/api/{verb:path}", "perform a verb", _perform_verb, job=True)


def served() -> list[Route]:
    """Return the routes of the server: one stands for all verbs."""
    return [*LIBRARY_ROUTES, DESCRIPTION, VERBS]


def described() -> list[Route]:
    """Return the routes for the description: one for each verb."""
    from nonoforge.studio.tasks import TASKS

    verbs = [VERBS._replace(path=f"/api/{verb}", summary=task.summary, request=task.request,
                            answer=task.answer, limit=body_limit(f"/api/{verb}"))
             for verb, task in TASKS.items()]
    return [*verbs, *LIBRARY_ROUTES, DESCRIPTION]


def body_limit(path: str) -> int:
    """Return how many bytes a body sent to this path may have."""
    return MAX_FILE_BODY if path.startswith("/api/make/") or path == IMPORT else MAX_BODY
