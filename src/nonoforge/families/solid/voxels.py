"""Voxel grids over a mesh, connected pieces of voxels, and a census of rods."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from nonoforge.errors import InputError
from nonoforge.families.solid.geometry import MAX_SIDE

if TYPE_CHECKING:
    from numpy.typing import NDArray


MAX_POINTS = 100_000_000  # cells times samples
BLOCK_POINTS = 4_000_000  # examined together

Size = int | tuple[int, int, int]
"""Cells along the longest axis, or along each."""


@dataclass(frozen=True, slots=True)
class Lattice:
    """A point of the mesh times `scale` plus `shift` is a point among cells: cell i has it from i
    to i + 1. There are `cells` of them along each axis."""

    scale: NDArray[Any]
    shift: NDArray[Any]
    cells: tuple[int, int, int]

    def finer(self, samples: int) -> Lattice:
        """Return the same box with each cell cut into `samples` along each axis."""
        x, y, z = self.cells
        return Lattice(self.scale * samples, self.shift * samples,
                       (x * samples, y * samples, z * samples))

    def blocks(self, samples: int) -> Iterator[tuple[slice, Lattice]]:
        """Yield the lattice in slices along x, of which each has few enough points."""
        _, height, depth = self.cells
        step = max(1, BLOCK_POINTS // (height * depth * samples**3))
        for first in range(0, self.cells[0], step):
            last = min(first + step, self.cells[0])
            shift = self.shift.copy()
            shift[0] -= first
            yield slice(first, last), replace(self, shift=shift,
                                              cells=(last - first, height, depth))

    def middles(self) -> NDArray[Any]:
        """Return the middle of each cell, (cells, 3), in numbers of cells."""
        import numpy as np

        return np.stack(np.meshgrid(*(np.arange(count) + 0.5 for count in self.cells),
                                    indexing="ij"), axis=-1).reshape(-1, 3)


def lattice_over(
    vertices: NDArray[Any], size: Size, *, offset: Sequence[float] = (0, 0, 0), scale: float = 1,
) -> Lattice:
    """Return the lattice centred on the mesh's box, then moved by `offset` cells. A cell is the
    longest extent by `size`, times `scale`: a smaller scale means more cells. With three sizes, a
    cell is each extent by its size."""
    import numpy as np

    sizes = _sizes(size)
    _check_placement(offset, scale)
    low, high = box_of(vertices)
    extent = high - low
    if not np.isfinite(extent).all() or not extent.max() > 0:
        raise InputError("the mesh has no extent; nothing can be made of it")
    cell = extent / sizes if isinstance(size, tuple) else np.full(3, extent.max() / size)
    cell[cell == 0] = cell.max()
    cell = cell * scale
    # A little less than the extent: a box that is 12 cells long is not 13 cells for rounding.
    count = np.maximum(1, np.ceil(extent / cell - 1e-9))
    margin = np.ceil(np.abs(np.asarray(offset, dtype=float)))
    width, height, depth = (int(side) for side in count + 2 * margin)
    if max(width, height, depth) > 2 * MAX_SIDE or width * height * depth > MAX_POINTS:
        raise InputError(f"{width}x{height}x{depth} cells are too many; ask for a smaller size")
    shift = count / 2 + margin - (low + high) / 2 / cell - np.asarray(offset, dtype=float)
    return Lattice(1 / cell, shift, (width, height, depth))


def box_of(vertices: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the least and the greatest x, y and z. One column after the other is 16 times faster
    than `vertices.min(axis=0)`."""
    import numpy as np

    return (np.array([column.min() for column in vertices.T]),
            np.array([column.max() for column in vertices.T]))


def _sizes(size: Size) -> NDArray[Any]:
    import numpy as np

    sizes = size if isinstance(size, tuple) else (size,)
    if len(sizes) not in (1, 3):
        raise InputError(f"{len(sizes)} sizes; one for the longest axis, or one for each, is right")
    for side in sizes:
        if not 1 <= side <= MAX_SIDE:
            raise InputError(f"a size of {side:,}; sizes are 1 to {MAX_SIDE:,}")
    return np.array(sizes, dtype=float)


def _check_placement(offset: Sequence[float], scale: float) -> None:
    if not 0.1 <= scale <= 10:
        raise InputError(f"a scale of {scale:g}; it is 0.1 to 10")
    if len(offset) != 3 or not all(-100 <= part <= 100 for part in offset):
        raise InputError("an offset is three numbers of cells, each -100 to 100")


# Connected pieces, enclosed air, empty outer layers.

def pieces(solid: NDArray[Any]) -> NDArray[Any]:
    """Return the piece of each voxel, from 1 on in order of their first cells; 0 where there is
    none. Voxels hang together by their faces.

    >>> import numpy as np
    >>> pieces(np.array([[[1, 0, 1, 1]]], dtype=bool)).tolist()
    [[[1, 0, 2, 2]]]
    """
    import numpy as np

    number = np.cumsum(solid).reshape(solid.shape) - 1
    root = np.arange(int(solid.sum()))
    pairs = np.concatenate([_touching(solid, number, axis) for axis in range(3)], axis=1)
    while pairs.shape[1]:
        a, b = root[pairs]
        # Each root takes the least root that it touches; then every voxel asks its root again.
        np.minimum.at(root, np.maximum(a, b), np.minimum(a, b))
        while (higher := root[root] != root).any():
            root[higher] = root[root[higher]]
        pairs = pairs[:, root[pairs[0]] != root[pairs[1]]]
    found = np.zeros(solid.shape, dtype=np.int64)
    found[solid] = np.unique(root, return_inverse=True)[1] + 1
    return found


def _touching(solid: NDArray[Any], number: NDArray[Any], axis: int) -> NDArray[Any]:
    """Return the pairs of voxels that are neighbours along an axis."""
    import numpy as np

    before, after = np.moveaxis(solid, axis, 0)[:-1], np.moveaxis(solid, axis, 0)[1:]
    numbers = np.moveaxis(number, axis, 0)
    both = before & after
    return np.stack([numbers[:-1][both], numbers[1:][both]])


def largest(solid: NDArray[Any]) -> NDArray[Any]:
    """Return the piece with the most voxels alone, the first of equals."""
    import numpy as np

    found = pieces(solid)
    counts = np.bincount(found.ravel())
    counts[0] = 0
    kept: NDArray[Any] = (found == counts.argmax()) & solid
    return kept


def filled(solid: NDArray[Any]) -> NDArray[Any]:
    """Return the voxels with enclosed air made solid."""
    import numpy as np

    found = pieces(~np.pad(solid, 1))
    inner: NDArray[Any] = found[1:-1, 1:-1, 1:-1]
    whole: NDArray[Any] = solid | (inner != found[0, 0, 0])
    return whole


def trimmed(solid: NDArray[Any]) -> NDArray[Any]:
    """Return the solid without empty outer layers; as it is if it has no voxel."""
    import numpy as np

    if not solid.any():
        return solid
    where = [np.flatnonzero(solid.any(axis=tuple({0, 1, 2} - {axis}))) for axis in range(3)]
    return solid[tuple(slice(at[0], at[-1] + 1) for at in where)]


def grown(solid: NDArray[Any]) -> NDArray[Any]:
    """Return the voxels with all neighbours, also by edges and corners."""
    import numpy as np

    for axis in range(3):
        wide = np.pad(solid, [(1, 1) if along == axis else (0, 0) for along in range(3)])
        wide = np.moveaxis(wide, axis, 0)
        solid = np.moveaxis(wide[:-2] | wide[1:-1] | wide[2:], 0, axis)
    return solid


Range: TypeAlias = tuple[int, int]


class Census(NamedTuple):
    """The size of a solid, how many of its rods are empty, single, double and triple or more, and
    the least and the greatest clue of the last three (None where there is no such rod)."""

    size: tuple[int, int, int]
    counts: tuple[int, int, int, int]
    ranges: tuple[Range | None, Range | None, Range | None] | None = None

    @classmethod
    def parse(cls, text: str) -> Census:
        """Read `12x7x3:85,46,10,0`: a size, then how many rods are empty, single, double, triple+.

        >>> Census.parse("12x7x3:85,46,10,0").counts
        (85, 46, 10, 0)
        """
        found = re.fullmatch(r"(\d{1,4})x(\d{1,4})x(\d{1,4}):(\d+),(\d+),(\d+),(\d+)", text.strip())
        if found is None:
            raise InputError(f"{text!r}: write a size and four numbers of rods, like "
                             "12x7x3:85,46,10,0")
        x, y, z, *counts = (int(part[:9]) for part in found.groups())
        wish = cls((x, y, z), (counts[0], counts[1], counts[2], counts[3]))
        if wish.lines != sum(counts):
            raise InputError(f"{text!r}: a solid of {x}x{y}x{z} has {wish.lines:,} rods, but the "
                             f"numbers add up to {sum(counts):,}")
        return wish

    @property
    def cells(self) -> int:
        x, y, z = self.size
        return x * y * z

    @property
    def lines(self) -> int:
        x, y, z = self.size
        return x * y + y * z + z * x

    def distance(self, other: Census) -> int | None:
        """Return the number of rods by which the counts differ, summed over the four; None if the
        sizes differ."""
        if self.size != other.size:
            return None
        return sum(abs(a - b) for a, b in zip(self.counts, other.counts, strict=True))

    def range_distance(self, other: Census) -> int:
        """Return by how much the ends of the ranges differ, summed; 0 if one side has none."""
        pairs = zip(self.ranges or (), other.ranges or (), strict=False)
        return sum(abs(a - b) for mine, theirs in pairs
                   for a, b in zip(mine or (0, 0), theirs or (0, 0), strict=True))


def census(solid: NDArray[Any]) -> Census:
    """Return a solid in numbers, without its empty outer layers.

    >>> import numpy as np
    >>> census(np.array([[[1, 0, 1], [1, 1, 0]]], dtype=bool))
    Census(size=(1, 2, 3), counts=(2, 8, 1, 0), ranges=((1, 2), (2, 2), None))
    """
    import numpy as np

    solid = trimmed(solid)
    totals, groups = (np.concatenate(part) for part in zip(*map(_rods, _turned(solid)),
                                                           strict=True))
    groups = np.minimum(groups, 3)
    counts = np.bincount(groups, minlength=4)
    ranges = [_range(totals[groups == kind]) for kind in (1, 2, 3)]
    width, height, depth = solid.shape
    return Census((width, height, depth), (int(counts[0]), int(counts[1]), int(counts[2]),
                                           int(counts[3])), (ranges[0], ranges[1], ranges[2]))


def _turned(solid: NDArray[Any]) -> list[NDArray[Any]]:
    """Return the rods along each axis, one in each row."""
    import numpy as np

    return [np.moveaxis(solid, axis, 2).reshape(-1, solid.shape[axis]) for axis in range(3)]


def _rods(rods: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the voxels and the groups of each rod."""
    begins = rods[:, 1:] & ~rods[:, :-1]
    return rods.sum(axis=1), begins.sum(axis=1) + rods[:, 0]


def _range(totals: NDArray[Any]) -> Range | None:
    return (int(totals.min()), int(totals.max())) if len(totals) else None
