"""Leaders on a grid: each option's lengths are its least, and whole steps beyond it.

A state of a label is an option and a number of steps. What is forbidden between two options is then
a table: for each number of steps of the one, a range of those of the other.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from nonoforge.errors import InputError
from nonoforge.labeling.conflicts import Conflicts
from nonoforge.labeling.options import Options

if TYPE_CHECKING:
    from numpy.typing import NDArray

MAX_STEPS = 2000  # of one leader
MAX_ENTRIES = 20_000_000  # of a table
TINY = 1e-9  # of a step
CHUNK = 1 << 16  # entries of a table at a time: memory stays small


class State(NamedTuple):
    """A label's option, and its steps beyond the least length."""

    option: int
    steps: int


@dataclass(frozen=True, eq=False)
class Grid:
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
        """Some of the pieces."""
        return Table(self.first[which], self.second[which], self.low[which], self.high[which])

    def within(self, counts: NDArray[Any]) -> Table:
        """The same for fewer steps, without the pieces that then forbid nothing."""
        import numpy as np

        top = counts[self.first][:, None]
        width = int(counts[self.second].max(initial=0))
        used = np.arange(width) < counts[self.second][:, None]
        high = np.where(used, np.minimum(self.high[:, :width], top - 1), -1)
        keep = (self.low[:, :width] <= high).any(axis=1)
        return Table(self.first[keep], self.second[keep], self.low[keep, :width], high[keep])


def grid_of(options: Options, step: float) -> Grid:
    """All lengths of each option, `step` apart."""
    import numpy as np

    if not (step > 0 and math.isfinite(step)):
        raise InputError(f"a step of {step:g}; it must be more than 0")
    span = options.most - options.least
    if len(span) and span.max() / step > MAX_STEPS:
        raise InputError(f"a leader of up to {options.most.max():g} in steps of {step:g}: that is "
                         f"more than {MAX_STEPS:,} steps; take a longer step or shorter leaders")
    counts = np.floor(span / step + TINY).astype(int) + 1
    return Grid(options, step, counts, _blocked(options, step, counts))


def fixed_grid(options: Options) -> Grid:
    """The least length of each option, and no other."""
    import numpy as np

    return Grid(options, 1.0, np.ones(len(options), dtype=int), None)


def _blocked(options: Options, step: float, counts: NDArray[Any]) -> NDArray[Any] | None:
    """The steps between an option's rooms."""
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


def table_of(conflicts: Conflicts, grid: Grid) -> Table:
    """What the conflicts forbid on a grid."""
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


def _ranges(conflicts: Conflicts, grid: Grid) -> tuple[NDArray[Any], NDArray[Any]]:
    import numpy as np

    second, first = conflicts.second[:, None], conflicts.first[:, None]
    low, high = conflicts.forbidden(grid.lengths(second, np.arange(int(grid.counts.max()))))
    top = grid.counts[first]
    least = grid.options.least[first]
    below = np.floor((low - least) / grid.step).clip(-1, top) + 1
    above = np.ceil((high - least) / grid.step).clip(0, top) - 1
    return below.astype(np.int32), above.astype(np.int32)
