"""Runs a batch: into a folder that can be continued, or as a stream of records."""

from __future__ import annotations

import asyncio
import errno
import os
import queue
import re
import signal
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from time import time
from typing import Any, TypeAlias

import msgspec

from nonoforge import __version__
from nonoforge.batch.dataset import write_dataset
from nonoforge.batch.folder import FORMAT_VERSION, Done, Folder, Manifest, Pass, check_format
from nonoforge.batch.inputs import Inputs
from nonoforge.batch.local import Stop, limits_for, run_all
from nonoforge.batch.makes import Make
from nonoforge.batch.options import BatchOptions
from nonoforge.batch.records import BatchRecord, decode_record
from nonoforge.batch.shard import ShardJob, ShardResult, Task
from nonoforge.batch.verb_table import VERBS
from nonoforge.engine import ENGINE
from nonoforge.errors import InputError, nearest
from nonoforge.options import Options

InputLike: TypeAlias = "str | os.PathLike[str]"


class BatchSummary(msgspec.Struct):
    """What a run did. `skipped` puzzles were done before; `stopped`: it was interrupted."""

    puzzles: int = 0
    skipped: int = 0
    errors: int = 0
    verdicts: dict[str, int] = {}
    stars: dict[str, int] = {}
    """Puzzles by their rating."""
    dataset: dict[str, int] = {}
    """Puzzles in each part of a data set that was written, duplicates left out, and errors."""
    shards: int = 0
    wall: float = 0.0
    cpu: float = 0.0
    stopped: bool = False


Progress = Callable[[BatchSummary, float | None], None]
"""Called after each shard with what is done so far and the share of the input that was read."""


def run(
    verb: str, inputs: InputLike | Sequence[InputLike], folder: InputLike, *,
    progress: Progress | None = None, stop: Stop | None = None, **options: Any,
) -> BatchSummary:
    """Run a batch, or go on with one that was interrupted.

    Args:
        verb: `solve`, `check`, `rate`, `explain`, ...
        inputs: Files, folders, patterns, `@list.txt`, JSON Lines, bundles, archives; `-`.
        folder: Where the results go.
        progress: Called after each shard.
        stop: Called from elsewhere, it lets the shards under way finish and ends the run.
        options: Those of the verb and of `BatchOptions`, by name.
    """
    own, chosen = split_options(verb, options)
    return run_batch(verb, _names(inputs), os.fspath(folder), own, chosen, progress=progress,
                     stop=stop)


def stream(
    verb: str, inputs: InputLike | Sequence[InputLike], **options: Any,
) -> Iterator[BatchRecord]:
    """Yield the records of a batch without keeping them; options are those of `run`."""
    own, chosen = split_options(verb, options)
    yield from map(decode_record, stream_lines(verb, _names(inputs), own, chosen))


def _names(inputs: InputLike | Sequence[InputLike]) -> list[str]:
    many = [inputs] if isinstance(inputs, str | os.PathLike) else list(inputs)
    return [os.fspath(each) for each in many]


def split_options(verb: str, given: Mapping[str, Any]) -> tuple[Options, BatchOptions]:
    """Return the options of the verb and of the batch."""
    if verb not in VERBS:
        raise InputError(f"no verb {verb!a}; {nearest(verb, VERBS)}")
    kind = VERBS[verb].options
    own = {field.name for field in msgspec.structs.fields(kind)}
    batch = {field.name for field in msgspec.structs.fields(BatchOptions)}
    for name in given:
        if name not in own | batch:
            raise InputError(f"no option {name!a}; {nearest(name, sorted(own | batch))}")
    return (kind(**{name: value for name, value in given.items() if name in own}),
            BatchOptions(**{name: value for name, value in given.items() if name not in own}))


def run_batch(
    verb: str, inputs: Sequence[str], path: str, own: Options, options: BatchOptions, *,
    progress: Progress | None = None, stop: Stop | None = None,
) -> BatchSummary:
    """Run a batch with options that are checked."""
    check_format(options)
    VERBS[verb](own, options.solution, path)  # refuses what only a verb can know, as a method
    source = sources(verb, inputs, own, path)
    folder = Folder(path)
    manifest = _manifest(verb, inputs, own, options)
    with _claimed(folder, options):
        manifest, done = _opened(folder, manifest, options)
        task = Task(verb, msgspec.json.encode(own), options.solution, options.cpu, path,
                    _here() if options.cluster is not None else "")
        return _Run(folder, manifest, done, task, source, options, progress, stop or Stop()).run()


def _here() -> str:
    try:
        return os.getcwd()
    except OSError:  # it was deleted
        return ""


def sources(verb: str, inputs: Sequence[str], own: Options, path: str | None) -> Inputs:
    """Return the inputs of a verb."""
    return VERBS[verb].sources(inputs, own, path)


def _manifest(verb: str, inputs: Sequence[str], own: Options, options: BatchOptions) -> Manifest:
    return Manifest(
        FORMAT_VERSION, __version__, verb, list(inputs), options.shard_size, options.solution,
        options.format, options.compression, ENGINE, [Pass(msgspec.to_builtins(own))],
        getattr(own, "seed", 0))


def _opened(
    folder: Folder, wanted: Manifest, options: BatchOptions,
) -> tuple[Manifest, dict[int, Done]]:
    """Return the manifest to go on with and the shards that are done; refuse another run's."""
    before = None if folder.is_empty() else folder.manifest()
    if before is None and [name for name in folder.names("") if not re.match(
            r"(shards|done)$|lock-|\.probe-|\.\.probe-|\.manifest\.json\.", name)]:
        raise InputError("the folder is not empty and is not that of a batch; name another",
                         file=folder.path)
    if before is not None and options.restart:
        folder.clear()
        before = None
    if before is None:
        if options.again:
            raise InputError(f"--again {options.again} needs the folder of a batch",
                             file=folder.path)
        folder.prepare()
        folder.write_manifest(wanted)
        return wanted, {}
    folder.prepare()
    manifest = _continued(folder, before, wanted, options)
    if options.part == (0, 1) and options.cluster is None:
        folder.sweep()
    return manifest, folder.done()


def _continued(folder: Folder, before: Manifest, wanted: Manifest,
               options: BatchOptions) -> Manifest:
    """Return the manifest of a folder that goes on, or raise InputError where something else is
    asked for."""
    def differ(what: str, old: object, new: object) -> InputError:
        return InputError(f"was made with {what} {old}, not {new}; use the same, another folder, "
                          "or --restart, which deletes the results", file=folder.path)

    for name, what in (("nonoforge_batch", "format"), ("version", "version"), ("verb", "verb"),
                       ("inputs", "inputs"), ("shard_size", "--shard-size"),
                       ("solution", "--solution"), ("format", "--format"),
                       ("compression", "--compression"), ("engine", "engine")):
        old, new = getattr(before, name), getattr(wanted, name)
        if old != new:
            raise differ(what, _words(old), _words(new))
    asked = Pass(wanted.passes[0].options, options.again or "")
    if asked == before.passes[-1] or (not options.again and asked == before.passes[0]):
        return before
    if options.again:
        manifest = msgspec.structs.replace(before, passes=[*before.passes, asked])
        folder.write_manifest(manifest)
        return manifest
    old_options = before.passes[0].options
    name = next(name for name in asked.options if old_options.get(name) != asked.options[name])
    raise differ(f"--{name.rstrip('_').replace('_', '-')}", old_options.get(name),
                 asked.options[name])


def _words(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


@contextmanager
def _claimed(folder: Folder, options: BatchOptions) -> Iterator[None]:
    """Hold the lock of the folder, or of a part of the batch in it, where the system has locks."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    if "://" in folder.path:
        yield
        return
    folder.is_empty()  # refuses a file
    with suppress(OSError):
        os.makedirs(folder.path, exist_ok=True)
    part, parts = options.part
    name = os.path.join(folder.path, f"lock-{part + 1}-of-{parts}")
    try:
        lock = os.open(name, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError:
        folder.prepare()  # says why
        yield
        return
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno in (errno.EWOULDBLOCK, errno.EACCES):
                what = f"on part {options.shard} " if options.shard else ""
                raise InputError(f"another process works {what}in this folder",
                                 file=folder.path) from None
            # Otherwise the file system has no locks.
        yield
    finally:
        with suppress(OSError):
            os.unlink(name)
        os.close(lock)


class _Run:
    """A run into a folder."""

    def __init__(
        self, folder: Folder, manifest: Manifest, done: dict[int, Done], task: Task, source: Inputs,
        options: BatchOptions, progress: Progress | None, stop: Stop,
    ) -> None:
        self.folder, self.manifest, self.done, self.task = folder, manifest, done, task
        self.source, self.options, self.stop = source, options, stop
        self.progress = progress
        self.summary = BatchSummary()
        self._verdicts: Counter[str] = Counter()
        self._stars: Counter[str] = Counter()

    def run(self) -> BatchSummary:
        """Do what is not done yet."""
        begin = time()
        if self.progress is not None and not self.source.size:
            threading.Thread(target=self.source.measure, daemon=True).start()
        if self.options.cluster is not None:
            from nonoforge.batch.cluster import run_on_cluster

            run_on_cluster(self.options.cluster, self.jobs(), limits_for(
                self.task, self.options.memory), self.stop, self.finished)
        else:
            asyncio.run(self._local())
        self.summary.stopped = self.stop.asked
        if self.manifest.verb == Make.name and not self.stop.asked and "://" not in \
                self.folder.path and self.options.part == (0, 1):
            self.summary.dataset = write_dataset(self.folder.path)
        self.summary.wall = time() - begin
        return self.summary

    async def _local(self) -> None:
        with _stoppable(self.stop):
            await run_all(self.jobs(), self.options.workers,
                          limits_for(self.task, self.options.memory), self.stop, self.finished)

    def jobs(self) -> Iterator[ShardJob]:
        """Yield the shards of this part that are not done yet."""
        part, parts = self.options.part
        last, again = len(self.manifest.passes) - 1, self.manifest.passes[-1].again
        for shard in self.source.shards(self.manifest.shard_size):
            if shard.number % parts != part:
                continue
            done = self.done.get(shard.number)
            if done is not None and done.source != shard.source:
                raise InputError(f"the inputs have changed since {shard.name} was done; use the "
                                 "same, another folder, or --restart, which deletes the results",
                                 file=self.folder.path)
            if done is not None and (done.last >= last or not _concerns(done, again)):
                self._count(done, new=False)
                continue
            old = self.folder.lines(done) if done is not None and again else []
            yield ShardJob(self.task, shard, again=again if old else "", old=old)

    def finished(self, job: ShardJob, result: ShardResult) -> None:
        """Write the records of a shard."""
        self._count(self.folder.write_shard(self.manifest, job.shard, result))
        if self.progress is not None:
            self.progress(self.summary, self._share())

    def _count(self, done: Done, new: bool = True) -> None:
        summary = self.summary
        summary.puzzles += done.puzzles
        summary.skipped += 0 if new else done.puzzles
        summary.errors += done.errors
        summary.shards += 1
        summary.cpu += done.cpu
        self._verdicts.update(done.verdicts)
        summary.verdicts = dict(self._verdicts)
        self._stars.update(done.stars)
        summary.stars = dict(sorted(self._stars.items()))

    def _share(self) -> float | None:
        return min(1.0, self.source.read / self.source.size) if self.source.size else None


def _concerns(done: Done, again: str) -> bool:
    """Return whether a shard has puzzles for a further pass."""
    return bool(done.errors if again == "error" else done.verdicts.get(again))


@contextmanager
def _stoppable(stop: Stop) -> Iterator[None]:
    """Let Ctrl-C finish the shards under way; a second one stops at once."""
    loop = asyncio.get_running_loop()
    task = asyncio.current_task()

    def interrupted() -> None:
        if stop.asked and task is not None:
            task.cancel()
        stop()

    main = threading.current_thread() is threading.main_thread()
    if main:
        with suppress(NotImplementedError):
            loop.add_signal_handler(signal.SIGINT, interrupted)
    try:
        yield
    finally:
        if main:
            with suppress(NotImplementedError):
                loop.remove_signal_handler(signal.SIGINT)


# Records without a folder.

def stream_lines(
    verb: str, inputs: Sequence[str], own: Options, options: BatchOptions,
) -> Iterator[bytes]:
    """Yield the records of a batch, a line each, in the order of the input or as they are done."""
    _refuse_for_streams(options)
    source = sources(verb, inputs, own, None)
    task = Task(verb, msgspec.json.encode(own), options.solution, options.cpu)
    part, parts = options.part
    window = threading.Semaphore(2 * options.workers + 2)  # shards that are not yet taken
    found: queue.Queue[tuple[int, list[bytes]] | BaseException | None] = queue.Queue()
    stop = Stop()

    def jobs() -> Iterator[ShardJob]:
        for shard in source.shards(options.shard_size):
            if shard.number % parts == part:
                window.acquire()
                if stop.asked:
                    return
                yield ShardJob(task, shard)

    def work() -> None:
        try:
            asyncio.run(run_all(jobs(), options.workers, limits_for(task, options.memory), stop,
                                lambda job, result: found.put((job.shard.number, result.records))))
            found.put(None)
        except BaseException as error:
            found.put(error)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    try:
        for lines in _in_order(iter(found.get, None), options.order == "input", part, parts):
            window.release()
            yield from lines
    finally:
        stop()
        window.release()
        thread.join()


def _refuse_for_streams(options: BatchOptions) -> None:
    """Raise InputError for an option that needs a folder."""
    plain = BatchOptions()
    for name in ("format", "compression", "again", "restart", "cluster"):
        if getattr(options, name) != getattr(plain, name):
            raise InputError(f"--{name} is for records that are kept; give it a folder, -o FOLDER")


def _in_order(
    found: Iterable[tuple[int, list[bytes]] | BaseException], ordered: bool, first: int, step: int,
) -> Iterator[list[bytes]]:
    waiting: dict[int, list[bytes]] = {}
    for each in found:
        if isinstance(each, BaseException):
            raise each
        number, lines = each
        if not ordered:
            yield lines
            continue
        waiting[number] = lines
        while first in waiting:
            yield waiting.pop(first)
            first += step

