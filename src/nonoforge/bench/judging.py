"""Judging: what ratings, explanations and hints cost, and which rungs puzzles need."""

from __future__ import annotations

from functools import partial
from random import Random
from statistics import median

from nonoforge.bench.table import BenchOptions, Draft, Parts, Plot, Table, machine, timed
from nonoforge.families.grid import make_grid, random_shapes
from nonoforge.judge import LADDER, explain, hint, rate
from nonoforge.nonogram import Nonogram
from nonoforge.state import State

PUZZLES = 1_000
COLUMNS = ("what", "puzzles", "size", "median ms", "worst ms", "all s")
RUNG_COLUMNS = ("rung", "technique", "puzzles", "share %")
NOTES = (
    "Random pictures of soft shapes, changed by `make grid` until lines solve them (rating and "
    "explaining), in one process. hint: from a state in which a random half of the cells is known.",
)


def judging(options: BenchOptions) -> Table:
    """Rating, explaining and hints: milliseconds, and the rungs that random puzzles need."""
    count = options.repeats or PUZZLES
    draft = Draft("Judging", COLUMNS, options.report, Plot("what", ("median ms",), "ms", log=True))
    parts = Parts(options.report, 4)
    parts.next("making puzzles")
    small = [_puzzle(20, seed) for seed in range(count)]
    parts.next("rating")
    rated = [timed(partial(rate, puzzle)) for puzzle in small]
    _row(draft, "rate", "20x20", [seconds for seconds, _ in rated])
    parts.next("explaining")
    some = [_puzzle(30, seed) for seed in range(max(1, count // 50))]
    _row(draft, "explain", "30x30", [timed(partial(explain, p))[0] for p in some])
    parts.next("hints")
    large = [(_puzzle(50, seed), seed) for seed in range(max(1, count // 100))]
    _row(draft, "hint", "50x50", [timed(partial(hint, p, _half(p, seed)))[0] for p, seed in large])
    draft.note(*NOTES, machine())
    return draft.table(_rungs([rating.rung for _, rating in rated], options))


def _puzzle(side: int, seed: int) -> Nonogram:
    return make_grid(random_shapes(side, side, seed), size=(side, side)).nonogram


def _half(nonogram: Nonogram, seed: int) -> State:
    rng = Random(seed)
    assert nonogram.solution is not None
    return State.of([c if rng.random() < 0.5 else None for c in nonogram.solution])


def _row(draft: Draft, what: str, size: str, seconds: list[float]) -> None:
    draft.row(what, len(seconds), size, 1e3 * median(seconds), 1e3 * max(seconds), sum(seconds))


def _rungs(found: list[int | None], options: BenchOptions) -> Table:
    draft = Draft("The rungs that they need", RUNG_COLUMNS, options.report,
                  Plot("technique", ("share %",), "per cent"))
    for rung, technique in enumerate(LADDER):
        number = found.count(rung)
        draft.row(rung, technique.name, number, 100 * number / len(found))
    return draft.table()
