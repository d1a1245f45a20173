"""Brute force, hierarchical and heuristic: orders of line solving, with their counters."""

from __future__ import annotations

import random
from dataclasses import replace
from math import ceil

import pytest

from helpers.puzzles import all_solutions, random_nonogram, random_puzzle, random_tangle, rounds
from nonoforge.clues import Runs
from nonoforge.engine import Budget, solve
from nonoforge.errors import InputError
from nonoforge.families.grid import from_clues, from_picture
from nonoforge.methods import METHODS, choose
from nonoforge.puzzle import Line, Puzzle
from nonoforge.state import State
from nonoforge.step import Step
from nonoforge.verdict import Verdict

NAMES = ("brute", "hierarchical", "heuristic")
VARIANTS = (
    "brute", "brute:rounds=2", "brute:line=exact,prepass",
    "hierarchical", "hierarchical:prepass,queue=once", "hierarchical:line=exact",
    "heuristic", "heuristic:prepass,line=exact", "heuristic:exit=original", "heuristic:exit=4",
)
EDGE = from_picture([[1, 0], [0, 1]])  # two solutions; lines say nothing


def counts(verdict: Verdict) -> tuple[int, int]:
    return verdict.work.settled, dict(verdict.counts)["bad_guesses"]


def small(rng: random.Random) -> Puzzle:
    return random_tangle(rng) if rng.random() < 0.3 else random_puzzle(rng, 5, most_colours=3)


@pytest.mark.parametrize("name", VARIANTS)
def test_never_wrong(name: str) -> None:
    """Whatever they say is true, of puzzles with any number of solutions."""
    rng = random.Random(name)
    for _ in range(rounds(15)):
        puzzle = small(rng)
        expected = all_solutions(puzzle)
        verdict = choose(name).solve(puzzle)
        for colouring in expected:
            if verdict.answer != "multiple":
                assert all(mask >> colour & 1 for mask, colour in
                           zip(verdict.state.masks, colouring, strict=True))
        if verdict.answer == "unknown":
            assert verdict.why
        else:
            assert verdict.answer == ("none", "unique", "multiple")[min(len(expected), 2)]


@pytest.mark.parametrize("name", VARIANTS)
def test_guessing_finds_all(name: str) -> None:
    rng = random.Random(name)
    method = choose(name).set("guess")
    for _ in range(rounds(15)):
        puzzle = small(rng)
        verdict = method.solve(puzzle, limit=100_000)
        assert verdict.complete
        assert sorted(verdict.solutions) == sorted(all_solutions(puzzle))


@pytest.mark.parametrize("name", ["brute", "hierarchical", "heuristic"])
@pytest.mark.parametrize("more", ["", ",prepass"])
def test_with_exact_lines_they_know_all_that_propagation_knows(name: str, more: str) -> None:
    """The repaired exit included: no order of lines may stop before the end."""
    rng = random.Random(5)
    for _ in range(rounds(40)):
        puzzle = random_nonogram(rng, 10).puzzle
        assert choose(f"{name}:line=exact{more}").solve(puzzle).state == solve(
            puzzle, method="line").state


def test_the_published_exit_stops_too_soon() -> None:
    """On some puzzle the original exit gives up where the repaired one goes on."""
    rng = random.Random(6)
    original, repaired = choose("heuristic:exit=original"), choose("heuristic")
    sooner = 0
    for _ in range(rounds(150)):
        puzzle = random_nonogram(rng, 9, 2, 0.6).puzzle
        early, late = original.solve(puzzle), repaired.solve(puzzle)
        assert len(late.state.open_cells()) <= len(early.state.open_cells())
        sooner += late.answer == "unique" != early.answer
    assert sooner


@pytest.mark.parametrize(("name", "expected"), [
    ("brute", (400, 400)), ("brute:rounds=7", (28, 28)), ("hierarchical", (4, 4)),
    ("heuristic", (4, 4)), ("heuristic:exit=original", (4, 4)), ("heuristic:exit=2", (8, 8)),
])
def test_counts_where_nothing_is_found(name: str, expected: tuple[int, int]) -> None:
    assert counts(choose(name).solve(EDGE)) == expected


def test_counts_of_brute_force() -> None:
    """It stops in the middle of a round, as soon as the puzzle is complete."""
    cross = from_picture([[0, 1, 0], [1, 1, 1], [0, 1, 0]])
    assert counts(METHODS["brute"].solve(cross)) == (6, 2)
    full = from_picture([[1, 1], [1, 1]])
    assert counts(METHODS["brute"].solve(full)) == (2, 0)


@pytest.mark.parametrize("name", NAMES)
def test_the_prepass_is_not_counted(name: str) -> None:
    full = from_clues([[3], [1], []], [[2], [1], [1]])
    verdict = choose(f"{name}:prepass").solve(full)
    assert verdict.answer == "unique"
    assert dict(verdict.counts)["prepass_lines"] == 2
    assert verdict.work.settled <= METHODS[name].solve(full).work.settled


def test_once_in_the_queue_is_enough() -> None:
    rng = random.Random(7)
    for _ in range(rounds(20)):
        puzzle = random_nonogram(rng, 12, 2, 0.6).puzzle
        again, once = (choose(f"hierarchical:line=exact,queue={word}").solve(puzzle)
                       for word in ("all", "once"))
        assert again.state == once.state
        assert again.work.settled >= once.work.settled


@pytest.mark.parametrize("name", NAMES)
def test_lines_that_others_complete_are_checked(name: str) -> None:
    """Both rows fill a column of three cells that wants another clue."""
    rows = tuple(Line((cell,), Runs.of(*clue), f"row {cell}")
                 for cell, clue in enumerate(((1,), (1,), ())))
    wrong = Puzzle(3, (*rows, Line((0, 1, 2), Runs.of(1), "column", 1)))
    assert METHODS[name].solve(wrong).answer == "none"
    hidden = replace(wrong, lines=wrong.lines[::-1])
    assert METHODS[name].solve(hidden).answer == "none"


@pytest.mark.parametrize("name", NAMES)
def test_which_line_solver(name: str) -> None:
    colours = from_picture([[1, 2, 0], [2, 2, 2]])
    assert METHODS[name].solve(colours).answer == "unique"
    for line in ("left-right", "original"):
        with pytest.raises(InputError, match="say line=exact"):
            choose(f"{name}:line={line}").solve(colours)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("puzzle", [
    Puzzle(0, ()), Puzzle(2, ()), Puzzle(1, (Line((), Runs.of(), "nothing"),)),
    Puzzle(1, (Line((), Runs.of(1), "too much"),)), Puzzle(1, (Line((0,), Runs.of(), "one"),)),
])
def test_odd_puzzles(name: str, puzzle: Puzzle) -> None:
    verdict = METHODS[name].set("guess").solve(puzzle, limit=10)
    assert verdict.complete
    assert sorted(verdict.solutions) == sorted(all_solutions(puzzle))


@pytest.mark.parametrize("name", NAMES)
def test_budgets_and_observers(name: str) -> None:
    told: list[Step] = []

    def observer(step: Step, state: object) -> None:
        told.append(step)
        assert callable(state)
        assert isinstance(state(), State)

    picture = [[1, 0, 1, 1], [1, 1, 1, 0], [0, 1, 1, 1]]
    verdict = METHODS[name].solve(from_picture(picture), observer=observer)
    assert verdict.answer == "unique"
    settles = [step for step in told if step.kind == "settle"]
    assert len(settles) == verdict.work.settled
    assert sum(not step.learned for step in settles) == counts(verdict)[1]
    least = ceil(verdict.work.settled / 2)
    short = METHODS[name].solve(from_picture(picture), budget=Budget(settled=least))
    assert (short.answer, short.why) == ("unknown", "the budget ran out")
    assert short.work.settled == least
