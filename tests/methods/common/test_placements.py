"""Placements: exactly what a clue and a state allow, each once, counted and made in two ways."""

from __future__ import annotations

import random
from itertools import islice, product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.puzzles import rounds
from nonoforge.clues import Run, Runs
from nonoforge.engine.plain import settle
from nonoforge.methods.common.domains import (
    GENERATORS,
    MAX_COUNT,
    count_placements,
    gaps,
    joined,
    repeated,
    spreads,
)
from nonoforge.methods.common.tallies import automaton_of


def packed(colouring: tuple[int, ...]) -> int:
    return sum(1 << colour * len(colouring) + at for at, colour in enumerate(colouring))


def full(length: int, colours: int = 2) -> int:
    return (1 << length * colours) - 1


def random_line(rng: random.Random) -> tuple[Runs, int, int, int]:
    """A clue, the length, the number of colours, what is allowed; some fit nowhere."""
    length, colours = rng.randint(0, 7), rng.choice([2, 2, 3])
    clue = Runs.read(rng.randrange(colours) for _ in range(length + rng.choice([0, 0, 0, 1])))
    if rng.random() < 0.4:
        clue = Runs(tuple(Run(rng.choice([None, run.length]), run.colour) for run in clue.runs))
    known = [rng.choice([1 << rng.randrange(colours), *[(1 << colours) - 1] * 4])
             for _ in range(length)]
    return clue, length, colours, joined(known, colours)


def test_equal_to_trying_everything() -> None:
    rng = random.Random(1)
    for _ in range(rounds(300)):
        clue, length, colours, allowed = random_line(rng)
        fitting = (cells for cells in product(range(colours), repeat=length) if clue.accepts(cells))
        expected = sorted(p for p in map(packed, fitting) if not p & ~allowed)
        assert sorted(gaps(clue, length, allowed)) == expected
        assert sorted(spreads(clue, length, allowed)) == expected
        assert count_placements(clue, length, allowed) == len(expected)


@given(st.lists(st.integers(1, 4), max_size=6), st.integers(0, 8), st.data())
def test_the_generators_agree_on_longer_lines(
    sizes: list[int], free: int, data: st.DataObject,
) -> None:
    clue = Runs.of(*sizes)
    length = clue.needs + free
    assert count_placements(clue, length, full(length)) == comb(free + len(sizes), len(sizes))
    picked = data.draw(st.sampled_from(list(islice(gaps(clue, length, full(length)), 200))))
    hidden = data.draw(st.integers(0, (1 << length) - 1))
    allowed = picked | hidden | hidden << length  # the picked placement, with some cells unknown
    made = list(gaps(clue, length, allowed))
    assert picked in made
    assert len(set(made)) == len(made) == count_placements(clue, length, allowed)
    assert sorted(spreads(clue, length, allowed)) == sorted(made)


def test_together_they_are_what_settling_gives() -> None:
    rng = random.Random(2)
    for _ in range(rounds(300)):
        clue, length, colours, allowed = random_line(rng)
        whole = (1 << length) - 1
        masks = settle(clue, [allowed >> c * length & whole for c in range(colours)], length)
        union = 0
        for placement in gaps(clue, length, allowed):
            union |= placement
        settled = sum(mask << c * length for c, mask in enumerate(masks)) if masks else 0
        assert union == settled


def starts(placement: int, length: int) -> list[int]:
    black = placement >> length
    return [at for at in range(length) if black >> at & 1 and not (at and black >> at - 1 & 1)]


def test_the_order() -> None:
    """Gaps: leftmost first. Spreads: the first run stands at the far left, then its shifts."""
    clue, length = Runs.of(2, 2, 2), 10
    made = [starts(placement, length) for placement in gaps(clue, length, full(length))]
    assert made == sorted(made)
    assert made[0] == [0, 3, 6]
    spread = [starts(placement, length) for placement in spreads(clue, length, full(length))]
    assert spread[:3] == [[0, 3, 6], [1, 4, 7], [2, 5, 8]]
    assert len([line for line in spread if line[0] == 0]) == 6  # A to F in Halford's figure A1
    assert len(spread) == 10


@pytest.mark.parametrize("make", GENERATORS.values())
def test_odd_lines(make: object) -> None:
    assert callable(make)
    assert list(make(Runs.of(), 0, 0)) == [0]
    assert list(make(Runs.of(1), 0, 0)) == []
    assert list(make(Runs.of(), 3, full(3))) == [0b111]
    assert list(make(Runs.of(), 1, 0b10)) == []
    assert list(make(Runs.of(1), 1, full(1))) == [0b10]
    assert list(make(Runs.of(4), 3, full(3))) == []
    assert set(make(Runs.of((None, 1)), 2, full(2))) == {0b0110, 0b1100, 0b1001}


@pytest.mark.parametrize("make", GENERATORS.values())
def test_long_lines_are_lazy_and_have_no_dead_ends(make: object) -> None:
    """Only the last of 400 cells is known: without looking ahead no generator would get there."""
    assert callable(make)
    clue, length = Runs.of(*[1] * 60), 400
    allowed = full(length) & ~(1 << length - 1)  # the last cell is black
    assert count_placements(clue, length, allowed) == MAX_COUNT
    first = list(islice(make(clue, length, allowed), 50))
    assert len(set(first)) == 50
    assert all(starts(placement, length)[-1] == length - 1 for placement in first)


def test_places_of_one_cell() -> None:
    assert repeated((4, 5, 6), 2) == []
    assert repeated((4, 5, 4), 2) == [0b101, 0b101 << 3]


def test_reading_ahead() -> None:
    """A reader stops at the first cell after which no colouring fits, and not before."""
    rng = random.Random(3)
    for _ in range(rounds(150)):
        clue, length, colours, _ = random_line(rng)
        fitting = [cells for cells in product(range(colours), repeat=length) if clue.accepts(cells)]
        cells = tuple(rng.randrange(colours) for _ in range(length))
        if fitting and rng.random() < 0.5:
            cells = rng.choice(fitting)
        reader = automaton_of(clue)
        place: int | None = 0
        for at in range(length if fitting else 0):
            assert place is not None
            place = reader.step(place, cells[at], length - at - 1)
            assert (place is not None) == any(line[:at + 1] == cells[:at + 1] for line in fitting)
            if place is None:
                break
