"""Parallel strokes that fill a face, whatever its outline."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil, cos, floor, radians, sin

from nonoforge.path import Point

SLANT = 22.5  # degrees: as far as can be from the slopes that puzzles have most


def hatching(
    loops: Sequence[Sequence[Point]], gap: float, slant: float = SLANT,
) -> Iterator[tuple[Point, Point]]:
    """Strokes within polygons, by the even-odd rule. Strokes of neighbouring faces are in line.

    >>> [a for a, _ in hatching([[(0, 0), (4, 0), (4, 3), (0, 3)]], 2, slant=0)]
    [(0.0, 0.0), (0.0, 2.0)]
    """
    c, s = cos(radians(slant)), sin(radians(slant))
    turned = [[(c * x + s * y, c * y - s * x) for x, y in loop] for loop in loops]
    heights = [y for loop in turned for _, y in loop]
    for number in range(ceil(min(heights) / gap), floor(max(heights) / gap) + 1):
        y = number * gap
        crossings = _crossings(turned, y)
        for a, b in zip(crossings[::2], crossings[1::2], strict=False):
            yield (c * a - s * y, s * a + c * y), (c * b - s * y, s * b + c * y)


def _crossings(loops: Sequence[Sequence[Point]], y: float) -> list[float]:
    """Where a horizontal line meets the sides."""
    return sorted(x0 + (y - y0) / (y1 - y0) * (x1 - x0)
                  for loop in loops for (x0, y0), (x1, y1) in pairwise((*loop, loop[0]))
                  if (y0 > y) != (y1 > y))
