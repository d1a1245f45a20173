"""Points that are all but the same, put together."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist

from nonoforge.path import Point


def clusters(points: Sequence[Point], near: float) -> list[int]:
    """For each point the number of its cluster: points of one cluster are linked by steps of at
    most `near`. Clusters are numbered as they come.

    >>> clusters([(0.0, 0.0), (5.0, 0.0), (0.0, 0.001)], 0.01)
    [0, 1, 0]
    """
    roots = list(range(len(points)))

    def root(i: int) -> int:
        while roots[i] != i:
            roots[i] = roots[roots[i]]
            i = roots[i]
        return i

    # A sweep in a direction in which nobody draws: many points may share their x or y.
    ahead = [0.8271 * x + 0.5620 * y for x, y in points]
    order = sorted(range(len(points)), key=ahead.__getitem__)
    behind = 0
    for k, i in enumerate(order):
        while ahead[order[behind]] < ahead[i] - near:
            behind += 1
        for j in order[behind:k]:
            if dist(points[i], points[j]) <= near:
                roots[root(i)] = root(j)
    numbers: dict[int, int] = {}
    return [numbers.setdefault(root(i), len(numbers)) for i in range(len(points))]
