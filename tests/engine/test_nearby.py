"""A second solution close to the first."""

from __future__ import annotations

import random

from helpers.puzzles import all_solutions, random_nonogram, random_puzzle, random_tangle, rounds
from nonoforge.engine import Budget, propagate, solve, verify
from nonoforge.engine.sat import nearby_solution
from nonoforge.families.grid import from_picture
from nonoforge.palette import Palette


def test_what_is_found_is_another_solution() -> None:
    rng = random.Random(1)
    found = 0
    for _ in range(rounds(60)):
        nonogram = random_nonogram(rng, 12, density=0.5)
        first, puzzle = nonogram.solution, nonogram.puzzle
        assert first is not None
        other = nearby_solution(puzzle, propagate(puzzle).state, first)
        if other is not None:
            assert other != first
            assert verify(puzzle, other)
            found += 1
    assert found > 15


def test_a_small_puzzle_is_one_window() -> None:
    """Where the widest window holds everything, a second solution is found if there is one."""
    rng = random.Random(2)
    for _ in range(rounds(100)):
        puzzle = random_puzzle(rng, largest=4, most_colours=3)
        solutions = all_solutions(puzzle)
        for first in sorted(solutions)[:2]:
            other = nearby_solution(puzzle, propagate(puzzle).state, first)
            assert (other is not None) == (len(solutions) > 1)
            assert other is None or other in solutions - {first}


def test_tangles() -> None:
    rng = random.Random(3)
    for _ in range(rounds(100)):
        puzzle = random_tangle(rng, most_cells=6)
        solutions = all_solutions(puzzle)
        for first in sorted(solutions)[:1]:
            other = nearby_solution(puzzle, propagate(puzzle).state, first)
            assert other is None or other in solutions - {first}


def test_a_swap_far_from_the_rest() -> None:
    """Two diagonal dots in the corner of a large picture that is otherwise clear."""
    rows = [[1] * 40 for _ in range(30)]
    rows[29] = [0] * 40
    for row in rows[27:]:
        row[37:] = [0, 0, 0]
    rows[28] = [*rows[28][:36], 0, 0, 1, 0]
    rows[29] = [*rows[29][:36], 0, 0, 0, 1]
    puzzle = from_picture(rows).puzzle
    verdict = solve(puzzle)
    assert verdict.answer == "multiple"
    first, second = verdict.solutions
    assert nearby_solution(puzzle, propagate(puzzle).state, first) == second


def test_a_unique_puzzle_has_no_other() -> None:
    nonogram = from_picture([[1, 1, 2], [0, 2, 2], [1, 0, 2]],
                            palette=Palette.of("#ffffff", "#000000", "#ff0000"))
    assert solve(nonogram, budget=Budget(settled=10_000)).answer == "unique"
    assert nonogram.solution is not None
    state = propagate(nonogram.puzzle).state
    assert nearby_solution(nonogram.puzzle, state, nonogram.solution) is None
