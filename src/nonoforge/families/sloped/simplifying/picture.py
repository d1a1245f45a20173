"""A picture in pixels, made ready to be shown by few faces.

Thin lines that only part two colours are left out, because the faces' own edges part them; white
parts of a picture of several colours that only such a line parts from the background become light
grey, or they would vanish with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import dist
from typing import TYPE_CHECKING, Any, NamedTuple

from nonoforge.colour_vision import channels
from nonoforge.families.plane.raster import dilated, opened, rasterize
from nonoforge.path import Box

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from nonoforge.families.plane.raster import Labels

FINE = 420  # pixels of the longer side
OUTLINE = 0.028  # of the longer side: lines that are thinner only part two colours
MIN_INNER = 0.01  # of the picture's box: smaller white parts stay white
MIN_SHARED = 0.1  # of the border of a white part: along the background
SYMMETRIC = 0.04  # of the picture's area: less difference from its mirror image is none
LIGHT = "#d8d8d8"
ALIKE = 60  # distance of colours in RGB below which a light colour stands for white parts


class Areas(NamedTuple):
    """Disjoint areas (shapely geometries) with their colours, and a box around them."""

    colours: tuple[str, ...]
    shapes: tuple[Any, ...]
    box: Box


def areas_of(areas: Sequence[tuple[str, Any]], box: Box | None = None) -> Areas:
    """Return areas for a picture: of a picture of several colours, with its inner white parts."""
    from shapely import total_bounds

    shapes = [shape for _, shape in areas]
    colours = [colour for colour, _ in areas]
    if box is None:
        box = Box(*map(float, total_bounds(shapes)))
    inner = _inner_white(shapes, box) if len(areas) > 1 else None
    if inner is not None:
        near = min(colours, key=lambda colour: _distance(colour, LIGHT))
        if _distance(near, LIGHT) < ALIKE:
            at = colours.index(near)
            shapes[at] = shapes[at].union(inner)
        else:
            colours.append(LIGHT)
            shapes.append(inner)
    return Areas(tuple(colours), tuple(shapes), box)


def _inner_white(shapes: Sequence[Any], box: Box) -> Any:
    """Return the white parts that are enclosed, and that thin lines part from the background."""
    import shapely

    line = OUTLINE * max(box.width, box.height)
    around = shapely.box(box.left - line, box.bottom - line, box.right + line, box.top + line)
    blank = shapely.get_parts(around.difference(shapely.union_all(shapes)))
    outer = [part for part in blank if part.intersects(around.exterior)]
    near = shapely.union_all(outer).buffer(line)
    found = [part for part in blank if part not in outer
             and part.area >= MIN_INNER * box.width * box.height
             and part.boundary.intersection(near).length >= MIN_SHARED * part.boundary.length]
    return shapely.union_all(found) if found else None


def _distance(one: str, other: str) -> float:
    return dist(channels(one), channels(other))


class Picture:
    """Areas in pixels, read at any scale and shift."""

    def __init__(self, areas: Areas) -> None:
        box = self.box = areas.box
        self.colours = len(areas.shapes) + 1
        pixel = max(box.width, box.height) / FINE
        width, height = (max(1, round(side / pixel)) for side in (box.width, box.height))
        self.labels = without_outlines(
            rasterize(areas.shapes, box, width, height), self.colours)
        self.inked = max(1, int((self.labels > 0).sum()))

    @property
    def mirrors(self) -> tuple[bool, bool]:
        """Whether left and right, and top and bottom are mirror images of each other."""
        return self._same(self.labels[:, ::-1]), self._same(self.labels[::-1])

    def _same(self, other: Labels) -> bool:
        return int((self.labels != other).sum()) <= SYMMETRIC * self.inked

    def labels_in(self, box: Box, width: int, height: int) -> Labels:
        """Return the colours of a raster of pixels in a box."""
        import numpy as np

        columns = _pixels(box.left - self.box.left, box.width, width, self.labels.shape[1],
                          self.box.width)
        rows = _pixels(box.bottom - self.box.bottom, box.height, height, self.labels.shape[0],
                       self.box.height)
        return np.pad(self.labels, ((0, 1), (0, 1)))[np.ix_(rows, columns)]


def _pixels(start: float, side: float, count: int, pixels: int, whole: float) -> NDArray[np.intp]:
    """Return the pixel of the picture at each of `count` places along a side; for those outside
    -1, the blank border."""
    import numpy as np

    place = (start + (np.arange(count) + 0.5) * side / count) * pixels / whole
    found = np.floor(place).astype(np.intp)
    found[(place < 0) | (place >= pixels)] = -1
    return found


def without_outlines(labels: Labels, colours: int) -> Labels:
    """Return a picture of several colours without thin lines between two of them: their pixels go
    to the nearest part that is no such line."""
    import numpy as np

    if colours <= 2:
        return labels
    radius = max(1, round(OUTLINE * max(labels.shape) / 2))
    around = np.pad(labels, 2 * radius)
    wide = np.zeros(around.shape, bool)
    for colour in range(colours):
        wide |= opened(around == colour, radius)
    near = sum(dilated(wide & (around == colour), 2 * radius).astype(np.uint8)
               for colour in range(colours))
    left = ~wide & (near > 1)
    while left.any():
        before = left
        for axis, step in ((0, 1), (0, -1), (1, 1), (1, -1)):  # the border is never of a line
            take = left & ~np.roll(left, step, axis)
            around[take] = np.roll(around, step, axis)[take]
            left = left & ~take
        if (left == before).all():
            break
    return around[2 * radius:-2 * radius, 2 * radius:-2 * radius]
