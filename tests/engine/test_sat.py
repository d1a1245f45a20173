"""The SAT level, against the search of our own: two solvers that share nothing but the puzzle."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from helpers.puzzles import all_solutions, random_nonogram, random_puzzle, random_tangle, rounds
from nonoforge.bench.frontier import puzzles_of
from nonoforge.engine import (
    ENGINE,
    Budget,
    Outcome,
    climb,
    propagate,
    sat,
    sat_available,
    solve,
    verify,
)
from nonoforge.engine.sat import Encoding
from nonoforge.families.grid import from_picture
from nonoforge.puzzle import Puzzle
from nonoforge.state import State
from nonoforge.verdict import Verdict, Work

pytestmark = pytest.mark.skipif(not sat_available(), reason="python-sat is not installed")

LIMIT = 12


def clauses_alone(puzzle: Puzzle, limit: int = 2, budget: Budget | None = None) -> Outcome:
    """From the bare puzzle to SAT, without the help of lines and probing."""
    begin = Outcome("line", False, True, (), State.start(puzzle), None, Work())
    return sat.finish(puzzle, begin, limit=limit, budget=budget or Budget())


def answer_of(outcome: Outcome) -> str:
    if outcome.exhausted and len(outcome.solutions) < 2:
        return "unknown"
    return ("none", "unique", "multiple")[min(2, len(outcome.solutions))]


def check_solutions(puzzle: Puzzle, found: Outcome | Verdict) -> None:
    assert len(set(found.solutions)) == len(found.solutions)
    assert all(verify(puzzle, solution) for solution in found.solutions)


@pytest.mark.parametrize("seed", range(8))
def test_search_and_sat_agree(seed: int) -> None:
    """On 800 puzzles up to 12x12: the same answers, and the same solutions if they are few."""
    rng = random.Random(f"search or sat {seed}")
    answers = Counter[str]()
    for _ in range(rounds(100)):
        puzzle = random_puzzle(rng)
        search = solve(puzzle, method="search", limit=LIMIT)
        ladder = solve(puzzle, method="sat", limit=LIMIT)
        clauses = clauses_alone(puzzle, LIMIT)
        for found in (search, ladder, clauses):
            check_solutions(puzzle, found)
        assert search.answer == ladder.answer == answer_of(clauses)
        assert search.complete == ladder.complete == (len(clauses.solutions) < LIMIT)
        if search.complete:
            assert set(search.solutions) == set(ladder.solutions) == set(clauses.solutions)
        else:
            assert len(search.solutions) == len(ladder.solutions) == len(clauses.solutions) == LIMIT
        answers[search.answer] += 1
    assert set(answers) == {"unique", "multiple", "none"}


def test_tangles() -> None:
    """Not only grids: the solutions of lines that cross anywhere, against brute force."""
    rng = random.Random(3)
    for _ in range(rounds(150)):
        puzzle = random_tangle(rng, most_cells=6)
        solutions = all_solutions(puzzle)
        found = clauses_alone(puzzle, limit=1 + len(solutions))
        assert set(found.solutions) == solutions
        assert len(found.solutions) == len(solutions)


def test_what_was_found_before_is_not_found_again() -> None:
    rng = random.Random(4)
    for _ in range(rounds(40)):
        puzzle = random_puzzle(rng, largest=4, most_colours=3)
        solutions = sorted(all_solutions(puzzle))
        known = tuple(rng.sample(solutions, len(solutions) // 2))
        begin = Outcome("search", False, True, known, State.start(puzzle), None, Work(7, 5, 3, 1))
        found = sat.finish(puzzle, begin, limit=len(solutions) + 1, budget=Budget())
        assert found.solutions[:len(known)] == known
        assert sorted(found.solutions) == solutions
        assert found.level == "sat"
        assert not found.exhausted
        assert found.work[:3] == (7, 5, 3)


@pytest.mark.skipif(ENGINE != "native", reason="the plain search does not begin afresh")
@pytest.mark.parametrize("seed", range(4))
def test_search_and_sat_by_turns_agree_with_search(
    seed: int, monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Turns of one conflict each: solutions and proofs come from either side, and none is lost."""
    monkeypatch.setattr(sat, "SAT_TURN", 1)
    monkeypatch.setattr(sat, "SEARCH_TURN", 1)
    monkeypatch.setattr(sat, "SECOND_TURN", 1)
    rng = random.Random(f"turns {seed}")
    levels = Counter[str]()
    for _ in range(rounds(60)):
        puzzle = random_puzzle(rng, largest=9)
        state = propagate(puzzle, State.start(puzzle)).state
        if not all(state.masks):
            continue
        search = solve(puzzle, method="search", limit=LIMIT)
        begin = Outcome("search", False, True, (), state, None, Work())
        turns = sat.finish(puzzle, begin, limit=LIMIT, budget=Budget(), seed=seed,
                           restarts=sat.Restarts(puzzle, LIMIT, seed))
        check_solutions(puzzle, turns)
        assert len(turns.solutions) == len(search.solutions)
        if search.complete:
            assert not turns.exhausted
            assert set(turns.solutions) == set(search.solutions)
        levels[turns.level] += 1
    assert set(levels) == {"search", "sat"}


@pytest.mark.skipif(ENGINE != "native", reason="the plain search does not begin afresh")
def test_an_unlucky_search_begins_afresh() -> None:
    """With most seeds the search goes astray, and SAT needs 60,000 conflicts or more."""
    *_, puzzle = puzzles_of("random-0.4", 30, 4, seed=1)
    for seed in (0, 2):
        verdict = solve(puzzle, seed=seed, budget=Budget(conflicts=30_000))
        assert (verdict.answer, verdict.level) == ("multiple", "search")
        assert solve(puzzle, seed=seed, budget=Budget(conflicts=30_000)).work == verdict.work


@pytest.mark.skipif(ENGINE != "native", reason="the plain search does not begin afresh")
def test_a_second_solution_is_searched_for_afresh() -> None:
    """One solution is found soon; the others are far from it, and SAT needs 50,000 conflicts or
    more for one of them."""
    *_, puzzle = puzzles_of("solid-noise", 10, 13, seed=2)
    for seed in (0, 1):
        verdict = solve(puzzle, seed=seed, budget=Budget(conflicts=12_000))
        assert verdict.answer == "multiple"
        assert all(verify(puzzle, solution) for solution in verdict.solutions)


@pytest.mark.skipif(ENGINE != "native", reason="the plain search does not begin afresh")
@pytest.mark.parametrize("budget", [Budget(conflicts=8_000), Budget(conflicts=14_000)])
def test_turns_keep_the_budget(budget: Budget) -> None:
    *_, puzzle = puzzles_of("random-0.4", 30, 12, seed=1)
    verdict = solve(puzzle, budget=budget)
    assert verdict.answer == "unknown"
    assert budget.conflicts is not None
    assert budget.conflicts <= verdict.work.conflicts < budget.conflicts + 100


def test_any_seed_gives_the_same_answer() -> None:
    rng = random.Random(5)
    for _ in range(rounds(15)):
        puzzle = random_nonogram(rng, density=0.5).puzzle
        answers = {solve(puzzle, method="sat", seed=seed).answer for seed in range(4)}
        assert len(answers) == 1


def test_a_seed_repeats() -> None:
    puzzle = from_picture([[1, 0, 0, 1], [0, 1, 1, 0], [0, 1, 1, 0], [1, 0, 0, 1]]).puzzle
    first, again = (clauses_alone(puzzle, limit=5) for _ in range(2))
    assert first == again


def test_conflicts_are_a_budget() -> None:
    """One conflict leaves some puzzles open, but nothing false is said."""
    rng = random.Random(6)
    answers = Counter[str]()
    for _ in range(rounds(30)):
        puzzle = random_puzzle(rng, largest=14)
        truth = solve(puzzle, method="search")
        outcome = clauses_alone(puzzle, budget=Budget(conflicts=1))
        check_solutions(puzzle, outcome)
        assert answer_of(outcome) in (truth.answer, "unknown")
        answers[answer_of(outcome)] += 1
    assert answers["unknown"]


def test_no_time_is_no_answer() -> None:
    puzzle = from_picture([[1, 0], [0, 1]]).puzzle
    outcome = clauses_alone(puzzle, budget=Budget(seconds=0.0))
    assert outcome.exhausted
    assert outcome.solutions == ()


def test_progress_is_told_between_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sat, "CONFLICTS_PER_CLOCK", 1)
    rng = random.Random(7)
    told: list[Work] = []
    for _ in range(20):
        puzzle = random_nonogram(rng, 14, density=0.5).puzzle
        with sat.Solver(Encoding(puzzle, State.start(puzzle)), Budget(), progress=told.append) as s:
            s.model()
    assert told
    assert all(work.conflicts >= 1 for work in told)


def test_differences_are_complete() -> None:
    """Starting from one solution alone, all cells that some other solution colours otherwise."""
    rng = random.Random(8)
    for _ in range(rounds(60)):
        puzzle = random_puzzle(rng, largest=4, most_colours=3)
        solutions = sorted(all_solutions(puzzle))
        if not solutions:
            continue
        state = propagate(puzzle).state
        found, complete = sat.differences(puzzle, state, solutions[0], set(),
                                            Budget(conflicts=10_000))
        assert complete
        assert found == {cell for other in solutions for cell in range(puzzle.cells)
                         if other[cell] != solutions[0][cell]}


def test_an_encoding_keeps_to_clock_and_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = from_picture([[1, 0], [0, 1]]).puzzle
    outcome = climb(puzzle, level="line")
    assert sat.finish(puzzle, outcome, limit=2, budget=Budget(seconds=-1)).exhausted
    monkeypatch.setattr("nonoforge.engine.sat.MAX_CLAUSES", 0)
    found = sat.finish(puzzle, outcome, limit=2, budget=Budget())
    assert (found.exhausted, found.solutions) == (True, ())


def test_what_cannot_be_interrupted_is_not_begun_late(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = from_picture([".#.", "###", ".#."]).puzzle
    monkeypatch.setattr(sat, "SIMPLIFYING", 1000.0)
    for budget, answers in ((Budget(seconds=1000.0), False), (Budget(conflicts=1000), True)):
        with sat.Solver(Encoding(puzzle, State.start(puzzle)), budget) as solver:
            assert bool(solver.model()) is answers
