"""The best states against trying all of them, and against CP-SAT."""

from __future__ import annotations

from itertools import product
from random import Random
from time import monotonic

import numpy as np
import pytest

from helpers.label_tasks import NOTCHED, curves, edge
from nonoforge.labeling.auto import all_states, best_states, greedy
from nonoforge.labeling.maxsat import Clauses, Found, shortest
from nonoforge.labeling.options import Conflicts, conflicts_of, options_of
from nonoforge.labeling.places import LengthGrid, State, grid_of, table_of
from nonoforge.labeling.task import Task

SMALL = ((0.0, 0.0), (26.0, 0.0), (20.0, 18.0), (2.0, 22.0))


def setting(task: Task, step: float) -> tuple[LengthGrid, Conflicts]:
    options = options_of(task)
    return grid_of(options, step), conflicts_of(task, options)


def overlaps(grid: LengthGrid, conflicts: Conflicts, states: list[State]) -> bool:
    length = np.full(len(grid.options), np.nan)
    for state in states:
        length[state.option] = grid.length(state)
    with np.errstate(invalid="ignore"):
        return bool(conflicts.holds(length[conflicts.first], length[conflicts.second]).any())


def score(grid: LengthGrid, states: dict[int, State]) -> tuple[int, float]:
    return -len(states), sum(map(grid.length, states.values()))


def allowed(grid: LengthGrid, option: int) -> list[State]:
    return [State(option, k) for k in range(int(grid.counts[option]))
            if grid.blocked is None or not grid.blocked[option, k]]


def tried(grid: LengthGrid, conflicts: Conflicts, labels: int) -> tuple[int, float]:
    """The best of all labelings."""
    choices: list[list[State | None]] = [
        [None, *(state for o in grid.options.of(label) for state in allowed(grid, o))]
        for label in range(labels)]
    best = (0, 0.0)
    for states in product(*choices):
        placed = {i: state for i, state in enumerate(states) if state}
        now = score(grid, placed)
        if now < best and not overlaps(grid, conflicts, list(placed.values())):
            best = now
    return best


def task_for(seed: int) -> Task:
    random = Random(seed)
    if seed % 3 == 0:
        return edge(random, 3, width=50)
    return curves(random, 2, SMALL if seed % 3 == 1 else NOTCHED, most=3, longest=24.0,
                  gap=random.choice([0.0, 1.0]), balanced=seed % 2 == 0)


@pytest.mark.parametrize("seed", range(24))
def test_equals_trying_all(seed: int) -> None:
    task = task_for(seed)
    grid, conflicts = setting(task, 16.0 if seed % 3 == 0 else 12.0)
    wanted = tried(grid, conflicts, len(task.labels))
    for found in (best_states(grid, conflicts), all_states(grid, conflicts)):
        assert found.optimal
        assert not overlaps(grid, conflicts, list(found.states.values()))
        assert score(grid, found.states) == pytest.approx(wanted, abs=1e-2)


@pytest.mark.parametrize("seed", range(8))
def test_pruned_components_equal_one_formula(seed: int) -> None:
    random = Random(seed)
    frame = ((0.0, 0.0), (90.0, 0.0), (80.0, 70.0), (0.0, 60.0))
    task = curves(random, 9, frame, balanced=seed % 2 == 0) if seed % 2 else edge(random, 8)
    grid, conflicts = setting(task, 2.0)
    whole, parts = all_states(grid, conflicts), best_states(grid, conflicts)
    assert whole.optimal
    assert parts.optimal
    assert not overlaps(grid, conflicts, list(parts.states.values()))
    assert score(grid, parts.states) == pytest.approx(score(grid, whole.states), abs=1e-2)


@pytest.mark.parametrize("seed", range(4))
def test_equals_cp_sat(seed: int) -> None:
    cp_model = pytest.importorskip("ortools.sat.python.cp_model")
    task = curves(Random(seed), 6, ((0.0, 0.0), (60.0, 0.0), (50.0, 50.0), (0.0, 40.0)))
    grid, conflicts = setting(task, 4.0)
    model, cost = cp_model.CpModel(), []
    here = {State(o, k): model.NewBoolVar(f"{o} {k}") for o in range(len(grid.options))
            for k in range(int(grid.counts[o]))}
    for label in range(len(task.labels)):
        model.AddAtMostOne(x for state, x in here.items() if grid.options.label[state.option]
                           == label)
    table = table_of(conflicts, grid)
    for m in range(len(table)):
        for k in range(table.low.shape[1]):
            for n in range(table.low[m, k], table.high[m, k] + 1):
                model.AddBoolOr(here[State(int(table.first[m]), n)].Not(),
                                here[State(int(table.second[m]), k)].Not())
    cost = [(round(grid.length(state) * 1000) - 10**6) * x for state, x in here.items()]
    model.Minimize(sum(cost))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    assert solver.Solve(model) == cp_model.OPTIMAL
    states = {int(grid.options.label[state.option]): state for state, x in here.items()
              if solver.Value(x)}
    found = best_states(grid, conflicts)
    assert score(grid, found.states) == pytest.approx(score(grid, states), abs=0.05)


def hard_one() -> tuple[LengthGrid, Conflicts, Clauses]:
    task = curves(Random(3), 40, ((0.0, 0.0), (150.0, 0.0), (150.0, 150.0), (0.0, 150.0)))
    grid, conflicts = setting(task, 0.5)
    labels = sorted(set(grid.options.label.tolist()))
    return grid, conflicts, Clauses(grid, grid.counts, table_of(conflicts, grid), labels)


def test_when_time_is_over_the_best_so_far_is_the_answer() -> None:
    grid, conflicts, clauses = hard_one()
    labels = list(clauses.left)
    known = greedy(grid, grid.counts, table_of(conflicts, grid), labels)
    assert not overlaps(grid, conflicts, list(known.values()))
    assert len(known) > len(labels) / 2
    at_once = shortest(clauses, known, end=monotonic() - 1)
    assert at_once == Found(known, False)
    begin = monotonic()
    soon = best_states(grid, conflicts, end=begin + 0.3)
    assert monotonic() - begin < 20  # a guard against hanging
    assert not overlaps(grid, conflicts, list(soon.states.values()))
    assert score(grid, soon.states) <= score(grid, known) or not soon.optimal


def test_progress_is_told() -> None:
    grid, conflicts = setting(edge(Random(1), 6), 2.0)
    told: list[tuple[int, int]] = []
    best_states(grid, conflicts, progress=lambda done, of: told.append((done, of)))
    assert told == sorted(told)
    assert all(0 <= done < of == 6 for done, of in told)
