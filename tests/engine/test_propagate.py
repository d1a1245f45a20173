"""Propagation: every line as certain as it can be, whatever the order."""

from __future__ import annotations

import random
from typing import Any

import pytest

from nonoforge.clues import Runs
from nonoforge.engine import plain
from nonoforge.engine.outcome import ORDERS
from nonoforge.puzzle import Line, Puzzle
from nonoforge.state import State

from .oracles import (
    FUZZ,
    PALETTES,
    grid_puzzle,
    picture_puzzle,
    propagate_naively,
    random_picture,
    random_puzzle,
    settle_by_automaton,
    solve_by_brute_force,
)


def start(puzzle: Puzzle) -> State:
    return State.start(puzzle)


def random_start(rng: random.Random, puzzle: Puzzle) -> State:
    """Some cells have lost some colours, but none has lost all."""
    full = (1 << len(puzzle.palette)) - 1
    return State(tuple(
        full if rng.random() < 0.8 else rng.randint(1, full) for _ in range(puzzle.cells)))


# --- the odd cases -------------------------------------------------------------------------------

@pytest.mark.parametrize("order", ORDERS)
def test_one_cell(engine: Any, order: str) -> None:
    for clue, masks in ((Runs.of(), (1,)), (Runs.of(1), (2,))):
        puzzle = grid_puzzle([clue], [clue])
        assert engine.propagate(puzzle, start(puzzle), order).state.masks == masks
    clash = grid_puzzle([Runs.of(1)], [Runs.of()])
    found = engine.propagate(clash, start(clash), order)
    assert (found.conflict, found.state.masks) == (1, (2,))


@pytest.mark.parametrize("order", ORDERS)
def test_one_row(engine: Any, order: str) -> None:
    row = Puzzle(7, (Line(tuple(range(7)), Runs.of(5), "row 1"),))
    found = engine.propagate(row, start(row), order)
    assert found.state.masks == (3, 3, 2, 2, 2, 3, 3)
    assert found.work.settled == 1


def test_empty_clues(engine: Any) -> None:
    puzzle = grid_puzzle([Runs.of()] * 3, [Runs.of()] * 5)
    found = engine.propagate(puzzle, start(puzzle))
    assert found.conflict is None
    assert found.state.masks == (1,) * 15


def test_no_lines_and_no_cells(engine: Any) -> None:
    assert engine.propagate(Puzzle(2, ()), State((3, 1))).state.masks == (3, 1)
    assert engine.propagate(Puzzle(0, ()), State(())).state.masks == ()


def test_cells_on_no_line_keep_what_is_known(engine: Any) -> None:
    puzzle = Puzzle(3, (Line((1,), Runs.of(1), "row 1"),), given=((2, 1),))
    assert engine.propagate(puzzle, start(puzzle)).state.masks == (3, 2, 2)


def test_givens_hold_in_any_state(engine: Any) -> None:
    puzzle = grid_puzzle([Runs.of(1)], [Runs.of(), Runs.of(1)])
    given = Puzzle(2, puzzle.lines[:1], given=((0, 0),))
    assert engine.propagate(given, State((3, 3))).state.masks == (1, 2)


def test_a_state_of_the_wrong_size_is_refused() -> None:
    with pytest.raises(ValueError, match="a state of 2 cells"):
        plain.propagate(Puzzle(3, ()), State((3, 3)))


def test_a_large_grid(engine: Any) -> None:
    side = 120
    picture = tuple(tuple(int((x - 60) ** 2 + (y - 55) ** 2 < 2500) for x in range(side))
                    for y in range(side))
    puzzle = picture_puzzle(picture)
    found = engine.propagate(puzzle, start(puzzle))
    assert found.state.solved
    assert found.state.colouring() == bytes(c for row in picture for c in row)


# --- what it finds -------------------------------------------------------------------------------

def test_it_finds_what_settling_by_hand_finds(engine: Any) -> None:
    rng = random.Random(7)
    for _ in range(300 * FUZZ):
        puzzle = random_puzzle(rng, side=7, most_colours=4)
        state = random_start(rng, puzzle)
        naive = propagate_naively(puzzle, state)
        for order in ORDERS:
            found = engine.propagate(puzzle, state, order)
            assert (found.conflict is None) == (naive is not None)
            if naive is not None:
                assert found.state == naive


def test_a_conflict_names_a_line_that_cannot_be_coloured(engine: Any) -> None:
    rng = random.Random(8)
    conflicts = 0
    for _ in range(300 * FUZZ):
        puzzle = random_puzzle(rng)
        for order in ORDERS:
            found = engine.propagate(puzzle, random_start(rng, puzzle), order)
            if found.conflict is not None:
                conflicts += 1
                line = puzzle.lines[found.conflict]
                masks = [sum((found.state.masks[cell] >> c & 1) << p
                             for p, cell in enumerate(line.cells))
                         for c in range(len(puzzle.palette))]
                assert settle_by_automaton(line.clue, masks, len(line.cells)) is None
    assert conflicts > 50


def test_orders_agree_on_larger_puzzles(engine: Any) -> None:
    rng = random.Random(9)
    for _ in range(20 * FUZZ):
        colours = rng.randint(2, 4)
        picture = random_picture(rng, rng.randint(8, 25), rng.randint(8, 25), colours)
        puzzle = picture_puzzle(picture, colours)
        ordered, queued = (engine.propagate(puzzle, start(puzzle), order)
                           for order in ("ordered", "plain"))
        assert ordered.state == queued.state
        assert ordered.work.settled <= queued.work.settled
        assert all(mask >> colour & 1 for mask, colour in zip(
            ordered.state.masks, (c for row in picture for c in row), strict=True))


def test_native_counts_the_same_work(native: Any) -> None:
    rng = random.Random(10)
    for _ in range(50 * FUZZ):
        puzzle = picture_puzzle(random_picture(rng, rng.randint(1, 12), rng.randint(1, 12)))
        for order in ORDERS:
            assert plain.propagate(puzzle, None, order) == native.propagate(
                puzzle, start(puzzle), order)


# --- lines that read a cell twice ----------------------------------------------------------------

def twisted(rng: random.Random) -> Puzzle:
    """A few lines over a few cells, in any order, with repeats and loose cells."""
    cells, colours = rng.randint(1, 7), rng.randint(2, 3)
    picture = [rng.randrange(colours) for _ in range(cells)]
    lines = []
    for number in range(rng.randint(1, 4)):
        route = tuple(rng.randrange(cells) for _ in range(rng.randint(1, 8)))
        clue = Runs.read([picture[cell] for cell in route])
        lines.append(Line(route, clue, f"curve {number}", rng.randrange(3)))
    return Puzzle(cells, tuple(lines), PALETTES[colours])


def test_repeated_cells_agree_with_themselves(engine: Any) -> None:
    puzzle = Puzzle(2, (Line((0, 1, 0), Runs.of(1, 1), "loop"),))
    assert engine.propagate(puzzle, start(puzzle)).state.masks == (2, 1)
    impossible = Puzzle(1, (Line((0, 0, 0), Runs.of(2), "loop"),))
    assert engine.propagate(impossible, start(impossible)).conflict == 0


def test_twisted_lines_are_settled_exactly_and_reach_a_fixed_point(engine: Any) -> None:
    rng = random.Random(11)
    for _ in range(400 * FUZZ):
        puzzle = twisted(rng)
        solutions = solve_by_brute_force(puzzle)
        states = set()
        for order in ORDERS:
            found = engine.propagate(puzzle, start(puzzle), order)
            assert found.conflict is None
            assert all(found.state.masks[cell] >> colour & 1
                       for solution in solutions for cell, colour in enumerate(solution))
            assert engine.propagate(puzzle, found.state, order).state == found.state
            states.add(found.state)
        assert len(states) == 1
        assert states == {propagate_naively(puzzle, start(puzzle))}
