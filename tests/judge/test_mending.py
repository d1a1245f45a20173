"""Mending: what comes out is fair, differs where it says, and no change is needless."""

from __future__ import annotations

from random import Random

import pytest

from helpers.arrangements import random_sloped
from helpers.puzzles import random_picture, rounds
from nonoforge.engine import Budget, propagate, solve
from nonoforge.families.grid import from_picture
from nonoforge.judge import mend, with_picture
from nonoforge.judge.repairs import undecided
from nonoforge.palette import Palette
from nonoforge.verdict import SolvableBy


def flat(cell: int, colour: int) -> float:
    return 0.5


@pytest.mark.parametrize("seed", range(rounds(25)))
def test_a_mended_picture_is_solved_by_lines(seed: int) -> None:
    rng = Random(seed)
    colours = rng.choice([2, 2, 3])
    picture = random_picture(rng, rng.randrange(1, 14), rng.randrange(1, 14), 0.5, colours)
    nonogram = from_picture(picture, palette=Palette.of("#ffffff", "#000000", "#ff0000"))
    assert nonogram.solution is not None
    found = mend(nonogram.puzzle, nonogram.solution, flat, seed=seed)
    assert found.open == ()
    assert propagate(found.puzzle).state.colouring() == found.colouring
    different = tuple((cell, new) for cell, (old, new) in enumerate(
        zip(nonogram.solution, found.colouring, strict=True)) if old != new)
    assert found.changes == different
    for cell, _ in found.changes:  # none of them can be taken back
        back = bytearray(found.colouring)
        back[cell] = nonogram.solution[cell]
        assert undecided(with_picture(found.puzzle, bytes(back)), "line")
    assert mend(nonogram.puzzle, nonogram.solution, flat, seed=seed) == found


@pytest.mark.parametrize("level", ["line", "probe", "unique"])
@pytest.mark.parametrize("seed", range(rounds(6)))
def test_levels(seed: int, level: SolvableBy) -> None:
    nonogram = from_picture(random_picture(Random(seed), 9, 9))
    assert nonogram.solution is not None
    found = mend(nonogram.puzzle, nonogram.solution, flat, level=level)
    assert solve(found.puzzle).answer == "unique"


def test_dear_cells_are_spared() -> None:
    """A checkerboard of two cells can be cured in four places; three of them are dear."""
    nonogram = from_picture([[1, 0], [0, 1]])
    solution = nonogram.solution
    assert solution is not None
    for cheap in range(4):
        def cost(cell: int, colour: int, cheap: int = cheap) -> float:
            return 0.0 if colour == solution[cell] else 0.1 if cell == cheap else 0.9
        found = mend(nonogram.puzzle, solution, cost)
        assert [cell for cell, _ in found.changes] == [cheap]


def test_faces_are_mended_too() -> None:
    nonogram = random_sloped(Random(11), 7)
    assert nonogram.solution is not None
    assert mend(nonogram.puzzle, nonogram.solution, flat).open == ()


def test_time_that_runs_out() -> None:
    nonogram = from_picture(random_picture(Random(1), 40, 40))
    assert nonogram.solution is not None
    found = mend(nonogram.puzzle, nonogram.solution, flat, budget=Budget(seconds=0))
    assert found.open
    assert found.changes == ()
