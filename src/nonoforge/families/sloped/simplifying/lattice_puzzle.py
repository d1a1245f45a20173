"""The puzzle of some lattice lines, straight from the triangles along them: fast enough to try
hundreds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from nonoforge.clues import Runs
from nonoforge.families.sloped.simplifying.target import (
    BOTTOM,
    FLAT,
    LEFT,
    RIGHT,
    RISING,
    TOP,
    UPRIGHT,
    LatticeLine,
    Target,
)
from nonoforge.palette import Palette
from nonoforge.puzzle import Line, Puzzle

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def lattice_puzzle(
    target: Target, lines: Iterable[LatticeLine], faces: NDArray[np.intp],
    colours: Sequence[int],
) -> Puzzle:
    """Return the puzzle whose cells are the faces of triangles, with both sides of each line."""
    numbers = faces.tolist()
    rows = [[face for face, _ in groupby(numbers[triangle] for triangle in side)]
            for line in sorted(lines) for side in sides(target, line)]
    found = tuple(Line(tuple(row), Runs.read(colours[face] for face in row), str(at))
                  for at, row in enumerate(rows))
    palette = Palette.of(*(f"#{number:06x}" for number in range(max(2, 1 + max(colours)))))
    return Puzzle(len(colours), found, palette)


def sides(target: Target, line: LatticeLine) -> tuple[list[int], list[int]]:
    """Return the triangles along both sides of a line, in its direction."""
    width, height = target.width, target.height
    slope, at = line

    def triangle(column: int, row: int, part: int) -> int:
        return 4 * (row * width + column) + part

    if slope == FLAT:
        return ([triangle(column, at, BOTTOM) for column in range(width)],
                [triangle(column, at - 1, TOP) for column in range(width)])
    if slope == UPRIGHT:
        return ([triangle(at - 1, row, RIGHT) for row in range(height)],
                [triangle(at, row, LEFT) for row in range(height)])
    if slope == RISING:
        squares = [(column, column - at + height) for column in
                   range(max(0, at - height), min(width, at))]
        return ([triangle(*square, part) for square in squares for part in (LEFT, TOP)],
                [triangle(*square, part) for square in squares for part in (BOTTOM, RIGHT)])
    squares = [(column, at - 1 - column) for column in
               range(max(0, at - height), min(width, at))]
    return ([triangle(*square, part) for square in squares for part in (TOP, RIGHT)],
            [triangle(*square, part) for square in squares for part in (LEFT, BOTTOM)])
