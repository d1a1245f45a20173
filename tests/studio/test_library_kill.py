"""Processes that are killed while they write, and processes that write at the same time."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

import nonoforge
from helpers.library_files import file_of, words_of
from nonoforge.studio.library import Library, NewPuzzle

TESTS = Path(__file__).parents[1]
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(
    (str(Path(nonoforge.__file__).parents[1]), str(TESTS)))}

# Says what it has done once it is done, and not before; each word is one write to the pipe.
WRITER = textwrap.dedent("""
    import os, sys
    from helpers.library_files import file_of, words_of
    from nonoforge.studio.library import Library

    folder, start, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    library = Library(folder)
    def say(*words):
        os.write(1, (" ".join(map(str, words)) + "\\n").encode())
    say("ready")
    for n in range(start, start + count):
        id = library.add(file_of(n), **words_of(n, tags=["loop", f"t{n}"])).id
        say("added", n, id)
        library.set_state(id, b'{"seconds": %d, "marks": "%s"}' % (n, b"x" * (n % 7 * 3000)))
        say("saved", n, id)
        if n % 3 == 0:
            library.remove(id)
            say("removed", n, id)
""")


def start_writer(folder: Path, start: int, count: int) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-c", WRITER, str(folder), str(start), str(count)],
                            stdout=subprocess.PIPE, text=True, env=ENVIRONMENT)


def check_said(library: Library, said: list[str]) -> int:
    """All that was acknowledged is there; how many puzzles that were."""
    known = {}
    for line in said:
        word, *rest = line.split()
        if word != "ready":
            known.setdefault(rest[1], []).append((word, int(rest[0])))
    for id, done in known.items():
        n, words = done[0][1], [word for word, _ in done]
        entry = library.entry(id)
        assert library.puzzle(id) == file_of(n)
        assert entry.tags == ("loop", f"t{n}")
        assert "saved" not in words or (entry.started and entry.seconds == n)
        assert "removed" not in words or entry.binned is not None
    return len(known)


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_nothing_acknowledged_is_lost_when_the_process_is_killed(tmp_path: Path) -> None:
    chance = random.Random(7)
    said: list[str] = []
    for round in range(10):
        with start_writer(tmp_path, 1000 * round, 900) as writer:
            assert writer.stdout is not None
            said += [writer.stdout.readline() for _ in range(chance.randrange(1, 60))]
            writer.kill()  # it has gone on meanwhile
            # A last line that was cut off was not an acknowledgement.
            said += writer.stdout.read().splitlines(keepends=True)
        said = [line for line in said if line.endswith("\n")]
        with Library(tmp_path) as library:
            library.check()
            check_said(library, said)
    with Library(tmp_path) as library:
        assert check_said(library, said) > 10
        assert library.add(file_of(0), **words_of(0)).title == "Puzzle 0"


IMPORTER = """
import os, sys
from nonoforge.studio.library import Library
library = Library(sys.argv[1])
os.write(1, b"ready\\n")
library.import_export(sys.argv[2])
os.write(1, b"done\\n")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_an_import_that_is_killed_has_added_all_or_nothing(tmp_path: Path) -> None:
    with Library(tmp_path / "full") as full, open(tmp_path / "x.zip", "wb") as target:
        full.add_many(NewPuzzle(puzzle=file_of(n), **words_of(n)) for n in range(300))
        full.export(target)
    for size in (0, 20_000, 200_000, 400_000):  # bytes of the log when it is killed
        folder = tmp_path / str(size)
        log = folder / "library.sqlite-wal"
        command = [sys.executable, "-c", IMPORTER, str(folder), str(tmp_path / "x.zip")]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True,
                              env=ENVIRONMENT) as importer:
            assert importer.stdout is not None
            assert importer.stdout.readline() == "ready\n"
            while importer.poll() is None and not (log.exists() and log.stat().st_size >= size):
                time.sleep(0.001)
            importer.kill()
            done = importer.stdout.read() == "done\n"
        with Library(folder) as library:
            library.check()
            assert library.search(limit=0).total in ([300] if done else [0, 300])
            library.import_export(tmp_path / "x.zip")
            assert library.search(limit=0).total == 300


def test_two_processes_write_to_one_library_that_neither_has_made(tmp_path: Path) -> None:
    writers = [start_writer(tmp_path, 40 * n, 60) for n in range(3)]  # 20 are in two of them
    said = []
    for writer in writers:
        with writer:
            assert writer.stdout is not None
            said += writer.stdout.read().splitlines()
            assert writer.wait() == 0
    with Library(tmp_path) as library:
        library.check()
        everything = library.search(limit=500).total + library.search(bin=True).total
        assert check_said(library, [line for line in said if "removed" not in line]) == 140
        assert everything == 140


def test_one_reads_while_another_writes(tmp_path: Path) -> None:
    with Library(tmp_path) as one, Library(tmp_path) as other:
        for n in range(20):
            id = one.add(file_of(n), **words_of(n)).id
            assert other.entry(id).title == f"Puzzle {n}"
            other.rename(id, "Another")
            assert one.entry(id).title == "Another"
