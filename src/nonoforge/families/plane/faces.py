"""From darts around vertices to the loops that border faces."""

from __future__ import annotations

from collections.abc import Sequence


def loops(around: Sequence[Sequence[int]], edges: int) -> list[list[int]]:
    """All loops of darts, each with its face on the left. `around` has for each vertex the darts
    that leave it, counter-clockwise; the twin of dart d is d ^ 1.

    A dart arrives where its twin leaves; the next one on the same face is the first to be met
    from there clockwise.

    >>> loops([[0], [1]], 1)      # a lone edge: one loop, there and back
    [[0, 1]]
    """
    following = [0] * (2 * edges)
    for darts in around:
        for before, dart in zip([darts[-1], *darts], darts, strict=False):
            following[dart ^ 1] = before
    seen = bytearray(2 * edges)
    found: list[list[int]] = []
    for first in range(2 * edges):
        if not seen[first]:
            loop, dart = [], first
            while not seen[dart]:
                seen[dart] = 1
                loop.append(dart)
                dart = following[dart]
            found.append(loop)
    return found
