"""Probing: sound, to a fixed point, and deeper never finds less."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

from nonoforge.clues import Runs
from nonoforge.engine import plain
from nonoforge.engine.plain.probe import Relation
from nonoforge.puzzle import Puzzle
from nonoforge.state import State

from .oracles import (
    FUZZ,
    assume,
    grid_puzzle,
    picture_puzzle,
    probe_naively,
    random_picture,
    random_puzzle,
    solve_by_brute_force,
)

DEPTHS = (1, 2, 3)

# Puzzles on which the closure of all implications says more than contradictions and agreement.
CLOSURE_HELPS = [
    (2, ("10001001", "01010010", "01000110", "00100011", "01000110")),
    (3, ("0000000", "0000020", "0001200", "1000020", "0102220", "2012001", "0100000", "0021010")),
]


def start(puzzle: Puzzle) -> State:
    return State.start(puzzle)


def count(state: State) -> int:
    return sum(mask.bit_count() for mask in state.masks)


def test_one_cell_and_empty_clues(engine: Any) -> None:
    for puzzle, masks in ((grid_puzzle([Runs.of(1)], [Runs.of(1)]), (2,)),
                          (grid_puzzle([Runs.of()] * 2, [Runs.of()]), (1, 1)),
                          (Puzzle(2, ()), (3, 3))):
        for depth in DEPTHS:
            found = engine.probe(puzzle, start(puzzle), depth)
            assert (found.state.masks, found.conflict) == (masks, None)


def test_two_by_two_stays_open(engine: Any) -> None:
    puzzle = grid_puzzle([Runs.of(1)] * 2, [Runs.of(1)] * 2)
    found = engine.probe(puzzle, start(puzzle))
    assert found.state == start(puzzle)
    assert found.work.probes == 8


def test_a_contradiction_that_lines_do_not_see(engine: Any) -> None:
    puzzle = grid_puzzle([Runs.of(1)] * 2, [Runs.of(1)] * 3)  # two black cells, or three?
    assert engine.propagate(puzzle, start(puzzle)).conflict is None
    assert engine.probe(puzzle, start(puzzle)).conflict is not None


def test_no_solution_is_lost_and_deeper_is_never_less(engine: Any) -> None:
    rng = random.Random(31)
    for _ in range(500 * FUZZ):
        puzzle = random_puzzle(rng, side=5, most_colours=4)
        solutions = solve_by_brute_force(puzzle)
        found = [engine.probe(puzzle, start(puzzle), depth) for depth in DEPTHS]
        for deduction in found:
            assert deduction.conflict is None or not solutions
            assert deduction.conflict is not None or all(
                deduction.state.masks[cell] >> colour & 1
                for solution in solutions for cell, colour in enumerate(solution))
        if solutions:
            counts = [count(deduction.state) for deduction in found]
            assert counts == sorted(counts, reverse=True)
            assert counts[0] <= count(engine.propagate(puzzle, start(puzzle)).state)


def test_the_result_is_a_fixed_point(engine: Any) -> None:
    rng = random.Random(32)
    for _ in range(40 * FUZZ):
        colours = rng.randint(2, 3)
        puzzle = picture_puzzle(random_picture(rng, 8, 7, colours), colours)
        for depth in DEPTHS:
            state = engine.probe(puzzle, start(puzzle), depth).state
            assert engine.probe(puzzle, state, depth).state == state
            for cell in state.open_cells():
                for colour in range(colours):
                    if state.masks[cell] >> colour & 1:
                        assert engine.propagate(puzzle, assume(state, cell, colour)
                                                ).conflict is None


def naive(puzzle: Puzzle, engine: Any, depth: int) -> State | None:
    def propagate(state: State) -> State | None:
        found = engine.propagate(puzzle, state)
        return None if found.conflict is not None else found.state

    return probe_naively(start(puzzle), propagate, depth)


def test_it_finds_what_naive_probing_finds(engine: Any) -> None:
    rng = random.Random(33)
    for _ in range(80 * FUZZ):
        colours = rng.randint(2, 3)
        puzzle = picture_puzzle(random_picture(rng, rng.randint(3, 6), 6, colours), colours)
        for depth in DEPTHS:
            found = engine.probe(puzzle, start(puzzle), depth)
            assert found.state == naive(puzzle, engine, depth)


@pytest.mark.parametrize(("colours", "rows"), CLOSURE_HELPS)
def test_the_closure_helps(engine: Any, colours: int, rows: tuple[str, ...]) -> None:
    picture = tuple(tuple(map(int, row)) for row in rows)
    puzzle = picture_puzzle(picture, colours)
    counts = []
    for depth in DEPTHS:
        found = engine.probe(puzzle, start(puzzle), depth)
        assert found.state == naive(puzzle, plain, depth)
        assert all(mask >> colour & 1 for mask, colour in zip(
            found.state.masks, (c for row in picture for c in row), strict=True))
        counts.append(count(found.state))
    assert counts[2] < counts[1] <= counts[0]


def test_engines_agree(native: Any) -> None:
    rng = random.Random(34)
    for _ in range(60 * FUZZ):
        colours = rng.randint(2, 4)
        picture = random_picture(rng, rng.randint(1, 12), rng.randint(1, 12), colours)
        puzzle = picture_puzzle(picture, colours)
        for depth in DEPTHS:
            assert plain.probe(puzzle, None, depth).state == native.probe(
                puzzle, start(puzzle), depth).state


# --- the relation by itself ----------------------------------------------------------------------

def random_relation(rng: random.Random) -> tuple[Relation, int, int, list[tuple[int, int]]]:
    cells, colours = rng.randint(1, 6), rng.randint(2, 3)
    relation = Relation(list(range(cells * colours)), colours)
    pairs = []
    for _ in range(rng.randint(0, 3 * cells)):
        one, other = rng.randrange(cells * colours), rng.randrange(cells * colours)
        if one % cells != other % cells:
            pairs.append((one, other))
            relation.exclude(one, [other])
    return relation, cells, colours, pairs


def models(cells: int, colours: int, pairs: list[tuple[int, int]]) -> list[set[int]]:
    """The choices of one literal for each cell that obey all the pairs."""
    choices = ({colour * cells + cell for cell, colour in enumerate(choice)}
               for choice in product(range(colours), repeat=cells))
    return [chosen for chosen in choices
            if not any(one in chosen and other in chosen for one, other in pairs)]


def test_closing_a_relation_never_kills_a_model() -> None:
    rng = random.Random(35)
    for _ in range(1500 * FUZZ):
        relation, cells, colours, pairs = random_relation(rng)
        dead = set(relation.close())
        holding = models(cells, colours, pairs)
        assert not any(dead & chosen for chosen in holding)
        if colours == 2 and holding:  # then it is 2-SAT, and the closure knows all
            possible = set().union(*holding)
            assert dead == set(range(2 * cells)) - possible


def test_closing_bit_by_bit_is_closing_at_once() -> None:
    rng = random.Random(36)
    for _ in range(500 * FUZZ):
        whole, cells, colours, pairs = random_relation(rng)
        stepwise = Relation(list(range(cells * colours)), colours)
        dead: set[int] = set()
        for one, other in pairs:
            stepwise.exclude(one, [other])
            dead.update(stepwise.close())
        assert set(whole.close()) == dead
