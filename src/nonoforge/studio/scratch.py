"""Folders for temporary files of worker processes, which are gone when their owners are.

A worker that is killed cannot clean up, so the server removes its folder; a server that is killed
cannot either, so the next one does: all folders are in one, with a file in it that is locked as
long as its server lives.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

PREFIX = "nonoforge-studio-"
LOCK = "lock"


class Scratch:
    """A folder for one server, and in it one for each worker."""

    def __init__(self) -> None:
        _sweep()
        self.root = tempfile.mkdtemp(prefix=PREFIX)
        self._lock = _locked(Path(self.root))

    def take(self) -> str:
        """A new folder."""
        return tempfile.mkdtemp(dir=self.root)

    def close(self) -> None:
        """Remove all of them."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None
        shutil.rmtree(self.root, ignore_errors=True)


def remove(folder: str) -> None:
    """Remove the folder of a worker that has ended."""
    shutil.rmtree(folder, ignore_errors=True)


def environment(folder: str) -> dict[str, str]:
    """What makes a process put its temporary files there."""
    return dict.fromkeys(("TMPDIR", "TEMP", "TMP"), folder)


def _locked(folder: Path) -> int | None:
    """Say that somebody lives here. The file gets its name when it is locked: never is there one
    that looks left behind."""
    try:
        import fcntl
    except ImportError:
        return None
    file = os.open(folder / "new", os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    fcntl.flock(file, fcntl.LOCK_EX)
    os.rename(folder / "new", folder / LOCK)
    return file


def _sweep() -> None:
    """Remove what servers left behind that were killed; only this user's, and no links."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with suppress(OSError):
            info = folder.lstat()
            if folder.is_dir() and not folder.is_symlink() and _is_own(info) and _left(folder):
                shutil.rmtree(folder, ignore_errors=True)


def _is_own(info: os.stat_result) -> bool:
    return hasattr(os, "getuid") and info.st_uid == os.getuid()


def _left(folder: Path) -> bool:
    """Whether nobody holds its lock."""
    import fcntl

    file = os.open(folder / LOCK, os.O_RDWR | os.O_NOFOLLOW)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    finally:
        os.close(file)
    return True
