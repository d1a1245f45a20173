"""The faces of an arrangement in a string: which loop of darts is which face.

The loops themselves follow from the drawing; only their order is told, and that costs little, for
faces are mostly numbered from the bottom up.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cmp_to_key
from typing import TypeAlias

from nonoforge.families.plane import loops
from nonoforge.formats.share_coder import Coder, Damaged
from nonoforge.formats.share_parts import count_of, entry, flag, number, pick
from nonoforge.formats.share_spots import Piece, Spot
from nonoforge.formats.share_weave import Weave

Loop: TypeAlias = tuple[int, ...]
Face: TypeAlias = tuple[Loop, ...]


def drawn_loops(
    weave: Weave, edges: Sequence[Sequence[Piece]], *, straight: bool,
) -> list[Loop]:
    """The loops of darts with a face on their left, from the bottom up; not the outer one."""
    ways = [_way(edges[dart >> 1], dart) for dart in range(2 * len(edges))]
    turn = cmp_to_key(_turn)
    around = [sorted(darts, key=lambda dart: turn(ways[dart])) for darts in weave.leaving if darts]
    outside = weave.frame[0] ^ 1
    places = [edges[dart >> 1][-1][-1] if dart & 1 else edges[dart >> 1][0][0]
              for dart in range(2 * len(edges))]
    found = []
    for loop in loops(around, len(edges)):
        if outside not in loop:
            heights = [places[dart][::-1] for dart in loop]
            low = min(heights)
            first = heights.index(low) if straight else loop.index(min(loop))
            found.append((low, (*loop[first:], *loop[:first])))
    return [loop for _, loop in sorted(found)]


def _way(pieces: Sequence[Piece], dart: int) -> Spot:
    """The direction in which a dart leaves, as far as the next point that is not its start."""
    points = [point for piece in pieces for point in piece]
    points = points[::-1] if dart & 1 else points
    x, y = points[0]
    return next(((u - x, v - y) for u, v in points if (u, v) != (x, y)), (0, 0))


def _turn(one: Spot, other: Spot) -> int:
    """Counter-clockwise from due east: which comes first?"""
    halves = [(y < 0 or (y == 0 and x < 0)) for x, y in (one, other)]
    if halves[0] != halves[1]:
        return halves[0] - halves[1]
    cross = one[0] * other[1] - one[1] * other[0]
    return (cross < 0) - (cross > 0)


def follows(faces: Sequence[Face], drawn: Sequence[Loop]) -> bool:
    """Are these the loops that follow from the drawing?"""
    own = [loop for face in faces for loop in face]
    return len(own) == len(drawn) and set(own) == set(drawn)


def faces(coder: Coder, own: Sequence[Face], drawn: Sequence[Loop], darts: int) -> list[Face]:
    """All faces, written or read."""
    foreseen = flag(coder, "faces as drawn", follows(own, drawn))
    rest = list(drawn)
    found: list[Face] = []
    for at in range(count_of(coder, "faces", own, darts)):
        face = entry(own, at, ())
        count = 1 + count_of(coder, "holes", face[1:], darts)
        mine = []
        for k in range(count):
            loop = entry(face, k, ())
            mine.append(_next(coder, loop, rest) if foreseen else _loop(coder, loop, darts))
        found.append(tuple(mine))
    return found


def _next(coder: Coder, own: Loop, rest: list[Loop]) -> Loop:
    """One of the loops that no face has yet."""
    if not rest:
        raise Damaged("more faces than it has room for")
    at = rest.index(own) if own else 0
    return rest.pop(number(coder, "which loop", at, len(rest) - 1))


def _loop(coder: Coder, own: Loop, darts: int) -> Loop:
    """Dart by dart."""
    count = 1 + count_of(coder, "loop", own[1:], darts)
    return tuple(pick(coder, entry(own, at, 0), darts) for at in range(count))
