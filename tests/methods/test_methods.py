"""All methods keep one promise: what they say is true, within their budget, whatever the puzzle."""

from __future__ import annotations

import random
from collections.abc import Callable
from time import monotonic

import pytest

from helpers.puzzles import (
    INKS,
    all_solutions,
    random_nonogram,
    random_picture,
    random_puzzle,
    random_solid,
    random_tallies,
    random_tangle,
    rounds,
)
from nonoforge.clues import Runs, Tally
from nonoforge.engine import Budget, verify
from nonoforge.errors import InputError, MissingPart
from nonoforge.families.grid import from_clues, from_picture
from nonoforge.families.solid import from_voxels
from nonoforge.methods import METHODS, Method, choose
from nonoforge.palette import Palette
from nonoforge.puzzle import Line, Puzzle
from nonoforge.state import State
from nonoforge.step import Step
from nonoforge.verdict import Verdict

SLOW = {"cp": 0.2, "ilp": 0.4, "genetic": 0.05}  # these have a share of the random cases

SMALL = Budget(settled=20_000, nodes=20_000, conflicts=20_000, seconds=20)


@pytest.fixture(params=METHODS)
def method(request: pytest.FixtureRequest) -> Method:
    found = METHODS[request.param]
    if found.needs:
        pytest.importorskip(found.needs)
    return found


def cases(method: Method, count: int, make: Callable[[random.Random], Puzzle]) -> list[Puzzle]:
    """Random puzzles that the method serves, the same for all methods that serve them."""
    rng = random.Random(1)
    made = (make(rng) for _ in range(rounds(count)))
    served = [puzzle for puzzle in made if method.refusal(puzzle) is None]
    return served[:max(4, int(len(served) * SLOW.get(method.name, 1)))]


def check_truth(puzzle: Puzzle, verdict: Verdict, truth: set[bytes]) -> None:
    answer = ("none", "unique", "multiple")[min(2, len(truth))]
    assert verdict.answer in (answer, "unknown")
    assert set(verdict.solutions) <= truth
    assert len(set(verdict.solutions)) == len(verdict.solutions)
    assert not verdict.complete or set(verdict.solutions) == truth
    assert bool(verdict.why) == (verdict.answer == "unknown")
    if verdict.answer == "none":
        assert not all_solutions(puzzle, verdict.conflict)
    for solution in truth:
        assert all(mask >> colour & 1 for mask, colour
                   in zip(verdict.state.masks, solution, strict=True)), "certain, but not so"


def test_each_says_what_it_is(method: Method) -> None:
    assert method.summary
    assert "\n" not in method.summary
    assert not method.summary.endswith(".")
    assert method.about
    assert any(part is not None for part in method.budget), "nothing runs for ever by default"
    for option in method.options:
        assert option.summary
        assert option.name in str(choose(f"{method.name}:{option.name}={_default(option.default)}"))


def _default(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def small_grid(rng: random.Random) -> Puzzle:
    return random_puzzle(rng, rng.choice((3, 4, 5)), rng.choice((2, 2, 2, 3)))


def test_grids(method: Method) -> None:
    for puzzle in cases(method, 60, small_grid):
        truth = all_solutions(puzzle)
        verdict = method.solve(puzzle, limit=len(truth) + 1, budget=SMALL)
        check_truth(puzzle, verdict, truth)


def test_what_is_no_grid(method: Method) -> None:
    for puzzle in cases(method, 60, random_tangle):
        truth = all_solutions(puzzle)
        verdict = method.solve(puzzle, limit=min(len(truth) + 1, 50), budget=SMALL)
        check_truth(puzzle, verdict, truth)


def few_colours(method: Method) -> int:
    return 3 if method.colours else 2


def test_solids(method: Method) -> None:
    """Every method serves tallies, whether or not it was made for runs; coloured ones, too, if it
    serves colours."""
    solids = cases(method, 30, lambda rng: random_solid(rng, most_colours=few_colours(method)))
    assert method.colours or all(len(puzzle.palette) == 2 for puzzle in solids)
    for puzzle in solids:
        truth = all_solutions(puzzle)
        verdict = method.solve(puzzle, limit=min(len(truth) + 1, 50), budget=SMALL)
        check_truth(puzzle, verdict, truth)


def test_tallies_on_lines_that_repeat_cells(method: Method) -> None:
    puzzles = cases(method, 30, lambda rng: random_tallies(rng, most_colours=few_colours(method)))
    assert any(len(set(line.cells)) < len(line.cells) for puzzle in puzzles
               for line in puzzle.lines)
    for puzzle in puzzles:
        truth = all_solutions(puzzle)
        verdict = method.solve(puzzle, limit=min(len(truth) + 1, 50), budget=SMALL)
        check_truth(puzzle, verdict, truth)


SEARCHES = ("auto", "sat", "backtrack", "enumerate", "dfs-rows", "paint", "fix-paint",
            "logic-rules", "left-right:guess", "brute:line=expand,guess", "enumerate:eager",
            "brute:line=leftness,guess", "heuristic:line=original,guess", "ilp", "cp")


@pytest.mark.parametrize("name", SEARCHES)
def test_searches_decide_every_solid(name: str) -> None:
    """`unknown` would be true as well: a method that searches through must not need it here."""
    method = choose(name)
    if method.needs:
        pytest.importorskip(method.needs)
    colours = few_colours(method) if "line=" not in name else 2
    for puzzle in cases(method, 20, lambda rng: random_solid(rng, most_colours=colours)):
        truth = all_solutions(puzzle)
        verdict = method.solve(puzzle, limit=2, budget=SMALL)
        assert verdict.answer == ("none", "unique", "multiple")[min(2, len(truth))]


ODD = {
    "no cells": Puzzle(0, ()),
    "no lines": Puzzle(2, ()),
    "a line of nothing": Puzzle(1, (Line((), Runs.of(), "nothing"),)),
    "one cell": Puzzle(1, (Line((0,), Runs.of(1), "row 1"), Line((0,), Runs.of(1), "column 1", 1))),
    "one white cell": Puzzle(1, (Line((0,), Runs.of(), "row 1"),)),
    "does not fit": Puzzle(2, (Line((0, 1), Runs.of(3), "row 1"),)),
    "does not fit, empty": Puzzle(1, (Line((0,), Runs.of(1), "row 1"),), given=((0, 0),)),
    "a cell on no line": Puzzle(3, (Line((0, 1), Runs.of(1), "row 1"),)),
    "a tally that fits no line": Puzzle(3, (Line((0, 1, 2), Tally.of((3, 2)), "rod"),)),
    "cells without a group": Puzzle(2, (Line((0, 1), Tally.of((1, 0)), "rod"),)),
    "a tally of nothing": Puzzle(1, (Line((), Tally.of((0, 0)), "rod"),)),
    "a tally of something nowhere": Puzzle(1, (Line((), Tally.of((None, 1)), "rod"),)),
    "a hidden clue": Puzzle(2, (Line((0, 1), Tally.of(), "rod"),)),
    "a cell twice": Puzzle(2, (Line((0, 0, 1), Tally.of((2, 1)), "curve"),)),
    "all given": Puzzle(2, (Line((0, 1), Runs.of(1), "row 1"),), given=((0, 1), (1, 0))),
    "all given, wrongly": Puzzle(2, (Line((0, 1), Runs.of(1), "row 1"),), given=((0, 1), (1, 1))),
}


@pytest.mark.parametrize("puzzle", ODD.values(), ids=ODD)
def test_odd_puzzles(method: Method, puzzle: Puzzle) -> None:
    if method.refusal(puzzle) is None:
        truth = all_solutions(puzzle)
        check_truth(puzzle, method.solve(puzzle, limit=20, budget=SMALL), truth)


@pytest.mark.parametrize("budget", [
    Budget(settled=1), Budget(nodes=1), Budget(conflicts=1), Budget(seconds=0.001),
], ids=str)
def test_a_tiny_budget_makes_no_liar(method: Method, budget: Budget) -> None:
    # What a budget does not count it must not wait for: genetic and ilp have no conflicts.
    budget = budget.within(Budget(nodes=20_000, seconds=2))
    for puzzle in cases(method, 8, small_grid):
        check_truth(puzzle, method.solve(puzzle, budget=budget), all_solutions(puzzle))


def test_a_large_puzzle_ends_with_its_budget(method: Method) -> None:
    rng = random.Random(5)
    picture = [[int(rng.random() < 0.45) for _ in range(60)] for _ in range(70)]
    puzzle = from_picture(picture).puzzle
    begin = monotonic()
    verdict = method.solve(puzzle, budget=Budget(seconds=0.3))
    assert monotonic() - begin < 20, "a guard against hanging"
    assert all(verify(puzzle, solution) for solution in verdict.solutions)


def test_observers_see_and_change_nothing(method: Method) -> None:
    for puzzle in cases(method, 12, small_grid):
        told: list[tuple[Step, State]] = []
        seen = method.solve(puzzle, budget=SMALL, observer=lambda s, f: told.append((s, f())))  # noqa: B023
        verdict = method.solve(puzzle, budget=SMALL)
        if "unknown" not in (seen.answer, verdict.answer):
            assert seen.answer == verdict.answer
        assert sum(step.kind == "solution" for step, _ in told) == len(seen.solutions)
        for step, state in told:
            assert len(state.masks) == puzzle.cells
            assert step.line is None or 0 <= step.line < len(puzzle.lines)
            assert all(0 <= cell < puzzle.cells for cell, _ in step.learned)
            assert step.depth >= 0


def test_a_seed_repeats(method: Method) -> None:
    for puzzle in cases(method, 6, small_grid):
        budget = Budget(settled=5_000, nodes=5_000, conflicts=5_000)
        runs = [method.solve(puzzle, budget=budget, seed=3)._replace(seconds=0) for _ in range(2)]
        assert runs[0] == runs[1]


def test_a_refusal_says_why(method: Method) -> None:
    colourful = from_picture([[1, 2], [2, 0]], palette=Palette.of(*INKS[:3]))
    faint = from_clues([Runs.of((None, 1))], [Runs.of(1), Runs.of()])
    for nonogram, can in ((colourful, method.colours), (faint, method.blotted)):
        if can:
            assert method.solve(nonogram, budget=SMALL).answer in ("unique", "multiple", "unknown")
        else:
            why = f"method {method.name} serves .*; try --method auto"
            with pytest.raises(InputError, match=why):
                method.solve(nonogram)


CAPS = ("paint:expansions=1", "left-right:expansions=1", "logic-rules:expansions=1",
        "brute:line=expand,expansions=1", "brute:line=leftness,expansions=1",
        "enumerate:eager,cap=9", "backtrack:cap=9", "enumerate:cap=1", "genetic:population=100000")


@pytest.mark.parametrize("name", CAPS)
def test_a_cap_is_told_with_a_method_that_has_none(name: str) -> None:
    """What is too large ends at once, as `unknown`, with a word on what to do."""
    rng = random.Random(1)
    shape = [random_picture(rng, 7, 7) for _ in range(7)]
    verdict = choose(name).solve(from_voxels(shape), budget=Budget(nodes=50))
    assert verdict.answer == "unknown"
    assert "--method auto" in verdict.why or "line=left-right" in verdict.why


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    method = Method("what cannot be", lambda job: job.verdict([], True, "", 0),
                    needs="no_such_thing", part="dreams", name="dream")
    with pytest.raises(MissingPart, match=r"no_such_thing: pip install 'nonoforge\[dreams\]'"):
        method.solve(Puzzle(0, ()))


def test_methods_agree() -> None:
    """Wherever two of them finish, they say the same: on puzzles too large for brute force."""
    rng = random.Random(1)
    for _ in range(rounds(12)):
        puzzle = random_nonogram(rng, 10, 3).puzzle
        quick = [METHODS[name] for name in METHODS if name not in SLOW]
        answers = {method.solve(puzzle, budget=Budget(settled=2_000, nodes=500, seconds=2)).answer
                   for method in quick if method.refusal(puzzle) is None}
        assert len(answers - {"unknown"}) == 1
