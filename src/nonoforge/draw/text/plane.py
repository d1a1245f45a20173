"""Text pictures of sloped and curved nonograms: what fits of them on squared paper.

    half     a pixel is half a character (▀ has two colours)
    field    a pixel is a coloured blank, for terminals without Unicode
    dots     a pixel is one of the eight dots of a Braille character, where there are no colours
    letters  a pixel is a letter: in a pipe, or where there are several colours and no way to show
             them

The labels around the frame would have no room; the clues come as a list below.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from math import ceil
from textwrap import wrap
from typing import Literal, NamedTuple, TypeAlias

from nonoforge.clues import Runs
from nonoforge.draw.colours import blend, visible
from nonoforge.draw.picture import BLANK, MARK, OPEN, cell_rgb, shown_cells
from nonoforge.draw.text.ansi import PLAIN, Depth, Look, Piece, seen_columns, write
from nonoforge.draw.text.clues import Clues, number_of
from nonoforge.draw.text.port_numbers import (
    MOST_ROWS,
    Port,
    margin,
    numbered,
    ports_of,
    rows_of_numbers,
)
from nonoforge.draw.text.raster import Raster, raster
from nonoforge.draw.words import ascii_only, columns, heading, symbols
from nonoforge.families.plane import OUTSIDE, Arrangement, Side, arrangement_of, clues_of
from nonoforge.nonogram import Nonogram
from nonoforge.palette import Palette
from nonoforge.puzzle import Colouring
from nonoforge.state import State

Style: TypeAlias = Literal["half", "field", "dots", "letters"]

PIXELS: dict[Style, tuple[int, int]] = {
    "half": (1, 2), "field": (1, 1), "dots": (2, 4), "letters": (1, 1)}
CHARACTER = 2.0  # how much higher than wide a character is
USUAL = 72  # columns of a pipe
WIDEST, TALLEST = 100, 48  # characters: larger pictures do not fit a screen
NUMBERED = 12  # lines: in a lower window the numbers of curves would leave no room for the picture
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


def plane_text(
    nonogram: Nonogram, *, picture: Colouring | State | None, marks: Collection[int],
    clues: bool, title: bool, width: int | None, height: int | None, unicode: bool, depth: Depth,
) -> str:
    """The nonogram as text, without a line break at the end; see `terminal`."""
    palette = nonogram.puzzle.palette
    shown = Shown(shown_cells(nonogram.puzzle, picture, marks), frozenset(marks), palette,
                  isinstance(picture, bytes))
    arrangement = arrangement_of(nonogram)
    style = _style(palette, depth, unicode, live=width is not None)
    named = clues and (height is None or height >= NUMBERED)
    ports = ports_of(arrangement, {side.curve for side, clue in _told(nonogram)}) if named else []
    above = heading(nonogram) if clues and title else []
    below = _below(nonogram, width, depth) if clues else []
    if height is not None and (4 * len(below) > height or not _fit(below, width)):
        below = []
    tall = TALLEST if height is None else min(TALLEST, height - len(above) - len(below))
    across, down = _size(arrangement, ports, min(WIDEST, width or USUAL), tall)
    wide, high = PIXELS[style]
    paper = raster(arrangement, across * wide, down * high)
    drawn = numbered(_DRAW[style](paper, shown, depth), ports, across)
    lines = [*above, *(line.rstrip(_NOTHING) for line in drawn), *below]
    return "\n".join(line if unicode else ascii_only(line) for line in lines)


def _below(nonogram: Nonogram, width: int | None, depth: Depth) -> list[str]:
    """The clues, and the names of the colours."""
    said = _START.format("line" if nonogram.family.name == "sloped" else "curve")
    return ["", *(wrap(said, max(1, width)) if width else [said]),
            *_listed(nonogram, width, depth),
            *Clues([], [], nonogram.puzzle.palette, depth).legend(width)]


def _fit(lines: list[str], width: int | None) -> bool:
    return width is None or all(seen_columns(line) <= width for line in lines)


def _style(palette: Palette, depth: Depth, unicode: bool, *, live: bool) -> Style:
    if depth:
        return "half" if unicode else "field"
    return "dots" if unicode and live and palette.plain else "letters"


def _size(
    arrangement: Arrangement, ports: Sequence[Port], width: int, height: int,
) -> tuple[int, int]:
    """The columns and rows of a picture in true proportions, as large as there is room for it and
    the numbers around it."""
    box = arrangement.box
    tall = (box.height or 1.0) / (box.width or 1.0) / CHARACTER  # rows to a column
    across = most = max(1, width - 2 * margin(ports))
    for _ in range(2 * MOST_ROWS):  # the smaller the picture, the more rows its numbers may need
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
    """The colour of each pixel of a row; None beyond the frame."""
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
    """Filled faces have all dots, open ones every other, marked ones stripes."""
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
    return {OPEN: "?", BLANK: " "}.get(value) or symbols(shown.palette)[value]


_DRAW = {"half": _half, "field": _fields, "dots": _dots, "letters": _letters}


def _told(nonogram: Nonogram) -> list[tuple[Side, Runs]]:
    """The sides that have a clue."""
    arrangement = arrangement_of(nonogram)
    return [(side, clue) for side, clue in zip(
        arrangement.sides, clues_of(nonogram, arrangement), strict=True) if clue is not None]


def _listed(nonogram: Nonogram, width: int | None, depth: Depth) -> Iterator[str]:
    """All clues, in columns as far as the terminal is wide."""
    arrangement, palette = arrangement_of(nonogram), nonogram.puzzle.palette
    entries: list[list[Piece]] = []
    for side, clue in _told(nonogram):
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
