"""Leader lengths that are tried: whole steps beyond the least, and places as bit sets."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from nonoforge.errors import InputError
from nonoforge.labeling.options import Conflicts, Options, frame_distances
from nonoforge.labeling.task import Task

if TYPE_CHECKING:
    from numpy.typing import NDArray


# Leaders on a grid: each option's lengths are its least, and whole steps beyond it.
#
# A state of a label is an option and a number of steps. What is forbidden between two options is
# then a table: for each number of steps of the one, a range of those of the other.

MAX_STEPS = 2000  # of one leader
MAX_ENTRIES = 20_000_000  # of a table
TINY = 1e-9  # of a step
CHUNK = 1 << 16  # entries of a table at a time: memory stays small


class State(NamedTuple):
    """A label's option, and its steps beyond the least length."""

    option: int
    steps: int


@dataclass(frozen=True, eq=False)
class LengthGrid:
    """Option k may have the steps 0 to counts[k] - 1, but for those that are blocked."""

    options: Options
    step: float
    counts: NDArray[Any]
    blocked: NDArray[Any] | None  # options x steps; None: the frame blocks none

    def length(self, state: State) -> float:
        return float(self.options.least[state.option]) + state.steps * self.step

    def lengths(self, option: NDArray[Any], steps: NDArray[Any]) -> NDArray[Any]:
        found: NDArray[Any] = self.options.least[option] + steps * self.step
        return found


@dataclass(frozen=True, eq=False)
class Table:
    """Piece m forbids option second[m] to have k steps while first[m] has low[m, k] to high[m, k]
    steps, both included; where low is more than high, nothing."""

    first: NDArray[Any]
    second: NDArray[Any]
    low: NDArray[Any]
    high: NDArray[Any]

    def __len__(self) -> int:
        return len(self.first)

    def take(self, which: NDArray[Any]) -> Table:
        """Return some of the pieces."""
        return Table(self.first[which], self.second[which], self.low[which], self.high[which])

    def within(self, counts: NDArray[Any]) -> Table:
        """Return the same for fewer steps, without the pieces that then forbid nothing."""
        import numpy as np

        top = counts[self.first][:, None]
        width = int(counts[self.second].max(initial=0))
        used = np.arange(width) < counts[self.second][:, None]
        high = np.where(used, np.minimum(self.high[:, :width], top - 1), -1)
        keep = (self.low[:, :width] <= high).any(axis=1)
        return Table(self.first[keep], self.second[keep], self.low[keep, :width], high[keep])


def grid_of(options: Options, step: float) -> LengthGrid:
    """Return all lengths of each option, `step` apart."""
    import numpy as np

    if not (step > 0 and math.isfinite(step)):
        raise InputError(f"a step of {step:g}; it must be more than 0")
    span = options.most - options.least
    if len(span) and span.max() / step > MAX_STEPS:
        raise InputError(f"a leader of up to {options.most.max():g} in steps of {step:g}: that is "
                         f"more than {MAX_STEPS:,} steps; take a longer step or shorter leaders")
    counts = np.floor(span / step + TINY).astype(int) + 1
    return LengthGrid(options, step, counts, _blocked(options, step, counts))


def fixed_grid(options: Options) -> LengthGrid:
    """Return the least length of each option, and no other."""
    import numpy as np

    return LengthGrid(options, 1.0, np.ones(len(options), dtype=int), None)


def _blocked(options: Options, step: float, counts: NDArray[Any]) -> NDArray[Any] | None:
    """Return the steps between an option's rooms."""
    import numpy as np

    several = [i for i, rooms in enumerate(options.rooms) if len(rooms) > 1]
    if not several:
        return None
    found = np.zeros((len(options), int(counts.max())), dtype=bool)
    for i in several:
        lengths = options.least[i] + step * np.arange(found.shape[1])
        found[i] = ~np.any([(low - TINY <= lengths) & (lengths <= high + TINY)
                            for low, high in options.rooms[i]], axis=0)
    return found


def table_of(conflicts: Conflicts, grid: LengthGrid) -> Table:
    """Return what the conflicts forbid on a grid."""
    import numpy as np

    width = int(grid.counts.max(initial=1))
    if len(conflicts) * width > MAX_ENTRIES:
        raise InputError(f"{len(conflicts):,} conflicts between labels, with {width:,} lengths of "
                         f"leaders each: that is more than {MAX_ENTRIES:,} together; take a longer "
                         "step or shorter leaders")
    low = np.ones((len(conflicts), width), dtype=np.int32)
    high = np.zeros((len(conflicts), width), dtype=np.int32)
    rows = max(1, CHUNK // width)
    for k in range(0, len(conflicts), rows):
        part = slice(k, k + rows)
        low[part], high[part] = _ranges(conflicts.take(np.arange(len(conflicts))[part]), grid)
    return Table(conflicts.first, conflicts.second, low, high).within(grid.counts)


def _ranges(conflicts: Conflicts, grid: LengthGrid) -> tuple[NDArray[Any], NDArray[Any]]:
    import numpy as np

    second, first = conflicts.second[:, None], conflicts.first[:, None]
    low, high = conflicts.forbidden(grid.lengths(second, np.arange(int(grid.counts.max()))))
    top = grid.counts[first]
    least = grid.options.least[first]
    below = np.floor((low - least) / grid.step).clip(-1, top) + 1
    above = np.ceil((high - least) / grid.step).clip(0, top) - 1
    return below.astype(np.int32), above.astype(np.int32)


# Places: each option of a label with each leader length that is tried, as bits.
#
# A set of places is a whole number with a bit for each. The places of one option are in a row,
# the shortest leader first. What a place clashes with is such a set too, so that "what is still
# allowed beside it" is one operation, whatever the number of labels. After all others comes, for
# each label, the place of a label that is left out: it clashes with nothing.

CLASH_CHUNK = 1 << 21  # comparisons at a time: memory stays small
MAX_PLACES = 50_000  # places; with more, what each clashes with would take gigabytes


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
        """Return the set of the one place that a label has when it is left out."""
        return 1 << (self.span[-1][1] if self.span else 0) + label

    def of_option(self, option: int) -> int:
        """Return the set of an option's places."""
        first, end = self.span[option]
        return (1 << end) - (1 << first)

    @property
    def overlaps(self) -> int:
        """How many pairs of places overlap."""
        return sum(clash.bit_count() for clash in self.clashes) // 2


def members(places: int) -> Iterator[int]:
    """Yield the places of a set, in order.

    >>> list(members(0b10110))
    [1, 2, 4]
    """
    while places:
        lowest = places & -places
        yield lowest.bit_length() - 1
        places ^= lowest


def grid_lengths(options: Options, step: float) -> list[list[float]]:
    """Return for each option the lengths of its grid for which the frame leaves room."""
    grid = grid_of(options, step)
    return [[least + k * step for k in range(count)
             if grid.blocked is None or not grid.blocked[option, k]]
            for option, (least, count) in enumerate(
                zip(options.least.tolist(), grid.counts.tolist(), strict=True))]


def places_of(
    task: Task, options: Options, conflicts: Conflicts, lengths: Sequence[Sequence[float]],
) -> Places:
    """Return the places of all options with these lengths, each in ascending order."""
    span, end = [], 0
    for of in lengths:
        span.append((end, end + len(of)))
        end += len(of)
    if end > MAX_PLACES:
        raise InputError(f"{end:,} places for labels, of all options with all lengths; up to "
                         f"{MAX_PLACES:,} are tried: take a longer step, or method auto")
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
    size = max(1, CLASH_CHUNK // max(1, width * width))
    for begin in range(0, len(conflicts), size):
        part = conflicts.take(np.arange(begin, min(begin + size, len(conflicts))))
        piece, number, low, high = _clash_ranges(part, table)
        places = starts[part.second[piece]] + number
        shift = starts[part.first[piece]]
        for place, first, end in zip(
                places.tolist(), (low + shift).tolist(), (high + shift).tolist(), strict=True):
            clashes[place] |= (1 << end) - (1 << first)


def _clash_ranges(conflicts: Conflicts, table: NDArray[Any]) -> tuple[NDArray[Any], ...]:
    """Return where a piece, with one of the lengths of its second option, forbids something: the
    piece, the number of the length, and the lengths of the first option from one to before another.
    """
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
    """Return the distance of the boxes' farthest corner from the frame. Distance from a convex
    frame is a convex function, so no other point is farther."""
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
