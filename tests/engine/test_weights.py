"""Proofs by weights, against search and brute force."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from engine.oracles import colourings
from helpers.puzzles import (
    random_nonogram,
    random_puzzle,
    random_tallies,
    random_tangle,
    rounds,
)
from nonoforge.bench.frontier import domino_picture
from nonoforge.engine import Budget, sat, solve, weights
from nonoforge.engine.weights import UNIT, Weighing, outweighs
from nonoforge.families.grid import from_picture
from nonoforge.puzzle import Line, Puzzle
from nonoforge.state import State

highs = pytest.mark.skipif(not weights.available(), reason="highspy is not installed")


@pytest.mark.parametrize("colours", [2, 3])
def test_heaviest_colouring_is_that_of_brute_force(colours: int) -> None:
    rng = random.Random(colours)
    for length in range(1, 7 if colours == 2 else 6):
        for clue, all_of_it in colourings(length, colours).items():
            weight = {(p, c): rng.randrange(-9, 10)
                      for p in range(length) for c in range(1, colours)}
            masks = [rng.choice([*range(1, 1 << colours)]) if rng.random() < 0.3
                     else (1 << colours) - 1 for _ in range(length)]
            fitting = [colouring for colouring in all_of_it
                       if all(mask >> c & 1 for mask, c in zip(masks, colouring, strict=True))]
            heaviest = max((sum(weight.get(place, 0) for place in enumerate(colouring))
                            for colouring in fitting), default=None)
            line = Line(tuple(range(length)), clue, "line", 0, 0)
            assert weights._heaviest(line, masks, weight) == heaviest


@highs
@pytest.mark.parametrize("make", [random_puzzle, random_tangle, random_tallies])
@pytest.mark.parametrize("seed", range(4))
def test_what_is_proved_is_true(make: Callable[[random.Random], Puzzle], seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(rounds(40)):
        puzzle = make(rng)
        verdict = solve(puzzle, method="search")
        if verdict.solutions:
            weighing = Weighing(puzzle, State.start(puzzle), rng.choice(verdict.solutions))
            assert not weighing.proves_unique() or verdict.answer == "unique"


@highs
def test_most_small_pictures_that_are_unique_are_proved() -> None:
    rng = random.Random(1)
    unique = proved = 0
    for _ in range(rounds(60)):
        puzzle = random_nonogram(rng, 8, 3).puzzle
        verdict = solve(puzzle, method="search")
        if verdict.answer == "unique":
            unique += 1
            proved += Weighing(puzzle, State.start(puzzle), verdict.solutions[0]).proves_unique()
    assert proved > 0.8 * unique > 0


@highs
def test_dominoes_are_proved_from_their_clues_alone() -> None:
    for count in range(2, 9):
        picture = domino_picture(count)
        puzzle = from_picture(picture).puzzle
        solution = bytes(cell for row in picture for cell in row)
        assert Weighing(puzzle, State.start(puzzle), solution).proves_unique()


@highs
def test_two_solutions_are_not_one() -> None:
    puzzle = from_picture([[1, 0], [0, 1]]).puzzle
    assert not Weighing(puzzle, State.start(puzzle), bytes([1, 0, 0, 1])).proves_unique()


@highs
def test_solving_turns_to_weights_where_sat_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sat, "CONFLICTS_PER_COLUMN", 0)
    puzzle = from_picture(domino_picture(10)).puzzle
    verdict = solve(puzzle, budget=Budget(conflicts=6_100))
    assert (verdict.answer, verdict.level) == ("unique", "sat")
    monkeypatch.setattr(weights, "available", lambda: False)
    assert solve(puzzle, budget=Budget(conflicts=6_100)).answer == "unknown"


@highs
def test_programs_that_would_be_too_large_are_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weights, "MAX_COLUMNS", 10)
    picture = domino_picture(4)
    puzzle = from_picture(picture).puzzle
    solution = bytes(cell for row in picture for cell in row)
    assert not Weighing(puzzle, State.start(puzzle), solution).proves_unique()


def test_weights_must_add_up() -> None:
    puzzle = from_picture([[1, 1], [1, 0]]).puzzle
    state, solution = State.start(puzzle), bytes([1, 1, 1, 0])
    rows = [{(0, 1): -UNIT, (1, 1): -UNIT}, {(0, 1): -UNIT, (1, 1): UNIT}]
    columns: list[dict[tuple[int, int], int]] = [{}, {}]
    assert not outweighs(puzzle, state, solution, [*rows, *columns])  # true sums, but no proof
    lying = [{(0, 1): -UNIT, (1, 1): -UNIT}, {(0, 1): -UNIT, (1, 1): -UNIT}]
    assert not outweighs(puzzle, state, solution, [*lying, *columns])
