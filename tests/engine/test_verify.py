"""The independent check: right for every colouring there is."""

from __future__ import annotations

import random
from itertools import product

from nonoforge.clues import Runs
from nonoforge.engine.verify import broken_line, verify
from nonoforge.puzzle import Line, Puzzle

from .oracles import FUZZ, fits, grid_puzzle, picture_puzzle, random_puzzle


def test_every_colouring_of_small_puzzles() -> None:
    rng = random.Random(1)
    for _ in range(100 * FUZZ):
        puzzle = random_puzzle(rng, side=3)
        if puzzle.cells > 6 and len(puzzle.palette) > 2:
            continue
        for colours in product(range(len(puzzle.palette)), repeat=puzzle.cells):
            good = [fits(line.clue, [colours[cell] for cell in line.cells])
                    for line in puzzle.lines]
            assert verify(puzzle, bytes(colours)) == all(good)
            assert broken_line(puzzle, bytes(colours)) == (
                None if all(good) else good.index(False))


def test_one_wrong_cell_is_noticed() -> None:
    picture = ((0, 1, 1, 0), (1, 1, 0, 1), (0, 0, 1, 1))
    puzzle = picture_puzzle(picture)
    right = bytes(cell for row in picture for cell in row)
    assert verify(puzzle, right)
    for cell in range(len(right)):
        wrong = bytearray(right)
        wrong[cell] ^= 1
        assert not verify(puzzle, bytes(wrong))


def test_size_givens_and_palette() -> None:
    puzzle = Puzzle(2, (Line((0, 1), Runs.of(1), "row 1"),), given=((0, 1),))
    assert verify(puzzle, b"\1\0")
    assert not verify(puzzle, b"\0\1")  # the clue is met, the given is not
    assert not verify(puzzle, b"\1")
    assert not verify(puzzle, b"\1\0\0")
    loose = Puzzle(1, ())
    assert verify(loose, b"\1")
    assert not verify(loose, b"\2")  # a colour that the palette does not have
    assert verify(Puzzle(0, ()), b"")


def test_empty_and_blotted_clues() -> None:
    empty = grid_puzzle([Runs.of()], [Runs.of()])
    assert verify(empty, b"\0")
    assert not verify(empty, b"\1")
    blotted = Puzzle(4, (Line((0, 1, 2, 3), Runs.of((None, 1), (None, 1)), "row 1"),))
    assert verify(blotted, b"\1\0\1\1")
    assert not verify(blotted, b"\1\1\1\1")
    assert not verify(blotted, b"\0\0\0\0")


def test_a_cell_that_comes_twice() -> None:
    loop = Puzzle(2, (Line((0, 1, 0), Runs.of(1, 1), "loop"),))
    assert verify(loop, b"\1\0")
    assert not verify(loop, b"\0\1")
