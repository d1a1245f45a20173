"""Automata and CP-SAT, against brute force and the engine."""

from __future__ import annotations

import random
from itertools import product

import pytest

from helpers.puzzles import all_solutions, random_picture, random_puzzle, random_tangle, rounds
from nonoforge.clues import Runs
from nonoforge.engine import Budget, solve
from nonoforge.families.grid import from_picture
from nonoforge.methods import choose
from nonoforge.methods import cp as method
from nonoforge.methods.common.tallies import automaton_of
from nonoforge.puzzle import Line, Puzzle
from nonoforge.step import Step

pytest.importorskip("ortools")

NOISE = from_picture(random_picture(random.Random(1), 30, 30)).puzzle

CLUES = [
    Runs.of(), Runs.of(1), Runs.of(2, 1), Runs.of((1, 1), (2, 2)), Runs.of((1, 2), (1, 2), (1, 1)),
    Runs.of((None, 1)), Runs.of((None, 1), (1, 1)), Runs.of((None, 2), (None, 1)), Runs.of(9),
]


@pytest.mark.parametrize("clue", CLUES, ids=str)
def test_automata_accept_what_clues_accept(clue: Runs) -> None:
    automaton = automaton_of(clue)
    for length in range(6):
        for colours in product(range(3), repeat=length):
            assert automaton.accepts(bytes(colours)) == clue.accepts(colours)


@pytest.mark.parametrize("clue", CLUES, ids=str)
def test_automata_are_deterministic(clue: Runs) -> None:
    automaton = automaton_of(clue)
    finals, transitions = automaton.finals, automaton.transitions
    assert len({(state, colour) for state, colour, _ in transitions}) == len(transitions)
    assert set(finals) | {state for way in transitions for state in (way[0], way[2])} <= set(
        range(automaton.states))


def test_all_solutions() -> None:
    rng = random.Random(2)
    for at in range(rounds(50)):
        puzzle = random_tangle(rng) if at % 2 else random_puzzle(rng, 4, 3)
        solutions = all_solutions(puzzle)
        limit = min(8, len(solutions) + 1)
        verdict = choose("cp").solve(puzzle, limit=limit)
        assert set(verdict.solutions) <= solutions
        assert len(verdict.solutions) == min(limit, len(solutions))
        assert verdict.complete == (limit > len(solutions))


@pytest.mark.parametrize("text", ["cp", "cp:workers=2"])
def test_agrees_with_the_engine(text: str) -> None:
    rng = random.Random(3)
    for _ in range(rounds(8)):
        puzzle = random_puzzle(rng, 10)
        assert choose(text).solve(puzzle).answer == solve(puzzle).answer


def test_none() -> None:
    lines = (Line((0, 1), Runs.of(2), "a"), Line((0, 1), Runs.of(1), "b"))
    verdict = choose("cp").solve(Puzzle(2, lines))
    assert verdict.answer == "none"
    assert verdict.conflict


@pytest.mark.parametrize(("puzzle", "answer"), [
    (Puzzle(0, ()), "unique"),
    (Puzzle(1, ()), "multiple"),
    (Puzzle(0, (Line((), Runs.of(1), "a"),)), "none"),
    (Puzzle(1, (Line((), Runs.of(), "a"), Line((0,), Runs.of(1), "b"))), "unique"),
    (Puzzle(1, (), given=((0, 0), (0, 1))), "none"),
    (Puzzle(2, (Line((0, 1, 0), Runs.of(1, 1), "a"),)), "unique"),
])
def test_the_smallest(puzzle: Puzzle, answer: str) -> None:
    assert choose("cp").solve(puzzle).answer == answer


@pytest.mark.parametrize("budget", [Budget(seconds=1e-6), Budget(seconds=0.05)])
def test_a_clock_is_kept(budget: Budget) -> None:
    verdict = choose("cp").solve(NOISE, budget=budget)
    assert verdict.answer in ("unknown", "multiple")
    assert verdict.answer != "unknown" or verdict.why == "the budget ran out"


def test_conflicts_are_a_budget() -> None:
    free = Puzzle(4, ())  # no conflict is needed for these
    assert len(choose("cp").solve(free, limit=20, budget=Budget(conflicts=9)).solutions) <= 16
    verdict = choose("cp").solve(NOISE, budget=Budget(conflicts=1))
    assert verdict.work.conflicts <= 2


def test_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(method, "MAX_STATES", 100)
    verdict = choose("cp").solve(NOISE)
    assert verdict.answer == "unknown"
    assert "states" in verdict.why


def test_a_seed_repeats() -> None:
    puzzle = from_picture(random_picture(random.Random(4), 12, 12)).puzzle
    first, again = (choose("cp").solve(puzzle, seed=2**40 + 3) for _ in range(2))
    assert first._replace(seconds=0) == again._replace(seconds=0)
    assert dict(first.counts)["variables"] == puzzle.cells


def test_an_observer_hears_of_each_run() -> None:
    told: list[Step] = []
    choose("cp").solve(from_picture([[1, 1], [0, 1]]), observer=lambda step, _: told.append(step))
    assert [step.kind for step in told] == ["note", "note", "solution", "note"]
