"""A sheet of panels: pictures of coloured areas side by side, to choose from."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

from nonoforge.draw import INK, Display, Group, Item, Paths, Texts, ring_path
from nonoforge.families.plane.difference import ColouredAreas
from nonoforge.path import Box, Matrix, Path, Point, polyline

COLUMNS = 4
SIDE = 44.0  # mm of a picture's longer side
GAP = 6.0  # mm
TEXT = 3.2  # mm
LINE_COLOUR, FRAME_COLOUR, CHOSEN_COLOUR = "#8a8a8a", "#555555", "#c00000"
RESOLUTION = 6.0  # pixels of a millimetre


class Panel(NamedTuple):
    """A picture with its caption. Lengths are millimetres, y upwards."""

    caption: str
    box: Box
    areas: ColouredAreas
    lines: Sequence[tuple[Point, Point]] = ()
    chosen: bool = False


def panel_sheet(panels: Sequence[Panel], title: str) -> Display:
    """Return the drawing of some pictures in rows."""
    longest = max(max(panel.box.width, panel.box.height) for panel in panels)
    scale = SIDE / longest
    width = max(panel.box.width for panel in panels) * scale + GAP
    height = max(panel.box.height for panel in panels) * scale + GAP + 2 * TEXT
    columns = min(COLUMNS, len(panels))
    items: list[Item] = []
    for number, panel in enumerate(panels):
        left, top = number % columns * width + GAP / 2, number // columns * height + GAP / 2
        items += _panel(panel, left, top, scale)
    return Display(columns * width, ceil(len(panels) / columns) * height, items, title,
                   f"{title}: {len(panels)} pictures", unit=1.0, resolution=RESOLUTION)


def _panel(panel: Panel, left: float, top: float, scale: float) -> list[Item]:
    """Return a picture with its top left corner at a place, and its caption below."""
    box = panel.box
    matrix: Matrix = (scale, 0.0, 0.0, -scale, left - scale * box.left, top + scale * box.top)
    items: list[Item] = [Paths(_outlines(area), fill=colour, closed=True)
                         for colour, area in panel.areas if not area.is_empty]
    if panel.lines:
        items.append(Paths([((start, end),) for start, end in panel.lines], pen=LINE_COLOUR,
                           width=0.15 / scale))
    items.append(Paths([ring_path(box.corners)],
                       pen=CHOSEN_COLOUR if panel.chosen else FRAME_COLOUR,
                       width=(0.6 if panel.chosen else 0.25) / scale, closed=True))
    below = top + scale * box.height + 1.4 * TEXT
    return [Group(items, panel.caption, matrix),
            Texts(CHOSEN_COLOUR if panel.chosen else INK, TEXT, "start",
                  [(left, below, panel.caption)], bold=panel.chosen)]


def _outlines(area: object) -> list[Path]:
    import shapely

    return [polyline(points) for ring in shapely.get_rings(
        shapely.get_parts(area)) for points in [[(float(x), float(y)) for x, y in ring.coords]]]
