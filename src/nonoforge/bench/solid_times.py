"""How long solids take: those of C. Halford (2016) beside his times, one rod by its length, and a
solid of a million cells."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from functools import partial
from random import Random
from statistics import median
from typing import Any

from nonoforge.bench.engine import _words as words_for
from nonoforge.bench.halford import PUBLISHED
from nonoforge.bench.solids import solids_at
from nonoforge.bench.table import (
    QUICK,
    BenchOptions,
    Draft,
    Parts,
    Plot,
    Table,
    machine,
    repeated,
    timed,
)
from nonoforge.clues import Tally
from nonoforge.engine import ENGINE, plain, propagate
from nonoforge.errors import InputError
from nonoforge.families.solid import Solid, from_voxels
from nonoforge.puzzle import Puzzle

TURNS = 15
LENGTHS = (10, 20, 40, 64, 100, 128, 200, 256, 500, 1000)
GROUPS = {1: "1 group", 2: "2 groups", 3: "3+ groups"}
LINES = 7  # random rods, of which the median is taken
A_WHILE = 0.005  # seconds for each of them
LARGE = 100  # cells along each side

COLUMNS = ("puzzle", "size", "cells", "lines", "open", "settled", "best kernel ms",
           "kernel ms", "call ms", "first call ms", "plain ms", "2016 ms",
           "2016 / first call")
NOTES = (
    "Each: lines until nothing changes; the median of several, or the best of them. kernel ms: by "
    "the kernel's own clock. call ms: the whole call from Python. first call ms: on a puzzle that "
    "not seen before, so that it is packed for the kernel first. plain ms: the engine in "
    "Python alone, likewise.",
    "open: cells that lines alone leave undecided. settled: line solvers applied, in the engine's "
    "own order.",
    "2016: the best time of five strategies in C. Halford, Generating and solving 3D nonogram "
    "puzzles, appendix D, on an Intel Core i5-2400. The machines differ. Reading and voxelizing "
    "are not included here. < 1: published as below 0.001 s, so there is no ratio. not run: the "
    "figures of checkerboard 36 are the author's expectation.",
)

GROWTH_COLUMNS = ("rod", "cells", "groups", "words", "native ns", "ns per cell and group",
                  "ns per cell, group and word", "plain us")
GROWTH_NOTES = (
    f"One rod, half filled, a third of its cells known: the median of {LINES} random ones, by the "
    "kernel's own clock. groups: 3 is 3 or more.",
    "The cost is linear in groups times filled cells (or empty ones, where these are fewer) for "
    "rods of one width; words is that width, in machine words of 64 bits that each bit set of the "
    "kernel has. One group is settled as a run.",
)

LARGE_COLUMNS = ("solid", "cells", "lines", "open", "settled", "making s", "first call s", "call s",
                 "kernel s", "peak MB", "of them before solving MB")
LARGE_NOTES = (
    "A ball with three round tunnels through it, hollow, with a smaller ball inside; made and "
    "solved in a process of its own. making: voxels, and the puzzle with all clues, in Python.",
    "peak MB: the most memory that the process ever had, Python itself included.",
)


def times(options: BenchOptions) -> Table:
    """Halford, appendix D: times on solids beside ours; one rod by its length; a million cells."""
    entries, notes = solids_at(options.path)
    parts = Parts(options.report, len(entries) + 2)
    draft = Draft("Times: lines until nothing changes (Halford 2016, appendix D)", COLUMNS,
                  options.report, Plot("puzzle", ("first call ms", "2016 ms"), "ms", log=True))
    for entry in entries:
        parts.next(entry.name)
        _row(draft, entry.name, str(entry.nonogram.geometry), entry.nonogram.puzzle,
             options.repeats or TURNS)
    draft.note(*NOTES, *notes, machine())
    parts.next("one rod by its length")
    rods = growth(options)
    parts.next(f"{LARGE}x{LARGE}x{LARGE}")
    return draft.table(rods, large(options, LARGE))


def _row(draft: Draft, name: str, size: str, puzzle: Puzzle, turns: int) -> None:
    found = propagate(puzzle)
    first = 1e3 * median(timed(partial(propagate, replace(puzzle)))[0] for _ in range(turns))
    published = PUBLISHED.get(name)
    theirs = published.best if published else None
    native = _native(puzzle, turns) if ENGINE == "native" else (None, None, None)
    draft.row(name, size, puzzle.cells, len(puzzle.lines), len(found.state.open_cells()),
              found.work.settled, *native, first, _plain(puzzle, turns),
              theirs.shown if theirs else None,
              theirs.ms / first if theirs and theirs.ms else None)


def _native(puzzle: Puzzle, turns: int) -> tuple[float, float, float]:
    """Return the milliseconds in the kernel, best and median, and of the whole call."""
    from nonoforge.engine import kernel_seconds

    inside, whole = [], []
    for _ in range(turns):
        before = kernel_seconds()
        whole.append(timed(partial(propagate, puzzle))[0])
        inside.append(kernel_seconds() - before)
    return 1e3 * min(inside), 1e3 * median(inside), 1e3 * median(whole)


def _plain(puzzle: Puzzle, turns: int) -> float:
    """Return the milliseconds of the plain engine, repeated if that is quick."""
    action = partial(plain.propagate, puzzle)
    once, _ = timed(action)
    return 1e3 * (repeated(action, turns).median if once < QUICK else once)


def growth(options: BenchOptions) -> Table:
    """Return the cost of settling one rod by its length and groups."""
    rng = Random(options.seed)
    draft = Draft("Settle: the cost of one rod by its length and groups", GROWTH_COLUMNS,
                  options.report, Plot("rod", ("ns per cell and group",
                                               "ns per cell, group and word"),
                                    "ns"))
    for groups in GROUPS:
        for cells in LENGTHS:
            rods = [_random_rod(rng, cells, groups) for _ in range(LINES)]
            words = words_for(cells)
            slow = median(1e6 * timed(partial(plain.settle, clue, masks, cells))[0]
                          for clue, masks in rods)
            fast = median(_nanoseconds(clue, masks, cells) for clue, masks in rods) \
                if ENGINE == "native" else None
            each = fast / cells / groups if fast is not None else None
            draft.row(f"{cells} cells, {GROUPS[groups]}", cells, groups, words, fast, each,
                      each and each / words, slow)
    draft.note(*GROWTH_NOTES)
    return draft.table()


def _random_rod(rng: Random, cells: int, groups: int) -> tuple[Tally, list[int]]:
    """Return a random rod with this number of groups of similar length, half of its cells
    filled."""
    half = cells // 2
    cuts = sorted(rng.sample(range(1, half), groups - 1))
    lengths = [b - a for a, b in zip([0, *cuts], [*cuts, half], strict=True)]
    gaps = [0] + [1] * (groups - 1) + [0]
    for _ in range(cells - half - groups + 1):
        gaps[rng.randrange(groups + 1)] += 1
    colours = [0] * gaps[0]
    for length, gap in zip(lengths, gaps[1:], strict=True):
        colours += [1] * length + [0] * gap
    known = [rng.random() < 1 / 3 for _ in colours]
    masks = [sum(1 << at for at in range(cells) if not known[at] or colours[at] == colour)
             for colour in (0, 1)]
    return Tally.read(colours), masks


def _nanoseconds(clue: Tally, masks: list[int], cells: int) -> float:
    """Return the best of four, so that what else the machine does counts little."""
    from nonoforge.engine import settle_seconds

    once = settle_seconds(clue, masks, cells, 20)
    calls = max(20, int(A_WHILE / 4 / max(once, 1e-9)))
    return 1e9 * min(settle_seconds(clue, masks, cells, calls) for _ in range(4))


def large(options: BenchOptions, side: int) -> Table:
    """Return a solid of side x side x side cells, in a process of its own."""
    draft = Draft(f"A solid of {side}x{side}x{side} cells", LARGE_COLUMNS, options.report,
                  Plot("solid", ("making s", "first call s", "call s", "kernel s"), "seconds"))
    code = "from nonoforge.bench.solid_times import tell_large; tell_large()"
    child = subprocess.run([sys.executable, "-c", code, str(side)], stdin=subprocess.DEVNULL,
                           capture_output=True, text=True, check=False)
    if child.returncode:
        raise InputError(f"the process that solves {side}x{side}x{side} cells failed: "
                         f"{child.stderr.strip().splitlines()[-1:]}")
    measured: dict[str, Any] = json.loads(child.stdout)
    draft.row(f"{side}x{side}x{side}", *(measured[name] for name in LARGE_COLUMNS[1:]))
    draft.note(*LARGE_NOTES)
    return draft.table()


def tell_large() -> None:
    """Print the figures of `large` on stdout; the side is the process's argument."""
    side = int(sys.argv[1])
    making, puzzle = timed(lambda: from_voxels(ball(Solid(side, side, side))).puzzle)
    before = _peak()
    first, found = timed(partial(propagate, puzzle))
    _, kernel, call = _native(puzzle, 3) if ENGINE == "native" else (None, None, 1e3 * first)
    figures = (puzzle.cells, len(puzzle.lines), len(found.state.open_cells()), found.work.settled,
               making, first, call / 1e3, kernel and kernel / 1e3, _peak(), before)
    print(json.dumps(dict(zip(LARGE_COLUMNS[1:], figures, strict=True))))


def ball(solid: Solid) -> list[list[list[int]]]:
    """Return a ball with tunnels along the axes, hollow, with a smaller ball inside: rods of one,
    two and more groups."""
    side = solid.width
    squares = [(2 * at + 1 - side) ** 2 / side**2 for at in range(side)]  # 0 to 1 from the middle

    def filled(x: float, y: float, z: float) -> bool:
        far = x + y + z
        tunnel = min(x + y, y + z, z + x) < 0.09
        return far < 0.16 or (0.36 < far < 0.96 and not tunnel)

    return [[[int(filled(x, y, z)) for x in squares] for y in squares] for z in squares]


def _peak() -> float | None:
    """Return the peak memory in megabytes, from the system's figure for this process where there is
    one: rusage may include the memory of the parent process."""
    if os.path.exists("/proc/self/status"):
        with open("/proc/self/status") as status:
            for line in status:
                if line.startswith("VmHWM:"):
                    return int(line.split()[1]) * 1024 / 1e6
    try:
        import resource
    except ImportError:
        return None
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6
