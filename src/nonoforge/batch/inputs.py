"""Inputs of a batch: files, folders, lists, JSON Lines, bundles and archives, cut into shards.

Nothing is read ahead and nothing large is kept: a shard names the files and the blocks of lines
that its worker reads, or holds the bytes of what can be read only once (standard input, members of
archives, compressed and remote files). The same inputs give the same shards.

Archives may come from anywhere. Nothing of them is written to disk; a member that is a link, that
names a folder above, or that unpacks to far more than it takes is an error of its own.
"""

from __future__ import annotations

import glob
import hashlib
import lzma
import os
import stat
import sys
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from functools import partial
from typing import IO, Any, TypeAlias

import msgspec

from nonoforge.batch.streams import (
    CHUNK,
    MAX_RATIO,
    MIN_RATIO_SIZE,
    Cutter,
    Peeked,
    Readable,
    Unpacked,
    compression_of,
    decompressed,
)
from nonoforge.errors import InputError, MissingPart
from nonoforge.files import STDIN, error_reason
from nonoforge.formats import EXTENSIONS, MAX_BYTES

LINES = (".jsonl", ".ndjson")
BUNDLE = ".nonpack"
ARCHIVES = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz", ".tar.zst")
COMPRESSED = (".gz", ".bz2", ".xz", ".zst")
MAX_MEMBERS = 2_000_000  # of a zip, whose table of contents must be in memory


class Block(msgspec.Struct, frozen=True, tag=True):
    """Consecutive puzzles of a file of many: JSON Lines, or a bundle. `data` is None where the
    worker reads `length` bytes of the file from `offset` on; `first` is the number of the first
    line or puzzle, from 1, and `count` how many there are."""

    name: str
    lines: bool
    first: int
    count: int
    offset: int = 0
    length: int = 0
    checksum: int = 0
    data: bytes | None = None


class File(msgspec.Struct, frozen=True, tag=True):
    """A file of any format; `data` is None where the worker reads it."""

    name: str
    size: int
    data: bytes | None = None


class Bad(msgspec.Struct, frozen=True, tag=True):
    """An input that cannot be read."""

    name: str
    message: str


class Generated(msgspec.Struct, frozen=True, tag=True):
    """Puzzles to make without a source: those with these numbers."""

    first: int
    count: int


class Words(msgspec.Struct, frozen=True, tag=True):
    """A source of a puzzle that is no file: words, from a list."""

    name: str
    text: str


Piece: TypeAlias = Block | File | Bad | Generated | Words


class Shard(msgspec.Struct, frozen=True):
    """Inputs whose results are one file. `count` are the puzzles in it as far as they can be
    counted beforehand: a file counts as one."""

    number: int
    pieces: list[Piece]
    count: int

    @property
    def name(self) -> str:
        """The name of its files, without their ending."""
        return f"shard-{self.number:06d}"

    @property
    def source(self) -> str:
        """A digest of what the inputs are: names, places, sizes and checksums of blocks."""
        seen = hashlib.sha256()
        for piece in self.pieces:
            bare = msgspec.structs.replace(piece, data=None) \
                if isinstance(piece, Block | File) else piece
            seen.update(msgspec.msgpack.encode(bare))
        return seen.hexdigest()[:16]


class Inputs:
    """The inputs of a batch. `shards` may be called more than once, unless standard input is one of
    them."""

    def __init__(
        self, inputs: Sequence[str], *, extensions: Iterable[str] | None = None,
        avoid: str | None = None, lists: bool = True, words: bool = False,
    ) -> None:
        """Name the inputs; raise InputError for one that does not exist.

        extensions: of the files that are taken from folders; None: those of puzzles.
        avoid: a folder that is left out, such as that of the results.
        lists: whether JSON Lines, bundles and archives are opened.
        words: whether each line of the inputs is a source itself.
        """
        self.inputs = tuple(inputs)
        self.size = 0  # bytes of all inputs, 0 where that is not known (yet),
        self.read = 0  # and of those that were read
        self._unmeasured: list[str] = []  # folders, patterns, lists: their files are not counted
        self._lists, self._words = lists, words
        puzzles = [ending for ending, format in EXTENSIONS.items() if not format.picture]
        more = (*LINES, *ARCHIVES, *(a + b for a in (*LINES, BUNDLE) for b in COMPRESSED)) \
            if lists else ()
        self._endings = (*(extensions or puzzles), *more)
        self._avoid = avoid and os.path.realpath(avoid)
        self._room = 0
        for name in self.inputs:
            self._check(name)
        if self.inputs and not self._unmeasured:
            self.measure()

    def _check(self, name: str) -> None:
        if name == "-":
            return
        if "://" in name:
            self._check_remote(name)
            return
        path = name[1:] if _is_list(name) else name
        if glob.has_magic(path) and not os.path.lexists(path):
            if next(glob.iglob(path, recursive=True), None) is None:
                raise InputError("no file matches", file=name)
            self._unmeasured.append(name)
            return
        try:
            if os.path.isdir(path) or _is_list(name):
                self._unmeasured.append(name)
            if not os.path.isdir(path):
                with open(path, "rb"):
                    pass
        except (OSError, ValueError) as error:
            raise InputError(f"cannot be read: {error_reason(error)}", file=name) from None

    def _check_remote(self, name: str) -> None:
        system, path = remote_system(name)
        try:
            there = glob.has_magic(path) or system.exists(path)
        except Exception as error:
            raise InputError(f"cannot be read: {remote_reason(error)}", file=name) from None
        if not there:
            raise InputError("cannot be read: there is no such file", file=name)

    def measure(self) -> None:
        """Find the size of all inputs. Where many files are to be found that takes a while, so it
        is for a thread beside the work."""
        names: list[str] = []
        with suppress(OSError):
            for name in self.inputs:
                names += _list_names(name[1:]) if _is_list(name) else [name]
            if any(name == "-" or "://" in name for name in names):
                return
            total = 0
            for name in names:
                for path in self._paths(name):
                    if isinstance(path, str):
                        with suppress(OSError):
                            total += os.stat(path).st_size
            self.size = total

    def shards(self, size: int) -> Iterator[Shard]:
        """Yield the inputs in shards of this many puzzles."""
        number, pieces, count = 0, list[Piece](), 0
        self.read, self._room = 0, size
        for piece in self._all():
            pieces.append(piece)
            many = _count(piece)
            count += many
            self._room -= many
            if self._room <= 0:
                yield Shard(number, pieces, count)
                number, pieces, count, self._room = number + 1, [], 0, size
        if pieces:
            yield Shard(number, pieces, count)

    def _all(self) -> Iterator[Piece]:
        for name in self.inputs:
            if _is_list(name):
                yield from self._listed(name[1:])
            else:
                yield from self._input(name)

    def _listed(self, path: str) -> Iterator[Piece]:
        """Yield what a list of inputs names, a line each."""
        with open(path, encoding="utf-8", errors="surrogateescape") as lines:
            for number, line in enumerate(lines, start=1):
                name = line.rstrip("\r\n")
                if not name.strip():
                    continue
                if name == "-":
                    yield Bad(f"{path}:{number}", "a list cannot name standard input")
                else:
                    yield from self._input(name)

    def _input(self, name: str) -> Iterator[Piece]:
        if name == "-":
            yield from self._stdin()
        elif "://" in name:
            yield from self._remote(name)
        else:
            for path in self._paths(name):
                if isinstance(path, Bad):
                    yield path
                else:
                    yield from self._file(path)

    def _paths(self, name: str) -> Iterator[str | Bad]:
        """Yield the files of an input of this machine."""
        if os.path.isdir(name):
            yield from self._folder(name)
        elif glob.has_magic(name) and not os.path.lexists(name):
            for path in sorted(glob.iglob(name, recursive=True)):
                if os.path.isdir(path):
                    yield from self._folder(path)
                else:
                    yield path
        else:
            yield name

    def _folder(self, folder: str) -> Iterator[str | Bad]:
        """Yield the puzzle files of a folder and of those in it, in the order of their names."""
        if self._avoid and os.path.realpath(folder) == self._avoid:
            return
        try:
            names = sorted(os.listdir(folder))
        except OSError as error:
            yield Bad(folder, f"cannot be read: {error_reason(error)}")
            return
        for name in names:
            path = os.path.join(folder, name)
            if name.startswith("."):
                continue
            if os.path.isdir(path):
                if not os.path.islink(path):  # it may lead back here
                    yield from self._folder(path)
            elif name.lower().endswith(self._endings):
                yield path

    def _file(self, path: str) -> Iterator[Piece]:
        try:
            info = os.stat(path)
            if not stat.S_ISREG(info.st_mode):
                yield Bad(path, "not a regular file")
                return
            kind = self._kind(path)
            if self._words:
                yield from self._lines_of_words(path)
            elif kind is None:
                yield File(path, info.st_size)
                self.read += info.st_size
            else:
                before = self.read
                yield from self._contents(path, kind)
                self.read = before + info.st_size
        except (OSError, ValueError) as error:
            yield Bad(path, f"cannot be read: {error_reason(error)}")

    def _lines_of_words(self, path: str) -> Iterator[Piece]:
        with open(path, encoding="utf-8", errors="replace") as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    yield Words(f"{path}#{number}", line.strip())

    def _kind(self, name: str) -> str | None:
        """Return `archive`, `lines`, `bundle`, or None for a file of one format."""
        lower = name.lower()
        if not self._lists:
            return None
        if lower.endswith(ARCHIVES):
            return "archive"
        bare = next((lower[:-len(end)] for end in COMPRESSED if lower.endswith(end)), lower)
        return "lines" if bare.endswith(LINES) else "bundle" if bare.endswith(BUNDLE) else None

    def _contents(self, path: str, kind: str) -> Iterator[Piece]:
        if kind == "archive":
            yield from self._archive(path, path)
            return
        with open(path, "rb") as file:
            packed = path.lower().endswith(COMPRESSED)
            with closing(decompressed(file, path)) if packed else file as content:
                yield from self._blocks(path, content, kind == "lines", by_place=not packed)

    # JSON Lines and bundles.

    def _blocks(self, name: str, file: Readable, lines: bool, *,
                by_place: bool) -> Iterator[Piece]:
        """Yield blocks that fill up a shard each."""
        cutter, first, begin = Cutter(file, lines), 1, 0
        start = self.read
        try:
            while True:
                block, count = cutter.take(self._room)
                if count and not block.isspace():  # no shards of nothing
                    yield Block(name, lines, first, count, begin, len(block), zlib.crc32(block),
                                None if by_place else block)
                elif not count and not cutter.too_long:
                    return
                begin, first = begin + len(block), first + count
                self.read = start + (file.position if isinstance(file, Unpacked) else begin)
                if cutter.too_long:
                    begin += cutter.skip()
                    yield Bad(f"{name}#{first}", f"longer than {MAX_BYTES >> 20} MiB")
                    first += 1
        except _BROKEN as error:
            yield Bad(f"{name}#{first}", f"broken from here on: {str(error)[:100]}")

    # Archives.

    def _archive(self, name: str, path: str) -> Iterator[Piece]:
        try:
            if name.lower().endswith(".zip"):
                with zipfile.ZipFile(path) as opened:
                    yield from self._zip(name, opened)
            else:
                with open(path, "rb") as file:
                    yield from self._tar(name, file)
        except _BROKEN as error:
            yield Bad(name, f"the archive is broken: {str(error)[:100]}")

    def _tar(self, name: str, file: Readable) -> Iterator[Piece]:
        lower = name.lower()
        packed = lower.endswith((*COMPRESSED, ".tgz", ".tbz2", ".txz"))
        content: Any = decompressed(file, name) if packed else file
        with tarfile.open(fileobj=content, mode="r|") as opened:
            for member in opened:
                if not member.isdir():
                    reason = _refused(member.name) or \
                        ("" if member.isfile() else "a link or a device, not a file")
                    yield from self._member(f"{name}/{member.name}", member.size, reason,
                                            partial(opened.extractfile, member))
                    opened.members = []  # type: ignore[attr-defined] # it would keep them all

    def _zip(self, name: str, opened: zipfile.ZipFile) -> Iterator[Piece]:
        members = opened.infolist()
        if len(members) > MAX_MEMBERS:
            yield Bad(name, f"{len(members):,} files in the archive (limit {MAX_MEMBERS:,})")
            return
        for info in members:
            if info.is_dir():
                continue
            reason = _refused(info.filename)
            if stat.S_ISLNK(info.external_attr >> 16):
                reason = "a link or a device, not a file"
            elif info.flag_bits & 1:
                reason = "encrypted"
            elif info.file_size > max(MIN_RATIO_SIZE, MAX_RATIO * info.compress_size):
                reason = f"unpacks to more than {MAX_RATIO} times its size"
            yield from self._member(f"{name}/{info.filename}", info.file_size, reason,
                                    partial(opened.open, info))

    def _member(self, name: str, size: int, reason: str,
                open_it: Callable[[], IO[bytes] | None]) -> Iterator[Piece]:
        """Yield what is in a member of an archive; members that are no puzzles are left out."""
        if not reason and not name.lower().endswith(self._endings):
            return
        kind = self._kind(name)
        if not reason and kind == "archive":
            reason = "an archive in an archive; unpack it first"
        if not reason and kind is None and size > MAX_BYTES:
            reason = f"file too large (limit {MAX_BYTES >> 20} MiB)"
        if reason:
            yield Bad(name, reason)
            return
        try:
            file = open_it()
            if file is None:
                yield Bad(name, "not a file")
                return
            with file:
                if kind is None:
                    yield File(name, size, file.read(MAX_BYTES + 1))
                elif name.lower().endswith(COMPRESSED):
                    with closing(decompressed(file, name)) as content:
                        yield from self._blocks(name, content, kind == "lines", by_place=False)
                else:
                    yield from self._blocks(name, file, kind == "lines", by_place=False)
        except _BROKEN as error:
            yield Bad(name, f"the archive is broken: {str(error)[:100]}")

    # Standard input, and files elsewhere.

    def _stdin(self) -> Iterator[Piece]:
        stream = getattr(sys.stdin, "buffer", None)
        if stream is None:
            yield Bad(STDIN, "standard input cannot be read: it is closed")
            return
        yield from self._stream(STDIN, stream)

    def _stream(self, name: str, stream: IO[bytes]) -> Iterator[Piece]:
        """Yield what a stream holds, perhaps compressed."""
        try:
            peeked = Peeked(stream)
            if self._lists and (ending := compression_of(peeked.peek(CHUNK))):
                peeked = Peeked(decompressed(peeked, ending))
            yield from self._sniffed(name, peeked)
        except _BROKEN as error:
            yield Bad(name, f"broken: {str(error)[:100]}")

    def _sniffed(self, name: str, peeked: Peeked) -> Iterator[Piece]:
        """Yield JSON Lines, a bundle, what is in a tar archive, or one puzzle."""
        start = peeked.peek(CHUNK)
        if self._lists and start[257:262] == b"ustar":
            yield from self._tar(name, peeked)
        elif self._lists and start.startswith(b"PK\3\4"):
            yield Bad(name, "a zip archive must be a file: its table of contents is at its end")
        elif self._lists and _looks_like_lines(start):
            yield from self._blocks(name, peeked, True, by_place=False)
        elif self._lists and b"\n====\n" in start:
            yield from self._blocks(name, peeked, False, by_place=False)
        else:
            data = peeked.read(MAX_BYTES + 1)
            yield File(name, len(data), data)

    def _remote(self, name: str) -> Iterator[Piece]:
        """Yield what fsspec finds at an address: a file, or the puzzle files below a folder."""
        try:
            system, path = remote_system(name)
        except (InputError, MissingPart) as error:  # of a name in a list, not yet looked at
            yield Bad(name, str(error).removeprefix(f"{name}: "))
            return
        try:
            scheme = name.partition("://")[0]
            paths = sorted(system.glob(path) if glob.has_magic(path) else
                           system.find(path) if system.isdir(path) else [path])
            for each in paths:
                full = f"{scheme}://{each.lstrip('/') if scheme != 'file' else each}"
                if len(paths) > 1 and not full.lower().endswith(self._endings):
                    continue
                with system.open(each, "rb") as file:
                    kind = self._kind(full)
                    if kind == "archive" and full.lower().endswith(".zip"):
                        with zipfile.ZipFile(file) as opened:
                            yield from self._zip(full, opened)
                    elif kind == "archive":
                        yield from self._tar(full, file)
                    elif kind is None:
                        data = file.read(MAX_BYTES + 1)
                        yield File(full, len(data), data)
                    elif full.lower().endswith(COMPRESSED):
                        with closing(decompressed(file, full)) as content:
                            yield from self._blocks(full, content, kind == "lines", by_place=False)
                    else:
                        yield from self._blocks(full, file, kind == "lines", by_place=False)
        except InputError:
            raise
        except Exception as error:
            yield Bad(name, f"cannot be read: {remote_reason(error)}")


_BROKEN = (zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError, EOFError, OSError,
           RuntimeError, ValueError, NotImplementedError, KeyError, IndexError, OverflowError)


def _is_list(name: str) -> bool:
    return name.startswith("@") and not os.path.lexists(name)


def _list_names(path: str) -> list[str]:
    with open(path, encoding="utf-8", errors="surrogateescape") as lines:
        return [line.rstrip("\r\n") for line in lines if line.strip()]


def _count(piece: Piece) -> int:
    return piece.count if isinstance(piece, Block | Generated) else 1


def remote_system(address: str) -> tuple[Any, str]:
    """Return the file system of fsspec for an address, and the path in it.

    Raise MissingPart where a package is missing, InputError where there is no such file system.
    """
    try:
        import fsspec
    except ImportError:
        raise MissingPart("addresses like s3://... need the library fsspec: pip install "
                          "'nonoforge[batch]'") from None
    scheme = address.partition("://")[0]
    try:
        system, path = fsspec.core.url_to_fs(address)
    except ImportError as error:
        raise MissingPart(f"{scheme}:// addresses need one more package: {error}") from None
    except Exception as error:
        raise InputError(f"cannot be used: {remote_reason(error)}", file=address) from None
    return system, path


def remote_reason(error: Exception) -> str:
    """Return a reason; what a remote file system raises depends on the user's packages."""
    text = " ".join(str(error).split())[:200]
    return text if isinstance(error, ValueError) else f"{type(error).__name__}: {text}"


def _refused(name: str) -> str:
    """Return what is wrong with the name of a member; empty: nothing."""
    parts = name.replace("\\", "/").split("/")
    if ".." in parts:
        return "its name leads out of the archive"
    if name.startswith(("/", "\\")) or (len(name) > 1 and name[1] == ":"):
        return "its name is absolute"
    return ""


def _looks_like_lines(start: bytes) -> bool:
    first = start.lstrip().partition(b"\n")[0].strip()
    return first.startswith(b"{") and (first.endswith(b"}") or b"\n" not in start.strip())
