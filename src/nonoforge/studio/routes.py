"""The table of routes: one entry for each thing that can be asked. The application, the limits of
the gate and docs/openapi.json are all made from it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from nonoforge.studio.bodies import MB, USUAL
from nonoforge.studio.calls import Answer, Call
from nonoforge.studio.parts import Parts
from nonoforge.studio.soon import TASKS

Task = Any

LARGE = 24 * MB  # for files that a puzzle is made from

Handler = Callable[[Parts, Call], Awaitable[Answer]]


class Route(NamedTuple):
    """One thing that can be asked."""

    method: str
    path: str
    words: str
    handler: Handler
    request: Any = None
    answer: Any = None
    limit: int = USUAL


def _verb(name: str, task: Task) -> Route:
    async def run(parts: Parts, call: Call) -> Answer:
        return Answer(await parts.workers.run(name, call.body, call.tell))

    limit = LARGE if name.startswith("make/") else USUAL
    return Route("POST", f"/api/{name}", task.words, run, task.request, task.answer, limit)


def table() -> list[Route]:
    """All routes of the API."""
    return [_verb(name, task) for name, task in TASKS.items()]
