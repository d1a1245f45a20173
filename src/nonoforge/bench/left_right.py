"""By how much the leftmost and rightmost line solver is incomplete: on lines, and on puzzles.

Exact settling is the measure. Both forms of the line solver are tried, `repaired` and `original`
(see the method `left-right`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from nonoforge.bench.corpus import blobs, puzzles_at, random_puzzles
from nonoforge.bench.table import BenchOptions, Draft, Plot, Table, Value, machine
from nonoforge.clues import Runs
from nonoforge.engine import Budget, propagate
from nonoforge.engine.plain import Masks, settle
from nonoforge.families.grid import from_picture
from nonoforge.methods import choose, extremes
from nonoforge.puzzle import Puzzle
from nonoforge.state import State

LENGTHS = (10, 20, 30, 50)
DENSITIES = (0.3, 0.5, 0.7)
LINES = 1000  # of each kind
STRANGE = 0.25  # this share of lines has known cells from another picture: most contradict
SIDES = (10, 20, 30)
COUNT = 20  # puzzles of each kind

FORMS = ("repaired", "original")
LINE_COLUMNS = (
    "lines", "count", "exact finds", *(f"{form}: {what}" for form in FORMS for what in (
        "less than exact %", "cells missed %", "contradictions missed %")), "contradictions")
PUZZLE_COLUMNS = (
    "puzzles", "count", "cells", "decided, left-right", "decided, original", "decided, exact",
    "missed %", "solved, left-right", "solved, original", "solved, exact")
LINE_NOTES = (
    "Each line is read from a random picture; a random share of its cells is known. exact finds: "
    "cells of all lines together that exact settling decides. less than exact: lines, of those "
    "that have a solution, on which left-right decides fewer. cells missed: of those that exact "
    "settling decides. contradictions: lines whose known cells do not fit the clue.",
)
PUZZLE_NOTES = (
    "decided: cells, by single lines until nothing changes, for all puzzles of a row together. "
    "missed: of the cells that exact lines decide, what left-right (repaired) does not.",
)


class Case(NamedTuple):
    """A line and what is known of it."""

    clue: Runs
    masks: Masks
    length: int


def incomplete(options: BenchOptions) -> Table:
    """Return what the leftmost and rightmost line solver misses, on random lines and on puzzles."""
    plot = Plot("lines", tuple(f"{form}: cells missed %" for form in FORMS), "cells missed, %")
    draft = Draft("Left-right against exact: random lines", LINE_COLUMNS, options.report, plot)
    kinds = [(length, density) for length in LENGTHS for density in DENSITIES]
    notes: list[str] = []
    sets = _sets(options, notes)
    everything: Counter[str] = Counter()
    for number, (length, density) in enumerate(kinds):
        name = f"{length} cells, {100 * density:.0f} % black"
        options.report.at(number, len(kinds) + len(sets), name)
        rng = Random(f"{options.seed} {length} {density}")
        counts = _count(_cases(rng, length, density, LINES))
        draft.row(name, LINES, *_line_row(counts))
        everything += counts
    draft.row("all", LINES * len(kinds), *_line_row(everything))
    draft.note(*LINE_NOTES, machine())
    return draft.table(_on_puzzles(options, sets, notes, len(kinds)))


def _cases(rng: Random, length: int, density: float, count: int) -> Iterator[Case]:
    for _ in range(count):
        picture, other = ([int(rng.random() < density) for _ in range(length)] for _ in range(2))
        share = rng.random()
        truth = other if rng.random() < STRANGE else picture
        state = State.of(colour if rng.random() < share else None for colour in truth)
        masks = [sum((mask >> colour & 1) << place for place, mask in enumerate(state.masks))
                 for colour in (0, 1)]
        yield Case(Runs.read(picture), masks, length)


def _count(cases: Iterator[Case]) -> Counter[str]:
    """Return what exact settling finds in these lines, and what each form misses of it."""
    counts: Counter[str] = Counter()
    for clue, masks, length in cases:
        exact = settle(clue, masks, length)
        counts["solvable" if exact else "contradictions"] += 1
        counts["exact"] += _found(masks, exact) if exact else 0
        for form in FORMS:
            result = extremes(form == "repaired")(clue, length)(masks)
            if exact is None:
                counts[f"{form} overlooked"] += result is not None
            elif result is None:
                raise AssertionError("left-right has lost a solution")
            else:
                counts[f"{form} less"] += result != exact
                counts[f"{form} missed"] += _found(result, exact)
    return counts


def _found(before: Masks, after: Masks) -> int:
    """Return cells that are decided after and were not before."""
    return (before[0] & before[1]).bit_count() - (after[0] & after[1]).bit_count()


def _line_row(counts: Counter[str]) -> list[Value]:
    shares = [100 * counts[f"{form} {what}"] / max(1, counts[whole]) for form in FORMS
              for what, whole in (("less", "solvable"), ("missed", "exact"),
                                  ("overlooked", "contradictions"))]
    return [counts["exact"], *shares, counts["contradictions"]]


def _on_puzzles(
    options: BenchOptions, sets: Sequence[tuple[str, list[Puzzle]]], notes: list[str], done: int,
) -> Table:
    draft = Draft("Left-right against exact: propagation on puzzles", PUZZLE_COLUMNS,
                  options.report)
    method = choose("left-right")
    total: list[Puzzle] = []
    for number, (name, puzzles) in enumerate(sets):
        options.report.at(done + number, done + len(sets), name)
        if why := next(filter(None, map(method.refusal, puzzles)), None):
            notes.append(f"left out: {name}; left-right serves {why}")
            continue
        draft.row(name, *_puzzle_row(puzzles, options.budget))
        total += puzzles
    if total:
        draft.row("all", *_puzzle_row(total, options.budget))
    draft.note(*PUZZLE_NOTES, *notes)
    return draft.table()


def _sets(options: BenchOptions, notes: list[str]) -> list[tuple[str, list[Puzzle]]]:
    """Return the puzzles of the folder, each for itself, or kinds of random ones."""
    if options.path is not None:
        entries, found = puzzles_at(options.path)
        notes += found
        return [(entry.name, [entry.nonogram.puzzle]) for entry in entries]
    rng = Random(options.seed)
    noisy = [(f"random {side}x{side}, {100 * density:.0f} % black",
              random_puzzles(rng, COUNT, side, density))
             for side in SIDES for density in DENSITIES]
    smooth = [(f"blobs {side}x{side}",
               [from_picture(blobs(rng, side, side)).puzzle for _ in range(COUNT)])
              for side in SIDES]
    return noisy + smooth


def _puzzle_row(puzzles: Sequence[Puzzle], budget: Budget | None) -> list[Value]:
    states = [[choose(f"left-right:placing={form}").solve(puzzle, budget=budget).state
               for puzzle in puzzles] for form in FORMS]
    states.append([propagate(puzzle).state for puzzle in puzzles])
    decided = [sum(len(state.masks) - len(state.open_cells()) for state in column)
               for column in states]
    solved = [sum(state.solved for state in column) for column in states]
    missed = 100 * (decided[-1] - decided[0]) / max(1, decided[-1])
    return [len(puzzles), sum(puzzle.cells for puzzle in puzzles), *decided, missed, *solved]
