"""Where the parts of a drawn grid go: heading, clues, cells, legend. Whole pixels throughout.

    heading
             column clues
    row      +-----------+
    clues    |   cells   |
             +-----------+
    legend of the colours

Everything follows from the size of a cell, so a small picture is a true copy of a large one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nonoforge.clues import Runs
from nonoforge.draw.words import BOLD, DIGIT, text_width, wrap
from nonoforge.families.grid import grid_of
from nonoforge.nonogram import Nonogram
from nonoforge.palette import Palette
from nonoforge.text import printable


@dataclass(frozen=True, slots=True)
class Heading:
    """The lines above the grid: text, size, bold, base line."""

    lines: tuple[tuple[str, int, bool, int], ...]
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Layout:
    """Sizes and places. `left` and `top` are the corner of the cells."""

    columns: int
    rows: int
    cell: int
    clues: bool
    margin: int
    left: int
    top: int
    slot_width: int  # room for a number of a row clue
    slot_height: int  # room for a number of a column clue
    gap: int  # between clues and cells
    number: int  # text size of clues
    heading: Heading
    width: int
    bottom: int  # below the cells, with margin; a legend starts here

    @property
    def thin(self) -> int:
        """Width of the lines between cells; none where they would cover the cells."""
        return max(1, round(self.cell / 20)) if self.cell >= 4 else 0

    @property
    def thick(self) -> int:
        return max(2, round(self.cell / 10)) if self.cell >= 4 else self.cell // 3

    @property
    def right(self) -> int:
        """The right edge of the cells."""
        return self.left + self.columns * self.cell

    @property
    def foot(self) -> int:
        """The lower edge of the cells."""
        return self.top + self.rows * self.cell


def layout_of(nonogram: Nonogram, cell: int, *, clues: bool) -> Layout:
    """The layout for cells of this many pixels."""
    grid, row_clues, column_clues = grid_of(nonogram)
    number = round(cell * 0.6)
    gap = max(1, cell // 4)
    slot_width = max(round(cell * 0.8), round(_digits(row_clues) * number * DIGIT) + gap)
    slot_height = round(cell * 0.8)
    margin = cell // 2 if clues else max(1, cell // 10)
    wide = _most(row_clues) * slot_width + gap if clues else 0
    high = _most(column_clues) * slot_height + gap if clues else 0
    width = wide + grid.width * cell
    heading = heading_of(nonogram, cell, width) if clues else Heading((), 0, 0)
    legend = _legend_width(nonogram.puzzle.palette, cell) if clues else 0
    left, top = margin + wide, margin + heading.height + high
    return Layout(
        grid.width, grid.height, cell, clues, margin, left, top, slot_width, slot_height, gap,
        number, heading, width=max(width, heading.width, legend) + 2 * margin,
        bottom=top + grid.height * cell + margin,
    )


def _legend_width(palette: Palette, cell: int) -> int:
    """Room for the longest name of a colour with its chip, within reason."""
    if palette.plain:
        return 0
    size = round(cell * 0.6)
    longest = max(text_width(printable(colour.name), size) for colour in palette.colours[1:])
    return min(round(cell * 1.2 + longest) + 1, 10 * cell)


def _most(clues: Sequence[Runs]) -> int:
    """The most numbers a clue shows; an empty clue shows a 0."""
    return max(1, *(len(clue.runs) for clue in clues))


def _digits(clues: Sequence[Runs]) -> int:
    longest = max((run.length or 0 for clue in clues for run in clue.runs), default=0)
    return len(str(longest))


def heading_of(nonogram: Nonogram, cell: int, width: int) -> Heading:
    """Title and author, wrapped; a narrow grid gets a wider page rather than a column of words."""
    title, author = printable(nonogram.info.title), printable(nonogram.info.author)
    large, small = round(cell * 0.8), round(cell * 0.6)
    parts = [(title, large, True), (f"by {author}" if author else "", small, False)]
    longest = max(text_width(text, size) * (BOLD if bold else 1) for text, size, bold in parts)
    room = max(width, min(round(longest) + 1, 18 * cell))
    lines, y = [], 0
    for text, size, bold in parts:
        for part in wrap(text, size * (BOLD if bold else 1), room, lines=3 if bold else 2):
            lines.append((part, size, bold, y + size))
            y += round(size * 1.3)
    return Heading(tuple(lines), room if lines else 0, y + cell // 4 if lines else 0)
