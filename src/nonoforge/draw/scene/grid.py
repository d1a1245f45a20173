"""A grid nonogram as a scene: cells, lines, clues, marks, heading, legend, from back to front."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator

from nonoforge.clues import Run, Runs
from nonoforge.draw.colours import INK, PAPER, contrast, ink_on, visible
from nonoforge.draw.picture import BLANK, FIVE, MARK, OPEN, Picture, cell_rgb, picture_of
from nonoforge.draw.scene.layout import Layout, layout_of
from nonoforge.draw.scene.parts import Box, Fill, Item, Place, Scene, Stamp, Stroke, Texts
from nonoforge.draw.words import BASE, DIGIT, shorten, text_width
from nonoforge.families.grid import grid_of
from nonoforge.nonogram import Nonogram
from nonoforge.palette import Palette
from nonoforge.puzzle import Colouring
from nonoforge.state import State
from nonoforge.text import printable

THIN = "#a0a0a0"
THICK = "#2b2b2b"
LOST_LINES = ("#d0d0d0", "#ffffff", "#5a5a5a", "#1a1a1a")
GUIDE = "#dcdcdc"
GUIDE_FIVE = "#a8a8a8"


def compose(
    nonogram: Nonogram, *, picture: Colouring | State | None, marks: Collection[int],
    cell: int, clues: bool,
) -> Scene:
    """The scene of a grid with cells of this many pixels."""
    shown = picture_of(nonogram, picture, marks)
    place = layout_of(nonogram, cell, clues=clues)
    palette = nonogram.puzzle.palette
    items = board(place, shown, palette)
    bottom = place.bottom
    if clues:
        legend, bottom = legend_of(place, palette)
        items = [*_guides(place), *items, *_clues(place, nonogram), *heading_texts(place), *legend]
    paper = Fill(PAPER, [(0, 0, place.width, bottom)])
    return Scene(place.width, bottom, [paper, *items], printable(nonogram.info.title),
                 _summary(shown, palette))


def board(place: Layout, shown: Picture, palette: Palette) -> list[Item]:
    """The cells with their lines and signs."""
    return [*_cells(place, shown, palette), *_lines(place, shown, palette),
            *_signs(place, shown, palette)]


def _summary(shown: Picture, palette: Palette) -> str:
    kind = "" if palette.plain else f", {len(palette) - 1} colours"
    open_cells = shown.cells.count(OPEN)
    known = ", solved" if shown.finished else f", {open_cells} cells open" if open_cells else ""
    return f"Nonogram, {shown.width} columns by {shown.height} rows{kind}{known}"


def _cells(place: Layout, shown: Picture, palette: Palette) -> Iterator[Item]:
    """The background, then the cells, neighbours of a row joined into one box."""
    yield Fill(cell_rgb(0, palette), [(place.left, place.top, place.columns * place.cell,
                                   place.rows * place.cell)])
    size = place.cell
    for value, stretches in sorted(shown.stretches().items()):
        if value not in (0, BLANK):
            yield Fill(cell_rgb(value, palette), [(place.left + x * size, place.top + y * size,
                                               length * size, size)
                                              for x, y, length in stretches])


def _lines(place: Layout, shown: Picture, palette: Palette) -> Iterator[Item]:
    """Thin lines between all cells, thick ones every five."""
    across, down = _every(place.columns), _every(place.rows)
    for kind, colour, width in ((0, THIN, place.thin), (1, THICK, place.thick)):
        if width:
            yield Fill(colour, [_vertical(place, x, width) for x in across[kind]]
                       + [_horizontal(place, y, width) for y in down[kind]])
            yield from _lost_lines(place, shown, palette, kind, colour, width)


def _lost_lines(
    place: Layout, shown: Picture, palette: Palette, kind: int, colour: str, width: int,
) -> Iterator[Item]:
    """Pieces of lines once more, in another colour, where they run between cells like their own.

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
    yield Fill(visible(LOST_LINES, lost.values(), 2.5), boxes)


def _both(one: bytes, other: bytes) -> Iterator[tuple[int, int]]:
    """The stretches where both have a flag: (start, length)."""
    both = int.from_bytes(one) & int.from_bytes(other)
    found = re.finditer(b"\x01+", both.to_bytes(len(one)))
    return ((stretch.start(), stretch.end() - stretch.start()) for stretch in found)


def _every(count: int) -> tuple[list[int], list[int]]:
    """Which boundaries are thin, and which thick: every fifth and both ends."""
    thick = sorted({*range(0, count, FIVE), count})
    return [i for i in range(count) if i % FIVE], thick


def _inner(count: int, kind: int) -> list[int]:
    """The boundaries of one kind (0 thin, 1 thick) that have cells on both sides."""
    return [i for i in _every(count)[kind] if 0 < i < count]


def _vertical(place: Layout, x: int, width: int) -> Box:
    """A line over the full height, as wide outside as the thick border it meets."""
    out = place.thick // 2
    return (place.left + x * place.cell - width // 2, place.top - out, width,
            place.rows * place.cell + place.thick)


def _horizontal(place: Layout, y: int, width: int) -> Box:
    out = place.thick // 2
    return (place.left - out, place.top + y * place.cell - width // 2,
            place.columns * place.cell + place.thick, width)


def _signs(place: Layout, shown: Picture, palette: Palette) -> Iterator[Item]:
    """Crosses in cells known to be white, frames of marked cells, and strokes in open ones.

    The tint of an open cell could be one of a puzzle's colours, so colour puzzles get the stroke.
    """
    size = place.cell
    pen = visible(("#6e6e6e", "#c0c0c0"), [palette.colours[0].rgb], 2.5)
    if not shown.finished and size >= 6:
        low, high = size * 0.36, size * 0.64
        cross = ((low, low, high, high), (low, high, high, low))
        yield Stamp(size, (Stroke(pen, size * 0.07, cross),), _places(place, shown, 0))
        if not palette.plain:
            stroke = Stroke(pen, size * 0.05, ((size * 0.2, size * 0.8, size * 0.8, size * 0.2),))
            yield Stamp(size, (stroke,), _places(place, shown, OPEN))
    yield Stamp(size, _frame(size), [_corner(place, cell) for cell in sorted(shown.marks)])


def _places(place: Layout, shown: Picture, value: int) -> list[Place]:
    return [_corner(place, cell) for cell, found in enumerate(shown.cells) if found == value]


def _corner(place: Layout, cell: int) -> Place:
    y, x = divmod(cell, place.columns)
    return place.left + x * place.cell, place.top + y * place.cell


def _frame(size: int) -> tuple[Stroke, ...]:
    """A frame on a wider white one, seen on light and dark; the cell shows within."""
    low, high = size * 0.2, size * 0.8
    frame = ((low, low, high, low), (high, low, high, high), (high, high, low, high),
             (low, high, low, low))
    return (Stroke(PAPER, max(2.0, size * 0.24), frame), Stroke(MARK, max(1.0, size * 0.12), frame))


def _guides(place: Layout) -> Iterator[Item]:
    """Faint lines that lead from each line of cells to its clue."""
    for colour, start in ((GUIDE, 1), (GUIDE_FIVE, 0)):
        boxes: list[Box] = []
        for x in _every(place.columns)[1 - start]:
            boxes.append((place.left + x * place.cell - place.thin // 2, _clue_top(place),
                          place.thin, place.top - _clue_top(place)))
        for y in _every(place.rows)[1 - start]:
            boxes.append((place.margin, place.top + y * place.cell - place.thin // 2,
                          place.left - place.margin, place.thin))
        yield Fill(colour, [box for box in boxes if box[2] and box[3]])


def _clue_top(place: Layout) -> int:
    return place.margin + place.heading.height


def _clues(place: Layout, nonogram: Nonogram) -> Iterator[Item]:
    """Numbers beside the cells; in a colour puzzle each on a chip of its colour."""
    palette = nonogram.puzzle.palette
    chips: dict[int, list[Box]] = defaultdict(list)
    texts: dict[tuple[str, int], list[tuple[int, int, str]]] = defaultdict(list)
    for run, (x, y, width, height) in _slots(place, nonogram):
        if not palette.plain and run.colour:
            chips[run.colour].append((x + 1, y + 1, width - 2, height - 2))
        text = "?" if run.length is None else str(run.length)
        size = min(place.number, int((width - 2) / (DIGIT * len(text))))
        ink = INK if palette.plain or not run.colour else ink_on(palette.colours[run.colour].rgb)
        middle = (x + width // 2, y + height // 2 + round(size * BASE), text)
        texts[ink, max(1, size)].append(middle)
    for colour, boxes in sorted(chips.items()):
        yield from chips_of(boxes, palette.colours[colour].rgb, place.cell)
    for (ink, size), found in texts.items():
        yield Texts(ink, size, "middle", found)


def chips_of(boxes: list[Box], rgb: str, cell: int) -> Iterator[Fill]:
    """Rounded chips; a pale one is outlined, or it would be lost on the paper."""
    radius = max(1, cell // 7)
    if contrast(rgb, PAPER) < 1.5:
        yield Fill("#808080", boxes, radius)
        boxes = [(x + 1, y + 1, w - 2, h - 2) for x, y, w, h in boxes]
    yield Fill(rgb, boxes, radius)


def _slots(place: Layout, nonogram: Nonogram) -> Iterator[tuple[Run, Box]]:
    """Each number of each clue with its box; the last number of a clue is next to the cells."""
    _, rows, columns = grid_of(nonogram)
    for y, clue in enumerate(rows):
        top = place.top + y * place.cell + (place.cell - place.slot_height) // 2
        for back, run in enumerate(_numbers(clue), start=1):
            left = place.left - place.gap - back * place.slot_width
            yield run, (left, top, place.slot_width, place.slot_height)
    for x, clue in enumerate(columns):
        inset = max(0, place.cell // 20)
        for back, run in enumerate(_numbers(clue), start=1):
            top = place.top - place.gap - back * place.slot_height
            yield run, (place.left + x * place.cell + inset, top, place.cell - inset,
                        place.slot_height)


def _numbers(clue: Runs) -> list[Run]:
    """From the last to the first; an empty clue is a 0 of no colour."""
    return list(reversed(clue.runs)) or [Run(0, 0)]


def heading_texts(place: Layout) -> Iterator[Texts]:
    """Title and author."""
    for text, size, bold, base in place.heading.lines:
        yield Texts(INK, size, "start", [(place.margin, place.margin + base, text)], bold)


def legend_of(place: Layout, palette: Palette) -> tuple[list[Item], int]:
    """The names of the colours, for those who do not see them; returns the new bottom too."""
    if palette.plain:
        return [], place.bottom
    size, chip, right = place.number, round(place.cell * 0.7), place.width - place.margin
    items: list[Item] = []
    names: list[tuple[int, int, str]] = []
    x, y = place.margin, place.bottom
    for colour in palette.colours[1:]:
        name = shorten(printable(colour.name), size, right - place.margin - chip - place.gap)
        wide = chip + place.gap + round(text_width(name, size))
        if x > place.margin and x + wide > right:
            x, y = place.margin, y + place.cell
        items += chips_of([(x, y, chip, chip)], colour.rgb, place.cell)
        names.append((x + chip + place.gap, y + chip // 2 + round(size * BASE), name))
        x += wide + place.cell
    return [*items, Texts(INK, size, "start", names)], y + place.cell + place.margin // 2
