"""Explanations: complete, each step proved by the lines it names, said with the right numbers."""

from __future__ import annotations

import re
from random import Random

import pytest

from helpers.arrangements import moon, random_sloped
from helpers.puzzles import random_nonogram, rounds, smooth_picture
from nonoforge.engine import Budget, solve
from nonoforge.families.grid import Grid, from_picture
from nonoforge.families.solid import from_voxels
from nonoforge.judge import Broken, explain, sentence
from nonoforge.judge.prove import proved
from nonoforge.judge.rungs import LINE
from nonoforge.nonogram import Nonogram
from nonoforge.palette import Palette
from nonoforge.state import State


def random_of_any_family(seed: int) -> Nonogram:
    rng = Random(seed)
    kind = seed % 4
    if kind == 0:
        return random_sloped(rng, rng.randrange(1, 7), rng.choice([2, 3]))
    if kind == 1:
        box = [[[int(rng.random() < 0.6) for _ in range(3)] for _ in range(4)] for _ in range(3)]
        return from_voxels(box)
    return random_nonogram(rng, 8, 3) if kind == 2 else from_picture(smooth_picture(rng, 11, 8))


@pytest.mark.parametrize("seed", range(rounds(80)))
def test_every_step_is_proved_and_the_end_is_the_solution(seed: int) -> None:
    nonogram = random_of_any_family(seed)
    found, verdict = explain(nonogram), solve(nonogram)
    assert found.solved == (verdict.answer == "unique")
    state = State.start(nonogram.puzzle)
    for step in found.steps:
        assert step.before == state
        assert proved(nonogram.puzzle, state, step.deduction)
        masks = list(state.masks)
        for cell, mask in step.deduction.learned:
            assert mask & masks[cell] == mask != masks[cell]
            masks[cell] = mask
        state = State(tuple(masks))
        assert sentence(nonogram, step.before, step.deduction).endswith(".")
    assert found.state == state
    if found.solved:
        assert state.colouring() == verdict.solutions[0]
    else:
        assert found.why


def test_the_sentence_of_the_design() -> None:
    row = from_picture([[0, 1, 1, 1, 1, 0, 0, 1, 1, 1, 0]])
    step = explain(row).steps[0]
    assert sentence(row, step.before, step.deduction).startswith("Column 1, clue 0: nothing is")


def test_numbers_of_a_sentence_are_those_of_the_line() -> None:
    """A row of one run: the cells that a sentence names are the cells that were learned."""
    for length in range(2, 9):
        for run in range(1, length + 1):
            rows = [[int(x < run) for x in range(length)]] + [[0] * length] * 2
            nonogram = from_picture(rows)
            for step in explain(nonogram).steps:
                if step.deduction.rung > LINE:
                    continue
                line = nonogram.puzzle.lines[step.deduction.lines[0]]
                said = sentence(nonogram, step.before, step.deduction).rpartition(", so ")[2]
                places = {place for a, b in re.findall(r"(\d+)(?:-(\d+))?", said)
                          for place in range(int(a), int(b or a) + 1)}
                learned = {line.cells.index(cell) + 1 for cell, _ in step.deduction.learned}
                assert places == learned


def test_a_contradiction_ends_with_a_line_that_breaks() -> None:
    nonogram = from_picture([[0, 0, 1, 1], [1, 1, 1, 0], [0, 1, 1, 0], [0, 0, 0, 1]])
    found = [step for step in explain(nonogram).steps if isinstance(step.deduction.reason, Broken)]
    assert found
    for step in found:
        reason = step.deduction.reason
        assert isinstance(reason, Broken)
        assert reason.chain[-1][1] == ()
        assert {line for line, _ in reason.chain} == set(step.deduction.lines)
        assert "could not be coloured" in sentence(nonogram, step.before, step.deduction)


def test_ends_that_are_not_solutions() -> None:
    several = explain(from_picture([[1, 0], [0, 1]]))
    assert (several.solved, several.why) == (False, "there is more than one solution")
    nonogram = from_picture([[1, 1], [1, 1]])
    broken = explain(nonogram, State.of([0, None, None, None]))
    assert broken.broken is not None
    assert broken.why == "the clues contradict each other"
    noise = from_picture([[int(Random(x * 31 + y).random() < 0.5) for x in range(30)]
                          for y in range(30)])
    assert explain(noise, budget=Budget(seconds=0.01)).why == "the budget ran out"


def test_faces_and_colours_have_their_words() -> None:
    curved = moon()
    said = [sentence(curved, step.before, step.deduction) for step in explain(curved).steps]
    assert any("left of curve 1" in text.lower() and "place 1 (face 1) is filled" in text
               for text in said)
    palette = Palette.of("#ffffff", "#000000", "#ff0000")
    flag = from_picture([[2, 2, 1], [0, 1, 1]], palette=palette)
    text = " ".join(sentence(flag, step.before, step.deduction) for step in explain(flag).steps)
    assert "ff0000" in text
    assert isinstance(flag.geometry, Grid)
