"""Labels as they are drawn: a leader, and along its end a row of boxes with a number in each.

The label of a side lies on the same side of the prolonged curve as the faces it counts, and is read
from the outside in: where the walk along the side begins, its first number is the outermost; where
it ends, its last. The leader runs on along the boxes, so that they are not taken for those of
another curve.

Coordinates are those of the arrangement: millimetres, y upwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import atan2, degrees, dist
from typing import NamedTuple

from nonoforge.clues import Runs
from nonoforge.drawing import DIGIT
from nonoforge.families.plane.arrangement import Arrangement, arrangement_of
from nonoforge.families.plane.build import clues_of
from nonoforge.families.plane.labels import box_lengths, numbers
from nonoforge.nonogram import Nonogram
from nonoforge.path import Point

CHIP_MARGIN = 0.08  # in parts of the box's shorter side


class NumberBox(NamedTuple):
    """A number in its box; `colour` 0 is no colour. Its letters are of this size, turned by `angle`
    degrees, counter-clockwise."""

    text: str
    colour: int
    corners: tuple[Point, Point, Point, Point]
    angle: float
    size: float

    @property
    def middle(self) -> Point:
        (ax, ay), _, (cx, cy), _ = self.corners
        return (ax + cx) / 2, (ay + cy) / 2

    @property
    def chip(self) -> list[Point]:
        """Return a smaller box within, for a colour: outlines and leaders are seen between dark
        ones."""
        (ax, ay), (bx, by), _, (dx, dy) = self.corners
        margin = CHIP_MARGIN * min(dist((ax, ay), (bx, by)), dist((ax, ay), (dx, dy)))
        u, v = margin / dist((ax, ay), (bx, by)), margin / dist((ax, ay), (dx, dy))
        return [(ax + s * (bx - ax) + t * (dx - ax), ay + s * (by - ay) + t * (dy - ay))
                for s, t in ((u, v), (1 - u, v), (1 - u, 1 - v), (u, 1 - v))]


class SideLabel(NamedTuple):
    """The label of a side, by index. Its leader goes from the port to the end of the label; its
    boxes are in the order of the clue."""

    side: int
    name: str
    clue: Runs
    leader: tuple[Point, Point]
    boxes: tuple[NumberBox, ...]


def side_labels(nonogram: Nonogram) -> tuple[list[SideLabel], list[int]]:
    """Return the labels that have a place, and the sides (by index) whose clue has none."""
    arrangement = arrangement_of(nonogram)
    placed: list[SideLabel] = []
    left: list[int] = []
    for index, clue in enumerate(clues_of(nonogram, arrangement)):
        if clue is not None:
            label = _label(arrangement, index, clue)
            if label is None:
                left.append(index)
            else:
                placed.append(label)
    return placed, left


def _label(arrangement: Arrangement, index: int, clue: Runs) -> SideLabel | None:
    labels, side = arrangement.labels, arrangement.sides[index]
    place = labels.places[index] if labels else None
    if labels is None or place is None:
        return None
    (x, y), out = arrangement.outward(side, place.end)
    start = x + place.leader * out[0], y + place.leader * out[1]
    # Looking outwards, the counted faces are on the left at the end of the walk, on the right at
    # its start.
    beside = (-out[1], out[0]) if place.end else (out[1], -out[0])
    boxes = row_of_boxes(clue, labels.box, start, out, beside, outwards=bool(place.end))
    far = boxes[-1 if place.end else 0].corners[1]
    return SideLabel(index, arrangement.side_name(side), clue, ((x, y), far), tuple(boxes))


def row_of_boxes(
    clue: Runs, box: tuple[float, float], start: Point, along: Point, beside: Point, *,
    outwards: bool,
) -> list[NumberBox]:
    """Return the boxes of a clue in its order. They lie on a line from `start` in a direction, on
    the side `beside` of it; the clue is read from `start` on (outwards), or towards it."""
    colours = [run.colour for run in clue.runs] or [0]
    entries = list(zip(numbers(clue), colours, box_lengths(clue, box), strict=True))
    order = entries if outwards else entries[::-1]
    row = list(_row(order, box[1], start, along, beside))
    return row if outwards else row[::-1]


def _row(
    entries: Sequence[tuple[str, int, float]], height: float, start: Point, along: Point,
    beside: Point,
) -> Iterator[NumberBox]:
    (x, y), (u, v), (p, q) = start, along, beside
    p, q = p * height, q * height
    for text, colour, length in entries:
        far = x + length * u, y + length * v
        corners = (x, y), far, (far[0] + p, far[1] + q), (x + p, y + q)
        angle, size = writing(text, degrees(atan2(v, u)), length, height)
        yield NumberBox(text, colour, corners, angle, size)
        x, y = far


def writing(text: str, along: float, length: float, height: float) -> tuple[float, float]:
    """Return angle and size of a number in a box whose leader runs at an angle. It is written
    along the leader or across it, whichever is nearer to level, so that a 6 is never a 9; along it,
    where there is much more room.

    >>> [writing("6", along, 5, 5)[0] for along in (0, 30, 45, 80, 90, 100, -45, -60, 180)]
    [0, 30, 45, -10, 0, 10, -45, 30, 0]
    >>> writing("123", 90, 7, 5)
    (90, 3.5)
    """
    level = along - 180 * round((along - 1e-6) / 180)  # from -90 on, up to 90
    size, across = _size(text, length, height), _size(text, height, length)
    if abs(level) < 45 + 1e-6:
        return level, size
    if across < 0.8 * size:  # up a line that stands, and also if it leans a little to the left
        return level + 180 if level < -80 else level, size
    return level - 90 if level > 0 else level + 90, across


def _size(text: str, width: float, height: float) -> float:
    """Return the size of the largest letters that leave a little room around them."""
    return min(0.7 * height, 0.9 * width / (DIGIT * len(text)))
