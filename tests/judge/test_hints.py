"""Hints: mistakes first, then one true step, in stages, without a look at the stored solution."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from helpers.arrangements import random_sloped
from helpers.puzzles import random_nonogram, rounds, smooth_picture
from nonoforge.engine import Budget, propagate, solve
from nonoforge.families.grid import from_clues, from_picture
from nonoforge.families.solid import from_voxels
from nonoforge.judge import hint
from nonoforge.palette import Palette
from nonoforge.state import State


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
    assert found.deduction.technique.proves(nonogram.puzzle, state, found.deduction)
    assert len(found.stages) == 4
    assert found.stages[3].startswith(found.stages[2].rstrip(".")[:20])
    lie = bytes(1 - c if c < 2 else c for c in verdict.solutions[0])
    assert hint(replace(nonogram, solution=lie), state) == found


def test_mistakes_come_first() -> None:
    cross = from_picture([[0, 1, 0], [1, 1, 1], [0, 1, 0]])
    good, bad = State.of([None] * 9), State.of([1, *[None] * 8])
    found = hint(cross, bad, [good, good, bad])
    assert (found.kind, found.wrong, found.last_good) == ("mistake", (0,), 1)
    assert found.stages == (
        "There is a mistake: what is written so far cannot be finished.",
        "2 steps ago all was still right; go back to that.",
        "Going on line by line from here, column 1 could not be coloured in the end.",
        "Wrong: row 1, column 1.")
    assert hint(cross, bad, [bad]).last_good is None
    assert hint(cross, bad, [bad]).stages[1] == "It began before the first state that is known."
    assert hint(cross, bad).stages[1] == "Take back the last steps until it is gone."
    assert hint(cross, State.of([1, 1, *[None] * 7])).stages[2] == (
        "Row 1, clue 1, cannot be coloured any more: known is ##?, and the block at cells 1-2 is "
        "too long.")


def test_where_several_solutions_fit_a_state_can_still_be_wrong() -> None:
    either = from_picture([[1, 0], [0, 1]])
    assert hint(either, State.of([None] * 4)).kind == "nothing"
    assert hint(either, State.of([1, None, None, None])).kind == "step"
    wrong = hint(either, State.of([1, 1, None, None]))
    assert (wrong.kind, wrong.wrong) == ("mistake", ())
    assert wrong.stages[3].startswith("Which cells are wrong is unknown")
    assert hint(either, State.of([0, 1, 1, 0])).kind == "done"  # any solution wins


def test_a_puzzle_without_solution() -> None:
    none = from_clues(rows=[[2], [0][:0], [2]], columns=[[1, 1], [1], [1]])
    found = hint(none, State.of([None] * 9))
    assert (found.kind, found.stages) == ("nothing", ("The puzzle itself has no solution.",))


def test_what_is_printed_in_the_puzzle_is_known() -> None:
    either = from_picture([[1, 0], [0, 1]])
    given = replace(either, puzzle=replace(either.puzzle, given=((0, 1),)))
    found = hint(given, State.of([None] * 4))
    assert found.kind == "step"
    assert found.deduction is not None
    changed = hint(given, State.of([0, 1, 1, 0]))
    assert (changed.kind, changed.wrong) == ("mistake", (0, 1, 2, 3))
    assert changed.stages[2] == "No colour is left for row 1, column 1."


@pytest.mark.parametrize("seed", range(rounds(12)))
def test_following_hints_solves_a_puzzle_of_colours(seed: int) -> None:
    """Whatever a hint says about cells that lose a colour, it does not say the same again, and
    steps after which something can be written come first."""
    rng = Random(seed)
    nonogram = random_nonogram(rng, 7, 4)
    if solve(nonogram).answer != "unique":
        return
    state = State.start(nonogram.puzzle)
    for _ in range(400):
        found = hint(nonogram, state)
        if found.kind == "done":
            break
        assert found.kind == "step"
        assert found.deduction is not None
        masks = list(state.masks)
        for cell, mask in found.deduction.learned:
            masks[cell] &= mask
        assert tuple(masks) != state.masks
        state = State(tuple(masks))
    assert state.colouring() == solve(nonogram).solutions[0]


def test_colours_that_a_clue_lacks_are_no_step() -> None:
    palette = Palette.of("#ffffff", "#000000", "#ff0000")
    flag = from_picture([[2, 2, 1, 1], [2, 2, 0, 1], [0, 2, 0, 1]], palette=palette)
    found = hint(flag, State.start(flag.puzzle))
    assert found.deduction is not None
    assert any(not mask & (mask - 1) for _, mask in found.deduction.learned)


def test_solids_and_faces() -> None:
    chair = from_voxels([[[1, 1], [1, 0]], [[1, 0], [1, 0]]])
    for nonogram in (chair, random_sloped(Random(3), 5)):
        found = hint(nonogram, State.start(nonogram.puzzle))
        assert found.kind in ("step", "nothing")
        assert len(found.stages) == (4 if found.kind == "step" else 1)


def test_a_budget_that_runs_out() -> None:
    noise = from_picture([[int(Random(x * 31 + y).random() < 0.5) for x in range(30)]
                          for y in range(30)])
    found = hint(noise, State.start(noise.puzzle), budget=Budget(seconds=0.0))
    assert found.kind in ("step", "unknown")  # a line may still have something to tell
    stuck = propagate(noise.puzzle).state
    assert hint(noise, stuck, budget=Budget(seconds=0.0)).kind == "unknown"
