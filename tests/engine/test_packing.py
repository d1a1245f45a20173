"""Packing: the same integers with and without the kernel."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from helpers.puzzles import random_nonogram, random_solid, random_tangle, rounds, smooth_picture
from nonoforge.clues import Runs
from nonoforge.engine import ENGINE, content_key, pack, solve, solve_lines
from nonoforge.engine.packing import pack_plainly
from nonoforge.families.grid import from_picture
from nonoforge.palette import Palette
from nonoforge.puzzle import Line, Puzzle


@pytest.mark.skipif(ENGINE != "native", reason="there is no kernel")
def test_both_engines_pack_alike() -> None:
    rng = random.Random(5)
    for make in (lambda rng: random_nonogram(rng).puzzle, random_solid, random_tangle):
        for _ in range(rounds(20)):
            puzzle = make(rng)
            assert pack(puzzle) == pack_plainly(puzzle)


@pytest.mark.skipif(ENGINE != "native", reason="there is no kernel")
def test_lines_of_many_sizes_pack_alike() -> None:
    """The kernel keeps the packed cells of lines that puzzles share, and not for ever: others may
    come to lie where they were."""
    rng = random.Random(7)
    for number in range(80):
        size = rng.choice([3, 50, 2000, 300_000 if number == 40 else 9])
        lines = tuple(Line(tuple(rng.randrange(99) for _ in range(size)), Runs.of(1), "", 0)
                      for _ in range(3))
        for _ in range(2):
            puzzle = Puzzle(99, lines, Palette())
            assert pack(puzzle) == pack_plainly(puzzle)


@pytest.mark.skipif(ENGINE != "native", reason="there is no kernel")
def test_single_lines_give_what_solving_gives() -> None:
    rng = random.Random(6)
    puzzles = [from_picture(smooth_picture(rng, 8, 9)).puzzle for _ in range(rounds(40))]
    for puzzle, (solution, settled, _) in zip(
            puzzles, solve_lines([pack(puzzle) for puzzle in puzzles]), strict=True):
        verdict = solve(puzzle)
        assert (solution is not None) == verdict.line_solvable
        if solution is not None:
            assert (verdict.solutions, verdict.work) == ((solution,), (settled, 0, 0, 0))
    assert solve_lines([pack(puzzles[0])], 1)[0][0] is None


def test_a_key_knows_the_puzzle_and_nothing_else() -> None:
    one = from_picture([[1, 0], [1, 1]])
    shaded = replace(one, solution=None,
                     puzzle=replace(one.puzzle, palette=Palette.of("#eeeeee", "#ff0000")))
    other = from_picture([[1, 1], [1, 0]])
    keys = [content_key(each.family.name, pack(each.puzzle)) for each in (one, shaded, other)]
    assert keys[0] == keys[1] != keys[2]
