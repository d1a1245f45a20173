"""Whatever is killed, full, read-only or late: every acknowledged write is there.

Each round is one of these, by its seed:

    kills       a studio with two clients that write; it and its workers are killed at random
    two         two studios on one library, of which one is killed now and then
    power       the power fails: what SQLite synchronized stays, anything written later is lost,
                torn or half there, sector by sector
    full        the disk fills up (a small file system, or a limit for the size of files)
    read_only   the file system becomes read-only
    clock       the clock jumps by years, forwards and back
    batch       a batch and its workers are killed at random; then its records are compared
"""

from __future__ import annotations

import contextlib
import http.client
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from helpers.batch_files import write_lines
from helpers.library_files import file_of, words_of
from helpers.studio_process import Refused, StudioProcess
from nonoforge.studio.library import Library, LibraryError
from nonoforge.studio.library.database import Database
from soak.runner import Report

SHORT = range(7)  # each kind once
DOWN = (OSError, http.client.HTTPException)


def run(seed: int, report: Report) -> None:
    rng = random.Random(seed)
    kind = KINDS[seed % len(KINDS)]
    with tempfile.TemporaryDirectory(prefix="nonoforge-soak-") as folder:
        kind(rng, Path(folder), report, 2 if seed < len(KINDS) else 6)


class Client(threading.Thread):
    """Writes to a studio until it is told to stop, and notes what was acknowledged."""

    def __init__(self, studio: StudioProcess, number: int, rng: random.Random) -> None:
        super().__init__(daemon=True)
        self.studio, self.number, self.rng = studio, number, rng
        self.done = False
        self.lock = threading.Lock()
        # What is known to be stored of each puzzle, and what was asked for and not answered.
        self.stored: dict[str, dict[str, Any]] = {}
        self.asked: dict[str, dict[str, Any]] = {}
        self.unforeseen: list[str] = []

    def run(self) -> None:
        number = 0
        while not self.done:
            number += 1
            try:
                self._write(10_000 * self.number + number % 400)
            except Refused as error:
                if error.status not in (500, 503):  # a worker was killed; busy
                    self.unforeseen.append(str(error))
            except DOWN:
                time.sleep(0.02)  # it is being started again

    def _write(self, number: int) -> None:
        size = number % 10_000
        known = [id for id, facts in self.stored.items() if not facts.get("seconds")]
        if not known or self.rng.random() < 0.4:
            title = f"Puzzle {number}"
            [entry] = self.studio.ask("POST", "/api/library", {"puzzles": [
                {"puzzle": self._file(number, size), "title": title}]})["entries"]
            with self.lock:
                self.stored.setdefault(entry["id"], {"title": entry["title"]})
            return
        id = self.rng.choice(known)
        kind = self.rng.choice(("title", "tags", "seconds"))
        value: Any = {"title": f"Title {self.rng.random()}", "tags": [f"t{self.rng.random()}"],
                      "seconds": self.rng.randrange(1, 1000)}[kind]
        with self.lock:
            self.asked.setdefault(id, {}).setdefault(kind, []).append(value)
        if kind == "seconds":
            self.studio.ask("PUT", f"/api/library/{id}/state",
                            {"seconds": value, "marks": "x" * self.rng.randrange(20_000)})
        else:
            self.studio.ask("PUT", f"/api/library/{id}", {kind: value})
        with self.lock:
            self.stored[id][kind] = value
            self.asked[id][kind].clear()  # older ones cannot come after an answered one

    def _file(self, number: int, size: int) -> dict[str, Any]:
        return {"nonoforge": 1, "family": "grid", "width": 1, "height": size + 1,
                "rows": [[]] * (size + 1), "columns": [[]], "notes": [f"of client {number}"]}


def _check(library: Path, clients: list[Client], report: Report) -> None:
    """Compare the library with what was acknowledged."""
    with Library(library) as opened:
        opened.check()
        for client in clients:
            with client.lock:
                stored = {id: dict(facts) for id, facts in client.stored.items()}
                asked = {id: {kind: list(values) for kind, values in kinds.items()}
                         for id, kinds in client.asked.items()}
            for id, facts in stored.items():
                entry = opened.entry(id)
                there = {"title": entry.title, "tags": list(entry.tags), "seconds": entry.seconds}
                for kind, value in facts.items():
                    report.count("acknowledged writes")
                    if there[kind] not in (value, *asked.get(id, {}).get(kind, ())):
                        report.fail(f"{kind} of {id} is {there[kind]!r}, not {value!r}")


def _clients(studios: list[StudioProcess], rng: random.Random) -> list[Client]:
    made = [Client(studio, number, random.Random(rng.random()))
            for number, studio in enumerate(studios)]
    for client in made:
        client.start()
    return made


def _stop(clients: list[Client], report: Report) -> None:
    for client in clients:
        client.done = True
    for client in clients:
        client.join()
        for words in client.unforeseen:
            report.fail(f"a client got an unforeseen answer: {words}")


def kills(rng: random.Random, folder: Path, report: Report, many: int) -> None:
    studio = StudioProcess(folder / "library", temporary=folder / "temporary")
    clients = _clients([studio, studio], rng)
    for _ in range(many):
        _until_written(clients, rng.randrange(1, 12))
        workers = studio.children()
        if workers and rng.random() < 0.5:
            with contextlib.suppress(ProcessLookupError):
                os.kill(rng.choice(workers), signal.SIGKILL)
            report.count("kills of workers")
        else:
            studio.kill()
            report.count("kills of studios")
            _check(folder / "library", clients, report)
            _until_empty(folder / "temporary", report)
            studio.start()
    _stop(clients, report)
    studio.end()
    _check(folder / "library", clients, report)


def _until_empty(folder: Path, report: Report) -> None:
    """Wait until the temporary files of a killed studio are gone."""
    end = time.monotonic() + 60
    while left := list(folder.iterdir()):
        if time.monotonic() > end:
            report.fail("a killed studio left temporary files", left=left)
            return
        time.sleep(0.002)


def _until_written(clients: list[Client], more: int) -> None:
    """Wait until the clients have got so many more answers."""
    def written() -> int:
        return sum(len(facts) for client in clients for facts in list(client.stored.values()))

    goal, end = written() + more, time.monotonic() + 60
    while written() < goal and time.monotonic() < end:
        time.sleep(0.002)


def two(rng: random.Random, folder: Path, report: Report, many: int) -> None:
    studios = [StudioProcess(folder / "library", workers=1) for _ in range(2)]
    clients = _clients(studios, rng)
    for _ in range(many):
        _until_written(clients, rng.randrange(1, 12))
        victim = rng.choice(studios)
        victim.kill()
        report.count("kills of one of two studios")
        victim.start()
    _stop(clients, report)
    for studio in studios:
        studio.end()
    _check(folder / "library", clients, report)


SECTOR = 512


def power(rng: random.Random, folder: Path, report: Report, many: int) -> None:
    """Copies of the files when a write was acknowledged, with later sectors mixed in at random."""
    library, files = folder / "library", ("library.sqlite", "library.sqlite-wal")
    with Library(library) as opened:
        with contextlib.closing(Database(library)) as database, database.writing() as ask:
            for name, wanted in (("synchronous", 2), ("fullfsync", 1),
                                 ("journal_mode", "wal")):
                [value] = ask.execute(f"PRAGMA {name}").fetchone()
                if value != wanted:
                    report.fail(f"{name} is {value}, not {wanted}: the power may take writes along")
        acknowledged: list[tuple[str, int]] = []
        for number in range(20 * many):
            acknowledged.append((opened.add(file_of(number), **words_of(number)).id, number))
            before = [_bytes(library / name) for name in files]
            later = [(opened.add(file_of(10_000 + number), **words_of(10_000 + number)).id,
                      10_000 + number) for _ in range(rng.randrange(3))]
            after = [_bytes(library / name) for name in files]
            if before[0] != after[0] or len(after[1]) < len(before[1]):
                continue  # a checkpoint: both files changed, in an order of its own
            torn = bytearray(before[1])
            for start in range(len(torn) - len(torn) % SECTOR, len(after[1]), SECTOR):
                piece = after[1][max(start, len(before[1])):start + SECTOR]
                torn += piece if rng.random() < 0.5 else bytes(len(piece))
            _after_power_loss(folder / f"lost{number}", dict(zip(
                files, (before[0], bytes(torn)), strict=True)), acknowledged, report)
            acknowledged += later


def _bytes(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""


def _after_power_loss(folder: Path, files: dict[str, bytes], acknowledged: list[tuple[str, int]],
                      report: Report) -> None:
    folder.mkdir()
    for name, data in files.items():
        (folder / name).write_bytes(data)
    with Library(folder) as opened:
        opened.check()
        for id, number in acknowledged:
            report.count("writes before a loss of power")
            if opened.puzzle(id) != file_of(number):
                report.fail(f"puzzle {number} is another one after a loss of power")
    shutil.rmtree(folder)
    report.count("losses of power")


def full(rng: random.Random, folder: Path, report: Report, many: int) -> None:
    """A writer in a process of its own, whose files cannot grow; or on a disk of one megabyte."""
    with _disk(folder, "size=1m") as disk:
        _fill(rng, disk, report, None)
    for _ in range(many):
        place = Path(tempfile.mkdtemp(dir=folder))
        _fill(rng, place, report, rng.randrange(60_000, 400_000))


def _fill(rng: random.Random, place: Path, report: Report, limit: int | None) -> None:
    sink, source = os.pipe()
    pid = os.fork()
    if pid == 0:
        code = 1
        with contextlib.suppress(BaseException):
            if limit is not None:
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
            _write_until_full(place, source)
            code = 0
        os._exit(code)
    os.close(source)
    with os.fdopen(sink) as pipe:
        said = pipe.read().split("\n")
    _, status = os.waitpid(pid, 0)
    report.count("full disks")
    if status or not said[-2].startswith("refused"):
        report.fail(f"a writer on a full disk ended with {status}", last=said[-3:])
    with Library(place) if limit is not None else _copied(place) as opened:
        opened.check()
        for line in said[:-2]:
            report.count("writes before the disk was full")
            number, id = line.split()
            if opened.puzzle(id) != file_of(int(number)):
                report.fail(f"puzzle {number} is lost on a full disk")


def _write_until_full(place: Path, source: int) -> None:
    number = 0
    try:
        with Library(place) as library:  # there may not even be room for its tables
            while True:
                number += 1
                id = library.add(file_of(number % 5000), **words_of(number)).id
                os.write(source, f"{number % 5000} {id}\n".encode())
                library.set_state(id, b'{"marks": "%s"}' % (b"x" * 9000))
    except LibraryError as error:
        os.write(source, f"refused {error}\n".encode())


@contextlib.contextmanager
def _copied(place: Path) -> Iterator[Library]:
    """The library, copied to where there is room."""
    with tempfile.TemporaryDirectory(prefix="nonoforge-soak-") as folder:
        shutil.copytree(place, Path(folder) / "copy", ignore=shutil.ignore_patterns("lost+found"))
        with Library(Path(folder) / "copy") as opened:
            yield opened


@contextlib.contextmanager
def _disk(folder: Path, options: str) -> Iterator[Path]:
    """A small file system; a plain folder with a limit where none may be mounted."""
    place = folder / "disk"
    place.mkdir()
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(place)],
                          capture_output=True, check=False)
    if done.returncode:
        yield Path(tempfile.mkdtemp(dir=folder))
        return
    try:
        yield place
    finally:
        subprocess.run(["umount", str(place)], check=True)


def read_only(rng: random.Random, folder: Path, report: Report, many: int) -> None:
    """Needs the right to mount; counts nothing without."""
    with _disk(folder, "size=8m") as disk:
        if not os.path.ismount(disk):
            report.count("read-only disks that could not be mounted")
            return
        with Library(disk) as library:
            known = [(library.add(file_of(n), **words_of(n)).id, n) for n in range(5 * many)]
        for _ in range(many):
            _remount(disk, "ro")
            report.count("read-only disks")
            try:
                with Library(disk) as library:
                    library.add(file_of(9999), **words_of(9999))
                report.fail("a puzzle was added to a read-only library")
            except LibraryError as error:
                if "read-only" not in str(error) and "opened" not in str(error):
                    report.fail(f"a read-only disk is called: {error}")
            _remount(disk, "rw")
            with Library(disk) as library:
                library.check()
                for id, number in known:
                    report.count("writes before the disk was read-only")
                    if library.puzzle(id) != file_of(number):
                        report.fail(f"puzzle {number} is lost on a read-only disk")


def _remount(disk: Path, how: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{how}", str(disk)], check=True)


def clock(rng: random.Random, folder: Path, report: Report, many: int) -> None:
    """Times of writes go forwards and back; nothing is lost, and an export can be read again."""
    real, real_ns = time.time, time.time_ns
    with Library(folder / "library") as library:
        known = []
        try:
            for number in range(20 * many):
                shift = rng.choice((0.0, -5e9, 5e9, 1e5, -1e5, 86400.0 * 365 * 200))
                jumped = max(0.0, real() + shift)
                time.time = lambda jumped=jumped: jumped  # type: ignore[misc]
                time.time_ns = lambda jumped=jumped: int(jumped * 1e9)  # type: ignore[misc]
                id = library.add(file_of(number), **words_of(number)).id
                library.set_state(id, b'{"seconds": %d}' % (number + 1))
                known.append((id, number))
                report.count("clock jumps")
            library.check()
            with open(folder / "x.zip", "wb") as target:
                library.export(target)
        finally:
            time.time, time.time_ns = real, real_ns
        with Library(folder / "copy") as copy:
            copy.import_export(folder / "x.zip")
            if copy.search(limit=0).total != len(known):
                report.fail("an export after clock jumps is not whole")
        for id, number in known:
            report.count("writes at odd times")
            if library.entry(id).seconds != number + 1:
                report.fail(f"the game of puzzle {number} is lost after clock jumps")


def batch(rng: random.Random, folder: Path, report: Report, many: int) -> None:
    path = folder / "set.jsonl"
    write_lines(path, 200, side=12, seed=rng.randrange(10**6))
    path.write_bytes(path.read_bytes() * many)
    _batch(path, folder / "calm").wait()
    running = _batch(path, folder / "out")
    for _ in range(2 * many):
        seen, end = len(list((folder / "out").glob("done/*.json"))), time.monotonic() + 20
        while running.poll() is None and time.monotonic() < end and len(
                list((folder / "out").glob("done/*.json"))) <= seen:
            time.sleep(0.002)
        victims = _children(running.pid)
        if victims and rng.random() < 0.5:
            with contextlib.suppress(ProcessLookupError):
                os.kill(rng.choice(victims), signal.SIGKILL)
            report.count("kills of batch workers")
        else:
            running.kill()
            running.wait()
            report.count("kills of batches")
            running = _batch(path, folder / "out")
    if running.wait():
        report.fail(f"a batch ended with exit code {running.returncode}")
    calm, out = _records(folder / "calm"), _records(folder / "out")
    report.count("batch records", len(out))
    if calm != out:
        report.fail(f"{len(set(calm) ^ set(out))} records differ after kills")


def _batch(path: Path, folder: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "nonoforge", "batch", "solve", str(path), "-o", str(folder),
         "--shard-size", "20", "--jobs", "2", "-q"], stderr=subprocess.DEVNULL)


def _children(pid: int) -> list[int]:
    try:
        return [int(word) for word in
                Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def _records(folder: Path) -> list[tuple[str, int, bytes]]:
    """The records by file and place, without times."""
    return [(path.name, number, line.rpartition(b',"ms":')[0])
            for path in sorted((folder / "shards").iterdir())
            for number, line in enumerate(path.read_bytes().splitlines())]


KINDS: tuple[Callable[[random.Random, Path, Report, int], None], ...] = (
    kills, two, power, full, read_only, clock, batch)
