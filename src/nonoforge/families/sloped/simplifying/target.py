"""The picture to be approximated, on a lattice of right-angled triangles.

Lines of the slopes 0, 45, 90 and 135 degrees that go through the points of a square lattice cut
every square into (at most) four triangles. Whichever of these lines a puzzle has, its faces are
unions of such triangles: none is narrower than half a square, and lines meet in common points or
far apart. So all that a search needs to know of a picture is which colours each triangle has.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from nonoforge.families.plane.raster import opened

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from nonoforge.families.plane.raster import Labels

    Counts = NDArray[np.int64]

SYMMETRIC = 0.04  # of the picture's area: less difference from its mirror image is none

FLAT, RISING, UPRIGHT, FALLING = range(4)  # slopes: 0, 45, 90, 135 degrees
BOTTOM, RIGHT, TOP, LEFT = range(4)  # triangles of a square


class LatticeLine(NamedTuple):
    """A line through lattice points: its slope, and its place `at` along the slope's axis, which is
    y, x - y + height, x, or x + y, in squares."""

    slope: int
    at: int


@dataclass(frozen=True, eq=False)
class Target:
    """How much of each colour (0: background) each triangle of a lattice has. Triangles are
    numbered ((row * width) + column) * 4 + BOTTOM, RIGHT, TOP or LEFT."""

    width: int
    height: int
    areas: Counts
    """Triangles x colours: in pixels, doubled (a pixel on a diagonal belongs to two triangles)."""
    weights: Counts
    """The same, thin parts of the picture counted several times."""

    @property
    def ranges(self) -> tuple[int, int, int, int]:
        """For each slope, the length of its axis: lines are at 1 to that length, less 1."""
        both = self.width + self.height
        return self.height, both, self.width, both

    def mirrored(self, across: bool, upwards: bool) -> Target:
        """Return the sum of the target and its mirror images: left to right, bottom to top."""
        found = self
        for wanted, axis, order in ((across, 1, [BOTTOM, LEFT, TOP, RIGHT]),
                                    (upwards, 0, [TOP, RIGHT, BOTTOM, LEFT])):
            if wanted:
                found = replace(found, areas=found._with_image(found.areas, axis, order),
                                weights=found._with_image(found.weights, axis, order))
        return found

    @property
    def is_mirrored(self) -> tuple[bool, bool]:
        """Whether left and right, and top and bottom are mirror images of each other."""
        images = (self.mirrored(True, False).areas, self.mirrored(False, True).areas)
        inked = max(1, int(self.areas[:, 1:].sum()))
        across, upwards = (bool(abs(image - 2 * self.areas).sum() <= 2 * SYMMETRIC * inked)
                           for image in images)
        return across, upwards

    def _with_image(self, counts: Counts, axis: int, order: list[int]) -> Counts:
        import numpy as np

        squares = counts.reshape(self.height, self.width, 4, -1)
        return (squares + np.flip(squares, axis)[:, :, order]).reshape(counts.shape)

    @cached_property
    def lies(self) -> tuple[NDArray[np.intp], ...]:
        """For each slope, the place of each triangle along the slope's axis, rounded down."""
        import numpy as np

        row, column, part = np.unravel_index(
            np.arange(4 * self.width * self.height), (self.height, self.width, 4))
        x = column + np.array([3, 5, 3, 1])[part] / 6
        y = row + np.array([1, 3, 5, 3])[part] / 6
        return tuple(np.floor(axis).astype(np.intp)
                     for axis in (y, x - y + self.height, x, x + y))


def target_of(labels: Labels, colours: int, pixels: int) -> Target:
    """Return the target of a picture whose squares have `pixels` x `pixels` each."""
    height, width = labels.shape[0] // pixels, labels.shape[1] // pixels
    weight = importance(labels, colours, pixels)
    return Target(width, height, triangle_areas(labels, colours, pixels),
                  triangle_areas(labels, colours, pixels, weight))


def triangle_areas(
    labels: Labels, colours: int, pixels: int, weight: NDArray[np.int64] | None = None,
) -> Counts:
    """Return how many pixels of each colour each triangle has, doubled: triangles x colours."""
    import numpy as np

    height, width = labels.shape[0] // pixels, labels.shape[1] // pixels
    middle = 2 * np.arange(pixels) + 1 - pixels
    u, v = np.meshgrid(middle, middle)
    parts = np.stack([np.sign(one - other) + 1 for one, other in (
        (-v, abs(u)), (u, abs(v)), (v, abs(u)), (-u, abs(v)))])
    if pixels % 2:  # the middle pixel is on both diagonals
        parts[:, pixels // 2, pixels // 2] = 0
    squares = labels.reshape(height, pixels, width, pixels).transpose(0, 2, 1, 3)
    found = np.empty((height, width, 4, colours), np.int64)
    scale = None if weight is None else \
        weight.reshape(height, pixels, width, pixels).transpose(0, 2, 1, 3)
    for colour in range(colours):
        here = (squares == colour).astype(np.float64)
        if scale is not None:
            here *= scale
        found[..., colour] = np.tensordot(here, parts, axes=([2, 3], [1, 2]))
    return found.reshape(-1, colours)


THICKNESSES = ((1.3, 2), (0.8, 3))
"""Parts of the picture that are thinner than this, in squares, weigh so much."""


def symmetric_units(target: Target, across: bool, upwards: bool) -> list[tuple[LatticeLine, ...]]:
    """Return all lines of a lattice, those that mirror images make of each other together."""
    width, height = target.width, target.height
    found: dict[tuple[LatticeLine, ...], None] = {}
    for slope, length in enumerate(target.ranges):
        for at in range(1, length):
            unit = {LatticeLine(slope, at)}
            if across:
                unit |= {_across(line, width, height) for line in unit}
            if upwards:
                unit |= {_upwards(line, height) for line in unit}
            found[tuple(sorted(unit))] = None
    return list(found)


def _across(line: LatticeLine, width: int, height: int) -> LatticeLine:
    """Return the image of a line, left and right exchanged."""
    slope, at = line
    if slope == FLAT:
        return line
    if slope == UPRIGHT:
        return LatticeLine(slope, width - at)
    return LatticeLine(FALLING if slope == RISING else RISING, width + height - at)


def _upwards(line: LatticeLine, height: int) -> LatticeLine:
    """Return the image of a line, top and bottom exchanged."""
    slope, at = line
    if slope == FLAT:
        return LatticeLine(slope, height - at)
    if slope == UPRIGHT:
        return line
    return LatticeLine(FALLING if slope == RISING else RISING, at)


def importance(labels: Labels, colours: int, pixels: int) -> NDArray[np.int64]:
    """Return the weight of each pixel: thin parts of the picture count more than their area."""
    import numpy as np

    found = np.ones(labels.shape, np.int64)
    for colour in range(colours):
        inside = labels == colour
        for thickness, weight in THICKNESSES:
            radius = max(1, round(thickness * pixels / 2))
            found[inside & ~opened(inside, radius)] = weight
    return found
