"""An arrangement on squared paper: which face each pixel shows, and where lines run."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from itertools import pairwise
from math import atan2, ceil, hypot, pi
from typing import NamedTuple

from nonoforge.families.plane import OUTSIDE, Arrangement
from nonoforge.path import Point, flat

DIRECTIONS = "-/|\\"


class Raster(NamedTuple):
    """Rows of pixels from the top: the face in the middle of each, or OUTSIDE; and for pixels on a
    line, how it runs there: one of `-/|\\`."""

    faces: list[list[int]]
    lines: dict[tuple[int, int], str]

    @property
    def width(self) -> int:
        return len(self.faces[0])

    @property
    def height(self) -> int:
        return len(self.faces)


@lru_cache(maxsize=4)  # an animation shows the same one again and again
def raster(arrangement: Arrangement, columns: int, rows: int) -> Raster:
    """The arrangement with so many pixels across and down; the frame's box is filled."""
    box = arrangement.box
    wide, high = (box.width or 1.0) / columns, (box.height or 1.0) / rows

    def at(point: Point) -> Point:
        """In pixels from the top left."""
        return (point[0] - box.left) / wide, (box.top - point[1]) / high

    fine = 0.2 * min(wide, high)
    crossings: list[dict[int, list[float]]] = [defaultdict(list) for _ in range(rows)]
    for face, loops in enumerate(arrangement.faces):
        for loop in loops:
            points = [at(point) for point in arrangement.polygon(loop, fine)]
            for a, b in pairwise((*points, points[0])):
                _cross(a, b, face, crossings)
    faces = [_row(found, columns) for found in crossings]
    lines: dict[tuple[int, int], str] = {}
    for path in arrangement.edges:
        for a, b in pairwise([at(point) for point in flat(path, fine)]):
            _line(a, b, lines, columns, rows)
    return Raster(faces, lines)


def _cross(a: Point, b: Point, face: int, crossings: list[dict[int, list[float]]]) -> None:
    """Note where the side of a face meets the middles of rows."""
    (x0, y0), (x1, y1) = (a, b) if a[1] < b[1] else (b, a)
    for row in range(max(0, ceil(y0 - 0.5)), min(len(crossings), ceil(y1 - 0.5))):
        crossings[row][face].append(x0 + (row + 0.5 - y0) / (y1 - y0) * (x1 - x0))


def _row(found: dict[int, list[float]], columns: int) -> list[int]:
    row = [OUTSIDE] * columns
    for face, places in found.items():
        places.sort()
        for left, right in zip(places[::2], places[1::2], strict=False):
            for x in range(max(0, ceil(left - 0.5)), min(columns, ceil(right - 0.5))):
                row[x] = face
    return row


def _line(
    a: Point, b: Point, lines: dict[tuple[int, int], str], columns: int, rows: int,
) -> None:
    """Pixels along a straight piece, and how it runs on the page."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    sign = DIRECTIONS[round(atan2(-dy, dx) / (pi / 4)) % 4]
    steps = max(1, ceil(2 * hypot(dx, dy)))
    for step in range(steps + 1):
        x, y = a[0] + dx * step / steps, a[1] + dy * step / steps
        lines[min(columns - 1, max(0, int(x))), min(rows - 1, max(0, int(y)))] = sign
