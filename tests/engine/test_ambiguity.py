"""The cells that differ between solutions: all of them, and no other."""

from __future__ import annotations

import random

import pytest

from helpers.puzzles import all_solutions, random_nonogram, random_puzzle, random_tangle, rounds
from nonoforge.engine import Budget, ambiguity, ambiguous_cells, sat_available, solve
from nonoforge.families.grid import from_picture
from nonoforge.puzzle import Puzzle


def differing(puzzle: Puzzle) -> tuple[int, ...]:
    """By brute force."""
    solutions = all_solutions(puzzle)
    return tuple(cell for cell in range(puzzle.cells)
                 if len({solution[cell] for solution in solutions}) > 1)


@pytest.mark.parametrize("enough", [256, 3])
def test_small_grids(enough: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With few solutions listed, the SAT solver is asked for the rest."""
    if enough == 3 and not sat_available():
        pytest.skip("python-sat is not installed")
    monkeypatch.setattr(ambiguity, "MAX_LISTED", enough)
    rng = random.Random(1)
    for _ in range(rounds(200)):
        puzzle = random_puzzle(rng, largest=4, most_colours=3)
        assert ambiguous_cells(puzzle, solve(puzzle)) == (differing(puzzle), True)


def test_tangles() -> None:
    rng = random.Random(2)
    for _ in range(rounds(200)):
        puzzle = random_tangle(rng, most_cells=6)
        assert ambiguous_cells(puzzle, solve(puzzle)) == (differing(puzzle), True)


def test_a_verdict_that_has_all_solutions_is_enough() -> None:
    puzzle = from_picture([[1, 0, 0], [0, 1, 0], [0, 0, 1]]).puzzle
    verdict = solve(puzzle, limit=10)
    assert verdict.complete
    assert len(verdict.solutions) == 6
    assert ambiguous_cells(puzzle, verdict) == (tuple(range(9)), True)


def test_larger_grids() -> None:
    """Each cell named differs between the first solution and one with that cell given otherwise."""
    rng = random.Random(3)
    for _ in range(rounds(8)):
        puzzle = random_nonogram(rng, 9, most_colours=2, density=0.5).puzzle
        verdict = solve(puzzle)
        cells, complete = ambiguous_cells(puzzle, verdict)
        assert complete
        for cell in range(puzzle.cells):
            given = ((cell, 1 - verdict.solutions[0][cell]),)
            other = solve(Puzzle(puzzle.cells, puzzle.lines, puzzle.palette, given),
                          method="search")
            assert (other.answer != "none") == (cell in cells)


def test_unknown_is_not_complete() -> None:
    puzzle = from_picture([[int(x == y) for x in range(9)] for y in range(9)]).puzzle
    verdict = solve(puzzle, budget=Budget(settled=1))
    assert verdict.answer == "unknown"
    assert ambiguous_cells(puzzle, verdict) == ((), False)


def test_unique_and_none() -> None:
    unique = from_picture([[1, 1], [0, 1]]).puzzle
    assert ambiguous_cells(unique, solve(unique)) == ((), True)
    none = Puzzle(4, unique.lines, unique.palette, given=((0, 0),))
    assert ambiguous_cells(none, solve(none)) == ((), True)


@pytest.mark.skipif(not sat_available(), reason="python-sat is not installed")
def test_without_conflicts_to_spend_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cells that are named are ambiguous all the same."""
    monkeypatch.setattr(ambiguity, "MAX_LISTED", 2)
    puzzle = from_picture([[int(x == y) for x in range(7)] for y in range(7)]).puzzle
    monkeypatch.setattr(ambiguity, "CONFLICTS", 0)
    cells, complete = ambiguous_cells(puzzle, solve(puzzle))
    assert not complete
    assert 4 <= len(cells) <= 49


def test_who_wants_no_more_gets_no_fewer() -> None:
    """With `most`, either all cells or at least so many; never one that does not differ."""
    rng = random.Random(5)
    for _ in range(rounds(60)):
        puzzle = random_puzzle(rng, largest=5, most_colours=3)
        every, most = differing(puzzle), rng.randrange(1, 8)
        found, _ = ambiguous_cells(puzzle, solve(puzzle), most=most)
        assert set(found) <= set(every)
        assert len(found) >= min(most, len(every))
