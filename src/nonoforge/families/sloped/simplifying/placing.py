"""Where a picture lies on the lattice: its scale and shift, and symmetries that are kept.

Edges that fall on lattice lines cost nothing, so the placement with the least difference is looked
for, over all lines that there could be. The axis of a symmetric picture is put on a lattice line,
or halfway between two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import TYPE_CHECKING, Any, NamedTuple

from nonoforge.families.plane.raster import _dilated, opened, rasterize
from nonoforge.families.sloped.simplifying.target import Target, target_of, triangle_areas
from nonoforge.path import Box

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from nonoforge.families.plane.raster import Labels

FINE = 420  # pixels of the longer side of the picture
PIXELS = 8  # of a square's side
MARGIN = 0.5  # squares between the picture and the frame, at least
MIN_SQUARES = 14  # along the longer side of the picture
SYMMETRIC = 0.04  # of the picture's area: less difference from its mirror image is none
EXTRA_SQUARE = 0.004  # difference (share of the picture's area) that a square more must save


class Placement(NamedTuple):
    """A frame of whole squares around a picture."""

    box: Box
    """In millimetres of the picture."""
    width: int
    height: int


class Placed(NamedTuple):
    """A picture on a lattice."""

    placement: Placement
    target: Target
    mirrors: tuple[bool, bool]
    """Whether left and right, and top and bottom are mirror images of each other."""


class Picture:
    """Areas in pixels, read at any scale and shift."""

    def __init__(self, areas: Sequence[Any], box: Box) -> None:
        self.box, self.colours = box, len(areas) + 1
        self.pixel = max(box.width, box.height) / FINE
        width, height = (max(1, round(side / self.pixel)) for side in (box.width, box.height))
        self.labels = without_outlines(rasterize(areas, box, width, height), len(areas) + 1)
        self.inked = max(1, int((self.labels > 0).sum()))

    @property
    def mirrors(self) -> tuple[bool, bool]:
        """Whether left and right, and top and bottom are mirror images of each other."""
        return self._same(self.labels[:, ::-1]), self._same(self.labels[::-1])

    def _same(self, other: Labels) -> bool:
        return int((self.labels != other).sum()) <= SYMMETRIC * self.inked

    def labels_in(self, placement: Placement) -> Labels:
        """Return the colours of pixels of a frame, `PIXELS` x `PIXELS` for each square."""
        import numpy as np

        columns = self._at(placement.box.left - self.box.left, placement.box.width,
                           placement.width * PIXELS, self.labels.shape[1], self.box.width)
        rows = self._at(placement.box.bottom - self.box.bottom, placement.box.height,
                        placement.height * PIXELS, self.labels.shape[0], self.box.height)
        around = np.pad(self.labels, ((0, 1), (0, 1)))
        return around[np.ix_(rows, columns)]

    @staticmethod
    def _at(start: float, side: float, count: int, pixels: int, whole: float) -> NDArray[np.intp]:
        """Return the pixel of the picture at each of `count` places along a side; those outside
        are -1, the blank border."""
        import numpy as np

        place = (start + (np.arange(count) + 0.5) * side / count) * pixels / whole
        found = np.floor(place).astype(np.intp)
        found[(place < 0) | (place >= pixels)] = -1
        return found


OUTLINE = 0.025  # of the longer side: thinner lines between two colours only part them
INNER_WHITE = 0.02  # of the picture's area: larger white parts within thin outlines are shown


def without_outlines(labels: Labels, colours: int) -> Labels:
    """Return a picture of several colours without thin lines between two of them: their pixels go
    to the nearest part that is no such line."""
    import numpy as np

    if colours <= 2:
        return labels
    radius = max(1, round(OUTLINE * max(labels.shape) / 2))
    wide = np.zeros(labels.shape, bool)
    for colour in range(colours):
        wide |= opened(np.pad(labels == colour, radius, constant_values=colour == 0), radius)[
            radius:-radius, radius:-radius]
    near = [_dilated(np.pad(wide & (labels == colour), 2 * radius), 2 * radius)[
        2 * radius:-2 * radius, 2 * radius:-2 * radius] for colour in range(colours)]
    parting = ~wide & (np.sum(near, axis=0) > 1)
    found = labels.copy()
    left = parting
    while left.any():
        before = left
        for axis, step in ((0, 1), (0, -1), (1, 1), (1, -1)):
            beside = np.roll(found, step, axis)
            known = ~np.roll(left, step, axis)
            edge = [slice(None), slice(None)]
            edge[axis] = slice(0, 1) if step == 1 else slice(-1, None)
            known[tuple(edge)] = False
            take = left & known
            found[take] = beside[take]
            left = left & ~take
        if (left == before).all():
            break
    return found


def place_picture(picture: Picture, most: int) -> Placed:
    """Return the picture where most of its edges fall on a lattice of at most `most` squares
    along its longer side."""
    mirrors = picture.mirrors
    best = min(_placements(picture, mirrors, most), key=lambda pair: pair[0])[1]
    target = target_of(picture.labels_in(best), picture.colours, PIXELS)
    return Placed(best, target.mirrored(*mirrors), mirrors)


def _placements(
    picture: Picture, mirrors: tuple[bool, bool], most: int,
) -> Iterator[tuple[float, Placement]]:
    """Yield placements with the share of the picture that not even all lines would show."""
    box = picture.box
    longer = max(box.width, box.height)
    for squares in range(MIN_SQUARES, most - ceil(2 * MARGIN) + 1):
        side = longer / squares
        across = _shifts(box.width / side, mirrors[0])
        upwards = _shifts(box.height / side, mirrors[1])
        here = (across[0], upwards[0])
        scores: dict[Placement, float] = {}

        def score(one: tuple[float, int], other: tuple[float, int], *, side: float = side,
                  scores: dict[Placement, float] = scores) -> tuple[float, Placement]:
            left, bottom = box.left - one[0] * side, box.bottom - other[0] * side
            placement = Placement(Box(left, bottom, left + one[1] * side, bottom + other[1] * side),
                                  one[1], other[1])
            if max(placement.width, placement.height) > most:
                return float("inf"), placement
            if placement not in scores:
                scores[placement] = _unshown(picture, placement)
            return scores[placement] + EXTRA_SQUARE * squares, placement

        here = min(((one, here[1]) for one in across), key=lambda pair: score(*pair)[0])
        here = min(((here[0], other) for other in upwards), key=lambda pair: score(*pair)[0])
        yield score(*here)


def _shifts(length: float, symmetric: bool) -> list[tuple[float, int]]:
    """Return margins before a picture of a length, and the length of the frame, in squares."""
    whole = ceil(length + 2 * MARGIN - 1e-9)
    if symmetric:
        return [((count - length) / 2, count) for count in (whole, whole + 1)]
    starts = [MARGIN + step / PIXELS for step in range(PIXELS)]
    return [(start, ceil(start + length + MARGIN - 1e-9)) for start in starts]


def _unshown(picture: Picture, placement: Placement) -> float:
    areas = triangle_areas(picture.labels_in(placement), picture.colours, PIXELS)
    return float((areas.sum() - areas.max(axis=1).sum()) / max(1, areas[:, 1:].sum()))
