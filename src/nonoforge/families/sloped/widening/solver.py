"""Linear programmes for HiGHS, put together from blocks of rows.

Most rows never matter: they are about faces that are wide and edges that are long. So the solver is
given the rows that are nearest to being broken when nothing moves, and after each answer those that
the answer breaks, until it breaks none. What it then says holds for all rows: leaving rows out can
only make an answer better, and makes no programme infeasible. With 100 lines that is ten times
faster than all rows at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from nonoforge.errors import MissingPart, NonoforgeError

if TYPE_CHECKING:
    from numpy.typing import NDArray
    Floats = NDArray[Any]
    Ints = NDArray[Any]


TOLERANCE = 1e-9  # mm by which rows may be violated: far below any visible shift
FOREVER = float("inf")
MAX_SECONDS = 60.0  # for one programme, in case the solver does not terminate
ROWS_PER_VARIABLE = 4  # rows for each variable that the solver is given at first


class SolverError(NonoforgeError):
    """The solver gave up, for an internal reason."""


class Answer(NamedTuple):
    """The values of the variables and the duals of the rows, block by block."""

    values: Floats
    duals: list[Floats]
    seconds: float


class Table(NamedTuple):
    """Rows between bounds: as many columns for each as the others have, -1 for none."""

    columns: Ints
    factors: Floats
    lower: Floats
    upper: Floats

    def take(self, chosen: Ints) -> Table:
        """Return some of the rows."""
        return Table(*(part[chosen] for part in self))

    def short(self, values: Floats) -> Floats:
        """Return by how much each row misses its lower bound."""
        found: Floats = numpy_or_missing().einsum("ij,ij->i", self.factors, values[self.columns])
        return self.lower - found


def stacked(blocks: Sequence[Table]) -> Table:
    """Return all blocks below each other."""
    np = numpy_or_missing()
    wide = max(block.columns.shape[1] for block in blocks)
    parts = [(*(np.pad(part, ((0, 0), (0, wide - part.shape[1])), constant_values=empty)
                for part, empty in ((block.columns, -1), (block.factors, 0.0))),
              block.lower, block.upper) for block in blocks]
    return Table(*(np.concatenate(column) for column in zip(*parts, strict=True)))


class Model:
    """Variables with bounds and costs; blocks of rows. The least cost is sought. Rows with an upper
    bound are always seen by the solver."""

    def __init__(self, columns: int, some: int | None = None) -> None:
        self.some = ROWS_PER_VARIABLE * (some or columns)  # rows to begin with, and to add at most
        self.numpy = numpy_or_missing()
        self.cost = self.numpy.zeros(columns)
        self.lower = self.numpy.full(columns, -self.numpy.inf)
        self.upper = self.numpy.full(columns, self.numpy.inf)
        self.blocks: list[Table] = []
        self.always: list[Floats] = []

    def rows(self, columns: Ints, factors: Floats, lower: Floats | float, upper: Floats | float,
             always: bool = False) -> None:
        """Add a block of rows; `always`: the solver is given them from the beginning."""
        full = self.numpy.broadcast_to
        there = columns >= 0
        self.always.append(full(always, len(columns)) | self.numpy.isfinite(upper))
        self.blocks.append(Table(columns, self.numpy.where(there, factors, 0.0),
                                 full(lower, len(columns)), full(upper, len(columns))))

    def mirror(self, columns: int) -> None:
        """Add `columns` columns whose factors are those of the first ones with opposite sign."""
        np = self.numpy
        self.blocks = [Table(np.hstack([block.columns, np.where(block.columns >= 0,
                                                                block.columns + columns, -1)]),
                             np.hstack([block.factors, -block.factors]), block.lower, block.upper)
                       for block in self.blocks]

    def solve(self, tolerance: float = TOLERANCE, presolve: bool = True,
              until: float = FOREVER) -> Answer | None:
        """Return the best values; None if no values satisfy all rows. The clock (monotonic) must
        not pass `until`."""
        np = self.numpy
        begin = monotonic()
        table = stacked(self.blocks)
        chosen = self._nearest(table)
        highs = _solver(tolerance, presolve)
        self._pass(highs, table.take(chosen))
        while (values := _run(highs, until)) is not None:
            broken = table.short(values)
            broken[chosen] = 0.0
            worst = np.flatnonzero(broken > tolerance)
            if not len(worst):
                duals = np.zeros(len(broken))
                duals[chosen] = highs.getSolution().row_dual
                ends = np.cumsum([len(block.lower) for block in self.blocks])[:-1]
                return Answer(values, np.split(duals, ends), monotonic() - begin)
            worst = worst[np.argsort(-broken[worst])[:self.some]]
            chosen = np.concatenate([chosen, worst])
            self._add(highs, table.take(worst))
        return None

    def _nearest(self, table: Table) -> Ints:
        """Return the rows to begin with: those that are broken or nearest to it if nothing moves,
        and what it always sees."""
        np = self.numpy
        count = self.some + int((table.lower > 0).sum())
        chosen = np.concatenate(self.always)
        chosen[np.argsort(-table.lower, kind="stable")[:count]] = True
        found: Ints = np.flatnonzero(chosen)
        return found

    def _sparse(self, table: Table) -> tuple[Ints, Ints, Floats]:
        """Return where each row begins, the columns, the factors."""
        np = self.numpy
        kept = table.factors != 0
        begins = np.concatenate([[0], np.cumsum(kept.sum(axis=1))])
        return begins.astype(np.int32), table.columns[kept].astype(np.int32), table.factors[kept]

    def _pass(self, highs: Any, table: Table) -> None:
        import highspy

        lp = highspy.HighsLp()
        lp.num_col_, lp.num_row_ = len(self.cost), len(table.lower)
        lp.col_cost_, lp.col_lower_, lp.col_upper_ = self.cost, self.lower, self.upper
        lp.row_lower_, lp.row_upper_ = table.lower, table.upper
        matrix = lp.a_matrix_
        matrix.format_ = highspy.MatrixFormat.kRowwise
        matrix.num_col_, matrix.num_row_ = lp.num_col_, lp.num_row_
        matrix.start_, matrix.index_, matrix.value_ = self._sparse(table)
        if highs.passModel(lp) == highspy.HighsStatus.kError:
            raise SolverError("the solver does not take the programme")

    def _add(self, highs: Any, table: Table) -> None:
        begins, columns, factors = self._sparse(table)
        highs.addRows(len(table.lower), table.lower, table.upper, len(columns), begins[:-1],
                      columns, factors)


def check_time(until: float) -> float:
    """Return the seconds that are left, no more than a programme may take; trouble if there are
    none."""
    left = until - monotonic()
    if left <= 0:
        raise SolverError("the time is up")
    return min(left, MAX_SECONDS)


def _run(highs: Any, until: float) -> Floats | None:
    """Return the values of the variables; None if the rows that the solver has contradict each
    other."""
    from highspy import HighsModelStatus as Status

    sure = (Status.kOptimal, Status.kInfeasible)
    highs.setOptionValue("time_limit", highs.getRunTime() + check_time(until))
    highs.run()
    if highs.getModelStatus() not in sure:  # it may have begun in a bad place
        check_time(until)
        highs.clearSolver()
        highs.run()
    status = highs.getModelStatus()
    if status not in sure:
        words = highs.modelStatusToString(status).lower()
        raise SolverError(f"the solver stopped with {words!r}")
    if status == Status.kInfeasible:
        return None
    values: Floats = numpy_or_missing().array(highs.getSolution().col_value)
    return values


def numpy_or_missing() -> Any:
    """Return numpy, or raise an error that says what to install."""
    try:
        import numpy
    except ImportError:
        raise MissingPart("widening needs numpy: pip install 'nonoforge[planes]'") from None
    return numpy


def _solver(tolerance: float, presolve: bool) -> Any:
    try:
        import highspy
    except ImportError:
        raise MissingPart("widening needs highspy: pip install 'nonoforge[planes]'") from None
    highs = highspy.Highs()
    for name, value in (("output_flag", False), ("threads", 1),
                        ("primal_feasibility_tolerance", tolerance),
                        ("dual_feasibility_tolerance", tolerance),
                        ("presolve", "on" if presolve else "off")):
        highs.setOptionValue(name, value)
    return highs


# Least squares: the point nearest to the origin that satisfies some linear rows.
#
# The dual method of Goldfarb and Idnani, for squares with equal weights. It begins at the origin,
# and row by row it takes the most broken one into the set of rows that hold exactly: the point
# walks across the directions that the set leaves free until the row holds, and a row whose
# multiplier would become negative on the way leaves the set. The distance only grows, so it ends;
# where the set leaves nothing to walk and nothing can leave, no point satisfies all rows.
# (General quadratic solvers answer just that question badly, and it is the one that is asked
# where the width cannot be had.)
#
# That lines go on meeting in points leaves them only some space to move in, which is known exactly;
# the point moves in that space.
#
# D. Goldfarb, A. Idnani: A numerically stable dual method for solving strictly convex quadratic
# programs. Mathematical Programming 27, 1-33, 1983.

MIN_LENGTH = 1e-7  # of a direction; less is rounding
MAX_STEPS = 100  # for each variable
REFINEMENTS = 3  # of the final point


def least_squares(space: Floats, at_least: Table, tolerance: float = TOLERANCE,
                  until: float = FOREVER) -> Floats | None:
    """Return the values with the least sum of squares for which no row is less than its lower
    bound; None if there are none. Only sums of the columns of `space` come into question. The clock
    must not pass `until`."""
    np = numpy_or_missing()
    base, _ = np.linalg.qr(space)
    point, tight = np.zeros(base.shape[1]), ActiveSet(base.shape[1])
    for _ in range(MAX_STEPS * (len(base) + 1)):
        check_time(until)
        values: Floats = base @ point
        missing = at_least.short(values)
        row = int(missing.argmax()) if len(missing) else -1
        if row < 0 or missing[row] <= tolerance:
            found = base @ tight.point()
            return found if at_least.short(found).max(initial=0.0) <= tolerance else values
        found = tight.take(at_least.factors[row] @ base[at_least.columns[row]],
                           float(at_least.lower[row]), point)
        if found is None:
            return None
        point = found
    raise SolverError("the search for the least squares does not come to an end")


class ActiveSet:
    """The rows that hold exactly: their normals, bounds and multipliers. The columns of `base` are
    at right angles, of length 1, and span the normals; `inverse` tells what multiples of the
    normals a column of it is. Arrays are as large as they may become, and `count` is how much of
    them is in use."""

    def __init__(self, size: int) -> None:
        np = self.numpy = numpy_or_missing()
        self.count = 0
        self.normals, self.base, self.inverse = (np.zeros((size, size)) for _ in range(3))
        self.bounds, self.weights = np.zeros(size), np.zeros(size)

    def take(self, normal: Floats, bound: float, point: Floats) -> Floats | None:
        """Return the nearest point at which this row holds, too; others may leave. None if there is
        none."""
        weight = 0.0
        while True:
            base = self.base[:, :self.count]
            along = normal @ base
            across = normal - base @ along
            again = across @ base  # once more, for rounding
            across, along = across - base @ again, along + again
            size = float(across @ across)
            back = self.inverse[:self.count, :self.count] @ along
            leaving, most = self._first_to_leave(back)
            need = float("inf") if size <= MIN_LENGTH ** 2 else \
                (bound - float(normal @ point)) / size
            step = min(most, need)
            if step == float("inf"):
                return None
            if need < float("inf"):
                point = point + step * across
            self.weights[:self.count] -= step * back
            weight += step
            if need <= most:
                self._add(normal, bound, weight, back, across, size ** 0.5)
                return point
            self._drop(leaving)

    def _first_to_leave(self, back: Floats) -> tuple[int, float]:
        """Return the row whose multiplier is the first to become 0, and after which step."""
        falling = (back > MIN_LENGTH ** 2).nonzero()[0]
        if not len(falling):
            return -1, float("inf")
        steps = self.weights[falling] / back[falling]
        first = int(steps.argmin())
        return int(falling[first]), float(steps[first])

    def _add(self, normal: Floats, bound: float, weight: float, back: Floats, across: Floats,
             length: float) -> None:
        at = self.count
        self.base[:, at], self.normals[:, at] = across / length, normal
        self.inverse[:at, at], self.inverse[at, :at] = -back / length, 0.0
        self.inverse[at, at] = 1 / length
        self.bounds[at], self.weights[at] = bound, weight
        self.count += 1

    def _drop(self, row: int) -> None:
        """Take a row out. Its row of the inverse is a direction at right angles to all other
        normals: a reflection makes that the last column of the base, which goes."""
        count, last = self.count, self.count - 1
        mirror = self.inverse[row, :count] / self.numpy.linalg.norm(self.inverse[row, :count])
        mirror[last] += 1.0 if mirror[last] >= 0 else -1.0
        twice = mirror * (2 / float(mirror @ mirror))
        for array in (self.normals, self.bounds, self.weights):
            array[..., row:last] = array[..., row + 1:count]
        self.inverse[row:last, :count] = self.inverse[row + 1:count, :count]
        for array in (self.base[:, :count], self.inverse[:last, :count]):
            array -= self.numpy.outer(array @ mirror, twice)
        self.count = last

    def point(self) -> Floats:
        """Return where these rows hold, nearest to the origin: free of the rounding of steps."""
        normals, bounds = self.normals[:, :self.count], self.bounds[:self.count]
        base, inverse = self.base[:, :self.count], self.inverse[:self.count, :self.count]
        found: Floats = self.numpy.zeros(len(normals))
        for _ in range(REFINEMENTS):
            found += base @ ((bounds - found @ normals) @ inverse)
        return found
