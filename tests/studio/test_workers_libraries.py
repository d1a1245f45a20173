"""Inside a worker, with the limits of the studio: what is loaded, and that libraries work."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable, Iterator

import pytest

from nonoforge.studio.workers import Workers

pytestmark = pytest.mark.skipif(os.name != "posix", reason="limits of Unix")


@pytest.fixture(scope="module")
def run() -> Iterator[Callable[[str], bytes]]:
    with asyncio.Runner() as runner:
        workers = Workers(2, tasks="helpers.library_tasks")
        yield lambda verb: runner.run(workers.run(verb, b""))
        runner.run(workers.close())


def test_nothing_heavy_is_loaded_before_it_is_used(run: Callable[[str], bytes]) -> None:
    setting = json.loads(run("setting"))  # the tasks of the studio are loaded there
    assert {"nonoforge.engine", "nonoforge.judge", "nonoforge.formats"} < set(setting["modules"])
    heavy = {"numpy", "highspy", "trimesh", "PIL", "pysat", "asyncio", "starlette"}
    assert not heavy & set(setting["modules"])
    assert setting["threads"] == ["1", "1"]
    assert "" not in setting["path"]


@pytest.mark.parametrize("name", ["numpy", "highspy", "igl", "pysat", "reportlab"])
def test_libraries_work_within_the_memory_limit(run: Callable[[str], bytes], name: str) -> None:
    used = run(name)
    if used == b"missing":
        pytest.skip(f"{name} is not installed")
    assert int(used) > 0
