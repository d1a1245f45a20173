"""Settling is sound and complete: exactly the colours that some allowed colouring has."""

from __future__ import annotations

import random
from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nonoforge.clues import Clue, Runs, Tally
from nonoforge.engine import plain, settle, settle_many

from .oracles import (
    FUZZ,
    blotted,
    blotted_colourings,
    colourings,
    line_masks,
    settle_by_automaton,
    settle_by_brute_force,
    settle_by_three_formulas,
)


def partial_states(length: int) -> list[list[int]]:
    """Each cell unknown, white or black."""
    full = (1 << length) - 1
    return [[full & ~line_masks(line, 3)[2], full & ~line_masks(line, 3)[1]]
            for line in product(range(3), repeat=length)]


def domain_states(length: int, colours: int) -> list[list[int]]:
    """Each cell any set of colours but the empty one."""
    states = product(range(1, 1 << colours), repeat=length)
    return [[sum((domain >> c & 1) << p for p, domain in enumerate(state)) for c in range(colours)]
            for state in states]


def check_all(engine: Any, clues: dict[Runs, list[tuple[int, ...]]], states: list[list[int]],
              length: int) -> None:
    colours = len(states[0])
    for clue, lines in clues.items():
        allowed = [line_masks(line, colours) for line in lines]
        for masks in states:
            assert engine.settle(clue, masks, length) == settle_by_brute_force(allowed, masks), (
                str(clue), masks)


def random_line(rng: random.Random, length: int, colours: int, known: float) -> tuple[
        Runs, list[int]]:
    """A clue, and masks that some colouring of it fits."""
    line, stay = [0], rng.choice((0.2, 0.5, 0.8))
    while len(line) < length:
        line.append(line[-1] if rng.random() < stay else rng.randrange(colours))
    full = (1 << length) - 1
    masks = line_masks(line[:length], colours)
    return Runs.read(line[:length]), [
        mask | full & ~_random_bits(rng, length, known) for mask in masks]


def _random_bits(rng: random.Random, length: int, density: float) -> int:
    return sum(1 << p for p in range(length) if rng.random() < density)


# --- the odd cases -------------------------------------------------------------------------------

@pytest.mark.parametrize(("clue", "masks", "length", "settled"), [
    (Runs.of(), [0b1, 0b1], 1, [0b1, 0b0]),
    (Runs.of(), [0b0, 0b1], 1, None),
    (Runs.of(1), [0b1, 0b1], 1, [0b0, 0b1]),
    (Runs.of(1), [0b1, 0b0], 1, None),
    (Runs.of((None, 1)), [0b1, 0b1], 1, [0b0, 0b1]),
    (Runs.of((None, 1)), [0b1, 0b0], 1, None),
    (Runs.of((1, 2)), [0b1, 0b1, 0b1], 1, [0b0, 0b0, 0b1]),
    (Runs.of(1), [0b00, 0b10], 2, None),  # one cell has no colour left
    (Runs.of(1, 1), [0b11, 0b11], 2, None),
    (Runs.of((1, 1), (1, 2)), [0b11] * 3, 2, [0b00, 0b01, 0b10]),
])
def test_one_and_two_cells(engine: Any, clue: Runs, masks: list[int], length: int,
                           settled: list[int] | None) -> None:
    assert engine.settle(clue, masks, length) == settled


@pytest.mark.parametrize("clue", [
    Runs.of(3), Runs.of(1, 1, 1), Runs.of(64), Runs.of(4096), Runs.of(10**9), Runs.of(*[1] * 99)])
def test_clues_that_cannot_fit(engine: Any, clue: Runs) -> None:
    assert engine.settle(clue, [0b11, 0b11], 2) is None


@pytest.mark.parametrize("length", [1, 2, 31, 32, 63, 64, 65, 127, 128, 129, 255, 256, 1000, 4096])
def test_full_and_empty_lines_of_any_width(engine: Any, length: int) -> None:
    full = (1 << length) - 1
    assert engine.settle(Runs.of(length), [full, full], length) == [0, full]
    assert engine.settle(Runs.of(), [full, full], length) == [full, 0]
    assert engine.settle(Runs.of((None, 1)), [full, full], length) == [
        full if length > 1 else 0, full]
    assert engine.settle(Runs.of(length), [full, full >> 1], length) is None


def test_alternating_lines_have_no_play(engine: Any) -> None:
    for length in (5, 63, 65, 129, 1001):
        full = (1 << length) - 1
        ones = sum(1 << p for p in range(0, length, 2))
        clue = Runs.of(*[1] * ((length + 1) // 2))
        assert engine.settle(clue, [full, full], length) == [full & ~ones, ones]


# --- against brute force -------------------------------------------------------------------------

@pytest.mark.parametrize("length", range(1, 8 + (FUZZ > 1)))
def test_every_clue_in_every_state(engine: Any, length: int) -> None:
    check_all(engine, colourings(length), partial_states(length), length)


@pytest.mark.parametrize("length", [9, 10, 11])
def test_longer_lines_sampled(engine: Any, length: int) -> None:
    rng = random.Random(length)
    states = [random_line(rng, length, 2, 0.4)[1] for _ in range(40 * FUZZ)]
    check_all(engine, colourings(length), states, length)


@pytest.mark.parametrize("length", range(1, 5 + (FUZZ > 1)))
def test_two_block_colours_in_every_state(engine: Any, length: int) -> None:
    # Up to swapping the two colours: clues that begin with colour 1 (or have no run).
    clues = {clue: lines for clue, lines in colourings(length, 3).items()
             if not clue.runs or clue.runs[0].colour == 1}
    check_all(engine, clues, domain_states(length, 3), length)


def test_colours_can_be_swapped(engine: Any) -> None:
    rng = random.Random(21)
    for _ in range(2000 * FUZZ):
        length = rng.randint(1, 12)
        clue, (white, one, two) = random_line(rng, length, 3, 0.5)
        swapped = Runs.of(*((run.length, 3 - run.colour) for run in clue.runs))
        settled = engine.settle(clue, [white, one, two], length)
        assert engine.settle(swapped, [white, two, one], length) == [
            settled[0], settled[2], settled[1]]


@pytest.mark.parametrize(("length", "colours"), [
    *((length, 2) for length in range(1, 7)), (1, 3), (2, 3), (3, 3)])
def test_blotted_runs_in_every_state(engine: Any, length: int, colours: int) -> None:
    clues = blotted_colourings(length, colours)
    check_all(engine, clues, domain_states(length, colours), length)


def test_cells_without_a_colour_break_the_line(engine: Any) -> None:
    rng = random.Random(4)
    for _ in range(1000 * FUZZ):
        length = rng.randint(1, 80)
        clue, masks = random_line(rng, length, rng.randint(2, 4), 0.3)
        hole = ~(1 << rng.randrange(length))
        assert engine.settle(clue, [mask & hole for mask in masks], length) is None


# --- against other line solvers ------------------------------------------------------------------

def test_long_lines_against_the_three_formulas(engine: Any) -> None:
    rng = random.Random(200)
    for _ in range(250 * FUZZ):
        length = rng.randint(10, 200)
        clue, masks = random_line(rng, length, 2, rng.choice((0, 0.1, 0.3, 0.7)))
        if rng.random() < 0.3:  # now most likely without a colouring
            masks[rng.randrange(2)] &= ~(1 << rng.randrange(length))
        runs = [run.length or 1 for run in clue.runs]
        assert engine.settle(clue, masks, length) == settle_by_three_formulas(
            runs, masks, length), (str(clue), masks)


def test_coloured_and_blotted_lines_against_the_automaton(engine: Any) -> None:
    rng = random.Random(100)
    for _ in range(150 * FUZZ):
        length, colours = rng.randint(1, 100), rng.randint(2, 5)
        clue, masks = random_line(rng, length, colours, rng.choice((0.1, 0.4, 0.8)))
        if rng.random() < 0.5:
            clue = blotted(clue, rng.getrandbits(len(clue.runs) + 1))
        assert engine.settle(clue, masks, length) == settle_by_automaton(
            clue, masks, length), (str(clue), masks)


@cache
def lines_of_a_thousand() -> list[tuple[Runs, list[int], list[int] | None]]:
    rng = random.Random(1000)
    cases: list[tuple[Runs, list[int], list[int] | None]] = []
    for known in (0.02, 0.2, 0.6):
        clue, masks = random_line(rng, 1000, 2, known)
        runs = [run.length or 1 for run in clue.runs]
        cases.append((clue, masks, settle_by_three_formulas(runs, masks, 1000)))
    clue, masks = random_line(rng, 1000, 4, 0.5)
    some = blotted(clue, rng.getrandbits(len(clue.runs)) & rng.getrandbits(len(clue.runs)))
    return [*cases, (some, masks, settle_by_automaton(some, masks, 1000))]


def test_lines_of_a_thousand_cells(engine: Any) -> None:
    for clue, masks, settled in lines_of_a_thousand():
        assert engine.settle(clue, masks, 1000) == settled


@pytest.mark.parametrize("edge", [64, 128, 192, 256, 1024])
def test_lines_around_the_width_of_words(native: Any, edge: int) -> None:
    # Wide lines touch only the words that the slack of their clue leaves: little slack is hardest.
    rng = random.Random(edge)
    for _ in range((60 if edge < 1024 else 8) * FUZZ):
        length, colours = rng.randint(edge - 2, edge + 2), rng.choice((2, 2, 3))
        clue, masks = random_line(rng, length, colours, rng.choice((0, 0, 0.1, 0.6)))
        if rng.random() < 0.5:  # one long run, so that the others have a few places only
            spare = length - clue.needs - 1 - rng.choice((0, 0, 1, 5, 70))
            if spare > 0:
                place = rng.randint(0, len(clue.runs))
                clue = Runs.of(*clue.runs[:place], (spare, rng.randrange(1, colours)),
                               *clue.runs[place:])
                masks = [(1 << length) - 1] * colours
        if rng.random() < 0.3:
            clue = blotted(clue, rng.getrandbits(len(clue.runs) + 1))
        if rng.random() < 0.3:
            masks[rng.randrange(colours)] &= ~(1 << rng.randrange(length))
        assert native.settle(clue, masks, length) == plain.settle(clue, masks, length), (
            str(clue), masks, length)


# --- laws ----------------------------------------------------------------------------------------

@st.composite
def lines(draw: st.DrawFn) -> tuple[Runs, list[int], int]:
    colours = draw(st.integers(2, 4))
    line = draw(st.lists(st.integers(0, colours - 1), min_size=1, max_size=70))
    clue = blotted(Runs.read(line), draw(st.integers(0, 255)) & draw(st.integers(0, 255)))
    open_to = [draw(st.integers(0, (1 << len(line)) - 1)) for _ in range(colours)]
    masks = line_masks(line, colours)
    return clue, [a | b for a, b in zip(masks, open_to, strict=True)], len(line)


@settings(deadline=None)
@given(lines())
def test_settling_narrows_is_idempotent_and_mirrors(case: tuple[Runs, list[int], int]) -> None:
    clue, masks, length = case
    settled = plain.settle(clue, masks, length)
    assert settled is not None
    assert all(new & ~old == 0 for new, old in zip(settled, masks, strict=True))
    assert plain.settle(clue, settled, length) == settled
    assert settled == settle_by_automaton(clue, masks, length)
    back = Runs(clue.runs[::-1])
    assert plain.settle(back, [mirror(mask, length) for mask in masks], length) == [
        mirror(mask, length) for mask in settled]


def mirror(mask: int, length: int) -> int:
    return int(f"{mask:0{length}b}"[::-1], 2)


def test_native_equals_plain_on_100_000_lines(native: Any) -> None:
    # One call a line: a batch call of the kernel would make this quicker, and longer lines cheap.
    rng = random.Random(100_000)
    for _ in range(1000 * FUZZ):
        length, colours = rng.randint(1, 24), rng.choice((2, 2, 2, 3, 4))
        clue, _ = random_line(rng, length, colours, 0)
        if rng.random() < 0.2:
            clue = blotted(clue, rng.getrandbits(12))
        for _ in range(100):
            masks = [rng.getrandbits(length) | rng.getrandbits(length) | rng.getrandbits(length)
                     for _ in range(colours)]
            assert native.settle(clue, masks, length) == plain.settle(clue, masks, length), (
                str(clue), masks, length)


# --- many lines in one call ----------------------------------------------------------------------

@pytest.mark.parametrize("length", [1, 30, 64, 65, 130])
def test_many_lines_in_one_call(length: int) -> None:
    rng = random.Random(length)
    clues: list[Clue] = []
    masks = []
    for number in range(1200 if length == 30 else 60):
        clue, state = random_line(rng, length, 3, 0.5)
        if number % 5 == 4:
            state = [mask & ~_random_bits(rng, length, 0.1) for mask in state]  # some fit nothing
        clues.append(clue if number % 3 else Tally.read(
            [next(c for c in range(3) if state[c] >> p & 1 or c == 2) for p in range(length)], 3))
        masks.append(state)
    assert settle_many(clues, masks, length) == [
        settle(clue, state, length) for clue, state in zip(clues, masks, strict=True)]


def test_no_lines_and_wrong_numbers_of_them() -> None:
    assert settle_many([], [], 30) == []
    with pytest.raises(ValueError, match="1 clues, but masks for 0 lines"):
        settle_many([Runs.of(1)], [], 30)
