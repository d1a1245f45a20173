"""The native kernel: what only it can get wrong, on small, huge and broken input."""

from __future__ import annotations

import random
from array import array
from itertools import product
from typing import Any

import pytest

from nonoforge.clues import Runs
from nonoforge.engine.outcome import ORDERS, Budget, Order
from nonoforge.families.grid import from_picture
from nonoforge.puzzle import Line, Puzzle
from nonoforge.state import State

native = pytest.importorskip("nonoforge.engine.native")
_kernel = pytest.importorskip("nonoforge.native._kernel")


def noise(seed: int, side: int, density: float) -> Puzzle:
    rng = random.Random(seed)
    return from_picture(
        [[int(rng.random() < density) for _ in range(side)] for _ in range(side)]).puzzle


def solve_packed(numbers: list[int], start: Any = None) -> Any:
    return _kernel.solve_packed(
        [array("i", numbers).tobytes()], 2, 2, False, 3, -1, -1, -1, -1.0, 0, start)[0][0]


# --- solutions -----------------------------------------------------------------------------------

@pytest.mark.parametrize("seed", [8, 187, 229, 508])
def test_no_solution_comes_twice(seed: int) -> None:
    """However many there are: what forbids a solution must outlive other learned clauses."""
    rng = random.Random(seed)
    side, density = rng.randint(8, 14), rng.choice([0.1, 0.15, 0.2, 0.25, 0.5])
    picture = [[int(rng.random() < density) for _ in range(side)] for _ in range(side)]
    solutions = native.solve(from_picture(picture).puzzle, limit=8000).solutions
    assert len(solutions) == 8000
    assert len(set(solutions)) == 8000


def test_a_limit_below_one_is_one() -> None:
    puzzle = Puzzle(2, (Line((0, 1), Runs.of(1), "line"),))
    assert len(native.solve(puzzle, limit=0).solutions) == 1


def test_cells_on_no_line_take_every_colour() -> None:
    puzzle = Puzzle(6, (Line((1, 3), Runs.of(1), "line"), Line((), Runs.of(), "empty")))
    solutions = native.solve(puzzle, limit=100).solutions
    assert set(solutions) == {
        bytes(colouring) for colouring in product((0, 1), repeat=6)
        if colouring[1] + colouring[3] == 1}


def test_many_cells_on_no_line_need_little_memory() -> None:
    puzzle = Puzzle(100_000, (Line((0, 1, 2), Runs.of(1), "line"),))
    outcome = native.solve(puzzle, level="probe", budget=Budget(settled=100))
    assert outcome.exhausted
    assert outcome.state == native.propagate(puzzle, State.start(puzzle)).state


# --- budgets -------------------------------------------------------------------------------------

@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("settled", [1, 7, 30])
def test_the_first_propagation_keeps_to_the_budget(order: Order, settled: int) -> None:
    puzzle = from_picture([[1] * 40] * 40).puzzle
    outcome = native.solve(puzzle, order=order, budget=Budget(settled=settled))
    assert outcome.exhausted
    assert not outcome.solutions
    assert outcome.work.settled == settled
    assert all(mask & 2 for mask in outcome.state.masks)


def test_no_time_no_work() -> None:
    outcome = native.solve(noise(5, 30, 0.5), budget=Budget(seconds=0.0))
    assert outcome.exhausted
    assert not outcome.solutions
    assert outcome.work.settled == 0


@pytest.mark.parametrize("settled", range(1, 200, 7))
def test_settled_lines_are_counted_exactly(settled: int) -> None:
    """Also inside a probe and inside the propagation after a decision."""
    for level in ("probe", "search"):
        outcome = native.solve(noise(6, 12, 0.45), level=level, budget=Budget(settled=settled))
        assert outcome.work.settled <= settled


def test_beliefs_and_reasons_keep_to_the_clock() -> None:
    """A guard against hangs: each of these steps alone would take minutes."""
    outcome = native.solve(noise(7, 150, 0.5), budget=Budget(seconds=0.3))
    assert outcome.exhausted


# --- broken input --------------------------------------------------------------------------------

@pytest.mark.parametrize("numbers", [
    [], [1], [1, 2], [1, 1, 0, 0], [1, 65, 0, 0], [-1, 2, 0, 0], [1, 2, 0], [1, 2, 0, 0, 0],
    [1, 2, 2**26, 0],                       # more lines than numbers
    [1, 2, 2**31 - 1, 0, 0, 0, 0],
    [1, 2, 0, 2**28],                       # ... givens
    [1, 2, 1, 0, 2**20, 0],                 # ... cells
    [1, 2, 1, 0, 1, 0, 0, 2**26],           # ... runs
    [2**27, 2, 0, 0], [2**28, 2, 0, 0], [2**26, 2, 0, 0], [2**26, 64, 0, 0],
    [1, 2, 1, 0, 1, 1, 0, 0, 0],            # a cell that is not there
    [1, 2, 1, 0, 1, 0, 2, 0, 0],            # an unknown kind of clue
    [1, 2, 1, 0, 1, 0, 1, 2, 0, 0, 0, 0, 0],  # a tally with a colour that is not there
    [1, 2, 1, 0, 1, 0, 1, 1, -2, 0, 0],     # ... with a negative number
    [1, 2, 1, 0, 1, 0, 1, 1, 1, 4, 0],      # ... with too many groups
    [1, 2, 1, 0, 1, 0, 0, 1, -1, 1, 0],     # a negative run
    [1, 2, 1, 0, 1, 0, 0, 1, 1, 0, 0],      # a white run
    [1, 2, 1, 0, 1, 0, 0, 1, 1, 2, 0],      # a colour that is not there
    [1, 2, 0, 1, 1, 0], [1, 2, 0, 1, 0, 2],
])
def test_broken_numbers_are_refused_at_once(numbers: list[int]) -> None:
    with pytest.raises(ValueError, match="puzzle"):
        solve_packed(numbers)


def test_runs_of_any_length_do_not_overflow() -> None:
    most = 2**31 - 1
    numbers = [1, 2, 1, 0, 1, 0, 0, 3, most, 1, most, 1, most, 1, 0]
    assert solve_packed(numbers)[3] == ()
    assert solve_packed(numbers)[5] == 0


@pytest.mark.parametrize("size", [0, 1, 3])
def test_a_start_must_fit_the_puzzle(size: int) -> None:
    with pytest.raises(ValueError, match="start"):
        solve_packed([2, 2, 0, 0], array("Q", [3] * size))
    assert len(solve_packed([2, 2, 0, 0], array("Q", [3, 1]))[3]) == 2


@pytest.mark.parametrize(("length", "words"), [(64, 1), (64, 3), (65, 2), (0, 1), (-1, 0), (3, 0)])
def test_masks_must_fit_the_line(length: int, words: int) -> None:
    clue = _kernel.pack_clue(Runs.of(1))
    with pytest.raises(ValueError, match="words"):
        _kernel.settle_many([Runs.of(1)], length, 2, array("Q", [3] * words))
    with pytest.raises(ValueError, match="words"):
        _kernel.settle_seconds(clue, length, 2, array("Q", [3] * words), 1)


def test_a_clue_of_something_else() -> None:
    for runs in (([1, 1],), ((1,),), (3,)):
        with pytest.raises(TypeError):
            _kernel.pack_clue(Runs(runs))
    with pytest.raises(OverflowError):
        _kernel.pack_clue(Runs.of(2**40))


def test_sizes_are_refused_before_memory_is_asked_for() -> None:
    with pytest.raises(ValueError, match="longer than 4096 cells"):
        _kernel.settle_many([Runs.of(1)], 2**31 - 1, 0, array("Q"))
    for width, height in ((2**31 - 1, 2**31 - 1), (2**31 - 1, 1), (5000, 5000)):
        assert _kernel.pack_matrix(b"[", b"[", width, height, 2) is None
