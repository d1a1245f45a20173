"""Least squares: the point nearest to the origin that satisfies some linear rows.

The dual method of Goldfarb and Idnani, for squares with equal weights. It begins at the origin, and
row by row it takes the most broken one into the set of rows that hold exactly: the point walks
across the directions that the set leaves free until the row holds, and a row whose multiplier would
become negative on the way leaves the set. The distance only grows, so it ends; where the set leaves
nothing to walk and nothing can leave, no point satisfies all rows. (General quadratic solvers
answer just that question badly, and it is the one that is asked where the width cannot be had.)

That lines go on meeting in points leaves them only some space to move in, which is known exactly;
the point moves in that space.

D. Goldfarb, A. Idnani: A numerically stable dual method for solving strictly convex quadratic
programs. Mathematical Programming 27, 1-33, 1983.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nonoforge.families.sloped.widening.model import (
    FOREVER,
    TOLERANCE,
    Table,
    Trouble,
    check_time,
    numpy_or_missing,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[Any]

NOTHING = 1e-7  # the length of a direction that is rounding
STEPS = 100  # for each variable, at most
REFINED = 3  # times the final point is made more exact


def nearest(space: Floats, at_least: Table, tolerance: float = TOLERANCE,
            until: float = FOREVER) -> Floats | None:
    """The values with the least sum of squares for which no row is less than its lower bound; None
    if there are none. Only sums of the columns of `space` come into question. The clock must not
    pass `until`."""
    np = numpy_or_missing()
    base, _ = np.linalg.qr(space)
    point, tight = np.zeros(base.shape[1]), Tight(base.shape[1])
    for _ in range(STEPS * (len(base) + 1)):
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
    raise Trouble("the search for the least squares does not come to an end")


class Tight:
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
        """The nearest point at which this row holds, too; others may leave. None if there is
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
            need = (bound - float(normal @ point)) / size if size > NOTHING ** 2 else float("inf")
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
        """The row whose multiplier is the first to become 0, and after which step."""
        falling = (back > NOTHING ** 2).nonzero()[0]
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
        """Where these rows hold, nearest to the origin: free of the rounding of steps."""
        normals, bounds = self.normals[:, :self.count], self.bounds[:self.count]
        base, inverse = self.base[:, :self.count], self.inverse[:self.count, :self.count]
        found: Floats = self.numpy.zeros(len(normals))
        for _ in range(REFINED):
            found += base @ ((bounds - found @ normals) @ inverse)
        return found
