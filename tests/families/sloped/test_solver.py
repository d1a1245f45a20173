"""Least squares beside another solver, on random rows."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from nonoforge.families.sloped.widening.solver import Model, Table, least_squares

pytest.importorskip("highspy")
np = pytest.importorskip("numpy")


def some_rows(rng: Random, columns: int, count: int) -> Table:
    """Rows of three variables; small whole numbers, so that many are tight at the same place."""
    at = np.array([rng.sample(range(columns), 3) for _ in range(count)], dtype=int)
    factors = np.array([[float(rng.randint(-2, 2)) for _ in range(3)] for _ in range(count)])
    lower = np.array([float(rng.randint(-3, 2)) for _ in range(count)])
    return Table(at.reshape(-1, 3), factors.reshape(-1, 3), lower, np.full(count, np.inf))


def feasible(columns: int, rows: Table) -> Any:
    """Some values, found by a linear programme."""
    model = Model(columns)
    model.lower[:], model.upper[:] = -1e4, 1e4
    model.rows(rows.columns, rows.factors, rows.lower, rows.upper)
    answer = model.solve()
    return None if answer is None else answer.values


def is_nearest(point: Any, rows: Table) -> bool:
    """A point that satisfies the rows is the nearest if it is a sum of the normals of tight rows
    with no negative weight: then no other point of the same rows is nearer. Such weights are
    looked for by a linear programme."""
    missing = rows.short(point)
    if missing.max(initial=0) > 1e-7:
        return False
    tight = np.flatnonzero(missing > -1e-7)
    normals = np.zeros((len(tight), len(point)))
    for number, row in enumerate(tight):
        np.add.at(normals[number], rows.columns[row], rows.factors[row])
    model = Model(len(tight))
    model.lower[:] = 0
    if not len(tight):
        return bool(np.abs(point).max(initial=0) < 1e-7)
    model.rows(np.broadcast_to(np.arange(len(tight)), (len(point), len(tight))), normals.T,
               point - 1e-6, point + 1e-6)
    return model.solve() is not None


def test_nearest_point_or_none() -> None:
    found = {True: 0, False: 0}
    for seed in range(150):
        rng = Random(seed)
        columns = rng.randint(3, 6)
        rows = some_rows(rng, columns, rng.randint(0, 14))
        point = least_squares(np.eye(columns), rows)
        found[point is None] += 1
        if point is None:
            assert feasible(columns, rows) is None
        else:
            assert is_nearest(point, rows)
    assert min(found.values()) > 10


def test_only_within_the_space() -> None:
    rows = Table(np.array([[0, 1, 2]]), np.array([[1.0, 0.0, 0.0]]), np.array([1.0]),
                 np.array([np.inf]))
    assert least_squares(np.array([[1.0], [1.0], [-2.0]]), rows) == pytest.approx((1, 1, -2))
    assert least_squares(np.array([[0.0], [1.0], [1.0]]), rows) is None
    assert least_squares(np.zeros((3, 0)), rows) is None


def test_rows_that_are_left_out_at_first_hold() -> None:
    """The model gives the solver some rows, and more while an answer breaks them: the answer is
    that with all rows."""
    for seed in range(40):
        rng = Random(seed)
        columns = rng.randint(3, 5)
        rows = some_rows(rng, columns, 200)
        low = rows.lower - rng.choice([3.0, 20.0])
        cost = np.array([float(rng.randint(-3, 3)) for _ in range(columns)])
        values = []
        for always in (False, True):
            model = Model(columns)
            model.cost[:], model.lower[:], model.upper[:] = cost, -50, 50
            model.rows(rows.columns, rows.factors, low, np.inf, always)
            answer = model.solve()
            values.append(None if answer is None else float(answer.values @ cost))
            assert answer is None or rows._replace(lower=low).short(answer.values).max() < 1e-6
        assert values[0] == pytest.approx(values[1], abs=1e-6)
