"""The whole ladder: all solutions and no others, at the level that is needed, within a budget."""

from __future__ import annotations

import random
from collections import defaultdict
from functools import cache
from itertools import product
from typing import Any

import pytest

from nonoforge.clues import Runs
from nonoforge.engine import plain
from nonoforge.engine.outcome import ORDERS, Budget, Outcome
from nonoforge.engine.verify import verify
from nonoforge.puzzle import Line, Puzzle
from nonoforge.state import State

from .oracles import (
    FUZZ,
    Picture,
    assume,
    colourings,
    grid_puzzle,
    picture_puzzle,
    random_picture,
    random_puzzle,
    solve_by_brute_force,
)

ALL = 10_000  # more solutions than any puzzle here has


def permutation_puzzle(side: int) -> Puzzle:
    """One black cell in each row and column: side! solutions, and nothing to begin with."""
    return grid_puzzle([Runs.of(1)] * side, [Runs.of(1)] * side)


# --- the odd cases -------------------------------------------------------------------------------

def test_a_cell_that_no_line_reads_without_any_colour(engine: Any) -> None:
    outcome = engine.solve(Puzzle(1, (), given=((0, 0), (0, 1))))
    assert (outcome.solutions, outcome.exhausted) == ((), False)


def test_one_cell(engine: Any) -> None:
    for row, column, solutions in ((0, 0, [b"\0"]), (1, 1, [b"\1"]), (0, 1, []), (1, 0, [])):
        puzzle = grid_puzzle([Runs.of(*[1] * row)], [Runs.of(*[1] * column)])
        outcome = engine.solve(puzzle)
        assert list(outcome.solutions) == solutions
        assert (outcome.level, outcome.exhausted) == ("line", False)
        assert outcome.line_solvable == bool(solutions)
        assert (outcome.conflict is None) == bool(solutions)


@pytest.mark.parametrize("width", [1, 2, 7, 64, 65, 300])
def test_one_row(engine: Any, width: int) -> None:
    rng = random.Random(width)
    picture = random_picture(rng, width, 1)
    outcome = engine.solve(picture_puzzle(picture))
    assert outcome.solutions == (bytes(picture[0]),)
    assert outcome.line_solvable


def test_no_cells_and_no_lines(engine: Any) -> None:
    assert engine.solve(Puzzle(0, ())).solutions == (b"",)
    assert sorted(engine.solve(Puzzle(2, ()), limit=ALL).solutions) == [
        b"\0\0", b"\0\1", b"\1\0", b"\1\1"]


def test_cells_that_no_line_reads(engine: Any) -> None:
    puzzle = Puzzle(4, (Line((1, 2), Runs.of(1), "row 1"),), given=((3, 1),))
    outcome = engine.solve(puzzle, limit=ALL)
    assert sorted(outcome.solutions) == solve_by_brute_force(puzzle)
    assert len(outcome.solutions) == 4
    assert not outcome.line_solvable


def test_givens_that_contradict_each_other(engine: Any) -> None:
    for lines in ((), (Line((0, 1), Runs.of(1), "row 1"),)):
        outcome = engine.solve(Puzzle(2, lines, given=((0, 0), (0, 1))))
        assert (outcome.solutions, outcome.exhausted) == ((), False)


def test_the_levels(engine: Any) -> None:
    line = picture_puzzle(((1, 1), (1, 0)))
    search = permutation_puzzle(2)
    none = grid_puzzle([Runs.of(1)] * 2, [Runs.of(1)] * 3)
    assert engine.solve(line).level == "line"
    assert engine.solve(search).level == "search"
    found = engine.solve(none)
    assert (found.level, found.solutions, found.exhausted) == ("probe", (), False)


@pytest.mark.parametrize("level", ["line", "probe"])
def test_a_level_too_low_gives_up(engine: Any, level: str) -> None:
    puzzle = permutation_puzzle(3)
    outcome = engine.solve(puzzle, level=level)
    assert (outcome.level, outcome.exhausted, outcome.solutions) == (level, True, ())
    assert outcome.state == State.start(puzzle)


def test_the_limit(engine: Any) -> None:
    puzzle = permutation_puzzle(4)
    for limit in (1, 2, 5, 23, 24, 25):
        outcome = engine.solve(puzzle, limit=limit)
        assert len(set(outcome.solutions)) == len(outcome.solutions) == min(limit, 24)
        assert not outcome.exhausted


def test_a_large_grid(engine: Any) -> None:
    side = 100
    picture = tuple(tuple(int(300 < (x - 50) ** 2 + (y - 45) ** 2 < 1800 or 30 < x < 40)
                          for x in range(side)) for y in range(side))
    outcome = engine.solve(picture_puzzle(picture))
    assert outcome.solutions == (bytes(c for row in picture for c in row),)


# --- against brute force -------------------------------------------------------------------------

@cache
def pictures_by_clues(side: int) -> dict[tuple[Runs, ...], list[bytes]]:
    """All square pictures, by the clues of their rows and columns: all puzzles, with solutions."""
    clue_of = {line: clue for clue, lines in colourings(side).items() for line in lines}
    found: dict[tuple[Runs, ...], list[bytes]] = defaultdict(list)
    for rows in product(clue_of, repeat=side):
        clues = (*(clue_of[row] for row in rows),
                 *(clue_of[column] for column in zip(*rows, strict=True)))
        found[clues].append(bytes(cell for row in rows for cell in row))
    return dict(found)


def check_square(engine: Any, clues: tuple[Runs, ...], solutions: list[bytes]) -> None:
    side = len(clues) // 2
    outcome = engine.solve(grid_puzzle(clues[:side], clues[side:]), limit=ALL)
    assert sorted(outcome.solutions) == solutions, clues
    assert not outcome.exhausted
    assert not outcome.line_solvable or len(solutions) == 1


def test_every_3x3_puzzle(engine: Any) -> None:
    for clues, solutions in pictures_by_clues(3).items():
        check_square(engine, clues, solutions)


def test_all_65_536_pictures_of_4x4(engine: Any) -> None:
    puzzles = pictures_by_clues(4)
    assert sum(map(len, puzzles.values())) == 65_536
    cases = list(puzzles.items())
    if engine is plain:  # all would take minutes; those with several solutions are rarest
        several = [case for case in cases if len(case[1]) > 1]
        rng = random.Random(44)
        cases = rng.sample(cases, 300 * FUZZ) + rng.sample(several, min(300 * FUZZ, len(several)))
    for clues, solutions in cases:
        check_square(engine, clues, solutions)


def test_random_puzzles(engine: Any) -> None:
    rng = random.Random(51)
    counts = defaultdict(int)
    for _ in range(700 * FUZZ):
        puzzle = random_puzzle(rng, side=5, most_colours=4)
        solutions = solve_by_brute_force(puzzle)
        outcome = engine.solve(puzzle, limit=ALL, depth=rng.choice((1, 2, 3)),
                               order=rng.choice(ORDERS), seed=rng.randrange(3))
        assert sorted(outcome.solutions) == solutions
        assert all(verify(puzzle, solution) for solution in outcome.solutions)
        assert not outcome.exhausted
        assert not solutions or all(outcome.state.masks[cell] >> colour & 1
                                    for solution in solutions
                                    for cell, colour in enumerate(solution))
        counts[min(len(solutions), 2)] += 1
    assert min(counts.values()) > 9 * FUZZ  # none, one and many have all been met


def test_a_state_to_begin_with(engine: Any) -> None:
    rng = random.Random(52)
    for _ in range(100 * FUZZ):
        puzzle = random_puzzle(rng, side=4)
        state = State.start(puzzle)
        for _ in range(rng.randint(1, 3)):
            state = assume(state, rng.randrange(puzzle.cells), rng.randrange(len(puzzle.palette)))
        outcome = engine.solve(puzzle, state, limit=ALL)
        assert sorted(outcome.solutions) == solve_by_brute_force(puzzle, state)


def test_lines_that_read_a_cell_twice(engine: Any) -> None:
    rng = random.Random(53)
    for _ in range(200 * FUZZ):
        cells = rng.randint(1, 8)
        picture = [rng.randrange(2) for _ in range(cells)]
        routes = [tuple(rng.randrange(cells) for _ in range(rng.randint(1, 9)))
                  for _ in range(rng.randint(1, 5))]
        lines = [Line(route, Runs.read([picture[cell] for cell in route]), f"curve {i}", i % 3)
                 for i, route in enumerate(routes)]
        puzzle = Puzzle(cells, tuple(lines))
        assert sorted(engine.solve(puzzle, limit=ALL).solutions) == solve_by_brute_force(puzzle)


# --- laws ----------------------------------------------------------------------------------------

def turned(picture: Picture) -> list[Picture]:
    """The picture mirrored, upside down, and turned."""
    return [tuple(row[::-1] for row in picture), picture[::-1],
            tuple(zip(*picture[::-1], strict=True)), tuple(zip(*picture, strict=True))]


def verdict(outcome: Outcome) -> tuple[object, ...]:
    return len(outcome.solutions), outcome.level, outcome.line_solvable


def test_mirrored_and_turned_puzzles_get_the_same_verdict(engine: Any) -> None:
    rng = random.Random(61)
    for _ in range(40 * FUZZ):
        colours = rng.randint(2, 3)
        picture = random_picture(rng, rng.randint(2, 9), rng.randint(2, 9), colours)
        want = verdict(engine.solve(picture_puzzle(picture, colours)))
        for other in turned(picture):
            assert verdict(engine.solve(picture_puzzle(other, colours))) == want


def test_the_same_call_does_the_same_work(engine: Any) -> None:
    rng = random.Random(62)
    puzzle = picture_puzzle(random_picture(rng, 10, 9))
    for seed in (0, 1, 7):
        assert engine.solve(puzzle, limit=20, seed=seed) == engine.solve(
            puzzle, limit=20, seed=seed)


def test_engines_agree(native: Any) -> None:
    rng = random.Random(63)
    for _ in range(150 * FUZZ):
        colours = rng.randint(2, 4)
        picture = random_picture(rng, rng.randint(1, 11), rng.randint(1, 11), colours)
        puzzle = picture_puzzle(picture, colours)
        ours, theirs = plain.solve(puzzle, limit=50), native.solve(puzzle, limit=50)
        assert verdict(ours) == verdict(theirs)
        if theirs.work.probes:  # where solutions abound, the native engine does not stay to probe
            assert ours.state == theirs.state
        if len(ours.solutions) < 50:
            assert sorted(ours.solutions) == sorted(theirs.solutions)


# --- budgets -------------------------------------------------------------------------------------

@pytest.mark.parametrize("settled", [1, 5, 17, 100, 1000])
def test_a_budget_of_settled_lines(engine: Any, settled: int) -> None:
    puzzle = permutation_puzzle(9)
    outcome = engine.solve(puzzle, limit=10**6, budget=Budget(settled=settled))
    assert outcome.exhausted
    assert all(verify(puzzle, solution) for solution in outcome.solutions)
    assert outcome.state == State.start(puzzle)


@pytest.mark.parametrize("settled", [1, 5, 17, 100])
def test_the_plain_engine_spends_no_more_than_its_budget(settled: int) -> None:
    outcome = plain.solve(permutation_puzzle(9), limit=10**6, budget=Budget(settled=settled))
    assert outcome.work.settled == settled
    outcome = plain.solve(permutation_puzzle(9), limit=10**6, budget=Budget(nodes=settled))
    assert outcome.work.nodes == settled


def test_a_budget_of_nodes(engine: Any) -> None:
    outcome = engine.solve(permutation_puzzle(9), limit=10**6, budget=Budget(nodes=20))
    assert outcome.exhausted
    assert outcome.level == "search"
    assert outcome.work.nodes == 20


def test_a_budget_of_seconds(engine: Any) -> None:
    outcome = engine.solve(permutation_puzzle(20), limit=10**9, budget=Budget(seconds=0.05))
    assert outcome.exhausted


def test_a_large_budget_changes_nothing(engine: Any) -> None:
    rng = random.Random(71)
    for _ in range(20 * FUZZ):
        puzzle = picture_puzzle(random_picture(rng, 7, 8))
        budget = Budget(settled=10**9, nodes=10**9, seconds=3600.0)
        assert engine.solve(puzzle, budget=budget) == engine.solve(puzzle)


def test_what_is_known_when_a_budget_runs_out_is_true(engine: Any) -> None:
    rng = random.Random(72)
    for _ in range(60 * FUZZ):
        puzzle = random_puzzle(rng, side=5)
        solutions = solve_by_brute_force(puzzle)
        outcome = engine.solve(puzzle, budget=Budget(settled=rng.randint(1, 60)))
        assert all(solution in solutions for solution in outcome.solutions)
        assert outcome.exhausted or len(outcome.solutions) == min(2, len(solutions))
        assert all(outcome.state.masks[cell] >> colour & 1
                   for solution in solutions for cell, colour in enumerate(solution))
