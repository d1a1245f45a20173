"""The clues of an arrangement on a plan: labels around the frame, and a list of those that have no
place there, so that none is ever missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import cos, dist, hypot, radians, sin
from typing import NamedTuple

from nonoforge.draw.colours import INK, PAPER, ink_on
from nonoforge.draw.paper import TALL
from nonoforge.draw.paths import circle_path, ring_path
from nonoforge.draw.plan.faces import HAIR, LINE, OnPage
from nonoforge.draw.plan.label_boxes import NumberBox, SideLabel, row_of_boxes, side_labels
from nonoforge.draw.plan.parts import Figure, Group, Part, Word
from nonoforge.draw.plan.room import distance
from nonoforge.draw.words import BASE, DIGIT, text_width
from nonoforge.families.plane import arrangement_of, box_lengths, clues_of
from nonoforge.nonogram import Nonogram
from nonoforge.palette import Palette
from nonoforge.path import Path, Point, inside

LEADER = 0.4  # millimetres, as below: heavier than a curve, so that it is not taken for one
TAG = "#1f5f99"
TAG_RADIUS = 2.2  # millimetres, on a drawing that fits a sheet
TAG_TRIES = 60
ROW = 4.5  # the height of boxes in the list
STEP = 1.25 * ROW
NAME = 3.0  # the size of letters there
GUTTER = 5.0


class Tag(NamedTuple):
    """The number of a curve, at its start; places are those of the arrangement."""

    curve: int
    port: Point
    middle: Point


class Clues(NamedTuple):
    """All that is told around the frame. `listed` are the sides without a place, by index."""

    labels: tuple[SideLabel, ...]
    tags: tuple[Tag, ...]
    listed: tuple[int, ...]
    radius: float

    def extent(self) -> Iterator[Point]:
        """Points that the page must hold, in places of the arrangement."""
        for label in self.labels:
            yield from label.leader
            yield from (corner for box in label.boxes for corner in box.corners)
        for _, _, (x, y) in self.tags:
            yield x - self.radius, y - self.radius
            yield x + self.radius, y + self.radius


def clues_around(nonogram: Nonogram, unit: float, *, clues: bool, numbers: bool) -> Clues:
    """Labels where they have a place; tags on the curves of the others, with `numbers` on all."""
    labels, listed = side_labels(nonogram) if clues else ([], [])
    arrangement = arrangement_of(nonogram)
    quads = [box.corners for label in labels for box in label.boxes]
    tags: list[Tag] = []
    for side in arrangement.sides:
        wanted = any(arrangement.sides[index].curve == side.curve for index in listed)
        if (wanted or numbers) and not side.back:
            port, out = arrangement.outward(side, 0)
            taken = [tag.middle for tag in tags]
            # Along its own leader it must go.
            leaders = [label.leader for label in labels if dist(label.leader[0], port) > 1e-9]
            middle = _free(port, out, TAG_RADIUS * unit, taken,
                           [*quads, *leaders, arrangement.frame_polygon])
            tags.append(Tag(side.curve, port, middle))
    return Clues(tuple(labels), tuple(tags), tuple(listed), TAG_RADIUS * unit)


def _free(
    port: Point, out: Point, radius: float, taken: Sequence[Point],
    polygons: Sequence[Sequence[Point]],
) -> Point:
    """The nearest place for a tag on the prolonged curve that touches nothing."""
    for number in range(TAG_TRIES):
        far = radius * (1.6 + 0.5 * number)
        middle = port[0] + far * out[0], port[1] + far * out[1]
        if all(hypot(middle[0] - x, middle[1] - y) > 2.1 * radius for x, y in taken) \
                and not any(_touches(middle, radius, polygon) for polygon in polygons):
            break
    return middle


def _touches(middle: Point, radius: float, polygon: Sequence[Point]) -> bool:
    return inside(middle, polygon) or any(
        distance(middle, a, b) < radius for a, b in pairwise((*polygon, polygon[0])))


def label_parts(clues: Clues, page: OnPage, palette: Palette) -> Iterator[Part]:
    """The tags, over all their leaders, and the labels, each a group of its own."""
    ways: list[Path] = [((page.at(tag.port), page.at(tag.middle)),) for tag in clues.tags]
    if ways:
        yield Figure(ways, pen=TAG, width=HAIR * page.unit)
    for tag in clues.tags:
        yield Group(f"the start of curve {tag.curve + 1}", list(_tag(tag, clues.radius, page)))
    # The two labels at an end of a curve share a leader: the longer one must not be half hidden by
    # the boxes along the shorter.
    for label in sorted(clues.labels, key=lambda label: dist(*label.leader)):
        a, b = map(page.at, label.leader)
        leader = Figure([((a, b),)], pen=LINE, width=LEADER * page.unit)
        boxes = (item for box in label.boxes for item in box_parts(box, page, palette))
        yield Group(f"{label.name}: {label.clue}", [*boxes, leader])


def _tag(tag: Tag, radius: float, page: OnPage) -> Iterator[Figure | Word]:
    x, y = page.at(tag.middle)
    text = str(tag.curve + 1)
    size = min(1.3 * radius, 1.7 * radius / (DIGIT * len(text)))
    yield Figure([circle_path((x, y), radius)], PAPER, TAG, HAIR * page.unit, closed=True)
    yield Word(text, (x, y + BASE * size), size, TAG, "middle")


def box_parts(box: NumberBox, page: OnPage, palette: Palette) -> Iterator[Figure | Word]:
    """A box and its number; in a colour puzzle on a chip of its colour."""
    corners = [page.at(corner) for corner in box.corners]
    yield Figure([ring_path(corners)], PAPER, LINE, HAIR * page.unit, closed=True)
    chip = PAPER
    if box.colour and not palette.plain:
        chip = palette.colours[box.colour].rgb
        yield Figure([ring_path([page.at(corner) for corner in box.chip])], chip, closed=True)
    size = box.size
    turn = radians(-box.angle)  # clockwise on the page
    x, y = page.at(box.middle)
    base = x - sin(turn) * BASE * size, y + cos(turn) * BASE * size
    yield Word(box.text, base, size, ink_on(chip) if chip != PAPER else INK, "middle", -box.angle)


class Entry(NamedTuple):
    """A line of the list: which side, and its boxes from the left to the right."""

    name: str
    title: str
    boxes: tuple[NumberBox, ...]
    width: float


def entries(nonogram: Nonogram, clues: Clues, unit: float) -> list[Entry]:
    """The clues without a place, each in the order in which a walk from the tag meets its runs."""
    arrangement = arrangement_of(nonogram)
    told = clues_of(nonogram, arrangement)
    found: list[Entry] = []
    for index in clues.listed:
        side, clue = arrangement.sides[index], told[index]
        assert clue is not None
        name = f"{side.curve + 1} {arrangement.side_name(side).split()[0]}"
        box = ROW * unit, ROW * unit
        row = row_of_boxes(clue, box, (0.0, 0.0), (1.0, 0.0), (0.0, -1.0),
                           outwards=not side.back)
        found.append(Entry(name, f"{arrangement.side_name(side)}: {clue}", tuple(row),
                           sum(box_lengths(clue, box))))
    return found


def list_room(found: Sequence[Entry], unit: float, width: float, height: float) -> float:
    """How wide the list below a drawing should be, so that the page is not too high for paper."""
    if not found:
        return 0.0
    pitch = _pitch(found, unit)
    columns = 1
    while columns < len(found) and \
            height + _rows(found, columns) * STEP * unit > TALL * max(width, columns * pitch):
        columns += 1
    return columns * pitch - GUTTER * unit


def _pitch(found: Sequence[Entry], unit: float) -> float:
    """The width of a column with what is between it and the next."""
    return _names(found, unit) + max(entry.width for entry in found) + GUTTER * unit


def _names(found: Sequence[Entry], unit: float) -> float:
    return max(text_width(entry.name, NAME * unit) for entry in found) + 2.5 * unit


def _rows(found: Sequence[Entry], columns: int) -> int:
    return -(-len(found) // columns)


def list_parts(
    found: Sequence[Entry], page: OnPage, palette: Palette, left: float, top: float, room: float,
) -> tuple[list[Part], float]:
    """The list in columns, and how high it is."""
    unit, size = page.unit, NAME * page.unit
    names, pitch = _names(found, unit), _pitch(found, unit)
    rows = _rows(found, max(1, int((room + (GUTTER + 1e-6) * unit) / pitch)))
    parts: list[Part] = []
    for number, entry in enumerate(found):
        column, row = divmod(number, rows)
        x, y = left + column * pitch, top + row * STEP * unit
        word = Word(entry.name, (x, y + ROW * unit / 2 + BASE * size), size, TAG)
        # The boxes were laid out from the origin; a page of their own moves them to their place.
        here = page._replace(left=-(x + names), top=y)
        boxes = (item for box in entry.boxes for item in box_parts(box, here, palette))
        parts.append(Group(entry.title, [word, *boxes]))
    return parts, rows * STEP * unit
