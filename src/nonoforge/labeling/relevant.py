"""The only leader lengths that matter when all leaders are parallel or at right angles to each
other, as with slopes of +-1. E. Timmer, Labeling Curved Nonograms (2023), Lemma 4.3.

In a shortest labeling no leader can be shortened. So what is just below its length is forbidden: by
the frame, or by another label as it lies there; then the length is the upper end of an interval
that is forbidden beside the other one's length. That one's length has a reason of the same kind,
and so on. Between parallel labels the upper end is the other's length plus a constant; between
others it is a constant, as all boxes are upright when seen along the leaders. The reasons of
lengths cannot go round in a circle: the circle's leaders could be shortened together. So each
length ends a chain of different labels that begins at the frame or at a label at right angles, and
all such ends are found by pushing: a label's lengths push each other label's to the upper ends of
what they forbid, until there is nothing new. The paper counts O(n^2) of them for equal boxes.

With other angles two labels may hold each other, each shortened only if the other is lengthened;
then no list of lengths is complete, and `relevant_lengths` refuses.
"""

from __future__ import annotations

from bisect import bisect, insort
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

from nonoforge.errors import InputError
from nonoforge.labeling.conflicts import Conflicts
from nonoforge.labeling.options import TOUCH, Options, Room

if TYPE_CHECKING:
    from collections.abc import Iterator

SAME = 1e-8  # lengths nearer than this are the same: more than rounding, less than touching
SQUARE = 1e-9  # sines and cosines below this are zero
MOST = 100_000  # lengths of all options together

Lengths: TypeAlias = list[tuple[int, float]]
"""Options, each with a length."""


def relevant_lengths(options: Options, conflicts: Conflicts) -> list[list[float]]:
    """For each option all lengths that it may have in a shortest labeling, in ascending order."""
    if not upright(options):
        raise InputError("relevant lengths are known only where all leaders are parallel or at "
                         "right angles to each other; give a step instead")
    both = conflicts, conflicts.swapped()
    found = [[room[0] for room in rooms] for rooms in options.rooms]
    news: Lengths = [(i, length) for i, of in enumerate(found) for length in of]
    labels = len(set(options.label.tolist()))
    for _ in range(labels):  # a chain has no label twice
        pushed = [item for part in both for item in _pushed(part, news, len(options))]
        news = [(i, length) for i, length in pushed if _add(found[i], options.rooms[i], length)]
        if not news:
            break
        if sum(map(len, found)) > MOST:
            raise InputError(f"more than {MOST:,} leader lengths matter; give a step instead")
    return found


def upright(options: Options) -> bool:
    """Whether all leaders are parallel or at right angles to the first."""
    import numpy as np

    if not len(options):
        return True
    along, across = np.abs(options.out @ options.out[0]), np.abs(options.across @ options.out[0])
    return bool((np.minimum(along, across) < SQUARE).all())


def _pushed(conflicts: Conflicts, news: Lengths, count: int) -> Iterator[tuple[int, float]]:
    """The upper ends of what new lengths of second options forbid to first options."""
    import numpy as np

    rows: list[list[float]] = [[] for _ in range(count)]
    for option, length in news:
        rows[option].append(length)
    table = np.full((count, max(map(len, rows), default=0)), np.nan)
    for row, of in zip(table, rows, strict=True):
        row[:len(of)] = of
    part = conflicts.take(np.array([bool(rows[j]) for j in conflicts.second], dtype=bool))
    low, high = part.forbidden(table[part.second])
    ends = (low < high) & np.isfinite(high)  # never where there was no length: that is not a number
    firsts = np.broadcast_to(part.first[:, None], ends.shape)
    # What is forbidden ends that much before labels touch. To touch is the same for all chains.
    return zip(firsts[ends].tolist(), (high[ends] + TOUCH).tolist(), strict=True)


def _add(known: list[float], rooms: Sequence[Room], length: float) -> bool:
    """Add a length to those that are known, if the frame leaves room for it and it is new."""
    at = bisect(known, length)
    near = known[max(at - 1, 0):at + 1]
    if any(abs(other - length) < SAME for other in near):
        return False
    if not any(low <= length <= high for low, high in rooms):
        return False
    insort(known, length)
    return True
