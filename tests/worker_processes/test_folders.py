"""Temporary files of workers: gone with the worker, or with the server if that is killed."""

from __future__ import annotations

import asyncio
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


# Makes a file in a folder for a worker, which keeps on while a child has the lifeline.
KILLED = """
import os, signal, subprocess, sys, tempfile
tempfile.tempdir = sys.argv[1]
from nonoforge.worker_processes import TemporaryFolders
folders = TemporaryFolders()
open(os.path.join(folders.take(), 'x'), 'w').close()
child = subprocess.Popen(['sleep', '1000'], pass_fds=folders.lifeline, stdout=subprocess.DEVNULL)
print(child.pid, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_what_a_killed_server_left_is_removed_when_its_workers_are_gone(here: Path) -> None:
    done = subprocess.run([sys.executable, "-c", KILLED, str(here)], timeout=60, check=False,
                          stdout=subprocess.PIPE, text=True)
    assert done.returncode == -signal.SIGKILL
    [root] = here.iterdir()
    assert len(list(root.rglob("x"))) == 1
    os.kill(int(done.stdout), signal.SIGKILL)
    asyncio.run(eventually(lambda: not root.exists()))


def test_a_closed_server_has_removed_its_folder_itself(here: Path) -> None:
    made = workers.TemporaryFolders()
    [file] = made.lifeline
    assert not os.get_inheritable(file)
    made.close()
    assert list(here.iterdir()) == []


def test_without_a_shell_the_next_server_removes_it(
        here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object, **__: object) -> None:
        raise FileNotFoundError

    monkeypatch.setattr(subprocess, "run", missing)
    left = workers.TemporaryFolders()
    assert left.lifeline == ()
    assert left._lock is not None
    os.close(left._lock)  # as if it had been killed
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
