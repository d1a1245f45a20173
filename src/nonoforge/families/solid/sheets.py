"""Layer sheets: a solid cut into grids to solve on paper, one for each z, on pages of A4.

    heading, and how to read the clues
    through all layers    z 1 (back)                z 2
    +-----------+              clues along y             clues along y
    | clues     |        c.    +-----------+       c.    +-----------+
    | along z   |        al. x |   cells   |       al. x |   cells   |
    +-----------+              +-----------+             +-----------+

In each grid x goes to the right and y upwards. Pages lie one below the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil

from nonoforge.clues import Clue
from nonoforge.drawing import (
    BASE,
    BLANK,
    CELL_MM,
    INK,
    MIN_CELL_MM,
    PAGE_RATIO,
    PAPER,
    PAPER_CELL,
    PIXEL,
    SCREEN_CELL,
    Box,
    Boxes,
    ChipLook,
    Contents,
    Display,
    DrawOptions,
    Heading,
    Item,
    Medium,
    Picture,
    Place,
    SquareLayout,
    Texts,
    chip_looks,
    shown_cells,
    square_board,
    square_heading,
    text_width,
    to_solve,
    wrap,
)
from nonoforge.families.solid.geometry import Solid, solid_of
from nonoforge.families.solid.isometric import COLOURED, MAX_NOTE_LINES
from nonoforge.families.solid.tally_labels import (
    Label,
    LabelPrinter,
    labels_of,
    most_labels,
    parts,
)
from nonoforge.nonogram import Nonogram
from nonoforge.palette import Palette
from nonoforge.text import printable

MAX_PAGE_CELLS = 54  # across, so that on A4 each has 3.5 mm
MIN_PAGE_CELLS = 24  # across, for the words above the grids
HEADING_CELLS = 7  # height of these words, about

HOW = ("Each number counts the filled cells of its row or column, or, in the first grid, those of "
       "the same place in all layers.")
KEY = ((Label("3"), "in one group"), (Label("3", "circle"), "in two groups"),
       (Label("3", "square"), "in three or more groups"), (None, "no number: anything is possible"))


def sheets_display(
    nonogram: Nonogram, contents: Contents, options: DrawOptions, medium: Medium,
    scale: float | None,
) -> Display:
    """Return the display list of a solid's layers, with cells of `scale` pixels or the usual size.
    In a booklet it does not say how to read the clues."""
    palette = nonogram.puzzle.palette if contents.finished else to_solve(nonogram.puzzle.palette)
    looks = chip_looks(nonogram.puzzle.palette, options)
    cell = int(scale or (SCREEN_CELL if medium == "screen" else PAPER_CELL))
    cells = shown_cells(nonogram.puzzle, contents.picture, contents.marks)
    top, head = _head(nonogram, _paged(nonogram, cell, options.clues, 0), medium != "booklet",
                      looks)
    pages = _paged(nonogram, cell, options.clues, top)
    items: list[Item] = [Boxes(PAPER, [(0, 0, pages.width, pages.height)]), *head]
    for z, corner in enumerate(pages.layers):
        shown = _layer(pages.solid, z, cells, contents)
        items += square_board(_at(pages, corner), shown, palette)
    if options.clues:
        items += [*_titles(pages), *_lattice(pages, palette), *_clues(nonogram, pages, looks)]
    return Display(pages.width, pages.height, items, printable(nonogram.info.title),
                   f"Solid nonogram in layers, {pages.solid} cells"
                   f"{', solved' * contents.finished}",
                   PIXEL if medium == "screen" else CELL_MM / cell, pages.breaks, detail=CELL_MM,
                   min_detail=MIN_CELL_MM)


def sheets_size(nonogram: Nonogram, cell: int, *, clues: bool) -> tuple[int, int]:
    """Return width and height in pixels."""
    looks = chip_looks(nonogram.puzzle.palette, DrawOptions())
    top, _ = _head(nonogram, _paged(nonogram, cell, clues, 0), True, looks)
    pages = _paged(nonogram, cell, clues, top)
    return pages.width, pages.height


def _layer(solid: Solid, z: int, cells: bytes, contents: Contents) -> Picture:
    """Return what a layer shows, x to the right and y upwards: the first row is the highest."""
    starts = (solid.cell(0, y, z) for y in reversed(range(solid.height)))
    return Picture.of_rows([range(at, at + solid.width) for at in starts], cells, contents.marks,
                           contents.finished)


def _at(pages: Pages, corner: Place) -> SquareLayout:
    """Return the layout of a grid whose cells begin at this corner."""
    return replace(pages.page, columns=pages.solid.width, rows=pages.solid.height,
                   left=corner[0], top=corner[1])


def _head(
    nonogram: Nonogram, pages: Pages, explain: bool, looks: Sequence[ChipLook],
) -> tuple[int, list[Item]]:
    """Return title, how to read the clues and the names of the colours; and where they end."""
    page = pages.page
    y = page.margin + int(page.heading.height)
    if not pages.clues:
        return y, []
    size, right = page.number, page.width - page.margin
    said = HOW if nonogram.puzzle.palette.plain else HOW + COLOURED
    lines = []
    for text in wrap(said if explain else "", size, right - page.margin, lines=MAX_NOTE_LINES):
        y += round(size * 1.4)
        lines.append((page.margin, y, text))
    items: list[Item] = [*page.heading_texts(), Texts(INK, size, "start", lines)]
    if explain:
        key, y = _key(page, y + page.gap)
        items += key
    legend, y = replace(page, bottom=y + page.gap).legend(nonogram.puzzle.palette, looks)
    return y, items + legend


def _key(page: SquareLayout, top: int) -> tuple[list[Item], int]:
    """Return the marks of the clues with their meaning."""
    printer, names = LabelPrinter(), []
    x, y, cell = page.margin, top, page.cell
    for label, meaning in KEY:
        wide = round(text_width(meaning, page.number)) + (cell + page.gap if label else 0)
        if x > page.margin and x + wide > page.width - page.margin:
            x, y = page.margin, y + cell + page.gap
        if label:
            printer.write(label, (x, y, cell, cell))
        start = x + (cell + page.gap if label else 0)
        names.append((start, y + cell // 2 + round(page.number * BASE), meaning))
        x += wide + cell
    return [*printer.items(), Texts(INK, page.number, "start", names)], y + cell


def _titles(pages: Pages) -> Iterator[Texts]:
    """Yield the name of each grid, above all of its clues."""
    size, depth = round(pages.page.number * 1.15), pages.solid.depth
    gap = round(pages.page.gap * 1.5)
    ends = {1: " (back)", depth: " (front)"} if depth > 1 else {}
    titles = [(x, y - pages.above - gap, f"z {z}{ends.get(z, '')}")
              for z, (x, y) in enumerate(pages.layers, start=1)]
    x, y = pages.through
    yield Texts(INK, size, "start", [(x, y - gap, "through all layers"), *titles])


def _lattice(pages: Pages, palette: Palette) -> list[Item]:
    """Return the empty grid for the clues along z."""
    width, height, _ = pages.solid.size
    layout = replace(_at(pages, pages.through), cell=pages.through_cell)
    return square_board(layout, Picture(width, height, bytes([BLANK]) * (width * height),
                                 frozenset(), True), palette)


def _clues(nonogram: Nonogram, pages: Pages, looks: Sequence[ChipLook]) -> list[Item]:
    """Return every clue in its box; with several colours each number on a chip of its colour."""
    palette, printer = nonogram.puzzle.palette, LabelPrinter()
    for line in nonogram.puzzle.lines:
        labels = labels_of(line.clue, palette)
        boxes = _boxes(pages, line.group, line.cells[0], len(labels))
        for label, box in zip(labels, boxes, strict=True):
            printer.write(label, box, looks[label.colour])
    return [*printer.items()]


def _boxes(pages: Pages, axis: int, cell: int, count: int) -> Iterator[Box]:
    """Yield where the numbers of a rod go, that begins with this cell."""
    x, y, z = pages.solid.place(cell)
    size, gap = pages.page.cell, pages.page.gap
    down = pages.solid.height - 1 - y
    left, top = pages.layers[z]
    if axis == 0:
        for back in range(count, 0, -1):
            yield left - gap - back * size + 1, top + down * size + 1, size - 2, size - 2
    elif axis == 1:
        for back in range(count, 0, -1):
            yield left + x * size + 1, top - gap - back * size + 1, size - 2, size - 2
    else:
        side = pages.through_cell
        left, top = pages.through
        yield from parts((left + x * side + 2, top + down * side + 2, side - 3, side - 3), count)


@dataclass(frozen=True, slots=True)
class Pages:
    """The corner of the cells of each grid; `through` is the grid of the clues along z."""

    solid: Solid
    page: SquareLayout
    clues: bool
    height: int
    above: int  # room for clues above the cells
    through: Place
    through_cell: int
    layers: tuple[Place, ...]
    breaks: tuple[int, ...]

    @property
    def width(self) -> int:
        """Of each page."""
        return self.page.width


@dataclass(frozen=True, slots=True)
class _Panel:
    """A grid with its clues: the room it takes, and where its cells begin."""

    width: int
    height: int
    left: int
    top: int


def _paged(nonogram: Nonogram, cell: int, clues: bool, head: int) -> Pages:
    """Return the sheets with cells of this many pixels, below a head of this height."""
    solid = solid_of(nonogram)
    gap, margin = max(1, cell // 4), cell
    slots = _slots(nonogram) if clues else (0, 0, 1)
    beside, above = (count * cell + gap if clues else 0 for count in slots[:2])
    side = cell if slots[2] == 1 else ceil(cell * (0.6 + 0.5 * slots[2] ** 0.5))
    title = cell if clues else 0
    wide, top = beside + solid.width * (side if clues else cell), title + above
    through = _Panel(wide, title + solid.height * side, beside, title)
    panels = [*[through] * clues,
              *[_Panel(wide, top + solid.height * cell, beside, top)] * solid.depth]
    columns = _columns(panels, cell)
    room = max(_width(panels, columns, cell), MIN_PAGE_CELLS * cell if clues else 0)
    page = _page(nonogram, cell, clues, room, margin)
    corners, breaks, bottom = _flow(panels, columns, page, max(head, page.top) + margin // 2)
    height = max(bottom, ceil(page.width * PAGE_RATIO) * (len(breaks) + 1)) if breaks else bottom
    return Pages(solid, page, clues, height, above, corners[0], side, tuple(corners[clues:]),
                 breaks)


def _slots(nonogram: Nonogram) -> tuple[int, int, int]:
    """Return the most numbers of a rod along x, y and z."""
    clues: list[list[Clue]] = [[], [], []]
    for line in nonogram.puzzle.lines:
        clues[line.group].append(line.clue)
    x, y, z = (most_labels(found, nonogram.puzzle.palette) for found in clues)
    return x, y, z


def _page(nonogram: Nonogram, cell: int, clues: bool, room: int, margin: int) -> SquareLayout:
    heading = square_heading(nonogram, cell, room) if clues else Heading()
    return SquareLayout(
        cell=cell, margin=margin, left=margin, top=margin + int(heading.height),
        gap=max(1, cell // 4), number=round(cell * 0.6), heading=heading,
        width=max(room, int(heading.width)) + 2 * margin, bottom=0)


def _width(panels: Sequence[_Panel], columns: int, cell: int) -> int:
    """Return the width of `columns` grids side by side, with gutters."""
    return columns * panels[0].width + (columns - 1) * 2 * cell


def _columns(panels: Sequence[_Panel], cell: int) -> int:
    """Return the fewest grids in a row with which all fit on one page; else as many as fit in a
    row."""
    most = 1
    for columns in range(1, len(panels) + 1):
        wide = _width(panels, columns, cell)
        if columns > 1 and wide > MAX_PAGE_CELLS * cell:
            break
        most = columns
        rows = -(-len(panels) // columns)
        tall = HEADING_CELLS * cell + rows * (max(panel.height for panel in panels) + cell)
        if tall <= PAGE_RATIO * max(wide, MIN_PAGE_CELLS * cell):
            break
    return most


def _flow(
    panels: Sequence[_Panel], columns: int, page: SquareLayout, top: int,
) -> tuple[list[Place], tuple[int, ...], int]:
    """Return the corner of each grid's cells, where pages break, and the bottom of the last."""
    sheet, gutter = ceil(page.width * PAGE_RATIO), page.cell
    corners: list[Place] = []
    breaks: list[int] = []
    y = top
    for start in range(0, len(panels), columns):
        row = panels[start:start + columns]
        tall = max(panel.height for panel in row)
        end = (len(breaks) + 1) * sheet
        # A row that a whole page could not hold runs on over the break.
        if y + tall + page.margin > end and tall + 2 * page.margin <= sheet:
            breaks.append(end)
            y = end + page.margin
        x = page.margin
        for panel in row:
            corners.append((x + panel.left, y + panel.top))
            x += panel.width + 2 * gutter
        y += tall + gutter
    return corners, tuple(breaks), y + page.margin - gutter
