"""Which lines show a picture best: a search for few lines with little difference.

A set of lines cuts the lattice into faces; each gets the colour that most of it has. Lines are
added one by one where they help most, moved while that helps, and taken away again where that
costs least; so there is a best known set for each number of lines.

How mixed faces are is measured as in decision trees: the difference alone sees no use in the first
lines around a shape, so that the Gini impurity is mixed in, less and less.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import inf
from time import monotonic
from typing import TYPE_CHECKING

from nonoforge.families.sloped.simplifying.target import LatticeLine, Target

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Sums = NDArray[np.float64]

Lines = frozenset[LatticeLine]
Unit = tuple[LatticeLine, ...]
"""Lines that come and go together: images of each other in a symmetric picture."""

FORWARD_GINI = 1.0
POLISH_GINI = 0.12
NARROW = 2.5  # triangles of wrong colour that a face of a single triangle, too narrow, outweighs
MAX_TRIED = 5  # units of several lines that are evaluated exactly


class LineSearch:
    """A target, and the lines that may be chosen. Without `triangles`, faces of a single triangle
    are too narrow."""

    def __init__(self, target: Target, units: Sequence[Unit], triangles: bool) -> None:
        import numpy as np

        self.target = target
        self.units = list(units)
        self.single = all(len(unit) == 1 for unit in units)
        self.weights = np.ascontiguousarray(target.weights.astype(np.float64))
        self.triangles = triangles
        self.narrow = NARROW * float(self.weights.sum()) / len(self.weights)
        self.allowed = [np.zeros(length + 1, bool) for length in target.ranges]
        for unit in units:
            for slope, at in unit:
                self.allowed[slope][at] = True
        self.home = {line: unit for unit in units for line in unit}

    def faces(self, lines: Iterable[LatticeLine], without: int | None = None) -> NDArray[np.intp]:
        """Return the number of the face of each triangle: faces are numbered from 0. Lines of the
        slope `without` are left out."""
        import numpy as np

        chosen = [np.zeros(length + 1, np.intp) for length in self.target.ranges]
        for slope, at in lines:
            if slope != without:
                chosen[slope][at] = 1
        key = np.zeros(len(self.weights), np.intp)
        for mask, lies in zip(chosen, self.target.lies, strict=True):
            groups = np.cumsum(mask)
            if groups[-1]:
                key = key * (int(groups[-1]) + 1) + groups[lies]
        used = np.zeros(int(key.max()) + 1, np.intp)
        used[key] = 1
        return (np.cumsum(used) - 1)[key]

    def sums(self, faces: NDArray[np.intp]) -> Sums:
        """Return how much of each colour each face has: colours x faces."""
        import numpy as np

        return np.stack([np.bincount(faces, weight) for weight in self.weights.T])

    def cost(self, lines: Iterable[LatticeLine], gini: float) -> float:
        """Return how mixed the faces of some lines are."""
        import numpy as np

        faces = self.faces(lines)
        found = float(_impurity(self.sums(faces), gini).sum())
        if not self.triangles:
            found += self.narrow * np.count_nonzero(np.bincount(faces) == 1)
        return found

    def gains(self, lines: Lines, gini: float) -> list[NDArray[np.float64]]:
        """Return, for each slope, by how much less mixed faces are with each further line."""
        return [self._gains(slope, lines, gini) for slope in range(len(self.allowed))]

    def _gains(self, slope: int, lines: Lines, gini: float) -> NDArray[np.float64]:
        """Faces of the other slopes are strips across this one: with sums along them, any cut of
        a strip is the difference of two."""
        import numpy as np

        length, lies = self.target.ranges[slope], self.target.lies[slope]
        strips = self.faces(lines, without=slope)
        count, key = int(strips.max()) + 1, strips * length + lies
        along = np.zeros((self.weights.shape[1], count, length + 1))
        for colour, weight in enumerate(self.weights.T):
            along[colour, :, 1:] = np.bincount(key, weight, count * length).reshape(count, length)
        np.cumsum(along, axis=2, out=along)
        number = np.zeros((count, length + 1), np.intp)
        if not self.triangles:
            number[:, 1:] = np.bincount(key, minlength=count * length).reshape(count, length)
            np.cumsum(number, axis=1, out=number)
        found = np.full(length + 1, -np.inf)
        present = sorted(at for one, at in lines if one == slope)
        for low, high in pairwise([0, *present, length]):
            at = low + 1 + np.flatnonzero(self.allowed[slope][low + 1:high])
            if len(at):
                first, last = along[:, :, low:low + 1], along[:, :, high:high + 1]
                whole = _impurity(last - first, gini).sum()
                middle = along[:, :, at]
                found[at] = whole - _impurity(middle - first, gini).sum(axis=0) \
                    - _impurity(last - middle, gini).sum(axis=0)
                if not self.triangles:
                    found[at] -= self.narrow * (
                        (number[:, at] - number[:, low:low + 1] == 1).sum(axis=0)
                        + (number[:, high:high + 1] - number[:, at] == 1).sum(axis=0)
                        - np.count_nonzero(number[:, high] - number[:, low] == 1))
        return found

    def best_unit(self, lines: Lines, gini: float, room: int) -> tuple[Unit, float] | None:
        """Return the unit of at most `room` lines that helps most, for its number of lines, and the
        cost with it."""
        import numpy as np

        gains = self.gains(lines, gini)
        if self.single:
            slope = max(range(4), key=lambda one: gains[one].max())
            at = int(np.argmax(gains[slope]))
            if gains[slope][at] == -np.inf:
                return None
            return (LatticeLine(slope, at),), self.cost(lines, gini) - float(gains[slope][at])
        before = self.cost(lines, gini)
        guesses = sorted(((sum(gains[slope][at] for slope, at in unit) / len(unit), unit)
                          for unit in self.units if len(unit) <= room
                          and not lines.issuperset(unit)), reverse=True)[:MAX_TRIED]
        tried = [(unit, self.cost(lines.union(unit), gini)) for _, unit in guesses]
        return max(tried, key=lambda pair: (before - pair[1]) / len(pair[0]), default=None)

    # --- the search ------------------------------------------------------------------------------

    def forward(self, most: int) -> Lines:
        """Return up to `most` lines, each added where it helps most."""
        lines: Lines = frozenset()
        while len(lines) < most:
            found = self.best_unit(lines, FORWARD_GINI, most - len(lines))
            if found is None:
                break
            lines = lines.union(found[0])
        return lines

    def polish(self, lines: Lines, gini: float, sweeps: int, until: float = inf) -> Lines:
        """Return the lines with each moved to where it helps more, while that is so, until the
        clock has that value."""
        for _ in range(sweeps):
            before = lines
            for unit in sorted({self.home[line] for line in lines}):
                if monotonic() > until:
                    return lines
                less = lines.difference(unit)
                now = self.cost(lines, gini)
                found = self.best_unit(less, gini, len(unit))
                if found is not None and found[1] < now - 1e-9:
                    lines = less.union(found[0])
            if lines == before:
                break
        return lines

    def drop(self, lines: Lines, gini: float, among: Iterable[LatticeLine] = ()) -> Lines:
        """Return the lines without the unit (one of `among`) whose loss costs least, for its number
        of lines."""
        now = self.cost(lines, gini)
        units = sorted({self.home[line] for line in among or lines})

        def loss(unit: Unit) -> tuple[float, Unit]:
            return (self.cost(lines.difference(unit), gini) - now) / len(unit), unit

        least: Unit = min(units, key=loss)
        return lines.difference(least)

    def replaced(self, lines: Lines, gini: float, most: int) -> Lines:
        """Return the lines with the best further unit, if it helps and makes no face too narrow."""
        found = self.best_unit(lines, gini, most - len(lines)) if len(lines) < most else None
        if found is None or found[1] >= self.cost(lines, gini):
            return lines
        more = lines.union(found[0])
        return lines if self.too_close(more) else more

    def backward(self, lines: Lines, least: int) -> Iterator[Lines]:
        """Yield a set for each number of lines, from the given set downwards."""
        while True:
            yield lines
            if len(lines) <= least:
                return
            lines = self.drop(lines, POLISH_GINI)

    def too_close(self, lines: Lines) -> set[LatticeLine]:
        """Return the lines around the first face that is too narrow."""
        import numpy as np

        if self.triangles:
            return set()
        faces = self.faces(lines)
        single = np.flatnonzero(np.bincount(faces) == 1)
        if not len(single):
            return set()
        triangle = int(np.flatnonzero(faces == single[0])[0])
        lies = [int(axis[triangle]) for axis in self.target.lies]
        return {line for line in lines if line.at - lies[line.slope] in (0, 1)}


def _impurity(sums: Sums, gini: float) -> Sums:
    """Return how much of faces is not of their main colour, and a part of their Gini impurity;
    colours are the first axis."""
    import numpy as np

    total = sums.sum(axis=0)
    found: Sums = total - sums.max(axis=0)
    if gini:
        found += gini * (total - np.einsum("i...,i...->...", sums, sums) / np.maximum(total, 1e-9))
    return found
