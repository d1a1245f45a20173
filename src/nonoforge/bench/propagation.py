"""What Chen and Hung propose, measured: the order of propagation, probing, and the line solver."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from nonoforge.bench import line_solvers, probing
from nonoforge.bench.clock import machine, timed
from nonoforge.bench.corpus import blobs, puzzles_at, random_puzzles
from nonoforge.bench.parts import Parts
from nonoforge.bench.table import Draft, Plot, Table, Wish
from nonoforge.engine import Order, propagate
from nonoforge.families.grid import from_picture
from nonoforge.puzzle import Puzzle

SIDES = (15, 25, 40)
DENSITIES = (0.3, 0.5, 0.7)
COUNT = 50  # puzzles of each kind

COLUMNS = ("puzzles", "count", "plain settled", "ordered settled", "plain / ordered", "plain ms",
           "ordered ms")
PLOT = Plot("puzzles", ("plain settled", "ordered settled"), "lines settled", log=True)
NOTES = (
    "The paper describes both orders and prints no figures; there is nothing to set beside these.",
    "settled: lines settled until nothing changes, for all puzzles of a row together.",
    "plain: a queue in which a line waits once for each of its cells that changed. ordered: all "
    "waiting rows, then all waiting columns, each once (Chen and Hung's ordered propagation).",
)

Sets = list[tuple[str, list[Puzzle]]]


def propagation(wish: Wish) -> Table:
    """Chen and Hung: plain against ordered propagation; cells decided by FP1, FP2, FP3; lines."""
    sets, stalling, notes = _puzzle_sets(wish)
    parts = Parts(wish.report, len(sets) + 2 * len(stalling) + line_solvers.PARTS)
    draft = Draft("Propagation: plain against ordered (Chen and Hung, 2.3)", COLUMNS, wish.report,
                  PLOT)
    for name, puzzles in sets:
        parts.next(f"propagating {name}")
        _row(draft, name, puzzles, wish.repeats or 3)
    _total(draft)
    draft.note(*NOTES, *notes, machine())
    probed = probing.tables(stalling, wish.report, parts) if stalling else ()
    return draft.table(*probed, line_solvers.table(Random(wish.seed), wish.report, parts))


def _puzzle_sets(wish: Wish) -> tuple[Sets, Sets, list[str]]:
    """What to propagate, what to probe, and notes: all from a path, or random."""
    if wish.path is None:
        rng = Random(wish.seed)
        return _random_sets(rng), probing.random_sets(rng), []
    entries, notes = puzzles_at(wish.path)
    sets = [(entry.name, [entry.nonogram.puzzle]) for entry in entries]
    stalling = probing.only_stalled(sets)
    if not stalling:
        notes.append("Propagation finishes all of these: there is nothing to probe.")
    return sets, stalling, notes


def _random_sets(rng: Random) -> Sets:
    noisy = [(f"random {side}x{side}, density {density}", random_puzzles(rng, COUNT, side, density))
             for side in SIDES for density in DENSITIES]
    smooth = [(f"blobs {side}x{side}",
               [from_picture(blobs(rng, side, side)).puzzle for _ in range(COUNT)])
              for side in SIDES]
    return noisy + smooth


def _row(draft: Draft, name: str, puzzles: Sequence[Puzzle], turns: int) -> None:
    plain, plain_seconds = _settled(puzzles, "plain", turns)
    ordered, ordered_seconds = _settled(puzzles, "ordered", turns)
    draft.row(name, len(puzzles), plain, ordered, plain / max(1, ordered), 1e3 * plain_seconds,
              1e3 * ordered_seconds)


def _total(draft: Draft) -> None:
    """All rows together."""
    count, plain, ordered, plain_ms, ordered_ms = (
        sum(value for row in draft.rows if isinstance(value := row[at], int | float))
        for at in (1, 2, 3, 5, 6))
    draft.row("all", count, plain, ordered, plain / max(1, ordered), plain_ms, ordered_ms)


def _settled(puzzles: Sequence[Puzzle], order: Order, turns: int) -> tuple[int, float]:
    """Lines settled by all puzzles, and the best time for all."""
    def run() -> int:
        return sum(propagate(puzzle, order=order).work.settled for puzzle in puzzles)

    runs = [timed(run) for _ in range(turns)]
    return runs[0][1], min(seconds for seconds, _ in runs)
