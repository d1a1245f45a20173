"""From a puzzle to its verdict: all methods agree, budgets never make it lie."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.puzzles import (
    INKS,
    VIEWS,
    all_solutions,
    random_nonogram,
    random_picture,
    random_puzzle,
    random_solid,
    random_tallies,
    random_tangle,
    rounds,
    smooth_picture,
)
from nonoforge.clues import Runs, read_like
from nonoforge.engine import LADDERS, Budget, propagate, solve, solve_many, verify
from nonoforge.errors import InputError
from nonoforge.families.grid import from_picture
from nonoforge.formats import load
from nonoforge.palette import Palette
from nonoforge.puzzle import Colouring, Line, Puzzle
from nonoforge.verdict import LEVELS, Verdict

SURE = ("auto", "search", "sat")  # the methods that always get to an answer
EXAMPLES = Path(__file__).parents[2] / "examples"


def untimed(verdict: Verdict) -> Verdict:
    return verdict._replace(seconds=0.0)


def check_verdict(puzzle: Puzzle, verdict: Verdict, truth: set[Colouring]) -> None:
    """Nothing in the verdict is false; `truth` holds all solutions."""
    assert len(set(verdict.solutions)) == len(verdict.solutions)
    assert set(verdict.solutions) <= truth
    answers = ("none", "unique", "multiple")
    assert verdict.answer in ("unknown", answers[min(2, len(truth))])
    if verdict.complete:
        assert set(verdict.solutions) == truth
    if verdict.answer in ("unknown", "none"):
        assert len(verdict.solutions) < 2
    for solution in truth:
        assert all(mask >> colour & 1
                   for mask, colour in zip(verdict.state.masks, solution, strict=True))


# --- against brute force -------------------------------------------------------------------------

@pytest.mark.parametrize("method", LADDERS)
def test_small_grids(method: str) -> None:
    rng = random.Random(1)
    for _ in range(rounds(120)):
        puzzle = random_puzzle(rng, largest=4, most_colours=3)
        truth = all_solutions(puzzle)
        verdict = solve(puzzle, method=method, limit=1 + len(truth))
        check_verdict(puzzle, verdict, truth)
        if method in SURE:
            assert verdict.answer != "unknown"
            assert verdict.complete


@pytest.mark.parametrize("method", LADDERS)
def test_tangles(method: str) -> None:
    """Lines that visit a cell twice, cells that no line visits."""
    rng = random.Random(2)
    for _ in range(rounds(120)):
        puzzle = random_tangle(rng, most_cells=6)
        truth = all_solutions(puzzle)
        verdict = solve(puzzle, method=method, limit=1 + len(truth))
        check_verdict(puzzle, verdict, truth)
        assert method not in SURE or verdict.complete


def test_the_limit_is_kept() -> None:
    """A diagonal of n dots has n! solutions."""
    puzzle = from_picture([[int(x == y) for x in range(5)] for y in range(5)]).puzzle
    for method in SURE:
        for limit, count in ((1, 2), (2, 2), (7, 7), (120, 120), (121, 120), (500, 120)):
            verdict = solve(puzzle, method=method, limit=limit)
            assert len(set(verdict.solutions)) == count
            assert verdict.complete == (limit > 120)
            assert verdict.answer == "multiple"


# --- the same puzzle in other clothes ------------------------------------------------------------

@pytest.mark.parametrize("method", LADDERS)
def test_mirrored_and_turned(method: str) -> None:
    """The same verdict; where a method stops early, it stops at the same place."""
    rng = random.Random(3)
    for _ in range(rounds(60)):
        nonogram = random_nonogram(rng, 11)
        verdict = solve(nonogram, method=method, limit=8)
        for view in VIEWS:
            other = solve(view(nonogram), method=method, limit=8)
            assert other.answer == verdict.answer
            assert other.complete == verdict.complete
            assert other.line_solvable == verdict.line_solvable
            assert len(other.solutions) == len(verdict.solutions)
            assert len(other.state.open_cells()) == len(verdict.state.open_cells())


def test_colours_may_change_places() -> None:
    rng = random.Random(4)
    for _ in range(rounds(40)):
        puzzle = random_puzzle(rng, 9, 4)
        if len(puzzle.palette) < 4:
            continue
        swap = {0: 0, 1: 3, 2: 1, 3: 2}
        lines = tuple(
            line._replace(clue=Runs(tuple(run._replace(colour=swap[run.colour])
                                          for run in line.clue.runs)))
            for line in puzzle.lines)
        given = tuple((cell, swap[colour]) for cell, colour in puzzle.given)
        other = solve(replace(puzzle, lines=lines, given=given))
        assert other.answer == solve(puzzle).answer


# --- many at once --------------------------------------------------------------------------------

def test_many_are_as_good_as_one() -> None:
    """Puzzles of one size: exactly the same verdicts, work and all."""
    rng = random.Random(5)
    puzzles = [from_picture(smooth_picture(rng, 9, 7)).puzzle for _ in range(rounds(40))]
    for method in LADDERS:
        single = [untimed(solve(puzzle, method=method)) for puzzle in puzzles]
        assert [untimed(verdict) for verdict in solve_many(puzzles, method=method)] == single


def test_many_of_all_sizes() -> None:
    rng = random.Random(6)
    puzzles = [random_puzzle(rng, 10) for _ in range(rounds(60))]
    puzzles += [random_tangle(rng) for _ in range(rounds(40))]
    for puzzle, verdict in zip(puzzles, solve_many(puzzles), strict=True):
        assert verdict.answer == solve(puzzle).answer
        assert all(verify(puzzle, solution) for solution in verdict.solutions)


def test_many_of_sizes_that_change_and_come_back() -> None:
    """The kernel keeps what puzzles of one size share: a call must give for each exactly what a
    call of its own gives, whatever came before."""
    rng = random.Random(7)
    kinds: list[Callable[[], Puzzle]] = [
        lambda: from_picture(smooth_picture(rng, 6, 5)).puzzle,
        lambda: from_picture(smooth_picture(rng, 5, 6)).puzzle,
        lambda: from_picture(random_picture(rng, 6, 5, colours=3)).puzzle,
        lambda: random_tangle(rng), lambda: random_tallies(rng), lambda: random_solid(rng)]
    shapes = [kind() for kind in kinds for _ in range(2)]
    # The same cells in each line, other clues: those that some colouring has.
    shapes += [recoloured(rng, puzzle) for puzzle in shapes]
    puzzles = rng.choices(shapes, k=rounds(150))
    single = [untimed(solve(replace(puzzle))) for puzzle in puzzles]
    fresh = [replace(puzzle) for puzzle in puzzles]
    assert [untimed(verdict) for verdict in solve_many(fresh)] == single


def recoloured(rng: random.Random, puzzle: Puzzle) -> Puzzle:
    colours = [rng.randrange(len(puzzle.palette)) for _ in range(puzzle.cells)]
    return replace(puzzle, given=(), lines=tuple(line._replace(clue=read_like(
        line.clue, [colours[cell] for cell in line.cells], len(puzzle.palette)))
        for line in puzzle.lines))


def test_many_takes_any_iterable_of_nonograms() -> None:
    assert solve_many([]) == []
    nonograms = (from_picture([[1] * n]) for n in range(1, 4))
    assert [verdict.answer for verdict in solve_many(nonograms)] == ["unique"] * 3


# --- budgets -------------------------------------------------------------------------------------

BUDGETS = [
    Budget(settled=1), Budget(settled=40), Budget(settled=400), Budget(nodes=1), Budget(nodes=3),
    Budget(conflicts=1), Budget(seconds=1e-9), Budget(settled=300, nodes=2, conflicts=2),
]


@pytest.mark.parametrize("budget", BUDGETS, ids=str)
def test_a_budget_never_makes_it_lie(budget: Budget) -> None:
    """`unknown` where it ran out; whatever is said nevertheless is true."""
    rng = random.Random(str(budget))
    for _ in range(rounds(25)):
        puzzle = random_puzzle(rng, 12)
        full = solve(puzzle, method="search", limit=50)
        for method in LADDERS:
            verdict = solve(puzzle, method=method, budget=budget)
            assert verdict.answer in ("unknown", full.answer)
            assert all(verify(puzzle, solution) for solution in verdict.solutions)
            assert not (verdict.complete and verdict.answer == "unknown")
            for solution in full.solutions:
                assert all(mask >> colour & 1 for mask, colour in
                           zip(verdict.state.masks, solution, strict=True))


def test_a_budget_runs_out() -> None:
    """A diagonal of dots gives lines and probes nothing: each kind of budget leaves it open."""
    puzzle = from_picture([[int(x == y) for x in range(12)] for y in range(12)]).puzzle
    for method in SURE:
        for budget in (Budget(settled=1), Budget(seconds=1e-9)):
            verdict = solve(puzzle, method=method, budget=budget)
            assert verdict.answer == "unknown"
            assert not verdict.complete
    assert solve(puzzle, method="search", budget=Budget(nodes=1)).answer == "unknown"


def test_work_repeats() -> None:
    rng = random.Random(7)
    for _ in range(rounds(20)):
        puzzle = random_puzzle(rng)
        for method in LADDERS:
            first, again = (untimed(solve(puzzle, method=method, seed=3)) for _ in range(2))
            assert first == again


# --- levels --------------------------------------------------------------------------------------

def test_levels_are_the_ladders() -> None:
    rng = random.Random(8)
    for _ in range(rounds(100)):
        puzzle = random_puzzle(rng, 9)
        deduced = propagate(puzzle)
        by_line = deduced.conflict is None and deduced.state.solved
        for method, ladder in LADDERS.items():
            verdict = solve(puzzle, method=method)
            assert verdict.line_solvable == by_line
            highest = "sat" if ladder.sat else ladder.level
            assert LEVELS.index(verdict.level) <= LEVELS.index(highest)
            if by_line:
                assert (verdict.level, verdict.answer) == ("line", "unique")


def test_no_such_method() -> None:
    with pytest.raises(InputError, match="no method 'magic'; there are auto, line"):
        solve(from_picture([[1]]), method="magic")


# --- sizes ---------------------------------------------------------------------------------------

def test_no_cells_and_no_lines() -> None:
    assert solve(Puzzle(0, ())).solutions == (b"",)
    free = Puzzle(3, (), Palette.of(*INKS[:3]))
    assert len(solve(free, limit=100).solutions) == 27
    assert solve(replace(free, given=((0, 1), (1, 2), (2, 0)))).solutions == (b"\1\2\0",)


def test_lines_without_cells_and_clues_without_room() -> None:
    empty, dot = Line((), Runs.of(), "empty"), Line((0, 1), Runs.of(1), "dot")
    for method in SURE:
        assert len(solve(Puzzle(2, (empty, dot)), method=method, limit=9).solutions) == 2
    for clue in (Runs.of(2), Runs.of(1, 1), Runs.of(10**6), Runs.of((None, 1), (None, 1))):
        for line in (Line((0,), clue, "short"), Line((), clue, "empty")):
            verdict = solve(Puzzle(2, (dot, line)))
            assert verdict.answer == "none"
            assert verdict.conflict == (1,)


@pytest.mark.parametrize("length", [63, 64, 65, 128, 129, 1000, 4096])
def test_long_lines(length: int) -> None:
    """At and beyond the widths of machine words."""
    picture = [[int(x % 3 > 0) for x in range(length)], [int(x % 5 > 1) for x in range(length)]]
    for nonogram in (from_picture(picture), from_picture(list(zip(*picture, strict=True)))):
        verdict = solve(nonogram)
        assert verdict.answer in ("unique", "multiple")
        assert all(verify(nonogram.puzzle, solution) for solution in verdict.solutions)


def test_a_line_beyond_the_kernel() -> None:
    line = Line(tuple(range(4999)), Runs.of(*[4] * 1000), "long")
    verdict = solve(Puzzle(4999, (line,)))
    assert verdict.answer == "unique"
    assert verdict.solutions[0] == (b"\1\1\1\1\0" * 1000)[:-1]


def test_many_colours() -> None:
    """As many as a palette can have."""
    palette = Palette.of(*(f"#0000{i:02x}" for i in range(64)))
    row = list(range(64))
    verdict = solve(from_picture([row, row[::-1]], palette=palette))
    assert verdict.answer == "unique"
    assert list(verdict.solutions[0]) == row + row[::-1]


# --- of middle size ------------------------------------------------------------------------------

@pytest.mark.parametrize("seed", range(rounds(12)))
def test_wild_pictures_of_middle_size(seed: int) -> None:
    """Dark noise, where search must learn and has one solution or many; SAT knows better."""
    rng = random.Random(seed)
    nonogram = from_picture(random_picture(rng, 14, 14, 0.55 + 0.01 * seed))
    verdict, other = solve(nonogram), solve(nonogram, method="sat")
    assert verdict.answer == other.answer
    assert all(verify(nonogram.puzzle, solution) for solution in verdict.solutions)
    assert len(set(verdict.solutions)) == (1 if verdict.answer == "unique" else 2)
    if verdict.answer == "unique":
        assert verdict.solutions == (nonogram.solution,)


@pytest.mark.parametrize("name", ["cat", "castle", "owl", "rocket", "snail", "teapot"])
def test_examples(name: str) -> None:
    nonogram = load(EXAMPLES / f"{name}.nono")
    verdict = solve(replace(nonogram, solution=None))
    assert (verdict.answer, verdict.solutions) == ("unique", (nonogram.solution,))
