"""Small puzzle files, and the command in this process or in one of its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

import nonoforge
from nonoforge.cli.app import run as run_command

UNIQUE = "width 3\nheight 2\n\nrows\n3\n1\n\ncolumns\n1\n2\n1\n"
MULTIPLE = "width 2\nheight 2\n\nrows\n1\n1\n\ncolumns\n1\n1\n"
NONE = "width 3\nheight 3\n\nrows\n3\n0\n3\n\ncolumns\n3\n0\n3\n"
PROBED = ("width 5\nheight 4\n\nrows\n1,1\n1\n1,1\n2,1\n\n"
          "columns\n1\n1,2\n0\n2\n1,1\n")
BROKEN = "width 3\nheight 2\n\nrows\n3\n9\n\ncolumns\n1\n2\n1\n"


class Result(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory with puzzles of every verdict, which is the current one."""
    for name, text in (("unique", UNIQUE), ("multiple", MULTIPLE), ("none", NONE),
                       ("probed", PROBED), ("broken", BROKEN)):
        (tmp_path / f"{name}.non").write_text(text)
    (tmp_path / "two.nonpack").write_text(UNIQUE + "====\n" + MULTIPLE)
    (tmp_path / "binary.non").write_bytes(bytes(range(256)))
    (tmp_path / "empty.non").write_bytes(b"")
    (tmp_path / "folder.non").mkdir()
    monkeypatch.chdir(tmp_path)
    # Commands of their own find the package that is under test, from whatever directory.
    monkeypatch.setenv("PYTHONPATH", str(Path(nonoforge.__file__).parents[1].resolve()))
    for name in ("FORCE_COLOR", "NO_COLOR", "NONOFORGE_DEBUG"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture
def run(files: Path, capfd: pytest.CaptureFixture[str]) -> Callable[..., Result]:
    """Run a command in this process."""
    def runner(*arguments: str) -> Result:
        capfd.readouterr()
        code = run_command(arguments)
        return Result(code, *capfd.readouterr())
    return runner


@pytest.fixture
def spawn(files: Path) -> Callable[..., subprocess.CompletedProcess[bytes]]:
    """Run a command as a shell would."""
    def runner(
        *arguments: str, **options: object,
    ) -> subprocess.CompletedProcess[bytes]:
        code = "from nonoforge.cli import main; main()"
        options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "timeout": 60} | options
        return subprocess.run(  # type: ignore[call-overload, no-any-return]
            [sys.executable, "-c", code, *arguments], check=False, cwd=files, **options)
    return runner
