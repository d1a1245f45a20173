"""Clauses for any solver that python-sat has, against brute force and the engine's search."""

from __future__ import annotations

import random
from array import array

import pytest

from helpers.puzzles import (
    all_solutions,
    random_nonogram,
    random_picture,
    random_puzzle,
    random_tangle,
    rounds,
)
from nonoforge.clues import Runs
from nonoforge.engine import Budget, solve, verify
from nonoforge.errors import InputError, MissingPart
from nonoforge.families.grid import from_clues, from_picture
from nonoforge.methods import choose
from nonoforge.methods import sat as method
from nonoforge.methods.common.sat_child import clauses
from nonoforge.puzzle import Line, Puzzle
from nonoforge.step import Step

solvers = pytest.importorskip("pysat.solvers")

CYCLE = from_picture([[1, 0, 0, 1], [0, 1, 1, 0], [0, 1, 1, 0], [1, 0, 0, 1]]).puzzle
NOISE = from_picture(random_picture(random.Random(1), 40, 40)).puzzle
NO_SOLUTION = Puzzle(2, (Line((0, 1), Runs.of(2), "a"), Line((0, 1), Runs.of(1), "b")))


def test_every_solver_is_there() -> None:
    """All that python-sat lists, but the one that is another package."""
    listed = {name for name in vars(solvers.SolverNames) if not name.startswith("_")}
    assert {name.replace("-", "") for name in method.SOLVERS} == listed - {"cryptosat"}


@pytest.mark.parametrize("name", method.SOLVERS)
def test_every_solver_finds_all_solutions(name: str) -> None:
    rng = random.Random(2)
    sat = choose(f"sat:solver={name},first=nothing,near=no")
    for _ in range(1 if name in method.ALONE else rounds(15)):
        puzzle = random_puzzle(rng, 4, 3)
        solutions = all_solutions(puzzle)
        limit = min(4, len(solutions) + 1)
        verdict = sat.solve(puzzle, limit=limit)
        assert set(verdict.solutions) <= solutions
        assert len(verdict.solutions) == min(limit, len(solutions))
        assert verdict.complete == (limit > len(solutions))


@pytest.mark.parametrize("text", ["first=probe", "first=line", "first=nothing", "near=no",
                                  "first=nothing,near=no,solver=glucose4"])
def test_all_solutions(text: str) -> None:
    rng = random.Random(text)
    for at in range(rounds(30)):
        puzzle = random_tangle(rng, 6) if at % 2 else random_puzzle(rng, 4, 3)
        solutions = all_solutions(puzzle)
        if len(solutions) < 50:
            verdict = choose(f"sat:{text}").solve(puzzle, limit=len(solutions) + 1, seed=at)
            assert set(verdict.solutions) == solutions
            assert verdict.complete


def test_agrees_with_search() -> None:
    rng = random.Random(3)
    for _ in range(rounds(40)):
        puzzle = random_puzzle(rng, 14)
        verdict = choose("sat").solve(puzzle)
        assert verdict.answer == solve(puzzle, method="search").answer
        assert verdict.line_solvable == solve(puzzle).line_solvable


def test_counts_and_levels() -> None:
    verdict = choose("sat:first=nothing").solve(CYCLE)
    assert verdict.level == "sat"
    assert verdict.work.settled == 0
    assert dict(verdict.counts).keys() == {"variables", "clauses"} or len(verdict.solutions) > 1
    easy = choose("sat").solve(from_picture([[1, 1], [0, 1]]))
    assert (easy.answer, easy.level, easy.counts) == ("unique", "line", ())


def test_one_solution_is_enough_for_some() -> None:
    verdict = choose("sat:first=nothing").solve(CYCLE, limit=1)
    assert len(verdict.solutions) == 1
    assert not verdict.complete


@pytest.mark.parametrize("name", ["cadical195", "minisat22", *method.ALONE])
def test_no_solution(name: str) -> None:
    verdict = choose(f"sat:first=nothing,solver={name}").solve(NO_SOLUTION)
    assert verdict.answer == "none"
    assert verdict.conflict


def test_givens_that_contradict_each_other() -> None:
    for first in ("probe", "nothing"):
        puzzle = Puzzle(1, (), given=((0, 0), (0, 1)))
        assert choose(f"sat:first={first}").solve(puzzle).answer == "none"


@pytest.mark.parametrize("name", ["cadical195", "glucose4", *method.ALONE])
def test_a_clock_is_kept(name: str) -> None:
    sat = choose(f"sat:first=nothing,near=no,solver={name}")
    for seconds in (1e-6, 0.1):
        verdict = sat.solve(NOISE, budget=Budget(seconds=seconds))
        assert verdict.answer == "unknown"
        assert verdict.why == "the budget ran out"


@pytest.mark.parametrize("name", ["cadical195", "glucose4", "kissat404"])
def test_conflicts_are_a_budget(name: str) -> None:
    sat = choose(f"sat:first=nothing,near=no,solver={name}")
    verdict = sat.solve(NOISE, budget=Budget(conflicts=10))
    assert verdict.answer == "unknown"
    assert verdict.work.conflicts <= 1000


def test_lines_settled_are_a_budget() -> None:
    verdict = choose("sat").solve(NOISE, budget=Budget(settled=5))
    assert verdict.answer == "unknown"
    assert verdict.counts == ()


def test_clauses_are_not_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(method, "MAX_CLAUSES", 100)
    verdict = choose("sat:first=nothing").solve(NOISE)
    assert verdict.answer == "unknown"
    assert "100 clauses" in verdict.why


def test_a_seed_repeats() -> None:
    puzzle = random_nonogram(random.Random(4), 20, density=0.5).puzzle
    for seed in (0, 5):
        first, again = (choose("sat:first=nothing").solve(puzzle, seed=seed) for _ in range(2))
        assert first._replace(seconds=0) == again._replace(seconds=0)


def test_an_observer_sees_lines_then_clauses() -> None:
    told: list[Step] = []
    verdict = choose("sat:near=no").solve(CYCLE, observer=lambda step, _: told.append(step))
    kinds = [step.kind for step in told]
    assert kinds[0] == "settle"
    assert any("clauses" in step.words for step in told)
    assert kinds.count("solution") == len(verdict.solutions) == 2
    told.clear()
    assert choose("sat").solve(NO_SOLUTION, observer=lambda *_: None).answer == "none"


def test_an_observer_does_not_change_the_level() -> None:
    rows, columns = [(1, 1), (1,), (1, 1), (2, 1)], [(1,), (1, 2), (), (2,), (1, 1)]
    puzzle = from_clues([Runs.of(*row) for row in rows], [Runs.of(*c) for c in columns]).puzzle
    for name in ("sat", "probe", "paint"):
        for observer in (None, lambda step, state: None):
            verdict = choose(name).solve(puzzle, observer=observer)
            assert (verdict.level, verdict.line_solvable) == ("probe", False)


def test_what_is_watched_counts_once() -> None:
    for observer in (None, lambda step, state: None):
        verdict = choose("sat").solve(CYCLE, budget=Budget(settled=3), observer=observer)
        assert (verdict.answer, verdict.work.settled) == ("unknown", 3)


def test_a_solver_that_fails_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(method, "CHILD", method.CHILD.with_name("no_such_file.py"))
    verdict = choose("sat:first=nothing,solver=lingeling").solve(CYCLE)
    assert verdict.answer == "unknown"
    assert verdict.why.startswith("lingeling failed: ")


def test_names_that_are_not_there() -> None:
    with pytest.raises(InputError, match="did you mean glucose4"):
        choose("sat:solver=glucose44x")
    with pytest.raises(MissingPart, match="has no unheard"):
        method._check("unheard")


def test_clauses_survive_the_way() -> None:
    sent = array("i", [1, -2, 0, 0, 3, 0]).tobytes()
    assert list(clauses(sent)) == [[1, -2], [1], [-1], [3]]


def test_what_is_found_is_true() -> None:
    rng = random.Random(6)
    for _ in range(rounds(20)):
        puzzle = random_nonogram(rng, 12).puzzle
        for solution in choose("sat:first=line,solver=maplechrono").solve(puzzle).solutions:
            assert verify(puzzle, solution)
