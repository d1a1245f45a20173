"""The lines of an arrangement as arrays of numbers, for all rows of a programme at once."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any

from nonoforge.families.sloped.lattice import Lattice

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[Any]
    Floats = NDArray[Any]


class Sheets:
    """The lines as numbers: unit normals, offsets, and directions that compare exactly."""

    def __init__(self, lattice: Lattice) -> None:
        import numpy as np

        self.lattice = lattice
        slopes = [_slope(line.a, line.b) for line in lattice.lines]
        order = {slope: rank for rank, slope in enumerate(sorted(set(slopes)))}
        self.directions = len(order)
        self.rank = np.array([order[slope] for slope in slopes])
        units = [line.unit for line in lattice.lines]
        self._normals = [(a, b) for a, b, _ in units]  # of parallel lines the same, to the last bit
        self.normals = np.array(self._normals)
        self.offsets = np.array([c for _, _, c in units])
        self.places = np.array(lattice.places)

    def cross(self, i: Ints, j: Ints) -> Floats:
        """The sines of the angles between lines."""
        one, other = self.normals[i], self.normals[j]
        value: Floats = one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0]
        return value

    @cached_property
    def pairs(self) -> Ints:
        """For each vertex the two of its lines that cross most steeply."""
        import numpy as np

        return np.array([self.steepest(lines) for lines in self.lattice.through])

    def steepest(self, lines: tuple[int, ...]) -> tuple[int, int]:
        """The two of some lines that cross most steeply."""
        if len(lines) == 2:
            return lines[0], lines[1]
        return max(combinations(lines, 2), key=self._steep)

    def partners(self, lines: Ints, vertices: Ints) -> Ints:
        """For each line and vertex on it the line that crosses it there most steeply."""
        import numpy as np

        through = self.lattice.through
        found: Ints = np.array([row[:2] for row in through])[vertices].sum(axis=1) - lines
        for at in np.flatnonzero(np.array([len(row) > 2 for row in through])[vertices]):
            found[at] = self._partner(int(lines[at]), through[vertices[at]])
        return found

    def _partner(self, line: int, meeting: tuple[int, ...]) -> int:
        return max((self._steep((line, other)), other) for other in meeting if other != line)[1]

    def _steep(self, pair: tuple[int, int]) -> float:
        return abs(self.sine(*pair))

    def sine(self, i: int, j: int) -> float:
        """`cross` of two lines."""
        (a, b), (c, d) = self._normals[i], self._normals[j]
        return a * d - b * c

    def beside(self, lines: Ints, vertices: Ints) -> Ints:
        """For each line and vertex the line through the vertex that is parallel to it, or -1."""
        import numpy as np

        through = [(vertex, line) for vertex, row in enumerate(self.lattice.through)
                   for line in row]
        there, passing = np.array(through).T
        known = there * self.directions + self.rank[passing]
        order = known.argsort()
        asked = vertices * self.directions + self.rank[lines]
        at = order[np.searchsorted(known, asked, sorter=order).clip(max=len(known) - 1)]
        found: Ints = np.where(known[at] == asked, passing[at], -1)
        return found


def _slope(a: int, b: int) -> tuple[bool, Fraction]:
    """Orders directions by their angle, exactly."""
    return (True, Fraction(0)) if b == 0 else (False, Fraction(-a, b))
