"""Shortcuts: whatever they find is a solution, and what was known stays."""

from __future__ import annotations

import random

import pytest

from nonoforge.engine import Outcome, propagate, verify
from nonoforge.engine.shortcuts import shortcuts
from nonoforge.grid import from_picture
from nonoforge.puzzle import Colouring, Puzzle
from nonoforge.verdict import Work
from puzzles import all_solutions, random_nonogram, random_puzzle, random_tangle, rounds


def stuck(puzzle: Puzzle, *solutions: Colouring) -> Outcome:
    """As if search had given up, with these solutions found."""
    state = propagate(puzzle).state
    return Outcome("search", False, True, solutions, state, None, Work(1, 2, 3, 4))


@pytest.mark.parametrize("limit", [2, 3])
def test_what_is_found_is_a_solution(limit: int) -> None:
    rng = random.Random(1)
    found = 0
    for turn in range(rounds(150)):
        puzzle = random_puzzle(rng, 4, 3) if turn % 2 else random_tangle(rng, most_cells=6)
        solutions = sorted(all_solutions(puzzle))
        for known in ((), tuple(solutions[:1])):
            outcome = shortcuts(puzzle, stuck(puzzle, *known), limit=limit)
            assert outcome.solutions[:len(known)] == known
            assert len(set(outcome.solutions)) == len(outcome.solutions) <= limit
            assert set(outcome.solutions) <= set(solutions)
            assert all(new >= old for new, old in zip(outcome.work, (1, 2, 3, 4), strict=True))
            found += len(outcome.solutions) > len(known)
    assert found > 20


def test_a_symmetric_puzzle() -> None:
    """A solution of the folded puzzle, and from it a second one close by."""
    dots = from_picture([[int(x == y) for x in range(10)] for y in range(10)]).puzzle
    outcome = shortcuts(dots, stuck(dots), limit=2)
    assert len(outcome.solutions) == 2
    assert all(verify(dots, solution) for solution in outcome.solutions)


def test_the_image_of_a_solution() -> None:
    """A quarter of a pinwheel that may turn either way: its mirror image is the other solution."""
    puzzle = from_picture([[1, 0], [0, 1]]).puzzle
    outcome = shortcuts(puzzle, stuck(puzzle, b"\1\0\0\1"), limit=2)
    assert outcome.solutions == (b"\1\0\0\1", b"\0\1\1\0")


def test_nothing_is_said_about_unique_puzzles() -> None:
    """They stay open: what is not found does not prove anything."""
    rng = random.Random(2)
    for _ in range(rounds(30)):
        nonogram = random_nonogram(rng, 6, density=0.7)
        solution = nonogram.solution
        assert solution is not None
        outcome = shortcuts(nonogram.puzzle, stuck(nonogram.puzzle, solution), limit=2)
        assert outcome.exhausted
        assert outcome.solutions[0] == solution
