"""The least sum of shifts as it was found in 2015: a programme for each choice of sides."""

from __future__ import annotations

from itertools import product
from typing import Any

from nonoforge.errors import MissingPart
from nonoforge.families.sloped import DEFAULT_SETTINGS, FRAME_SIDES, TOLERANCE, Programme, Rows

FAR = 1e3  # millimetres: no line goes farther


def least_sum_by_sides(rows: Programme, wanted: float) -> float:
    """The least of all 2^n programmes in which each line may go to one side only; infinite if none
    has a solution. Only sides and costs change from one programme to the next."""
    try:
        import highspy
        import numpy as np
    except ImportError as error:
        raise MissingPart(f"widening needs {error.name}; install nonoforge[planes]") from None
    lines = len(rows.lattice.lines) - FRAME_SIDES
    solver = _solver(rows, wanted, lines)
    every = np.arange(lines, dtype=np.int32)
    best = float("inf")
    for sides in product((-1.0, 1.0), repeat=lines):
        side = np.array(sides)
        solver.changeColsBounds(lines, every, np.where(side < 0, -FAR, 0.0),
                                np.where(side < 0, 0.0, FAR))
        solver.changeColsCost(lines, every, side)
        solver.run()
        if solver.getModelStatus() == highspy.HighsModelStatus.kOptimal:
            best = min(best, solver.getInfo().objective_function_value)
    return best


def _solver(rows: Programme, wanted: float, lines: int) -> Any:
    """A solver with all rows in it."""
    import highspy
    import numpy as np

    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("primal_feasibility_tolerance", TOLERANCE)
    for _ in range(lines):
        solver.addVar(-FAR, FAR)
    shortest = np.minimum(rows.edges.now / 2, DEFAULT_SETTINGS.short)
    for part, lower, upper in (
            (rows.points, -rows.points.now, -rows.points.now),
            (rows.edges, shortest - rows.edges.now, np.full(len(rows.edges.now), np.inf)),
            (rows.widths, wanted - rows.widths.now, np.full(len(rows.widths.now), np.inf))):
        _add(solver, part, lower, upper)
    return solver


def _add(solver: Any, part: Rows, lower: Any, upper: Any) -> None:
    import numpy as np

    if not len(lower):
        return
    kept = (part.lines >= FRAME_SIDES) & (part.factors != 0)
    begins = np.concatenate([[0], np.cumsum(kept.sum(axis=1))])[:-1].astype(np.int32)
    columns = (part.lines[kept] - FRAME_SIDES).astype(np.int32)
    solver.addRows(len(lower), lower, upper, len(columns), begins, columns, part.factors[kept])
