"""Solve the programmes of widening: least squares, least sum and least maximum of the shifts for a
wanted width, and the largest width. One programme each. Explain what keeps faces narrow.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from nonoforge.families.plane import interior_point
from nonoforge.families.sloped.lattice import FRAME_SIDES, Lattice
from nonoforge.families.sloped.widening.programme import Programme, Rows
from nonoforge.families.sloped.widening.solver import (
    FOREVER,
    TOLERANCE,
    Model,
    SolverError,
    least_squares,
    numpy_or_missing,
    stacked,
)
from nonoforge.path import Point

if TYPE_CHECKING:
    from numpy.typing import NDArray
    Floats = NDArray[Any]
    Weights = tuple[NDArray[Any], NDArray[Any], NDArray[Any]]


Objective = Literal["squares", "sum", "max"]

MIN_EDGE = 1e-6  # mm: edges may shrink to this, or to half of their length if that is less


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
    short: float = MIN_EDGE
    grow: bool = False  # edges that are shorter than that must become longer
    until: float = FOREVER  # what the clock must not pass


DEFAULT_SETTINGS = Settings()


def least_shifts(programme: Programme, wanted: float, objective: Objective,
                 settings: Settings = DEFAULT_SETTINGS) -> Optimum | None:
    """Return the least shifts with which all faces are as wide as wanted; None if none suffice."""
    np = numpy_or_missing()
    if not _lines(programme):  # the solver knows no programme without variables
        return None if programme.widths.now.min() < wanted else Optimum(_all(np.zeros(0)), 0.0)
    return {"squares": _squares, "sum": _sum, "max": _max}[objective](programme, wanted, settings)


def largest_width(programme: Programme, settings: Settings = DEFAULT_SETTINGS) -> Optimum:
    """Return the largest width of the narrowest face, and shifts that give it."""
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
        raise SolverError("the solver finds a contradiction where there is none")
    points, edges, widths = answer.duals
    return Optimum(_all(answer.values[:lines]), answer.seconds, float(answer.values[lines]),
                   (points, edges, widths))


def shortage(
    programme: Programme, wanted: float, settings: Settings = DEFAULT_SETTINGS,
) -> Shortage:
    """Return how much is missing at least if faces should be as wide as wanted."""
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
        raise SolverError("the solver finds a contradiction where there is none")
    points, edges, widths = answer.duals
    return Shortage(float(answer.values[lines:].sum()), (points, edges, widths))


def _lines(programme: Programme) -> int:
    return len(programme.lattice.lines) - FRAME_SIDES


def _rows(programme: Programme, rows: Rows) -> tuple[Any, Floats, Floats]:
    """Return the columns of rows (the lines without the frame, which does not move), their factors,
    and their values without any shift."""
    np = numpy_or_missing()
    return np.maximum(rows.lines - FRAME_SIDES, -1), rows.factors, rows.at(-programme.origin)


def _all(shifts: Floats) -> Floats:
    """Return the shifts of all lines, with zeros for the frame."""
    np = numpy_or_missing()
    found: Floats = np.concatenate([np.zeros(FRAME_SIDES), shifts])
    return found


def _keep(model: Model, programme: Programme, settings: Settings) -> None:
    """Add the constraints that points stay points and edges stay edges."""
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
    begin = monotonic()
    lines = _lines(programme)
    model = Model(lines)  # only for its rows
    _keep(model, programme, settings)
    _widen(model, programme, wanted)
    _, *others = model.blocks
    found = least_squares(programme.space, stacked(others), settings.tolerance, settings.until)
    return None if found is None else Optimum(_all(found), monotonic() - begin)


def _sum(programme: Programme, wanted: float, settings: Settings) -> Optimum | None:
    """Return the shifts with the least sum of lengths. Each shift is the difference of two
    variables, its parts to the left and to the right."""
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
    """Return the shifts with the least maximum: no shift is more than the last variable, to either
    side."""
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


# What keeps faces from being wider.
#
# The largest width is the answer of a linear programme, and its duals are a proof of it: a sum of a
# few rows, each with its weight, that says the width is no more. Those rows are about faces, about
# points where three or more lines meet, and about edges that would vanish.
#
# There may be many such proofs. The one that is reported puts the least weight on points and edges:
# if a proof does without points, then parting them would win nothing, and none should be blamed.

MIN_WEIGHT = 1e-7  # smaller weights are rounding
BINDING = 1e-7  # mm: rows nearer to their bound hold with equality


@dataclass(frozen=True)
class Blocker:
    """Faces that share a bound of their width, a point, or an edge. `places` are where to show it:
    a point inside each face, the point, the middle of the edge. `weight` is how many millimetres
    would be won for each by which it gave way."""

    kind: Literal["faces", "point", "edge"]
    weight: float
    places: tuple[Point, ...]
    lines: tuple[int, ...]  # that meet in the point, or of the edge
    numbers: tuple[int, ...]  # of the faces, of the vertex, of the edge
    corner: bool = False  # of the drawing: a point that must stay

    def __str__(self) -> str:
        where = " ".join(f"({x:.1f}, {y:.1f})" for x, y in self.places[:3])
        if self.kind == "faces":
            more = len(self.places) - 3
            rest = f" and {more} more" if more > 0 else ""
            return f"the face{'s' if len(self.places) > 1 else ''} at {where}{rest}"
        if self.kind == "edge":
            return f"the edge at {where}, which would vanish"
        corner = ", a corner of the drawing" if self.corner else ""
        return f"the point {where}, where {_meeting(self.lines)}{corner}"


def _meeting(lines: tuple[int, ...]) -> str:
    """Return what meets in a point, in words."""
    frame = sum(line < FRAME_SIDES for line in lines)
    inner = len(lines) - frame
    if not frame:
        return f"{inner} lines meet"
    where = "a corner of the frame" if frame > 1 else "the frame"
    return f"a line meets {where}" if inner == 1 else f"{inner} lines meet {where}"


def blockers(programme: Programme, optimum: Optimum, corners: Collection[int]) -> list[Blocker]:
    """Return what keeps the width at its largest, the heaviest first; `corners` are the vertices
    that are corners of the drawing."""
    points, edges, widths = _proof(programme, optimum)
    arrangement = programme.lattice
    found = [_faces(programme, row, float(weight)) for row, weight in enumerate(widths)
             if abs(weight) > MIN_WEIGHT]
    found += _points(programme, points, corners)
    found += [_edge(arrangement, int(programme.edges.what[row]), float(weight))
              for row, weight in enumerate(edges) if abs(weight) > MIN_WEIGHT]
    return sorted(found, key=lambda blocker: -blocker.weight)


def _proof(programme: Programme, optimum: Optimum) -> Weights:
    """Return the weights of the rows of points, edges and widths. Only rows that are tight can have
    any; weights of widths make 1, and for each line all together make 0."""
    np = numpy_or_missing()
    assert optimum.weights is not None
    assert optimum.width is not None
    shortest = np.minimum(programme.edges.now / 2, MIN_EDGE)
    tight = (np.arange(len(programme.points.now)),
             np.flatnonzero(programme.edges.at(optimum.shifts - programme.origin)
                            < shortest + BINDING),
             np.flatnonzero(programme.widths.at(optimum.shifts - programme.origin)
                            < optimum.width + BINDING))
    points, edges, widths = (_factors(programme, rows.take(chosen)) for rows, chosen in zip(
        (programme.points, programme.edges, programme.widths), tight, strict=True))
    columns = np.vstack([points, -points, edges, widths])
    ones = np.zeros(len(columns))
    ones[len(columns) - len(widths):] = 1.0
    model = Model(len(columns))
    model.lower[:] = 0.0
    model.cost[:] = 1.0 - ones
    factors, sums = np.vstack([columns.T, ones]), np.zeros(columns.shape[1] + 1)
    sums[-1] = 1.0
    model.rows(np.broadcast_to(np.arange(len(columns)), factors.shape), factors, sums, sums)
    with suppress(SolverError):
        answer = model.solve()
        if answer is not None:
            ahead, back, *others = np.split(answer.values, np.cumsum(
                [len(points), len(points), len(edges)]))
            return _spread(optimum.weights, tight, (ahead - back, *others))
    return optimum.weights  # a proof as well, if not the best one


def _factors(programme: Programme, rows: Rows) -> NDArray[Any]:
    """Return the factors of all lines without the frame."""
    np = numpy_or_missing()
    found = np.zeros((len(rows.now), len(programme.lattice.lines)))
    np.add.at(found, (np.arange(len(rows.now))[:, None], rows.lines), rows.factors)
    factors: NDArray[Any] = found[:, FRAME_SIDES:]
    return factors


def _spread(like: Weights, at: Sequence[NDArray[Any]], weights: Sequence[NDArray[Any]]) -> Weights:
    """Return weights of some rows among zeros."""
    found = tuple(numpy_or_missing().zeros(len(row)) for row in like)
    for row, chosen, values in zip(found, at, weights, strict=True):
        row[chosen] = values
    points, edges, widths = found
    return points, edges, widths


def _faces(programme: Programme, row: int, weight: float) -> Blocker:
    arrangement = programme.lattice
    faces = programme.faces_of(row)
    places = tuple(interior_point([[arrangement.places[arrangement.tail(dart)]
                                    for dart in arrangement.faces[face]]]) for face in faces)
    return Blocker("faces", abs(weight), places, (), tuple(faces))


def _points(programme: Programme, weights: NDArray[Any],
            corners: Collection[int]) -> list[Blocker]:
    """Return the points that block. A point has a row for each line beyond two; its heaviest
    counts."""
    heaviest: dict[int, float] = {}
    for vertex, weight in zip(programme.points.what, weights, strict=True):
        if abs(weight) > MIN_WEIGHT:
            heaviest[int(vertex)] = max(heaviest.get(int(vertex), 0.0), abs(float(weight)))
    arrangement = programme.lattice
    return [Blocker("point", weight, (arrangement.places[vertex],), arrangement.through[vertex],
                    (vertex,), vertex in corners) for vertex, weight in heaviest.items()]


def _edge(arrangement: Lattice, number: int, weight: float) -> Blocker:
    line, tail, head = arrangement.edges[number]
    (x, y), (u, v) = arrangement.places[tail], arrangement.places[head]
    return Blocker("edge", abs(weight), (((x + u) / 2, (y + v) / 2),), (line,), (number,))
