"""The two depth-first searches: over cells, and over rows."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from helpers.puzzles import all_solutions, random_puzzle, random_tangle, rounds
from nonoforge.clues import Runs
from nonoforge.engine import Budget
from nonoforge.families.grid import from_clues, from_picture
from nonoforge.methods import choose
from nonoforge.puzzle import Line, Puzzle
from nonoforge.state import State
from nonoforge.step import Step

BOTH = ("dfs-brute", "dfs-rows")


@pytest.mark.parametrize("name", BOTH)
def test_all_solutions(name: str) -> None:
    rng = random.Random(1)
    for turn in range(rounds(80)):
        side = 3 if name == "dfs-brute" else 5
        puzzle = random_tangle(rng) if turn % 2 else random_puzzle(rng, side, 3)
        expected = all_solutions(puzzle)
        verdict = choose(name).solve(puzzle, limit=100_000, budget=Budget())
        assert verdict.complete
        assert set(verdict.solutions) == expected
        assert len(verdict.solutions) == len(expected)


def test_a_line_is_checked_when_its_last_cell_is_coloured() -> None:
    """A row at its end; no column before the last row."""
    lines_of: list[int | None] = []

    def watch(step: Step, state: Callable[[], State]) -> None:
        if step.kind in ("settle", "break"):
            lines_of.append(step.line)
            done = step.depth
            if step.line is not None and step.line >= 3:  # a column
                assert done > 6

    puzzle = from_picture([[1, 0, 1], [0, 1, 0], [1, 1, 0]]).puzzle
    verdict = choose("dfs-brute").solve(puzzle, observer=watch)
    assert verdict.work.settled == len(lines_of)
    assert {0, 1, 2, 3} <= set(lines_of)


def test_brute_tries_everything() -> None:
    """Columns that allow anything do not save a node: 2 + 4 + 8 for a row of three cells."""
    row = Puzzle(3, (Line((0, 1, 2), Runs.of(3), "row 1"),))
    verdict = choose("dfs-brute").solve(row)
    assert verdict.work.nodes == 14
    assert verdict.work.conflicts == 7
    assert verdict.answer == "unique"


def test_rows_leftmost_first_and_columns_as_far_as_filled() -> None:
    """Row 1 (a single cell) is tried from the left; the first column has no room for it."""
    puzzle = from_clues([[1], [2]], [[], [2], [1]]).puzzle
    steps: list[tuple[str, int | None]] = []
    verdict = choose("dfs-rows").solve(
        puzzle, observer=lambda step, state: steps.append((step.kind, step.line)))
    assert steps[:4] == [("assume", 0), ("break", 2), ("assume", 0), ("assume", 1)]
    assert verdict.answer == "unique"


@pytest.mark.parametrize("name", BOTH)
def test_cells_that_no_row_reads(name: str) -> None:
    """The first group has one line; the others, and cells on no line, are filled all the same."""
    puzzle = Puzzle(5, (Line((0, 1), Runs.of(1), "a", 0), Line((1, 2, 3), Runs.of(2), "b", 1)))
    verdict = choose(name).solve(puzzle, limit=100)
    assert verdict.complete
    assert set(verdict.solutions) == all_solutions(puzzle)
    assert len(verdict.solutions) == 4


@pytest.mark.parametrize("name", BOTH)
def test_nothing_at_all(name: str) -> None:
    assert choose(name).solve(Puzzle(0, ())).solutions == (b"",)
    assert choose(name).solve(Puzzle(0, (Line((), Runs.of(), "a"),))).answer == "unique"
    assert choose(name).solve(Puzzle(0, (Line((), Runs.of(1), "a"),))).answer == "none"
    assert choose(name).solve(Puzzle(2, ()), limit=9).complete
    clash = replace(from_picture([[1, 0]]).puzzle, given=((0, 0), (0, 1)))
    assert choose(name).solve(clash).answer == "none"


@pytest.mark.parametrize("name", BOTH)
def test_thousands_of_cells(name: str) -> None:
    """No recursion, and nothing that grows: a budget of nodes is all it takes."""
    picture = [[int((x * y) % 3 == 0) for x in range(80)] for y in range(80)]
    verdict = choose(name).solve(from_picture(picture), budget=Budget(nodes=3000))
    assert verdict.answer == "unknown"
    assert verdict.work.nodes == 3000


@pytest.mark.parametrize("name", BOTH)
def test_steps_are_true(name: str) -> None:
    rng = random.Random(4)
    for _ in range(rounds(20)):
        puzzle = random_tangle(rng, 6)

        def watch(step: Step, state: Callable[[], State]) -> None:
            masks = state().masks
            assert all(masks[cell] == mask for cell, mask in step.learned)

        choose(name).solve(puzzle, observer=watch, budget=Budget(nodes=500))
