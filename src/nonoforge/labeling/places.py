"""Places: each option of a label with each leader length that is tried, as bits.

A set of places is a whole number with a bit for each. The places of one option are in a row, the
shortest leader first. What a place clashes with is such a set too, so that "what is still allowed
beside it" is one operation, whatever the number of labels. After all others comes, for each label,
the place of a label that is left out: it clashes with nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from nonoforge.errors import InputError
from nonoforge.labeling.conflicts import Conflicts
from nonoforge.labeling.grid import grid_of
from nonoforge.labeling.options import Options, frame_distances
from nonoforge.labeling.task import Task

if TYPE_CHECKING:
    from numpy.typing import NDArray

CHUNK = 1 << 21  # comparisons at a time: memory stays small
MOST = 50_000  # places; with more, what each clashes with would take gigabytes


@dataclass(frozen=True, eq=False)
class Places:
    """Lists with an entry for each place."""

    option: list[int]  # -1 where the label is left out
    label: list[int]
    leader: list[float]
    height: list[float]  # how far from the frame its farthest point is
    clashes: list[int]  # the set of places of other labels that it overlaps
    span: list[tuple[int, int]]  # for each option its first place, and the one after its last

    def __len__(self) -> int:
        return len(self.option)

    def left_out(self, label: int) -> int:
        """The set of the one place that a label has when it is left out."""
        return 1 << (self.span[-1][1] if self.span else 0) + label

    def of_option(self, option: int) -> int:
        """The set of an option's places."""
        first, end = self.span[option]
        return (1 << end) - (1 << first)

    @property
    def overlaps(self) -> int:
        """How many pairs of places overlap."""
        return sum(clash.bit_count() for clash in self.clashes) // 2


def members(places: int) -> Iterator[int]:
    """The places of a set, in order.

    >>> list(members(0b10110))
    [1, 2, 4]
    """
    while places:
        lowest = places & -places
        yield lowest.bit_length() - 1
        places ^= lowest


def grid_lengths(options: Options, step: float) -> list[list[float]]:
    """For each option the lengths of its grid for which the frame leaves room."""
    grid = grid_of(options, step)
    return [[least + k * step for k in range(count)
             if grid.blocked is None or not grid.blocked[option, k]]
            for option, (least, count) in enumerate(
                zip(options.least.tolist(), grid.counts.tolist(), strict=True))]


def places_of(
    task: Task, options: Options, conflicts: Conflicts, lengths: Sequence[Sequence[float]],
) -> Places:
    """The places of all options with these lengths, each in ascending order."""
    span, end = [], 0
    for of in lengths:
        span.append((end, end + len(of)))
        end += len(of)
    if end > MOST:
        raise InputError(f"{end:,} places for labels, of all options with all lengths; up to "
                         f"{MOST:,} are tried: take a longer step, or method auto")
    option = [i for i, of in enumerate(lengths) for _ in of]
    leader = [length for of in lengths for length in of]
    label = options.label[option].tolist() if option else []
    clashes = [0] * end
    for part in (conflicts, conflicts.swapped()):
        _add_clashes(clashes, part, lengths, span)
    labels = len(task.labels)
    return Places(option + [-1] * labels, [*label, *range(labels)], leader + [0.0] * labels,
                  _heights(task, options, option, leader) + [-1.0] * labels,
                  clashes + [0] * labels, span)


def _add_clashes(
    clashes: list[int], conflicts: Conflicts, lengths: Sequence[Sequence[float]],
    span: Sequence[tuple[int, int]],
) -> None:
    """Of the second options of the conflicts with the first."""
    import numpy as np

    width = max(map(len, lengths), default=0)
    table = np.full((len(lengths), width), np.inf)
    for row, of in zip(table, lengths, strict=True):
        row[:len(of)] = of
    starts = np.array([first for first, _ in span], dtype=int)
    size = max(1, CHUNK // max(1, width * width))
    for begin in range(0, len(conflicts), size):
        part = conflicts.take(np.arange(begin, min(begin + size, len(conflicts))))
        piece, number, low, high = _ranges(part, table)
        places = starts[part.second[piece]] + number
        shift = starts[part.first[piece]]
        for place, first, end in zip(
                places.tolist(), (low + shift).tolist(), (high + shift).tolist(), strict=True):
            clashes[place] |= (1 << end) - (1 << first)


def _ranges(conflicts: Conflicts, table: NDArray[Any]) -> tuple[NDArray[Any], ...]:
    """Where a piece, with one of the lengths of its second option, forbids something: the piece,
    the number of the length, and the lengths of the first option from one to before another."""
    import numpy as np

    seconds = table[conflicts.second]
    low, high = conflicts.forbidden(np.where(np.isinf(seconds), 0.0, seconds))
    firsts = table[conflicts.first][:, None, :]
    begin = (firsts <= low[:, :, None]).sum(axis=2)
    end = ((firsts < high[:, :, None]) & np.isfinite(firsts)).sum(axis=2)
    piece, number = ((begin < end) & np.isfinite(seconds)).nonzero()
    return piece, number, begin[piece, number], end[piece, number]


def _heights(
    task: Task, options: Options, option: Sequence[int], leader: Sequence[float],
) -> list[float]:
    """The distance of the boxes' farthest corner from the frame. Distance from a convex frame is a
    convex function, so no other point is farther."""
    import numpy as np

    if not len(option):
        return []
    far, frame = np.full(len(option), 0.0), np.array(task.frame, dtype=float)
    near = options.at[option] + options.out[option] * np.array(leader)[:, None]
    along = options.out[option] * options.length[option][:, None]
    across = options.across[option] * options.height[option][:, None]
    for corner in (near, near + along, near + across, near + along + across):
        far = np.maximum(far, frame_distances(corner, frame))
    found: list[float] = far.tolist()
    return found
