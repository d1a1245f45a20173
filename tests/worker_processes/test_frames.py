"""Frames: what goes in comes out, and whatever else comes in is refused."""

from __future__ import annotations

import asyncio
import io

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonoforge.worker_processes.frames import (
    Done,
    Failed,
    FrameTooLarge,
    Job,
    Ready,
    Reply,
    Told,
    pack,
    read_job,
    read_reply,
)

LIMIT = 1000
JOBS = st.builds(Job, st.text(max_size=20), st.binary(max_size=200))
REPLIES = st.one_of(
    st.builds(Ready), st.builds(Done, st.binary(max_size=200), st.booleans()),
    st.builds(Told, st.none() | st.floats(0, 1), st.text(max_size=20)),
    st.builds(Failed, st.text(max_size=5), st.text(max_size=20), st.none() | st.text(max_size=9)))


def replies(data: bytes) -> list[Reply]:
    """All that a worker said before its pipe ended."""
    async def read() -> list[Reply]:
        stream, found = asyncio.StreamReader(), []
        stream.feed_data(data)
        stream.feed_eof()
        while not stream.at_eof():
            found.append(await read_reply(stream, LIMIT))
        return found

    return asyncio.run(read())


@given(st.lists(JOBS, max_size=3), st.data())
def test_jobs_arrive_whole_or_not_at_all(jobs: list[Job], data: st.DataObject) -> None:
    whole = b"".join(pack(job, LIMIT) for job in jobs)
    stream = io.BytesIO(whole)
    assert [read_job(stream, LIMIT) for _ in range(len(jobs) + 1)] == [*jobs, None]
    if jobs:
        cut = data.draw(st.integers(0, len(pack(jobs[0], LIMIT)) - 1))
        assert read_job(io.BytesIO(whole[:cut]), LIMIT) is None


@given(st.lists(REPLIES, max_size=3))
def test_replies_arrive_in_order(sent: list[Reply]) -> None:
    whole = b"".join(pack(reply, LIMIT) for reply in sent)
    assert replies(whole) == sent
    if sent:
        with pytest.raises(EOFError):
            replies(whole[:-1])


@given(st.binary(min_size=1, max_size=60))
def test_nonsense_is_refused(data: bytes) -> None:
    try:
        found = replies(data)
    except (EOFError, FrameTooLarge, msgspec.DecodeError):
        return
    assert all(isinstance(reply, Reply) for reply in found)


def test_the_limit_of_a_frame() -> None:
    fits = Done(bytes(900))
    size = len(pack(fits, LIMIT)) - 4
    assert pack(fits, size)
    with pytest.raises(FrameTooLarge):
        pack(fits, size - 1)
    with pytest.raises(FrameTooLarge):  # refused by its head, before anything is read
        replies((LIMIT + 1).to_bytes(4, "big"))
