"""Read files with a limit and errors in plain words; write files whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
from collections.abc import Iterator
from typing import BinaryIO

from nonoforge.errors import InputError

STDIN = "<stdin>"


def path_name(path: object) -> str:
    """Return a path as text; raise InputError for what is no path.

    >>> path_name("cat.nono")
    'cat.nono'
    """
    if isinstance(path, str | os.PathLike):
        name = os.fspath(path)
        if isinstance(name, str):
            return name
    raise InputError(f"the path of a file is needed here, not {type(path).__name__}")


def read_file(path: str | os.PathLike[str], limit: int, advice: str = "") -> bytes:
    """Return the bytes of a file, or of standard input for `-`.

    Raises InputError if it cannot be read or has more than `limit` bytes; `advice` is what to do
    then.
    """
    name = path_name(path)
    if name == "-":
        return check_limit(_stdin(limit), limit, STDIN, advice)
    try:
        with open(name, "rb") as file:
            data = file.read(limit + 1)
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be read: {error_reason(error)}", file=name, line=1,
                         column=1) from None
    return check_limit(data, limit, name, advice)


def check_limit(data: bytes, limit: int, name: str | None, advice: str = "") -> bytes:
    """Return the bytes of a file if there are at most `limit`."""
    if len(data) > limit:
        raise InputError(f"file too large (limit {limit // 2**20} MiB)"
                         + (f"; {advice}" if advice else ""), file=name, line=1, column=1)
    return data


def _stdin(limit: int) -> bytes:
    stream = sys.stdin
    try:
        if stream is None:  # started with standard input closed
            raise OSError(errno.EBADF, "closed")
        buffer = getattr(stream, "buffer", None)
        data: bytes | str = (buffer or stream).read(limit + 1)
    except (OSError, ValueError) as error:
        reason = "it is closed" if _is_closed(error) else error_reason(error)
        raise InputError(f"standard input cannot be read: {reason}", file=STDIN, line=1,
                         column=1) from None
    return data.encode() if isinstance(data, str) else data


def _is_closed(error: Exception) -> bool:
    return isinstance(error, ValueError) or getattr(error, "errno", None) == errno.EBADF


def error_reason(error: Exception) -> str:
    """Return why a file cannot be opened, read or written, in plain words."""
    known = {
        errno.ENOENT: "there is no such file", errno.EISDIR: "it is a directory",
        errno.EACCES: "permission denied", errno.EPERM: "permission denied",
        errno.ENOTDIR: "a part of its path is not a directory",
        errno.ENAMETOOLONG: "its name is too long", errno.ENOSPC: "the disk is full",
        errno.EROFS: "the disk is read-only",
    }
    number = getattr(error, "errno", None)
    if number in known:
        return known[number]
    return (getattr(error, "strerror", None) or str(error)).lower()


def write_whole(path: str | os.PathLike[str], data: bytes) -> None:
    """Write all of it or nothing: beside the file, then in its place. `-` is standard output."""
    name = path_name(path)
    if name == "-":
        _stdout(data)
        return
    with write_errors(name), whole_file(name) as file:
        file.write(data)


def check_writable(path: str | os.PathLike[str]) -> None:
    """Raise InputError if no file could be written there; for use before long work. Nothing is left
    behind."""
    name = path_name(path)
    with write_errors(name):
        target = os.path.realpath(name)
        mode = _mode(target)
        if mode is not None and not stat.S_ISREG(mode):
            if stat.S_ISDIR(mode):
                raise IsADirectoryError(errno.EISDIR, "")
            return  # opening a pipe would wait for its reader
        beside = _beside(target)
        open(beside, "xb").close()
        os.unlink(beside)


@contextlib.contextmanager
def write_errors(name: str) -> Iterator[None]:
    """Turn what stops a file from being written into an InputError in plain words."""
    try:
        yield
    except (OSError, ValueError) as error:
        missing = isinstance(error, FileNotFoundError)
        reason = "there is no such folder" if missing else error_reason(error)
        raise InputError(f"cannot be written: {reason}", file=name) from None


@contextlib.contextmanager
def whole_file(path: str) -> Iterator[BinaryIO]:
    """Open a file to write bit by bit: in its place at the end, gone if anything goes wrong."""
    target = os.path.realpath(path)  # a link stays a link
    mode = _mode(target)
    if mode is not None and not stat.S_ISREG(mode):
        with open(target, "wb") as file:  # a device or a pipe cannot be replaced
            yield file  # and a directory refuses by itself
        return
    beside = _beside(target)
    try:
        # Opened like a new file of the user's, so that the umask decides who may read it.
        with open(beside, "xb") as file:
            yield file
        if mode is not None:
            os.chmod(beside, stat.S_IMODE(mode))
        os.replace(beside, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(beside)
        raise


class GrowingFile:
    """A file that is written bit by bit under the name PATH.partial, and renamed when it is whole.
    Devices and pipes, which cannot be replaced, are written at once."""

    def __init__(self, path: str) -> None:
        self.path = path
        with write_errors(path):
            self._target = os.path.realpath(path)  # a link stays a link
            self._mode = _mode(self._target)
            plain = self._mode is None or stat.S_ISREG(self._mode)
            self._partial = f"{self._target}.partial" if plain else None
            if self._partial is not None and os.path.islink(self._partial):
                os.unlink(self._partial)
            self._file = open(self._partial or self._target, "wb", buffering=0)  # noqa: SIM115

    def write(self, data: bytes) -> None:
        """Append bytes."""
        with write_errors(self.path):
            view = memoryview(data)
            while view:
                view = view[self._file.write(view):]

    def finish(self) -> None:
        """Give the file its name."""
        with write_errors(self.path):
            self._file.close()
            if self._partial is not None:
                if self._mode is not None:
                    os.chmod(self._partial, stat.S_IMODE(self._mode))
                os.replace(self._partial, self._target)

    def discard(self) -> None:
        """Remove what was written."""
        self._file.close()
        if self._partial is not None:
            with contextlib.suppress(OSError):
                os.unlink(self._partial)

    def keep(self) -> str | None:
        """Leave what was written under the name of the unfinished file, which is returned; None if
        that is nothing."""
        self._file.close()
        return None if self._partial is None else f"{self.path}.partial"


def _beside(target: str) -> str:
    folder, base = os.path.split(target)
    return os.path.join(folder, f".{base[:100]}.{os.urandom(6).hex()}.part")


def _stdout(data: bytes) -> None:
    buffer = getattr(sys.stdout, "buffer", None)
    if buffer is None:
        raise InputError("standard output cannot be written: it is closed", file="<stdout>")
    buffer.write(data)
    buffer.flush()


def _mode(target: str) -> int | None:
    try:
        return os.stat(target).st_mode
    except FileNotFoundError:
        return None
