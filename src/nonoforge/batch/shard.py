"""One shard: its inputs are read, its puzzles judged, its records returned.

This runs in a worker process (`perform`), of this machine or of a cluster. A puzzle that ends its
worker (a crash, a hang, too much memory) costs the whole answer; so the shard is then done again
`carefully`: each record is sent as soon as it is there, and the parent sees which puzzle ends the
worker, makes a record of that, and goes on behind it.
"""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Iterator
from contextlib import suppress
from sys import byteorder
from time import process_time, time

import msgspec

from nonoforge.batch.inputs import Bad, Block, File, Generated, Piece, Shard, Words
from nonoforge.batch.records import (
    BatchRecord,
    SolutionForm,
    Tally,
    decode_record,
    encode_record,
)
from nonoforge.batch.verb_table import verb_named
from nonoforge.batch.verbs import Item, Verb
from nonoforge.engine import content_key, pack, solve_lines
from nonoforge.errors import InputError, NonoforgeError
from nonoforge.files import error_reason
from nonoforge.formats import PackedPuzzle, pack_file
from nonoforge.worker_processes import Teller, limit_cpu

CHUNK = 256  # puzzles in one native call


class Task(msgspec.Struct, frozen=True):
    """What to do with each puzzle of a batch."""

    verb: str
    options: bytes
    solution: SolutionForm = "bits"
    cpu: float = 300.0  # seconds for each puzzle
    folder: str = ""  # where verbs that write files do so
    place: str = ""  # the folder that paths are relative to, for workers that are elsewhere


class ShardJob(msgspec.Struct, frozen=True):
    """A shard for a worker. `begin` is the first of its items to do. Where `again` is not empty,
    only items are done whose `old` records have this verdict, or an error; others keep theirs."""

    task: Task
    shard: Shard
    careful: bool = False
    begin: int = 0
    again: str = ""
    old: list[bytes] = []


class ShardResult(msgspec.Struct):
    """The records of a shard, a line each, and counts over them."""

    records: list[bytes]
    tally: Tally
    wall: float = 0.0
    cpu: float = 0.0


_encode = msgspec.msgpack.Encoder().encode
_decode_job = msgspec.msgpack.Decoder(ShardJob).decode
_decode_result = msgspec.msgpack.Decoder(ShardResult).decode


def encode_job(job: ShardJob) -> bytes:
    """Return a job as a worker takes it."""
    return _encode(job)


def decode_result(body: bytes) -> ShardResult:
    """Return a worker's answer."""
    return _decode_result(body)


def perform(verb: str, body: bytes, tell: Teller) -> bytes:
    """Do a shard: the task of a worker process."""
    job = _decode_job(body)
    if job.task.place:
        with suppress(OSError):  # it need not be there where all paths are addresses
            os.chdir(job.task.place)
    runner = Runner(job, tell)
    begin, cpu = time(), process_time()
    records = runner.run()
    return _encode(ShardResult(records, runner.tally, time() - begin, process_time() - cpu))


class Runner:
    """Does one job."""

    def __init__(self, job: ShardJob, tell: Teller) -> None:
        self.job, self.tell, self.tally = job, tell, Tally()
        task = job.task
        self.verb: Verb = verb_named(task.verb, task.options, task.solution, task.folder)

    def run(self) -> list[bytes]:
        """Return the records; in a careful job they are sent one by one, and none returned."""
        wanted = ((number, item, old) for number, (item, old) in enumerate(self._with_old())
                  if number >= self.job.begin)
        if self.job.careful:
            for number, item, old in wanted:
                self.tell.part(b"%d" % number)
                self.tell.part(b"\n".join(old or self._records(item)))
            return []
        records: list[bytes] = []
        chunk: list[tuple[Item, list[bytes]]] = []
        for _, item, old in wanted:
            chunk.append((item, old))
            if len(chunk) == CHUNK:
                records += self._chunk(chunk)
                chunk = []
        return records + self._chunk(chunk)

    def _with_old(self) -> Iterator[tuple[Item, list[bytes]]]:
        """Yield the items with the records that they keep."""
        if not self.job.again:
            yield from ((item, []) for item in items(self.job.shard.pieces))
            return
        old, at = [(line, decode_record(line)) for line in self.job.old], 0
        for item in items(self.job.shard.pieces):
            own = []
            while at < len(old) and _is_of(old[at][1].file, item.name):
                own.append(old[at])
                at += 1
            kept = own and not any(
                record.error if self.job.again == "error" else record.verdict == self.job.again
                for _, record in own)
            if kept:
                for _, record in own:
                    self.tally.add(record)
            yield item, [line for line, _ in own] if kept else []

    def _chunk(self, chunk: list[tuple[Item, list[bytes]]]) -> list[bytes]:
        """Return the records of some items: those that single lines solve in one native call."""
        found = {at: old for at, (_, old) in enumerate(chunk) if old}
        limit_cpu(self.job.task.cpu)
        self.tell(None, "")
        if self.verb.by_lines:
            self._by_lines([item for item, _ in chunk], found)
        for at, (item, _) in enumerate(chunk):
            if at not in found:
                found[at] = self._records(item)
        return [line for at in range(len(chunk)) for line in found[at]]

    def _by_lines(self, chunk: list[Item], found: dict[int, list[bytes]]) -> None:
        """Add the records of puzzles that are packed quickly and solved by single lines. The time
        of each is the mean."""
        begin = process_time()
        ready = [(at, packed) for at, item in enumerate(chunk)
                 if item.quick and at not in found
                 and (packed := pack_file(item.content(), item.quick))]
        answers = solve_lines([packed.packed for _, packed in ready], self.verb.settled)
        each = _milliseconds((process_time() - begin) / max(1, len(ready)))
        for (at, packed), (solution, settled, _) in zip(ready, answers, strict=True):
            if solution is not None:
                record = BatchRecord(file=chunk[at].name,
                                     key=content_key(packed.family, packed.packed))
                self.verb.solved(record, _colours(packed), solution, settled)
                record.ms = each
                found[at] = [self._line(record)]

    def _records(self, item: Item) -> list[bytes]:
        """Return the records of one item, with the clock of its limit started anew."""
        limit_cpu(self.job.task.cpu)
        self.tell(None, "")
        return [self._line(record) for record in self._judged(item)]

    def _line(self, record: BatchRecord) -> bytes:
        self.tally.add(record)
        return encode_record(record)

    def _judged(self, item: Item) -> Iterator[BatchRecord]:
        begin = process_time()
        try:
            if item.error:
                raise InputError(item.error)
            nonograms = self.verb.read(item)
        except MemoryError:
            raise
        except Exception as error:
            yield failure(item, error, begin)
            return
        for number, nonogram in enumerate(nonograms, start=1):
            name = item.name if len(nonograms) == 1 else f"{item.name}#{number}"
            record = BatchRecord(file=name)
            try:
                record.key = content_key(nonogram.family.name, pack(nonogram.puzzle))
                self.verb.judge(record, nonogram)
            except MemoryError:
                raise
            except Exception as error:
                record = failure(item._replace(name=name), error, begin, record.key)
            record.ms = _milliseconds(process_time() - begin)
            yield record
            limit_cpu(self.job.task.cpu)
            begin = process_time()


def _is_of(name: str, item: str) -> bool:
    """Return whether a record of this name belongs to an item."""
    return name == item or name.startswith(f"{item}#")


def failure(item: Item, error: Exception, begin: float, key: str = "") -> BatchRecord:
    """Return the record of a puzzle without a result."""
    if isinstance(error, InputError):
        if item.place:
            error.file, error.line = item.place
        else:
            error.at(file=item.name)
    if isinstance(error, NonoforgeError):
        words, cause = str(error), "input"
    else:
        words, cause = f"{type(error).__name__}: {error}".strip(": "), "crash"
        words = f"internal error ({words})"
    return BatchRecord(file=item.name, key=key, error=words, cause=cause,
                       ms=_milliseconds(process_time() - begin))


def lost(item: str, message: str, cause: str) -> BatchRecord:
    """Return the record of an item that ended its worker."""
    return BatchRecord(file=item, error=message, cause=cause)


def _colours(packed: PackedPuzzle) -> int:
    return int.from_bytes(packed.packed[4:8], byteorder)


def _milliseconds(seconds: float) -> float:
    return round(1e3 * seconds, 3)


# Reading: what a shard consists of.

def items(pieces: list[Piece]) -> Iterator[Item]:
    """Yield the items of a shard in their order; files are not read yet."""
    for piece in pieces:
        if isinstance(piece, Bad):
            yield Item(piece.name, error=piece.message)
        elif isinstance(piece, Block):
            yield from _block_items(piece)
        elif isinstance(piece, File):
            ending = os.path.splitext(piece.name)[1].lower()
            yield Item(piece.name, piece.data, quick=_QUICK.get(ending, ""))
        elif isinstance(piece, Generated):
            for number in range(piece.first, piece.first + piece.count):
                yield Item(f"random#{number + 1}", b"", number=number)
        elif isinstance(piece, Words):
            yield Item(piece.name, b"", words=piece.text)


_QUICK = {".nono": "nono", ".non": "non"}
_DIVIDER = re.compile(rb"^[ \t]*====[ \t]*\r?\n", re.M)


def _block_items(block: Block) -> Iterator[Item]:
    try:
        data = block.data if block.data is not None else _read(block)
    except (OSError, InputError) as error:
        reason = str(error) if isinstance(error, InputError) else \
            f"cannot be read: {error_reason(error)}"
        for number in range(block.first, block.first + block.count):
            yield Item(f"{block.name}#{number}", error=reason)
        return
    parts = data.split(b"\n") if block.lines else _DIVIDER.split(data)
    format = "nono" if block.lines else "non"
    for number, part in enumerate(parts, start=block.first):
        if part and not part.isspace():
            if part.startswith(b'{"file":'):  # a record of `batch make`
                part = _puzzle_in(part)
            yield Item(f"{block.name}#{number}", part, format, format,
                       (block.name, number) if block.lines else None)


def _puzzle_in(line: bytes) -> bytes:
    """Return the puzzle in a record, or the line where it has none."""
    try:
        puzzle = decode_record(line).puzzle
    except msgspec.MsgspecError:
        return line
    return line if puzzle is None else msgspec.json.encode(puzzle)


def _read(block: Block) -> bytes:
    with open(block.name, "rb") as file:
        file.seek(block.offset)
        data = file.read(block.length)
    if zlib.crc32(data) != block.checksum:
        raise InputError("the file was changed while the batch ran")
    return data
