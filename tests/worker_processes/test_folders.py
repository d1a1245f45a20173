"""Temporary files of workers: gone with the worker, and with the next server at the latest."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from helpers.processes import eventually
from helpers.worker_pools import alone, pool
from nonoforge.studio.workers import Workers
from nonoforge.worker_processes import process as workers
from nonoforge.worker_processes.frames import TaskFailed

pytestmark = pytest.mark.skipif(os.name != "posix", reason="locks and signals of Unix")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def test_one_folder_for_each(here: Path) -> None:
    made = workers.TemporaryFolders()
    first, second = made.take(), made.take()
    assert first != second
    assert Path(first).stat().st_mode & 0o077 == 0
    (Path(first) / "file").write_text("x")
    workers.remove_folder(first)
    assert Path(second).exists()
    made.close()
    made.close()
    assert list(here.iterdir()) == []


def test_servers_leave_each_other_alone(here: Path) -> None:
    one, other = workers.TemporaryFolders(), workers.TemporaryFolders()
    assert Path(one.root).exists()
    one.close()
    assert [str(path) for path in here.iterdir()] == [other.root]
    other.close()


def test_what_a_killed_server_left_is_removed(here: Path) -> None:
    code = ("import os, sys, tempfile; tempfile.tempdir = sys.argv[1]\n"
            "from nonoforge.worker_processes import TemporaryFolders\n"
            "open(os.path.join(TemporaryFolders().take(), 'x'), 'w').close()\n"
            "os.kill(os.getpid(), 9)")
    done = subprocess.run([sys.executable, "-c", code, str(here)], timeout=60, check=False)
    assert done.returncode == -signal.SIGKILL
    assert len(list(here.iterdir())) == 1
    made = workers.TemporaryFolders()
    assert [str(path) for path in here.iterdir()] == [made.root]
    made.close()


def test_only_what_is_ours_is_removed(here: Path) -> None:
    other, kept = here / "other", here / f"{workers.FOLDER_PREFIX}begun"
    other.mkdir()
    kept.mkdir()
    (other / workers.LOCK_FILE).touch()
    (here / f"{workers.FOLDER_PREFIX}link").symlink_to(other)
    (here / f"{workers.FOLDER_PREFIX}file").touch()
    workers.TemporaryFolders().close()
    assert (other / workers.LOCK_FILE).exists()
    assert kept.exists()  # no lock yet: it may be about to get one


@pytest.mark.parametrize("verb", ["spin", "kill"])
def test_a_worker_that_dies_leaves_nothing(here: Path, verb: str) -> None:
    async def play(workers: Workers) -> None:
        folder = Path((await workers.run("litter", b"")).decode())
        assert folder.is_relative_to(here)
        assert folder.exists()
        workers._idle[:] = [child for child in workers._idle
                            if child._process.pid == int(folder.name.rpartition("-")[2])]
        with pytest.raises(TaskFailed):
            await workers.run(verb, b"")
        await eventually(lambda: not folder.exists())

    alone(play, pool())
    assert list(here.iterdir()) == []
