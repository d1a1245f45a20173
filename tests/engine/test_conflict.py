"""Why there is no solution: the lines named cannot hold together, and none of them is idle."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from time import monotonic

import pytest

from helpers.puzzles import has_solution, random_puzzle, random_tangle, rounds
from nonoforge.clues import Runs
from nonoforge.engine import Budget, conflict, sat, sat_available, small_conflict, solve
from nonoforge.families.grid import from_clues, from_picture
from nonoforge.methods import choose
from nonoforge.puzzle import Line, Puzzle

Maker = Callable[..., Puzzle]


def check_conflict(puzzle: Puzzle, lines: tuple[int, ...]) -> None:
    """By brute force: no common solution, but one as soon as any line is left out."""
    assert list(lines) == sorted(set(lines))
    assert not has_solution(puzzle, lines)
    for line in lines:
        assert has_solution(puzzle, [other for other in lines if other != line])


def impossible(rng: random.Random, maker: Maker, size: int, count: int) -> list[Puzzle]:
    """Puzzles without a solution, as brute force says."""
    found: list[Puzzle] = []
    while len(found) < count:
        puzzle = maker(rng, size, 3)
        if not has_solution(puzzle):
            found.append(puzzle)
    return found


@pytest.mark.parametrize(("maker", "size"), [(random_puzzle, 4), (random_tangle, 6)])
def test_small_puzzles(maker: Maker, size: int) -> None:
    rng = random.Random(1)
    for puzzle in impossible(rng, maker, size, rounds(60)):
        check_conflict(puzzle, small_conflict(puzzle))
        verdict = solve(puzzle)
        assert verdict.answer == "none"
        check_conflict(puzzle, verdict.conflict)


@pytest.mark.skipif(not sat_available(), reason="python-sat is not installed")
@pytest.mark.parametrize(("maker", "size"), [(random_puzzle, 4), (random_tangle, 6)])
def test_reasons_of_the_sat_solver(maker: Maker, size: int, monkeypatch: pytest.MonkeyPatch
                                   ) -> None:
    """Where search cannot refute the puzzle within a trial, the clauses give the reason."""
    monkeypatch.setattr(conflict, "_refuted", lambda puzzle, lines, clock: False)
    rng = random.Random(2)
    for puzzle in impossible(rng, maker, size, rounds(60)):
        check_conflict(puzzle, small_conflict(puzzle))


def test_larger_puzzles_checked_by_the_other_engine() -> None:
    """Too large for brute force: the lines named, alone, have no model."""
    if not sat_available():
        pytest.skip("python-sat is not installed")
    rng = random.Random(3)
    checked = 0
    while checked < rounds(25):
        puzzle = random_puzzle(rng, largest=12)
        verdict = solve(puzzle, method="search")
        if verdict.answer != "none":
            continue
        lines = tuple(puzzle.lines[line] for line in verdict.conflict)
        part = Puzzle(puzzle.cells, lines, puzzle.palette, puzzle.given)
        assert len(sat.core(part) or ()) == len(lines)
        checked += 1


@pytest.mark.parametrize("hint", [None, 0, 1, 2, 3])
def test_one_of_two_reasons(hint: int | None) -> None:
    """Reasons that have nothing to do with each other: one is told, and nothing of the other."""
    wide, none = Runs.of(2), Runs.of()
    lines = (Line((0, 1), wide, "a"), Line((0,), none, "b"), Line((2, 3), wide, "c"),
             Line((2,), none, "d"))
    assert small_conflict(Puzzle(4, lines), hint) in ((0, 1), (2, 3))


def test_one_line_is_enough() -> None:
    puzzle = from_clues([Runs.of(2)], [Runs.of(1), Runs.of(1), Runs.of()]).puzzle
    puzzle = Puzzle(3, puzzle.lines, puzzle.palette, given=((2, 0), (1, 0)))
    assert small_conflict(puzzle) in ((0,), (2,))


def test_givens_alone() -> None:
    """A cell that is given twice, differently: no line is to blame."""
    puzzle = from_picture([[1, 0]]).puzzle
    puzzle = Puzzle(2, puzzle.lines, puzzle.palette, given=((0, 0), (0, 1)))
    assert solve(puzzle).answer == "none"
    assert small_conflict(puzzle) == ()


@pytest.mark.parametrize("refuted", [True, False])
def test_without_time_it_is_true_but_not_small(refuted: bool, monkeypatch: pytest.MonkeyPatch
                                               ) -> None:
    rng = random.Random(4)
    monkeypatch.setattr(conflict, "_refuted", lambda puzzle, lines, clock: refuted)
    for puzzle in impossible(rng, random_puzzle, 4, 5):
        assert small_conflict(puzzle, seconds=0.0) == tuple(range(len(puzzle.lines)))


def test_a_large_puzzle_keeps_to_the_clock() -> None:
    """To leave out line after line of hundreds would take minutes."""
    rng = random.Random(5)
    picture = [[int(rng.random() < 0.8) for _ in range(150)] for _ in range(150)]
    puzzle = from_picture(picture).puzzle
    runs = list(puzzle.lines[50].clue.runs)
    first, last = runs.index(min(runs)), runs.index(max(runs))
    runs[first], runs[last] = runs[last], runs[first]
    wrong = puzzle.lines[50]._replace(clue=Runs(tuple(runs)))
    puzzle = replace(puzzle, lines=(*puzzle.lines[:50], wrong, *puzzle.lines[51:]))
    for solved in (solve, choose("brute").solve):
        begin = monotonic()
        verdict = solved(puzzle, budget=Budget(seconds=0.5))
        assert verdict.answer in ("none", "unknown")
        assert monotonic() - begin < 5
