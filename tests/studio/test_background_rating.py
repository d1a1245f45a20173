"""Ratings found while the studio is idle."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers.library_files import file_of, words_of
from helpers.studio_app import Studio, studio
from nonoforge.progress import ShareProgress
from nonoforge.studio import jobs
from nonoforge.studio.background_rating import rate_library
from nonoforge.worker_processes import TaskFailed

TWO = (b'{"nonoforge": 1, "family": "grid", "width": 2, "height": 2, "rows": [[1], [1]], '
       b'"columns": [[1], [1]]}')


@pytest.fixture
def it(tmp_path: Path) -> Iterator[Studio]:
    made = studio(tmp_path / "studio")
    yield made
    made.state.library.close()


class Idle:
    """Performs idle jobs here; a puzzle named in `deadly` ends its process."""

    def __init__(self) -> None:
        self.deadly = ""

    async def run(self, verb: str, body: bytes, tell: ShareProgress, *, idle: bool) -> bytes:
        assert idle

        def look(share: float | None, words: str) -> None:
            tell(share, words)
            if words == self.deadly:
                raise TaskFailed("crash", "the process that did this died")

        return await asyncio.to_thread(jobs.perform, verb, body, look)


def test_all_are_rated_once_and_a_deadly_one_is_noted(it: Studio) -> None:
    library, workers = it.state.library, Idle()
    state = it.state.__class__(workers, library, it.state.page)  # type: ignore[arg-type]
    first = library.add(file_of(1), **words_of(1))
    two = library.add(TWO, title="Two", family="grid", size="2 x 2", cells=4, colours=1)

    async def rated(*ids: str) -> list[object]:
        work = asyncio.ensure_future(rate_library(state))
        while not work.done() and any(library.entry(id).rating is None for id in ids):
            await asyncio.sleep(0.005)
        work.cancel()
        await asyncio.gather(work, return_exceptions=True)
        return [(library.entry(id).rating or {})["verdict"] for id in ids]

    assert asyncio.run(rated(first.id, two.id)) == ["unique", "multiple"]
    assert library.search(stars="none").entries[0].id == two.id
    bad = library.add(file_of(2), **words_of(2))
    good = library.add(file_of(3), **words_of(3))
    workers.deadly = bad.id
    state = it.state.__class__(workers, library, it.state.page)  # type: ignore[arg-type]
    assert asyncio.run(rated(bad.id, good.id)) == ["unknown", "unique"]


def test_a_rating_that_comes_too_late_is_dropped(it: Studio) -> None:
    library = it.state.library
    entry = library.add(file_of(1), **words_of(1))
    assert not library.rate(entry.id, file_of(2), json.dumps({"verdict": "unique"}).encode())
    library.set_rating(entry.id, b'{"stars": 2}')
    assert not library.rate(entry.id, file_of(1), b'{"stars": 4}')
    assert library.entry(entry.id).rating == {"stars": 2}
