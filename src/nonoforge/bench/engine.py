"""Puzzle by puzzle: the verdict, the level that it took, the time in both engines, the work."""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from math import log2
from random import Random
from statistics import median
from time import process_time

from nonoforge.bench.corpus import line_solvable_puzzles, own_puzzles, puzzles_at, random_puzzles
from nonoforge.bench.table import (
    QUICK,
    BenchOptions,
    Draft,
    Table,
    Timed,
    Value,
    machine,
    processes,
    repeated,
    timed,
    told_by_processes,
)
from nonoforge.clues import Runs
from nonoforge.engine import ENGINE, Budget, plain, settle_many, solve, solve_many
from nonoforge.engine import settle as engine_settle
from nonoforge.errors import InputError
from nonoforge.families.grid import from_picture
from nonoforge.formats import save
from nonoforge.puzzle import Puzzle
from nonoforge.verdict import LEVELS, Verdict

VERDICT_SECONDS = 300.0
PLAIN_SECONDS = 20.0  # for a verdict of the plain engine

SURVEY_COLUMNS = ("puzzle", "size", "verdict", "level", "native ms", "plain ms", "settled",
                  "probes", "nodes", "conflicts")
SURVEY_NOTES = (
    "native ms: the median of several whole calls of solve on a fresh puzzle, each with another "
    "seed; reading the file is not included. The other figures are those of the median run.",
    f"plain ms: the engine in Python alone, lines to search, no SAT; a dash is more than "
    f"{PLAIN_SECONDS:.0f} s.",
)


def survey(options: BenchOptions) -> Table:
    """Return each puzzle of a file or folder: verdict, level, milliseconds in both engines, work.
    """
    if options.path is None:
        raise InputError("the survey needs puzzles: name a file or a folder of them")
    draft = Draft("Survey: verdicts and what they take", SURVEY_COLUMNS, options.report)
    entries, notes = puzzles_at(options.path)
    for entry in entries:
        puzzle = entry.nonogram.puzzle
        seconds, verdict, runs = _median_run(puzzle, options.repeats, options.seed)
        native = 1e3 * seconds if ENGINE == "native" else None
        slow = 1e3 * seconds if ENGINE != "native" else _plain_milliseconds(puzzle, options.repeats)
        draft.row(entry.name, entry.size, verdict.answer, verdict.level, native, slow,
                  *verdict.work)
        if verdict.level == "sat" or runs[-1] > 1:
            notes.append(f"{entry.name}: " + ", ".join(f"{run:.2f}" for run in runs)
                         + f" s with the seeds from {options.seed} on, in order of time.")
    draft.note(*SURVEY_NOTES, *notes, machine())
    return draft.table()


def _median_run(
    puzzle: Puzzle, repeats: int | None, seed: int,
) -> tuple[float, Verdict, list[float]]:
    """Return the run in the middle, and the seconds of all."""
    budget = Budget(seconds=VERDICT_SECONDS)
    runs = [_run(puzzle, seed, budget)]
    for turn in range(1, repeats or _turns(*runs[0])):
        runs.append(_run(puzzle, seed + turn, budget))
    runs.sort(key=lambda run: run[0])
    answers = {verdict.answer for _, verdict in runs} - {"unknown"}
    if len(answers) > 1:
        raise AssertionError(f"runs disagree: {sorted(answers)}")
    seconds, verdict = runs[(len(runs) - 1) // 2]
    return seconds, verdict, [seconds for seconds, _ in runs]


def _run(puzzle: Puzzle, seed: int, budget: Budget) -> tuple[float, Verdict]:
    """Return one run on a copy, with which no engine has kept anything yet."""
    return timed(partial(solve, replace(puzzle), seed=seed, budget=budget))


def _turns(seconds: float, verdict: Verdict) -> int:
    """Return the number of runs: more for quick ones, five seeds where results vary."""
    if seconds < QUICK:
        return 9
    return 5 if verdict.level in ("search", "sat") else 3


def _plain_milliseconds(puzzle: Puzzle, repeats: int | None) -> float | None:
    budget = Budget(seconds=PLAIN_SECONDS)
    run = partial(plain.solve, puzzle, budget=budget)
    seconds, outcome = timed(run)
    if outcome.exhausted:
        return None
    if seconds < 1:
        seconds = repeated(run, repeats or (5 if seconds < QUICK else 3)).median
    return 1e3 * seconds


# One settlement: nanoseconds in the kernel, and how they grow with blocks and cells.

CALLS = 1_000_000  # for the line of 30 cells and 8 blocks
LINES = 9  # random lines, of which the median is taken
GROWTH = 0.02  # seconds for each line of the growth rows, about
CELLS = (16, 32, 64, 65, 128, 129, 256, 257, 512, 1024, 1025)
BLOCKS = (4, 8, 16, 32)

Masks = list[int]
Measure = Callable[[Runs, Masks, int], float]

SETTLE_COLUMNS = ("cells", "blocks", "known", "words", "native ns", "ns per block",
           "ns per block, log2 cells and word", "plain us")
SETTLE_NOTES = (
    f"Black and white; the median of {LINES} random lines. native ns is measured in the kernel, "
    f"over {CALLS:,} calls for a line of 30 cells and about {GROWTH} s for the others: the mean of "
    "the best quarter.",
    "words: machine words of 64 bits that the kernel's masks have for lines of this length.",
    "half: each cell of a random colouring is known with probability 1/2; no: nothing is known.",
)


def settle(options: BenchOptions) -> Table:
    """Return one settlement of a line: nanoseconds in the kernel, and its growth with blocks and
    cells."""
    own_puzzles(options.path)
    rng = Random(options.seed)
    draft = Draft("Settle: the cost of making one line certain", SETTLE_COLUMNS, options.report)
    lines = options.repeats or LINES
    for half in (False, True):
        _settle_row(draft, rng, 30, 8, half, lines,
                    lambda clue, masks, n: _kernel(clue, masks, n, CALLS))
    for cells in CELLS:
        for blocks in BLOCKS:
            if 2 * blocks <= cells:
                _settle_row(draft, rng, cells, blocks, False, lines, _for_a_while)
    draft.note(*SETTLE_NOTES, machine())
    return draft.table(_calls(options))


def _calls(options: BenchOptions) -> Table:
    """Return what a settlement costs from Python: line by line, and many lines in one call."""
    rng = Random(options.seed)
    lines = [_random_line(rng, 30, 8, True) for _ in range(COUNT)]
    clues, masks = [clue for clue, _ in lines], [mask for _, mask in lines]
    draft = Draft("Settle: called from Python, 30 cells, 8 blocks", ("call", "us a line"),
                  options.report)
    for name, call in (
            ("settle, line by line", lambda: [engine_settle(clue, mask, 30)
                                              for clue, mask in lines]),
            (f"settle_many, {COUNT:,} lines", lambda: settle_many(clues, masks, 30))):
        draft.row(name, 1e6 * repeated(call, 15).best / COUNT)
    return draft.table()


def _settle_row(draft: Draft, rng: Random, cells: int, blocks: int, half: bool, lines: int,
         measure: Measure) -> None:
    fast: list[float] = []
    slow: list[float] = []
    for _ in range(lines):
        clue, masks = _random_line(rng, cells, blocks, half)
        if ENGINE == "native":
            fast.append(1e9 * measure(clue, masks, cells))
        slow.append(1e6 * _plain(clue, masks, cells))
    words = _words(cells)
    nanoseconds = median(fast) if fast else None
    each = nanoseconds / blocks if nanoseconds is not None else None
    step = each / log2(cells) / words if each is not None else None
    draft.row(cells, blocks, "half" if half else "no", words, nanoseconds, each, step, median(slow))


def _random_line(rng: Random, cells: int, blocks: int, half: bool) -> tuple[Runs, Masks]:
    """Return a random line: half of the spare cells are in blocks, the others in gaps."""
    spare = cells - (2 * blocks - 1)
    lengths = [1] * blocks
    for _ in range(spare // 2):
        lengths[rng.randrange(blocks)] += 1
    gaps = [0] + [1] * (blocks - 1) + [0]
    for _ in range(spare - spare // 2):
        gaps[rng.randrange(blocks + 1)] += 1
    colours = [0] * gaps[0]
    for length, gap in zip(lengths, gaps[1:], strict=True):
        colours += [1] * length + [0] * gap
    masks = [0, 0]
    for position, colour in enumerate(colours):
        known = half and rng.random() < 0.5
        for c in (0, 1):
            masks[c] |= (not known or c == colour) << position
    return Runs.of(*lengths), masks


def _words(cells: int) -> int:
    """Return the words of a mask: the kernel is compiled for 1, 2, 4, 16 and 64."""
    return next(words for words in (1, 2, 4, 16, 64) if cells <= 64 * words)


def _kernel(clue: Runs, masks: Masks, cells: int, calls: int) -> float:
    """Return the best of four quarters, so that what else the machine does counts little."""
    from nonoforge.engine import settle_seconds

    return min(settle_seconds(clue, masks, cells, calls // 4) for _ in range(4))


def _for_a_while(clue: Runs, masks: Masks, cells: int) -> float:
    once = _kernel(clue, masks, cells, 400)
    return _kernel(clue, masks, cells, max(400, int(GROWTH / max(once, 1e-9))))


def _plain(clue: Runs, masks: Masks, cells: int) -> float:
    plain.settle(clue, masks, cells)  # what is made ready once for a clue is ready now
    return repeated(lambda: plain.settle(clue, masks, cells), 50).median


# Many puzzles in one call: how many a second, and how much of the time is not the kernel's.

COUNT = 1_000
CHUNK = 50  # of them, in calls so short that other processes leave some of them alone
ANSWERS = ("unique", "multiple", "none", "unknown")

BATCH_COLUMNS = ("puzzles", "count", "per CPU second", "us each", "packing us", "solving us",
                 "outside kernel %", "with packing %", *(f"{answer} %" for answer in ANSWERS),
                 *(f"{level} %" for level in LEVELS))
BATCH_NOTES = (
    "per CPU second, us each: calls of solve_many with new puzzles, verdicts and packing included, "
    "by CPU time; the best of several.",
    "packing, solving: of calls for the puzzles that need no SAT solver, by the kernel's clock. "
    "Packing, which makes flat numbers of Python's objects, is native code too, and done once for "
    "each puzzle: grids are packed when they are made, because the kernel checks their clues.",
    "outside kernel: the part of such a call that is neither; with packing: the part that is not "
    f"solving. By the wall clock, from calls for {CHUNK} puzzles each, the best of several.",
)


def batch(options: BenchOptions) -> Table:
    """Return puzzles per second through the batch call: random 25x25, and line-solvable 20x20."""
    draft = Draft("Batch: many puzzles in one call", BATCH_COLUMNS, options.report)
    turns = options.repeats or 15
    if options.path is not None:
        entries, notes = puzzles_at(options.path)
        draft.note(*notes)
        _batch_row(draft, options.path, [entry.nonogram.puzzle for entry in entries], turns)
    else:
        rng = Random(options.seed)
        _batch_row(draft, "random 25x25, density 0.5", random_puzzles(rng, COUNT, 25, 0.5), turns)
        _batch_row(draft, "line-solvable 20x20", line_solvable_puzzles(rng, COUNT, 20), turns)
    draft.note(*BATCH_NOTES, machine())
    if options.path is not None:
        return draft.table()
    from nonoforge.bench import batches

    large = batches.SMALL * options.repeats if options.repeats else batches.LARGE
    return draft.table(batches.readers(options.report, options.seed),
                       batches.runs(options.report, options.seed, large))


def _batch_row(draft: Draft, name: str, puzzles: list[Puzzle], turns: int) -> None:
    whole, verdicts = _best_call(puzzles, turns)
    without_sat = [puzzle for puzzle, verdict in zip(puzzles, verdicts, strict=True)
                   if verdict.level != "sat"]
    count = len(puzzles)
    draft.row(name, count, count / whole, 1e6 * whole / count, *_parts(without_sat, turns),
              *_shares([verdict.answer for verdict in verdicts], ANSWERS),
              *_shares([verdict.level for verdict in verdicts], LEVELS))


def _best_call(puzzles: Sequence[Puzzle], turns: int) -> tuple[float, list[Verdict]]:
    best = float("inf")
    verdicts: list[Verdict] = []
    for _ in range(turns):
        asked = _copies(puzzles)
        begin = process_time()
        verdicts = solve_many(asked)
        best = min(best, process_time() - begin)
    return best, verdicts


def _copies(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """Return the same puzzles as if they were new: nothing is packed yet."""
    return [replace(puzzle) for puzzle in puzzles]


def _parts(puzzles: Sequence[Puzzle], turns: int) -> list[Value]:
    """Return what packing and solving take, in us each, and the shares of what is neither and of
    what is not solving, in per cent."""
    if ENGINE != "native" or not puzzles:
        return [None] * 4
    from nonoforge.engine import kernel_seconds, packing_seconds

    sums = [0.0] * 3
    for first in range(0, len(puzzles), CHUNK):
        best = (float("inf"), 0.0, 0.0)
        for _ in range(turns):
            asked = _copies(puzzles[first:first + CHUNK])
            packing, solving = packing_seconds(), kernel_seconds()
            whole, _ = timed(partial(solve_many, asked))
            best = min(best, (whole, packing_seconds() - packing, kernel_seconds() - solving))
        sums = [total + part for total, part in zip(sums, best, strict=True)]
    whole, packing, solving = sums
    each = 1e6 / len(puzzles)
    return [each * packing, each * solving, 100 * (1 - (packing + solving) / whole),
            100 * (1 - solving / whole)]


def _shares(found: Sequence[str], names: Sequence[str]) -> list[Value]:
    counts = Counter(found)
    return [100.0 * counts[name] / len(found) for name in names]


# What a user feels first: the plain engine, the import, the command.

PUZZLES = 25

PLAIN_COLUMNS = ("what", "best ms", "median ms", "slowest ms", "included")

IMPORT = ("from time import process_time; begin = process_time(); import nonoforge; "
          "print(process_time() - begin)")
WHOLE = "import nonoforge; from time import process_time; print(process_time())"
BARE = "from time import process_time; print(process_time())"
COMMAND = "from nonoforge.cli import main; main()"


def plain_engine(options: BenchOptions) -> Table:
    """Return the plain engine on 20x20 puzzles, `import nonoforge`, and `nonoforge solve` from
    outside."""
    own_puzzles(options.path)
    draft = Draft("Plain: without the kernel, and from outside", PLAIN_COLUMNS, options.report)
    turns = options.repeats or 7
    _plain_row(draft, f"plain engine, {PUZZLES} line-solvable 20x20",
         _engine(options.repeats or PUZZLES, options.seed),
         "one solve of each puzzle, the first that Python has seen of it")
    _plain_row(draft, "import nonoforge", told_by_processes(IMPORT, turns),
         "CPU time of the import statement alone")
    _plain_row(draft, "python -c 'import nonoforge'", told_by_processes(WHOLE, turns),
         "CPU time of the process, the start of Python included")
    _plain_row(draft, "python -c ''", told_by_processes(BARE, turns),
         "CPU time of the process: the start of Python, for comparison")
    _plain_row(draft, "nonoforge solve, 5x5", _command(turns),
         "wall time from outside: Python, imports, reading, solving, printing")
    draft.note(machine())
    return draft.table()


def _plain_row(draft: Draft, what: str, runs: Timed, included: str) -> None:
    draft.row(what, 1e3 * runs.best, 1e3 * runs.median, 1e3 * runs.worst, included)


def _engine(count: int, seed: int) -> Timed:
    puzzles = line_solvable_puzzles(Random(seed), count, 20)
    return Timed(tuple(sorted(timed(partial(plain.solve, puzzle))[0] for puzzle in puzzles)))


def _command(turns: int) -> Timed:
    picture = [[0, 1, 0, 1, 0], [1, 1, 1, 1, 1], [1, 1, 1, 1, 1], [0, 1, 1, 1, 0], [0, 0, 1, 0, 0]]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "heart.nono")
        save(from_picture(picture), path)
        return processes(COMMAND, "solve", path, repeats=turns)
