"""What is seen of a solid from the front, the right and above at once, exactly.

Seen along the diagonal of its cells, a box of voxels is a net of triangles, and each visible side
of a voxel covers just two of them, so hiding needs no arithmetic: the last voxel written wins.

         /\\          Vertical lines are numbered by i = x - z from the left, heights on them by
       /    \\        k = x + z - 2y from above, half an edge each; i and k are odd together.
      |\\ top/|       A strip lies between the lines i and i + 1. Its triangles are numbered by m,
      |  \\/  |       the height of their middle: the upright side of triangle m, from m - 1 to
      |   | r|       m + 1, is the left one if m - 1 is odd as i is.
       \\ f|/         Voxel (x, y, z) covers m, m + 1, m + 2 of the strips i - 1 and i, where
         \\/          m = x + z - 2y - 1: its top once in each, then its front, or its right side.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import NamedTuple

from nonoforge.families.solid import Solid

TOP, FRONT, RIGHT = range(3)
NOTHING = -1

VERTICAL, DOWN, UP = range(3)


class Edge(NamedTuple):
    """A side of a triangle between two that show different things.

    `line` is i for a vertical edge, k - i for one that goes down to the right, k + i for one that
    goes up; `at` is where it begins: k, or i.
    """

    one: int
    other: int
    way: int
    line: int
    at: int


@dataclass(frozen=True, slots=True)
class Sight:
    """For each triangle three times the cell seen there, plus the side: TOP, FRONT or RIGHT."""

    solid: Solid
    codes: array[int]

    @property
    def rows(self) -> int:
        """Triangles of a strip, with an empty one at each end."""
        return _rows(self.solid)

    def index(self, i: int, m: int) -> int:
        """Where the triangle m of the strip right of line i is kept."""
        return (i + self.solid.depth + 1) * self.rows + m + 2 * self.solid.height

    def shows(self, cell: int, face: int) -> bool:
        """Is this side of the cell seen whole?"""
        i, m = corner(self.solid, cell)
        code = 3 * cell + face
        if face == TOP:
            return self.codes[self.index(i - 1, m)] == code == self.codes[self.index(i, m)]
        first = self.index(i - 1 if face == FRONT else i, m + 1)
        return self.codes[first] == code == self.codes[first + 1]

    def strips(self) -> Iterator[tuple[int, int, list[int]]]:
        """Each strip: its i, the m of its first triangle, and what its triangles show."""
        solid, rows = self.solid, self.rows
        for number in range(len(self.codes) // rows):
            yield (number - solid.depth - 1, -2 * solid.height,
                   self.codes[number * rows:(number + 1) * rows].tolist())

    def edges(self) -> Iterator[Edge]:
        """Where what is seen changes."""
        before = [NOTHING] * self.rows
        for i, first, codes in self.strips():
            for m, (left, code) in enumerate(zip(before, codes, strict=True), start=first):
                if left != code and (m - 1 - i) % 2 == 0:
                    yield Edge(left, code, VERTICAL, i, m - 1)
            for m, (code, below) in enumerate(pairwise(codes), start=first):
                if code != below:
                    # The side that triangles m and m + 1 share begins on line i at height m + 1
                    # where m has its upright side on the left, and at m where it has not.
                    up = (m - 1 - i) % 2 == 0
                    yield Edge(code, below, UP if up else DOWN, m + 1 + i if up else m - i, i)
            before = codes


def corner(solid: Solid, cell: int) -> tuple[int, int]:
    """The line i through a cell's middle, and the first m that it covers."""
    x, y, z = solid.place(cell)
    return x - z, x + z - 2 * y - 1


def seen(solid: Solid, cells: bytes) -> Sight:
    """What is seen of these cells; 0 is air."""
    width, height, depth = solid.size
    rows, layer = _rows(solid), solid.width * solid.height
    codes = array("q", [NOTHING]) * (rows * (width + depth + 2))
    cell = 0
    # From the back to the front, from below upwards, from left to right: later ones hide earlier.
    for z in range(depth):
        for y in range(height):
            start = (depth - z) * rows + z - 2 * y - 1 + 2 * height
            inner = y + 1 < height and z + 1 < depth
            for x in range(width):
                if cells[cell] and not (inner and x + 1 < width and cells[cell + 1]
                                        and cells[cell + width] and cells[cell + layer]):
                    at = start + x * (rows + 1)
                    code = 3 * cell
                    codes[at] = codes[at + rows] = code + TOP
                    codes[at + 1] = codes[at + 2] = code + FRONT
                    codes[at + rows + 1] = codes[at + rows + 2] = code + RIGHT
                cell += 1
    return Sight(solid, codes)


def _rows(solid: Solid) -> int:
    return solid.width + solid.depth + 2 * solid.height + 1


def quads(
    i: int, first: int, kinds: list[int],
) -> Iterator[tuple[int, tuple[tuple[int, int], ...]]]:
    """Neighbours of one kind in a strip as one polygon of net points (i, k); below 0 is nothing."""
    m = first
    for kind, group in groupby(kinds):
        last = m + sum(1 for _ in group) - 1
        if kind >= 0:
            upper, lower = (m - 1 - i) % 2 == 0, (last - 1 - i) % 2 == 0
            left = sorted({m - upper, last + lower})
            right = sorted({m - (not upper), last + (not lower)}, reverse=True)
            yield kind, (*((i + 1, k) for k in reversed(right)),
                         *((i, k) for k in reversed(left)))
        m = last + 1


def joined(starts: list[int], step: int) -> Iterator[tuple[int, int]]:
    """Pieces of a line, each `step` long, that follow each other, as (start, end).

    >>> list(joined([4, 0, 2, 8], 2))
    [(0, 6), (8, 10)]
    """
    ordered = sorted(starts)
    begin = 0
    for index, start in enumerate(ordered):
        if index + 1 == len(ordered) or ordered[index + 1] != start + step:
            yield ordered[begin], start + step
            begin = index + 1
