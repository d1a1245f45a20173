"""The ladder: each technique is sound, none says more than it may, and together they are exact."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from nonoforge.clues import Run, Runs
from nonoforge.engine import propagate
from nonoforge.engine.plain.settle import settle
from nonoforge.judge.ladder import Contradiction, Ladder
from nonoforge.judge.prove import proved
from nonoforge.judge.techniques.line import exact, offers
from nonoforge.judge.techniques.places import places, pushed
from nonoforge.judge.techniques.runs import COVERING, SIMPLE, View
from nonoforge.puzzle import Puzzle
from puzzles import random_puzzle, random_tangle, rounds


def random_line(rng: Random, longest: int = 9) -> tuple[Runs, list[int], int]:
    """A clue, masks that some colouring of it fits, and the length."""
    length, colours = rng.randrange(1, longest + 1), rng.choice([2, 2, 3])
    picture = [rng.randrange(colours) for _ in range(length)]
    masks = [0] * colours
    for position, colour in enumerate(picture):
        for other in range(colours):
            if other == colour or rng.random() < 0.6:
                masks[other] |= 1 << position
    return Runs.read(picture), masks, length


def all_starts(clue: Runs, masks: list[int], length: int) -> list[int]:
    starts = [0] * len(clue.runs)
    for colours in product(range(len(masks)), repeat=length):
        if clue.accepts(colours) and all(masks[c] >> at & 1 for at, c in enumerate(colours)):
            at = run = 0
            while at < length:
                if colours[at]:
                    starts[run] |= 1 << at
                    at += clue.runs[run].length or 1
                    run += 1
                else:
                    at += 1
    return starts


@pytest.mark.parametrize("seed", range(rounds(150)))
def test_places_are_those_of_all_colourings(seed: int) -> None:
    clue, masks, length = random_line(Random(seed), 8)
    found = places(clue.runs, masks, length)
    assert found is not None
    assert found.masks == settle(clue, masks, length)
    assert found.starts == all_starts(clue, masks, length)
    for (first, last), (low, high) in zip(found.exact(), pushed(clue.runs, found.fits, length),
                                          strict=True):
        assert low <= first <= last <= high  # pushing alone never knows more


def test_a_line_that_cannot_be() -> None:
    assert places([Run(3)], [0b111, 0b011], 3) is None
    assert exact(Runs.of(2), [0b11, 0b01], 2) is None


@pytest.mark.parametrize("seed", range(rounds(400)))
def test_no_technique_says_more_than_the_line(seed: int) -> None:
    clue, masks, length = random_line(Random(seed), 14)
    found = places(clue.runs, masks, length)
    assert found is not None
    for ranges, ladder in ((pushed(clue.runs, found.fits, length), SIMPLE),
                           (found.exact(), COVERING)):
        view = View(clue.runs, masks, length, ranges)
        for _, techniques in ladder:
            for technique in techniques:
                for removed, reason in technique(view):
                    for colour, bits in enumerate(removed):
                        assert bits & found.masks[colour] == 0, (technique, reason)


@pytest.mark.parametrize("seed", range(rounds(150)))
def test_offers_lead_to_what_settling_says(seed: int) -> None:
    clue, masks, length = random_line(Random(seed), 14)
    settled = settle(clue, masks, length)
    while True:
        found = exact(clue, masks, length)
        assert found is not None
        new = [mask & ~exactly for mask, exactly in zip(masks, found[0], strict=True)]
        if not any(new):
            break
        finds = next(finds for _, finds in offers(clue, masks, length, new, found[1]) if finds)
        for removed, _ in finds:
            assert any(removed)
            masks = [mask & ~gone for mask, gone in zip(masks, removed, strict=True)]
    assert masks == settled


def climbed(puzzle: Puzzle) -> Ladder:
    """As far as lines go; every deduction is proved."""
    ladder = Ladder(puzzle)
    while found := ladder.round():
        state = ladder.state
        assert len({deduction.rung for deduction in found}) == 1
        for deduction in found:
            assert deduction.learned
            assert proved(puzzle, state, deduction)
        ladder.learn(found)
    return ladder


@pytest.mark.parametrize("seed", range(rounds(60)))
def test_lines_end_where_propagation_ends(seed: int) -> None:
    rng = Random(seed)
    puzzle = rng.choice([random_puzzle, random_tangle])(rng)
    expected = propagate(puzzle)
    try:
        ladder = climbed(puzzle)
    except Contradiction:
        assert expected.conflict is not None
        return
    assert expected.conflict is None
    assert tuple(ladder.masks) == expected.state.masks
    assert ladder.open == len(expected.state.open_cells())
