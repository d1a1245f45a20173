"""Faces of an arrangement that show the same, taken together.

Which dart borders which face is all that is needed: a region's border is made of the darts that
have it on their left and something else on their right. No seams between its faces are left, where
the paper would shine through.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot

from nonoforge.families.plane import OUTSIDE, Arrangement
from nonoforge.path import Path, Piece


def regions(arrangement: Arrangement, cells: Sequence[int]) -> dict[int, list[list[int]]]:
    """For each value that a face shows, the loops of darts around all faces that show it."""
    after = _after(arrangement)
    seen: set[int] = set()
    found: dict[int, list[list[int]]] = {}
    for dart in after:
        if dart not in seen and is_border(arrangement, cells, dart):
            loop = list(_around(arrangement, cells, after, dart))
            seen.update(loop)
            found.setdefault(cells[arrangement.left[dart]], []).append(loop)
    return found


def is_border(arrangement: Arrangement, cells: Sequence[int], dart: int) -> bool:
    """Does something else lie on the right of a dart than on its left?"""
    here, there = arrangement.left[dart], arrangement.left[dart ^ 1]
    return OUTSIDE in (here, there) or cells[here] != cells[there]


def loop_path(arrangement: Arrangement, loop: Sequence[int]) -> Path:
    """The way along a row of darts; straight pieces in one line are joined."""
    joined: list[Piece] = []
    for dart in loop:
        for piece in arrangement.path(dart):
            if joined and _in_line(joined[-1], piece):
                joined[-1] = joined[-1][0], piece[-1]
            else:
                joined.append(piece)
    return tuple(joined)


def _in_line(one: Piece, other: Piece) -> bool:
    """Do two pieces make a single straight one, within a millionth of a millimetre?"""
    if len(one) != 2 or len(other) != 2:
        return False
    (ax, ay), (bx, by), (cx, cy) = *one, other[1]
    ux, uy, vx, vy = bx - ax, by - ay, cx - bx, cy - by
    return ux * vx + uy * vy > 0 and abs(ux * vy - uy * vx) <= 1e-6 * hypot(ux + vx, uy + vy)


def _after(arrangement: Arrangement) -> dict[int, int]:
    """For each dart the next one around its face."""
    return {dart: after for loops in arrangement.faces for loop in loops
            for dart, after in pairwise((*loop, loop[0]))}


def _around(
    arrangement: Arrangement, cells: Sequence[int], after: dict[int, int], first: int,
) -> Iterator[int]:
    """The loop of a region's border from this dart on: where the next edge has the region on both
    sides, go on around the face beyond it."""
    dart = first
    while True:
        yield dart
        dart = after[dart]
        while not is_border(arrangement, cells, dart):
            dart = after[dart ^ 1]
        if dart == first:
            return
