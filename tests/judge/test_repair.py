"""Repair: few changes after which lines alone solve the puzzle."""

from __future__ import annotations

import random

from helpers.puzzles import random_picture, rounds
from nonoforge.engine import propagate, solve
from nonoforge.families.grid import from_picture
from nonoforge.families.solid import from_voxels
from nonoforge.judge import repair, with_picture


def test_what_is_repaired_is_solvable() -> None:
    rng = random.Random(1)
    for _ in range(rounds(12)):
        nonogram = from_picture(random_picture(rng, 6, 6, 0.5))
        assert nonogram.solution is not None
        found = repair(nonogram.puzzle, nonogram.solution, most=4)
        assert len(found.changes) <= 4
        changed = bytearray(nonogram.solution)
        for cell, colour in found.changes:
            assert changed[cell] != colour
            changed[cell] = colour
        assert bytes(changed) == found.colouring
        assert found.puzzle == with_picture(nonogram.puzzle, found.colouring)
        assert propagate(found.puzzle).state.open_cells() == found.stuck
        if not found.stuck:
            verdict = solve(found.puzzle)
            assert (verdict.answer, verdict.solutions) == ("unique", (found.colouring,))


def test_one_change_is_found_if_one_does() -> None:
    """All single changes are tried, so a repair of two means that one is not enough."""
    rng = random.Random(2)
    for _ in range(rounds(8)):
        nonogram = from_picture(random_picture(rng, 5, 5, 0.5))
        assert nonogram.solution is not None
        found = repair(nonogram.puzzle, nonogram.solution)
        single = [cell for cell in range(25) if not propagate(with_picture(
            nonogram.puzzle, nonogram.solution[:cell] + bytes([1 - nonogram.solution[cell]])
            + nonogram.solution[cell + 1:])).state.open_cells()]
        if propagate(nonogram.puzzle).state.solved:
            assert not found.changes
        elif len(found.changes) == 1:
            assert found.changes[0][0] in single


def test_a_checkerboard() -> None:
    cube = [[[(x + y + z) % 2 for x in range(2)] for y in range(2)] for z in range(2)]
    nonogram = from_voxels(cube)
    assert nonogram.solution is not None
    told: list[tuple[int, int]] = []
    found = repair(nonogram.puzzle, nonogram.solution, progress=lambda *step: told.append(step))
    assert not found.stuck
    assert told[-1] == (len(found.changes), 0)


def test_what_needs_no_repair() -> None:
    nonogram = from_picture([[1, 1], [1, 0]])
    assert nonogram.solution is not None
    assert repair(nonogram.puzzle, nonogram.solution).changes == ()
    assert repair(nonogram.puzzle, nonogram.solution, most=0).stuck == ()


def test_time_ends_it() -> None:
    nonogram = from_picture([[(x + y) % 2 for x in range(12)] for y in range(12)])
    assert nonogram.solution is not None
    told: list[int] = []
    repair(nonogram.puzzle, nonogram.solution, most=50, seconds=0,
           progress=lambda number, _: told.append(number))
    assert len(told) <= 1
