"""Ratings: each rung has a puzzle that needs it; mirrors and orders of lines change nothing."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from nonoforge.clues import Runs
from nonoforge.engine import Budget, solve
from nonoforge.grid import Grid, from_picture
from nonoforge.judge import RUNGS, rate
from nonoforge.judge.rating import STARS
from nonoforge.nonogram import Nonogram
from nonoforge.puzzle import Line, Puzzle
from planes import random_sloped
from puzzles import random_nonogram, random_tangle, rounds, smooth_picture

# For each rung a picture whose clues need just that.
PICTURES = {
    0: "### ### ###",
    1: "..# ..# ...",
    2: "### ..# ##.",
    3: "##... ...## .###. ..... #.#..",
    4: ".##..# ..##.. ###... .#.#.. #.#..# ...#.#",
    6: "..## ###. .##. ...#",
}


def picture(text: str) -> Nonogram:
    return from_picture([[int(char == "#") for char in row] for row in text.split()])


@pytest.mark.parametrize("rung", PICTURES)
def test_each_rung_is_needed_somewhere(rung: int) -> None:
    rating = rate(picture(PICTURES[rung]))
    assert rating.rung == rung
    assert rating.technique == RUNGS[rung]
    assert rating.stars == STARS[rung]
    assert rating.uses[rung] > 0


def test_two_lines_with_two_common_cells_tell_more_than_each_alone() -> None:
    """One of a and b is filled; so is just one of a, b and c. Neither line alone says that c is
    white."""
    a, b, c = range(3)
    lines = (Line((b, a), Runs.of(1), "one"), Line((a, b, c), Runs.of(1), "two"),
             Line((a, c), Runs.of(1), "three"))
    rating = rate(Nonogram(Puzzle(3, lines), Grid(3, 1)))
    assert (rating.rung, rating.stars) == (5, 4)


def turned(nonogram: Nonogram) -> list[Nonogram]:
    """Mirrored both ways, transposed, and with its lines in another order."""
    grid, solution = nonogram.geometry, nonogram.solution
    assert isinstance(grid, Grid)
    assert solution is not None
    rows = grid.nest(solution)
    palette = nonogram.puzzle.palette
    puzzle = nonogram.puzzle
    return [
        *(from_picture(other, palette=palette) for other in (
            rows[::-1], [row[::-1] for row in rows], [list(column) for column in zip(*rows,
                                                                                   strict=True)])),
        replace(nonogram, puzzle=replace(puzzle, lines=puzzle.lines[::-1]))]


@pytest.mark.parametrize("seed", range(rounds(25)))
def test_mirrors_and_orders_rate_the_same(seed: int) -> None:
    rng = Random(seed)
    nonogram = random_nonogram(rng, 8, 3) if seed % 2 else from_picture(smooth_picture(rng, 9, 7))
    rating = rate(nonogram)
    for other in turned(nonogram):
        assert rate(other) == rating


@pytest.mark.parametrize("seed", range(rounds(40)))
def test_what_is_rated_has_one_solution(seed: int) -> None:
    rng = Random(seed)
    nonogram = random_nonogram(rng, 7, 3) if seed % 3 else random_sloped(rng, 6)
    rating, verdict = rate(nonogram), solve(nonogram)
    assert (rating.rung is None) == (verdict.answer != "unique")
    if rating.rung is not None:
        assert verdict.line_solvable == (rating.rung <= 4)
        assert rating.work == sum(uses * rung.cost for uses, rung in zip(rating.uses, RUNGS,
                                                                        strict=True))
        assert rating.narrowest is None or rating.narrowest >= 1
    else:
        assert rating.why


@pytest.mark.parametrize("seed", range(rounds(20)))
def test_any_lines_can_be_rated(seed: int) -> None:
    puzzle = random_tangle(Random(seed))
    verdict = solve(puzzle)
    rating = rate(Nonogram(puzzle, Grid(puzzle.cells or 1, 1)))
    assert (rating.rung is None) == (verdict.answer != "unique")


def test_a_budget_that_runs_out_rates_nothing() -> None:
    noise = from_picture([[int(Random(x * 31 + y).random() < 0.5) for x in range(30)]
                          for y in range(30)])
    rating = rate(noise, budget=Budget(seconds=0.01))
    assert (rating.rung, rating.stars) == (None, None)
    assert rating.why == "the budget ran out"
