"""Where puzzles go on a sheet, so that their cells become as large as they can.

Boxes stand in rows and columns. All columns are equally wide; a row is as high as its drawings ask
for, in its share of the sheet.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from nonoforge.draw.display import Display

EDGE = 11.0  # millimetres of paper that stay empty on either side
TOP = 11.0
FOOT = 16.0  # with notes and the number of the page
TURNED = 0.95  # what a lying sheet is worth
GUTTER = 7.0  # between two boxes


class Box(NamedTuple):
    """A place on a sheet, in millimetres."""

    left: float
    top: float
    width: float
    height: float


class Layout(NamedTuple):
    """A sheet (width and height) with a box for each drawing."""

    sheet: tuple[float, float]
    boxes: tuple[Box, ...]


def arrange(
    sheets: Iterable[tuple[float, float]], shown: Sequence[Display], head: float,
) -> Layout:
    """The sheet, upright or lying as is allowed, and the rows and columns that suit best. `head` is
    room for words above each drawing."""
    found = [_layout(sheet, columns, shown, head)
             for sheet in sheets for columns in range(1, len(shown) + 1)]
    return max(found, key=lambda layout: _merit(layout, shown, head))


def share(one: Display, box: Box, head: float) -> float:
    """How large a drawing becomes in its box, in parts of what it would like to be."""
    return one.fitting(box.width, max(0.1, box.height - head)) / one.unit


def _merit(layout: Layout, shown: Sequence[Display], head: float) -> tuple[float, float]:
    """The smallest drawing counts most; then all of them. A page is turned only for a good gain."""
    shares = [share(one, box, head) for one, box in zip(shown, layout.boxes, strict=True)]
    lying = layout.sheet[0] > layout.sheet[1]
    return round(min(shares) * (TURNED if lying else 1), 2), sum(shares)


def _layout(
    sheet: tuple[float, float], columns: int, shown: Sequence[Display], head: float,
) -> Layout:
    width = (sheet[0] - 2 * EDGE - (columns - 1) * GUTTER) / columns
    rows = [shown[at:at + columns] for at in range(0, len(shown), columns)]
    room = sheet[1] - TOP - FOOT - (len(rows) - 1) * GUTTER
    wishes = [head + max(one.page_height * min(one.unit, width / one.width) for one in row)
              for row in rows]
    heights = _shared(room, wishes)
    boxes, top = [], TOP
    for row, height in zip(rows, heights, strict=True):
        boxes += [Box(EDGE + at * (width + GUTTER), top, width, height) for at in range(len(row))]
        top += height + GUTTER
    return Layout(sheet, tuple(boxes))


def _shared(room: float, wishes: Sequence[float]) -> list[float]:
    """Everybody gets the wish and a part of what is left; or a fair part, small wishes first.

    >>> _shared(100, [10, 70]), _shared(100, [10, 70, 80])
    ([20.0, 80.0], [10.0, 45.0, 45.0])
    """
    spare = room - sum(wishes)
    if spare >= 0:
        return [wish + spare / len(wishes) for wish in wishes]
    heights = [0.0] * len(wishes)
    for left, at in enumerate(sorted(range(len(wishes)), key=wishes.__getitem__)):
        heights[at] = min(float(wishes[at]), room / (len(wishes) - left))
        room -= heights[at]
    return heights
