"""A dask cluster of real processes: a scheduler and three workers, one of which is killed."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers.batch_files import write_lines
from nonoforge import batch
from nonoforge.errors import InputError

pytest.importorskip("distributed")
pytestmark = pytest.mark.filterwarnings("ignore")  # of dask


class Cluster:
    """A scheduler and workers, each a process."""

    def __init__(self, folder: Path) -> None:
        file = folder / "scheduler.json"
        common = ["--scheduler-file", str(file), "--no-dashboard"]
        self.processes = [self._start("scheduler", "--port", "0", "--host", "127.0.0.1", *common)]
        self.processes += [self._start("worker", "--nthreads", "1", "--no-nanny", *common)
                           for _ in range(3)]
        end = time.monotonic() + 120
        while not file.exists() and time.monotonic() < end:
            time.sleep(0.05)
        self.address: str = json.loads(file.read_text())["address"]
        from distributed import Client

        with Client(self.address, timeout=60, set_as_default=False) as client:
            client.wait_for_workers(3, timeout=120)

    @staticmethod
    def _start(*arguments: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen([sys.executable, "-m", "distributed.cli.dask_" + arguments[0],
                                 *arguments[1:]], stdout=subprocess.DEVNULL,
                                stderr=subprocess.DEVNULL, cwd="/")

    def close(self) -> None:
        for process in self.processes:
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    made = Cluster(tmp_path_factory.mktemp("dask"))
    yield made
    made.close()


def content(folder: Path) -> dict[str, list[bytes]]:
    return {path.name: [line.rpartition(b',"ms":')[0] for line in path.read_bytes().splitlines()]
            for path in sorted((folder / "shards").iterdir())}


def test_the_same_records_though_a_worker_is_killed(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The workers are in another folder; the path of the input is relative to this one's."""
    path = Path("set.jsonl")
    monkeypatch.chdir(tmp_path)
    write_lines(path, 60)
    batch.run("solve", path, tmp_path / "here", jobs=1, shard_size=20)
    killed = []

    def kill(summary: batch.BatchSummary, share: float | None) -> None:
        if not killed:
            killed.append(cluster.processes[-1].pid)
            cluster.processes[-1].kill()

    summary = batch.run("solve", path, tmp_path / "there", cluster=cluster.address, shard_size=20,
                        progress=kill)
    assert (summary.puzzles, len(killed)) == (60, 1)
    assert content(tmp_path / "there") == content(tmp_path / "here")


def test_a_scheduler_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nonoforge.batch.cluster.CONNECT_SECONDS", 0.5)
    path = tmp_path / "set.jsonl"
    write_lines(path, 2)
    with pytest.raises(InputError, match="cannot be reached"):
        batch.run("solve", path, tmp_path / "out", cluster="tcp://127.0.0.1:9")
    assert not list((tmp_path / "out" / "done").iterdir())
    for address in ("foo", "tcp://127.0.0.1", "tcp://127.0.0.1:x"):
        with pytest.raises(InputError, match="write it like tcp://host:8786"):
            batch.run("solve", path, tmp_path / "none", cluster=address)
    assert not (tmp_path / "none").exists()


def test_workers_of_another_version_are_named(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("nonoforge.batch.cluster.__version__", "99.0")
    path = tmp_path / "set.jsonl"
    write_lines(path, 3)
    with pytest.raises(InputError, match=r"has version .* of Nonoforge; 99\.0 is needed"):
        batch.run("solve", path, tmp_path / "out", cluster=cluster.address)
    assert not list((tmp_path / "out" / "done").iterdir())
