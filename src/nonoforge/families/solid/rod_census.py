"""A solid in numbers: its size, and its rods by how many groups of voxels they have."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from nonoforge.errors import InputError
from nonoforge.families.solid.shape import trimmed

if TYPE_CHECKING:
    from numpy.typing import NDArray

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
        """By how many rods the counts differ, summed over the four; None if the sizes differ."""
        if self.size != other.size:
            return None
        return sum(abs(a - b) for a, b in zip(self.counts, other.counts, strict=True))

    def range_distance(self, other: Census) -> int:
        """By how much the ends of the ranges differ, summed; 0 if one side does not know them."""
        pairs = zip(self.ranges or (), other.ranges or (), strict=False)
        return sum(abs(a - b) for mine, theirs in pairs
                   for a, b in zip(mine or (0, 0), theirs or (0, 0), strict=True))


def census(solid: NDArray[Any]) -> Census:
    """A solid in numbers, without its empty outer layers.

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
    """The rods along each axis, one in each row."""
    import numpy as np

    return [np.moveaxis(solid, axis, 2).reshape(-1, solid.shape[axis]) for axis in range(3)]


def _rods(rods: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """The voxels and the groups of each rod."""
    begins = rods[:, 1:] & ~rods[:, :-1]
    return rods.sum(axis=1), begins.sum(axis=1) + rods[:, 0]


def _range(totals: NDArray[Any]) -> Range | None:
    return (int(totals.min()), int(totals.max())) if len(totals) else None
