"""Which boxes meet: the pairs of leaves that are worth a closer look."""

from __future__ import annotations

from collections.abc import Iterator

from nonoforge.families.curved.arranging.leaves import Floats, Ints

MOST = 400_000  # pairs that are held at a time


def between(a: Floats, b: Floats, near: float) -> Iterator[tuple[Ints, Ints]]:
    """Pairs (i, j) of boxes of a and of b that meet or nearly do, in portions."""
    import numpy as np

    rows = max(1, MOST // max(1, len(b)))
    for first in range(0, len(a), rows):
        some = a[first:first + rows, None]
        meet = (some[..., :2] <= b[:, 2:] + near) & (b[:, :2] <= some[..., 2:] + near)
        i, j = np.nonzero(meet.all(axis=2))
        yield i + first, j


def within(box: Floats, near: float) -> Iterator[tuple[Ints, Ints]]:
    """Pairs of different boxes of one set, each pair once: a sweep from left to right, in which
    each box is compared with those that begin before it ends."""
    import numpy as np

    order = np.argsort(box[:, 0], kind="stable")
    box = box[order]
    until = np.searchsorted(box[:, 0], box[:, 2] + near, side="right")
    counts = until - np.arange(1, len(box) + 1)
    total = np.concatenate(([0], np.cumsum(counts)))
    first = 0
    while first < len(box):
        last = max(first + 1, int(np.searchsorted(total, total[first] + MOST, side="right")) - 1)
        some = counts[first:last]
        i = np.repeat(np.arange(first, last), some)
        j = i + 1 + np.arange(len(i)) - np.repeat(total[first:last] - total[first], some)
        meet = (box[i, 1] <= box[j, 3] + near) & (box[j, 1] <= box[i, 3] + near)
        yield order[i[meet]], order[j[meet]]
        first = last
