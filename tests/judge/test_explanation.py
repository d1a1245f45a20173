"""Explanations: complete, each step proved by the lines it names, said with the right numbers."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import pytest

from helpers.arrangements import moon, random_sloped
from helpers.puzzles import nudged, random_nonogram, rounds, shuffled, smooth_picture
from nonoforge.clues import Runs
from nonoforge.engine import Budget, only, solve
from nonoforge.families.grid import Grid, from_clues, from_picture
from nonoforge.families.solid import from_voxels
from nonoforge.judge import Words, check, explain, sentence
from nonoforge.judge.explanation import clash, needed_steps
from nonoforge.judge.techniques.contradiction import Broken
from nonoforge.nonogram import Nonogram
from nonoforge.palette import Palette
from nonoforge.puzzle import Puzzle
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
        assert step.deduction.technique.proves(nonogram.puzzle, state, step.deduction)
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
    assert sentence(row, step.before, step.deduction) == (
        "Columns 1, 6-7 and 11 have the clue 0, so all their cells are white.")


def test_numbers_of_a_sentence_are_those_of_the_line() -> None:
    """A row of one run: the cells that a sentence names are the cells that were learned."""
    for length in range(2, 9):
        for run in range(1, length + 1):
            rows = [[int(x < run) for x in range(length)]] + [[0] * length] * 2
            nonogram = from_picture(rows)
            for step in explain(nonogram).steps:
                if len(step.deduction.lines) > 1:
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
    assert any("left of curve 1" in text.lower() and "place 1 is filled" in text
               for text in said)
    palette = Palette.of("#ffffff", "#000000", "#ff0000")
    flag = from_picture([[2, 2, 1], [0, 1, 1]], palette=palette)
    text = " ".join(sentence(flag, step.before, step.deduction) for step in explain(flag).steps)
    assert "red" in text
    assert isinstance(flag.geometry, Grid)


# --- why there is no solution, in words: every sentence is a step that its lines prove ---

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
    breaking = (found.broken, *found.broken_by)
    for step in needed_steps(few.puzzle, found.steps, breaking):
        for cell, mask in step.deduction.learned:
            masks[cell] &= mask
    alone = replace(few, puzzle=only(few.puzzle, frozenset(breaking)))
    assert explain(alone, State(tuple(masks))).broken is not None  # with these and itself it breaks


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
    row = replace(row, puzzle=Puzzle(len(colours), (row.puzzle.lines[0]._replace(clue=clue),)))
    assert Words(row).broken(State.of(colours), 0).endswith(f"and {said}.")


def test_rods_and_budgets() -> None:
    cube = from_voxels([[[1, 0], [0, 1]], [[0, 1], [1, 0]]])
    lines = tuple(line._replace(clue=replace(line.clue, counts=())) if index else line
                  for index, line in enumerate(cube.puzzle.lines))
    wrong = Puzzle(cube.puzzle.cells, lines, given=tuple((cell, 0) for cell in lines[0].cells))
    spoilt = replace(cube, puzzle=wrong, solution=None)
    assert "no colouring of the rest" in clash(spoilt, [0])[-1]
    assert clash(from_clues([[1], [1]], [[1], [1]]), [0, 1]) == ()  # they do hold together
    assert clash(spoilt, [0], Budget(seconds=0.0))


def test_a_shorter_chain_still_proves_the_step() -> None:
    """From what a player sees, the chain against one colour may need fewer lines than it did with
    what is unseen, and the lines that are left say nothing about the cell's third colour."""
    rows = ["1b 2a 1b", "1a", "1b 1a 1b", "0", "1a", "1b 1a 1a 1a", "1b 1b", "1a 1a"]
    columns = ["1b 1b 1a", "1a 1b 1a 1b", "1a 1a", "1a 1b", "1a 1b 1a", "1a", "1b 1a"]
    colours = {"a": 1, "b": 2}
    clues = [[[(int(run[0]), colours[run[1]]) for run in clue.split() if run != "0"]
              for clue in side] for side in (rows, columns)]
    nonogram = from_clues(*clues, palette=Palette.of("#ffffff", "#000000", "#ff0000"))
    found = explain(nonogram)  # refuses a step that is not proved
    assert found.solved == (solve(nonogram).answer == "unique")
