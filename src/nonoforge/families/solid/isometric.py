"""Drawings of solids as a whole: voxels seen from the front, the right and above, with clues on
them.

What is known to be air is left out. A puzzle is the whole block, with the clue of each rod at the
end that is seen, as in Picross 3D; a finished solid is a picture and has no clues.

Seen along the diagonal of its cells, a box of voxels is a net of triangles, and each visible side
of a voxel covers just two of them, so hiding needs no arithmetic: the last voxel written wins.

         /\\          Vertical lines are numbered by i = x - z from the left, heights on them by
       /    \\        k = x + z - 2y from above, half an edge each; i and k are odd together.
      |\\ top/|       A strip lies between the lines i and i + 1. Its triangles are numbered by m,
      |  \\/  |       the height of their middle: the upright side of triangle m, from m - 1 to
      |   | r|       m + 1, is the left one if m - 1 is odd as i is.
       \\ f|/         Voxel (x, y, z) covers m, m + 1, m + 2 of the strips i - 1 and i, where
         \\/          m = x + z - 2y - 1: its top once in each, then its front, or its right side.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby, pairwise
from math import dist
from typing import NamedTuple, TypeAlias

from nonoforge.colour_vision import channels
from nonoforge.drawing import (
    BLANK,
    CELL_MM,
    MARK,
    MIN_CELL_MM,
    OPEN,
    PAPER,
    PIXEL,
    PNG_CELL,
    Boxes,
    ChipLook,
    Contents,
    Display,
    DrawOptions,
    Group,
    Heading,
    Item,
    Medium,
    Place,
    Polygons,
    SquareLayout,
    Strokes,
    Texts,
    blend,
    chip_looks,
    ink_on,
    luminance,
    shown_cells,
    square_heading,
    wrap,
)
from nonoforge.families.solid.geometry import Solid, solid_of
from nonoforge.families.solid.tally_labels import LabelPrinter, labels_of, most_labels, parts
from nonoforge.nonogram import Nonogram
from nonoforge.palette import Palette
from nonoforge.text import printable

TOP, FRONT, RIGHT = range(3)
NOTHING = -1
VERTICAL, DOWN, UP = range(3)

FACES = (RIGHT, TOP, FRONT)
"""The visible side at the end of the rods along x, y and z."""

STONES = ("#ece8df", "#cfd8e1", "#dccfe6", "#cfe3cd")
"""The colours of voxels that are not known yet; the first that no colour of the puzzle is like."""

SIMILAR = 50  # distance of two colours below which people take one for the other
MARKED = 256  # added to what a cell shows
NOTE_COLOUR = "#707070"
MAX_NOTE_LINES = 8

Bounds: TypeAlias = tuple[int, int, int, int]
"""The first and last vertical line, and the first and last height, of what is drawn."""

NOTE = ("A number counts the filled cells behind it, straight through to the other side. Alone "
        "it means that they are one group, in a circle two groups, in a square three or more. No "
        "number: anything is possible.")
COLOURED = (" Colours that a clue leaves out do not occur there; a question mark stands for an "
            "unknown number.")


def isometric_display(
    nonogram: Nonogram, contents: Contents, options: DrawOptions, medium: Medium,
    scale: float | None,
) -> Display:
    """Return the display list of a solid whose voxels have edges of `scale` pixels, or of the usual
    length."""
    solid, palette, marks = solid_of(nonogram), nonogram.puzzle.palette, contents.marks
    looks = chip_looks(palette, options)
    cell = int(scale or usual_edge(nonogram))
    cells = shown_cells(nonogram.puzzle, contents.picture, marks)
    finished = contents.finished
    with_clues = options.clues and not finished
    sight = sight_of(solid, cells)
    bounds = _extent(sight) if finished and not marks else _whole(solid)
    page, net = _arrange(nonogram, bounds, cell, heading=options.clues, clues=with_clues)
    kinds = _kinds(cells, marks)
    items: list[Item] = [*_facets(sight, kinds, net, palette), *_edges(sight, kinds, net, palette),
                         *_ghosts(sight, cells, marks, net)]
    bottom = page.bottom
    if with_clues:
        items += [*_clues(nonogram, sight, cells, net, looks), *_axes(solid, net, page)]
        note, bottom = _note(page, palette)
        items.append(note)
    if options.clues:
        legend, bottom = replace(page, bottom=bottom).legend(palette, looks)
        items += [*page.heading_texts(), *legend]
    # Words are set for cells of 24 pixels, whatever the edges of voxels.
    unit = PIXEL if medium == "screen" else CELL_MM / PNG_CELL
    return Display(page.width, bottom, [Boxes(PAPER, [(0, 0, page.width, bottom)]), *items],
                   printable(nonogram.info.title), _summary(solid, cells, finished, palette), unit,
                   detail=CELL_MM, min_detail=MIN_CELL_MM)


def isometric_size(nonogram: Nonogram, cell: int, *, clues: bool) -> tuple[int, int]:
    """Return width and height in pixels, close enough to choose a scale."""
    page, _ = _arrange(nonogram, _whole(solid_of(nonogram)), cell, heading=clues, clues=clues)
    return page.width, page.bottom + 4 * page.cell


def usual_edge(nonogram: Nonogram) -> int:
    """Return an edge, in pixels, at which the clues are read with ease."""
    count = most_labels([line.clue for line in nonogram.puzzle.lines], nonogram.puzzle.palette)
    return 32 if count == 1 else 52 if count == 2 else 28 * round(count ** 0.5 + 0.5)


def _whole(solid: Solid) -> Bounds:
    return -solid.depth, solid.width, -2 * solid.height, solid.width + solid.depth


def _extent(sight: Sight) -> Bounds:
    """Return the bounds of the visible part: a small solid in a large box gets no wide margins."""
    spans = []
    for i, first, codes in sight.strips():
        hits = [m for m, code in enumerate(codes, start=first) if code != NOTHING]
        spans += [(i, i + 1, hits[0] - 1, hits[-1] + 1)] if hits else []
    if not spans:
        return _whole(sight.solid)
    lefts, rights, tops, feet = zip(*spans, strict=True)
    return min(lefts), max(rights), min(tops), max(feet)


def _arrange(
    nonogram: Nonogram, bounds: Bounds, cell: int, *, heading: bool, clues: bool,
) -> tuple[SquareLayout, Net]:
    """Return the page with its heading, and where the solid stands on it."""
    first, last, high, low = bounds
    half, wide = max(1, cell // 2), max(1, round(cell * 0.866))
    unit = max(4, cell * PNG_CELL // usual_edge(nonogram))
    margin = unit if heading else max(2, cell // 4)
    room = (last - first) * wide + (3 * unit if clues else 0)
    head = square_heading(nonogram, unit, room) if heading else Heading()
    top = margin + int(head.height)
    page = SquareLayout(
        cell=unit, margin=margin, left=margin, top=top, gap=max(1, unit // 4),
        number=round(unit * 0.6), heading=head,
        width=max(room, int(head.width), 16 * unit if clues else 0) + 2 * margin,
        bottom=top + (low - high) * half + margin)
    left = page.width // 2 - (first + last) * wide // 2
    return page, Net(left, top - high * half, wide, half)


def _summary(solid: Solid, cells: bytes, finished: bool, palette: Palette) -> str:
    kind = "" if palette.plain else f", {len(palette) - 1} colours"
    known = ", solved" if finished else \
        f", {cells.count(OPEN)} cells open" if OPEN in cells else ""
    return f"Solid nonogram, {solid} cells{kind}{known}"


def _clues(
    nonogram: Nonogram, sight: Sight, cells: bytes, net: Net, looks: Sequence[ChipLook],
) -> Iterator[Group]:
    """Yield the clue of each rod on the first of its cells that is not air, if that is seen
    whole."""
    palette, side = nonogram.puzzle.palette, 2 * net.half
    printers = {face: LabelPrinter() for face in FACES}
    for line in nonogram.puzzle.lines:
        face = FACES[line.group]
        end = next((cell for cell in reversed(line.cells) if cells[cell]), None)
        if end is None or not sight.shows(end, face):
            continue
        inset = max(1, side // 16)
        u, v = net.on_plane(sight.solid, end, face)
        box = (u + inset, v + inset, side - 2 * inset, side - 2 * inset)
        labels = labels_of(line.clue, palette)
        ink = ink_on(shade(_material(cells[end], palette), face))
        for label, part in zip(labels, parts(box, len(labels)), strict=True):
            printers[face].write(label, part, looks[label.colour], ink)
    for face, printer in printers.items():
        yield Group(printer.items(), matrix=net.plane(face))


def _axes(solid: Solid, net: Net, page: SquareLayout) -> Iterator[Texts]:
    """Yield the names of the directions beside the edges that they run along."""
    width, height, depth = solid.size
    off = page.cell
    x, y = net.at(width // 2 - depth, width // 2 + depth)
    names = [(x - off, y + off, "x →")]
    x, y = net.at(width - depth // 2, width + depth // 2)
    names.append((x + off, y + off, "← z"))
    x, y = net.at(-depth, depth - height)
    names.append((x - off, y, "y ↑"))
    yield Texts(NOTE_COLOUR, page.number, "middle", names)


def _note(page: SquareLayout, palette: Palette) -> tuple[Texts, int]:
    """Return how to read the clues, below the solid, and the bottom of the page with it."""
    size, y, texts = page.number, page.bottom, []
    said = NOTE if palette.plain else NOTE + COLOURED
    for sentence in wrap(said, size, page.width - 2 * page.margin, lines=MAX_NOTE_LINES):
        y += round(size * 1.4)
        texts.append((page.margin, y, sentence))
    return Texts(NOTE_COLOUR, size, "start", texts), y + page.margin


@dataclass(frozen=True, slots=True)
class Net:
    """Where the net of triangles lies on the page: its point (0, 0), and lengths in pixels."""

    left: int
    top: int
    wide: int  # between two vertical lines
    half: int  # half the length of an edge

    def at(self, i: int, k: int) -> Place:
        return self.left + i * self.wide, self.top + k * self.half

    def plane(self, face: int) -> tuple[float, float, float, float, float, float]:
        """Return the matrix of the plane of all sides of a kind, in which an edge has its true
        length."""
        across, down = self.wide / (2 * self.half), 0.5
        return {TOP: (across, down, -across, down), FRONT: (across, down, 0.0, 1.0),
                RIGHT: (across, -down, 0.0, 1.0)}[face] + (self.left, self.top)

    def on_plane(self, solid: Solid, cell: int, face: int) -> Place:
        """Return the corner of a cell's side on that plane."""
        i, m = corner(solid, cell)
        k = m - 1
        u, v = {TOP: ((i + k), (k - i)), FRONT: (2 * i - 2, k - i + 2),
                RIGHT: (2 * i, k + i + 2)}[face]
        return u * self.half, v * self.half


def _kinds(cells: bytes, marks: Collection[int]) -> list[int]:
    """Return what each cell shows, and whether it is marked, in one number."""
    kinds = list(cells)
    for cell in marks:
        kinds[cell] += MARKED
    return kinds


def _material(kind: int, palette: Palette) -> str:
    """Return the colour of a voxel."""
    value = kind % MARKED
    rgb = _stone(palette) if value in (BLANK, OPEN) else palette.colours[value].rgb
    return blend(rgb, MARK, 0.6) if kind >= MARKED else rgb


@lru_cache(maxsize=64)
def _stone(palette: Palette) -> str:
    """Return the first of STONES that differs from all colours of the puzzle, or the most
    different."""
    def apart(rgb: str) -> float:
        return min(dist(channels(rgb), channels(colour.rgb)) for colour in palette.colours[1:])
    return next((rgb for rgb in STONES if apart(rgb) > SIMILAR), max(STONES, key=apart))


def shade(rgb: str, face: int) -> str:
    """Return a colour as it looks on a side: lightest on top, darkest on the right.

    The three must differ even where the colour is as dark or as light as can be.
    """
    bright = luminance(rgb)
    if bright < 0.06:
        return blend(rgb, "#ffffff", (0.46, 0.3, 0.17)[face])
    if bright > 0.75:
        return blend(rgb, "#000000", (0.0, 0.1, 0.24)[face])
    return blend(rgb, ("#ffffff", "#000000", "#000000")[face], (0.3, 0.06, 0.32)[face])


def _facets(sight: Sight, kinds: list[int], net: Net, palette: Palette) -> Iterator[Polygons]:
    """Yield all that is seen, the triangles of a colour joined strip by strip."""
    found: dict[int, list[tuple[Place, ...]]] = defaultdict(list)
    for i, first, codes in sight.strips():
        looks = [NOTHING if code < 0 else 3 * kinds[code // 3] + code % 3 for code in codes]
        for look, points in quads(i, first, looks):
            found[look].append(tuple(net.at(*point) for point in points))
    for look, outlines in sorted(found.items()):
        yield Polygons(shade(_material(look // 3, palette), look % 3), outlines)


def _edges(sight: Sight, kinds: list[int], net: Net, palette: Palette) -> Iterator[Strokes]:
    """Yield fine lines between voxels that lie flush, strong ones where the surface turns or
    ends."""
    found: dict[tuple[bool, int, int, int], list[int]] = defaultdict(list)
    for edge in sight.edges():
        strong = not _flush(sight.solid, edge)
        owner = _nearer(sight.solid, edge)
        found[strong, 3 * kinds[owner // 3] + owner % 3, edge.way, edge.line].append(edge.at)
    segments: dict[tuple[bool, int], list[tuple[int, int, int, int]]] = defaultdict(list)
    for (strong, look, way, line), starts in found.items():
        for start, end in joined(starts, 2 if way == VERTICAL else 1):
            points = ((line, start), (line, end)) if way == VERTICAL else \
                ((start, line + start), (end, line + end)) if way == DOWN else \
                ((start, line - start), (end, line - end))
            segments[strong, look].append((*net.at(*points[0]), *net.at(*points[1])))
    for (strong, look), pieces in sorted(segments.items()):
        colour = shade(_material(look // 3, palette), look % 3)
        ink = "#ffffff" if luminance(colour) < 0.06 and not strong else "#000000"
        yield Strokes(blend(colour, ink, 0.62 if strong else 0.25),
                    max(0.5, round(net.half / (11 if strong else 20), 1)), pieces)


def _flush(solid: Solid, edge: Edge) -> bool:
    """Return whether both sides of an edge lie in one plane."""
    if NOTHING in (edge.one, edge.other) or edge.one % 3 != edge.other % 3:
        return False
    axis = FACES.index(edge.one % 3)
    return solid.place(edge.one // 3)[axis] == solid.place(edge.other // 3)[axis]


def _nearer(solid: Solid, edge: Edge) -> int:
    if NOTHING in (edge.one, edge.other):
        return max(edge.one, edge.other)
    return max(edge.one, edge.other, key=lambda code: sum(solid.place(code // 3)))


def _ghosts(
    sight: Sight, cells: bytes, marks: Collection[int], net: Net,
) -> Iterator[Strokes]:
    """Yield the edges of marked cells that are air, where nothing stands before them."""
    segments: set[tuple[int, int, int, int]] = set()
    for cell in marks:
        i, m = corner(sight.solid, cell)
        depth = sum(sight.solid.place(cell))
        covers = [sight.codes[sight.index(i + side, m + more)] for side in (-1, 0)
                  for more in range(3)]
        if cells[cell] == 0 and all(code == NOTHING or sum(sight.solid.place(code // 3)) < depth
                                    for code in covers):
            rim = [(i, m - 1), (i + 1, m), (i + 1, m + 2), (i, m + 3), (i - 1, m + 2), (i - 1, m)]
            sides = [*zip(rim, [*rim[1:], rim[0]], strict=True),
                     *(((i, m + 1), point) for point in (rim[1], rim[3], rim[5]))]
            segments |= {(*net.at(*a), *net.at(*b)) for a, b in sides}
    if segments:
        yield Strokes(MARK, max(0.5, round(net.half / 12, 1)), sorted(segments))


class Edge(NamedTuple):
    """A side of a triangle between two that show different things.

    `line` is i for a vertical edge, k - i for one that goes down to the right, k + i for one that
    goes up; `at` is where it begins: k, or i.
    """

    one: int
    other: int
    way: int
    line: int
    at: int


@dataclass(frozen=True, slots=True)
class Sight:
    """For each triangle three times the cell seen there, plus the side: TOP, FRONT or RIGHT."""

    solid: Solid
    codes: array[int]

    @property
    def rows(self) -> int:
        """Triangles of a strip, with an empty one at each end."""
        return _rows(self.solid)

    def index(self, i: int, m: int) -> int:
        """Return the index in `codes` of triangle m of the strip right of line i."""
        return (i + self.solid.depth + 1) * self.rows + m + 2 * self.solid.height

    def shows(self, cell: int, face: int) -> bool:
        """Return whether this side of a cell is seen whole."""
        i, m = corner(self.solid, cell)
        code = 3 * cell + face
        if face == TOP:
            return self.codes[self.index(i - 1, m)] == code == self.codes[self.index(i, m)]
        first = self.index(i - 1 if face == FRONT else i, m + 1)
        return self.codes[first] == code == self.codes[first + 1]

    def strips(self) -> Iterator[tuple[int, int, list[int]]]:
        """Yield each strip: its i, the m of its first triangle, and what its triangles show."""
        solid, rows = self.solid, self.rows
        for number in range(len(self.codes) // rows):
            yield (number - solid.depth - 1, -2 * solid.height,
                   self.codes[number * rows:(number + 1) * rows].tolist())

    def edges(self) -> Iterator[Edge]:
        """Yield the edges between triangles that show different things."""
        before = [NOTHING] * self.rows
        for i, first, codes in self.strips():
            for m, (left, code) in enumerate(zip(before, codes, strict=True), start=first):
                if left != code and (m - 1 - i) % 2 == 0:
                    yield Edge(left, code, VERTICAL, i, m - 1)
            for m, (code, below) in enumerate(pairwise(codes), start=first):
                if code != below:
                    # The side that triangles m and m + 1 share begins on line i at height m + 1
                    # where m has its upright side on the left, and at m where it has not.
                    up = (m - 1 - i) % 2 == 0
                    yield Edge(code, below, UP if up else DOWN, m + 1 + i if up else m - i, i)
            before = codes


def corner(solid: Solid, cell: int) -> tuple[int, int]:
    """Return the line i through a cell's middle, and the first m that it covers."""
    x, y, z = solid.place(cell)
    return x - z, x + z - 2 * y - 1


def sight_of(solid: Solid, cells: bytes) -> Sight:
    """Return the visible sides of these cells; 0 is air."""
    width, height, depth = solid.size
    rows, layer = _rows(solid), solid.width * solid.height
    codes = array("q", [NOTHING]) * (rows * (width + depth + 2))
    cell = 0
    # From the back to the front, from below upwards, from left to right: later ones hide earlier.
    for z in range(depth):
        for y in range(height):
            start = (depth - z) * rows + z - 2 * y - 1 + 2 * height
            inner = y + 1 < height and z + 1 < depth
            for x in range(width):
                if cells[cell] and not (inner and x + 1 < width and cells[cell + 1]
                                        and cells[cell + width] and cells[cell + layer]):
                    at = start + x * (rows + 1)
                    code = 3 * cell
                    codes[at] = codes[at + rows] = code + TOP
                    codes[at + 1] = codes[at + 2] = code + FRONT
                    codes[at + rows + 1] = codes[at + rows + 2] = code + RIGHT
                cell += 1
    return Sight(solid, codes)


def _rows(solid: Solid) -> int:
    return solid.width + solid.depth + 2 * solid.height + 1


def quads(
    i: int, first: int, kinds: list[int],
) -> Iterator[tuple[int, tuple[tuple[int, int], ...]]]:
    """Yield neighbours of one kind in a strip as one polygon of net points (i, k); kinds below 0
    are nothing."""
    m = first
    for kind, group in groupby(kinds):
        last = m + sum(1 for _ in group) - 1
        if kind >= 0:
            upper, lower = (m - 1 - i) % 2 == 0, (last - 1 - i) % 2 == 0
            left = sorted({m - upper, last + lower})
            right = sorted({m - (not upper), last + (not lower)}, reverse=True)
            yield kind, (*((i + 1, k) for k in reversed(right)),
                         *((i, k) for k in reversed(left)))
        m = last + 1


def joined(starts: list[int], step: int) -> Iterator[tuple[int, int]]:
    """Join pieces of a line, each `step` long, that follow each other, to (start, end).

    >>> list(joined([4, 0, 2, 8], 2))
    [(0, 6), (8, 10)]
    """
    ordered = sorted(starts)
    begin = 0
    for index, start in enumerate(ordered):
        if index + 1 == len(ordered) or ordered[index + 1] != start + step:
            yield ordered[begin], start + step
            begin = index + 1
