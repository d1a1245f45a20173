"""Seven formulas settle a line exactly, and just as three do."""

from __future__ import annotations

import random

from helpers.puzzles import random_puzzle, rounds
from nonoforge.engine import plain
from nonoforge.methods import choose, paint
from nonoforge.methods.fix_paint import settler

from .line_cases import exact, random_line, short_lines


def test_short_lines() -> None:
    for clue, length, masks in short_lines(6):
        assert settler(clue, length)(masks) == exact(clue, length, masks), (str(clue), masks)


def test_long_lines() -> None:
    rng = random.Random(2)
    for _ in range(rounds(400)):
        length = rng.choice((7, 30, 31, 32, 33, 64, 130))
        clue, masks = random_line(rng, length)
        found = settler(clue, length)(masks)
        assert found == paint.settler(clue, length)(masks) == plain.settle(clue, masks, length)


def test_it_does_what_paint_does() -> None:
    rng = random.Random(3)
    for _ in range(rounds(30)):
        puzzle = random_puzzle(rng, 6, 2)
        if choose("paint").refusal(puzzle):
            continue
        for options in ("", "order=plain,probe=1", "probe=0", "probe=2,guess=no"):
            one = choose(f"paint:{options}").solve(puzzle)._replace(seconds=0)
            other = choose(f"fix-paint:{options}").solve(puzzle)._replace(seconds=0)
            assert one == other
