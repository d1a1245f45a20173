"""Enumerate: the line solver over lists of placements."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from helpers.puzzles import all_solutions, random_nonogram, random_puzzle, random_tangle, rounds
from nonoforge.clues import Runs
from nonoforge.engine import Budget, propagate
from nonoforge.families.grid import from_picture
from nonoforge.methods import choose
from nonoforge.puzzle import Colouring, Line, Puzzle
from nonoforge.state import State
from nonoforge.step import Step

VARIANTS = (
    "enumerate", "enumerate:generate=spreads", "enumerate:choose=tightest,values=lcv",
    "enumerate:choose=lexical,forget=all", "enumerate:forget=all,generate=spreads,values=lcv",
)


def puzzles(seed: int, number: int) -> list[Puzzle]:
    rng = random.Random(seed)
    return [random_tangle(rng) if turn % 3 == 0 else random_puzzle(rng, 5, 3)
            for turn in range(rounds(number))]


@pytest.mark.parametrize("variant", VARIANTS)
def test_all_solutions(variant: str) -> None:
    for puzzle in puzzles(1, 60):
        expected = all_solutions(puzzle)
        verdict = choose(variant).solve(puzzle, limit=100_000, budget=Budget())
        assert verdict.complete
        assert set(verdict.solutions) == expected
        assert len(verdict.solutions) == len(expected)


def test_without_guessing_it_is_propagation() -> None:
    """Every cell is told that single lines tell, and no other."""
    rng = random.Random(2)
    method = choose("enumerate:stall=stop")
    for _ in range(rounds(40)):
        puzzle = random_nonogram(rng, 9, 3).puzzle
        verdict = method.solve(puzzle, budget=Budget())
        assert verdict.state == propagate(puzzle).state
        assert verdict.level == "line"
        assert verdict.line_solvable == (verdict.answer == "unique")
        assert bool(verdict.why) == (verdict.answer == "unknown")


def test_progress_forgets_only_what_it_touches() -> None:
    """The original set of unproductive lines asks more often, and learns the same."""
    puzzle = random_nonogram(random.Random(5), 14, 2, 0.6).puzzle
    ours = choose("enumerate:stall=stop").solve(puzzle)
    original = choose("enumerate:stall=stop,forget=all").solve(puzzle)
    assert ours.state == original.state
    assert ours.work.settled < original.work.settled


def test_the_cap() -> None:
    """Lines with more placements than may be kept: honest, and useful all the same."""
    wide = Puzzle(40, (Line(tuple(range(40)), Runs.of(*[1] * 12), "row 1"),))
    verdict = choose("enumerate:cap=1000").solve(wide)
    assert verdict.answer == "unknown"
    assert verdict.why.startswith("row 1 alone has more than 1,000 placements: the cap")
    assert not verdict.solutions
    for puzzle in puzzles(3, 40):
        capped = choose("enumerate:cap=12").solve(puzzle, limit=1000, budget=Budget())
        assert set(capped.solutions) <= all_solutions(puzzle)
        assert capped.complete <= (set(capped.solutions) == all_solutions(puzzle))


def test_a_small_cap_need_not_hurt() -> None:
    """Placements are counted under what is known by then, and listed only then."""
    rng = random.Random(4)
    picture = [[int(rng.random() < 0.65) for _ in range(20)] for _ in range(20)]
    puzzle = from_picture(picture).puzzle
    assert choose("enumerate").solve(puzzle).answer == "unique"
    assert choose("enumerate:cap=400").solve(puzzle).answer == "unique"


def test_large_domains() -> None:
    """15 rows of 352,716 placements each: they are not listed before the columns have told much."""
    picture = [[int(y % 2 == 1 or x % 3 == 0) for x in range(30)] for y in range(30)]
    verdict = choose("enumerate").solve(from_picture(picture))
    assert verdict.answer == "unique"
    assert verdict.level == "line"
    assert "the cap" in choose("backtrack").solve(from_picture(picture)).why


def test_what_is_known_is_true_when_it_stops() -> None:
    rng = random.Random(6)
    for puzzle in puzzles(7, 60):
        budget = Budget(settled=rng.randint(1, 12), nodes=rng.randint(1, 5))
        verdict = choose("enumerate").solve(puzzle, budget=budget)
        for solution in all_solutions(puzzle):
            if verdict.answer == "unknown":
                assert all(mask >> colour & 1
                           for mask, colour in zip(verdict.state.masks, solution, strict=True))


def test_steps() -> None:
    """What is told is so: the state has it, and nothing is lost while nothing is assumed."""
    for puzzle in puzzles(8, 20):
        watch = Watch(all_solutions(puzzle))
        verdict = choose("enumerate").solve(puzzle, observer=watch)
        assert ("assume" in watch.kinds) == (verdict.work.nodes > 0)
        assert "break" in watch.kinds or not verdict.work.conflicts


class Watch:
    """Looks at each step."""

    def __init__(self, solutions: set[Colouring]) -> None:
        self.solutions = solutions
        self.kinds: set[str] = set()

    def __call__(self, step: Step, state: Callable[[], State]) -> None:
        self.kinds.add(step.kind)
        masks = state().masks
        assert all(masks[cell] == mask for cell, mask in step.learned)
        if not step.depth and step.kind == "settle":
            assert all(masks[cell] >> colour & 1
                       for solution in self.solutions for cell, colour in enumerate(solution))


def test_eager_makes_all_placements_first() -> None:
    """As published: what is within the cap is solved alike, what is beyond it is never begun."""
    rng = random.Random(8)
    for _ in range(rounds(30)):
        puzzle = random_tangle(rng)
        eager, lazy = (choose(name).solve(puzzle) for name in ("enumerate:eager", "enumerate"))
        assert eager.answer == lazy.answer
        assert set(eager.solutions) <= all_solutions(puzzle)
    wide = from_picture([[1, 0] * 15] * 3 + [[0] * 30])
    verdict = choose("enumerate:eager,cap=1000").solve(from_picture([[1, 0, 0] * 10] * 4))
    assert verdict.answer == "unknown"
    assert verdict.work.settled == 0
    assert "--method auto" in verdict.why
    assert choose("enumerate:cap=1000").solve(wide).answer == "unique"
