"""The rounds on single lines that the kernel makes are those of the specification in Python."""

from __future__ import annotations

from array import array
from random import Random

import pytest

from helpers.arrangements import random_sloped
from helpers.puzzles import (
    blotted,
    nudged,
    random_nonogram,
    random_puzzle,
    random_solid,
    random_tallies,
    random_tangle,
    rounds,
    smooth_picture,
)
from nonoforge.clues import Runs
from nonoforge.engine import Budget, count_passes, pack, propagate, rates_natively, refuted
from nonoforge.families import families
from nonoforge.families.grid import from_picture
from nonoforge.family import Family
from nonoforge.formats import load
from nonoforge.judge import LADDER, Classic, classic
from nonoforge.judge.chains import open_atoms
from nonoforge.judge.rating import NATIVE_TECHNIQUES, Rating, _NativeRater, _Rater
from nonoforge.judge.technique import assumed
from nonoforge.puzzle import Puzzle
from nonoforge.state import State

_judging = pytest.importorskip("nonoforge.native._judging")


BUDGET = Budget(settled=3_000)


def both(puzzle: Puzzle, budget: Budget = BUDGET) -> Rating:
    """Return the rating by the kernel, which must be that of Python alone."""
    native = _NativeRater(puzzle, LADDER, budget).run()
    assert native == _Rater(puzzle, LADDER, budget).run()
    return native


def some_puzzle(rng: Random) -> Puzzle:
    """Return a puzzle of any kind in which no line reads a cell twice."""
    while True:
        puzzle = rng.choice([
            lambda: random_puzzle(rng), lambda: random_tallies(rng), lambda: random_solid(rng, 60),
            lambda: random_tangle(rng), lambda: random_sloped(rng, 6).puzzle,
            lambda: random_nonogram(rng, 9, 4).puzzle,
            lambda: from_picture(smooth_picture(rng, *rng.choices(range(1, 21), k=2))).puzzle,
        ])()
        runs = all(isinstance(line.clue, Runs) for line in puzzle.lines)
        if runs and puzzle.lines and not rng.randrange(3):
            puzzle = rng.choice([blotted, nudged])(rng, puzzle)
        if rates_natively(puzzle):
            return puzzle


@pytest.mark.parametrize("seed", range(rounds(150)))
def test_the_kernel_rates_as_python_does(seed: int) -> None:
    both(some_puzzle(Random(seed)))


@pytest.mark.parametrize("seed", range(rounds(20)))
def test_budgets_end_at_the_same_count(seed: int) -> None:
    rng = Random(seed)
    puzzle = from_picture(smooth_picture(rng, 12, 12)).puzzle
    settled = both(puzzle).settled
    for limit in (0, 1, settled // 2, settled, rng.randint(0, 2 * settled)):
        both(puzzle, Budget(settled=limit))


@pytest.mark.parametrize(("width", "height"), [(63, 5), (64, 6), (65, 4), (128, 3), (129, 3),
                                               (257, 2), (1025, 2)])
def test_lines_of_every_word_width(width: int, height: int) -> None:
    for seed in range(3):
        both(from_picture(smooth_picture(Random(seed), width, height)).puzzle)
        both(from_picture([[Random(seed * 9 + y).choice((0, 1, 1, 2)) for _ in range(width)]
                           for y in range(height)]).puzzle)


@pytest.mark.parametrize("family", families(), ids=lambda family: family.name)
def test_starters_of_every_family(family: Family) -> None:
    for file in family.starters:
        puzzle = load(str(file)).puzzle
        if rates_natively(puzzle):
            assert both(puzzle).technique is not None


def test_every_technique_of_lines_is_used_by_the_kernel() -> None:
    used: set[str] = set()
    for seed in range(40):
        used.update(both(from_picture(smooth_picture(Random(seed), 10, 10)).puzzle).uses)
    rows = [".##..#", "..##..", "###...", ".#.#..", "#.#..#", "...#.#"]  # takes a whole line
    puzzle = from_picture([[int(sign == "#") for sign in row] for row in rows]).puzzle
    used.update(both(puzzle).uses)
    assert {technique.name for technique in NATIVE_TECHNIQUES} <= used


@pytest.mark.parametrize("seed", range(rounds(40)))
def test_passes_are_those_of_python(seed: int) -> None:
    puzzle = some_puzzle(Random(1000 + seed))
    counts = count_passes(puzzle)
    plain = classic(puzzle, Budget(settled=10**9))  # a limit that only Python counts
    assert plain == (None if counts is None else Classic(*counts))


@pytest.mark.parametrize("seed", range(rounds(40)))
def test_assumptions_that_break_are_those_of_propagation(seed: int) -> None:
    rng = Random(seed)
    puzzle = rng.choice([random_tangle, some_puzzle])(rng)
    state = rng.choice([State.start(puzzle), propagate(puzzle).state])
    atoms = list(open_atoms(state, range(puzzle.cells)))[:60]
    expected = []
    for atom in atoms:
        after = propagate(puzzle, assumed(state, atom))
        if after.conflict is not None:
            expected.append((after.work.settled, atom))
    assert refuted(puzzle, state, atoms, counted=True) == expected
    if propagate(puzzle, state).conflict is None:
        assert [atom for _, atom in refuted(puzzle, state, atoms)] == [
            atom for _, atom in expected]


def test_lines_that_read_a_cell_twice_are_left_to_python() -> None:
    found = {rates_natively(random_tangle(Random(seed))) for seed in range(40)}
    assert found == {True, False}


def test_what_the_kernel_is_given_is_checked() -> None:
    packed = pack(from_picture([[1, 0], [1, 1]]).puzzle)
    costs = tuple(technique.cost for technique in LADDER.line_techniques)
    start = array("Q", [3] * 4)
    for wrong, words in (
            (lambda: _judging.rate_lines(packed, costs[1:], -1, -1.0), "a cost for each"),
            (lambda: _judging.rate_lines(packed, costs, -1, -1.0, start[1:]), "a mask for each"),
            (lambda: _judging.rate_lines(packed, costs, -1, -1.0, None, b"\1"), "a byte for each"),
            (lambda: _judging.rate_lines(packed[:-4], costs, -1, -1.0), "end too early"),
            (lambda: _judging.rate_lines(b"", costs, -1, -1.0), "no packed puzzle"),
            (lambda: _judging.count_passes(packed + b"\0" * 4, -1.0), "left over"),
            (lambda: _judging.refuted(packed, start[1:], [(0, 1)], False), "a mask for each"),
            (lambda: _judging.refuted(packed, start, [(9, 1)], False), "about no cell")):
        with pytest.raises(ValueError, match=words):
            wrong()
