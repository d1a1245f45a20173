from __future__ import annotations

from random import Random
from time import monotonic

import numpy as np

from helpers.label_tasks import curves
from nonoforge.labeling.auto import Improve, best_states, free_states, greedy, occupy
from nonoforge.labeling.options import Conflicts, conflicts_of, options_of
from nonoforge.labeling.places import LengthGrid, State, grid_of, table_of


def setting(seed: int, count: int) -> tuple[LengthGrid, Conflicts, list[int]]:
    task = curves(Random(seed), count, ((0.0, 0.0), (80.0, 0.0), (80.0, 60.0), (0.0, 60.0)))
    options = options_of(task)
    return grid_of(options, 1.0), conflicts_of(task, options), sorted(set(options.label.tolist()))


def score(grid: LengthGrid, states: dict[int, State]) -> tuple[int, float]:
    return -len(states), round(sum(map(grid.length, states.values())), 2)


def test_what_a_state_forbids_is_not_free() -> None:
    grid, conflicts, _ = setting(1, 6)
    free = free_states(grid, grid.counts)
    state = State(3, 5)
    occupy(table_of(conflicts, grid), state, free)
    for o in range(len(grid.options)):
        pieces = [conflicts.take((conflicts.first == 3) & (conflicts.second == o)),
                  conflicts.take((conflicts.first == o) & (conflicts.second == 3)).swapped()]
        for k in range(int(grid.counts[o])):
            here, there = grid.length(state), grid.length(State(o, k))
            hit = any(each.holds(np.full(len(each), here), np.full(len(each), there)).any()
                      for each in pieces)
            assert free[o, k] == (not hit)


def test_better_and_valid_and_as_good_as_the_best() -> None:
    """With one window for all it is the best itself."""
    for seed in range(2):
        grid, conflicts, labels = setting(seed, 8)
        table = table_of(conflicts, grid)
        quick = greedy(grid, grid.counts, table, labels)
        better = Improve(grid, grid.counts, table, quick, labels).run(monotonic() + 20)
        best = best_states(grid, conflicts)
        assert score(grid, better) <= score(grid, quick)
        assert score(grid, better) == score(grid, best.states)
        length = np.full(len(grid.options), np.nan)
        for state in better.values():
            length[state.option] = grid.length(state)
        with np.errstate(invalid="ignore"):
            assert not conflicts.holds(length[conflicts.first], length[conflicts.second]).any()


def test_no_time_no_change() -> None:
    grid, conflicts, labels = setting(1, 10)
    table = table_of(conflicts, grid)
    quick = greedy(grid, grid.counts, table, labels)
    assert Improve(grid, grid.counts, table, quick, labels).run(monotonic() - 1) == quick
