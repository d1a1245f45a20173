"""The programmes of widening beside other ways to the same answers."""

from __future__ import annotations

from itertools import product
from math import inf
from typing import Any

import pytest

from helpers.lattices import some
from nonoforge.families.sloped import (
    FRAME_SIDES,
    Programme,
    build_programme,
    largest_width,
    least_shifts,
)
from nonoforge.families.sloped.lattice import min_width
from nonoforge.families.sloped.widening.optimum import Settings

highspy = pytest.importorskip("highspy")
np = pytest.importorskip("numpy")


def _columns(rows: Any, count: int) -> Any:
    """The factors of rows for each line without the frame."""
    dense = np.zeros((len(rows.now), FRAME_SIDES + count))
    for row, (lines, factors) in enumerate(zip(rows.lines, rows.factors, strict=True)):
        for line, factor in zip(lines, factors, strict=True):
            dense[row, line] += factor
    return dense[:, FRAME_SIDES:]


class Plain:
    """Each programme in full, given to the solver as it is: no row is left out."""

    def __init__(self, rows: Programme, wanted: float) -> None:
        self.count = len(rows.lattice.lines) - FRAME_SIDES
        short = np.minimum(rows.edges.now / 2, Settings().short)
        self.factors = np.vstack([_columns(part, self.count)
                                  for part in (rows.points, rows.edges, rows.widths)])
        self.lower = np.concatenate([-rows.points.now, short - rows.edges.now,
                                     wanted - rows.widths.now])
        self.upper = np.full(len(self.lower), np.inf)
        self.upper[:len(rows.points.now)] = self.lower[:len(rows.points.now)]

    def solver(self, lower: Any, upper: Any, cost: Any) -> Any:
        solver = highspy.Highs()
        solver.setOptionValue("output_flag", False)
        for low, high in zip(lower, upper, strict=True):
            solver.addVar(low, high)
        solver.changeColsCost(self.count, np.arange(self.count, dtype=np.int32), cost)
        every = np.arange(self.count, dtype=np.int32)
        for factors, low, high in zip(self.factors, self.lower, self.upper, strict=True):
            solver.addRow(low, high, self.count, every, factors)
        return solver

    def least_sum_by_signs(self) -> float:
        """The least of all programmes in which each line may move to one side only."""
        best = inf
        solver = self.solver(np.zeros(self.count), np.zeros(self.count), np.zeros(self.count))
        every = np.arange(self.count, dtype=np.int32)
        for signs in product((-1.0, 1.0), repeat=self.count):
            side = np.array(signs)
            solver.changeColsBounds(self.count, every, np.where(side < 0, -1e3, 0.0),
                                    np.where(side < 0, 0.0, 1e3))
            solver.changeColsCost(self.count, every, side)
            solver.run()
            if solver.getModelStatus() == highspy.HighsModelStatus.kOptimal:
                best = min(best, solver.getInfo().objective_function_value)
        return best

    def least_squares(self) -> float:
        """By the solver's own method for quadratic programmes."""
        bounds = np.full(self.count, 1e3)
        solver = self.solver(-bounds, bounds, np.zeros(self.count))
        hessian = highspy.HighsHessian()
        hessian.dim_, hessian.format_ = self.count, highspy.HessianFormat.kTriangular
        hessian.start_ = np.arange(self.count + 1)
        hessian.index_, hessian.value_ = np.arange(self.count), np.full(self.count, 2.0)
        solver.passHessian(hessian)
        solver.run()
        assert solver.getModelStatus() == highspy.HighsModelStatus.kOptimal
        return float(solver.getInfo().objective_function_value)


def test_least_sum_is_that_of_all_choices_of_sides() -> None:
    tried = 0
    for arrangement in some(12, 7):
        rows = build_programme(arrangement)
        top = largest_width(rows).width
        wanted = 0.8 * top + 0.2 * min_width(arrangement)
        if wanted > min_width(arrangement) + 1e-6:
            found = least_shifts(rows, wanted, "sum")
            assert np.abs(found.shifts).sum() == pytest.approx(
                Plain(rows, wanted).least_sum_by_signs(), abs=1e-6)
            tried += 1
    assert tried > 6


def test_least_squares_are_those_of_another_solver() -> None:
    for arrangement in some(10, 12):
        rows = build_programme(arrangement)
        top = largest_width(rows).width
        wanted = 0.8 * top + 0.2 * min_width(arrangement)
        found = least_shifts(rows, wanted, "squares")
        assert (found.shifts ** 2).sum() == pytest.approx(Plain(rows, wanted).least_squares(),
                                                          rel=1e-6, abs=1e-6)


def test_largest_width_is_that_of_bisection() -> None:
    for arrangement in some(6, 10):
        rows = build_programme(arrangement)
        low, high = min_width(arrangement), 101.0
        while high - low > 1e-5:
            middle = (low + high) / 2
            low, high = (middle, high) if least_shifts(rows, middle, "max") else (low, middle)
        assert largest_width(rows).width == pytest.approx(low, abs=3e-5)
