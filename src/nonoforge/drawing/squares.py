"""Boards of squares, as grids and the layers of solids are drawn: cells, lines, signs, legend.

All lengths are whole pixels and follow from the size of a cell, so a small picture is a true copy
of a large one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from nonoforge.drawing.colour_signs import PALE, PALE_BORDER, ChipLook
from nonoforge.drawing.colours import INK, PAPER, contrast, ink_on, visible
from nonoforge.drawing.display import Box, Boxes, Item, Place, Stamp, Strokes, Texts
from nonoforge.drawing.page import Heading, legend_of
from nonoforge.drawing.page import heading_of as page_heading
from nonoforge.drawing.picture import BLANK, FIVE, MARK, OPEN, Picture, cell_rgb
from nonoforge.drawing.text_metrics import BASE
from nonoforge.nonogram import Nonogram
from nonoforge.palette import Palette

THIN_COLOUR = "#a0a0a0"
THICK_COLOUR = "#2b2b2b"
LOST_LINE_COLOURS = ("#d0d0d0", "#ffffff", "#5a5a5a", "#1a1a1a")
SIGN_COLOURS = ("#6e6e6e", "#c0c0c0")
MIN_SIGN_CELL = 6  # pixels of a cell; signs in smaller ones would be blots

SCREEN_CELL, PNG_CELL, PAPER_CELL = 20, 24, 40  # usual pixels of a cell; 20 are about 5 mm
CELL_MM = 8.0  # of a cell on paper, where there is room
MIN_CELL_MM = 2.5  # smaller cells are hard to fill in
MIN_CLUE_CELL = 12  # pixels of a cell below which clues cannot be read


@dataclass(frozen=True, slots=True, kw_only=True)
class SquareLayout:
    """Sizes and places on a page. `left` and `top` are the corner of the cells."""

    columns: int = 0
    rows: int = 0
    cell: int
    margin: int
    left: int
    top: int
    gap: int  # between clues and cells
    number: int  # size of clues' letters
    heading: Heading
    width: int
    bottom: int  # below the cells, with margin; a legend starts here

    @property
    def thin(self) -> int:
        """Width of the lines between cells; 0 where they would cover the cells."""
        return max(1, round(self.cell / 20)) if self.cell >= 4 else 0

    @property
    def thick(self) -> int:
        """Width of every fifth line."""
        return max(2, round(self.cell / 10)) if self.cell >= 4 else self.cell // 3

    def heading_texts(self) -> Iterator[Texts]:
        """Yield title and author."""
        return self.heading.texts(self.margin, self.margin)

    def legend(
        self, palette: Palette, looks: Sequence[ChipLook], ground: bool = False,
    ) -> tuple[list[Item], int]:
        """Return the chips and names of the colours, and the bottom of the page with them.
        `ground`: the background is named, too."""
        if palette.plain and not ground:
            return [], self.bottom
        size, chip = self.number, round(self.cell * 0.7)
        entries = legend_of(palette, self.margin, self.bottom, self.width - self.margin, size=size,
                            chip=chip, gap=self.gap, between=self.cell, row=self.cell,
                            ground=ground)
        places = [(int(entry.x), int(entry.y)) for entry in entries]
        items: list[Item] = []
        for entry, (x, y) in zip(entries, places, strict=True):
            rgb, look = entry.colour.rgb, looks[palette.colours.index(entry.colour)]
            items += chips([(x, y, chip, chip)], look._replace(
                fill=rgb, border=rgb if contrast(rgb, PAPER) >= PALE else PALE_BORDER), self.cell)
            if look.letter:
                items.append(Texts(ink_on(rgb), size, "middle", [
                    (x + chip // 2, y + chip // 2 + round(size * BASE), look.letter)]))
        names = [(x + chip + self.gap, y + chip // 2 + round(size * BASE), entry.name)
                 for entry, (x, y) in zip(entries, places, strict=True)]
        return ([*items, Texts(INK, size, "start", names)],
                places[-1][1] + self.cell + self.margin // 2)


def square_heading(nonogram: Nonogram, cell: int, width: int) -> Heading:
    """Return title and author above cells of this size, on a page of at least this width."""
    found = page_heading(nonogram, round(cell * 0.8), round(cell * 0.6), width, 18 * cell)
    return found._replace(height=found.height + cell // 4) if found.lines else found


def square_board(place: SquareLayout, shown: Picture, palette: Palette) -> list[Item]:
    """Return the cells with their lines and signs."""
    return [*_cells(place, shown, palette), *_lines(place, shown, palette),
            *_signs(place, shown, palette)]


def chips(boxes: list[Box], look: ChipLook, cell: int) -> Iterator[Boxes]:
    """Yield rounded chips. With a letter the border is as wide as it takes to see its colour."""
    radius = max(1, cell // 7)
    if look.border != look.fill:
        yield Boxes(look.border, boxes, radius)
        wide = max(1, cell // 12) if look.border != PALE_BORDER else 1
        boxes = [(x + wide, y + wide, max(1, w - 2 * wide), max(1, h - 2 * wide))
                 for x, y, w, h in boxes]
    yield Boxes(look.fill, boxes, radius)


def boundaries(count: int) -> tuple[list[int], list[int]]:
    """Return which boundaries of a row of cells are thin, and which thick: every fifth and both
    ends."""
    thick = sorted({*range(0, count, FIVE), count})
    return [i for i in range(count) if i % FIVE], thick


def _cells(place: SquareLayout, shown: Picture, palette: Palette) -> Iterator[Item]:
    """Yield the background, then the cells, neighbours of a row joined into one box."""
    size = place.cell
    yield Boxes(cell_rgb(0, palette), [(place.left, place.top, place.columns * size,
                                        place.rows * size)])
    for value, stretches in sorted(shown.stretches().items()):
        if value not in (0, BLANK):
            yield Boxes(cell_rgb(value, palette), [(place.left + x * size, place.top + y * size,
                                                    length * size, size)
                                                   for x, y, length in stretches])


def _lines(place: SquareLayout, shown: Picture, palette: Palette) -> Iterator[Item]:
    """Yield thin lines between all cells, thick ones every five."""
    across, down = boundaries(place.columns), boundaries(place.rows)
    for kind, colour, width in ((0, THIN_COLOUR, place.thin), (1, THICK_COLOUR, place.thick)):
        if width:
            yield Boxes(colour, [_vertical(place, x, width) for x in across[kind]]
                        + [_horizontal(place, y, width) for y in down[kind]])
            yield from _lost_lines(place, shown, palette, kind, colour, width)


def _lost_lines(
    place: SquareLayout, shown: Picture, palette: Palette, kind: int, colour: str, width: int,
) -> Iterator[Item]:
    """Yield pieces of lines once more, in another colour, where they run between cells like them.

    Filled cells must stay countable: a dark line is lost between black cells, a grey one between
    grey ones. Only such pieces cost anything.
    """
    seen = {value: cell_rgb(value, palette) for value in set(shown.cells)}
    lost = {value: rgb for value, rgb in seen.items() if contrast(rgb, colour) < 1.6}
    if not lost:
        return
    flags = shown.cells.translate(bytes(value in lost for value in range(256)))
    size, columns, rows = place.cell, place.columns, place.rows
    boxes = []
    for x in _inner(columns, kind):
        for start, length in _both(flags[x - 1::columns], flags[x::columns]):
            boxes.append((place.left + x * size - width // 2, place.top + start * size, width,
                          length * size))
    for y in _inner(rows, kind):
        above, below = flags[(y - 1) * columns:y * columns], flags[y * columns:(y + 1) * columns]
        for start, length in _both(above, below):
            boxes.append((place.left + start * size, place.top + y * size - width // 2,
                          length * size, width))
    yield Boxes(visible(LOST_LINE_COLOURS, lost.values(), 2.5), boxes)


def _both(one: bytes, other: bytes) -> Iterator[tuple[int, int]]:
    """Yield the stretches where both have a flag: (start, length)."""
    both = int.from_bytes(one) & int.from_bytes(other)
    found = re.finditer(b"\x01+", both.to_bytes(len(one)))
    return ((stretch.start(), stretch.end() - stretch.start()) for stretch in found)


def _inner(count: int, kind: int) -> list[int]:
    """Return the boundaries of one kind (0 thin, 1 thick) that have cells on both sides."""
    return [i for i in boundaries(count)[kind] if 0 < i < count]


def _vertical(place: SquareLayout, x: int, width: int) -> Box:
    """Return a line over the full height, as wide outside as the thick border it meets."""
    out = place.thick // 2
    return (place.left + x * place.cell - width // 2, place.top - out, width,
            place.rows * place.cell + place.thick)


def _horizontal(place: SquareLayout, y: int, width: int) -> Box:
    out = place.thick // 2
    return (place.left - out, place.top + y * place.cell - width // 2,
            place.columns * place.cell + place.thick, width)


def _signs(place: SquareLayout, shown: Picture, palette: Palette) -> Iterator[Item]:
    """Yield crosses in cells known to be white, frames of marked cells, and strokes in open ones.

    The tint of an open cell could be one of a puzzle's colours, so colour puzzles get the stroke.
    """
    size = place.cell
    pen = visible(SIGN_COLOURS, [palette.colours[0].rgb], 2.5)
    if not shown.finished and size >= MIN_SIGN_CELL:
        low, high = size * 0.36, size * 0.64
        cross = ((low, low, high, high), (low, high, high, low))
        yield Stamp(size, (Strokes(pen, size * 0.07, cross),), _places(place, shown, 0))
        if not palette.plain:
            stroke = Strokes(pen, size * 0.05, ((size * 0.2, size * 0.8, size * 0.8, size * 0.2),))
            yield Stamp(size, (stroke,), _places(place, shown, OPEN))
    yield Stamp(size, _frame(size), [_corner(place, cell) for cell in sorted(shown.marks)])


def _places(place: SquareLayout, shown: Picture, value: int) -> list[Place]:
    return [_corner(place, cell) for cell, found in enumerate(shown.cells) if found == value]


def _corner(place: SquareLayout, cell: int) -> Place:
    y, x = divmod(cell, place.columns)
    return place.left + x * place.cell, place.top + y * place.cell


def _frame(size: int) -> tuple[Strokes, ...]:
    """Return a frame on a wider white one, seen on light and dark; the cell shows within."""
    low, high = size * 0.2, size * 0.8
    frame = ((low, low, high, low), (high, low, high, high), (high, high, low, high),
             (low, high, low, low))
    return (Strokes(PAPER, max(2.0, size * 0.24), frame),
            Strokes(MARK, max(1.0, size * 0.12), frame))
