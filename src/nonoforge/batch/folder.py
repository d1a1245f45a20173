"""The folder of a batch: what was asked for, and for each shard its records and what they are.

    manifest.json                 version, verb, options, inputs, size of a shard, passes
    shards/shard-000000.jsonl     the records of a shard (.gz, .zst, or .parquet)
    done/shard-000000.json        written after them: the shard is done

Each file is written beside its place and renamed, so that it is there whole or not at all; a shard
without its file in `done` is done again. Several processes may work in one folder on different
shards. Folders at addresses (s3://...) are written through fsspec.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import posixpath
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, cast
from uuid import uuid4

import msgspec

from nonoforge.batch.inputs import Shard, remote_reason, remote_system
from nonoforge.batch.options import BatchOptions, Compression, RecordFormat
from nonoforge.batch.records import BatchRecord, decode_record, encode_record
from nonoforge.batch.shard import ShardResult
from nonoforge.batch.streams import zstandard
from nonoforge.errors import InputError, MissingPart
from nonoforge.files import error_reason, write_errors, write_whole

MANIFEST = "manifest.json"
FORMAT_VERSION = 1


class Pass(msgspec.Struct, frozen=True):
    """One pass over the puzzles: the options of the verb; `again` are the puzzles it is for."""

    options: dict[str, Any]
    again: str = ""


class Manifest(msgspec.Struct, frozen=True):
    """What was asked for. A folder is continued only with the same."""

    nonoforge_batch: int
    version: str
    verb: str
    inputs: list[str]
    shard_size: int
    solution: str
    format: RecordFormat
    compression: Compression
    engine: str
    passes: list[Pass]
    seed: int = 0


class Done(msgspec.Struct, frozen=True):
    """A shard that is done. `source` identifies its inputs, `sha256` its records without their
    times; `last` is the pass it was done in, from 0."""

    shard: int
    source: str
    puzzles: int
    records: str
    bytes: int
    sha256: str
    verdicts: dict[str, int]
    stars: dict[str, int]
    errors: int
    wall: float
    cpu: float
    last: int = 0


class Folder:
    """Reads and writes the files of a batch, here or at an address."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._system: Any = None
        self._root = path
        if "://" in path:
            self._system, self._root = remote_system(path)

    def prepare(self) -> None:
        """Make the folder; raise InputError where nothing can be written."""
        probe = f".probe-{uuid4().hex}"  # other parts may begin at the same time
        with self._errors():
            for part in ("shards", "done"):
                if self._system is None:
                    os.makedirs(self._at(part), exist_ok=True)
                else:
                    self._system.makedirs(self._at(part), exist_ok=True)
            try:
                self.write(probe, b"x")
            except InputError as error:
                error.file = self.path
                raise
            self._remove(probe)

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Raise InputError for what a file system raises; what that is depends on the user's
        packages where the folder is an address."""
        with write_errors(self.path):
            try:
                yield
            except (OSError, InputError):
                raise
            except Exception as error:
                if self._system is None:
                    raise
                raise InputError(f"cannot be used: {remote_reason(error)}",
                                 file=self.path) from None

    def _at(self, name: str) -> str:
        join = os.path.join if self._system is None else posixpath.join
        return join(self._root, name)

    def read(self, name: str) -> bytes | None:
        """Return the bytes of a file; None if there is none."""
        try:
            if self._system is not None:
                return cast(bytes, self._system.cat_file(self._at(name)))
            with open(self._at(name), "rb") as file:
                return file.read()
        except FileNotFoundError:
            return None
        except Exception as error:
            raise self._unread(error, f"{self.path}/{name}") from None

    def write(self, name: str, data: bytes) -> None:
        """Write a file whole."""
        if self._system is not None:
            with self._errors():
                self._system.pipe_file(self._at(name), data)
            return
        write_whole(self._at(name), data)

    def names(self, part: str) -> list[str]:
        """Return the names of the files in a part of the folder, in order."""
        try:
            if self._system is None:
                return sorted(os.listdir(self._at(part)))
            return sorted(posixpath.basename(path) for path in
                          self._system.ls(self._at(part), detail=False))
        except FileNotFoundError:
            return []
        except Exception as error:
            raise self._unread(error, self.path) from None

    def _unread(self, error: Exception, file: str) -> InputError:
        """Return the error of a folder or file that cannot be read."""
        if self._system is None and not isinstance(error, OSError):
            raise error
        reason = error_reason(error) if isinstance(error, OSError) else remote_reason(error)
        return InputError(f"cannot be read: {reason}", file=file)

    def is_empty(self) -> bool:
        """Return whether there is nothing in the folder, or no folder."""
        if self._system is None and os.path.lexists(self._root) and not os.path.isdir(self._root):
            raise InputError("is a file; a batch needs a folder", file=self.path)
        return not self.names("")

    def manifest(self) -> Manifest | None:
        """Return what the folder was made for; None if it is new."""
        data = self.read(MANIFEST)
        if data is None:
            return None
        try:
            return msgspec.json.decode(data, type=Manifest)
        except (msgspec.MsgspecError, ValueError) as error:
            raise InputError(f"not the manifest of a batch: {str(error)[:100]}",
                             file=f"{self.path}/{MANIFEST}") from None

    def write_manifest(self, manifest: Manifest) -> None:
        """Write what the folder is for."""
        text = msgspec.json.format(msgspec.json.encode(manifest), indent=1)
        self.write(MANIFEST, text + b"\n")

    def done(self) -> dict[int, Done]:
        """Return the shards that are done."""
        found = {}
        for name in self.names("done"):
            if re.fullmatch(r"shard-\d{6,}\.json", name):
                data = self.read(f"done/{name}")
                with suppress(msgspec.MsgspecError, ValueError):
                    done = msgspec.json.decode(data or b"", type=Done)
                    found[done.shard] = done
        return found

    def clear(self) -> None:
        """Delete the results: only what a batch writes."""
        for part, pattern in (("done", r"shard-\d{6,}\.json"),
                              ("shards", r"shard-\d{6,}\.(jsonl(\.gz|\.zst)?|parquet)")):
            for name in self.names(part):
                if re.fullmatch(pattern, name) or name.endswith(".part"):
                    self._remove(f"{part}/{name}")
        self._remove(MANIFEST)

    def sweep(self) -> None:
        """Delete what a killed process left half written."""
        for part in ("done", "shards"):
            for name in self.names(part):
                if name.startswith(".") and name.endswith(".part"):
                    self._remove(f"{part}/{name}")

    def _remove(self, name: str) -> None:
        with self._errors(), suppress(FileNotFoundError):
            if self._system is not None:
                self._system.rm_file(self._at(name))
            elif os.path.exists(self._at(name)):
                os.unlink(self._at(name))

    def write_shard(self, manifest: Manifest, shard: Shard, result: ShardResult) -> Done:
        """Write the records of a shard, then that it is done."""
        data = encode_shard(result.records, manifest.format, manifest.compression)
        name = f"{shard.name}.{extension(manifest.format, manifest.compression)}"
        self.write(f"shards/{name}", data)
        tally = result.tally
        done = Done(
            shard.number, shard.source, tally.puzzles, name, len(data), _digest(result.records),
            dict(sorted(tally.verdicts.items())), dict(sorted(tally.stars.items())), tally.errors,
            round(result.wall, 3), round(result.cpu, 3), len(manifest.passes) - 1)
        self.write(f"done/{shard.name}.json", msgspec.json.encode(done) + b"\n")
        return done

    def lines(self, done: Done) -> list[bytes]:
        """Return the records of a shard, a line each."""
        name = done.records
        plain = re.fullmatch(r"[\w.-]{1,100}", name, re.ASCII)
        file = f"{self.path}/shards/{name if plain else ''}"
        data = self.read(f"shards/{name}") if plain else None
        if data is None:
            raise InputError("the records are missing; run the batch again with --restart",
                             file=file)
        try:
            return decode_shard(data, name)
        except MissingPart:
            raise
        except Exception:  # whatever a broken file makes a library raise
            raise _broken(file) from None

    def records(self) -> Iterator[BatchRecord]:
        """Yield all records in the order of the input."""
        for _, done in sorted(self.done().items()):
            for number, line in enumerate(self.lines(done), start=1):
                try:
                    yield decode_record(line)
                except (msgspec.MsgspecError, ValueError, RecursionError):
                    raise _broken(f"{self.path}/shards/{done.records}:{number}") from None


def _broken(file: str) -> InputError:
    return InputError("the records are broken; run the batch again with --restart", file=file)


def _digest(records: Sequence[bytes]) -> str:
    """Return a digest of records without their times, which are at their ends."""
    seen = hashlib.sha256()
    for line in records:
        head, _, tail = line.rpartition(b',"ms":')
        seen.update(head or tail)
    return seen.hexdigest()


# Files of records.

def extension(format: RecordFormat, compression: Compression) -> str:
    """Return the ending of a file of records."""
    return "parquet" if format == "parquet" else \
        "jsonl" + {"none": "", "gzip": ".gz", "zstd": ".zst"}[compression]


def check_format(options: BatchOptions) -> None:
    """Raise MissingPart if a library for the files of records is not installed."""
    if options.format == "parquet":
        parquet()
    elif options.compression == "zstd":
        zstandard()


def parquet() -> Any:
    """Return pyarrow's Parquet module, or raise MissingPart."""
    try:
        import pyarrow.parquet
    except ImportError:
        raise MissingPart("Parquet needs the library pyarrow: pip install "
                          "'nonoforge[batch]'") from None
    return pyarrow.parquet


_COLUMNS = ("file", "key", "verdict", "level", "settled", "probes", "nodes", "conflicts", "stars",
            "technique", "effort", "ready", "flaws", "ambiguous", "solution", "colours", "split",
            "error", "cause", "ms", "json")


def encode_shard(records: Sequence[bytes], format: RecordFormat,
                 compression: Compression) -> bytes:
    """Return the bytes of a file of records. Equal records give equal bytes."""
    if format == "parquet":
        return _parquet(records, compression)
    data = b"".join(line + b"\n" for line in records)
    if compression == "gzip":
        return gzip.compress(data, 6, mtime=0)
    if compression == "zstd":
        return cast(bytes, zstandard().ZstdCompressor(level=3).compress(data))
    return data


def decode_shard(data: bytes, name: str) -> list[bytes]:
    """Return the lines of a file of records."""
    if name.endswith(".parquet"):
        table = parquet().read_table(io.BytesIO(data), columns=["json"])
        return [text.encode() for text in table.column("json").to_pylist()]
    if name.endswith(".gz"):
        data = gzip.decompress(data)
    elif name.endswith(".zst"):
        data = zstandard().ZstdDecompressor().stream_reader(io.BytesIO(data)).read()
    return data.splitlines()


def _parquet(records: Sequence[bytes], compression: Compression) -> bytes:
    """Columns for the fields of a record, and `json`, the whole record."""
    import pyarrow as pa

    module = parquet()
    found = [decode_record(line) for line in records]
    columns: dict[str, list[Any]] = {name: [] for name in _COLUMNS}
    for line, record in zip(records, found, strict=True):
        work = dict(zip(("settled", "probes", "nodes", "conflicts"), record.work, strict=False))
        for name in _COLUMNS:
            value = line.decode() if name == "json" else work.get(name) if name in (
                "settled", "probes", "nodes", "conflicts") else getattr(record, name)
            if name == "solution" and value is not None and not isinstance(value, str):
                value = encode_record(BatchRecord(file="", solution=value)).decode()
            columns[name].append(value)
    types = {"ready": pa.bool_(), "flaws": pa.list_(pa.string()), "ms": pa.float64()}
    numbers = {"settled", "probes", "nodes", "conflicts", "stars", "effort", "ambiguous", "colours"}
    schema = pa.schema([(name, types.get(name) or (pa.int64() if name in numbers else pa.string()))
                        for name in _COLUMNS])
    out = io.BytesIO()
    module.write_table(pa.table(columns, schema=schema), out,
                       compression={"none": "none", "gzip": "gzip", "zstd": "zstd"}[compression])
    return out.getvalue()
