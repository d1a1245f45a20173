"""Drawings of arrangements for Ipe, in the colours by which such drawings are read.

The frame is blue, the border of the picture red, what is both purple, and all else black. The first
layer has only these, so that the puzzle can be made again from the file; the labels have a layer
of their own, with the chips, letters and legend that other formats have.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from nonoforge.drawing import (
    Contents,
    Display,
    DrawOptions,
    Group,
    Item,
    Layer,
    Paths,
    chip_looks,
    shown_cells,
)
from nonoforge.families.plane.arrangement import OUTSIDE, arrangement_of
from nonoforge.families.plane.display import OnPage, colour_legend, number_items
from nonoforge.families.plane.face_shapes import loop_path
from nonoforge.families.plane.label_boxes import side_labels
from nonoforge.nonogram import Nonogram
from nonoforge.path import bounds
from nonoforge.text import printable

MARGIN = 10.0  # millimetres
DRAWING, LABELS = "drawing", "labels"  # no layer may have a word that tells more than the colours
BLACK, RED, BLUE, PURPLE = "#000000", "#ff0000", "#0000ff", "#a020f0"
NORMAL_PEN, HEAVIER_PEN, FAT_PEN = (points * 25.4 / 72 for points in (0.4, 0.8, 1.2))


def ipe_display(nonogram: Nonogram, contents: Contents, options: DrawOptions) -> Display:
    """Return the display list of an arrangement for Ipe. The border of a picture is red; without a
    picture, no curve is."""
    arrangement, palette = arrangement_of(nonogram), nonogram.puzzle.palette
    cells = None if contents.picture is None else \
        shown_cells(nonogram.puzzle, contents.picture, ())
    looks = chip_looks(palette, options)
    labels, unplaced = side_labels(nonogram) if options.clues else ([], [])
    corners = (corner for label in labels for box in label.boxes for corner in box.corners)
    box = bounds([*arrangement.frame_polygon, *corners])
    page = OnPage(arrangement, box.left - MARGIN, box.top + MARGIN, 1.0)
    drawing: list[Item] = [
        *_bordered(page, arrangement.frame, True, cells, BLUE, PURPLE, FAT_PEN),
        *(Group(list(_bordered(page, curve.darts, curve.closed, cells, BLACK, RED, HEAVIER_PEN)))
          for curve in arrangement.curves)]
    groups: list[Item] = []
    for label in labels:
        leader = Paths([((page.at(label.leader[0]), page.at(label.leader[1])),)], pen=BLACK,
                       width=FAT_PEN)
        boxes = (item for box in label.boxes
                 for item in number_items(box, page, looks, BLACK, NORMAL_PEN))
        groups.append(Group([*boxes, leader]))
    width, height = box.width + 2 * MARGIN, box.height + 2 * MARGIN
    if groups and not palette.plain:
        legend, bottom = colour_legend(palette, looks, False, 1.0, MARGIN, height, width - MARGIN)
        groups.append(Group(legend))
        height = bottom + MARGIN
    layers = [Layer(DRAWING, drawing), *([Layer(LABELS, groups)] if groups else [])]
    return Display(width, height, layers,
                   printable(nonogram.info.title), "", unit=1.0, true_size=True,
                   remarks=tuple(_remarks(cells, len(unplaced))))


def _remarks(cells: bytes | None, unplaced: int) -> Iterator[str]:
    if cells is not None and len(set(cells) - {0}) > 1:
        yield "Ipe has one colour for the border of the picture: its faces' colours are left out"
    if unplaced:
        yield f"clues that have no place around the frame are left out: {unplaced}"


def _bordered(
    page: OnPage, darts: Sequence[int], closed: bool, cells: bytes | None, plain: str,
    border: str, pen: float,
) -> Iterator[Paths]:
    """Yield darts in a row as paths, a new one where the border of the picture begins or ends."""
    colours = [border if _borders(page, dart, cells) else plain for dart in darts]
    if closed and len(set(colours)) > 1:  # begin where a colour begins
        first = next(i for i in range(len(darts)) if colours[i] != colours[i - 1])
        darts = (*darts[first:], *darts[:first])
        colours = [*colours[first:], *colours[:first]]
    whole = closed and len(set(colours)) == 1
    for colour, group in groupby(zip(colours, darts, strict=True), key=lambda pair: pair[0]):
        path = page.path(loop_path(page.arrangement, [dart for _, dart in group]))
        yield Paths([path], pen=colour, width=pen, closed=whole)


def _borders(page: OnPage, dart: int, cells: bytes | None) -> bool:
    sides = page.arrangement.left[dart], page.arrangement.left[dart ^ 1]
    filled = [cells is not None and face != OUTSIDE and cells[face] != 0 for face in sides]
    return filled[0] != filled[1]
