"""Bytes in and bytes out: limits and plain words when reading, all or nothing when writing."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys

from nonoforge.errors import FormatError, InputError
from nonoforge.formats.limits import MAX_BYTES
from nonoforge.formats.source import Source

STDIN = "<stdin>"


def read_source(path: str | os.PathLike[str]) -> Source:
    """The bytes of a file, or of standard input for `-`."""
    name = os.fspath(path)
    if name == "-":
        return Source(_limited(_stdin(), STDIN), STDIN)
    try:
        with open(name, "rb") as file:
            return Source(_limited(file.read(MAX_BYTES + 1), name), name)
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be read: {_reason(error)}", file=name, line=1, column=1) from None


def _limited(data: bytes, name: str) -> bytes:
    if len(data) > MAX_BYTES:
        raise FormatError(f"the file is larger than {MAX_BYTES // 2**20} MiB; no puzzle is",
                          file=name, line=1, column=1)
    return data


def _stdin() -> bytes:
    stream = sys.stdin
    try:
        if stream is None:  # started with standard input closed
            raise OSError(errno.EBADF, "closed")
        buffer = getattr(stream, "buffer", None)
        data: bytes | str = (buffer or stream).read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = "it is closed" if _is_closed(error) else _reason(error)
        raise InputError(f"standard input cannot be read: {reason}", file=STDIN, line=1,
                         column=1) from None
    return data.encode() if isinstance(data, str) else data


def _is_closed(error: Exception) -> bool:
    return isinstance(error, ValueError) or getattr(error, "errno", None) == errno.EBADF


def _reason(error: Exception) -> str:
    """Why, in words that need no manual."""
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
    """Write all of it or nothing: beside the file first, then in its place."""
    name = os.fspath(path)
    if name == "-":
        _stdout(data)
        return
    try:
        target = os.path.realpath(name)  # a link stays a link
        mode = _mode(target)
        if mode is not None and not stat.S_ISREG(mode):
            _write_special(target, data)
        else:
            _replace(target, data, mode)
    except (OSError, ValueError) as error:
        missing = isinstance(error, FileNotFoundError)
        reason = "there is no such folder" if missing else _reason(error)
        raise InputError(f"cannot be written: {reason}", file=name) from None


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


def _write_special(target: str, data: bytes) -> None:
    """A device or a pipe cannot be replaced; a directory refuses by itself."""
    with open(target, "wb") as file:
        file.write(data)


def _replace(target: str, data: bytes, mode: int | None) -> None:
    folder, base = os.path.split(target)
    beside = os.path.join(folder, f".{base[:100]}.{os.urandom(6).hex()}.part")
    # Opened like a new file of the user's, so that the umask decides who may read it.
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0),
                     0o666)
    try:
        with open(handle, "wb") as file:
            file.write(data)
        if mode is not None:
            os.chmod(beside, stat.S_IMODE(mode))
        os.replace(beside, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(beside)
        raise
