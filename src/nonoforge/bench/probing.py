"""Probing where propagation stalls: how many cells FP1, FP2 and FP3 decide."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from nonoforge.bench.one_round import FINDINGS, probe_once
from nonoforge.bench.parts import Parts
from nonoforge.bench.table import Draft, Plot, Report, Table
from nonoforge.engine import Depth, probe, propagate
from nonoforge.families.grid import from_picture
from nonoforge.palette import Palette
from nonoforge.puzzle import Puzzle
from nonoforge.state import State

COUNT = 100  # puzzles of each kind
ROUNDS = 8  # of the stalled ones, those that are probed once over
MOST_OPEN = 2500  # cells, beyond which a round in Python takes too long

KINDS = (  # colours besides white, side, density: where propagation stalls, and probing helps
    (1, 10, 0.4), (1, 15, 0.45), (1, 20, 0.45), (1, 25, 0.45), (1, 30, 0.5), (2, 15, 0.4),
    (2, 20, 0.45), (3, 20, 0.4), (4, 25, 0.4),
)
INKS = ("#ffffff", "#000000", "#cc0000", "#0044cc", "#118833")
DEPTHS: dict[str, Depth] = {"FP1": 1, "FP1+FP2": 2, "FP1+FP2+FP3": 3}

SHARES = tuple(f"{name} %" for name in DEPTHS)
COLUMNS = ("puzzles", "count", "stalled", "open cells", *SHARES,
           *(f"{name} solved" for name in DEPTHS), "FP2 adds", "FP3 adds")
NOTES = (
    "The paper gives the three deductions and no figures for them.",
    "stalled: puzzles that propagation does not finish; open cells: those that it leaves, in all. "
    "%: how many of these are decided. solved: puzzles of which nothing is left open.",
    "Each depth is run to its end: whatever is found is propagated and probed again, and a colour "
    "that leads to a contradiction is impossible, at every depth.",
    "FP2 adds, FP3 adds: puzzles in which that depth rules out more than the one before.",
)
ROUND_COLUMNS = ("puzzles", "count", "open cells", *(f"{name} %" for name in FINDINGS))
ROUND_NOTES = (
    f"The first {ROUNDS} stalled puzzles of each row above; a dash: more than {MOST_OPEN:,} cells "
    "are open.",
    "Each colour of each open cell is assumed once, and all from the same state; then what follows "
    "is propagated. FP1, FP2 and FP3 are as the paper has them: they relate cells, and a "
    "contradiction by itself decides nothing, but what was found before it counts. contradictions: "
    "what these alone decide.",
)

Sets = list[tuple[str, list[Puzzle]]]


def random_sets(rng: Random) -> Sets:
    """Noise of all kinds."""
    return [(_name(*kind), [_noise(rng, *kind) for _ in range(COUNT)]) for kind in KINDS]


def _name(colours: int, side: int, density: float) -> str:
    inks = "" if colours == 1 else f", {colours} colours"
    return f"random {side}x{side}, density {density}{inks}"


def _noise(rng: Random, colours: int, side: int, density: float) -> Puzzle:
    picture = [[rng.randint(1, colours) if rng.random() < density else 0 for _ in range(side)]
               for _ in range(side)]
    return from_picture(picture, palette=Palette.of(*INKS[:colours + 1])).puzzle


def only_stalled(sets: Sets) -> Sets:
    """The sets in which a puzzle stalls."""
    return [(name, puzzles) for name, puzzles in sets if any(map(_stalled, puzzles))]


def tables(sets: Sets, report: Report, parts: Parts) -> tuple[Table, Table]:
    """Probing to the end, and one round of it."""
    fully = Draft("Probing where propagation stalls: cells decided (Chen and Hung, 3)", COLUMNS,
                  report, Plot("puzzles", SHARES, "% of the open cells"))
    once = Draft("One round of probing: cells decided", ROUND_COLUMNS, report,
                 Plot("puzzles", ROUND_COLUMNS[3:], "% of the open cells"))
    for name, puzzles in sets:
        parts.next(f"probing {name}")
        _row(fully, name, puzzles)
        parts.next(f"probing {name}, one round")
        _round_row(once, name, puzzles)
    fully.note(*NOTES)
    once.note(*ROUND_NOTES)
    return fully.table(), once.table()


def _stalled(puzzle: Puzzle) -> State | None:
    """Where propagation stalls, if it does."""
    found = propagate(puzzle)
    return None if found.conflict is not None or found.state.solved else found.state


def _row(draft: Draft, name: str, puzzles: Sequence[Puzzle]) -> None:
    decided, solved, adds = ([0] * len(DEPTHS) for _ in range(3))
    stalled = open_cells = 0
    for puzzle in puzzles:
        if (start := _stalled(puzzle)) is None:
            continue
        stalled += 1
        cells = len(start.open_cells())
        open_cells += cells
        before = None
        for at, depth in enumerate(DEPTHS.values()):
            found = probe(puzzle, start, depth)
            left = len(found.state.open_cells())
            decided[at] += cells - left
            solved[at] += not left or found.conflict is not None
            adds[at] += before is not None and found.state != before
            before = found.state
    draft.row(name, len(puzzles), stalled, open_cells, *_shares(decided, open_cells), *solved,
              *adds[1:])


def _round_row(draft: Draft, name: str, puzzles: Sequence[Puzzle]) -> None:
    chosen = [(puzzle, start) for puzzle in puzzles if (start := _stalled(puzzle))][:ROUNDS]
    open_cells = sum(len(start.open_cells()) for _, start in chosen)
    if any(len(start.open_cells()) > MOST_OPEN for _, start in chosen):
        draft.row(name, len(chosen), open_cells, *[None] * len(FINDINGS))
        return
    decided = [0] * len(FINDINGS)
    for puzzle, start in chosen:
        for at, cells in enumerate(probe_once(puzzle, start)):
            decided[at] += cells
    draft.row(name, len(chosen), open_cells, *_shares(decided, open_cells))


def _shares(parts: Sequence[int], whole: int) -> list[float]:
    return [100 * part / max(1, whole) for part in parts]
