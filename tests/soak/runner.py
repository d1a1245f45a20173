"""Run the soak tests: random rounds of every part, for as long as asked (`make soak`).

    python -m soak.runner verdicts files --minutes 60
    python -m soak.runner verdicts --seeds 17-18        repeat one round

A part is a module of this folder that is named in PARTS. Its docstring says what it proves, and it
has a function

    run(seed, report)      one round, which follows from its seed alone; a few seconds, or minutes
                           where less makes no sense

which counts what it tried (`report.count`) and reports what went wrong (`report.fail`, with all
that is needed to repeat it); any other exception is a failure as well. A part may also have

    prepare()              called once before the first round: builds, imports
    SECONDS                what a round may take before it counts as hung (an hour, for the machine
                           may be busy)
    ROUNDS                 how many rounds there are, where they are not without end
    UNTIL_END              True where a round goes on until the time is up (`report.end`)
    SHORT                  seeds that `make test` runs (range(2))

Each round runs in a forked process, so that a crash, a hang or memory that is never freed is seen
and does not end the run. Finished rounds are appended to build/soak/PART.jsonl; the next run goes
on after the last seed there, and the totals are those of the whole file.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import json
import mmap
import multiprocessing
import os
import resource
import subprocess
import sys
import threading
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from itertools import count, islice
from multiprocessing.connection import Connection, wait
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]
LOGS = ROOT / "build" / "soak"
PARTS = ("verdicts", "files", "processes", "studio", "load", "budgets", "kernel")
SECONDS = 3600
MAX_DETAIL = 20_000  # characters of a detail that are shown


class Report:
    """What one round tried and what went wrong. `end` is when the time is up, by the monotonic
    clock."""

    def __init__(self, shared: mmap.mmap | None = None, end: float = 0.0) -> None:
        self.counts: Counter[str] = Counter()
        self.failures: list[str] = []
        self.end = end
        self._shared = shared
        self._lock = threading.Lock()

    def doing(self, what: str) -> None:
        """Say what is tried now: if the round dies or hangs, it was this."""
        if self._shared is not None:
            self._shared[:] = what.encode()[:len(self._shared)].ljust(len(self._shared))

    def count(self, what: str, many: int = 1) -> None:
        with self._lock:
            self.counts[what] += many

    def fail(self, message: str, **details: object) -> None:
        """Report a failure; the details are what repeats it: a puzzle, a file, a state."""
        shown = [f"  {name}: {str(value)[:MAX_DETAIL]}" for name, value in details.items()]
        self.failures.append("\n".join([message, *shown]))

    @contextlib.contextmanager
    def expecting(self, message: str, **details: object) -> Iterator[None]:
        """Report an exception of the block as a failure, and go on after it."""
        try:
            yield
        except Exception:
            self.fail(f"{message}\n{traceback.format_exc()}", **details)


class Round(NamedTuple):
    """A finished round as it stands in the log."""

    seed: int
    counts: dict[str, int]
    failures: list[str]
    seconds: float  # CPU time
    commit: str


def part_named(name: str) -> ModuleType:
    return importlib.import_module(f"soak.{name}")


def run_round(part: ModuleType, seed: int, shared: mmap.mmap | None = None,
              end: float = 0.0) -> Report:
    """Run one round here; whatever it raises is a failure."""
    report = Report(shared, end)
    with report.expecting("the round ended with an exception"):
        part.run(seed, report)
    return report


def _child(part: ModuleType, seed: int, sink: Connection, shared: mmap.mmap, end: float) -> None:
    report = run_round(part, seed, shared, end)
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    sink.send((dict(report.counts), report.failures, sum(u.ru_utime + u.ru_stime for u in used)))


class _Running(NamedTuple):
    seed: int
    process: Any
    source: Connection
    deadline: float
    shared: mmap.mmap


def rounds(part: ModuleType, seeds: Iterator[int], jobs: int, end: float) -> Iterator[Round]:
    """Yield rounds as they finish; none but the first is begun after `end` (of the monotonic
    clock)."""
    fork = multiprocessing.get_context("fork")
    limit = getattr(part, "SECONDS", SECONDS)
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True,
                            cwd=ROOT).stdout.strip()
    running: list[_Running] = []
    begun = 0
    while True:
        while len(running) < jobs and (begun == 0 or time.monotonic() < end):
            seed = next(seeds, None)
            begun += 1
            if seed is None:
                break
            source, sink = fork.Pipe(duplex=False)
            shared = mmap.mmap(-1, 200)
            process = fork.Process(target=_child, args=(part, seed, sink, shared, end))
            process.start()
            sink.close()
            last = max(time.monotonic(), end if getattr(part, "UNTIL_END", False) else 0.0)
            running.append(_Running(seed, process, source, last + limit, shared))
        if not running:
            return
        soonest = min(each.deadline for each in running)
        ready = wait([each.source for each in running], max(0.0, soonest - time.monotonic()))
        for each in running[:]:
            late = time.monotonic() > each.deadline
            if each.source not in ready and not late:
                continue
            running.remove(each)
            try:
                if each.source not in ready:
                    raise EOFError
                found = each.source.recv()
            except EOFError:
                if late:
                    each.process.kill()
                each.process.join()
                why = f"took more than {limit} s" if late else \
                    f"ended with exit code {each.process.exitcode}"
                doing = each.shared[:].rstrip(b"\0 ").decode(errors="replace")
                found = {}, [f"the round {why}" + (f", at {doing}" if doing else "")], 0.0
            each.process.join()
            yield Round(each.seed, *found, commit)


def log_of(name: str) -> Path:
    return LOGS / f"{name}.jsonl"


def logged(name: str) -> list[Round]:
    """Return the rounds in the log of a part."""
    if not log_of(name).exists():
        return []
    return [Round(**json.loads(line)) for line in log_of(name).read_text().splitlines()]


def soak(name: str, seeds: range | None, minutes: float, jobs: int) -> bool:
    """Run a part, print what it tried and what failed, and return whether all went well."""
    part = part_named(name)
    if hasattr(part, "prepare"):
        part.prepare()
    before = logged(name)
    first = 1 + max((each.seed for each in before), default=-1) if seeds is None else seeds.start
    many = getattr(part, "ROUNDS", None) if seeds is None else len(seeds)
    if seeds is None and many is not None and first >= many:
        first = 0  # all rounds there are have been run: begin again
    chosen = count(first) if many is None else iter(range(first, first + many))
    LOGS.mkdir(parents=True, exist_ok=True)
    print(f"{name}: {(part.__doc__ or '').splitlines()[0]}", flush=True)
    total, failed, done = Counter[str](), 0, 0
    with log_of(name).open("a") as log:
        for each in rounds(part, chosen, jobs, time.monotonic() + 60 * minutes):
            log.write(json.dumps(each._asdict()) + "\n")
            log.flush()
            total.update(each.counts)
            failed += len(each.failures)
            done += 1
            for failure in each.failures:
                print(f"FAILED {name}, seed {each.seed}: {failure}\n"
                      f"  repeat: make soak PART={name} SEEDS={each.seed}-{each.seed + 1}\n",
                      flush=True)
            if sys.stderr.isatty():
                print(f"\r{_words(total)}; {failed} failures ", end="", file=sys.stderr, flush=True)
    print(f"{name}: {done} rounds from seed {first}: {_words(total)}; {failed} failures")
    everything = sum((Counter(each.counts) for each in before), Counter[str]()) + total
    earlier = sum(len(each.failures) for each in before)
    if before:
        print(f"{name}: in the log: {_words(everything)}; {earlier + failed} failures")
    sys.stdout.flush()
    return not failed


def _words(counts: Counter[str]) -> str:
    return ", ".join(f"{many:,} {what}" for what, many in sorted(counts.items())) or "nothing"


def _range(text: str) -> range:
    first, _, last = text.partition("-")
    return range(int(first), int(last or int(first) + 1))


def main() -> None:
    parser = argparse.ArgumentParser(prog="soak", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; all")
    parser.add_argument("--minutes", type=float, default=10.0, help="for all parts together")
    parser.add_argument("--seeds", type=_range, help="A-B: the rounds from A up to B")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args()
    names = chosen.parts or list(PARTS)
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        parser.error(f"no part {unknown[0]!r}; there are {', '.join(PARTS)}")
    good = True
    end = time.monotonic() + 60 * chosen.minutes
    for left, name in zip(range(len(names), 0, -1), islice(names, None), strict=True):
        share = (end - time.monotonic()) / 60 / left
        good &= soak(name, chosen.seeds, share, chosen.jobs)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
