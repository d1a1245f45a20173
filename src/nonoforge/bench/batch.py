"""Many puzzles in one call: how many a second, and how much of the time is not the kernel's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from random import Random
from statistics import median

from nonoforge.bench.clock import machine, repeated, timed
from nonoforge.bench.corpus import line_solvable_puzzles, puzzles_at, random_puzzles
from nonoforge.bench.table import Draft, Table, Value, Wish
from nonoforge.engine import ENGINE, solve_many
from nonoforge.puzzle import Puzzle
from nonoforge.verdict import LEVELS, Verdict

COUNT = 1_000
ANSWERS = ("unique", "multiple", "none", "unknown")

COLUMNS = ("puzzles", "count", "per second", "outside kernel %", "with packing %",
           "packing us each", *(f"{answer} %" for answer in ANSWERS),
           *(f"{level} %" for level in LEVELS))
NOTES = (
    "per second: with verdicts, packing included; the median of several calls of solve_many.",
    "outside kernel: the part of such a call that the kernel's own clock does not count, for the "
    "puzzles that need no SAT solver; when they are packed already, and with packing.",
    "packing: making the flat numbers that the kernel reads, once for each puzzle; they are kept.",
)


def batch(wish: Wish) -> Table:
    """Puzzles per second through the batch call: random 25x25, and line-solvable 20x20."""
    draft = Draft("Batch: many puzzles in one call", COLUMNS, wish.report)
    turns = wish.repeats or 5
    if wish.path is not None:
        entries, notes = puzzles_at(wish.path)
        draft.note(*notes)
        _row(draft, wish.path, [entry.nonogram.puzzle for entry in entries], turns)
    else:
        rng = Random(wish.seed)
        _row(draft, "random 25x25, density 0.5", random_puzzles(rng, COUNT, 25, 0.5), turns)
        _row(draft, "line-solvable 20x20", line_solvable_puzzles(rng, COUNT, 20), turns)
    draft.note(*NOTES, machine())
    return draft.table()


def _row(draft: Draft, name: str, puzzles: list[Puzzle], turns: int) -> None:
    packing = _packing(puzzles, turns)
    whole, verdicts = _median_call(puzzles, turns)
    without_sat = [puzzle for puzzle, verdict in zip(puzzles, verdicts, strict=True)
                   if verdict.level != "sat"]
    count = len(puzzles)
    draft.row(name, count, count / whole, _outside(without_sat, turns),
              _outside(without_sat, turns, fresh=True), 1e6 * packing / count,
              *_shares([verdict.answer for verdict in verdicts], ANSWERS),
              *_shares([verdict.level for verdict in verdicts], LEVELS))


def _packing(puzzles: Sequence[Puzzle], turns: int) -> float:
    """The seconds it takes to pack them all; the plain engine does not."""
    if ENGINE != "native":
        return 0.0
    from nonoforge.engine import pack

    return repeated(lambda: [pack(puzzle) for puzzle in puzzles], turns).median


def _median_call(puzzles: Sequence[Puzzle], turns: int) -> tuple[float, list[Verdict]]:
    runs = [timed(partial(solve_many, _copies(puzzles))) for _ in range(turns)]
    return median(seconds for seconds, _ in runs), runs[0][1]


def _copies(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """The same puzzles as if they were new: nothing is packed yet."""
    return [replace(puzzle) for puzzle in puzzles]


def _outside(puzzles: Sequence[Puzzle], turns: int, fresh: bool = False) -> float | None:
    """Per cent of the call's time."""
    if ENGINE != "native" or not puzzles:
        return None
    from nonoforge.engine import kernel_seconds

    shares = []
    solve_many(puzzles)  # from now on these are packed
    for _ in range(turns):
        asked = _copies(puzzles) if fresh else puzzles
        before = kernel_seconds()
        whole, _ = timed(partial(solve_many, asked))
        shares.append(100 * (1 - (kernel_seconds() - before) / whole))
    return median(shares)


def _shares(found: Sequence[str], names: Sequence[str]) -> list[Value]:
    counts = Counter(found)
    return [100.0 * counts[name] / len(found) for name in names]
