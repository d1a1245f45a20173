"""Tables and rectangles against the pieces themselves, cell by cell."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from helpers.label_tasks import NOTCHED, curves, edge
from nonoforge.errors import InputError
from nonoforge.labeling.maxsat import rectangles
from nonoforge.labeling.options import conflicts_of, options_of
from nonoforge.labeling.places import State, fixed_grid, grid_of, table_of
from nonoforge.labeling.task import LEFT, Label, Port, Task


@pytest.mark.parametrize("seed", range(6))
def test_tables_and_rectangles_are_the_pieces(seed: int) -> None:
    random = Random(seed)
    task = edge(random, 5) if seed % 2 else curves(random, 4, NOTCHED, gap=1.0)
    options = options_of(task)
    conflicts = conflicts_of(task, options)
    grid = grid_of(options, 1.7)
    table = table_of(conflicts, grid)
    wanted = set()
    for m in range(len(conflicts)):
        piece = conflicts.take(np.array([m]))
        i, j = int(piece.first[0]), int(piece.second[0])
        for k in range(int(grid.counts[j])):
            for n in range(int(grid.counts[i])):
                e, f = grid.length(State(i, n)), grid.length(State(j, k))
                if piece.holds(np.array([e]), np.array([f]))[0]:
                    wanted.add((i, n, j, k))
    found = {(int(table.first[m]), n, int(table.second[m]), k)
             for m in range(len(table)) for k in range(table.low.shape[1])
             for n in range(table.low[m, k], table.high[m, k] + 1)}
    assert found == wanted
    covered = {(int(table.first[m]), n, int(table.second[m]), k)
               for m, a, b, c, d in zip(*(part.tolist() for part in rectangles(table)), strict=True)
               for n in range(a, b + 1) for k in range(c, d + 1)}
    assert covered == wanted


def test_lengths_reach_the_longest() -> None:
    task = Task(NOTCHED, (Label((Port((20.0, 0.0), (0.0, -1.0), LEFT),), (5.0,), 5.0),), 3.0)
    options = options_of(task)
    assert grid_of(options, 0.1).counts.tolist() == [31]
    assert grid_of(options, 2.0).counts.tolist() == [2]
    assert grid_of(options, 5.0).counts.tolist() == [1]
    assert fixed_grid(options).counts.tolist() == [1]


@pytest.mark.parametrize("step", [0.0, -1.0, float("nan"), float("inf")])
def test_steps_refused(step: float) -> None:
    with pytest.raises(InputError, match="step"):
        grid_of(options_of(edge(Random(1), 2)), step)


def test_too_many_steps_refused() -> None:
    with pytest.raises(InputError, match="2,000 steps"):
        grid_of(options_of(edge(Random(1), 2)), 0.001)


def test_too_large_tables_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nonoforge.labeling.places.MAX_ENTRIES", 100)
    task = edge(Random(1), 5)
    options = options_of(task)
    with pytest.raises(InputError, match="conflicts between labels"):
        table_of(conflicts_of(task, options), grid_of(options, 1.0))
