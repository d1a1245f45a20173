"""Labels as they are drawn: a leader, then a row of boxes along it, with a number in each.

The label of a side lies on the same side of the prolonged curve as the faces it counts, and is read
from the outside in: where the walk along the side begins, its first number is the outermost; where
it ends, its last.

Places are those of the arrangement: millimetres, y upwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import atan2, degrees
from typing import NamedTuple

from nonoforge.clues import Runs
from nonoforge.nonogram import Nonogram
from nonoforge.plane import Arrangement, arrangement_of, clues_of
from nonoforge.plane.labels import box_lengths, numbers
from nonoforge.plane.path import Point


class NumberBox(NamedTuple):
    """A number in its box; `colour` 0 is no colour. The text is turned by `angle` degrees, counter-
    clockwise, and is never upside down."""

    text: str
    colour: int
    corners: tuple[Point, Point, Point, Point]
    angle: float
    length: float
    height: float

    @property
    def middle(self) -> Point:
        (ax, ay), _, (cx, cy), _ = self.corners
        return (ax + cx) / 2, (ay + cy) / 2


class SideLabel(NamedTuple):
    """The label of a side, by index. Its boxes are in the order of its clue."""

    side: int
    name: str
    clue: Runs
    leader: tuple[Point, Point]
    boxes: tuple[NumberBox, ...]


def side_labels(nonogram: Nonogram) -> tuple[list[SideLabel], list[int]]:
    """The labels that have a place, and the sides (by index) that have a clue and no place."""
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
    # Who looks out at the end of the walk has the counted faces on the left, at its start on the
    # right.
    beside = (-out[1], out[0]) if place.end else (out[1], -out[0])
    boxes = row_of_boxes(clue, labels.box, start, out, beside, outwards=bool(place.end))
    return SideLabel(index, arrangement.side_name(side), clue, ((x, y), start), tuple(boxes))


def row_of_boxes(
    clue: Runs, box: tuple[float, float], start: Point, along: Point, beside: Point, *,
    outwards: bool,
) -> list[NumberBox]:
    """The boxes of a clue in its order. They lie on a line from `start` in a direction, on the side
    `beside` of it; the clue is read from `start` on (outwards), or towards it."""
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
    angle = upright(degrees(atan2(v, u)))
    for text, colour, length in entries:
        far = x + length * u, y + length * v
        yield NumberBox(text, colour, ((x, y), far, (far[0] + p, far[1] + q), (x + p, y + q)),
                        angle, length, height)
        x, y = far


def upright(angle: float) -> float:
    """The direction of writing along a line at this angle: from the left to the right, and up a
    line that stands.

    >>> [upright(a) for a in (0, 90, -90, 180, 135, -170)]
    [0, 90, 90, 0, -45, 10]
    """
    if angle > 90 + 1e-6:
        return angle - 180
    return angle + 180 if angle <= -90 + 1e-6 else angle
