"""Contact sheets: pictures in rows, each with a caption, to choose from."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

from nonoforge.drawing.colours import INK, PAPER
from nonoforge.drawing.display import Display, Group, Item, Layer, Paths, Texts, box_path
from nonoforge.drawing.text_metrics import BOLD, text_width

# Millimetres. Places of pictures are whole ones, which are whole pixels of a PNG.
TILE_SIDE = 44.0  # mm: the longer side of a picture that has no size in millimetres
GAP = 6
TEXT, LEADING = 2.5, 3.4
FRAME_COLOUR, FRAME_WIDTH = "#8a8a8a", 0.2
CHOSEN_COLOUR, CHOSEN_WIDTH = "#c00000", 0.6
RESOLUTION = 6.0  # pixels of a millimetre


class Tile(NamedTuple):
    """A picture on a contact sheet."""

    display: Display
    """It is drawn in its own size: `Display.unit` millimetres to a unit."""
    caption: Sequence[str]
    """A few short lines below it."""
    chosen: bool = False
    """Whether it is the one that was taken; it is marked in red."""

    @property
    def width(self) -> float:
        """Millimetres of the picture or of its caption, whichever is wider."""
        bold = BOLD if self.chosen else 1.0
        return max(self.display.width * self.display.unit,
                   *(bold * text_width(line, TEXT) for line in self.caption))

    @property
    def height(self) -> float:
        """Millimetres of the picture, without its caption."""
        return self.display.height * self.display.unit


def fitted(display: Display, side: float = TILE_SIDE) -> Display:
    """Return a display whose longer side is `side` millimetres."""
    return display._replace(unit=side / max(display.width, display.height))


def contact_sheet(tiles: Sequence[Tile], columns: int, title: str) -> Display:
    """Return the drawing of some pictures in rows of `columns`."""
    columns = max(1, min(columns, len(tiles)))
    width = ceil(max(tile.width for tile in tiles)) + GAP
    items: list[Item] = []
    bottom = 0
    for start in range(0, len(tiles), columns):
        row = tiles[start:start + columns]
        bottom += GAP + ceil(max(tile.height for tile in row))
        for column, tile in enumerate(row):
            items += _tile(tile, column * width + GAP, bottom)
        bottom += ceil(LEADING * max(len(tile.caption) for tile in row))
    size = (columns * width + GAP, bottom + GAP)
    paper = Paths([box_path(0, 0, *size)], fill=PAPER, closed=True)
    return Display(*size, [paper, *items], title, f"{len(tiles)} pictures to choose from",
                   unit=1.0, resolution=RESOLUTION)


def _tile(tile: Tile, left: int, bottom: int) -> list[Item]:
    """Return a picture with its bottom left corner at a place, and its caption below."""
    display, unit = tile.display, tile.display.unit
    top = bottom - tile.height
    colour, width = (CHOSEN_COLOUR, CHOSEN_WIDTH) if tile.chosen else (FRAME_COLOUR, FRAME_WIDTH)
    words = [(left, bottom + number * LEADING, line)
             for number, line in enumerate(tile.caption, start=1)]
    return [Group(_seen(display.items), ", ".join(tile.caption), (unit, 0, 0, unit, left, top)),
            Paths([box_path(left, top, display.width * unit, tile.height)], pen=colour,
                  width=width, closed=True),
            Texts(CHOSEN_COLOUR if tile.chosen else INK, TEXT, "start", words, bold=tile.chosen)]


def _seen(items: Sequence[Item]) -> list[Item]:
    """Return items without layers, which cannot be within groups."""
    return [part for item in items for part in (
        [item] if not isinstance(item, Layer) else [] if item.hidden else item.items)]
