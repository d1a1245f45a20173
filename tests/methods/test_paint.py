"""Three formulas settle a line exactly."""

from __future__ import annotations

import random
from itertools import product

import pytest

from helpers.puzzles import random_puzzle, rounds
from nonoforge.clues import Runs
from nonoforge.engine import Budget, plain, probe, propagate
from nonoforge.families.grid import from_picture
from nonoforge.methods import choose
from nonoforge.methods.common.lines import decode, encode
from nonoforge.methods.paint import placed, settler, whites

from .line_cases import exact, masks_of, random_line, short_lines


def test_short_lines() -> None:
    for clue, length, masks in short_lines(6):
        assert settler(clue, length)(masks) == exact(clue, length, masks), (str(clue), masks)


def test_a_cell_without_a_colour() -> None:
    for cells in product((0, 1, 2, 3), repeat=3):
        for clue in (Runs.of(), Runs.of(1), Runs.of(1, 1), Runs.of(2)):
            masks = masks_of(cells)
            assert settler(clue, 3)(masks) == exact(clue, 3, masks)


def test_long_lines() -> None:
    rng = random.Random(1)
    for _ in range(rounds(400)):
        length = rng.choice((7, 30, 31, 32, 33, 64, 130))
        clue, masks = random_line(rng, length)
        assert settler(clue, length)(masks) == plain.settle(clue, masks, length)


def test_codes() -> None:
    for length in range(6):
        for cells in product((0, 1, 2, 3), repeat=length):
            assert decode(encode(masks_of(cells)), length) == masks_of(cells)


def string(painting: int, cells: int) -> str:
    return "".join("e01u"[painting >> 2 * at & 3] for at in range(2, cells + 2))


def test_figure_2() -> None:
    """The rows for (3, 3, 4) on a line of 14 cells: as printed, or corrected."""
    line = encode([(1 << 14) - 1] * 2)
    rows = [whites(line, 2)]
    for size, first in ((3, 4), (3, 8), (4, 13)):
        rows.append(placed(line, rows[-1], size, first))
    assert [string(painting, 3 + i) for i, painting in enumerate(rows[1])] == [
        "111", "u11u", "uu1uu"]
    assert [string(painting, 7 + i) for i, painting in enumerate(rows[2])] == [
        "1110111", "u11uu11u", "uu1uuu1uu"]
    assert [string(painting, 12 + i) for i, painting in enumerate(rows[3])] == [
        "111011101111", "u11uu11uu111u", "uu1uuu1uuu11uu"]


def test_options_decide_what_is_found() -> None:
    """Without guessing, what is known is what the engine knows at the same depth."""
    rng = random.Random(5)
    for _ in range(rounds(25)):
        puzzle = random_puzzle(rng, 6, 2)
        if choose("paint").refusal(puzzle):
            continue
        for depth in (0, 1, 2, 3):
            verdict = choose(f"paint:probe={depth},guess=no").solve(puzzle)
            want = propagate(puzzle) if depth == 0 else probe(puzzle, None, depth)  # type: ignore[arg-type]
            if verdict.answer == "unknown":
                assert verdict.state == want.state
                assert verdict.why
            else:
                assert want.state.solved or want.conflict is not None


@pytest.mark.parametrize("method", ["paint", "fix-paint", "logic-rules"])
def test_orders(method: str) -> None:
    """Plain propagation settles more lines, and comes to the same."""
    puzzle = from_picture([[1, 1, 1, 1], [1, 0, 0, 1], [1, 1, 0, 1], [0, 0, 1, 1]]).puzzle
    ordered = choose(f"{method}:order=ordered").solve(puzzle)
    simple = choose(f"{method}:order=plain").solve(puzzle)
    assert ordered.answer == simple.answer == "unique"
    assert ordered.solutions == simple.solutions
    assert ordered.work.settled < simple.work.settled


@pytest.mark.parametrize("method", ["paint", "fix-paint", "logic-rules"])
def test_long_lines_keep_to_the_clock(method: str) -> None:
    """Looking at the clock once for many lines would be too seldom here."""
    picture = [[(x + y) % 2 for x in range(400)] for y in range(3)]
    verdict = choose(method).solve(from_picture(picture), budget=Budget(seconds=0.001))
    assert verdict.answer == "unknown"
    assert verdict.work.settled < 64
