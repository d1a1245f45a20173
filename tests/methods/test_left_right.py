"""The leftmost and rightmost line solver: sound, never more than exact, sometimes less."""

from __future__ import annotations

import random
from itertools import product

import pytest

from helpers.puzzles import all_solutions, random_puzzle, rounds
from nonoforge.clues import Runs
from nonoforge.engine.plain import settle
from nonoforge.errors import InputError
from nonoforge.families.grid import from_clues, from_picture
from nonoforge.methods import METHODS, choose
from nonoforge.methods.common.extremes import Known, extremes, leftmost

SYMBOLS = {".": 0b11, "#": 0b10, "x": 0b01}


def masks_of(text: str) -> list[int]:
    """`.` open, `#` solid, `x` empty."""
    return [sum((SYMBOLS[symbol] >> colour & 1) << place for place, symbol in enumerate(text))
            for colour in (0, 1)]


def text_of(masks: list[int] | None, length: int) -> str | None:
    if masks is None:
        return None
    names = {number: symbol for symbol, number in SYMBOLS.items()}
    return "".join(names[(masks[0] >> place & 1) | (masks[1] >> place & 1) << 1]
                   for place in range(length))


def solved(clue: tuple[int, ...], text: str, repaired: bool = True) -> str | None:
    return text_of(extremes(repaired)(Runs.of(*clue), len(text))(masks_of(text)), len(text))


@pytest.mark.parametrize(("clue", "before", "after"), [
    ((), "", ""),
    ((), "..", "xx"),
    ((), ".#", None),
    ((1,), "", None),
    ((1,), ".", "#"),
    ((1,), "x", None),
    ((2, 3, 1), "........", "##x###x#"),  # a complete description
    ((2, 3, 1), "..#.....", None),
    ((3,), ".....", "..#.."),
    ((2, 2), ".......", "......."),  # different blocks overlap, which says nothing
    ((2, 1), "..#...#.", "x.#.xx#x"),  # the published examples
    ((1, 1), ".......", "......."),
    ((1, 1), "..#..", "..#.."),  # not exact: both neighbours of the solid cell are empty
    ((3, 1), "...x##...", "xxxx###x#"),
])
@pytest.mark.parametrize("repaired", [True, False])
def test_examples(
    clue: tuple[int, ...], before: str, after: str | None, repaired: bool,
) -> None:
    if clue == (3, 1) and not repaired:
        after = "xxxx###.."  # the 3 was moved onto the 1, which did not give way
    assert solved(clue, before, repaired) == after


@pytest.mark.parametrize(("clue", "line", "starts"), [
    ((1, 2), "........#.", [0, 7]),
    ((1, 2), "......x#.", [0, 7]),
    ((1, 2, 3), ".....x#x......", [6, 8, 11]),
    ((1, 2), "#.#......", [0, 2]),
    ((1,), "#.#", None),
    ((3, 1), "...x##...", [4, 8]),
])
def test_leftmost(clue: tuple[int, ...], line: str, starts: list[int] | None) -> None:
    white, black = masks_of(line)
    full = (1 << len(line)) - 1
    known = Known(len(line), full & ~white, full & ~black)
    assert leftmost(clue, known) == starts


def solutions_of(clue: Runs, text: str) -> list[tuple[int, ...]]:
    cells = [[colour for colour in (0, 1) if SYMBOLS[symbol] >> colour & 1] for symbol in text]
    return [colours for colours in product(*cells) if clue.accepts(colours)]


def random_line(rng: random.Random, longest: int) -> tuple[Runs, str]:
    """A clue and what is known of a line; one in four does not belong together."""
    length, density, known = rng.randint(0, longest), rng.random(), rng.random()
    colours = [int(rng.random() < density) for _ in range(length)]
    clue = Runs.read(colours)
    if rng.random() < 0.25:
        colours = [int(rng.random() < density) for _ in range(length)]
    return clue, "".join("x#"[colour] if rng.random() < known else "." for colour in colours)


@pytest.mark.parametrize("repaired", [True, False])
def test_no_solution_is_lost(repaired: bool) -> None:
    """Sound on every line; what has no solution is left alone or found out."""
    rng = random.Random(1)
    lost = 0
    for _ in range(rounds(1500)):
        clue, text = random_line(rng, 9)
        found = extremes(repaired)(clue, len(text))(masks_of(text))
        all_of_them = solutions_of(clue, text)
        if found is None:
            assert not all_of_them
        for colours in all_of_them:
            assert found is not None
            assert all(found[colour] >> place & 1 for place, colour in enumerate(colours))
        lost += found is not None and not all_of_them
        if "." not in text:
            assert (found is None) == (not all_of_them)
    assert not (repaired and lost)  # the true extremes are solutions: there is one


@pytest.mark.parametrize("repaired", [True, False])
def test_it_lies_between_nothing_and_exact(repaired: bool) -> None:
    rng = random.Random(2)
    less = 0
    for _ in range(rounds(1500)):
        clue, text = random_line(rng, 40)
        masks = masks_of(text)
        exact = settle(clue, masks, len(text))
        found = extremes(repaired)(clue, len(text))(masks)
        if exact is not None:
            assert found is not None
            for before, middle, after in zip(masks, found, exact, strict=True):
                assert after & ~middle == 0 == middle & ~before
            less += found != exact
    assert less  # incomplete, as known


def test_repaired_is_the_leftmost_solution() -> None:
    rng = random.Random(3)
    for _ in range(rounds(600)):
        clue, text = random_line(rng, 9)
        white, black = masks_of(text)
        full = (1 << len(text)) - 1
        known = Known(len(text), full & ~white, full & ~black)
        blocks = tuple(run.length or 0 for run in clue.runs)
        starts = [[place for place, colour in enumerate(colours)
                   if colour and not (place and colours[place - 1])]
                  for colours in solutions_of(clue, text)]
        best = [min(column) for column in zip(*starts, strict=True)]
        assert leftmost(blocks, known) == (best if starts else None)
        bound = leftmost(blocks, known, repaired=False)
        assert bound is None or not starts or all(map(int.__le__, bound, best))
        assert bound is not None or not starts


@pytest.mark.parametrize("settings", ["", "order=plain", "placing=original"])
def test_guessing_finds_all(settings: str) -> None:
    rng = random.Random(4)
    method = choose(f"left-right:guess,{settings}")
    done = 0
    while done < rounds(25):
        puzzle = random_puzzle(rng, 5, most_colours=2)
        if method.refusal(puzzle):
            continue
        done += 1
        expected = all_solutions(puzzle)
        verdict = method.solve(puzzle, limit=10_000)
        assert verdict.complete
        assert sorted(verdict.solutions) == sorted(expected)


def test_without_guessing_it_says_where_it_stops() -> None:
    verdict = METHODS["left-right"].solve(from_picture([[1, 0], [0, 1]]))
    assert verdict.answer == "unknown"
    assert verdict.why == "single lines get no further"
    assert dict(verdict.counts)["bad_guesses"] == 4


def test_what_it_cannot_serve() -> None:
    with pytest.raises(InputError, match="black and white only"):
        METHODS["left-right"].solve(from_picture([[1, 2]]))
    blotted = from_clues([[(None, 1)]], [[1], []])
    with pytest.raises(InputError, match="known length"):
        METHODS["left-right"].solve(blotted)
