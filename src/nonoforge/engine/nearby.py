"""A second solution close to a known one.

Two solutions of a puzzle usually differ in a few cells close together: a swapped pair of blocks, a
small cycle. So fix everything outside a small window to the known solution and search inside; slide
the window over all open cells; widen it. What is found this way is found in a moment; what is not
found says nothing.

Neighbours are cells next to each other on some line, so this serves every family.
"""

from __future__ import annotations

from itertools import pairwise
from math import inf
from time import perf_counter

from nonoforge.engine.choose import climb
from nonoforge.engine.outcome import Budget
from nonoforge.puzzle import Colouring, Puzzle
from nonoforge.state import State

RADII = (2, 4, 8)
TRIAL = 4_000  # settlements for each window
ENOUGH = 400  # windows of one size at most


def nearby_solution(
    puzzle: Puzzle, state: State, solution: Colouring, seconds: float | None = None,
) -> Colouring | None:
    """Another solution within `state`, if one differs from this only inside a small window."""
    end = perf_counter() + (inf if seconds is None else seconds)
    around = _neighbours(puzzle)
    open_cells = state.open_cells()
    fixed = [1 << colour for colour in solution]
    for radius in RADII:
        for window in _windows(open_cells, around, radius):
            if perf_counter() > end:
                return None
            masks = fixed.copy()
            for cell in window:
                masks[cell] = state.masks[cell]
            found = climb(puzzle, State(tuple(masks)), budget=Budget(settled=TRIAL)).solutions
            for other in found:
                if other != solution:
                    return other
    return None


def _neighbours(puzzle: Puzzle) -> list[set[int]]:
    around: list[set[int]] = [set() for _ in range(puzzle.cells)]
    for line in puzzle.lines:
        for a, b in pairwise(line.cells):
            around[a].add(b)
            around[b].add(a)
    return around


def _windows(open_cells: tuple[int, ...], around: list[set[int]], radius: int) -> list[set[int]]:
    """Balls of this radius that together cover the open cells, half overlapping."""
    windows: list[set[int]] = []
    covered: set[int] = set()
    for centre in open_cells:
        if centre not in covered and len(windows) < ENOUGH:
            covered |= _ball(centre, around, radius // 2)
            windows.append(_ball(centre, around, radius))
    return windows


def _ball(centre: int, around: list[set[int]], radius: int) -> set[int]:
    ball = edge = {centre}
    for _ in range(radius):
        edge = {near for cell in edge for near in around[cell]} - ball
        ball = ball | edge
    return ball
