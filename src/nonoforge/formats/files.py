"""Bytes in and bytes out: limits and plain words when reading, all or nothing when writing."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
from collections.abc import Iterator
from typing import BinaryIO

from nonoforge.errors import FormatError, InputError
from nonoforge.formats.source import MAX_BYTES, TOO_LARGE, Source

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
        raise FormatError(TOO_LARGE, file=name, line=1, column=1)
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
    with write_errors(name), whole_file(name) as file:
        file.write(data)


def check_writable(path: str | os.PathLike[str]) -> None:
    """Before long work: would a file be written there? Nothing is left behind."""
    name = os.fspath(path)
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
    """What stops a file from being written, in plain words."""
    try:
        yield
    except (OSError, ValueError) as error:
        missing = isinstance(error, FileNotFoundError)
        reason = "there is no such folder" if missing else _reason(error)
        raise InputError(f"cannot be written: {reason}", file=name) from None


@contextlib.contextmanager
def whole_file(path: str) -> Iterator[BinaryIO]:
    """A file to write bit by bit: in its place when all is done, gone when anything goes wrong."""
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
