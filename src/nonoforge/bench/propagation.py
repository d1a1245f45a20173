"""Two orders of propagation: how many lines each settles to get to the same state."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from nonoforge.bench.clock import machine, timed
from nonoforge.bench.corpus import blobs, puzzles_at, random_puzzles
from nonoforge.bench.table import Draft, Table, Wish
from nonoforge.engine import propagate
from nonoforge.engine.outcome import Order
from nonoforge.grid import from_picture
from nonoforge.puzzle import Puzzle

SIDES = (15, 25, 40)
DENSITIES = (0.3, 0.5, 0.7)
COUNT = 50  # puzzles of each kind

COLUMNS = ("puzzles", "count", "plain settled", "ordered settled", "plain / ordered", "plain ms",
           "ordered ms")
NOTES = (
    "settled: lines settled until nothing changes, for all puzzles of a row together.",
    "plain: a queue in which a line waits once for each of its cells that changed. ordered: all "
    "waiting rows, then all waiting columns, each once (Chen and Hung's ordered propagation).",
)


def propagation(wish: Wish) -> Table:
    """Lines settled by plain and by ordered propagation, on a folder or on random puzzles."""
    draft = Draft("Propagation: plain against ordered", COLUMNS, wish.report)
    total: list[Puzzle] = []
    notes: list[str] = []
    if wish.path is not None:
        entries, notes = puzzles_at(wish.path)
        for entry in entries:
            _row(draft, entry.name, [entry.nonogram.puzzle], wish.repeats or 5)
            total.append(entry.nonogram.puzzle)
    else:
        for name, puzzles in _random_sets(Random(wish.seed)):
            _row(draft, name, puzzles, wish.repeats or 3)
            total += puzzles
    _row(draft, "all", total, wish.repeats or 3)
    draft.note(*NOTES, *notes, machine())
    return draft.table()


def _random_sets(rng: Random) -> list[tuple[str, list[Puzzle]]]:
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


def _settled(puzzles: Sequence[Puzzle], order: Order, turns: int) -> tuple[int, float]:
    """Lines settled by all puzzles, and the best time for all."""
    def run() -> int:
        return sum(propagate(puzzle, order=order).work.settled for puzzle in puzzles)

    runs = [timed(run) for _ in range(turns)]
    return runs[0][1], min(seconds for seconds, _ in runs)
