"""Text pictures of arrangements: as much of them as fits on squared paper.

    half     a pixel is half a character (▀ has two colours)
    field    a pixel is a coloured blank, for terminals without Unicode
    dots     a pixel is one of the eight dots of a Braille character, where there are no colours
    letters  a pixel is a letter: in a pipe, or where there are several colours and no way to show
             them

The labels around the frame would have no room; the clues come as a list below.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import atan2, ceil, hypot, pi
from textwrap import wrap
from typing import Literal, NamedTuple, TypeAlias

from nonoforge.clues import Runs
from nonoforge.drawing import (
    BLANK,
    MARK,
    OPEN,
    PLAIN,
    Depth,
    Look,
    Piece,
    TextOptions,
    blend,
    cell_rgb,
    legend,
    number_of,
    visible,
    visible_columns,
    write,
)
from nonoforge.families.plane.arrangement import OUTSIDE, Arrangement, Side, arrangement_of
from nonoforge.families.plane.build import clues_of
from nonoforge.nonogram import Nonogram
from nonoforge.palette import Palette
from nonoforge.path import Point, flat
from nonoforge.text import columns

Style: TypeAlias = Literal["half", "field", "dots", "letters"]

PIXELS: dict[Style, tuple[int, int]] = {
    "half": (1, 2), "field": (1, 1), "dots": (2, 4), "letters": (1, 1)}
CHARACTER_ASPECT = 2.0  # height of a character by its width
PIPE_WIDTH = 72  # columns
MAX_WIDTH, MAX_HEIGHT = 100, 48  # characters: larger pictures do not fit a screen
MIN_NUMBERED_HEIGHT = 12  # lines: in a lower window numbers leave no room for the picture
MAX_NUMBER_ROWS = 3  # above a picture, or below it
LINES = ("#9aa5b1", "#5a5a5a", "#d0d0d0")
BRAILLE = 0x2800
DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
GAP = 3

_NOTHING = " " + chr(BRAILLE)
_START = "Clues, in the order in which runs are met from a {}'s number on:"


class Shown(NamedTuple):
    """What the faces show. Of a `finished` picture no lines are drawn."""

    cells: bytes
    marks: frozenset[int]
    palette: Palette
    finished: bool


def text_picture(nonogram: Nonogram, options: TextOptions) -> list[str]:
    """Return the lines of the picture; see `draw.terminal`."""
    palette, depth = nonogram.puzzle.palette, options.depth
    width, height = options.width, options.height
    shown = Shown(options.cells(nonogram), frozenset(options.marks), palette,
                  isinstance(options.picture, bytes))
    arrangement = arrangement_of(nonogram)
    style = _style(palette, depth, options.unicode, live=width is not None)
    named = options.clues and (height is None or height >= MIN_NUMBERED_HEIGHT)
    ports = ports_of(arrangement, {side.curve for side, _ in _clues(nonogram)}) if named else []
    above = options.heading(nonogram)
    below = _below(nonogram, width, depth) if options.clues else []
    if height is not None and (4 * len(below) > height or not _fit(below, width)):
        below = []
    tall = MAX_HEIGHT if height is None else min(MAX_HEIGHT, height - len(above) - len(below))
    across, down = _size(arrangement, ports, min(MAX_WIDTH, width or PIPE_WIDTH), tall)
    wide, high = PIXELS[style]
    paper = raster(arrangement, across * wide, down * high)
    drawn = numbered(_DRAW[style](paper, shown, depth), ports, across)
    return [*above, *(line.rstrip(_NOTHING) for line in drawn), *below]


def _below(nonogram: Nonogram, width: int | None, depth: Depth) -> list[str]:
    """Return the list of clues and the names of the colours."""
    said = _START.format(nonogram.family.line.one)
    return ["", *(wrap(said, max(1, width)) if width else [said]),
            *_listed(nonogram, width, depth), *legend(nonogram.puzzle.palette, depth, width)]


def _fit(lines: list[str], width: int | None) -> bool:
    return width is None or all(visible_columns(line) <= width for line in lines)


def _style(palette: Palette, depth: Depth, unicode: bool, *, live: bool) -> Style:
    if depth:
        return "half" if unicode else "field"
    return "dots" if unicode and live and palette.plain else "letters"


def _size(
    arrangement: Arrangement, ports: Sequence[Port], width: int, height: int,
) -> tuple[int, int]:
    """Return the columns and rows of the largest picture in true proportions that leaves room for
    the numbers around it."""
    box = arrangement.box
    tall = (box.height or 1.0) / (box.width or 1.0) / CHARACTER_ASPECT  # rows to a column
    across = most = max(1, width - 2 * margin(ports))
    for _ in range(2 * MAX_NUMBER_ROWS):  # a smaller picture may need more rows of numbers
        room = max(1, height - rows_of_numbers(ports, across))
        across = max(1, min(most, int(room / tall)))
    return across, max(1, min(room, round(across * tall)))


def _half(paper: Raster, shown: Shown, depth: Depth) -> list[str]:
    rows = [_colours(paper, y, shown) for y in range(paper.height)]
    return [write([("▀" if up or low else " ", Look(up, low)) if up else ("▄", Look(low))
                   if low else (" ", PLAIN) for up, low in zip(upper, lower, strict=True)], depth)
            for upper, lower in zip(rows[::2], rows[1::2], strict=True)]


def _fields(paper: Raster, shown: Shown, depth: Depth) -> list[str]:
    return [write([(" ", Look(None, rgb)) for rgb in _colours(paper, y, shown)], depth)
            for y in range(paper.height)]


def _colours(paper: Raster, y: int, shown: Shown) -> list[str | None]:
    """Return the colour of each pixel of a row; None beyond the frame."""
    return [None if face == OUTSIDE else _colour(
        shown.cells[face], face in shown.marks, not shown.finished and (x, y) in paper.lines,
        shown.palette) for x, face in enumerate(paper.faces[y])]


@lru_cache(maxsize=1024)
def _colour(value: int, marked: bool, line: bool, palette: Palette) -> str:
    rgb = cell_rgb(value, palette)
    if marked:
        return blend(rgb, MARK, 0.6)
    return visible(LINES, [rgb], 1.5) if line else rgb


def _dots(paper: Raster, shown: Shown, _depth: Depth) -> list[str]:
    lines = []
    for top in range(0, paper.height, 4):
        row = ""
        for left in range(0, paper.width, 2):
            dots = sum(DOTS[y][x] for y in range(4) for x in range(2)
                       if _dot(paper, shown, left + x, top + y))
            row += chr(BRAILLE + dots)
        lines.append(row)
    return lines


def _dot(paper: Raster, shown: Shown, x: int, y: int) -> bool:
    """Return whether a dot is set: all in filled faces, every other in open ones, stripes in marked
    ones."""
    face = paper.faces[y][x]
    if face == OUTSIDE:
        return (x, y) in paper.lines
    value = shown.cells[face]
    filled = value not in (0, BLANK, OPEN)
    rim = x in (0, paper.width - 1) or y in (0, paper.height - 1)
    if (x, y) in paper.lines and (rim or not shown.finished):
        return rim or not filled
    if face in shown.marks:
        return filled != ((x + y) % 4 == 0)
    return filled or (value == OPEN and (x + y) % 2 == 0)


def _letters(paper: Raster, shown: Shown, _depth: Depth) -> list[str]:
    return ["".join(_letter(paper, shown, x, y) for x in range(paper.width))
            for y in range(paper.height)]


def _letter(paper: Raster, shown: Shown, x: int, y: int) -> str:
    face = paper.faces[y][x]
    if not shown.finished and (x, y) in paper.lines:
        return paper.lines[x, y]
    if face == OUTSIDE:
        return " "
    if face in shown.marks and (x + y) % 2 == 0:
        return "*"
    value = shown.cells[face]
    return {OPEN: "?", BLANK: " "}.get(value) or shown.palette.letters[value]


_DRAW = {"half": _half, "field": _fields, "dots": _dots, "letters": _letters}


def _clues(nonogram: Nonogram) -> list[tuple[Side, Runs]]:
    """Return the sides that have a clue, with it."""
    arrangement = arrangement_of(nonogram)
    return [(side, clue) for side, clue in zip(
        arrangement.sides, clues_of(nonogram, arrangement), strict=True) if clue is not None]


def _listed(nonogram: Nonogram, width: int | None, depth: Depth) -> Iterator[str]:
    """Yield all clues, in columns as far as the terminal is wide."""
    arrangement, palette = arrangement_of(nonogram), nonogram.puzzle.palette
    entries: list[list[Piece]] = []
    for side, clue in _clues(nonogram):
        runs = clue.runs[::-1] if side.back else clue.runs
        numbers = [number_of(run, palette, depth) for run in runs] or [("0", PLAIN)]
        spaced = [piece for number in numbers for piece in ((" ", PLAIN), number)]
        entries.append([(f"{arrangement.side_name(side)}:", PLAIN), *spaced])
    pitch = GAP + max((_columns(entry) for entry in entries), default=0)
    across = max(1, (width + GAP) // pitch) if width else 1
    down = ceil(len(entries) / across)
    for row in range(down):
        line: list[Piece] = []
        for number, entry in enumerate(entries[row::down]):
            line.append((" " * (number * pitch - _columns(line)), PLAIN))
            line += entry
        yield write(line, depth)


def _columns(entry: list[Piece]) -> int:
    return sum(columns(text) for text, _ in entry)


# --- numbers of curves around the picture, each where its curve starts --------------------------


class Port(NamedTuple):
    """A number, the edge of the picture it stands at, and how far along that edge, from 0 to 1."""

    text: str
    edge: str  # left, right, top or bottom
    at: float


def ports_of(arrangement: Arrangement, wanted: Iterable[int]) -> list[Port]:
    """Return the starts of these curves."""
    curves, ports = set(wanted), []
    for side in arrangement.sides:
        if side.curve in curves and not side.back:
            place, out = arrangement.outward(side, 0)
            ports.append(_port(arrangement, str(side.curve + 1), place, out))
    return ports


def _port(arrangement: Arrangement, text: str, place: Point, out: Point) -> Port:
    """Return a port at the nearest edge; in a corner, at the one towards which the curve goes."""
    box = arrangement.box
    (x, y), (u, v) = place, out
    hair = 1e-3 * max(box.width, box.height)
    edges = {"left": x - box.left - hair * -u, "right": box.right - x - hair * u,
             "top": box.top - y - hair * v, "bottom": y - box.bottom - hair * -v}
    edge = min(edges, key=edges.__getitem__)
    along = (x - box.left) / (box.width or 1.0) if edge in ("top", "bottom") else \
        (box.top - y) / (box.height or 1.0)
    return Port(text, edge, along)


def margin(ports: Sequence[Port]) -> int:
    """Return the columns that the numbers take on either side."""
    return 1 + max((len(port.text) for port in ports), default=-1)


def rows_of_numbers(ports: Sequence[Port], across: int) -> int:
    """Return the lines that the numbers take above and below a picture `across` columns wide."""
    return sum(len(_rows(ports, edge, across)) for edge in ("top", "bottom"))


def numbered(lines: Sequence[str], ports: Sequence[Port], across: int) -> list[str]:
    """Return the lines of a picture `across` columns wide with the numbers around it."""
    if not ports:
        return list(lines)
    room, down = margin(ports), len(lines)
    left, right = (_beside([p for p in ports if p.edge == edge], down)
                   for edge in ("left", "right"))
    body = [f"{left.get(y, ''):>{room - 1}} {line} {right.get(y, '')}"
            for y, line in enumerate(lines)]
    return [*reversed(_rows(ports, "top", across)), *body, *_rows(ports, "bottom", across)]


def _beside(ports: Sequence[Port], down: int) -> dict[int, str]:
    """Return for each line the number beside it, on the nearest free line."""
    found: dict[int, str] = {}
    for port in sorted(ports, key=lambda port: port.at):
        want = min(down - 1, int(port.at * down))
        free = [y for y in range(down) if y not in found]
        y = min(free, key=lambda y: abs(y - want)) if free else want
        found[y] = f"{found[y]},{port.text}" if y in found else port.text
    return found


def _rows(ports: Sequence[Port], edge: str, across: int) -> list[str]:
    """Return the numbers at the upper or lower edge, nearest row first, each where its curve
    starts; where MAX_NUMBER_ROWS rows are not enough, as near as the numbers before it allow."""
    room = margin(ports)
    rows: list[str] = []
    for port in sorted((p for p in ports if p.edge == edge), key=lambda port: port.at):
        want = room + min(across - 1, int(port.at * across)) - (len(port.text) - 1) // 2
        free = [row for row, text in enumerate(rows) if len(text) < want]
        if not free and len(rows) < MAX_NUMBER_ROWS:
            free = [len(rows)]
            rows.append("")
        row = free[0] if free else min(range(len(rows)), key=lambda row: len(rows[row]))
        rows[row] = rows[row].ljust(want if free else len(rows[row]) + 1) + port.text
    return rows


# --- the arrangement in pixels ------------------------------------------------------------------

DIRECTIONS = "-/|\\"


class Raster(NamedTuple):
    """Rows of pixels from the top: the face in the middle of each, or OUTSIDE; and for pixels on a
    line, how it runs there: one of `-/|\\`."""

    faces: list[list[int]]
    lines: dict[tuple[int, int], str]

    @property
    def width(self) -> int:
        return len(self.faces[0])

    @property
    def height(self) -> int:
        return len(self.faces)


@lru_cache(maxsize=4)  # an animation shows the same one again and again
def raster(arrangement: Arrangement, columns: int, rows: int) -> Raster:
    """Return the arrangement with this many pixels across and down, filling the frame's box."""
    box = arrangement.box
    wide, high = (box.width or 1.0) / columns, (box.height or 1.0) / rows

    def at(point: Point) -> Point:
        """Return a point in pixels from the top left."""
        return (point[0] - box.left) / wide, (box.top - point[1]) / high

    fine = 0.2 * min(wide, high)
    crossings: list[dict[int, list[float]]] = [defaultdict(list) for _ in range(rows)]
    for face, loops in enumerate(arrangement.faces):
        for loop in loops:
            points = [at(point) for point in arrangement.polygon(loop, fine)]
            for a, b in pairwise((*points, points[0])):
                _cross(a, b, face, crossings)
    faces = [_row(found, columns) for found in crossings]
    lines: dict[tuple[int, int], str] = {}
    for path in arrangement.edges:
        for a, b in pairwise([at(point) for point in flat(path, fine)]):
            _line(a, b, lines, columns, rows)
    return Raster(faces, lines)


def _cross(a: Point, b: Point, face: int, crossings: list[dict[int, list[float]]]) -> None:
    """Add where the side of a face meets the middles of rows."""
    (x0, y0), (x1, y1) = (a, b) if a[1] < b[1] else (b, a)
    for row in range(max(0, ceil(y0 - 0.5)), min(len(crossings), ceil(y1 - 0.5))):
        crossings[row][face].append(x0 + (row + 0.5 - y0) / (y1 - y0) * (x1 - x0))


def _row(found: dict[int, list[float]], columns: int) -> list[int]:
    row = [OUTSIDE] * columns
    for face, places in found.items():
        places.sort()
        for left, right in zip(places[::2], places[1::2], strict=False):
            for x in range(max(0, ceil(left - 0.5)), min(columns, ceil(right - 0.5))):
                row[x] = face
    return row


def _line(
    a: Point, b: Point, lines: dict[tuple[int, int], str], columns: int, rows: int,
) -> None:
    """Add the pixels along a straight piece, with its direction on the page."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    sign = DIRECTIONS[round(atan2(-dy, dx) / (pi / 4)) % 4]
    steps = max(1, ceil(2 * hypot(dx, dy)))
    for step in range(steps + 1):
        x, y = a[0] + dx * step / steps, a[1] + dy * step / steps
        lines[min(columns - 1, max(0, int(x))), min(rows - 1, max(0, int(y)))] = sign
