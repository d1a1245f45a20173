"""Where a solid's cells are: a box of voxels, x to the right, y up, z towards you.

Cell (x, y, z) is number (z * height + y) * width + x. A rod is named by the two numbers that it
keeps: the rod along x at y 2, z 3.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from nonoforge.errors import InputError
from nonoforge.nonogram import Nonogram
from nonoforge.puzzle import Colouring

if TYPE_CHECKING:
    from nonoforge.family import Family

MAX_SIDE = 1_000
MAX_CELLS = 4_000_000
AXES = "xyz"


class Rod(NamedTuple):
    """A line of a solid: its axis (0, 1, 2 for x, y, z) and its cells."""

    axis: int
    cells: tuple[int, ...]
    name: str


@dataclass(frozen=True, slots=True)
class Solid:
    """A box of `width` (x) times `height` (y) times `depth` (z) cells."""

    width: int
    height: int
    depth: int

    def __post_init__(self) -> None:
        for name, side in zip(("width", "height", "depth"), self.size, strict=True):
            if not 1 <= side <= MAX_SIDE:
                raise InputError(f"a {name} of {side}; solids have 1 to {MAX_SIDE:,}")
        if self.cells > MAX_CELLS:
            raise InputError(f"{self} has {self.cells:,} cells; at most {MAX_CELLS:,} fit")

    @property
    def family(self) -> Family:
        from nonoforge.families import family_named

        return family_named("solid")

    @property
    def size(self) -> tuple[int, int, int]:
        return self.width, self.height, self.depth

    @property
    def cells(self) -> int:
        return self.width * self.height * self.depth

    def __str__(self) -> str:
        return "x".join(map(str, self.size))

    def cell(self, x: int, y: int, z: int) -> int:
        return (z * self.height + y) * self.width + x

    def place(self, cell: int) -> tuple[int, int, int]:
        """Return x, y and z of a cell, from 0."""
        rest, x = divmod(cell, self.width)
        z, y = divmod(rest, self.height)
        return x, y, z

    def nest(self, colouring: Colouring) -> Any:
        """Return layers along z, each of rows along y, each of colours along x."""
        width, layer = self.width, self.width * self.height
        return [[list(colouring[z + y:z + y + width]) for y in range(0, layer, width)]
                for z in range(0, self.cells, layer)]

    def cell_name(self, cell: int) -> str:
        return ", ".join(f"{axis} {at + 1}" for axis, at in zip(AXES, self.place(cell),
                                                                strict=True))

    def rods(self, axis: int) -> Iterator[Rod]:
        """Yield the rods along an axis, by the x, then the y, then the z of their first cells."""
        step = (1, self.width, self.width * self.height)[axis]
        size = self.size[axis]
        across = [other for other in range(3) if other != axis]
        sides = [1 if other == axis else side for other, side in enumerate(self.size)]
        for place in product(*map(range, sides)):
            start = self.cell(*place)
            where = ", ".join(f"{AXES[other]} {place[other] + 1}" for other in across)
            cells = tuple(range(start, start + step * size, step))
            yield Rod(axis, cells, f"{AXES[axis]} rod at {where}")

    def count(self, axis: int) -> int:
        """Return how many rods there are along an axis."""
        return self.cells // self.size[axis]


def solid_of(nonogram: Nonogram) -> Solid:
    """Return the geometry of a solid nonogram."""
    if not isinstance(nonogram.geometry, Solid):
        raise InputError(f"this needs a solid, not a "
                         f"{nonogram.family.puzzle.one}")
    return nonogram.geometry
