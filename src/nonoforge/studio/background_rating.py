"""Ratings of the library's puzzles, found while the studio has nothing else to do.

Puzzles without a rating are those to do, so a restart goes on where the last run ended. A puzzle
that ends its worker process is noted as one that cannot be rated, and is not tried again.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec

from nonoforge.studio.calls import AppState
from nonoforge.studio.library import LibraryError, LibraryJob, NoSuchEntry
from nonoforge.worker_processes import TaskFailed

RETRY_SECONDS = 5.0  # after an error that is not about a puzzle: the library is busy, a full disk
UNKNOWN = b'{"verdict":"unknown"}'


async def rate_library(state: AppState) -> None:
    """Rate all puzzles, then wait for more; runs until it is cancelled."""
    while True:
        state.added.clear()
        try:
            while await _rate_some(state):
                pass
        except LibraryError:
            await asyncio.sleep(RETRY_SECONDS)
        else:
            await state.added.wait()


async def _rate_some(state: AppState) -> bool:
    """Rate puzzles for a second or so; return whether there may be more."""
    looked_at = ""

    def tell(share: float | None, words: str) -> None:
        nonlocal looked_at
        looked_at = words

    body = msgspec.msgpack.encode(LibraryJob(state.library.folder, b""))
    try:
        return bool(msgspec.json.decode(await state.workers.run("own/rate", body, tell, idle=True)))
    except TaskFailed as error:
        if not looked_at or error.kind == "busy":
            raise LibraryError(error.message) from None
    with suppress(NoSuchEntry):
        puzzle = await state.ask_library(state.library.puzzle, looked_at)
        await state.ask_library(state.library.rate, looked_at, puzzle, UNKNOWN)
    return True
