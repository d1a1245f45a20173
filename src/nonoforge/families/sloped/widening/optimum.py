"""The programmes of widening: least squares, least sum and least maximum of the shifts for a
wanted width, and the largest width that can be had. One programme each."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from nonoforge.families.sloped.lattice import FRAME_SIDES
from nonoforge.families.sloped.widening.model import (
    FOREVER,
    TOLERANCE,
    Model,
    Trouble,
    numpy_or_missing,
    stacked,
)
from nonoforge.families.sloped.widening.nearest import nearest
from nonoforge.families.sloped.widening.programme import Programme, Rows

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[Any]

Objective = Literal["squares", "sum", "max"]

SHORT = 1e-6  # millimetres: edges may become as short as that, or half of what they were


class Optimum(NamedTuple):
    """The shifts of all lines, the seconds in the solver, and for the largest width the width and
    the weights (duals) of the rows of points, edges and widths."""

    shifts: Floats
    seconds: float
    width: float | None = None
    weights: tuple[Floats, Floats, Floats] | None = None


class Shortage(NamedTuple):
    """By how many millimetres the rows of widths miss what was wanted, all together, and the
    weights (duals) of the rows of points, edges and widths."""

    total: float
    weights: tuple[Floats, Floats, Floats]


class Settings(NamedTuple):
    """How the solver goes about it; tighter ones are tried where a result does not stand."""

    tolerance: float = TOLERANCE
    presolve: bool = True
    short: float = SHORT
    grow: bool = False  # edges that are shorter than that must become longer
    until: float = FOREVER  # what the clock must not pass


DEFAULT_SETTINGS = Settings()


def least_shifts(programme: Programme, wanted: float, objective: Objective,
          settings: Settings = DEFAULT_SETTINGS) -> Optimum | None:
    """The least shifts with which all faces are as wide as wanted; None if none are enough."""
    np = numpy_or_missing()
    if not _lines(programme):  # the solver knows no programme without variables
        return None if programme.widths.now.min() < wanted else Optimum(_all(np.zeros(0)), 0.0)
    return {"squares": _squares, "sum": _sum, "max": _max}[objective](programme, wanted, settings)


def largest_width(programme: Programme, settings: Settings = DEFAULT_SETTINGS) -> Optimum:
    """The largest width of the narrowest face, and shifts that give it."""
    np = numpy_or_missing()
    lines = _lines(programme)
    model = Model(lines + 1)
    model.cost[lines] = -1.0
    model.upper[lines] = np.hypot(*np.ptp(programme.lattice.places, axis=0))  # with few rows, too
    _keep(model, programme, settings)
    columns, factors, now = _rows(programme, programme.widths)
    model.rows(np.hstack([columns, np.full((len(now), 1), lines)]),
               np.hstack([factors, np.full((len(now), 1), -1.0)]), -now, np.inf)
    answer = model.solve(settings.tolerance, settings.presolve, settings.until)
    if answer is None:  # that nothing moves is always possible
        raise Trouble("the solver finds a contradiction where there is none")
    points, edges, widths = answer.duals
    return Optimum(_all(answer.values[:lines]), answer.seconds, float(answer.values[lines]),
                   (points, edges, widths))


def shortage(
    programme: Programme, wanted: float, settings: Settings = DEFAULT_SETTINGS,
) -> Shortage:
    """How much is missing at least if faces should be as wide as wanted."""
    np = numpy_or_missing()
    lines, count = _lines(programme), len(programme.widths.now)
    model = Model(lines + count, lines + 1)
    model.cost[lines:] = 1.0
    model.lower[lines:] = 0.0
    _keep(model, programme, settings)
    columns, factors, now = _rows(programme, programme.widths)
    model.rows(np.hstack([columns, np.arange(lines, lines + count)[:, None]]),
               np.hstack([factors, np.ones((count, 1))]), wanted - now, np.inf)
    answer = model.solve(settings.tolerance, settings.presolve, settings.until)
    if answer is None:  # everything may be missing
        raise Trouble("the solver finds a contradiction where there is none")
    points, edges, widths = answer.duals
    return Shortage(float(answer.values[lines:].sum()), (points, edges, widths))


def _lines(programme: Programme) -> int:
    return len(programme.lattice.lines) - FRAME_SIDES


def _rows(programme: Programme, rows: Rows) -> tuple[Any, Floats, Floats]:
    """Columns are the lines without the frame, which does not move; factors; and values without
    any shift."""
    np = numpy_or_missing()
    return np.maximum(rows.lines - FRAME_SIDES, -1), rows.factors, rows.at(-programme.origin)


def _all(shifts: Floats) -> Floats:
    """With the frame."""
    np = numpy_or_missing()
    found: Floats = np.concatenate([np.zeros(FRAME_SIDES), shifts])
    return found


def _keep(model: Model, programme: Programme, settings: Settings) -> None:
    """Points stay points and edges stay edges."""
    np = numpy_or_missing()
    columns, factors, now = _rows(programme, programme.points)
    model.rows(columns, factors, -now, -now)
    columns, factors, now = _rows(programme, programme.edges)
    half = np.inf if settings.grow else programme.edges.now / 2
    model.rows(columns, factors, np.minimum(half, settings.short) - now, np.inf)


def _widen(model: Model, programme: Programme, wanted: float) -> None:
    np = numpy_or_missing()
    columns, factors, now = _rows(programme, programme.widths)
    model.rows(columns, factors, wanted - now, np.inf)


def _squares(programme: Programme, wanted: float, settings: Settings) -> Optimum | None:
    begin = perf_counter()
    lines = _lines(programme)
    model = Model(lines)  # only for its rows
    _keep(model, programme, settings)
    _widen(model, programme, wanted)
    _, *others = model.blocks
    found = nearest(programme.space, stacked(others), settings.tolerance, settings.until)
    return None if found is None else Optimum(_all(found), perf_counter() - begin)


def _sum(programme: Programme, wanted: float, settings: Settings) -> Optimum | None:
    """Each shift is what it is to the left less what it is to the right."""
    lines = _lines(programme)
    model = Model(2 * lines)
    model.cost[:] = 1.0
    model.lower[:] = 0.0
    _keep(model, programme, settings)
    _widen(model, programme, wanted)
    model.mirror(lines)
    answer = model.solve(settings.tolerance, settings.presolve, settings.until)
    return answer and Optimum(_all(answer.values[:lines] - answer.values[lines:]), answer.seconds)


def _max(programme: Programme, wanted: float, settings: Settings) -> Optimum | None:
    """No shift is more than the last variable, to either side."""
    np = numpy_or_missing()
    lines = _lines(programme)
    model = Model(lines + 1)
    model.cost[lines] = 1.0
    _keep(model, programme, settings)
    _widen(model, programme, wanted)
    each = np.stack([np.arange(lines), np.full(lines, lines)], axis=1)
    for side in (1.0, -1.0):
        model.rows(each, np.broadcast_to([side, 1.0], (lines, 2)), 0.0, np.inf, always=True)
    answer = model.solve(settings.tolerance, settings.presolve, settings.until)
    return answer and Optimum(_all(answer.values[:lines]), answer.seconds)
