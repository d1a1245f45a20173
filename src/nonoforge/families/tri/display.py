"""Drawings of triddlers, in whole pixels, from back to front.

    heading
               clues of rising lines
    clues        /----------\\
    of rows     /  triangles \\
                \\------------/
                   clues of falling lines
    legend of the colours
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain, groupby
from math import ceil, floor
from typing import NamedTuple, TypeAlias

from nonoforge.drawing import (
    BASE,
    DIGIT,
    MARK,
    OPEN,
    PAPER,
    PIXEL,
    PLAIN_CHIP,
    Boxes,
    ChipLook,
    Contents,
    Display,
    DrawOptions,
    Heading,
    Item,
    Medium,
    Paths,
    Place,
    Polygons,
    SquareLayout,
    Stamp,
    Strokes,
    Texts,
    cell_rgb,
    chip_looks,
    contrast,
    ring_path,
    shown_cells,
    square_heading,
    to_solve,
    visible,
)
from nonoforge.families.tri.geometry import FALLING, RISING, ROW, Corner, TriGrid, tri_of
from nonoforge.families.tri.layout import (
    BOX_LENGTH,
    HEIGHT,
    OUTWARD,
    ClueBox,
    clue_boxes,
    side_edge,
)
from nonoforge.nonogram import Nonogram
from nonoforge.palette import Palette
from nonoforge.path import Point
from nonoforge.text import printable

SCREEN_EDGE, PNG_EDGE, PAPER_EDGE = 28, 36, 48  # usual pixels of a triangle's edge
MIN_CLUE_EDGE = 18  # pixels of an edge below which clues cannot be read
EDGE_MM = 9.0  # of an edge on paper, where there is room
MIN_EDGE_MM = 4.0  # smaller triangles are hard to fill in
MIN_SIGN_EDGE = 10  # pixels of an edge; signs in smaller triangles would be blots
THIN_COLOUR, THICK_COLOUR = "#a0a0a0", "#2b2b2b"
LOST_LINE_COLOURS = ("#d0d0d0", "#ffffff", "#5a5a5a", "#1a1a1a")
SIGN_COLOURS = ("#6e6e6e", "#c0c0c0")
GUIDE_COLOUR = "#dcdcdc"
FIVE = 5  # a thick line every five lines, so that people can count
NUMBER_COLOUR = "#1f5f99"  # of lines, beyond their clues


Segment: TypeAlias = tuple[float, float, float, float]


class TriPage(NamedTuple):
    """Where the lattice lies in the drawing: pixels of half an edge and of a row, the place of the
    left end of side F; what is around it; and the boxes of the clues of each line."""

    half: int
    row: int
    left: int
    top: int
    frame: SquareLayout
    boxes: Sequence[Sequence[ClueBox]]

    def at(self, point: tuple[float, float]) -> Place:
        """Return the pixel of a point of the lattice."""
        return self.left + round(point[0] * self.half), self.top + round(point[1] * self.row)

    @property
    def edge(self) -> int:
        return 2 * self.half


def tri_page(nonogram: Nonogram, edge: float, *, clues: bool, numbers: bool) -> TriPage:
    """Return the layout for edges of about this many pixels."""
    grid, runs = tri_of(nonogram)
    half = max(1, int(edge) // 2)
    row = max(1, round(2 * half * HEIGHT))
    boxes = [clue_boxes(grid, line, clue)
             for line, clue in zip(grid.lines, chain(*runs), strict=True)] if clues else []
    extent: list[Point] = [*grid.outline, *(
        corner for some in boxes if some for corner in some[-1].corners)]
    if numbers:
        counts = list(map(len, boxes)) or [0] * len(grid.lines)
        extent += (place for index, count in enumerate(counts)
                   for place in _around(_line_number(grid, index, count)[1]))
    xs, ys = zip(*extent, strict=True)
    left, top = floor(min(xs) * half), floor(min(ys) * row)
    wide, high = ceil(max(xs) * half) - left, ceil(max(ys) * row) - top
    margin = half if clues else max(2, half // 5)
    heading = square_heading(nonogram, 2 * half, wide) if clues else Heading()
    first = margin + int(heading.height)
    frame = SquareLayout(
        cell=2 * half, margin=margin, left=margin - left, top=first - top, gap=max(1, half // 2),
        number=max(1, half), heading=heading, width=max(wide, int(heading.width)) + 2 * margin,
        bottom=first + high + margin)
    return TriPage(half, row, frame.left, frame.top, frame, boxes)


def tri_display(
    nonogram: Nonogram, contents: Contents, options: DrawOptions, medium: Medium,
    scale: float | None,
) -> Display:
    """Return the display list of a triddler, with edges of `scale` pixels or the usual size."""
    grid, own = tri_of(nonogram)[0], nonogram.puzzle.palette
    palette = own if contents.finished else to_solve(own)
    looks = chip_looks(own, options)
    page = tri_page(nonogram, scale or (SCREEN_EDGE if medium == "screen" else PAPER_EDGE),
                    clues=options.clues, numbers=options.numbers)
    cells = shown_cells(nonogram.puzzle, contents.picture, contents.marks)
    items: list[Item] = [*_cells(page, grid, cells, palette), *_lines(page, grid, cells, palette),
                         *_signs(page, grid, cells, contents, palette)]
    bottom = page.frame.bottom
    if options.clues:
        legend, bottom = page.frame.legend(own, looks, ground=palette is not own)
        items = [*_guides(page, grid), *items, *_clues(page, looks),
                 *page.frame.heading_texts(), *legend]
    if options.numbers:
        items += _numbers(page, grid)
    paper = Boxes(PAPER, [(0, 0, page.frame.width, bottom)])
    return Display(page.frame.width, bottom, [paper, *items], printable(nonogram.info.title),
                   _summary(grid, cells, palette, contents.finished),
                   PIXEL if medium == "screen" else EDGE_MM / page.edge,
                   detail=EDGE_MM, min_detail=MIN_EDGE_MM)


def _summary(grid: TriGrid, cells: bytes, palette: Palette, finished: bool) -> str:
    kind = "" if palette.plain else f", {len(palette) - 1} colours"
    open_cells = cells.count(OPEN)
    known = ", solved" if finished else f", {open_cells} open" if open_cells else ""
    return f"Triddler, {grid.shape} of {grid.cells} triangles{kind}{known}"


def _cells(page: TriPage, grid: TriGrid, cells: bytes, palette: Palette) -> Iterator[Item]:
    """Yield the background, then the triangles, neighbours of a row joined into one polygon."""
    yield Polygons(cell_rgb(0, palette), [tuple(map(page.at, grid.outline))])
    found: defaultdict[str, list[tuple[Place, ...]]] = defaultdict(list)
    for line in grid.lines[:grid.counts[ROW]]:
        for value, group in groupby(line.cells, key=cells.__getitem__):
            some = list(group)
            rgb = cell_rgb(value, palette)
            if rgb != cell_rgb(0, palette):
                found[rgb].append(tuple(map(page.at, grid.stretch(some[0], some[-1]))))
    for rgb, outlines in sorted(found.items()):
        yield Polygons(rgb, outlines)


def _lines(page: TriPage, grid: TriGrid, cells: bytes, palette: Palette) -> Iterator[Item]:
    """Yield thin lines between all triangles, thick ones every five lines, and the outline."""
    edge = page.edge
    thin, thick = max(1, round(edge / 28)) if edge >= 6 else 0, max(1, round(edge / 12))
    for colour, width, fifth in ((THIN_COLOUR, thin, False), (THICK_COLOUR, thick * 0.6, True)):
        if width:
            segments = [(*page.at(start), *page.at(end))
                        for start, end in _boundaries(grid, fifth)]
            yield Strokes(colour, width, segments)
            yield from _lost_lines(page, grid, cells, palette, colour, width, fifth)
    yield Paths([ring_path([page.at(corner) for corner in grid.outline])], pen=THICK_COLOUR,
                width=max(2, thick), closed=True)


def _boundaries(grid: TriGrid, fifth: bool) -> Iterator[tuple[Corner, Corner]]:
    """Yield the straight lines between the lines of each direction: every fifth, or all others."""
    for line in grid.lines:
        if line.number and (line.number % FIVE == 0) == fifth:
            corners = [corner for cell in line.cells for corner in grid.triangles[cell].corners
                       if _before(grid, line.direction, corner) == line.number]
            yield min(corners, key=lambda c: (c[1], c[0])), max(corners,
                                                               key=lambda c: (c[1], c[0]))


def _before(grid: TriGrid, direction: int, corner: Corner) -> float:
    """Return how many lines of a direction lie before a corner."""
    x, y = corner
    return y if direction == ROW else (x + y) / 2 if direction == RISING else \
        (x - y) / 2 + grid.sides[0]


def _lost_lines(
    page: TriPage, grid: TriGrid, cells: bytes, palette: Palette, colour: str, width: float,
    fifth: bool,
) -> Iterator[Item]:
    """Yield edges between triangles once more, in another colour, where they look like both:
    filled triangles must stay countable."""
    seen = {value: cell_rgb(value, palette) for value in set(cells)}
    lost = {value: rgb for value, rgb in seen.items() if contrast(rgb, colour) < 1.6}
    if not lost:
        return
    segments: list[Segment] = []
    for line in grid.lines:
        for one, other in zip(line.cells, line.cells[1:], strict=False):
            # Neighbours share an edge, and two lines; each edge is met on the first of these.
            if cells[one] not in lost or cells[other] not in lost:
                continue
            a, b = sorted(set(grid.triangles[one].corners) & set(grid.triangles[other].corners))
            direction = ROW if a[1] == b[1] else FALLING if (b[0] - a[0]) * (b[1] - a[1]) > 0 \
                else RISING
            first = {ROW: RISING, RISING: ROW, FALLING: ROW}[direction]
            if line.direction == first and \
                    (_before(grid, direction, a) % FIVE == 0) == fifth:
                segments.append((*page.at(a), *page.at(b)))
    if segments:
        yield Strokes(visible(LOST_LINE_COLOURS, lost.values(), 2.5), width, segments)


def _signs(
    page: TriPage, grid: TriGrid, cells: bytes, contents: Contents, palette: Palette,
) -> Iterator[Item]:
    """Yield crosses in triangles known to be white, strokes in open ones, frames of marked ones."""
    size = page.half
    pen = visible(SIGN_COLOURS, [palette.colours[0].rgb], 2.5)
    if not contents.finished and page.edge >= MIN_SIGN_EDGE:
        low, high = size * 0.3, size * 0.7
        cross = ((low, low, high, high), (low, high, high, low))
        yield Stamp(size, (Strokes(pen, size * 0.1, cross),), _places(page, grid, cells, 0))
        if not palette.plain:
            stroke = Strokes(pen, size * 0.08, ((low, high, high, low),))
            yield Stamp(size, (stroke,), _places(page, grid, cells, OPEN))
    for colour, part in ((PAPER, 0.2), (MARK, 0.1)):
        frames = [segment for cell in sorted(contents.marks)
                  for segment in _frame(page, grid, cell)]
        if frames:
            yield Strokes(colour, max(1.0, page.half * part), frames)


def _places(page: TriPage, grid: TriGrid, cells: bytes, value: int) -> list[Place]:
    """Return the top left corners of signs in the middle of triangles."""
    found = []
    for cell, shown in enumerate(cells):
        if shown == value:
            x, y = page.at(_middle(grid.triangles[cell].corners))
            found.append((x - page.half // 2, y - page.half // 2))
    return found


def _frame(page: TriPage, grid: TriGrid, cell: int) -> Iterator[Segment]:
    corners = grid.triangles[cell].corners
    inner = [page.at(_towards(_middle(corners), corner, 0.62)) for corner in corners]
    return ((*a, *b) for a, b in zip(inner, [*inner[1:], inner[0]], strict=True))


def _middle(points: Sequence[tuple[float, float]]) -> Point:
    xs, ys = zip(*points, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def _towards(start: Point, end: tuple[float, float], part: float) -> Point:
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def _guides(page: TriPage, grid: TriGrid) -> Iterator[Item]:
    """Yield faint lines that lead from the boundaries of lines along their clues."""
    reach: defaultdict[tuple[Corner, Corner], float] = defaultdict(float)
    for line, boxes in zip(grid.lines, page.boxes, strict=True):
        for corner in side_edge(grid, line):
            key = corner, OUTWARD[line.side]
            reach[key] = max(reach[key], len(boxes) * BOX_LENGTH)
    segments: list[Segment] = []
    for ((x, y), (ux, uy)), steps in reach.items():
        segments.append((*page.at((x, y)), *page.at((x + ux * steps, y + uy * steps))))
    yield Strokes(GUIDE_COLOUR, max(1, round(page.edge / 28)), segments)


def _clues(page: TriPage, looks: Sequence[ChipLook]) -> Iterator[Item]:
    """Yield the numbers; in a colour puzzle each on a chip of its colour."""
    chips: defaultdict[ChipLook, list[tuple[Place, ...]]] = defaultdict(list)
    texts: defaultdict[tuple[str, int], list[tuple[float, float, str]]] = defaultdict(list)
    number = round(page.edge * 0.5)
    for box in chain(*page.boxes):
        look = PLAIN_CHIP if box.run is None else looks[box.run.colour]
        if look is not PLAIN_CHIP:
            chips[look].append(tuple(page.at(_towards(box.middle, corner, 0.9))
                                     for corner in box.corners))
        text = box.text + look.letter
        size = min(number, int(page.edge * 0.72 / (DIGIT * len(text))))
        x, y = page.at(box.middle)
        texts[look.ink, max(1, size)].append((x, y + round(size * BASE), text))
    for look, outlines in sorted(chips.items()):
        yield Polygons(look.fill, outlines)
        if look.border != look.fill:
            yield Paths([ring_path(outline) for outline in outlines], pen=look.border,
                        width=max(1, round(page.edge / 16)), closed=True)
    for (ink, size), written in texts.items():
        yield Texts(ink, size, "middle", written)


def _line_number(grid: TriGrid, index: int, boxes: int) -> tuple[str, Point]:
    """Return the number of a line, and its place beyond this many boxes of its clue."""
    line = grid.lines[index]
    x, y = _middle(side_edge(grid, line))
    ux, uy = OUTWARD[line.side]
    far = (boxes + 0.5) * BOX_LENGTH
    return str(line.number + 1), (x + far * ux, y + far * uy)


def _around(point: Point) -> tuple[Point, Point]:
    """Return two corners of the room for a number."""
    return (point[0] - 0.6, point[1] - 0.4), (point[0] + 0.6, point[1] + 0.4)


def _numbers(page: TriPage, grid: TriGrid) -> Iterator[Item]:
    """Yield the numbers of the lines, which explanations name."""
    size = round(page.edge * 0.34)
    texts = []
    for index in range(len(grid.lines)):
        text, point = _line_number(grid, index, len(page.boxes[index]) if page.boxes else 0)
        x, y = page.at(point)
        texts.append((float(x), float(y + round(size * BASE)), text))
    yield Texts(NUMBER_COLOUR, max(1, size), "middle", texts)
