"""Pieces of a solid that float: joined where the model hangs together, dropped where they are bits.

A piece is a set of voxels that hang together by their faces. From the largest piece the cheapest
way to the next one is looked for (Dijkstra), through cells that hold some of the model at little
cost and through air at a high one. A way through the model is always taken; a way through air only
over a corner or an edge. What cannot be joined is dropped if it is small, and stays if it is a body
of the model.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING, Any, NamedTuple

from nonoforge.families.solid.voxels import pieces

if TYPE_CHECKING:
    from numpy.typing import NDArray

MAX_AIR = 2  # cells of air on a way that is taken
AIR_COST = 1.0
MODEL_COST = 0.05  # of a cell that holds some of the model's surface
SMALL_SHARE = 0.03  # of the voxels: a piece with less is a bit
SMALL_VOXELS = 3


class Joined(NamedTuple):
    """A solid without floating bits, and what was done."""

    solid: NDArray[Any]
    added: int
    """Voxels of the ways."""
    joined: int
    """Pieces that hang together with the largest now."""
    dropped: int
    """Pieces that were left out, and their voxels."""
    dropped_voxels: int

    def words(self) -> list[str]:
        """Return notes on what was changed."""
        said = []
        if self.joined:
            said.append(f"{_pieces(self.joined)} would float: joined by {_voxels(self.added)}")
        if self.dropped:
            said.append(f"{_pieces(self.dropped)} would float: left out, "
                        f"{_voxels(self.dropped_voxels)}")
        return said


def _pieces(count: int) -> str:
    return "1 piece" if count == 1 else f"{count:,} pieces"


def _voxels(count: int) -> str:
    return "1 voxel" if count == 1 else f"{count:,} voxels"


def joined(solid: NDArray[Any], surface: NDArray[Any]) -> Joined:
    """Return the solid with its pieces joined, or left out.

    `surface` says which cells hold some of the model's surface."""
    import numpy as np

    parts = pieces(solid)
    if parts.max() < 2:
        return Joined(solid, 0, 0, 0, 0)
    ways = _Ways(parts, surface)
    ways.run()
    whole = solid.copy()
    for cell in ways.added:
        whole[cell] = True
    counts = np.bincount(parts.ravel())
    limit = max(SMALL_VOXELS, SMALL_SHARE * int(solid.sum()))
    loose = [part for part in range(1, len(counts)) if part not in ways.reached]
    bits = [part for part in loose if counts[part] <= limit]
    whole &= ~np.isin(parts, bits)
    return Joined(whole, len(ways.added), len(ways.reached) - 1, len(bits),
                  int(counts[bits].sum()) if bits else 0)


class _Ways:
    """One search from the largest piece; each piece that it reaches becomes a part of its start."""

    def __init__(self, parts: NDArray[Any], surface: NDArray[Any]) -> None:
        import numpy as np

        counts = np.bincount(parts.ravel())
        counts[0] = 0
        self.parts, self.surface = parts, surface
        self.reached = {int(counts.argmax())}
        self.added: set[tuple[int, ...]] = set()
        self._cost: dict[tuple[int, ...], float] = {}
        self._before: dict[tuple[int, ...], tuple[int, ...]] = {}
        self._queue: list[tuple[float, int, tuple[int, ...]]] = []
        self._take(parts == counts.argmax())

    def _take(self, cells: NDArray[Any]) -> None:
        import numpy as np

        for cell in map(tuple, np.argwhere(cells).tolist()):
            self._start(cell)

    def _start(self, cell: tuple[int, ...]) -> None:
        self._cost[cell] = 0.0
        self._before.pop(cell, None)
        heappush(self._queue, (0.0, 0, cell))

    def run(self) -> None:
        """Reach all pieces that can be reached with little air."""
        count = int(self.parts.max())
        while self._queue and len(self.reached) < count:
            cost, air, cell = heappop(self._queue)
            if cost > self._cost[cell]:
                continue
            part = int(self.parts[cell])
            if part and part not in self.reached:
                self._join(cell, part)
                continue
            for there in self._beside(cell):
                self._look(cell, there, cost, air)

    def _beside(self, cell: tuple[int, ...]) -> list[tuple[int, ...]]:
        found = []
        for axis, size in enumerate(self.parts.shape):
            for step in (-1, 1):
                if 0 <= cell[axis] + step < size:
                    there = list(cell)
                    there[axis] += step
                    found.append(tuple(there))
        return found

    def _look(self, cell: tuple[int, ...], there: tuple[int, ...], cost: float, air: int) -> None:
        if self.parts[there]:
            cost += 1e-6
        elif self.surface[there]:
            cost += MODEL_COST
        else:
            cost, air = cost + AIR_COST, air + 1
        if air <= MAX_AIR and cost < self._cost.get(there, float("inf")):
            self._cost[there], self._before[there] = cost, cell
            heappush(self._queue, (cost, air, there))

    def _join(self, cell: tuple[int, ...], part: int) -> None:
        self.reached.add(part)
        way = cell
        while way in self._before:
            way = self._before[way]
            if not self.parts[way]:
                self.added.add(way)
        for each in list(self.added):
            if self._cost[each]:
                self._start(each)
        self._take(self.parts == part)
