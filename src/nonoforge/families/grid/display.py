"""Drawings of grids, in whole pixels, from back to front.

    heading
             column clues
    row      +-----------+
    clues    |   cells   |
             +-----------+
    legend of the colours
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from nonoforge.clues import Run, Runs
from nonoforge.drawing import (
    BASE,
    CELL_MM,
    DIGIT,
    MIN_CELL_MM,
    OPEN,
    PAPER,
    PAPER_CELL,
    PIXEL,
    PLAIN_CHIP,
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
    SquareLayout,
    Texts,
    boundaries,
    chip_looks,
    chips,
    legend_names,
    shown_cells,
    square_board,
    square_heading,
    text_width,
    to_solve,
)
from nonoforge.families.grid.geometry import grid_of
from nonoforge.nonogram import Nonogram
from nonoforge.palette import Palette
from nonoforge.text import printable

GUIDE_COLOUR = "#dcdcdc"
GUIDE_FIVE_COLOUR = "#a8a8a8"
MAX_LEGEND_CELLS = 10  # cells: how far the names of colours may widen a page


@dataclass(frozen=True, slots=True, kw_only=True)
class GridLayout(SquareLayout):
    """A grid's page, with the room for a number of a row clue and of a column clue."""

    slot_width: int
    slot_height: int


def grid_display(
    nonogram: Nonogram, contents: Contents, options: DrawOptions, medium: Medium,
    scale: float | None,
) -> Display:
    """Return the display list of a grid, with cells of `scale` pixels or the usual size."""
    own = nonogram.puzzle.palette
    palette = own if contents.finished else to_solve(own)
    looks = chip_looks(own, options)
    cell = int(scale or (SCREEN_CELL if medium == "screen" else PAPER_CELL))
    grid = grid_of(nonogram)[0]
    cells = shown_cells(nonogram.puzzle, contents.picture, contents.marks)
    shown = Picture(grid.width, grid.height, cells, frozenset(contents.marks), contents.finished)
    place = grid_layout(nonogram, cell, clues=options.clues)
    items = square_board(place, shown, palette)
    bottom = place.bottom
    if options.clues:
        legend, bottom = place.legend(own, looks, ground=palette is not own)
        items = [*_guides(place), *items, *_clues(place, nonogram, looks), *place.heading_texts(),
                 *legend]
    paper = Boxes(PAPER, [(0, 0, place.width, bottom)])
    return Display(place.width, bottom, [paper, *items], printable(nonogram.info.title),
                   _summary(shown, palette), PIXEL if medium == "screen" else CELL_MM / cell,
                   detail=CELL_MM, min_detail=MIN_CELL_MM)


def grid_outline(nonogram: Nonogram) -> Display:
    """Return what `grid_display` returns for an empty grid on paper, but without its items."""
    own = nonogram.puzzle.palette
    place = grid_layout(nonogram, PAPER_CELL, clues=True)
    _, bottom = place.legend(own, chip_looks(own, DrawOptions()), ground=to_solve(own) is not own)
    return Display(place.width, bottom, [], "", "", CELL_MM / PAPER_CELL, detail=CELL_MM,
                   min_detail=MIN_CELL_MM)


def _summary(shown: Picture, palette: Palette) -> str:
    kind = "" if palette.plain else f", {len(palette) - 1} colours"
    open_cells = shown.cells.count(OPEN)
    known = ", solved" if shown.finished else f", {open_cells} cells open" if open_cells else ""
    return f"Nonogram, {shown.width} columns by {shown.height} rows{kind}{known}"


def grid_layout(nonogram: Nonogram, cell: int, *, clues: bool) -> GridLayout:
    """Return the layout for cells of this many pixels."""
    grid, row_clues, column_clues = grid_of(nonogram)
    number = round(cell * 0.6)
    gap = max(1, cell // 4)
    signs = 0 if nonogram.puzzle.palette.plain else 1
    slot_width = max(round(cell * 0.8),
                     round((_digits(row_clues) + signs) * number * DIGIT) + gap)
    slot_height = round(cell * 0.8)
    margin = cell // 2 if clues else max(1, cell // 10)
    wide = _max_numbers(row_clues) * slot_width + gap if clues else 0
    high = _max_numbers(column_clues) * slot_height + gap if clues else 0
    width = wide + grid.width * cell
    heading = square_heading(nonogram, cell, width) if clues else Heading()
    legend = _legend_width(nonogram.puzzle.palette, cell) if clues else 0
    top = margin + int(heading.height) + high
    return GridLayout(
        columns=grid.width, rows=grid.height, cell=cell, margin=margin, left=margin + wide,
        top=top, slot_width=slot_width, slot_height=slot_height, gap=gap, number=number,
        heading=heading, width=max(width, int(heading.width), legend) + 2 * margin,
        bottom=top + grid.height * cell + margin)


def _legend_width(palette: Palette, cell: int) -> int:
    """Return the room for the longest name of a colour with its chip, within reason."""
    ground = to_solve(palette) is not palette
    if palette.plain and not ground:
        return 0
    size = round(cell * 0.6)
    longest = max(text_width(printable(name), size)
                  for _, name in legend_names(palette, ground))
    return min(round(cell * 1.2 + longest) + 1, MAX_LEGEND_CELLS * cell)


def _max_numbers(clues: Sequence[Runs | None]) -> int:
    """Return the most numbers a clue shows; an empty clue shows a 0."""
    return max(1, *(len(clue.runs) if clue else 0 for clue in clues))


def _digits(clues: Sequence[Runs | None]) -> int:
    longest = max((run.length or 0 for clue in clues if clue for run in clue.runs), default=0)
    return len(str(longest))


def _guides(place: GridLayout) -> Iterator[Item]:
    """Yield faint lines that lead from each line of cells to its clue."""
    top = place.margin + int(place.heading.height)
    for colour, kind in ((GUIDE_COLOUR, 0), (GUIDE_FIVE_COLOUR, 1)):
        boxes: list[Box] = []
        for x in boundaries(place.columns)[kind]:
            boxes.append((place.left + x * place.cell - place.thin // 2, top, place.thin,
                          place.top - top))
        for y in boundaries(place.rows)[kind]:
            boxes.append((place.margin, place.top + y * place.cell - place.thin // 2,
                          place.left - place.margin, place.thin))
        yield Boxes(colour, [box for box in boxes if box[2] and box[3]])


def _clues(place: GridLayout, nonogram: Nonogram, looks: Sequence[ChipLook]) -> Iterator[Item]:
    """Yield numbers beside the cells; in a colour puzzle each on a chip of its colour."""
    boxes: dict[int, list[Box]] = defaultdict(list)
    texts: dict[tuple[str, int], list[tuple[int, int, str]]] = defaultdict(list)
    for run, (x, y, width, height) in _slots(place, nonogram):
        look = looks[run.colour]
        if look is not PLAIN_CHIP:
            boxes[run.colour].append((x + 1, y + 1, width - 2, height - 2))
        text = ("?" if run.length is None else str(run.length)) + look.letter
        size = min(place.number, int((width - 2) / (DIGIT * len(text))))
        texts[look.ink, max(1, size)].append(
            (x + width // 2, y + height // 2 + round(size * BASE), text))
    for colour, found in sorted(boxes.items()):
        yield from chips(found, looks[colour], place.cell)
    for (ink, size), written in texts.items():
        yield Texts(ink, size, "middle", written)


def _slots(place: GridLayout, nonogram: Nonogram) -> Iterator[tuple[Run, Box]]:
    """Yield each number of each clue with its box; the last number of a clue is next to the
    cells."""
    _, rows, columns = grid_of(nonogram)
    for y, clue in enumerate(rows):
        top = place.top + y * place.cell + (place.cell - place.slot_height) // 2
        for back, run in enumerate(_numbers(clue), start=1):
            left = place.left - place.gap - back * place.slot_width
            yield run, (left, top, place.slot_width, place.slot_height)
    inset = max(0, place.cell // 20)
    for x, clue in enumerate(columns):
        for back, run in enumerate(_numbers(clue), start=1):
            top = place.top - place.gap - back * place.slot_height
            yield run, (place.left + x * place.cell + inset, top, place.cell - inset,
                        place.slot_height)


def _numbers(clue: Runs | None) -> list[Run]:
    """Return the runs from the last to the first; an empty clue is a 0 without colour, a hidden one
    has none."""
    if clue is None:
        return []
    return list(reversed(clue.runs)) or [Run(0, 0)]
