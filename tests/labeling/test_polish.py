from __future__ import annotations

from random import Random

import numpy as np
import pytest

from helpers.label_tasks import NOTCHED, SQUARE, curves, edge
from nonoforge.labeling.auto import best_states
from nonoforge.labeling.options import conflicts_of, options_of
from nonoforge.labeling.place import Polish, shortest_lengths
from nonoforge.labeling.places import grid_of
from nonoforge.labeling.task import LEFT, Label, Port, Task


@pytest.mark.parametrize("seed", range(24))
def test_valid_and_never_longer(seed: int) -> None:
    random = Random(seed)
    frame = (NOTCHED, SQUARE, ((0.0, 0.0), (70.0, 0.0), (35.0, 60.0)))[seed % 3]
    task = edge(random, 8) if seed % 4 == 0 else curves(random, 8, frame, gap=seed % 2)
    options = options_of(task)
    conflicts = conflicts_of(task, options)
    grid = grid_of(options, 3.0)
    before = {state.option: grid.length(state)
              for state in best_states(grid, conflicts).states.values()}
    after = Polish(options, conflicts, before).run()
    assert (-len(after), sum(after.values())) <= (-len(before), sum(before.values()) + 1e-6)
    assert len({int(options.label[o]) for o in after}) == len(after)
    length = np.full(len(options), np.nan)
    for option, each in after.items():
        length[option] = each
        assert any(a - 1e-6 <= each <= b + 1e-6 for a, b in options.rooms[option])
    with np.errstate(invalid="ignore"):
        assert not conflicts.holds(length[conflicts.first], length[conflicts.second]).any()


def test_one_behind_the_other() -> None:
    """The second must clear the first's boxes: 5 long, wherever it stood before."""
    ports = [Port((x, 0.0), (0.0, -1.0), LEFT) for x in (20.0, 23.0)]
    task = Task(SQUARE, tuple(Label((port,), (5.0,), 5.0) for port in ports))
    options = options_of(task)
    found = Polish(options, conflicts_of(task, options), {0: 9.3, 1: 20.0}).run()
    assert found == pytest.approx({0: 5.0, 1: 0.0}, abs=1e-5) or found == pytest.approx(
        {0: 0.0, 1: 5.0}, abs=1e-5)


def test_a_label_without_a_place_may_get_one() -> None:
    ports = [Port((x, 0.0), (0.0, -1.0), LEFT) for x in (20.0, 22.0)]
    task = Task(SQUARE, tuple(Label((port,), (5.0,), 5.0) for port in ports))
    options = options_of(task)
    found = Polish(options, conflicts_of(task, options), {1: 0.0}).run()
    assert found == pytest.approx({0: 5.0, 1: 0.0}, abs=1e-5)


def test_longest_path_and_programme_agree() -> None:
    """The rows of a longest path, and one more that asks for a trade."""
    first, second = np.array([0, 1]), np.array([1, 2])
    rows = np.array([[-1.0, 0.5, -3.0], [-1.0, 1.0, -2.0]])  # e0 >= e1 / 2 + 3, e1 >= e2 + 2
    low, high = np.zeros(3), np.full(3, 20.0)
    assert shortest_lengths(first, second, rows, low, high) == pytest.approx([4, 2, 0], abs=1e-6)
    pytest.importorskip("highspy")
    trade = np.array([[-1.0, 0.5, -3.0], [-1.0, 1.0, -2.0], [-1.0, -0.5, -9.0]])
    first, second = np.array([0, 1, 0]), np.array([1, 2, 2])  # and e0 + e2 / 2 >= 9
    found = shortest_lengths(first, second, trade, low, high)
    assert found == pytest.approx([9, 2, 0], abs=1e-6)
    dear = np.array([[-1.0, 0.5, -3.0], [-1.0, 1.0, -2.0], [-0.25, -1.0, -9.0]])
    found = shortest_lengths(first, second, dear, low, high)
    assert found is not None
    assert found.sum() == pytest.approx(214 / 9, abs=1e-6)
    assert shortest_lengths(first, second, trade - [0, 0, 99], low, high) is None
