"""Hints: mistakes first, then one true step, in stages, without a look at the stored solution."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from nonoforge.engine import solve
from nonoforge.grid import from_clues, from_picture
from nonoforge.judge import hint
from nonoforge.judge.prove import proved
from nonoforge.state import State
from puzzles import random_nonogram, rounds, smooth_picture


def partly(rng: Random, solution: bytes, colours: int) -> State:
    return State.of([c if rng.random() < 0.4 else None for c in solution], colours)


@pytest.mark.parametrize("seed", range(rounds(40)))
def test_a_hint_is_one_step_that_is_true(seed: int) -> None:
    rng = Random(seed)
    nonogram = random_nonogram(rng, 8, 3) if seed % 2 else from_picture(smooth_picture(rng, 9, 9))
    verdict = solve(nonogram)
    if verdict.answer != "unique":
        return
    state = partly(rng, verdict.solutions[0], len(nonogram.puzzle.palette))
    found = hint(replace(nonogram, solution=None), state)
    if state.solved:
        assert found.kind == "done"
        return
    assert found.kind == "step"
    assert found.deduction is not None
    assert proved(nonogram.puzzle, state, found.deduction)
    assert len(found.stages) == 4
    assert found.stages[3].startswith(found.stages[2].rstrip(".")[:20])
    lie = bytes(1 - c if c < 2 else c for c in verdict.solutions[0])
    assert hint(replace(nonogram, solution=lie), state) == found


def test_mistakes_come_first() -> None:
    cross = from_picture([[0, 1, 0], [1, 1, 1], [0, 1, 0]])
    good, bad = State.of([None] * 9), State.of([1, *[None] * 8])
    found = hint(cross, bad, [good, good, bad])
    assert (found.kind, found.wrong, found.last_good) == ("mistake", (0,), 1)
    assert "mistake" in found.stages[0]
    assert "State 2 of 3" in found.stages[1]
    assert "row 1, column 1" in found.stages[2]
    assert hint(cross, bad, [bad]).last_good is None


def test_where_several_solutions_fit_a_state_can_still_be_wrong() -> None:
    either = from_picture([[1, 0], [0, 1]])
    assert hint(either, State.of([None] * 4)).kind == "nothing"
    assert hint(either, State.of([1, None, None, None])).kind == "step"
    assert hint(either, State.of([1, 1, None, None])).kind == "mistake"
    assert hint(either, State.of([0, 1, 1, 0])).kind == "done"  # any solution wins


def test_a_puzzle_without_solution() -> None:
    none = from_clues(rows=[[2], [0][:0], [2]], columns=[[1, 1], [1], [1]])
    assert hint(none, State.of([None] * 9)).stages == ("The puzzle itself has no solution.",)
