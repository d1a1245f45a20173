"""Repair: few changes after which lines alone solve the puzzle."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace
from random import Random

import pytest

from helpers.arrangements import random_sloped
from helpers.puzzles import all_solutions, random_picture, rounds
from nonoforge.clues import Run, Runs, Tally
from nonoforge.engine import Budget, OutOfBudget, propagate, solve
from nonoforge.families.grid import from_picture
from nonoforge.families.solid import from_voxels
from nonoforge.judge import edits, repair, with_picture
from nonoforge.nonogram import Nonogram
from nonoforge.puzzle import Line, Puzzle


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


def test_time_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was found by then is returned; without a first look there is nothing to return."""
    clock = itertools.count()
    monkeypatch.setattr("nonoforge.time_limit.monotonic", lambda: next(clock))
    nonogram = from_picture([[(x + y) % 2 for x in range(12)] for y in range(12)])
    assert nonogram.solution is not None
    told: list[int] = []
    found = repair(nonogram.puzzle, nonogram.solution, most=50, budget=Budget(seconds=60),
                   progress=lambda number, _: told.append(number))
    assert len(told) <= 1
    assert found.stuck
    assert next(clock) < 200
    with pytest.raises(OutOfBudget):
        repair(nonogram.puzzle, nonogram.solution, budget=Budget(seconds=0.0))


# --- single changes: those that help, by how much, against trying all of them ---

def open_cells(nonogram: Nonogram, cell: int, colour: int) -> set[int]:
    picture = bytearray(nonogram.solution or b"")
    picture[cell] = colour
    return set(propagate(with_picture(nonogram.puzzle, bytes(picture))).state.open_cells())


def some(seed: int) -> Nonogram:
    rng = Random(seed)
    if seed % 3 == 0:
        return random_sloped(rng, 7)
    if seed % 3 == 1:
        return from_voxels([random_picture(rng, 3, 3), random_picture(rng, 3, 3)])
    return from_picture(random_picture(rng, 5, 4, 0.5, rng.choice([2, 3])))


@pytest.mark.parametrize("seed", range(rounds(18)))
def test_each_helps_as_much_as_it_says(seed: int) -> None:
    nonogram = some(seed)
    assert nonogram.solution is not None
    found = edits(nonogram.puzzle, nonogram.solution)
    assert found.open == propagate(nonogram.puzzle).state.open_cells()
    assert found.complete
    assert [edit.open for edit in found.edits] == sorted(edit.open for edit in found.edits)
    for edit in found.edits:
        left = open_cells(nonogram, edit.cell, edit.colour)
        assert (edit.open, edit.decided) == (len(left), len(set(found.open) - left))
        assert edit.open < len(found.open)
    told = {(edit.cell, edit.colour) for edit in found.edits}
    lines = {line for cell in found.open for line in nonogram.puzzle.through[cell]}
    for cell in {cell for line in lines for cell in nonogram.puzzle.lines[line].cells}:
        for colour in range(len(nonogram.puzzle.palette)):
            if colour != nonogram.solution[cell] and (cell, colour) not in told:
                assert len(open_cells(nonogram, cell, colour)) >= len(found.open)


def test_ambiguous_cells_are_those_of_all_solutions() -> None:
    nonogram = from_picture([[1, 0, 0], [0, 1, 0], [0, 0, 1]])
    assert nonogram.solution is not None
    found = edits(nonogram.puzzle, nonogram.solution, level="unique")
    assert len(found.open) == 9
    for edit in found.edits:
        picture = bytearray(nonogram.solution)
        picture[edit.cell] = edit.colour
        solutions = all_solutions(with_picture(nonogram.puzzle, bytes(picture)))
        assert edit.open == sum(len(set(colours)) > 1 for colours in zip(*solutions, strict=True))


def test_what_is_given_stays_and_time_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    nonogram = from_picture([[1, 0], [0, 1]])
    assert nonogram.solution is not None
    puzzle = replace(nonogram.puzzle, given=((0, 1),))
    assert edits(puzzle, nonogram.solution).open == ()
    told: list[tuple[int, int]] = []
    found = edits(nonogram.puzzle, nonogram.solution, progress=lambda *step: told.append(step))
    assert told == [(0, 4)]
    assert found.edits[0].open == 0
    clock = itertools.count()
    monkeypatch.setattr("nonoforge.time_limit.monotonic", lambda: next(clock))
    assert not edits(nonogram.puzzle, nonogram.solution, budget=Budget(seconds=5)).complete


def test_what_is_hidden_stays_hidden() -> None:
    """A change must not help by telling what the maker keeps to himself."""
    def after(clue: Runs | Tally, picture: bytes) -> Runs | Tally:
        line = Line((0, 1, 2, 3), clue, "line")
        return with_picture(Puzzle(4, (line,)), picture).lines[0].clue

    assert after(Tally.of((None, None)), b"\1\0\1\1") == Tally.of((None, None))
    assert after(Tally.of((None, 1)), b"\1\0\1\1") == Tally.of((None, 2))
    assert after(Tally(), b"\1\0\1\1") == Tally()
    assert after(Runs((Run(None), Run(1))), b"\1\0\1\1") == Runs((Run(None), Run(2)))
    assert after(Runs((Run(None), Run(1))), b"\1\1\1\1") == Runs.of(4)
    assert after(Runs((Run(None),)), b"\1\0\1\1") == Runs((Run(None), Run(None)))
