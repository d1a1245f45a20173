"""A second solution close to a known one.

Two solutions of a puzzle usually differ in a few cells close together: a swapped pair of blocks, a
small cycle. So fix everything outside a small window to the known solution and search inside; slide
the window over all open cells; widen it. What is found this way is found in a moment; what is not
found says nothing.

Neighbours are cells next to each other on some line, so this serves every family.
"""

from __future__ import annotations

from dataclasses import replace
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
    open_cells = state.open_cells()
    for radius in RADII:
        for window in _windows(open_cells, puzzle.around, radius):
            if perf_counter() > end:
                return None
            lines = {line for cell in window for line in puzzle.through[cell]}
            if other := _inside(puzzle, state, solution, window, sorted(lines)):
                return other
    return None


def _inside(
    puzzle: Puzzle, state: State, solution: Colouring, window: set[int], lines: list[int],
) -> Colouring | None:
    """Another solution that differs only in the window: a puzzle of the lines that touch it."""
    cells = sorted({cell for line in lines for cell in puzzle.lines[line].cells})
    number = {cell: index for index, cell in enumerate(cells)}
    part = Puzzle(len(cells), tuple(
        replace(puzzle.lines[line], cells=tuple(number[c] for c in puzzle.lines[line].cells))
        for line in lines), puzzle.palette)
    masks = tuple(state.masks[cell] if cell in window else 1 << solution[cell] for cell in cells)
    for found in climb(part, State(masks), budget=Budget(settled=TRIAL)).solutions:
        other = bytearray(solution)
        for cell, colour in zip(cells, found, strict=True):
            other[cell] = colour
        if other != solution:
            return bytes(other)
    return None


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
