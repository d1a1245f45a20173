"""Methods: one signature for all ways to solve."""

from __future__ import annotations

import random

import pytest

from nonoforge.engine import Budget, verify
from nonoforge.grid import from_picture
from nonoforge.methods import METHODS
from nonoforge.verdict import Verdict, Work
from puzzles import random_puzzle, rounds


@pytest.mark.parametrize("name", METHODS)
def test_each_has_a_name_a_line_and_a_function(name: str) -> None:
    method = METHODS[name]
    assert method.name == name
    assert method.summary
    assert "\n" not in method.summary
    told: list[Work] = []
    verdict = method.solve(from_picture([[1, 0], [0, 1]]), limit=3, budget=Budget(nodes=100),
                           seed=1, progress=told.append)
    assert isinstance(verdict, Verdict)
    assert verdict.answer in ("multiple", "unknown")


def test_methods_agree() -> None:
    """No two of them ever contradict each other; those that finish say the same."""
    rng = random.Random(1)
    for _ in range(rounds(60)):
        puzzle = random_puzzle(rng, 10)
        verdicts = {name: method.solve(puzzle) for name, method in METHODS.items()}
        answers = {verdict.answer for verdict in verdicts.values()} - {"unknown"}
        assert len(answers) == 1
        for verdict in verdicts.values():
            assert all(verify(puzzle, solution) for solution in verdict.solutions)


def test_the_plain_ones_know_their_limits() -> None:
    """Lines do not finish what needs probing, and say so."""
    puzzle = from_picture([[1, 0], [0, 1]]).puzzle
    assert METHODS["line"].solve(puzzle).answer == "unknown"
    assert METHODS["line"].solve(puzzle).level == "line"
    assert METHODS["probe"].solve(puzzle).answer == "unknown"
    assert METHODS["auto"].solve(puzzle).answer == "multiple"
