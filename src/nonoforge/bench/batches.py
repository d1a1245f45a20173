"""Whole batches: from JSON Lines to records on disk, what reading costs, two workers, memory."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from time import perf_counter, process_time
from typing import NamedTuple

import msgspec

from nonoforge.bench.corpus import line_solvable_nonograms
from nonoforge.bench.table import Draft, Report, Table, machine
from nonoforge.engine import pack, solve_lines
from nonoforge.formats import dumps, loads, pack_file
from nonoforge.judge import check, rate
from nonoforge.nonogram import Nonogram

SIDE = 15
DISTINCT = 500  # puzzles, repeated as often as needed
SMALL, LARGE = 10_000, 300_000  # puzzles of a run
JUDGED = 5_000  # of one that rates or checks

READ_COLUMNS = ("what", "us each", "part of solving")
RUN_COLUMNS = ("run", "puzzles", "jobs", "per CPU second", "wall s", "peak MB", "bytes a record")
RUN_NOTES = (
    "per CPU second: of all processes together, with reading and writing; without what starting "
    "them takes. peak MB: the largest process.",
    f"Line-solvable {SIDE}x{SIDE} grids: `nonoforge batch VERB set.jsonl -o FOLDER`.",
)


def readers(report: Report, seed: int) -> Table:
    """Return what reading a puzzle costs, beside solving it by single lines."""
    puzzles = line_solvable_nonograms(Random(seed), DISTINCT, SIDE)
    bare = [replace(puzzle, solution=None) for puzzle in puzzles]
    draft = Draft(f"Reading line-solvable {SIDE}x{SIDE} grids", READ_COLUMNS, report)
    packed = [pack(puzzle.puzzle) for puzzle in puzzles]
    solving = _each(lambda: solve_lines(packed))
    draft.row("solving by single lines", solving, 1.0)
    lines = [_line(puzzle) for puzzle in bare]
    files = [dumps(puzzle, "non") for puzzle in bare]
    bundle = dumps(puzzles, "nonpack", lossy=True).split(b"====\n")
    for name, action in (
            ("JSON Lines, packed", _packing(lines, "nono")),
            (".nono, packed", _packing([dumps(puzzle, "nono") for puzzle in bare], "nono")),
            (".nono with solution, packed",
             _packing([dumps(puzzle, "nono") for puzzle in puzzles], "nono")),
            (".non, packed", _packing(files, "non")),
            (".nonpack with goals, packed", _packing(bundle, "non")),
            (".nono, as a Nonogram", lambda: [loads(line, format="nono") for line in lines[:100]]),
            (".non, as a Nonogram", lambda: [loads(file, format="non") for file in files[:100]]),
            ("rate", lambda: [rate(puzzle) for puzzle in bare[:100]]),
            ("check", lambda: [check(puzzle) for puzzle in bare[:100]])):
        cost = _each(action)
        draft.row(name, cost, cost / solving)
    draft.note("CPU time, the best of three. Batches read packed puzzles, and make a Nonogram only "
               "of those that single lines do not solve.")
    return draft.table()


def _packing(files: Sequence[bytes], format: str) -> Callable[[], object]:
    return lambda: [pack_file(file, format) for file in files]


def _each(action: Callable[[], object]) -> float:
    """Return microseconds of CPU time for each of what an action returns, the best of three."""
    best = float("inf")
    for _ in range(3):
        begin = process_time()
        found = action()
        best = min(best, 1e6 * (process_time() - begin) / len(found))  # type: ignore[arg-type]
    return best


def _line(nonogram: Nonogram) -> bytes:
    return msgspec.json.encode({"nonoforge": 1, "family": nonogram.family.name,
                                **nonogram.family.storage.fields(nonogram)})


class _Run(NamedTuple):
    cpu: float
    wall: float
    peak: float
    size: int


def runs(report: Report, seed: int, large: int) -> Table:
    """Return whole runs: one worker and two, few puzzles and many."""
    draft = Draft("Whole batches", RUN_COLUMNS, report)
    puzzles = [replace(puzzle, solution=None)
               for puzzle in line_solvable_nonograms(Random(seed), DISTINCT, SIDE)]
    block = b"".join(_line(puzzle) + b"\n" for puzzle in puzzles)
    with tempfile.TemporaryDirectory() as folder:
        start = _run(folder, block[:block.index(b"\n") + 1], 1, 1)
        walls = dict[int, list[float]]()
        for verb, count, jobs in (("solve", SMALL, 1), ("solve", large, 1), ("solve", large, 2),
                                  ("solve", large, 1), ("solve", large, 2),
                                  ("rate", JUDGED, 1), ("check", JUDGED, 1)):
            found = _run(folder, block, count // DISTINCT, jobs, verb)
            if (verb, count) == ("solve", large):
                walls.setdefault(jobs, []).append(found.wall - start.wall)
            draft.row(verb, count, jobs, count / max(1e-9, found.cpu - jobs * start.cpu),
                      found.wall, found.peak, found.size / count)
        draft.note(f"Two workers are {min(walls[1]) / min(walls[2]):.2f} times as fast as one "
                   "by the wall clock, the better of two runs each, on this machine as busy "
                   "as it was.")
    draft.note(*RUN_NOTES, machine())
    return draft.table()


def _run(folder: str, block: bytes, times: int, jobs: int, verb: str = "solve") -> _Run:
    """Run a batch in a process that reports what it and its workers took."""
    path, out = os.path.join(folder, "set.jsonl"), os.path.join(folder, "out")
    with open(path, "wb") as file:
        for _ in range(times):
            file.write(block)
    code = ("import resource, sys\nfrom nonoforge.cli.app import run\n"
            "run(sys.argv[1:])\n"
            "own, all = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, "
            "resource.RUSAGE_CHILDREN))\n"
            "print(own.ru_utime + own.ru_stime + all.ru_utime + all.ru_stime, "
            "max(own.ru_maxrss, all.ru_maxrss))")
    begin = perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", code, "batch", verb, path, "-o", out, "--restart", "-q",
         "--jobs", str(jobs)], check=True, capture_output=True, text=True)
    wall = perf_counter() - begin
    cpu, peak = map(float, done.stdout.split()[-2:])
    size = sum(entry.stat().st_size for entry in os.scandir(os.path.join(out, "shards")))
    return _Run(cpu, wall, peak / 1024, size)
