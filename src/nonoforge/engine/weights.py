"""Proof by weights that a solution is the only one.

SAT solvers reason about cases, and where a puzzle is held together by a balance of many lines
(dominoes along a diagonal), their proofs grow exponentially. A weighing is short. Every line puts a
weight on each colour of each of its cells, such that over all lines through a cell they add up to
the same sum where the cell differs from the known solution, and to 0 where it does not. So the
weights of a solution, taken over all lines, tell in how many cells it differs. Each line by itself
has a heaviest colouring, and where all of these together weigh less than one cell, there is no
other solution.

Good weights are the dual values of a linear program: the lines' runs in order encoding, as in
`sat.py`, but with fractions. They come from HiGHS, if it is installed, in floating point; then they
are rounded to whole numbers and made to add up, and the heaviest colourings are found in exact
arithmetic. So a proof does not rest on the accuracy of HiGHS.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from nonoforge.clues import WHITE, Run, Runs
from nonoforge.engine.ranges import start_ranges
from nonoforge.puzzle import Colouring, Line, Puzzle
from nonoforge.state import State

UNIT = 1 << 30  # what a differing cell weighs
MAX_COLUMNS = 30_000  # of the linear program: some seconds
MAX_STEPS = 100  # of the interior-point method, which needs 10 to 50

INFINITY = float("inf")
ROWWISE, MAXIMIZE = 2, -1  # as HiGHS numbers them
CONSTANT = -1  # in a row: what does not depend on any column

Weights = list[dict[tuple[int, int], int]]
"""For each line the weights by position and colour; white weighs nothing."""


@cache
def available() -> bool:
    """Return whether HiGHS is installed."""
    return all(importlib.util.find_spec(name) for name in ("highspy", "numpy"))


def outweighs(puzzle: Puzzle, state: State, solution: Colouring, weights: Weights) -> bool:
    """Return whether these weights are a proof: they add up, and the heaviest colourings of all
    lines together weigh less than one differing cell."""
    sums: dict[tuple[int, int], int] = {}
    for line, weight in zip(puzzle.lines, weights, strict=True):
        for (position, colour), value in weight.items():
            key = line.cells[position], colour
            sums[key] = sums.get(key, 0) + value
    total = 0
    for cell in state.open_cells():
        start = _differs(solution[cell], WHITE)
        total += UNIT * start
        for colour in range(1, state.masks[cell].bit_length()):
            if (state.masks[cell] >> colour & 1 and sums.pop((cell, colour), 0)
                    != UNIT * (_differs(solution[cell], colour) - start)):
                return False
    if any(sums.values()):
        return False
    for line, weight in zip(puzzle.lines, weights, strict=True):
        heaviest = _heaviest(line, [state.masks[cell] for cell in line.cells], weight)
        if heaviest is None:
            return False
        total += heaviest
    return total < UNIT


def _differs(one: int, other: int) -> int:
    return int(one != other)


def _heaviest(line: Line, masks: Sequence[int], weight: dict[tuple[int, int], int]) -> int | None:
    """Return what the line's heaviest colouring weighs; None if it has none. Clues that are not
    known runs are taken to allow everything."""
    runs = _known_runs(line)
    if runs is None:
        return sum(max(weight.get((p, c), 0) for c in range(mask.bit_length()) if mask >> c & 1)
                   for p, mask in enumerate(masks))
    length = len(masks)
    # best[p]: of the first p cells, the runs so far among them, the last of these ending before p.
    best: list[int | None] = [0]
    for mask in masks:
        best.append(best[-1] if mask & 1 else None)
    before = WHITE
    for run in runs:
        size = run.length or 1
        gap = int(run.colour == before)
        weighs, fits = [0], [0]  # running sums; since when the colour is possible
        for p, mask in enumerate(masks):
            weighs.append(weighs[-1] + weight.get((p, run.colour), 0))
            fits.append(fits[-1] if mask >> run.colour & 1 else p + 1)
        ended: list[int | None] = [None] * (length + 1)
        for end in range(size + gap, length + 1):
            start = end - size
            if fits[end] <= start and not (gap and not masks[start - 1] & 1):
                left = best[start - gap]
                if left is not None:
                    ended[end] = left + weighs[end] - weighs[start]
        for p, mask in enumerate(masks):
            if mask & 1 and (rest := ended[p]) is not None:
                here = ended[p + 1]
                ended[p + 1] = rest if here is None else max(here, rest)
        best, before = ended, run.colour
    return best[length]


def _known_runs(line: Line) -> tuple[Run, ...] | None:
    clue = line.clue
    if not isinstance(clue, Runs) or any(run.length is None for run in clue.runs):
        return None
    return clue.runs


class _Start(NamedTuple):
    """Where a run starts, in first..last: column + p says how much of it starts at p or later."""

    colour: int
    length: int
    first: int
    last: int
    column: int

    def add(self, row: dict[int, float], p: int, factor: float) -> None:
        """Add what starts at p or later to a row."""
        if p <= self.first:
            row[CONSTANT] += factor
        elif p <= self.last:
            row[self.column + p] = row.get(self.column + p, 0) + factor


class Weighing:
    """A linear program: let the colouring differ from the solution in as many cells as it can.

    Columns: for each open cell and colour but white, how much of the colour it has; for each run
    and p, how much of it starts at p or later.

    >>> from nonoforge.families.grid import from_picture
    >>> puzzle = from_picture([[1, 1], [1, 0]]).puzzle
    >>> Weighing(puzzle, State.start(puzzle), bytes([1, 1, 1, 0])).proves_unique()
    True
    """

    def __init__(self, puzzle: Puzzle, state: State, solution: Colouring) -> None:
        self.puzzle, self.state, self.solution = puzzle, state, solution
        self._cost: list[float] = []
        self._low: list[float] = []  # by row
        self._high: list[float] = []
        self._starts: list[int] = []
        self._columns: list[int] = []
        self._factors: list[float] = []
        self._cells: dict[tuple[int, int], int] = {}
        self._links: list[tuple[int, int, int, int]] = []  # row, line, position, colour
        open_cells = state.open_cells()
        for cell in open_cells:
            for colour in range(1, state.masks[cell].bit_length()):
                if state.masks[cell] >> colour & 1:
                    self._cells[cell, colour] = len(self._cost)
                    self._cost.append((_differs(solution[cell], colour)
                                      - _differs(solution[cell], WHITE)) / len(open_cells))
        for index, line in enumerate(puzzle.lines):
            if (runs := _known_runs(line)) is not None:
                self._line(index, line, runs)

    def _line(self, index: int, line: Line, runs: Sequence[Run]) -> None:
        """Rows: starts are in order; what runs cover is what the cells have."""
        masks = [self.state.masks[cell] for cell in line.cells]
        firsts, lasts = start_ranges(runs, masks)
        covers: dict[tuple[int, int], dict[int, float]] = {
            (p, colour): {CONSTANT: 0} for p, mask in enumerate(masks) if mask & (mask - 1)
            for colour in range(1, mask.bit_length()) if mask >> colour & 1}
        before: _Start | None = None
        for run, first, last in zip(runs, firsts, lasts, strict=True):
            start = _Start(run.colour, run.length or 1, first, last, len(self._cost) - first - 1)
            self._cost += [0] * (last - first)
            for p in range(first + 1, last):
                self._row({start.column + p: 1, start.column + p + 1: -1}, 0, INFINITY)
            if before:
                gap = before.length + (before.colour == run.colour)
                for p in range(before.first + 1, before.last + 1):
                    if p + gap > first:  # both from here on, or neither
                        self._row({start.column + p + gap: 1, before.column + p: -1}, 0, INFINITY)
            for p in range(first, last + start.length):
                cover = covers.setdefault((p, run.colour), {CONSTANT: 0})
                start.add(cover, p - start.length + 1, 1)
                start.add(cover, p + 1, -1)
            before = start
        for (p, colour), cover in covers.items():
            constant = cover.pop(CONSTANT)
            cell = line.cells[p]
            column = self._cells.get((cell, colour))
            if column is None:  # one start for each run: it covers what is known, and nothing else
                value = int(masks[p] == 1 << colour)
                self._row(cover, value - constant, value - constant)
            else:
                self._links.append((len(self._starts), index, p, colour))
                self._row({**cover, column: -1}, -constant, -constant)

    def _row(self, entries: dict[int, float], low: float, high: float) -> None:
        self._starts.append(len(self._columns))
        self._columns += entries
        self._factors += entries.values()
        self._low.append(low)
        self._high.append(high)

    @property
    def columns(self) -> int:
        return len(self._cost)

    def proves_unique(self, seconds: float | None = None) -> bool:
        """Return whether weights prove that there is no other solution in this state. False says
        nothing."""
        if self.columns > MAX_COLUMNS:
            return False
        weights = self._weights(seconds)
        return weights is not None and outweighs(self.puzzle, self.state, self.solution, weights)

    def _weights(self, seconds: float | None) -> Weights | None:
        """Return the dual values as whole numbers that add up; None if HiGHS found none."""
        values = self._duals(seconds)
        if values is None:
            return None
        scale = UNIT * len(self.state.open_cells())
        weights: Weights = [{} for _ in self.puzzle.lines]
        missing = {key: round(scale * self._cost[column]) for key, column in self._cells.items()}
        last: dict[tuple[int, int], tuple[int, int]] = {}
        for row, index, position, colour in self._links:
            value = round(scale * values[row])
            key = self.puzzle.lines[index].cells[position], colour
            weights[index][position, colour] = value
            missing[key] -= value
            last[key] = index, position
        for key, value in missing.items():
            if key not in last:
                return None
            index, position = last[key]
            weights[index][position, key[1]] += value
        return weights

    def _duals(self, seconds: float | None) -> Sequence[float] | None:
        import highspy
        import numpy

        highs = highspy.Highs()
        for option, value in {
                "output_flag": False, "threads": 1, "solver": "ipm", "run_crossover": "off",
                "ipm_iteration_limit": MAX_STEPS,
                "time_limit": INFINITY if seconds is None else max(0.0, seconds)}.items():
            highs.setOptionValue(option, value)
        highs.HandleUserInterrupt = True
        columns = len(self._cost)
        arrays = (self._cost, numpy.zeros(columns), numpy.ones(columns), self._low, self._high,
                  self._starts, self._columns, self._factors)
        status = highs.passModel(
            columns, len(self._low), len(self._columns), ROWWISE, MAXIMIZE, 0.0,
            *map(numpy.asarray, arrays), numpy.zeros(columns, numpy.int32))
        if status != highspy.HighsStatus.kOk:
            return None
        highs.run()
        solution: Any = highs.getSolution()
        return list(solution.row_dual) if solution.dual_valid else None
