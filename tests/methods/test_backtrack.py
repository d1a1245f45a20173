"""Backtrack: placements of lines, tried in turn, with forward checking."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from helpers.puzzles import all_solutions, random_puzzle, random_tangle, rounds
from nonoforge.engine import Budget
from nonoforge.families.grid import from_clues, from_picture
from nonoforge.methods import choose
from nonoforge.state import State
from nonoforge.step import Step

VARIANTS = ("backtrack", "backtrack:choose=lexical,generate=spreads", "backtrack:choose=random",
            "backtrack:values=lcv")
HEART = [[0, 1, 0, 1, 0], [1, 1, 1, 1, 1], [1, 1, 1, 1, 1], [0, 1, 1, 1, 0], [0, 0, 1, 0, 0]]


@pytest.mark.parametrize("variant", VARIANTS)
def test_all_solutions(variant: str) -> None:
    rng = random.Random(1)
    for turn in range(rounds(60)):
        puzzle = random_tangle(rng) if turn % 3 == 0 else random_puzzle(rng, 5, 3)
        expected = all_solutions(puzzle)
        verdict = choose(variant).solve(puzzle, limit=100_000, budget=Budget())
        assert verdict.complete
        assert set(verdict.solutions) == expected
        assert len(verdict.solutions) == len(expected)


def test_the_cap_comes_before_the_work() -> None:
    wide = from_clues([[1] * 10] * 2, [[1]] * 20 + [[]] * 40).puzzle
    verdict = choose("backtrack").solve(wide)
    assert verdict.answer == "unknown"
    assert verdict.why.startswith("row 1 alone has more than 2,000,000 placements: the cap")
    assert verdict.work == (0, 0, 0, 0)
    verdict = choose("backtrack:cap=19").solve(from_picture([[1, 0, 0, 0]] * 4))
    assert verdict.why.startswith("the lines together have more than 19 placements: the cap")
    assert choose("backtrack:cap=20").solve(from_picture([[1, 0, 0, 0]] * 4)).answer == "unique"


def test_fewest_placements_first() -> None:
    """The full row of a heart needs no trying: its one placement is the first that is assumed."""
    assumed: list[int | None] = []

    def watch(step: Step, state: Callable[[], State]) -> None:
        if step.kind == "assume":
            assumed.append(step.line)
            assert all(state().masks[cell] == mask for cell, mask in step.learned)

    verdict = choose("backtrack").solve(from_picture(HEART), observer=watch)
    assert verdict.answer == "unique"
    assert assumed[0] == 1
    assert len(assumed) == verdict.work.nodes


def test_values_that_touch_the_edges_come_first() -> None:
    tried: list[tuple[tuple[int, int], ...]] = []

    def watch(step: Step, state: Callable[[], State]) -> None:
        if step.kind == "assume":
            tried.append(step.learned)

    row = from_clues([[1, 1]], [[], [1], [], [1], []]).puzzle
    choose("backtrack:choose=lexical,values=lcv").solve(row, observer=watch)
    assert tried[0] == ((0, 2), (1, 1), (2, 1), (3, 1), (4, 2))  # black at both ends


def test_no_line_broken_and_no_line_at_all() -> None:
    assert choose("backtrack").solve(from_clues([[1], [1]], [[2], []])).answer == "unique"
    assert choose("backtrack").solve(from_clues([[2], []], [[2], []])).answer == "none"
