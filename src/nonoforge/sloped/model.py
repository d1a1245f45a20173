"""Linear and quadratic programmes for HiGHS, put together from blocks of rows."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from nonoforge.errors import MissingPart, NonoforgeError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[Any]
    Floats = NDArray[Any]

TIGHT = 1e-9  # how far rows may be missed: much less than a shift that anybody sees
LONG = 60.0  # seconds, against programmes on which the solver does not come to an end
ROWWISE, COLUMNWISE, MAXIMIZE = 2, 1, -1  # as HiGHS numbers them


class Trouble(NonoforgeError):
    """The solver gave up for a reason of its own."""


class Answer(NamedTuple):
    """The values of the variables and the duals of the rows, block by block."""

    values: Floats
    duals: list[Floats]
    seconds: float


class Model:
    """Variables with bounds and costs; blocks of rows between bounds. The least cost is sought."""

    def __init__(self, columns: int) -> None:
        self.numpy = numpy_or_missing()
        self.cost = self.numpy.zeros(columns)
        self.squares: Floats | None = None  # twice the factors of the squares of the variables
        self.lower = self.numpy.full(columns, -self.numpy.inf)
        self.upper = self.numpy.full(columns, self.numpy.inf)
        self.blocks: list[tuple[Ints, Floats, Floats, Floats]] = []

    def rows(self, columns: Ints, factors: Floats, lower: Floats | float,
             upper: Floats | float) -> None:
        """A block: for each row as many columns as the others have, -1 for none, with factors."""
        full = self.numpy.broadcast_to
        self.blocks.append((columns, factors, full(lower, len(columns)),
                            full(upper, len(columns))))

    def mirror(self, columns: int) -> None:
        """So many columns more, with the first ones' factors but for the sign."""
        join = self.numpy.hstack
        self.blocks = [(join([at, self.numpy.where(at >= 0, at + columns, -1)]),
                        join([factors, -factors]), lower, upper)
                       for at, factors, lower, upper in self.blocks]

    def solve(self, tolerance: float = TIGHT, presolve: bool = True) -> Answer | None:
        """The best values; None if no values satisfy all rows."""
        begin = perf_counter()
        highs = _solver(tolerance, presolve)
        self._pass(highs)
        highs.run()
        status = highs.modelStatusToString(highs.getModelStatus())
        if status == "Infeasible":
            return None
        if status != "Optimal":
            raise Trouble(f"the solver stopped with {status.lower()!r}")
        found = highs.getSolution()
        values = self.numpy.array(found.col_value)
        ends = self.numpy.cumsum([len(block[0]) for block in self.blocks])[:-1]
        duals = self.numpy.split(self.numpy.array(found.row_dual), ends)
        return Answer(values, duals, perf_counter() - begin)

    def _pass(self, highs: Any) -> None:
        np = self.numpy
        import highspy

        model = highspy.HighsModel()
        lp = model.lp_
        lp.num_col_, lp.num_row_ = len(self.cost), sum(len(block[0]) for block in self.blocks)
        lp.col_cost_, lp.col_lower_, lp.col_upper_ = self.cost, self.lower, self.upper
        lp.row_lower_ = np.concatenate([block[2] for block in self.blocks])
        lp.row_upper_ = np.concatenate([block[3] for block in self.blocks])
        kept = [(columns >= 0) & (factors != 0) for columns, factors, _, _ in self.blocks]
        counts = np.concatenate([there.sum(axis=1) for there in kept])
        lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        lp.a_matrix_.num_col_, lp.a_matrix_.num_row_ = lp.num_col_, lp.num_row_
        lp.a_matrix_.start_ = np.concatenate([[0], np.cumsum(counts)])
        lp.a_matrix_.index_ = np.concatenate(
            [block[0][there] for block, there in zip(self.blocks, kept, strict=True)])
        lp.a_matrix_.value_ = np.concatenate(
            [block[1][there] for block, there in zip(self.blocks, kept, strict=True)])
        if self.squares is not None:
            model.hessian_.dim_ = lp.num_col_
            model.hessian_.format_ = highspy.HessianFormat.kTriangular
            model.hessian_.start_ = np.arange(lp.num_col_ + 1)
            model.hessian_.index_ = np.arange(lp.num_col_)
            model.hessian_.value_ = self.squares
        if highs.passModel(model) == highspy.HighsStatus.kError:
            raise Trouble("the solver does not take the programme")


def numpy_or_missing() -> Any:
    """numpy, or what to install."""
    try:
        import numpy
    except ImportError:
        raise MissingPart("widening needs numpy; install nonoforge[planes]") from None
    return numpy


def _solver(tolerance: float, presolve: bool) -> Any:
    try:
        import highspy
    except ImportError:
        raise MissingPart("widening needs highspy; install nonoforge[planes]") from None
    highs = highspy.Highs()
    for name, value in (("output_flag", False), ("threads", 1), ("time_limit", LONG),
                        ("primal_feasibility_tolerance", tolerance),
                        ("dual_feasibility_tolerance", tolerance),
                        ("presolve", "on" if presolve else "off")):
        highs.setOptionValue(name, value)
    return highs
