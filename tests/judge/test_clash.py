"""Why there is no solution, in words: every sentence is a step that its lines prove."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from helpers.puzzles import nudged, random_nonogram, rounds, shuffled
from nonoforge.clues import Runs
from nonoforge.engine import Budget, only
from nonoforge.families.grid import from_clues
from nonoforge.families.solid import from_voxels
from nonoforge.judge import check, explain
from nonoforge.judge.breaking import breaks
from nonoforge.judge.clash import clash, needed
from nonoforge.nonogram import Nonogram
from nonoforge.puzzle import Puzzle
from nonoforge.state import State


def impossible(rng: Random) -> Nonogram | None:
    """A puzzle whose clues contradict each other; None: this one has a solution."""
    nonogram = random_nonogram(rng, 8, 3)
    puzzle = rng.choice([shuffled(rng, nonogram), nudged(rng, nonogram.puzzle)])
    spoilt = replace(nonogram, puzzle=puzzle, solution=None)
    return spoilt if check(spoilt).verdict.answer == "none" else None


@pytest.mark.parametrize("seed", range(rounds(60)))
def test_the_steps_that_are_told_break_the_line(seed: int) -> None:
    nonogram = impossible(Random(seed))
    if nonogram is None:
        return
    report = check(nonogram)
    assert "cannot be coloured any more" in report.clash[-1]
    few = replace(nonogram, puzzle=only(nonogram.puzzle, frozenset(report.verdict.conflict)))
    found = explain(few)
    assert found.broken is not None
    masks = list(State.start(few.puzzle).masks)
    for step in needed(few.puzzle, found.steps, found.broken):
        for cell, mask in step.deduction.learned:
            masks[cell] &= mask
    alone = replace(few, puzzle=only(few.puzzle, frozenset({found.broken})))
    assert explain(alone, State(tuple(masks))).broken == 0  # with these and itself it breaks


def test_a_small_one_word_for_word() -> None:
    nonogram = from_clues(rows=[[3], [], [3]], columns=[[3], [], [3]])
    assert check(nonogram).clash == (
        "Row 3, clue 3: the 3 fills all 3 cells, so cell 2 is filled.",
        "Column 2, clue 0, cannot be coloured any more: known is ??#, and nothing may be filled.")
    assert check(nonogram).conflict_names == ("row 3", "column 2")


@pytest.mark.parametrize(("clue", "colours", "said"), [
    (Runs.of(3), [0, None, None, 0], "there is no place left for the 3"),
    (Runs.of(1, 1), [None, 1, 1, None], "the block at cells 2-3 is too long"),
    (Runs.of(2), [0, 1, 0, None, None], "the block at cell 2 has no room to grow to 2"),
    (Runs.of(1, 1), [1, 0, 1, 0, 1], "no colouring of the rest fits the clue"),
])
def test_what_is_wrong_with_a_line(clue: Runs, colours: list[int | None], said: str) -> None:
    row = from_clues([Runs.of((None, 1))], [Runs.of((None, 1))] * len(colours))
    row = replace(row, puzzle=Puzzle(len(colours), (replace(row.puzzle.lines[0], clue=clue),)))
    assert breaks(row, State.of(colours), 0).endswith(f"and {said}.")


def test_rods_and_budgets() -> None:
    cube = from_voxels([[[1, 0], [0, 1]], [[0, 1], [1, 0]]])
    lines = tuple(replace(line, clue=replace(line.clue, counts=())) if index else line
                  for index, line in enumerate(cube.puzzle.lines))
    wrong = Puzzle(cube.puzzle.cells, lines, given=tuple((cell, 0) for cell in lines[0].cells))
    spoilt = replace(cube, puzzle=wrong, solution=None)
    assert "no colouring of the rest" in clash(spoilt, [0])[-1]
    assert clash(from_clues([[1], [1]], [[1], [1]]), [0, 1]) == ()  # they do hold together
    assert clash(spoilt, [0], Budget(seconds=0.0))
