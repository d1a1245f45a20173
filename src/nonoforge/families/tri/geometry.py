r"""Where the triangles of a triddler are.

A triddler is a grid of equal triangles inside an outline with (at most) six sides, which are
parallel in pairs. The sides are named A to F, counter-clockwise from the upper left one, as
Olsak's solver names them; their lengths are in edges of a triangle, and 0 leaves a side out:

             F
          -------
       A /       \ E            A + B = D + E
        /        /              F + A = C + D
        \       / D
       B \     /
          -----
            C

Lines run in three directions: rows, from left to right; rising lines (`/`) and falling lines
(`\`), both from top to bottom. The clues of rows stand at A and B, those of falling lines at C
and D, those of rising lines at E and F, so that each line has one end for its clue.

Corners of triangles have whole coordinates (x, y): x in halves of an edge, y in rows downwards,
from the left end of side F.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from nonoforge.clues import Runs
from nonoforge.errors import InputError
from nonoforge.nonogram import Nonogram
from nonoforge.puzzle import Colouring

if TYPE_CHECKING:
    from nonoforge.family import Family

MAX_SIDE = 1_000
MAX_CELLS = 500_000
A, B, C, D, E, F = range(6)
SIDES = ("upper left", "lower left", "bottom", "lower right", "upper right", "top")
"""Sides A to F in words."""
DIRECTIONS = ("row", "rising line", "falling line")
ROW, RISING, FALLING = range(3)

Corner = tuple[int, int]


class Triangle(NamedTuple):
    """A cell: its row, its left end in halves of an edge, and whether its tip is up."""

    row: int
    left: int
    up: bool

    @property
    def corners(self) -> tuple[Corner, Corner, Corner]:
        """The three corners, clockwise as seen on paper."""
        row, left = self.row, self.left
        if self.up:
            return (left + 1, row), (left + 2, row + 1), (left, row + 1)
        return (left, row), (left + 2, row), (left + 1, row + 1)


class TriLine(NamedTuple):
    """A line: its direction, its number in that direction (from 0), the side of the outline at
    which its clue stands, and its cells in reading order."""

    direction: int
    number: int
    side: int
    cells: tuple[int, ...]

    @property
    def name(self) -> str:
        return f"{DIRECTIONS[self.direction]} {self.number + 1}"


class _Layout(NamedTuple):
    """The cells and lines of an outline; `starts` are the first cells of the rows and the end."""

    triangles: tuple[Triangle, ...]
    starts: tuple[int, ...]
    lines: tuple[TriLine, ...]


@dataclass(frozen=True, slots=True)
class TriGrid:
    """Triangles inside an outline with these six sides; cells are numbered row by row.

    >>> TriGrid((2, 2, 2, 2, 2, 2)).cells
    24
    >>> TriGrid((3, 0, 3, 0, 3, 0)).shape       # three sides are left out
    'triangle'
    """

    sides: tuple[int, int, int, int, int, int]

    def __post_init__(self) -> None:
        sides = self.sides
        words = " ".join(map(str, sides))
        if len(sides) != 6 or any(not 0 <= side <= MAX_SIDE for side in sides):
            raise InputError(f"the sides {words}; an outline has six sides of 0 to {MAX_SIDE:,} "
                             "(E is A + B - D, F is C + D - A)")
        if sides[A] + sides[B] != sides[D] + sides[E]:
            raise InputError(
                f"the sides {words} do not close: {sides[A] + sides[B]} rows on the left (A + B), "
                f"but {sides[D] + sides[E]} on the right (D + E)")
        if sides[F] + sides[A] != sides[C] + sides[D]:
            raise InputError(
                f"the sides {words} do not close: F + A is {sides[F] + sides[A]}, but C + D is "
                f"{sides[C] + sides[D]}")
        if 0 in self.counts:
            raise InputError(f"the sides {words} enclose no triangle")
        if self.cells > MAX_CELLS:
            raise InputError(f"the sides {words} enclose {self.cells:,} triangles; at most "
                             f"{MAX_CELLS:,} fit")

    @classmethod
    def of_sides(cls, a: int, b: int, c: int, d: int) -> TriGrid:
        """Return the outline with these first four sides: the other two follow from them."""
        return cls((a, b, c, d, a + b - d, c + d - a))

    @property
    def family(self) -> Family:
        from nonoforge.families import family_named

        return family_named("tri")

    @property
    def counts(self) -> tuple[int, int, int]:
        """The number of rows, of rising and of falling lines."""
        a, b, c, d, e, f = self.sides
        return a + b, e + f, c + d

    @property
    def cells(self) -> int:
        """The number of triangles: those of a large one, less its corners at B, D and F."""
        _, b, c, d, _, f = self.sides
        return (b + c + d) ** 2 - b * b - d * d - f * f

    @property
    def shape(self) -> str:
        """The outline in one word."""
        missing = self.sides.count(0)
        if missing != 2:
            return ("hexagon", "pentagon", "", "triangle")[missing]
        return "parallelogram" if all(
            x == y for x, y in zip(self.sides[:3], self.sides[3:], strict=True)) else "trapezoid"

    @property
    def outline(self) -> list[Corner]:
        """The corners of the outline, clockwise from the left end of side F."""
        a, b, c, d, e, f = self.sides
        steps = ((2, 0, f), (1, 1, e), (-1, 1, d), (-2, 0, c), (-1, -1, b), (1, -1, a))
        x = y = 0
        corners = []
        for dx, dy, length in steps:
            if length:
                corners.append((x, y))
            x, y = x + dx * length, y + dy * length
        return corners

    @property
    def triangles(self) -> tuple[Triangle, ...]:
        """All cells."""
        return _layout(self.sides).triangles

    @property
    def lines(self) -> tuple[TriLine, ...]:
        """All lines: rows, rising lines from left to right, falling lines from left to right."""
        return _layout(self.sides).lines

    @property
    def starts(self) -> tuple[int, ...]:
        """The first cell of each row, and the number of cells."""
        return _layout(self.sides).starts

    @property
    def size(self) -> tuple[int, ...]:
        """The six sides."""
        return self.sides

    def nest(self, colouring: Colouring) -> list[list[int]]:
        """Return rows of colour numbers; their lengths differ."""
        return [list(colouring[start:end]) for start, end in pairwise(self.starts)]

    def place(self, cell: int) -> tuple[int, int]:
        """Return the row and the place in the row of a cell, from 0."""
        row = self.triangles[cell].row
        return row, cell - self.starts[row]

    def stretch(self, first: int, last: int) -> tuple[Corner, Corner, Corner, Corner]:
        """Return the corners of neighbours in a row, from the first to the last of them, clockwise
        from the upper left; two corners of a single triangle are the same."""
        one, other = self.triangles[first], self.triangles[last]
        above, below = one.row, one.row + 1
        return ((one.left + one.up, above), (other.left + 2 - other.up, above),
                (other.left + 1 + other.up, below), (one.left + (not one.up), below))

    def cell_name(self, cell: int) -> str:
        row, place = self.place(cell)
        return f"row {row + 1}, triangle {place + 1}"


@lru_cache(maxsize=32)
def _layout(sides: tuple[int, int, int, int, int, int]) -> _Layout:
    """Return cells and lines. Kept, because many puzzles share few outlines."""
    a, _, c, _, e, f = sides
    rows, rising, falling = TriGrid(sides).counts
    triangles: list[Triangle] = []
    starts = [0]
    width, left = f, 0  # of the upper edge of the row
    for row in range(rows):
        first_up = row < a
        lower = width + (1 if first_up else 0) - (0 if row < e else 1)
        left -= first_up
        triangles += (Triangle(row, left + k, (k % 2 == 0) == first_up)
                      for k in range(width + lower))
        left += not first_up
        width = lower
        starts.append(len(triangles))
    found: list[list[list[int]]] = [[[] for _ in range(n)] for n in (rows, rising, falling)]
    for row in range(rows):
        cells = range(starts[row], starts[row + 1])
        found[ROW][row] = list(cells)
        for cell in reversed(cells):
            _, x, up = triangles[cell]
            found[RISING][(x + row + up) // 2].append(cell)
        for cell in cells:
            _, x, up = triangles[cell]
            found[FALLING][(x - row - up) // 2 + a].append(cell)
    ends = ((A, a, B), (F, f, E), (C, c, D))  # the first `a` rows have their clues at A
    return _Layout(tuple(triangles), tuple(starts), tuple(
        TriLine(direction, number, before if number < bend else after, tuple(cells))
        for direction, (before, bend, after) in enumerate(ends)
        for number, cells in enumerate(found[direction])))


Shown: TypeAlias = list[Runs | None]
"""Clues of lines; None is hidden."""


def tri_of(nonogram: Nonogram) -> tuple[TriGrid, tuple[Shown, Shown, Shown]]:
    """Return the geometry of a triddler and the clues of its rows, rising and falling lines."""
    grid = nonogram.geometry
    if not isinstance(grid, TriGrid):
        raise InputError(f"this needs a triddler, not a {grid.family.puzzle.one}")
    clues = [line.clue if isinstance(line.clue, Runs) else None for line in nonogram.puzzle.lines]
    rows, rising, _ = grid.counts
    return grid, (clues[:rows], clues[rows:rows + rising], clues[rows + rising:])
