"""One job in a worker process: its answer, failures, limits and progress."""

from __future__ import annotations

import asyncio
import json
import os
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers.processes import alive, eventually
from helpers.worker_pools import Shared, alone, pool, shared_pool
from nonoforge.studio.workers import Workers
from nonoforge.worker_processes import Limits, TaskFailed

pytestmark = pytest.mark.skipif(os.name != "posix", reason="limits and signals of Unix")


@pytest.fixture(scope="module")
def shared() -> Iterator[Shared]:
    with shared_pool() as shared:
        yield shared


def test_an_answer(shared: Shared) -> None:
    for body in (b"", b"{}", bytes(range(256)) * 2000):
        assert shared.run("echo", body) == body


def test_an_idle_worker_answers_soon(shared: Shared) -> None:
    shared.run("echo")
    times = []
    for _ in range(50):
        begun = time.perf_counter()
        shared.run("echo", b"{}")
        times.append(time.perf_counter() - begun)
    print(f"echo: median {sorted(times)[25] * 1e3:.2f} ms, longest {max(times) * 1e3:.2f} ms")


def test_bad_input_knows_its_place(shared: Shared) -> None:
    failure = shared.fails("wrong")
    assert (failure.kind, failure.message, failure.place) == ("input", "no puzzle", "owl.nono:3:7")
    failure = shared.fails("missing")
    assert (failure.kind, failure.message) == ("missing", "numpy is not installed")


def test_what_libraries_print_and_read_does_not_matter(shared: Shared) -> None:
    assert json.loads(shared.run("noise")) == ""
    assert shared.run("echo", b"after") == b"after"


@pytest.mark.parametrize(("verb", "words"), [
    ("bug", "ZeroDivisionError: by zero"), ("leave", "SystemExit: 3"), ("vanish", "exit code 3"),
    ("segfault", "SIGSEGV"), ("kill", "SIGKILL"), ("babble", "died")])
def test_a_crash_takes_only_its_job(shared: Shared, verb: str, words: str) -> None:
    async def play(workers: Workers) -> None:
        beside = asyncio.create_task(workers.run("nap", b"0.3"))
        with pytest.raises(TaskFailed, match=words) as caught:
            await workers.run(verb, b"")
        assert caught.value.kind == "crash"
        assert await beside == b"rested"
        assert await workers.run("echo", b"on") == b"on"

    shared.do(play)


def test_a_job_whose_processes_are_killed_begins_again(shared: Shared, tmp_path: Path) -> None:
    assert shared.run("die_twice", bytes(tmp_path / "count")) == b"done"


@pytest.mark.parametrize(("verb", "body", "words"), [
    ("spin", b"", "0.5 s of computing"), ("spin_in_threads", b"", "0.5 s of computing"),
    ("hog", b"", "256 MB of memory"), ("abort", b"", "of memory"),
    ("blow", b"1500000", "1 MB of data"), ("echo", bytes(1_500_000), "1 MB of data")])
def test_each_limit(shared: Shared, verb: str, body: bytes, words: str) -> None:
    failure = shared.fails(verb, body)
    assert failure.kind == "limit"
    assert re.search(words, failure.message)


def test_the_clock_of_the_processor_starts_again_with_each_job(shared: Shared) -> None:
    for _ in range(4):  # each 0.2 s of 0.5
        assert int(shared.run("steps", b"[1, 0.2]")) > 100


def test_a_thread_that_a_job_leaves_behind_does_not_compute_for_ever(shared: Shared) -> None:
    left = int(shared.run("linger"))

    async def play(workers: Workers) -> None:
        await eventually(lambda: not alive(left))

    shared.do(play)


def test_who_debugs_sees_where_it_happened(
    shared: Shared, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture,
) -> None:
    shared.fails("bug")
    assert not caplog.text
    monkeypatch.setenv("NONOFORGE_DEBUG", "1")
    shared.fails("bug")
    assert "in bug" in caplog.text
    shared.fails("segfault")
    assert "in segfault" in caplog.text


def test_progress_comes_in_order_and_not_too_often(shared: Shared) -> None:
    told: list[tuple[float | None, str]] = []
    shared.run("steps", b"[4, 0]", lambda share, words: told.append((share, words)))
    assert told == [(i / 4, f"step {i}") for i in range(4)]
    told.clear()
    begun = time.monotonic()
    count = int(shared.run("steps", b"[1, 0.4]", lambda share, words: told.append((share, words))))
    assert count > 100
    assert 5 <= len(told) <= 6 + 10 * (time.monotonic() - begun)
    assert told == sorted(told, key=lambda one: one[0] or 0)


def test_who_listens_badly_harms_only_the_own_job(shared: Shared) -> None:
    def tell(share: float | None, words: str) -> None:
        raise KeyError("listener")

    with pytest.raises(KeyError, match="listener"):
        shared.run("steps", b"[4, 0]", tell)
    assert shared.run("echo", b"on") == b"on"


def test_work_that_waits_has_a_limit_too() -> None:
    async def play(workers: Workers) -> None:
        with pytest.raises(TaskFailed, match=r"more than 0\.2 s,") as caught:
            await workers.run("sleep", b"60")
        assert caught.value.kind == "limit"

    alone(play, pool(2, Limits(wall=0.2)))
