"""The ladder: each technique is sound, none says more than it may, and together they are exact."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from random import Random

import pytest

from helpers.puzzles import random_puzzle, random_tangle, rounds
from nonoforge.clues import Clue, Count, Runs, Tally
from nonoforge.engine import propagate
from nonoforge.engine.plain.settle import settle
from nonoforge.judge import LADDER
from nonoforge.judge.knowledge import Knowledge
from nonoforge.judge.line import RunsView, Shape, covering, pushed, starts
from nonoforge.judge.technique import Contradiction, Deduction
from nonoforge.judge.techniques.whole_line import ways
from nonoforge.puzzle import Puzzle


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
    assert starts(clue.runs, masks, length) == all_starts(clue, masks, length)
    for (first, last, end), (low, high, far) in zip(
            covering(clue.runs, masks, length), pushed(clue.runs, masks, length), strict=True):
        assert low <= first <= last <= high  # pushing alone never knows more
        assert last <= end <= far


def test_a_line_that_cannot_be() -> None:
    assert LADDER.reader(Runs.of(2), 2, 2).removable([0b11, 0b01]) is None


@pytest.mark.parametrize("seed", range(rounds(400)))
def test_no_technique_says_more_than_the_line(seed: int) -> None:
    clue, masks, length = random_line(Random(seed), 14)
    exact = settle(clue, masks, length)
    assert exact is not None
    reader = LADDER.reader(clue, length, len(masks))
    removable = reader.removable(masks)
    assert removable is not None
    shape = Shape(clue.runs, length, len(masks))
    for ranges in (None, covering(clue.runs, masks, length)):
        for technique in LADDER.line_techniques:
            for removed, reason in technique.find(
                    RunsView(reader, shape, masks, removable, ranges)):
                assert any(removed) or not any(removable), (technique, reason)
                for colour, bits in enumerate(removed):
                    assert bits & exact[colour] == 0, (technique, reason)
                    assert bits & ~masks[colour] == 0


def blotted_line(rng: Random) -> tuple[Runs, list[int], int]:
    clue, masks, length = random_line(rng, 10)
    return Runs(tuple(run._replace(length=None) if rng.random() < 0.4 else run
                      for run in clue.runs)), masks, length


def tally_line(rng: Random) -> tuple[Tally, list[int], int]:
    """Some of the counts are hidden."""
    length, colours = rng.randrange(1, 8), rng.choice([2, 3, 4])
    picture = [rng.randrange(colours) for _ in range(length)]
    masks = [sum(1 << at for at, colour in enumerate(picture)
                 if other == colour or rng.random() < 0.6) for other in range(colours)]
    counts = (Count(*(None if rng.random() < 0.2 else part for part in count))
              for count in Tally.read(picture, colours).counts)
    return Tally(tuple(counts)), masks, length


LINES: dict[str, Callable[[Random], tuple[Clue, list[int], int]]] = {
    "runs": lambda rng: random_line(rng, 14), "blotted": blotted_line, "tally": tally_line}


@pytest.mark.parametrize("kind", LINES)
@pytest.mark.parametrize("seed", range(rounds(150)))
def test_finds_lead_to_what_settling_says(seed: int, kind: str) -> None:
    """Nothing that is found is more than the line says, and all of it together is no less."""
    clue, masks, length = LINES[kind](Random(seed))
    settled, reader = settle(clue, masks, length), LADDER.reader(clue, length, len(masks))
    assert settled is not None
    while any(removable := reader.removable(masks) or []):
        line = reader.finds(masks, removable)
        while not line.climb(line.rung):
            pass
        for removed, reason in line.finds:
            assert any(removed)
            for bits, mask, exact in zip(removed, masks, settled, strict=True):
                assert bits & ~mask == bits & exact == 0, (line.technique, reason)
        for removed, _ in line.finds:
            masks = [mask & ~gone for mask, gone in zip(masks, removed, strict=True)]
    assert masks == settled


@pytest.mark.parametrize("kind", LINES)
@pytest.mark.parametrize("seed", range(rounds(40)))
def test_ways_are_counted(seed: int, kind: str) -> None:
    clue, masks, length = LINES[kind](Random(seed))
    length = min(length, 7)
    number = sum(clue.accepts(colours) for colours in product(range(len(masks)), repeat=length)
                 if all(masks[c] >> at & 1 for at, c in enumerate(colours)))
    assert ways(clue, masks, length) == (number if number <= 100 else None)
    assert ways(Runs.of(1), [(1 << 80) - 1] * 2, 80) is None


def all_finds(known: Knowledge) -> list[Deduction]:
    """All deductions of the cheapest technique that finds anything; none where lines are stuck."""
    return [known.deduction(index, which) for index, line in known.easiest_lines().items()
            for which in range(len(line.finds))]


def climbed(puzzle: Puzzle) -> Knowledge:
    """As far as lines go; every deduction is proved."""
    known = Knowledge(puzzle)
    while found := all_finds(known):
        state = known.state
        assert len({deduction.technique for deduction in found}) == 1
        for deduction in found:
            assert deduction.learned
            assert deduction.technique.proves(puzzle, state, deduction)
        for deduction in found:
            for cell, mask in deduction.learned:
                known.write(cell, mask)
    return known


@pytest.mark.parametrize("seed", range(rounds(60)))
def test_lines_end_where_propagation_ends(seed: int) -> None:
    rng = Random(seed)
    puzzle = rng.choice([random_puzzle, random_tangle])(rng)
    expected = propagate(puzzle)
    try:
        known = climbed(puzzle)
    except Contradiction:
        assert expected.conflict is not None
        return
    assert expected.conflict is None
    assert tuple(known.cell_masks) == expected.state.masks
    assert known.open == len(expected.state.open_cells())
