"""Streams of bytes: cut into lines or puzzles, looked into, and decompressed within limits."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import re
from typing import Any, Protocol

from nonoforge.errors import MissingPart
from nonoforge.formats import MAX_BYTES

CHUNK = 1 << 20  # bytes read at once
ZSTD_CHUNK = 1 << 10  # which unpacks to 32 MB at most
MAX_BLOCK = 16 << 20  # bytes of a block, whatever the number of its lines
MAX_RATIO = 200  # of what is unpacked to what it takes
MIN_RATIO_SIZE = 64 << 20  # bytes that may be unpacked whatever the ratio

_DIVIDER = re.compile(rb"^[ \t]*====[ \t]*\r?\n", re.M)


class Readable(Protocol):
    """Bytes that are read from the beginning to the end."""

    def read(self, size: int = -1, /) -> bytes:
        """Return up to `size` bytes; none at the end."""


class Cutter:
    """Cuts a stream into blocks of lines, or of puzzles between lines of `====`. `too_long` says
    that the next line or puzzle has more than `MAX_BYTES`; it must be skipped. Where the stream
    breaks, whole lines before are returned; then its error is raised."""

    def __init__(self, file: Readable, lines: bool) -> None:
        self.too_long = False
        self._file, self._lines = file, lines
        self._buffer, self._at, self._ended = b"", 0, False
        self._broken: Exception | None = None

    def take(self, most: int) -> tuple[bytes, int]:
        """Return the next block and the number of lines or puzzles in it; (b"", 0) at the end."""
        position, count = self._whole_lines(most) if self._lines else (self._at, 0)
        while count < most and position - self._at < MAX_BLOCK:
            end = self._end_of(position)
            if end:
                position, count = end, count + 1
            elif self._ended:
                if self._broken is None:
                    count += bool(self._buffer[position:].strip())
                    position = len(self._buffer)
                elif not count:
                    raise self._broken
                break
            elif len(self._buffer) - position > MAX_BYTES:
                self.too_long = True
                break
            else:
                position = self._more(position)
        block = self._buffer[self._at:position]
        self._at = position
        return block, count

    def _whole_lines(self, most: int) -> tuple[int, int]:
        """Return where the last of up to `most` lines in the buffer ends, and their number: all at
        once, as long as they are no more than a block."""
        last = self._buffer.rfind(b"\n", self._at, self._at + MAX_BLOCK) + 1
        count = self._buffer.count(b"\n", self._at, last) if last else 0
        if not count:
            return self._at, 0
        if count <= most:
            return last, count
        found = re.compile(rb"(?:[^\n]*+\n){%d}" % most).match(self._buffer, self._at)
        assert found is not None
        return found.end(), most

    def skip(self) -> int:
        """Skip a line or puzzle that is too long; return its bytes."""
        skipped = 0
        while not (end := self._end_of(self._at)) and not self._ended:
            # The tail may be the beginning of a divider.
            keep = 0 if self._lines else self._buffer.rfind(b"\n") + 1 or len(self._buffer)
            kept = self._buffer[keep:] if keep and len(self._buffer) - keep < 100 else b""
            skipped += len(self._buffer) - self._at - len(kept)
            self._buffer, self._at = kept, 0
            self._more(0)
        end = end or len(self._buffer)
        skipped += end - self._at
        self._at, self.too_long = end, False
        return skipped

    def _end_of(self, start: int) -> int:
        """Return where the line or puzzle from here on ends; 0: not in the buffer."""
        if self._lines:
            return self._buffer.find(b"\n", start) + 1
        found = _DIVIDER.search(self._buffer, start)
        return found.end() if found else 0

    def _more(self, position: int) -> int:
        try:
            chunk = self._file.read(CHUNK)
        except Exception as error:
            self._broken, chunk = error, b""
        self._ended = not chunk
        self._buffer = self._buffer[self._at:] + chunk
        position, self._at = position - self._at, 0
        return position


class Peeked(io.RawIOBase):
    """A stream whose beginning can be looked at before it is read."""

    def __init__(self, stream: Readable) -> None:
        self._stream, self._start = stream, b""

    def peek(self, size: int) -> bytes:
        """Return up to `size` bytes of what will be read next."""
        while len(self._start) < size and (chunk := self._stream.read(size - len(self._start))):
            self._start += chunk
        return self._start

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes."""
        if not self._start:
            return self._stream.read(size)
        if size < 0:
            data, self._start = self._start + self._stream.read(), b""
        else:
            data, self._start = self._start[:size], self._start[size:]
        return data


class _Counted(io.RawIOBase):
    """Counts the bytes that are read from a stream."""

    def __init__(self, stream: Readable) -> None:
        self._stream, self.count = stream, 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = self._stream.read(len(buffer))
        buffer[:len(data)] = data
        self.count += len(data)
        return len(data)


class _Zstd:
    """Decompresses zstd, frame by frame; raises EOFError where one is cut off, which the reader of
    the library takes for the end."""

    def __init__(self, source: Readable) -> None:
        self._library, self._source = zstandard(), source
        self._frame: Any = None
        self._rest, self._ready = b"", memoryview(b"")

    def read1(self, size: int) -> bytes:
        """Return some of the next bytes."""
        while not self._ready:
            data = self._rest or self._source.read(ZSTD_CHUNK)
            if not data and self._frame is not None:
                raise EOFError("the file ends within a frame")
            if not data:
                return b""
            if self._frame is None:
                self._frame = self._library.ZstdDecompressor(
                    max_window_size=1 << 27).decompressobj()
            try:
                self._ready = memoryview(self._frame.decompress(data))
            except self._library.ZstdError as error:
                raise ValueError(str(error)) from None
            self._rest = self._frame.unused_data
            if self._frame.eof:
                self._frame = None
        part, self._ready = self._ready[:size], self._ready[size:]
        return bytes(part)


class Unpacked(io.RawIOBase):
    """A decompressed stream. Where it is broken, or far larger than what it comes from, what was
    before can be read; then an error is raised."""

    def __init__(self, inner: Any, source: _Counted) -> None:
        self._inner, self._source, self._out = inner, source, 0
        self._broken: Exception | None = None

    @property
    def position(self) -> int:
        """The bytes that were read of what it comes from."""
        return self._source.count

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes."""
        parts, found = list[bytes](), 0
        while self._broken is None and (size < 0 or found < size):
            try:
                part = self._inner.read1(CHUNK if size < 0 else min(CHUNK, size - found))
                self._out += len(part)
                if self._out > max(MIN_RATIO_SIZE, MAX_RATIO * self._source.count):
                    raise ValueError(f"it unpacks to more than {MAX_RATIO} times its size")
            except Exception as error:
                self._broken = error
                break
            if not part:
                break
            parts.append(part)
            found += len(part)
        if self._broken is not None and not parts:
            raise self._broken
        return b"".join(parts)


def decompressed(file: Readable, name: str) -> Unpacked:
    """Return the content of a compressed stream, by the ending of its name."""
    source, lower = _Counted(file), name.lower()
    inner: Any
    if lower.endswith((".gz", ".tgz")):
        inner = gzip.GzipFile(fileobj=io.BufferedReader(source, CHUNK))
    elif lower.endswith((".bz2", ".tbz2")):
        inner = bz2.BZ2File(io.BufferedReader(source, CHUNK))
    elif lower.endswith((".xz", ".txz")):
        inner = lzma.LZMAFile(io.BufferedReader(source, CHUNK))  # noqa: SIM115
    else:
        inner = _Zstd(source)
    return Unpacked(inner, source)


_MAGIC = {b"\x1f\x8b": ".gz", b"BZh": ".bz2", b"\xfd7zXZ\0": ".xz", b"\x28\xb5\x2f\xfd": ".zst"}


def compression_of(start: bytes) -> str:
    """Return the ending for files that begin like this; empty: it is not compressed."""
    return next((ending for magic, ending in _MAGIC.items() if start.startswith(magic)), "")


def zstandard() -> Any:
    """Return the library for zstd, or raise MissingPart."""
    try:
        import zstandard
    except ImportError:
        raise MissingPart("zstd needs the library zstandard: pip install "
                          "'nonoforge[batch]'") from None
    return zstandard
