"""Reading from and writing to real files: plain words, all or nothing."""

from __future__ import annotations

import errno
import io
import os
import stat
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from format_cases import dancer, flag, stairs

from nonoforge import files
from nonoforge.errors import FormatError, InputError
from nonoforge.formats import FORMATS, dumps, load, load_all, save


def test_load_and_save(tmp_path):
    for format in FORMATS.values():
        puzzle = dancer() if "grid" in format.families else stairs()
        path = tmp_path / f"dancer{format.extensions[0]}"
        save(puzzle, path, lossy=True)
        assert load(path).puzzle == puzzle.puzzle
    assert load(str(tmp_path / "dancer.nono")) == dancer()


def test_exactly_one(tmp_path):
    path = tmp_path / "two.nonpack"
    save([dancer(), flag()], path)
    assert len(load_all(path)) == 2
    with pytest.raises(FormatError) as caught:
        load(path)
    assert str(caught.value) == f"{path}:1:1: the file holds 2 puzzles; one is needed here"


@pytest.mark.parametrize(("name", "reason"), [
    ("missing.non", "there is no such file"), ("", "it is a directory"),
    ("file.non/x.non", "a part of its path is not a directory"),
    ("n" * 300 + ".non", "its name is too long"),
])
def test_what_cannot_be_read(tmp_path, name, reason):
    (tmp_path / "file.non").write_text("width 1")
    path = os.path.join(tmp_path, name) if name else str(tmp_path)
    with pytest.raises(InputError) as caught:
        load(path)
    assert str(caught.value) == f"{path}:1:1: cannot be read: {reason}"


def test_a_name_with_a_nul():
    with pytest.raises(InputError, match="cannot be read: embedded null"):
        load("a\0b.non")


def test_unreadable_file(tmp_path, monkeypatch):
    def refuse(*args: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(files, "open", refuse, raising=False)
    with pytest.raises(InputError) as caught:
        load(tmp_path / "a.non")
    assert str(caught.value) == f"{tmp_path}/a.non:1:1: cannot be read: permission denied"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads all")
def test_really_unreadable_file(tmp_path):
    path = tmp_path / "a.non"
    path.write_text("width 1")
    path.chmod(0)
    with pytest.raises(InputError, match=":1:1: cannot be read: permission denied"):
        load(path)


def test_standard_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(dumps(dancer(), "png"))))
    assert load("-").solution == dancer().solution
    monkeypatch.setattr(sys, "stdin", io.StringIO("2x1:1/1/2"))
    assert load("-").family.name == "grid"
    monkeypatch.setattr(sys, "stdin", io.StringIO("2x1:1/1/3"))
    with pytest.raises(InputError, match=r"^<stdin>:1:9: row 1: the clue 3 needs 3 cells"):
        load("-")


def test_closed_standard_input(monkeypatch):
    closed = io.TextIOWrapper(io.BytesIO())
    closed.close()
    for stream in (None, closed):
        monkeypatch.setattr(sys, "stdin", stream)
        with pytest.raises(InputError) as caught:
            load("-")
        assert str(caught.value) == "<stdin>:1:1: standard input cannot be read: it is closed"


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
def test_standard_input_that_was_never_there():
    code = "from nonoforge.formats import load\ntry: load('-')\nexcept Exception as e: print(e)"
    done = subprocess.run(["sh", "-c", '"$0" -c "$1" <&-', sys.executable, code], text=True,
                          capture_output=True, check=True,
                          env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
    assert done.stdout == "<stdin>:1:1: standard input cannot be read: it is closed\n"


def test_too_large_a_file(tmp_path):
    path = tmp_path / "large.non"
    with open(path, "wb") as file:
        file.truncate(9_000_000_000)  # sparse: takes no room
    with pytest.raises(InputError, match=r"large\.non:1:1: file too large \(limit 8 MiB\)"):
        load(path)


def test_standard_output(capsysbinary):
    save(dancer(), "-")
    assert capsysbinary.readouterr().out == dumps(dancer(), "nono")
    save(dancer(), "-", format="tatham", lossy=True)
    assert capsysbinary.readouterr().out == dumps(dancer(), "tatham", lossy=True)


def test_nothing_is_begun_for_what_cannot_be_written(tmp_path):
    path = tmp_path / "a.nin"
    path.write_text("before")
    with pytest.raises(FormatError) as caught:
        save(flag(), path)
    assert str(caught.value) == f"{path}: `.nin` cannot hold more than two colours; `.nono` can"
    assert path.read_text() == "before"
    assert os.listdir(tmp_path) == ["a.nin"]


@pytest.mark.parametrize("broken", ["replace", "write", "chmod"])
def test_whole_or_not_at_all(tmp_path, monkeypatch, broken):
    path = tmp_path / "a.nono"
    path.write_text("before")

    def fail(*args: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    class Full(io.BytesIO):
        write = fail

    if broken == "write":
        def open_full(name: str, mode: str) -> io.BytesIO:
            Path(name).touch(exist_ok=False)
            return Full()
        monkeypatch.setattr(files, "open", open_full, raising=False)
    else:
        monkeypatch.setattr(files.os, broken, fail)
    with pytest.raises(InputError) as caught:
        save(dancer(), path)
    assert str(caught.value) == f"{path}: cannot be written: the disk is full"
    assert path.read_text() == "before"
    assert os.listdir(tmp_path) == ["a.nono"]


def test_an_interrupt_leaves_nothing_behind(tmp_path, monkeypatch):
    def interrupt(*args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(files.os, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        save(dancer(), tmp_path / "a.nono")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(("name", "reason"), [
    ("no/such/folder/a.nono", "there is no such folder"), ("folder.nono", "it is a directory"),
])
def test_what_cannot_be_written(tmp_path, name, reason):
    (tmp_path / "folder.nono").mkdir()
    for write in (partial(save, dancer()), files.check_writable):
        with pytest.raises(InputError) as caught:
            write(tmp_path / name)
        assert str(caught.value) == f"{tmp_path / name}: cannot be written: {reason}"


def test_looking_whether_it_could_be_written_changes_nothing(tmp_path):
    (tmp_path / "old").write_text("before")
    files.check_writable(tmp_path / "new")
    files.check_writable(tmp_path / "old")
    files.check_writable("/dev/null")
    assert os.listdir(tmp_path) == ["old"]
    assert (tmp_path / "old").read_text() == "before"


@pytest.mark.skipif(os.name != "posix", reason="modes and links of posix")
def test_mode_and_links(tmp_path):
    before = os.umask(0o027)
    try:
        save(dancer(), tmp_path / "new.nono")
        assert stat.S_IMODE(os.stat(tmp_path / "new.nono").st_mode) == 0o640
    finally:
        os.umask(before)
    os.chmod(tmp_path / "new.nono", 0o604)
    (tmp_path / "link.nono").symlink_to("new.nono")
    save(flag(), tmp_path / "link.nono")
    assert (tmp_path / "link.nono").is_symlink()
    assert load(tmp_path / "new.nono") == flag()
    assert stat.S_IMODE(os.stat(tmp_path / "new.nono").st_mode) == 0o604


@pytest.mark.skipif(not os.path.exists("/dev/null"), reason="no /dev/null")
def test_a_device_is_written_to_not_replaced():
    save(dancer(), "/dev/null", format="nono")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes")
def test_a_pipe_can_be_read(tmp_path):
    import threading

    path = tmp_path / "pipe.nono"
    os.mkfifo(path)
    writer = threading.Thread(target=lambda: path.write_bytes(dumps(dancer(), "nono")))
    writer.start()
    assert load(path) == dancer()
    writer.join()
