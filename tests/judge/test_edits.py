"""Single changes: those that help, by how much, against trying all of them."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from helpers.arrangements import random_sloped
from helpers.puzzles import all_solutions, random_picture, rounds
from nonoforge.clues import Run, Runs, Tally
from nonoforge.engine import propagate
from nonoforge.families.grid import from_picture
from nonoforge.families.solid import from_voxels
from nonoforge.judge import edits, with_picture
from nonoforge.nonogram import Nonogram
from nonoforge.puzzle import Line, Puzzle


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
    found = edits(nonogram.puzzle, nonogram.solution, wanted="unique")
    assert len(found.open) == 9
    for edit in found.edits:
        picture = bytearray(nonogram.solution)
        picture[edit.cell] = edit.colour
        solutions = all_solutions(with_picture(nonogram.puzzle, bytes(picture)))
        assert edit.open == sum(len(set(colours)) > 1 for colours in zip(*solutions, strict=True))


def test_what_is_given_stays_and_time_ends_it() -> None:
    nonogram = from_picture([[1, 0], [0, 1]])
    assert nonogram.solution is not None
    puzzle = replace(nonogram.puzzle, given=((0, 1),))
    assert edits(puzzle, nonogram.solution).open == ()
    told: list[tuple[int, int]] = []
    found = edits(nonogram.puzzle, nonogram.solution, progress=lambda *step: told.append(step))
    assert told == [(0, 4)]
    assert not edits(nonogram.puzzle, nonogram.solution, seconds=-1.0).complete
    assert found.edits[0].open == 0


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
