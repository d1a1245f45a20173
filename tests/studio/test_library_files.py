"""Files that are broken, foreign, newer or older; disks that are full; folders that cannot be."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

import nonoforge
from helpers.library_files import file_of, words_of
from nonoforge.errors import InputError
from nonoforge.studio.library import Library, LibraryError, database, default_folder
from nonoforge.studio.library.database import FILE, Database


def filled(folder: Path, count: int = 30) -> Path:
    with Library(folder) as library:
        for n in range(count):
            id = library.add(file_of(n), **words_of(n, tags=[f"t{n % 3}"])).id
            library.set_state(id, b'{"marks": "%s"}' % (b"x" * 500))
    return folder / FILE


def refused(folder: Path, words: str) -> None:
    """The library cannot be opened, says why, and leaves the file as it is."""
    file = folder / FILE
    before = file.read_bytes()
    with pytest.raises(LibraryError, match=words) as caught:
        Library(folder)
    assert "\n" not in str(caught.value)
    assert str(file) in str(caught.value)
    assert file.read_bytes() == before


@pytest.mark.parametrize("content", [b"x", b"no database at all" * 1000, b"\x00" * 4096,
                                     b"SQLite format 3\x00", b"SQLite format 3\x00" + b"z" * 9000])
def test_what_is_no_database(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    refused(tmp_path, "damaged")


def test_an_empty_file_is_a_library_that_was_never_begun(tmp_path: Path) -> None:
    (tmp_path / FILE).touch()
    with Library(tmp_path) as library:
        assert library.search().total == 0


def test_another_programs_database(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / FILE)
    connection.execute("CREATE TABLE bookmarks (address TEXT)")
    connection.close()
    refused(tmp_path, "another program")


def test_a_newer_library(tmp_path: Path) -> None:
    connection = sqlite3.connect(filled(tmp_path), isolation_level=None)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    refused(tmp_path, "version 99.*newer Nonoforge")


def test_damage_anywhere_is_told_and_never_a_traceback(tmp_path: Path) -> None:
    file = filled(tmp_path)
    whole = file.read_bytes()
    chance = random.Random(3)
    told = 0
    for _ in range(60):
        damaged = bytearray(whole)
        start = chance.randrange(len(whole))
        length = chance.choice((1, 100, 4096))
        damaged[start:start + length] = chance.randbytes(len(damaged[start:start + length]))
        file.write_bytes(bytes(damaged) if chance.random() < 0.7 else whole[:start])
        try:
            with Library(tmp_path) as library:
                library.check()
                library.search("puzzle")
        except LibraryError:
            told += 1
        for beside in tmp_path.glob(f"{FILE}-*"):
            beside.unlink()
    assert told > 20


def test_an_older_library_is_brought_up_to_date(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = filled(tmp_path)
    further = ("ALTER TABLE entry ADD COLUMN likes INTEGER", "CREATE INDEX s ON entry (likes)")
    monkeypatch.setattr(database, "MIGRATIONS", [*database.MIGRATIONS, further])
    with Library(tmp_path) as library:
        assert library.search().total == 30
    connection = sqlite3.connect(file)
    assert connection.execute("PRAGMA user_version").fetchone() == (len(database.MIGRATIONS),)
    assert connection.execute("SELECT count(likes) FROM entry").fetchone() == (0,)
    connection.close()


def test_a_step_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(tmp_path)
    steps = database.MIGRATIONS
    wrong = ("CREATE TABLE good (x)", "CREATE nonsense")
    monkeypatch.setattr(database, "MIGRATIONS", [*steps, wrong])
    with pytest.raises(LibraryError):
        Library(tmp_path)
    monkeypatch.setattr(database, "MIGRATIONS", steps)
    with Library(tmp_path) as library:
        library.check()
        assert library.search().total == 30


def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(tmp_path, 3)
    plain = Database.connect

    def narrow(self: Database) -> sqlite3.Connection:
        connection = plain(self)
        [pages] = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {pages + 4}")
        return connection

    monkeypatch.setattr(Database, "connect", narrow)
    with Library(tmp_path) as library:
        with pytest.raises(LibraryError, match="the disk is full; nothing was changed"):
            library.add(file_of(50, notes=["x" * 100_000]), **words_of(50))
        assert library.search().total == 3
        library.add(file_of(51), **words_of(51))
        library.check()


def test_a_busy_library_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(tmp_path, 1)
    other = sqlite3.connect(tmp_path / FILE, isolation_level=None)
    plain = Database.__init__
    monkeypatch.setattr(Database, "__init__", lambda self, folder, _: plain(self, folder, 0.05))
    with Library(tmp_path) as library:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(LibraryError, match="busy"):
            library.add(file_of(5), **words_of(5))
        assert library.search().total == 1
        other.execute("ROLLBACK")
        library.add(file_of(5), **words_of(5))
    other.close()


def test_a_closed_library_says_so(tmp_path: Path) -> None:
    library = Library(tmp_path)
    library.close()
    with pytest.raises(LibraryError, match="closed"):
        library.search()


def test_a_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(LibraryError, match="not a folder"):
            Library(folder)
    (tmp_path / FILE).mkdir()
    with pytest.raises(LibraryError):
        Library(tmp_path)
    with pytest.raises(InputError):
        Library(tmp_path / "a\x00b")


# Root may write anywhere, and so becomes nobody once everything is loaded.
READ_ONLY = """
import os, sys
from nonoforge.errors import InputError
from nonoforge.studio.library import Library
if os.geteuid() == 0:
    os.setuid(65534)
try:
    with Library(sys.argv[1]) as library:
        library.add(b'{"nonoforge": 1, "family": "grid"}', title="", family="grid", size="",
                    cells=1, colours=2)
except InputError as error:
    print("told:", error)
"""


@pytest.mark.skipif(sys.platform == "win32" or not hasattr(os, "geteuid"), reason="needs users")
def test_a_folder_that_may_only_be_read() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        filled(folder, 1)
        (folder / "empty").mkdir()
        (folder / FILE).chmod(0o444)
        for path in (folder / "empty", folder):
            path.chmod(0o555)
        environment = {**os.environ, "PYTHONPATH": str(Path(nonoforge.__file__).parents[1])}
        for path in (folder, folder / "empty", folder / "new"):
            run = subprocess.run([sys.executable, "-c", READ_ONLY, str(path)], text=True,
                                 capture_output=True, env=environment, check=False)
            assert run.stdout.startswith("told: "), run.stderr
        for path in (folder / "empty", folder):
            path.chmod(0o755)


def test_the_folder_when_nobody_says(tmp_path: Path) -> None:
    home = Path.home()
    assert default_folder({}, "linux") == home / ".local" / "share" / "nonoforge"
    assert default_folder({"XDG_DATA_HOME": "relative"}, "linux") == default_folder({}, "linux")
    assert default_folder({}, "darwin") == home / "Library" / "Application Support" / "nonoforge"
    data = str(tmp_path)
    assert default_folder({"APPDATA": data}, "win32") == tmp_path / "nonoforge"
    assert default_folder({}, "win32") == home / "AppData" / "Roaming" / "nonoforge"
    assert default_folder({"NONOFORGE_LIBRARY": "~/x", "APPDATA": data}, "win32") == home / "x"
