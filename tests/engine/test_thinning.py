"""Fewer clues: what is left still solves the puzzle, line by line."""

from __future__ import annotations

import random
from itertools import combinations, islice, pairwise

import pytest

from helpers.puzzles import random_nonogram, rounds, smooth_picture
from nonoforge.engine import only, probe, propagate, thin, thin_by_probing
from nonoforge.engine.choose import native
from nonoforge.families.grid import from_picture
from nonoforge.puzzle import Puzzle

MODULE = "nonoforge.engine.thinning"


@pytest.fixture(params=["native", "plain"], autouse=True)
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "plain":
        monkeypatch.setattr(f"{MODULE}.native", None)
    elif native is None:
        pytest.skip("needs the kernel")


def best(puzzle: Puzzle, turns: int, seed: int = 0) -> frozenset[int] | None:
    found = list(islice(thin(puzzle, seed), turns))
    assert all(len(a) >= len(b) for a, b in pairwise(found))
    return found[-1] if found else None


def test_every_set_solves_the_puzzle() -> None:
    rng = random.Random(1)
    for _ in range(rounds(15)):
        puzzle = from_picture(smooth_picture(rng, 9, 7)).puzzle
        solved = propagate(puzzle).state.solved
        found = list(islice(thin(puzzle, rng.randrange(9)), 3))
        assert bool(found) == solved
        for kept in found:
            assert propagate(only(puzzle, kept)).state.solved


def test_small_puzzles_get_as_thin_as_can_be() -> None:
    rng = random.Random(2)
    for _ in range(rounds(10)):
        puzzle = random_nonogram(rng, 4, 3).puzzle
        if not propagate(puzzle).state.solved:
            assert best(puzzle, 2) is None
            continue
        lines = range(len(puzzle.lines))
        least = next(size for size in range(len(lines) + 1)
                     if any(propagate(only(puzzle, frozenset(some))).state.solved
                            for some in combinations(lines, size)))
        found = best(puzzle, 6)
        assert found is not None
        assert len(found) == least


def test_a_seed_repeats() -> None:
    puzzle = from_picture([[1, 1, 0, 1], [1, 1, 1, 1], [0, 1, 1, 0]]).puzzle
    assert list(islice(thin(puzzle, 5), 4)) == list(islice(thin(puzzle, 5), 4))


def test_probing_needs_fewer() -> None:
    rng = random.Random(3)
    puzzle = next(p for p in (from_picture(smooth_picture(rng, 8, 8)).puzzle for _ in range(99))
                  if propagate(p).state.solved)
    kept = best(puzzle, 3)
    assert kept is not None
    *_, fewer = thin_by_probing(puzzle, kept)
    assert fewer <= kept
    assert probe(only(puzzle, fewer)).state.solved


def test_what_no_line_reads_cannot_be_solved() -> None:
    assert best(Puzzle(1, ()), 2) is None
