"""Many placements of a mesh at once, counted: the heart of a search for a placement.

The rays of a placement are cast once. Moving the lattice along the rays by less than a cell then
turns over one voxel for each crossing that a middle passes, so a whole cell's worth of moves costs
little more than one. A column of voxels is a machine word (or several), and rods across are
counted for 64 layers at a time: of how many groups has this rod seen the beginning, one, two,
three? The beginnings run along x through three words, as in a counter made of bits.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from nonoforge.families.solid.lattice import Lattice

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from nonoforge.families.solid.rays import Rays


class Counted(NamedTuple):
    """For each move of a sweep the size (3, moves), in the order of the rays' axes, and for some
    of the moves how many rods have at least one, two and three groups (3, those moves)."""

    size: NDArray[Any]
    some: NDArray[Any]
    at_least: NDArray[Any]


@dataclass(frozen=True, slots=True)
class Sweep:
    """Voxels of some moves, 64 of a column in each word: (u, v, words, moves)."""

    words: NDArray[Any]
    crossings: int

    def counted(self, size: tuple[int, ...]) -> Counted:
        """The size of every move, and the groups of those that have this size."""
        import numpy as np

        sizes = self._sizes()
        some = np.flatnonzero((sizes == np.array(size)[:, None]).all(axis=0))
        words = self.words[..., some]
        along = _groups_along(words)
        return Counted(sizes, some, along + _groups_across(words)
                       + _groups_across(words.swapaxes(0, 1)))

    def _sizes(self) -> NDArray[Any]:
        import numpy as np

        by_u = np.bitwise_or.reduce(self.words, axis=1)
        by_v = np.bitwise_or.reduce(self.words, axis=0)
        by_w = np.bitwise_or.reduce(by_u, axis=0)
        bits = (by_w[:, None] >> np.arange(64, dtype=np.uint64)[:, None]) & np.uint64(1)
        return np.stack([_extent((by_u != 0).any(axis=1)), _extent((by_v != 0).any(axis=1)),
                         _extent(bits.reshape(-1, bits.shape[-1]) != 0)])


def sweep(rays: Rays, lattice: Lattice, moves: int) -> Sweep:
    """The voxels by parity, with the lattice moved along the rays by 0, 1 / moves ... of a cell. A
    cell's margin around the mesh is taken for granted."""
    import numpy as np

    order = list(rays.order)
    across, depth = [lattice.cells[axis] for axis in order[:2]], lattice.cells[order[2]]
    found = rays.cross(lattice.scale[order], lattice.shift[order], across)
    inside = np.zeros((*across, -(-depth // 64) * 64), dtype=bool)
    inside[..., :depth] = found.inside(across, depth)
    words = np.zeros((across[0], across[1], inside.shape[2] // 64, moves), dtype=np.uint64)
    # Each crossing lies between the middle of its last cell and that of the next one.
    last = np.ceil(found.depth - 1.5)
    move = np.ceil((found.depth - 0.5 - last) * moves).astype(np.int64)
    cell = last.astype(np.int64)
    seen = (move < moves) & (cell >= 0) & (cell < depth)
    place = ((found.u * across[1] + found.v) * words.shape[2] + cell // 64) * moves + move
    _turn_over(words.reshape(-1), place[seen], cell[seen] % 64)
    words[..., 0] ^= np.packbits(inside, axis=2, bitorder="little").view("<u8")
    return Sweep(np.bitwise_xor.accumulate(words, axis=3), len(found.u))


def _turn_over(words: NDArray[Any], place: NDArray[Any], bit: NDArray[Any]) -> None:
    """Turn over one bit at each place; a place may come more than once."""
    import numpy as np

    order = np.argsort(place)
    place, bit = place[order], np.uint64(1) << bit[order].astype(np.uint64)
    first = np.flatnonzero(np.diff(place, prepend=-1))
    if len(first):
        words[place[first]] ^= np.bitwise_xor.reduceat(bit, first)


def _groups_along(words: NDArray[Any]) -> NDArray[Any]:
    """How many columns have at least one, two, three groups."""
    import numpy as np

    below = words << np.uint64(1)
    below[:, :, 1:] |= words[:, :, :-1] >> np.uint64(63)
    groups = np.bitwise_count(words & ~below).sum(axis=2, dtype=np.uint16)
    return np.stack([(groups >= count).sum(axis=(0, 1)) for count in (1, 2, 3)])


def _groups_across(words: NDArray[Any]) -> NDArray[Any]:
    """How many rods along the first axis have at least one, two, three groups."""
    import numpy as np

    before, one, two, three = np.zeros((4, *words.shape[1:]), dtype=np.uint64)
    for here in words:
        begins = here & ~before
        three |= two & begins
        two |= one & begins
        one |= begins
        before = here
    return np.stack([np.bitwise_count(seen).sum(axis=(0, 1), dtype=np.int64)
                     for seen in (one, two, three)])


def _extent(there: NDArray[Any]) -> NDArray[Any]:
    """From the first to the last along the first axis; 0 where there is none."""
    import numpy as np

    length = there.shape[0] - there.argmax(axis=0) - there[::-1].argmax(axis=0)
    return np.where(there.any(axis=0), length, 0)
