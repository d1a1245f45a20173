"""Headings and legends: what all drawings have around their cells.

Sizes that are whole numbers give places that are whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from nonoforge.drawing.colours import INK
from nonoforge.drawing.display import Texts, word
from nonoforge.drawing.text_metrics import BOLD, shorten, text_width, wrap
from nonoforge.nonogram import Nonogram
from nonoforge.palette import Colour, Palette
from nonoforge.text import printable

LEADING = 1.3  # from one base line to the next, in sizes of letters
MAX_TITLE_LINES, MAX_AUTHOR_LINES = 3, 2


class HeadingLine(NamedTuple):
    """A line above a drawing; `base` is its base line, from the top of the heading."""

    text: str
    size: float
    bold: bool
    base: float


class Heading(NamedTuple):
    """Title and author; `height` reaches to below the last line."""

    lines: tuple[HeadingLine, ...] = ()
    width: float = 0
    height: float = 0

    def texts(self, left: float, top: float) -> Iterator[Texts]:
        """Yield the lines, for a heading in this place."""
        for text, size, bold, base in self.lines:
            yield word(text, (left, top + base), size, INK, bold=bold)


def heading_of(
    nonogram: Nonogram, title_size: float, author_size: float, room: float, max_room: float = 0,
) -> Heading:
    """Return title and author, wrapped to a width of `room`, or of up to `max_room` where they are
    longer: a narrow drawing gets a wider page rather than a column of words."""
    title, author = printable(nonogram.info.title), printable(nonogram.info.author)
    parts = [(title, title_size, True, MAX_TITLE_LINES),
             (f"by {author}" if author else "", author_size, False, MAX_AUTHOR_LINES)]
    longest = max(text_width(text, size) * (BOLD if bold else 1) for text, size, bold, _ in parts)
    room = max(room, min(round(longest) + 1, max_room))
    lines: list[HeadingLine] = []
    y: float = 0
    for text, size, bold, count in parts:
        for part in wrap(text, size * (BOLD if bold else 1), room, lines=count):
            lines.append(HeadingLine(part, size, bold, y + size))
            y += _like(size, size * LEADING)
    return Heading(tuple(lines), room, y) if lines else Heading()


class LegendEntry(NamedTuple):
    """A colour's chip, by its top left corner, and the name beside it."""

    colour: Colour
    x: float
    y: float
    name: str


def legend_names(palette: Palette, ground: bool) -> list[tuple[Colour, str]]:
    """Return the colours of a legend with what is written beside them."""
    found = [(colour, colour.name) for colour in palette.colours[1:]]
    if ground:
        found.append((palette.colours[0], f"{palette.colours[0].name}: left empty"))
    return found


def legend_of(
    palette: Palette, left: float, top: float, right: float, *, size: float, chip: float,
    gap: float, between: float, row: float, ground: bool = False,
) -> list[LegendEntry]:
    """Return where the names of the colours go, for people who cannot tell the colours apart.

    Each is a chip of this width, a gap and a name with letters of this size; the next begins
    `between` further right, or in the next row. `ground`: the background is named, too, as what is
    left empty.
    """
    entries: list[LegendEntry] = []
    x, y = left, top
    for colour, words in legend_names(palette, ground):
        name = shorten(printable(words), size, right - left - chip - gap)
        width = chip + gap + _like(size, text_width(name, size))
        if x > left and x + width > right:
            x, y = left, y + row
        entries.append(LegendEntry(colour, x, y, name))
        x += width + between
    return entries


def _like(size: float, value: float) -> float:
    """Round a value where a size is a whole number."""
    return round(value) if isinstance(size, int) else value
