"""A sloped or curved nonogram as a plan, true to its millimetres.

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

from collections.abc import Collection, Sequence
from typing import NamedTuple

from nonoforge.draw.colours import INK, PAPER, contrast
from nonoforge.draw.paths import box_path
from nonoforge.draw.picture import OPEN, shown_cells
from nonoforge.draw.plan.faces import (
    HAIR,
    LINE,
    RING,
    THICK,
    OnPage,
    coloured,
    curves,
    face_numbers,
    frame,
    ground,
    marked,
    signs,
)
from nonoforge.draw.plan.labels import (
    Clues,
    Entry,
    clues_around,
    entries,
    label_parts,
    list_parts,
    list_room,
)
from nonoforge.draw.plan.parts import Figure, Layer, Part, Plan, Word
from nonoforge.draw.words import BASE, BOLD, shorten, text_width, wrap
from nonoforge.families.plane import Arrangement, arrangement_of
from nonoforge.nonogram import Nonogram
from nonoforge.palette import Palette
from nonoforge.path import Box, Point, bounds
from nonoforge.puzzle import Colouring
from nonoforge.state import State
from nonoforge.text import printable

SHEET = 150.0  # millimetres; a larger drawing is shrunk to fit its sheet
MARGIN = 5.0
BARE = 1.0  # the margin of a picture without clues
COLUMN = 90.0  # the least room for words
TITLE, NAME, SAID = 5.0, 3.4, 2.9  # sizes of letters
GREY = "#505050"


def plane_plan(
    nonogram: Nonogram, *, picture: Colouring | State | None = None,
    marks: Collection[int] = (), rings: Collection[Point] = (), clues: bool = True,
    numbers: bool = False, told: bool = True,
) -> Plan:
    """The plan of a nonogram whose cells are the faces of an arrangement. `numbers` shows those of
    curves and faces; `told` says how to read the clues."""
    arrangement, palette = arrangement_of(nonogram), nonogram.puzzle.palette
    cells = shown_cells(nonogram.puzzle, picture, marks)
    unit = max(1.0, max(arrangement.box.width, arrangement.box.height) / SHEET)
    around = clues_around(nonogram, unit, clues=clues, numbers=numbers)
    listed = entries(nonogram, around, unit)
    edge = (RING + THICK if rings else THICK / 2) * unit
    sheet = _sheet(nonogram, around, listed, unit, clues, edge)
    page = sheet.page
    finished = isinstance(picture, bytes)
    layers = [ground(page, palette), curves(page, finished=finished),
              *_shown(nonogram, page, cells, picture), frame(page)]
    if not finished:
        layers.append(signs(page, cells, palette, crosses=not numbers))
    layers.append(marked(page, marks, rings))
    if numbers:
        layers.append(face_numbers(page, cells, palette, finished=finished))
    layers.append(Layer("labels", list(label_parts(around, page, palette))))
    bottom = sheet.foot
    if clues:
        words, bottom = _words(nonogram, around, listed, sheet, numbers, told)
        layers.append(Layer("words", words))
    height = bottom + (MARGIN if clues else BARE) * unit
    paper = Layer("paper", [Figure([box_path(0, 0, sheet.width, height)], PAPER, closed=True)])
    return Plan(sheet.width, height, [paper, *(layer for layer in layers if layer.parts)],
                printable(nonogram.info.title), _summary(arrangement, cells, picture, palette))


def _shown(
    nonogram: Nonogram, page: OnPage, cells: bytes, picture: Colouring | State | None,
) -> list[Layer]:
    """What is known of the faces; below a puzzle its solution, hidden."""
    palette = nonogram.puzzle.palette
    if isinstance(picture, bytes):
        return [coloured(page, cells, palette, "solution", finished=True)]
    layers = [coloured(page, cells, palette, "known", finished=False)]
    if picture is None and nonogram.solution is not None:
        layers.append(coloured(page, nonogram.solution, palette, "solution", finished=True,
                               hidden=True))
    return layers


class _Sheet(NamedTuple):
    """The page, and where the frame with its labels lies on it."""

    page: OnPage
    width: float
    margin: float
    heading: tuple[Word, ...]
    foot: float


def _sheet(
    nonogram: Nonogram, around: Clues, listed: Sequence[Entry], unit: float, clues: bool,
    edge: float,
) -> _Sheet:
    """`edge` is how far lines and rings reach beyond where they are."""
    arrangement = arrangement_of(nonogram)
    extent = _grown(bounds([*arrangement.frame_polygon, *around.extent()]), edge)
    margin = (MARGIN if clues else BARE) * unit
    room = max(extent.width, COLUMN * unit) if clues else extent.width
    room = max(room, list_room(listed, unit, room, extent.height))
    heading = _heading(nonogram, unit, room, margin) if clues else []
    width = room + 2 * margin
    top = heading[-1].at[1] + 4 * unit if heading else margin
    left = (width - extent.width) / 2
    page = OnPage(arrangement, extent.left - left, extent.top + top, unit)
    return _Sheet(page, width, margin, tuple(heading), top + extent.height)


def _grown(box: Box, by: float) -> Box:
    return Box(box.left - by, box.bottom - by, box.right + by, box.top + by)


def _heading(nonogram: Nonogram, unit: float, room: float, margin: float) -> list[Word]:
    """Title and author."""
    title, author = printable(nonogram.info.title), printable(nonogram.info.author)
    words: list[Word] = []
    y = margin
    for text, size, bold, lines in ((title, TITLE * unit, True, 3),
                                    (f"by {author}" if author else "", NAME * unit, False, 2)):
        for part in wrap(text, size * (BOLD if bold else 1), room, lines):
            y += size * (1.0 if not words else 1.3)
            words.append(Word(part, (margin, y), size, INK, bold=bold))
    return words


def _words(
    nonogram: Nonogram, around: Clues, listed: Sequence[Entry], sheet: _Sheet, numbers: bool,
    told: bool,
) -> tuple[list[Part], float]:
    """Heading, list, how to read, legend; and where they end."""
    parts: list[Part] = [*sheet.heading]
    unit, y = sheet.page.unit, sheet.foot
    room, palette = sheet.width - 2 * sheet.margin, nonogram.puzzle.palette
    if listed:
        y += 4 * unit
        found, height = list_parts(listed, sheet.page, palette, sheet.margin, y, room)
        parts += found
        y += height
    y += 2 * unit
    size = SAID * unit
    said = _how_to_read(nonogram, around, numbers) if told else ""
    for line in wrap(said, size, room, lines=12):
        y += 1.35 * size
        parts.append(Word(line, (sheet.margin, y), size, GREY))
    if not palette.plain:
        legend, y = _legend(palette, sheet, y + 3.5 * unit)
        parts += legend
    return parts, y


def _how_to_read(nonogram: Nonogram, around: Clues, numbers: bool) -> str:
    arrangement = arrangement_of(nonogram)
    noun = "line" if arrangement.kind == "sloped" else "curve"
    told: list[str] = []
    if around.labels:
        told.append(f"The boxes beside the end of a {noun} are about the faces along that side of "
                    f"the {noun}. Read them from the outside in: each number is a run of filled "
                    "faces, in the order in which you meet them on your way in.")
    if around.listed:
        told.append(f"The list names a {noun} and one of its sides, and has the runs of filled "
                    f"faces there in the order in which you meet them from the {noun}'s number on.")
    if arrangement.kind == "curved" and (around.listed or numbers):
        told.append("Left and right of a curve are as you see them on the way from its number on.")
    alike = "two runs" if nonogram.puzzle.palette.plain else "two runs of the same colour"
    told.append(f"Between {alike} there is at least one white face.")
    if any(len(set(side.cells)) < len(side.cells) for side in arrangement.sides):
        told.append(f"A face that the {noun} comes back to counts each time.")
    if numbers:
        told.append(f"The number of a {noun} stands in a circle where it starts; the others are "
                    "those of the faces.")
    return " ".join(told)


def _legend(palette: Palette, sheet: _Sheet, y: float) -> tuple[list[Part], float]:
    """The names of the colours, for those who do not see them."""
    unit, chip = sheet.page.unit, 3.5 * sheet.page.unit
    size, right = NAME * unit, sheet.width - sheet.margin
    parts: list[Part] = []
    x = sheet.margin
    for colour in palette.colours[1:]:
        name = shorten(printable(colour.name), size, right - sheet.margin - chip - unit)
        wide = chip + unit + text_width(name, size)
        if x > sheet.margin and x + wide > right:
            x, y = sheet.margin, y + 1.4 * chip
        pale = contrast(colour.rgb, PAPER) < 1.5
        parts.append(Figure([box_path(x, y, chip, chip)], colour.rgb, LINE if pale else None,
                            HAIR * unit if pale else 0.0, closed=True))
        parts.append(Word(name, (x + chip + unit, y + chip / 2 + BASE * size), size, INK))
        x += wide + 4 * unit
    return parts, y + chip


def _summary(
    arrangement: Arrangement, cells: bytes, picture: Colouring | State | None, palette: Palette,
) -> str:
    kind = "" if palette.plain else f", {len(palette) - 1} colours"
    known = ", solved" if isinstance(picture, bytes) else \
        f", {cells.count(OPEN)} faces open" if OPEN in cells else ""
    return f"{arrangement.kind.capitalize()} nonogram, {arrangement}{kind}{known}"
