"""Where the grids of layer sheets go: side by side, row after row, page after page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from nonoforge.clues import Clue
from nonoforge.draw.paper import TALL
from nonoforge.draw.scene.layout import Heading, Layout, heading_of
from nonoforge.draw.scene.parts import Place
from nonoforge.draw.tallies import most_labels
from nonoforge.families.solid import Solid, solid_of
from nonoforge.nonogram import Nonogram

ACROSS = 54  # cells, so that on A4 each has 3.5 mm
LEAST = 24  # cells: what the words above need
HEAD = 7  # cells, about: the height of these words


@dataclass(frozen=True, slots=True)
class Pages:
    """The corner of the cells of each grid; `through` is the grid of the clues along z."""

    solid: Solid
    page: Layout
    height: int
    above: int  # room for clues above the cells
    through: Place
    through_cell: int
    layers: tuple[Place, ...]
    breaks: tuple[int, ...]

    @property
    def width(self) -> int:
        return self.page.width


@dataclass(frozen=True, slots=True)
class _Panel:
    """A grid with its clues: the room it takes, and where its cells begin."""

    width: int
    height: int
    left: int
    top: int


def paged(nonogram: Nonogram, cell: int, clues: bool, head: int) -> Pages:
    """The sheets with cells of this many pixels, below a head of this height."""
    solid = solid_of(nonogram)
    gap, margin = max(1, cell // 4), cell
    slots = _slots(nonogram) if clues else (0, 0, 1)
    beside, above = (count * cell + gap if clues else 0 for count in slots[:2])
    side = cell if slots[2] == 1 else ceil(cell * (0.6 + 0.5 * slots[2] ** 0.5))
    title = cell if clues else 0
    wide, top = beside + solid.width * (side if clues else cell), title + above
    through = _Panel(wide, title + solid.height * side, beside, title)
    panels = [*[through] * clues,
              *[_Panel(wide, top + solid.height * cell, beside, top)] * solid.depth]
    columns = _columns(panels, cell)
    room = max(_width(panels, columns, cell), LEAST * cell if clues else 0)
    page = _page(nonogram, cell, clues, room, margin)
    corners, breaks, bottom = _flow(panels, columns, page, max(head, page.top) + margin // 2)
    height = max(bottom, ceil(page.width * TALL) * (len(breaks) + 1)) if breaks else bottom
    return Pages(solid, page, height, above, corners[0], side, tuple(corners[clues:]), breaks)


def _slots(nonogram: Nonogram) -> tuple[int, int, int]:
    """The most numbers of a rod along x, y and z."""
    clues: list[list[Clue]] = [[], [], []]
    for line in nonogram.puzzle.lines:
        clues[line.group].append(line.clue)
    x, y, z = (most_labels(found, nonogram.puzzle.palette) for found in clues)
    return x, y, z


def _page(nonogram: Nonogram, cell: int, clues: bool, room: int, margin: int) -> Layout:
    heading = heading_of(nonogram, cell, room) if clues else Heading((), 0, 0)
    return Layout(0, 0, cell, clues, margin, margin, margin + heading.height, cell, cell,
                  max(1, cell // 4), round(cell * 0.6), heading,
                  max(room, heading.width) + 2 * margin, 0)


def _width(panels: Sequence[_Panel], columns: int, cell: int) -> int:
    """So many grids side by side, with gutters."""
    return columns * panels[0].width + (columns - 1) * 2 * cell


def _columns(panels: Sequence[_Panel], cell: int) -> int:
    """The fewest grids in a row that let all fit on one page; else as many as fit beside each
    other."""
    most = 1
    for columns in range(1, len(panels) + 1):
        wide = _width(panels, columns, cell)
        if columns > 1 and wide > ACROSS * cell:
            break
        most = columns
        rows = -(-len(panels) // columns)
        tall = HEAD * cell + rows * (max(panel.height for panel in panels) + cell)
        if tall <= TALL * max(wide, LEAST * cell):
            break
    return most


def _flow(
    panels: Sequence[_Panel], columns: int, page: Layout, top: int,
) -> tuple[list[Place], tuple[int, ...], int]:
    """The corner of each grid's cells, where pages break, and the bottom of the last."""
    sheet, gutter = ceil(page.width * TALL), page.cell
    corners: list[Place] = []
    breaks: list[int] = []
    y = top
    for start in range(0, len(panels), columns):
        row = panels[start:start + columns]
        tall = max(panel.height for panel in row)
        end = (len(breaks) + 1) * sheet
        # A row that a whole page could not hold runs on over the break.
        if y + tall + page.margin > end and tall + 2 * page.margin <= sheet:
            breaks.append(end)
            y = end + page.margin
        x = page.margin
        for panel in row:
            corners.append((x + panel.left, y + panel.top))
            x += panel.width + 2 * gutter
        y += tall + gutter
    return corners, tuple(breaks), y + page.margin - gutter
