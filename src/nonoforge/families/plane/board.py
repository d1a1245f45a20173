"""Arrangements for the page: the board, a thumbnail and a cover.

Lengths are millimetres from the top left corner, y downwards; paths are those of SVG.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Annotated

from msgspec import Meta, Struct

from nonoforge.drawing import (
    COVER_PAPER,
    Board,
    board_fields,
    cover_svg,
    path_data,
    ring_path,
    thumbnail_svg,
)
from nonoforge.families.plane.arrangement import arrangement_of
from nonoforge.families.plane.build import clues_of
from nonoforge.families.plane.display import CluesAround, OnPage, clues_around, line_unit
from nonoforge.families.plane.face_shapes import loop_path, regions
from nonoforge.families.plane.label_boxes import SideLabel
from nonoforge.nonogram import Nonogram
from nonoforge.path import Path, Point, bounds, moved
from nonoforge.puzzle import Colouring

MARGIN = 1.5  # millimetres around a plane and its labels, for the marks that lie over them
THUMBNAIL_SIDE = 100.0  # the longer side of a thumbnail: one digit after the point is fine enough

At = tuple[float, float]


class PlaneFace(Struct, kw_only=True):
    """A face: its outline, and a place for a sign with the room around it."""

    path: str
    spot: At
    room: float


class PlaneBox(Struct, kw_only=True):
    """A box of a label: its number, where it stands, and its outlines."""

    text: str
    colour: int
    at: At
    angle: Annotated[float, Meta(description="Degrees, clockwise.")]
    size: float
    path: str
    chip: str


class PlaneLabel(Struct, kw_only=True):
    """A label: its boxes, and the leader from the end of its line to them."""

    leader: str
    boxes: list[PlaneBox]


class PlaneLine(Struct, kw_only=True, omit_defaults=True):
    """A line: one side of a curve. One whose label has no place has none: its clue is to be listed,
    under the number of its curve."""

    name: str
    curve: int
    back: Annotated[bool, Meta(description="Whether it is read from the curve's end.")]
    cells: list[int]
    path: str
    label: PlaneLabel | None = None


class PlaneTag(Struct, kw_only=True):
    """The number of a curve at its start."""

    curve: int
    at: At
    port: At
    radius: float


class Plane(Struct, kw_only=True):
    """An arrangement on its page."""

    width: float
    height: float
    unit: Annotated[float, Meta(description="Millimetres of the puzzle that look like one.")]
    frame: str
    faces: list[PlaneFace]
    curves: list[str]
    lines: list[PlaneLine]
    tags: list[PlaneTag]


class PlaneBoard(Board, kw_only=True, tag="plane"):
    """An arrangement to show and to play."""

    plane: Plane


def board(nonogram: Nonogram) -> PlaneBoard:
    """Return the board of a sloped or curved nonogram."""
    return PlaneBoard(**board_fields(nonogram), plane=_plane(nonogram))


def _page(nonogram: Nonogram) -> tuple[OnPage, CluesAround, float, float]:
    """Return the page of an arrangement, the clues around it, and the width and height of both."""
    arrangement = arrangement_of(nonogram)
    unit = line_unit(arrangement)
    around = clues_around(nonogram, unit, clues=True, numbers=False)
    box = bounds([*arrangement.frame_polygon, *around.extent()])
    edge = MARGIN * unit
    return (OnPage(arrangement, box.left - edge, box.top + edge, unit), around,
            _short(box.width + 2 * edge), _short(box.height + 2 * edge))


def _curves(page: OnPage) -> list[str]:
    return [path_data(page.path(loop_path(page.arrangement, curve.darts)), closed=curve.closed)
            for curve in page.arrangement.curves]


def _plane(nonogram: Nonogram) -> Plane:
    page, around, width, height = _page(nonogram)
    arrangement = page.arrangement
    return Plane(
        width=width, height=height, unit=_short(line_unit(arrangement)),
        frame=_loop(page, arrangement.frame),
        faces=[_face(page, face) for face in range(len(arrangement.faces))],
        curves=_curves(page),
        lines=list(_lines(nonogram, page, around)),
        tags=[PlaneTag(curve=tag.curve, at=_at(page.at(tag.middle)), port=_at(page.at(tag.port)),
                       radius=_short(around.radius)) for tag in around.tags])


def _face(page: OnPage, face: int) -> PlaneFace:
    spot, room = page.room(face)
    outline = "".join(_loop(page, loop) for loop in page.arrangement.faces[face])
    return PlaneFace(path=outline, spot=_at(spot), room=_short(room))


def _lines(nonogram: Nonogram, page: OnPage, around: CluesAround) -> Iterator[PlaneLine]:
    """Yield the lines of the puzzle: the sides that have a clue."""
    arrangement = page.arrangement
    labels = {label.side: label for label in around.labels}
    for index, clue in enumerate(clues_of(nonogram, arrangement)):
        if clue is not None:
            side = arrangement.sides[index]
            path = page.path(loop_path(arrangement, side.darts))
            yield PlaneLine(
                name=arrangement.side_name(side), curve=side.curve, back=side.back,
                cells=list(side.cells), path=path_data(path, closed=False),
                label=_label(page, labels[index]) if index in labels else None)


def _label(page: OnPage, label: SideLabel) -> PlaneLabel:
    start, end = label.leader
    return PlaneLabel(
        leader=path_data(((page.at(start), page.at(end)),), closed=False),
        boxes=[PlaneBox(text=box.text, colour=box.colour, at=_at(page.at(box.middle)),
                        angle=_short(-box.angle), size=_short(box.size),
                        path=_ring(page, box.corners), chip=_ring(page, box.chip))
               for box in label.boxes])


def _loop(page: OnPage, loop: tuple[int, ...]) -> str:
    return path_data(page.path(loop_path(page.arrangement, loop)), closed=True)


def _ring(page: OnPage, corners: Sequence[Point]) -> str:
    return path_data(ring_path([page.at(corner) for corner in corners]), closed=True)


def _at(point: Point) -> At:
    return _short(point[0]), _short(point[1])


def _short(value: float) -> float:
    return round(value, 3)


def thumbnail(nonogram: Nonogram, picture: Colouring) -> str:
    """Return a small picture as SVG."""
    arrangement, colours = arrangement_of(nonogram), nonogram.puzzle.palette.colours
    box = arrangement.box
    scale = THUMBNAIL_SIDE / max(box.width, box.height)
    onto_page = (scale, 0.0, 0.0, -scale, -box.left * scale, box.top * scale)
    paths: defaultdict[str, str] = defaultdict(str)
    for colour, loops in regions(arrangement, picture).items():
        if colour:
            outlines = (moved(loop_path(arrangement, loop), onto_page) for loop in loops)
            paths[colours[colour].rgb] += "".join(map(_rough, outlines))
    return thumbnail_svg((0.0, 0.0, box.width * scale, box.height * scale), paths.items(),
                         colours[0].rgb, even_odd=True)


def cover(nonogram: Nonogram) -> str:
    """Return a cover as SVG: the frame, all lines, and the empty boxes of the clues."""
    page, around, width, height = _page(nonogram)
    arrangement, colours = page.arrangement, nonogram.puzzle.palette.colours
    chips: defaultdict[str, str] = defaultdict(str)
    for label in around.labels:
        for box in label.boxes:
            chips[colours[box.colour].rgb if box.colour else COVER_PAPER] += _ring(
                page, box.corners)
    return cover_svg((0.0, 0.0, width, height), _short_path(_loop(page, arrangement.frame)),
                     _short_path("".join(_curves(page))),
                     [(rgb, _short_path(path)) for rgb, path in chips.items()])


def _rough(path: Path) -> str:
    """Return path data whose numbers have one digit after the point."""
    return _short_path(path_data(path, closed=True))


def _short_path(data: str) -> str:
    return re.sub(r"(\.\d)\d+", r"\1", data)
