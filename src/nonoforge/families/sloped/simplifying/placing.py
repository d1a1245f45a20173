"""Where a picture lies on the lattice: its scale and shift.

Edges that fall on lattice lines cost nothing, so the placement with the least difference is looked
for, over all lines that there could be. The axis of a symmetric picture is put on a lattice line,
or halfway between two.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import ceil, inf
from typing import NamedTuple

from nonoforge.families.sloped.simplifying.picture import Picture
from nonoforge.families.sloped.simplifying.target import Target, target_of, triangle_areas
from nonoforge.path import Box

PIXELS = 8  # of a square's side
MARGIN = 0.5  # squares between the picture and the frame, at least
MIN_SQUARES = 14  # along the longer side of the picture
EXTRA_SQUARE = 0.002  # difference (share of the picture's area) that a square more must save


class Placement(NamedTuple):
    """A frame of whole squares around a picture, in millimetres of the picture."""

    box: Box
    width: int
    height: int


class Placed(NamedTuple):
    """A picture on a lattice."""

    placement: Placement
    target: Target
    mirrors: tuple[bool, bool]
    """Whether left and right, and top and bottom are mirror images of each other."""


def place_picture(picture: Picture, least: int, most: int) -> Placed | None:
    """Return the picture where most of its edges fall on a lattice of `least` to `most` squares
    along the longer side of the frame; None if there is no room for that."""
    mirrors = picture.mirrors
    whole = range(min(max(MIN_SQUARES, least - 1), int(most - 2 * MARGIN)),
                  int(most - 2 * MARGIN) + 1)
    rough = {squares: min(_placements(picture, mirrors, squares, most)) for squares in whole}
    first = sorted(rough, key=lambda squares: rough[squares])[:2]
    between = {squares + part for squares in first for part in (-0.5, 0.5)}
    score, best = min([*rough.values(), *(
        found for squares in sorted(between)
        for found in _placements(picture, mirrors, squares, most))])
    if score == inf or max(best.width, best.height) < least:
        return None
    return Placed(best, _target(picture, best).mirrored(*mirrors), mirrors)


def place_in_frame(picture: Picture, frame: Box, least: int, most: int) -> Placed:
    """Return the picture in a frame that is given; of its shorter side as much is taken or added
    as makes whole squares."""
    longer = max(frame.width, frame.height)
    x, y = (frame.left + frame.right) / 2, (frame.bottom + frame.top) / 2
    found = []
    for squares in range(min(max(MIN_SQUARES, least), most), most + 1):
        side = longer / squares
        width, height = (max(2, round(length / side)) for length in (frame.width, frame.height))
        box = Box(x - width * side / 2, y - height * side / 2,
                  x + width * side / 2, y + height * side / 2)
        placement = Placement(box, width, height)
        found.append((_unshown(picture, placement) + EXTRA_SQUARE * squares, placement))
    _, best = min(found, key=lambda pair: pair[0])
    target = _target(picture, best)
    mirrors = target.is_mirrored
    return Placed(best, target.mirrored(*mirrors), mirrors)


Shift = tuple[float, int]
"""The margin before the picture, and the length of the frame, in squares."""


def _placements(
    picture: Picture, mirrors: tuple[bool, bool], squares: float, most: int,
) -> Iterator[tuple[float, Placement]]:
    """Yield placements of a picture whose longer side has `squares` squares, the best last, each
    with the share of the picture that not even all lines would show."""
    box = picture.box
    side = max(box.width, box.height) / squares

    def scored(across: Shift, upwards: Shift) -> tuple[float, Placement]:
        left, bottom = box.left - across[0] * side, box.bottom - upwards[0] * side
        placement = Placement(Box(left, bottom, left + across[1] * side, bottom + upwards[1] * side
                                  ), across[1], upwards[1])
        if max(placement.width, placement.height) > most:
            return inf, placement
        return _unshown(picture, placement) + EXTRA_SQUARE * squares, placement

    columns = _shifts(box.width / side, mirrors[0])
    rows = _shifts(box.height / side, mirrors[1])
    first = rows[0]
    best = min(columns, key=lambda shift: scored(shift, first)[0])
    yield from map(partial(scored, best), rows)


def _shifts(length: float, symmetric: bool) -> list[Shift]:
    """Return the shifts to try of a picture of a length in squares."""
    whole = ceil(length + 2 * MARGIN - 1e-9)
    if symmetric:
        return [((count - length) / 2, count) for count in (whole, whole + 1)]
    starts = [MARGIN + step / PIXELS for step in range(PIXELS)]
    return [(start, ceil(start + length + MARGIN - 1e-9)) for start in starts]


def _target(picture: Picture, placement: Placement) -> Target:
    box, width, height = placement
    return target_of(picture.labels_in(box, width * PIXELS, height * PIXELS), picture.colours,
                     PIXELS)


def _unshown(picture: Picture, placement: Placement) -> float:
    box, width, height = placement
    areas = triangle_areas(picture.labels_in(box, width * PIXELS, height * PIXELS),
                           picture.colours, PIXELS)
    return float((areas.sum() - areas.max(axis=1).sum()) / max(1, areas[:, 1:].sum()))
