"""Drawings of arrangements in true millimetres, in layers for editors.

    heading
          labels
       +----------+
       |  faces   |  labels
       +----------+
    clues that have no place around the frame, if there are any
    how to read the clues
    legend of the colours
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from math import cos, dist, hypot, radians, sin
from typing import NamedTuple

from nonoforge.drawing import (
    BASE,
    BLANK,
    DIGIT,
    INK,
    MARK,
    MIN_CLUE_CELL,
    OPEN,
    PAGE_RATIO,
    PAPER,
    PLAIN_CHIP,
    ChipLook,
    Contents,
    Display,
    DrawOptions,
    Group,
    Heading,
    Item,
    Layer,
    Medium,
    Paths,
    box_path,
    cell_rgb,
    chip_looks,
    circle_path,
    contrast,
    heading_of,
    ink_on,
    legend_of,
    ring_path,
    shown_cells,
    text_width,
    to_solve,
    visible,
    word,
    wrap,
)
from nonoforge.families.plane.arrangement import OUTSIDE, Arrangement, arrangement_of
from nonoforge.families.plane.build import clues_of
from nonoforge.families.plane.face_shapes import distance, hatching, loop_path, regions, roomiest
from nonoforge.families.plane.label_boxes import (
    NumberBox,
    SideLabel,
    row_of_boxes,
    side_labels,
)
from nonoforge.families.plane.labels import box_lengths, usual_box
from nonoforge.nonogram import Nonogram
from nonoforge.palette import Palette
from nonoforge.path import Box, Path, Point, bounds, inside, moved
from nonoforge.text import printable

PNG_SIDE = 2000  # pixels of the longer side of a PNG, where no scale is asked for
SHEET_MM = 150.0  # a larger drawing is shrunk to fit its sheet, so its lines and letters are larger

# Lengths in millimetres, on a drawing that fits a sheet.
MARGIN = 5.0
BARE_MARGIN = 1.0  # of a picture without clues
MIN_COLUMN = 90.0  # the least room for words
TITLE_SIZE, NAME_SIZE, NOTE_SIZE = 5.0, 3.4, 2.9
THIN = 0.25
HAIR = 0.15
THICK = 0.6
CHIP_BORDER = 0.35
LEADER = 0.4  # heavier than a curve, so that it is not taken for one
CROSS = 0.9
FACE_NUMBER = 2.4  # the size of a face's number
HATCHING_GAP = 2.2
RING_RADIUS = 1.8
TAG_RADIUS = 2.2
LIST_ROW = 4.5  # the height of boxes in the list
LIST_STEP = 1.25 * LIST_ROW
LIST_NAME_SIZE = 3.0
LIST_GUTTER = 5.0
UNPLACED_BOX = 5.0  # the height of a number's box where no labels are placed
MIN_BOX = 2.4  # the height of a number's box in the smallest print that can be read
MAX_TAG_TRIES = 60
MAX_NOTE_LINES = 12

LINE_COLOUR = "#2b2b2b"  # curves of a puzzle
QUIET_COLOUR = "#8c8c8c"  # curves of a picture: seen on white and on black, and louder on neither
FRAME_COLOUR = "#000000"
LINE_COLOURS = (QUIET_COLOUR, "#ffffff", "#1a1a1a", "#d0d0d0", "#5a5a5a")
SIGN_COLOURS = ("#6e6e6e", "#c0c0c0")
NUMBER_COLOURS = ("#1f5f99", "#ffffff", "#1a1a1a")
TAG_COLOUR = "#1f5f99"
NOTE_COLOUR = "#505050"


def plane_display(
    nonogram: Nonogram, contents: Contents, options: DrawOptions, medium: Medium,
    scale: float | None,
) -> Display:
    """Return the display list of an arrangement. A PNG of it has `scale` pixels to the millimetre,
    or 2000 on its longer side. A booklet does not say on each page how to read the clues."""
    arrangement, own = arrangement_of(nonogram), nonogram.puzzle.palette
    palette = own if contents.finished else to_solve(own)
    looks = chip_looks(own, options)
    cells = shown_cells(nonogram.puzzle, contents.picture, contents.marks)
    clues, numbers, finished = options.clues, options.numbers, contents.finished
    unit = line_unit(arrangement)
    around = clues_around(nonogram, unit, clues=clues, numbers=numbers)
    listed = _listed_clues(nonogram, around, unit)
    edge = (RING_RADIUS + THICK if contents.rings else THICK / 2) * unit
    sheet = _sheet(nonogram, around, listed, unit, clues, edge)
    page = sheet.page
    layers = [_ground(page, palette), _curves(page, finished=finished),
              *_known(nonogram, page, cells, contents), _frame(page)]
    if not finished:
        layers.append(_signs(page, cells, palette, crosses=not numbers))
    layers.append(_marked(page, contents.marks, contents.rings))
    if numbers:
        layers.append(_face_numbers(page, cells, palette, finished=finished))
    layers.append(Layer("labels", list(_labels(around, page, looks))))
    bottom = sheet.foot
    if clues:
        words, bottom = _words(nonogram, around, listed, sheet, numbers, medium != "booklet",
                               looks, palette is not own)
        layers.append(Layer("words", words))
    width, height = sheet.width, bottom + (MARGIN if clues else BARE_MARGIN) * unit
    paper = Layer("paper", [Paths([box_path(0, 0, width, height)], PAPER, closed=True)])
    return Display(
        width, height, [paper, *(layer for layer in layers if layer.items)],
        printable(nonogram.info.title), _summary(nonogram, cells, finished), unit=1.0,
        true_size=True, min_detail=MIN_BOX,
        detail=arrangement.labels.box[1] if arrangement.labels else UNPLACED_BOX,
        resolution=scale or PNG_SIDE / max(width, height))


def plane_size(nonogram: Nonogram, options: DrawOptions, scale: float) -> tuple[float, float]:
    """Return width and height in pixels, with `scale` pixels to the millimetre."""
    display = plane_display(nonogram, Contents(), options, "screen", scale)
    return display.width * scale, display.height * scale


def plane_scales(nonogram: Nonogram, options: DrawOptions) -> tuple[float, float]:
    """Return the pixels of a millimetre in a PNG whose longer side has 2000, and the least for
    clues."""
    arrangement = arrangement_of(nonogram)
    box = arrangement.labels.box if arrangement.labels else usual_box(
        arrangement, len(nonogram.puzzle.lines))
    return PNG_SIDE / max(plane_size(nonogram, options, 1.0)), MIN_CLUE_CELL / box[1]


def line_unit(arrangement: Arrangement) -> float:
    """Return how much larger than usual lines and signs are, on a drawing that will be shrunk."""
    return max(1.0, max(arrangement.box.width, arrangement.box.height) / SHEET_MM)


def _known(
    nonogram: Nonogram, page: OnPage, cells: bytes, contents: Contents,
) -> list[Layer]:
    """Return what is known of the faces; below a puzzle its solution, hidden."""
    palette = nonogram.puzzle.palette
    if contents.finished:
        return [_coloured(page, cells, palette, "solution", finished=True)]
    layers = [_coloured(page, cells, palette, "known", finished=False)]
    if contents.picture is None and nonogram.solution is not None:
        layers.append(_coloured(page, nonogram.solution, palette, "solution", finished=True,
                                hidden=True))
    return layers


class _Sheet(NamedTuple):
    """The page, and where the frame with its labels lies on it."""

    page: OnPage
    width: float
    margin: float
    heading: Heading
    foot: float


def _sheet(
    nonogram: Nonogram, around: CluesAround, listed: Sequence[ListedClue], unit: float,
    clues: bool, edge: float,
) -> _Sheet:
    """Lay out the page; `edge` is how far lines and rings reach beyond the frame."""
    arrangement = arrangement_of(nonogram)
    extent = _grown(bounds([*arrangement.frame_polygon, *around.extent()]), edge)
    margin = (MARGIN if clues else BARE_MARGIN) * unit
    room = max(extent.width, MIN_COLUMN * unit) if clues else extent.width
    room = max(room, _list_room(listed, unit, room, extent.height))
    heading = heading_of(nonogram, TITLE_SIZE * unit, NAME_SIZE * unit, room) if clues \
        else Heading()
    width = room + 2 * margin
    top = margin + (heading.lines[-1].base + 4 * unit if heading.lines else 0.0)
    left = (width - extent.width) / 2
    page = OnPage(arrangement, extent.left - left, extent.top + top, unit)
    return _Sheet(page, width, margin, heading, top + extent.height)


def _grown(box: Box, by: float) -> Box:
    return Box(box.left - by, box.bottom - by, box.right + by, box.top + by)


def _words(
    nonogram: Nonogram, around: CluesAround, listed: Sequence[ListedClue], sheet: _Sheet,
    numbers: bool, explain: bool, looks: Sequence[ChipLook], ground: bool,
) -> tuple[list[Item], float]:
    """Return heading, list, how to read the clues and legend, and the height where they end."""
    items: list[Item] = [*sheet.heading.texts(sheet.margin, sheet.margin)]
    unit, y = sheet.page.unit, sheet.foot
    room, palette = sheet.width - 2 * sheet.margin, nonogram.puzzle.palette
    if listed:
        y += 4 * unit
        found, height = _list_items(listed, sheet.page, looks, sheet.margin, y, room)
        items += found
        y += height
    y += 2 * unit
    size = NOTE_SIZE * unit
    note = _how_to_read(nonogram, around, numbers) if explain else ""
    for line in wrap(note, size, room, lines=MAX_NOTE_LINES):
        y += 1.35 * size
        items.append(word(line, (sheet.margin, y), size, NOTE_COLOUR))
    if not palette.plain or ground:
        legend, y = colour_legend(palette, looks, ground, unit, sheet.margin, y + 3.5 * unit,
                                  sheet.width - sheet.margin)
        items += legend
    return items, y


def _how_to_read(nonogram: Nonogram, around: CluesAround, numbers: bool) -> str:
    arrangement, noun = arrangement_of(nonogram), nonogram.family.line.one
    said: list[str] = []
    if around.labels:
        said.append(f"The boxes beside the end of a {noun} are about the faces along that side of "
                    f"the {noun}. Read them from the outside in: each number is a run of filled "
                    "faces, in the order in which you meet them on your way in.")
    if around.listed:
        said.append(f"The list names a {noun} and one of its sides, and has the runs of filled "
                    f"faces there in the order in which you meet them from the {noun}'s number on.")
    if noun == "curve" and (around.listed or numbers):
        said.append("Left and right of a curve are as you see them on the way from its number on.")
    alike = "two runs" if nonogram.puzzle.palette.plain else "two runs of the same colour"
    said.append(f"Between {alike} there is at least one white face.")
    if any(len(set(side.cells)) < len(side.cells) for side in arrangement.sides):
        said.append(f"A face that the {noun} comes back to counts each time.")
    if numbers:
        said.append(f"The number of a {noun} stands in a circle where it starts; the others are "
                    "those of the faces.")
    return " ".join(said)


def colour_legend(
    palette: Palette, looks: Sequence[ChipLook], ground: bool, unit: float, left: float,
    top: float, right: float,
) -> tuple[list[Item], float]:
    """Return the chips and names of the colours, and where they end. `ground`: the background is
    named, too; `unit` is how much larger than usual they are."""
    chip, size = 3.5 * unit, NAME_SIZE * unit
    items: list[Item] = []
    entries = legend_of(palette, left, top, right, size=size, chip=chip, gap=unit,
                        between=4 * unit, row=1.4 * chip, ground=ground)
    for colour, x, y, name in entries:
        pale = contrast(colour.rgb, PAPER) < 1.5
        letter = looks[palette.colours.index(colour)].letter
        items.append(Paths([box_path(x, y, chip, chip)], colour.rgb,
                           LINE_COLOUR if pale else None, HAIR * unit if pale else 0.0,
                           closed=True))
        if letter:
            items.append(word(letter, (x + chip / 2, y + chip / 2 + BASE * size), size,
                              ink_on(colour.rgb), "middle"))
        items.append(word(name, (x + chip + unit, y + chip / 2 + BASE * size), size, INK))
    return items, entries[-1].y + chip


def _summary(nonogram: Nonogram, cells: bytes, finished: bool) -> str:
    palette = nonogram.puzzle.palette
    kind = "" if palette.plain else f", {len(palette) - 1} colours"
    known = ", solved" if finished else \
        f", {cells.count(OPEN)} faces open" if OPEN in cells else ""
    return f"{nonogram.family.kind}, {nonogram.geometry}{kind}{known}"


class OnPage(NamedTuple):
    """An arrangement whose point (left, top) lies in the corner of the page. `unit` is how much
    larger lines and signs are than usual, for a drawing that is shrunk to fit its sheet."""

    arrangement: Arrangement
    left: float
    top: float
    unit: float

    def path(self, path: Path) -> Path:
        return moved(path, (1, 0, 0, -1, -self.left, self.top))

    def at(self, point: Point) -> Point:
        return point[0] - self.left, self.top - point[1]

    def loops(self, face: int) -> list[list[Point]]:
        """Return the outlines of a face as polygons."""
        return [[self.at(point) for point in self.arrangement.polygon(loop, 0.02 * self.unit)]
                for loop in self.arrangement.faces[face]]

    def room(self, face: int) -> tuple[Point, float]:
        """Return a place far from the edges of a face, and its distance from them."""
        return roomiest(self.loops(face), self.at(self.arrangement.spots[face]))


def _ground(page: OnPage, palette: Palette) -> Layer:
    """Return the paper within the frame."""
    frame = page.path(loop_path(page.arrangement, page.arrangement.frame))
    return Layer("ground", [Paths([frame], fill=palette.colours[0].rgb, closed=True)])


def _curves(page: OnPage, *, finished: bool) -> Layer:
    """Return every curve as one path."""
    arrangement, items = page.arrangement, list[Item]()
    pen, width = (QUIET_COLOUR, HAIR) if finished else (LINE_COLOUR, THIN)
    for number, curve in enumerate(arrangement.curves, start=1):
        path = page.path(loop_path(arrangement, curve.darts))
        drawn = Paths([path], pen=pen, width=width * page.unit, closed=curve.closed)
        items.append(Group([drawn], f"curve {number}"))
    return Layer("curves", items)


def _frame(page: OnPage) -> Layer:
    """Return the frame, over everything that touches it."""
    path = page.path(loop_path(page.arrangement, page.arrangement.frame))
    return Layer("frame", [Paths([path], pen=FRAME_COLOUR, width=THICK * page.unit, closed=True)])


def _coloured(
    page: OnPage, cells: bytes, palette: Palette, name: str, *, finished: bool,
    hidden: bool = False,
) -> Layer:
    """Return the faces that are not white, those of a colour in one piece, and the lines over
    them."""
    arrangement = page.arrangement
    items: list[Item] = []
    for value, loops in sorted(regions(arrangement, cells).items()):
        if value not in (0, BLANK):
            items.append(Paths([page.path(loop_path(arrangement, loop)) for loop in loops],
                                fill=cell_rgb(value, palette), closed=True))
    return Layer(name, [*items, *_lines(page, cells, palette, finished)], hidden)


def _lines(
    page: OnPage, cells: bytes, palette: Palette, finished: bool,
) -> Iterator[Paths]:
    """Yield the edges at coloured faces once more, in a colour that is seen there."""
    arrangement = page.arrangement
    colours, width = (LINE_COLOURS, HAIR) if finished else ((LINE_COLOUR, *LINE_COLOURS), THIN)
    found: dict[str, list[Path]] = defaultdict(list)
    pens: dict[tuple[int, int], str] = {}
    for edge, path in enumerate(arrangement.edges):
        left, right = arrangement.left[2 * edge], arrangement.left[2 * edge + 1]
        if OUTSIDE in (left, right):
            continue
        pair = min(cells[left], cells[right]), max(cells[left], cells[right])
        if pair[0] not in (0, BLANK) or pair[1] not in (0, BLANK):
            if pair not in pens:
                pens[pair] = visible(colours, [cell_rgb(value, palette) for value in pair], 1.6)
            found[pens[pair]].append(page.path(path))
    for pen, paths in sorted(found.items()):
        yield Paths(paths, pen=pen, width=width * page.unit)


def _signs(page: OnPage, cells: bytes, palette: Palette, *, crosses: bool) -> Layer:
    """Return a small cross in each face that is known to be white; where there are colours, strokes
    in open faces, whose tint could be one of them."""
    pen = visible(SIGN_COLOURS, [palette.colours[0].rgb], 2.5)
    strokes = [path for face, shown in enumerate(cells) if shown == 0
               for path in _cross(page, face)] if crosses else []
    items: list[Item] = [Paths(strokes, pen=pen, width=THIN * page.unit)] if strokes else []
    if not palette.plain:
        items += _hatched(page, [face for face, shown in enumerate(cells) if shown == OPEN],
                          ((pen, HAIR),))
    return Layer("signs", items)


def _face_numbers(page: OnPage, cells: bytes, palette: Palette, *, finished: bool) -> Layer:
    """Return the number of each face, as large as it allows, with a cross if it is known to be
    white."""
    items: list[Item] = []
    for face, shown in enumerate(cells):
        text = f"{face + 1}{'×' if shown == 0 and not finished else ''}"
        (x, y), room = page.room(face)
        size = min(FACE_NUMBER * page.unit, 0.85 * room / hypot(DIGIT * len(text) / 2, BASE))
        ink = visible(NUMBER_COLOURS, [cell_rgb(shown, palette)], 4.5)
        items.append(word(text, (x, y + BASE * size), size, ink, "middle"))
    return Layer("numbers", items)


def _cross(page: OnPage, face: int) -> Iterable[Path]:
    (x, y), room = page.room(face)
    r = min(CROSS * page.unit, 0.5 * room)
    return (((x - r, y - r), (x + r, y + r)),), (((x - r, y + r), (x + r, y - r)),)


def _marked(page: OnPage, marks: Collection[int], rings: Collection[Point]) -> Layer:
    """Return marked faces, hatched and within a border, and points in a ring. They are seen on
    white and in colour."""
    cells = bytes(face in marks for face in range(len(page.arrangement.faces)))
    looks = ((PAPER, 2.6 * THIN), (MARK, 1.4 * THIN))
    items: list[Item] = [*_hatched(page, sorted(marks), looks)]
    loops = regions(page.arrangement, cells).get(1, [])
    paths = [page.path(loop_path(page.arrangement, loop)) for loop in loops]
    items += [Paths(paths, pen=pen, width=1.4 * width * page.unit, closed=True)
              for pen, width in looks if paths]
    circles = [circle_path(page.at(point), RING_RADIUS * page.unit) for point in rings]
    items += [Paths(circles, pen=pen, width=2 * width * page.unit, closed=True)
              for pen, width in looks if circles]
    return Layer("marks", items)


def _hatched(
    page: OnPage, faces: Iterable[int], looks: Iterable[tuple[str, float]],
) -> Iterator[Paths]:
    strokes: list[Path] = [((a, b),) for face in faces
                           for a, b in hatching(page.loops(face), HATCHING_GAP * page.unit)]
    for pen, width in looks if strokes else ():
        yield Paths(strokes, pen=pen, width=width * page.unit)


class Tag(NamedTuple):
    """The number of a curve, at its start, in coordinates of the arrangement."""

    curve: int
    port: Point
    middle: Point


class CluesAround(NamedTuple):
    """The clues around the frame. `listed` are the sides whose label has no place, by index."""

    labels: tuple[SideLabel, ...]
    tags: tuple[Tag, ...]
    listed: tuple[int, ...]
    radius: float

    def extent(self) -> Iterator[Point]:
        """Yield points that the page must hold, in coordinates of the arrangement."""
        for label in self.labels:
            yield from label.leader
            yield from (corner for box in label.boxes for corner in box.corners)
        for _, _, (x, y) in self.tags:
            yield x - self.radius, y - self.radius
            yield x + self.radius, y + self.radius


def clues_around(nonogram: Nonogram, unit: float, *, clues: bool, numbers: bool) -> CluesAround:
    """Return labels where they have a place, and tags on the curves of the others, with `numbers`
    on all."""
    labels, listed = side_labels(nonogram) if clues else ([], [])
    arrangement = arrangement_of(nonogram)
    quads = [box.corners for label in labels for box in label.boxes]
    tags: list[Tag] = []
    for side in arrangement.sides:
        wanted = any(arrangement.sides[index].curve == side.curve for index in listed)
        if (wanted or numbers) and not side.back:
            port, out = arrangement.outward(side, 0)
            taken = [tag.middle for tag in tags]
            # Along its own leader it must go.
            leaders = [label.leader for label in labels if dist(label.leader[0], port) > 1e-9]
            middle = _free(port, out, TAG_RADIUS * unit, taken,
                           [*quads, *leaders, arrangement.frame_polygon])
            tags.append(Tag(side.curve, port, middle))
    return CluesAround(tuple(labels), tuple(tags), tuple(listed), TAG_RADIUS * unit)


def _free(
    port: Point, out: Point, radius: float, taken: Sequence[Point],
    polygons: Sequence[Sequence[Point]],
) -> Point:
    """Return the nearest place for a tag on the prolonged curve that touches nothing."""
    for number in range(MAX_TAG_TRIES):
        far = radius * (1.6 + 0.5 * number)
        middle = port[0] + far * out[0], port[1] + far * out[1]
        if all(hypot(middle[0] - x, middle[1] - y) > 2.1 * radius for x, y in taken) \
                and not any(_touches(middle, radius, polygon) for polygon in polygons):
            break
    return middle


def _touches(middle: Point, radius: float, polygon: Sequence[Point]) -> bool:
    return inside(middle, polygon) or any(
        distance(middle, a, b) < radius for a, b in pairwise((*polygon, polygon[0])))


def _labels(
    clues: CluesAround, page: OnPage, looks: Sequence[ChipLook],
) -> Iterator[Item]:
    """Yield the tags, over all their leaders, and the labels, each a group."""
    ways: list[Path] = [((page.at(tag.port), page.at(tag.middle)),) for tag in clues.tags]
    if ways:
        yield Paths(ways, pen=TAG_COLOUR, width=HAIR * page.unit)
    for tag in clues.tags:
        yield Group(list(_tag(tag, clues.radius, page)), f"the start of curve {tag.curve + 1}")
    # The two labels at an end of a curve share a leader: the longer one must not be half hidden by
    # the boxes along the shorter.
    for label in sorted(clues.labels, key=lambda label: dist(*label.leader)):
        a, b = map(page.at, label.leader)
        leader = Paths([((a, b),)], pen=LINE_COLOUR, width=LEADER * page.unit)
        boxes = (item for box in label.boxes for item in number_items(box, page, looks))
        yield Group([*boxes, leader], f"{label.name}: {label.clue}")


def _tag(tag: Tag, radius: float, page: OnPage) -> Iterator[Item]:
    x, y = page.at(tag.middle)
    text = str(tag.curve + 1)
    size = min(1.3 * radius, 1.7 * radius / (DIGIT * len(text)))
    yield Paths([circle_path((x, y), radius)], PAPER, TAG_COLOUR, HAIR * page.unit, closed=True)
    yield word(text, (x, y + BASE * size), size, TAG_COLOUR, "middle")


def number_items(
    box: NumberBox, page: OnPage, looks: Sequence[ChipLook], pen: str = LINE_COLOUR,
    width: float | None = None,
) -> Iterator[Item]:
    """Yield a box and its number, in a colour puzzle on a chip of its colour. `width` of the box's
    border is in millimetres."""
    corners = [page.at(corner) for corner in box.corners]
    yield Paths([ring_path(corners)], PAPER, pen, HAIR * page.unit if width is None else width,
                closed=True)
    look, size = looks[box.colour], box.size
    text = box.text + look.letter
    turn = radians(-box.angle)  # clockwise on the page
    if look is not PLAIN_CHIP:
        chip = [page.at(corner) for corner in box.chip]
        bordered = look.border != look.fill
        yield Paths([ring_path(chip)], look.fill, look.border if bordered else None,
                    CHIP_BORDER * page.unit if bordered else 0.0, closed=True)
        along = [x * cos(turn) + y * sin(turn) for x, y in chip]
        size = min(size, (max(along) - min(along) - 2 * CHIP_BORDER * page.unit)
                   / (DIGIT * len(text)))
    x, y = page.at(box.middle)
    base = x - sin(turn) * BASE * size, y + cos(turn) * BASE * size
    yield word(text, base, size, look.ink, "middle", angle=-box.angle)


class ListedClue(NamedTuple):
    """A line of the list: the name of a side, and its boxes from the left to the right."""

    name: str
    title: str
    boxes: tuple[NumberBox, ...]
    width: float


def _listed_clues(nonogram: Nonogram, clues: CluesAround, unit: float) -> list[ListedClue]:
    """Return the clues without a place, each in the order in which a walk from the tag meets its
    runs."""
    arrangement = arrangement_of(nonogram)
    clues_by_side = clues_of(nonogram, arrangement)
    found: list[ListedClue] = []
    for index in clues.listed:
        side, clue = arrangement.sides[index], clues_by_side[index]
        assert clue is not None
        name = f"{side.curve + 1} {arrangement.side_name(side).split()[0]}"
        box = LIST_ROW * unit, LIST_ROW * unit
        row = row_of_boxes(clue, box, (0.0, 0.0), (1.0, 0.0), (0.0, -1.0),
                           outwards=not side.back)
        found.append(ListedClue(name, f"{arrangement.side_name(side)}: {clue}", tuple(row),
                           sum(box_lengths(clue, box))))
    return found


def _list_room(found: Sequence[ListedClue], unit: float, width: float, height: float) -> float:
    """Return the width of the list below a drawing with which the page is not too high for
    paper."""
    if not found:
        return 0.0
    pitch = _pitch(found, unit)
    columns = 1
    while columns < len(found) and height + _rows(found, columns) * LIST_STEP * unit > \
            PAGE_RATIO * max(width, columns * pitch):
        columns += 1
    return columns * pitch - LIST_GUTTER * unit


def _pitch(found: Sequence[ListedClue], unit: float) -> float:
    """Return the width of a column and the gutter beside it."""
    return _names(found, unit) + max(entry.width for entry in found) + LIST_GUTTER * unit


def _names(found: Sequence[ListedClue], unit: float) -> float:
    return max(text_width(entry.name, LIST_NAME_SIZE * unit) for entry in found) + 2.5 * unit


def _rows(found: Sequence[ListedClue], columns: int) -> int:
    return -(-len(found) // columns)


def _list_items(
    found: Sequence[ListedClue], page: OnPage, looks: Sequence[ChipLook], left: float, top: float,
    room: float,
) -> tuple[list[Item], float]:
    """Return the list in columns, and its height."""
    unit, size = page.unit, LIST_NAME_SIZE * page.unit
    names, pitch = _names(found, unit), _pitch(found, unit)
    rows = _rows(found, max(1, int((room + (LIST_GUTTER + 1e-6) * unit) / pitch)))
    items: list[Item] = []
    for number, entry in enumerate(found):
        column, row = divmod(number, rows)
        x, y = left + column * pitch, top + row * LIST_STEP * unit
        name = word(entry.name, (x, y + LIST_ROW * unit / 2 + BASE * size), size, TAG_COLOUR)
        # The boxes were laid out from the origin; a page of their own moves them to their place.
        here = page._replace(left=-(x + names), top=y)
        boxes = (item for box in entry.boxes for item in number_items(box, here, looks))
        items.append(Group([name, *boxes], entry.title))
    return items, rows * LIST_STEP * unit
