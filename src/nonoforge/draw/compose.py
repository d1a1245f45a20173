"""A grid nonogram as a scene: cells, lines, clues, marks, heading, legend, from back to front."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator

from nonoforge.clues import Run, Runs
from nonoforge.draw.colours import INK, PAPER, blend, contrast, ink_on, visible
from nonoforge.draw.layout import BASE, DIGIT, FIVE, Layout, layout_of
from nonoforge.draw.picture import BLANK, OPEN, Picture, picture_of
from nonoforge.draw.scene import Box, Fill, Item, Scene, Stamp, Stroke, Texts
from nonoforge.draw.words import printable, shorten, text_width
from nonoforge.grid import grid_of
from nonoforge.nonogram import Nonogram
from nonoforge.palette import Palette
from nonoforge.puzzle import Colouring
from nonoforge.state import State

THIN_LINES = ("#a0a0a0", "#7c7c7c", "#c4c4c4", "#5a5a5a", "#e0e0e0", "#383838")
THICK_LINES = ("#2b2b2b", "#5e5e5e", "#7c7c7c", "#a0a0a0", "#c4c4c4", "#e8e8e8")
MARK = "#c2185b"
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
    items = [*_cells(place, shown, palette), *_lines(place, shown, palette),
             *_signs(place, shown, palette)]
    bottom = place.bottom
    if clues:
        legend, bottom = _legend(place, palette)
        items = [*_guides(place), *items, *_clues(place, nonogram), *_heading(place), *legend]
    paper = Fill(PAPER, [(0, 0, place.width, bottom)])
    return Scene(place.width, bottom, [paper, *items], printable(nonogram.info.title),
                 _summary(shown, palette))


def _summary(shown: Picture, palette: Palette) -> str:
    kind = "" if palette.plain else f", {len(palette) - 1} colours"
    open_cells = shown.cells.count(OPEN)
    state = f", {open_cells} cells not known" if open_cells else ", solved" if shown.finished else ""
    return f"Nonogram, {shown.grid.width} columns by {shown.grid.height} rows{kind}{state}"


def _cells(place: Layout, shown: Picture, palette: Palette) -> Iterator[Item]:
    """The background, then the cells, neighbours of a row joined into one box."""
    background = palette.colours[0].rgb
    yield Fill(background, [(place.left, place.top, place.columns * place.cell,
                             place.rows * place.cell)])
    size = place.cell
    for value, stretches in sorted(shown.stretches().items()):
        if value not in (0, BLANK):
            rgb = open_tint(background) if value == OPEN else palette.colours[value].rgb
            yield Fill(rgb, [(place.left + x * size, place.top + y * size, length * size, size)
                             for x, y, length in stretches])


def open_tint(background: str) -> str:
    """A shade of the background for cells that are not known yet."""
    return blend(background, "#607d9b", 0.3)


def _lines(place: Layout, shown: Picture, palette: Palette) -> Iterator[Item]:
    """Thin lines between all cells, thick ones every five: seen on every colour there is."""
    colours = {palette.colours[c].rgb for c in shown.colours() | {0}}
    thin = visible(THIN_LINES, colours, 1.7)
    thick = visible(THICK_LINES, colours, 2.2)
    across, down = _every(place.columns), _every(place.rows)
    if place.thin:
        yield Fill(thin, [_vertical(place, x, place.thin) for x in across[0]]
                   + [_horizontal(place, y, place.thin) for y in down[0]])
    if place.thick:
        yield Fill(thick, [_vertical(place, x, place.thick) for x in across[1]]
                   + [_horizontal(place, y, place.thick) for y in down[1]])


def _every(count: int) -> tuple[list[int], list[int]]:
    """Which boundaries are thin, and which thick: every fifth and both ends."""
    thick = sorted({*range(0, count, FIVE), count})
    return [i for i in range(count) if i % FIVE], thick


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
    """Crosses for cells known to be white, and the hatch of marked cells."""
    size, width = place.cell, place.columns
    if not shown.finished and size >= 6:
        white = [cell for cell, value in enumerate(shown.cells) if value == 0]
        low, high = size * 0.36, size * 0.64
        pen = visible(("#6e6e6e", "#c0c0c0"), [palette.colours[0].rgb], 2.5)
        cross = Stroke(pen, size * 0.07, ((low, low, high, high), (low, high, high, low)))
        if white:
            yield Stamp(size, (cross,), [_corner(place, c, width) for c in white])
    if shown.marks:
        yield Stamp(size, _hatch(size), [_corner(place, c, width) for c in sorted(shown.marks)])


def _corner(place: Layout, cell: int, width: int) -> tuple[int, int]:
    y, x = divmod(cell, width)
    return place.left + x * place.cell, place.top + y * place.cell


def _hatch(size: int) -> tuple[Stroke, ...]:
    """A frame with three diagonals, on a white one a little wider: seen on light and on dark."""
    low, high, middle = size * 0.16, size * 0.84, size * 0.5
    frame = ((low, low, high, low), (high, low, high, high), (high, high, low, high),
             (low, high, low, low))
    rising = ((low, middle, middle, low), (low, high, high, low), (middle, high, high, middle))
    segments = frame + rising
    return (Stroke(PAPER, max(2.0, size * 0.18), segments), Stroke(MARK, max(1.0, size * 0.08),
                                                                  segments))


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
        yield from _chips(boxes, palette.colours[colour].rgb, place.cell)
    for (ink, size), found in texts.items():
        yield Texts(ink, size, "middle", found)


def _chips(boxes: list[Box], rgb: str, cell: int) -> Iterator[Fill]:
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


def _heading(place: Layout) -> Iterator[Texts]:
    for text, size, bold, base in place.heading.lines:
        yield Texts(INK, size, "start", [(place.margin, place.margin + base, text)], bold)


def _legend(place: Layout, palette: Palette) -> tuple[list[Item], int]:
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
        items += _chips([(x, y, chip, chip)], colour.rgb, place.cell)
        names.append((x + chip + place.gap, y + chip // 2 + round(size * BASE), name))
        x += wide + place.cell
    return [*items, Texts(INK, size, "start", names)], y + place.cell + place.margin // 2
