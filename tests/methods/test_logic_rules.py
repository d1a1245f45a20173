"""The rules are sound one by one; together they see every contradiction in a finished line."""

from __future__ import annotations

import random
from itertools import product

import pytest

from helpers.puzzles import all_solutions, random_puzzle, rounds
from nonoforge.clues import Runs
from nonoforge.engine import plain
from nonoforge.methods import METHODS, choose
from nonoforge.methods.logic_rules import RULES, Ranges, settler, stretches

from .line_cases import Masks, exact, fillings, random_line, short_lines, within

Filling = tuple[int, list[tuple[int, int]]]  # black cells, and the first and last of each run


def all_fillings(clue: Runs, length: int) -> list[Filling]:
    return [(black, stretches(black)) for _, black in fillings(length)[clue]]


def ruled(clue: Runs, length: int, masks: Masks) -> Ranges:
    full = (1 << length) - 1
    return Ranges([run.length or 1 for run in clue.runs], length, full & ~masks[0],
                  full & ~masks[1])


def allows(line: Ranges, filling: Filling) -> bool:
    black, runs = filling
    return not line.black & ~black and not line.white & black and all(
        first <= start and end <= last
        for first, last, (start, end) in zip(line.first, line.last, runs, strict=True))


def narrowed(rng: random.Random, line: Ranges, filling: Filling) -> None:
    """Ranges that somebody might have found; the filling keeps to them."""
    for run, (start, end) in enumerate(filling[1]):
        if rng.random() < 0.5:
            line.first[run] = rng.randint(line.first[run], start)
        if rng.random() < 0.5:
            line.last[run] = rng.randint(end, line.last[run])


def uncover(rng: random.Random, line: Ranges, filling: Filling) -> None:
    """Some runs of the filling are known whole: segments that are too long for others."""
    for start, end in filling[1]:
        if rng.random() < 0.2:
            line.paint(start, end)


@pytest.mark.parametrize("number", RULES)
def test_each_rule_alone_is_sound(number: str) -> None:
    rng = random.Random(number)
    told = 0
    for _ in range(rounds(2500)):
        length = rng.randint(1, 13)
        clue, masks = random_line(rng, length)
        line = ruled(clue, length, masks)
        good = [filling for filling in all_fillings(clue, length) if allows(line, filling)]
        if not good:
            continue
        uncover(rng, line, rng.choice(good))
        good = [filling for filling in good if allows(line, filling)]
        if rng.random() < 0.7:
            narrowed(rng, line, rng.choice(good))
        before = line.known
        good = [filling for filling in good if allows(line, filling)]
        turned = rng.random() < 0.5
        if turned:
            line.turn()
        RULES[number](line)
        if turned:
            line.turn()
        told += line.known != before
        for filling in good:
            assert allows(line, filling), (str(clue), length, before, filling)
    assert told, "the rule has something to say"


def test_short_lines() -> None:
    """Sound on every line; and a line that is all known is compared with its clue."""
    for clue, length, masks in short_lines(5):
        found, truth = settler(clue, length)(masks), exact(clue, length, masks)
        if truth is not None:
            assert found is not None
            assert within(truth, found)
            assert within(found, masks)
        elif not masks[0] & masks[1]:
            assert found is None, (str(clue), masks)


def test_a_cell_without_a_colour() -> None:
    assert settler(Runs.of(1), 2)([0b01, 0b01]) is None


EXAMPLES = [  # rule, clue, line; line and ranges after
    ("1.1", (3,), "?????", "??#??", [(0, 4)]),
    ("1.2", (1, 1), "???", "?.?", [(0, 0), (2, 2)]),
    ("1.3", (1, 3), "??#???", "?.#???", [(0, 1), (2, 5)]),
    ("1.4", (3, 3), "??##?##???", "??##.##???", [(0, 5), (4, 9)]),
    ("1.5", (3, 3), ".#????????", ".###??????", [(0, 5), (4, 9)]),
    ("1.5", (2, 2), "???##???", "???##.??", [(0, 4), (3, 7)]),
    ("2.1", (1, 1), "?????", "?????", [(0, 2), (2, 4)]),
    ("2.2", (1, 2), "?#????", "?#????", [(0, 2), (3, 5)]),
    ("2.3", (2, 1), "???##???", "???##???", [(0, 5), (6, 7)]),
    ("3.1", (4,), "?#?#????", "?###????", [(0, 4)]),
    ("3.2", (3,), "??.????", "...????", [(3, 6)]),
    ("3.3", (2, 1), "#?????", "##.???", [(0, 1), (3, 5)]),
    ("3.3", (3, 1), "??#??.??", "??#??.??", [(0, 4), (4, 7)]),
    ("3.3", (2, 2), "??#??#???", "??#??#???", [(0, 3), (3, 8)]),
]


@pytest.mark.parametrize(("number", "sizes", "before", "after", "ranges"), EXAMPLES)
def test_examples(number: str, sizes: tuple[int, ...], before: str, after: str,
                  ranges: list[tuple[int, int]]) -> None:
    black, white = (sum((cell == ink) << at for at, cell in enumerate(before)) for ink in "#.")
    line = Ranges(sizes, len(before), black, white)
    RULES[number](line)
    assert "".join("#" if line.black >> at & 1 else "." if line.white >> at & 1 else "?"
                   for at in range(len(before))) == after
    assert list(zip(line.first, line.last, strict=True)) == ranges


def test_out_of_range() -> None:
    line = Ranges((1, 1), 5)
    line.last = [1, 4]
    line.first = [0, 3]
    RULES["1.2"](line)
    assert line.white == 0b00100


def test_in_order() -> None:
    line = Ranges((2, 1), 6)
    line.first = [1, 2]
    RULES["2.1"](line)
    assert line.first == [1, 4]
    line.last = [5, 4]
    line.turn()
    RULES["2.1"](line)
    line.turn()
    assert line.last == [2, 4]


def test_how_much_weaker() -> None:
    """On long lines as on short ones: never more than there is, and most of it."""
    rng = random.Random(1)
    mine = theirs = 0
    for _ in range(rounds(150)):
        length = rng.choice((10, 20, 30))
        clue, masks = random_line(rng, length)
        truth = plain.settle(clue, masks, length)
        found = settler(clue, length)(masks)
        if truth is None:
            continue
        assert found is not None
        assert within(truth, found)
        mine += _known(found) - _known(masks)
        theirs += _known(truth) - _known(masks)
    assert 0.8 < mine / theirs <= 1


def _known(masks: Masks) -> int:
    return (masks[0] ^ masks[1]).bit_count()


def test_without_guessing_it_may_get_stuck() -> None:
    rng = random.Random(2)
    stuck = 0
    for _ in range(rounds(30)):
        puzzle = random_puzzle(rng, 5, 2)
        if METHODS["logic-rules"].refusal(puzzle) is None:
            verdict = choose("logic-rules:guess=no").solve(puzzle)
            truth = all_solutions(puzzle)
            stuck += verdict.answer == "unknown"
            assert verdict.answer == "unknown" or set(verdict.solutions) == truth
            for solution, (cell, mask) in product(truth, enumerate(verdict.state.masks)):
                assert mask >> solution[cell] & 1
    assert stuck
