"""Where a triddler's clues are drawn, in coordinates of its lattice (see geometry.py).

A clue stands beyond its end of the line, in boxes that go on with the line: rhombs with two sides
along the line and two along the side of the outline. Its numbers have the order of the blocks in
space, so the last number of a row and the first of a falling line are next to the outline.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

from nonoforge.clues import Run, Runs
from nonoforge.families.tri.geometry import FALLING, Corner, TriGrid, TriLine
from nonoforge.path import Point

HEIGHT = sqrt(3) / 2  # of a triangle, in edges
BOX_LENGTH = 0.86  # of a clue's box along its line, in edges
OUTWARD: tuple[Corner, ...] = ((-2, 0), (-2, 0), (1, 1), (1, 1), (1, -1), (1, -1))
"""For each side the direction in which its lines leave the outline, one edge long."""


class ClueBox(NamedTuple):
    """One number of a clue: its run (None for the 0 of an empty clue), and its corners: two next to
    the outline, two away from it."""

    run: Run | None
    corners: tuple[Point, Point, Point, Point]

    @property
    def text(self) -> str:
        return "0" if self.run is None else "?" if self.run.length is None else str(self.run.length)

    @property
    def middle(self) -> Point:
        xs, ys = zip(*self.corners, strict=True)
        return sum(xs) / 4, sum(ys) / 4


def side_edge(grid: TriGrid, line: TriLine) -> tuple[Corner, Corner]:
    """Return the edge of the outline at which a line has its clue."""
    a, b, c, _, _, f = grid.sides
    (x, y), (dx, dy), before = (
        ((0, 0), (-1, 1), 0), ((-a, a), (1, 1), a), ((b - a, a + b), (2, 0), 0),
        ((b - a + 2 * c, a + b), (1, -1), c), ((2 * f, 0), (1, 1), f), ((0, 0), (2, 0), 0),
    )[line.side]
    step = line.number - before
    return (x + dx * step, y + dy * step), (x + dx * (step + 1), y + dy * (step + 1))


def clue_boxes(grid: TriGrid, line: TriLine, clue: Runs | None) -> list[ClueBox]:
    """Return the boxes of a clue, the nearest to the outline first; a hidden one has none."""
    if clue is None:
        return []
    (px, py), (qx, qy) = side_edge(grid, line)
    ux, uy = (step * BOX_LENGTH for step in OUTWARD[line.side])
    runs: list[Run | None] = list(clue.runs) or [None]
    return [ClueBox(run, ((px + ux * k, py + uy * k), (qx + ux * k, qy + uy * k),
                          (qx + ux * (k + 1), qy + uy * (k + 1)),
                          (px + ux * (k + 1), py + uy * (k + 1))))
            for k, run in enumerate(runs if line.direction == FALLING else reversed(runs))]
