"""Layer sheets: a solid cut into grids to solve on paper, one for each z, on pages of A4.

    heading, and how to read the clues
    through all layers    z 1 (back)                z 2
    +-----------+              clues along y             clues along y
    | clues     |        c.    +-----------+       c.    +-----------+
    | along z   |        al. x |   cells   |       al. x |   cells   |
    +-----------+              +-----------+             +-----------+

In each grid x goes to the right and y upwards. Pages lie one below the other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from nonoforge.draw.colours import INK, PAPER
from nonoforge.draw.picture import BLANK, Picture, layer_of, shown_cells
from nonoforge.draw.scene.grid import board, heading_texts, legend_of
from nonoforge.draw.scene.isometric import COLOURED
from nonoforge.draw.scene.layout import Layout
from nonoforge.draw.scene.paging import Pages, paged
from nonoforge.draw.scene.parts import Box, Fill, Item, Place, Scene, Texts
from nonoforge.draw.scene.printer import Printer, parts
from nonoforge.draw.tallies import Label, labels_of
from nonoforge.draw.words import BASE, text_width, wrap
from nonoforge.nonogram import Nonogram
from nonoforge.palette import Palette
from nonoforge.puzzle import Colouring
from nonoforge.state import State
from nonoforge.text import printable

HOW = ("Each number counts the filled cells of its row or column, or, in the first grid, those of "
       "the same place in all layers.")
KEY = ((Label("3"), "in one group"), (Label("3", "circle"), "in two groups"),
       (Label("3", "square"), "in three or more groups"), (None, "no number: nothing is told"))


def sheets(
    nonogram: Nonogram, *, picture: Colouring | State | None, marks: Collection[int],
    cell: int, clues: bool, told: bool = True,
) -> Scene:
    """The scene of a solid's layers, with cells of this many pixels; `told` says how to read the
    clues."""
    palette = nonogram.puzzle.palette
    cells = shown_cells(nonogram.puzzle, picture, marks)
    top, head = _head(nonogram, paged(nonogram, cell, clues, 0), told)
    pages = paged(nonogram, cell, clues, top)
    items: list[Item] = [Fill(PAPER, [(0, 0, pages.width, pages.height)]), *head]
    finished = isinstance(picture, bytes)
    for z, corner in enumerate(pages.layers):
        shown = layer_of(pages.solid, z, cells, frozenset(marks), finished)
        items += board(_at(pages, corner), shown, palette)
    if clues:
        items += [*_titles(pages), *_lattice(pages, palette), *_clues(nonogram, pages)]
    return Scene(pages.width, pages.height, items, printable(nonogram.info.title),
                 f"Solid nonogram in layers, {pages.solid} cells"
                 f"{', solved' if finished else ''}", pages.breaks)


def pixels(nonogram: Nonogram, cell: int, *, clues: bool) -> int:
    """How large the sheets become."""
    top, _ = _head(nonogram, paged(nonogram, cell, clues, 0))
    pages = paged(nonogram, cell, clues, top)
    return pages.width * pages.height


def _at(pages: Pages, corner: Place) -> Layout:
    """The layout of a grid whose cells begin at this corner."""
    return replace(pages.page, columns=pages.solid.width, rows=pages.solid.height,
                   left=corner[0], top=corner[1])


def _head(nonogram: Nonogram, pages: Pages, told: bool = True) -> tuple[int, list[Item]]:
    """Title, how to read the clues and the names of the colours; and where they end."""
    page = pages.page
    y = page.margin + page.heading.height
    if not page.clues:
        return y, []
    size, right = page.number, page.width - page.margin
    said = HOW if nonogram.puzzle.palette.plain else HOW + COLOURED
    lines = []
    for text in wrap(said if told else "", size, right - page.margin, lines=8):
        y += round(size * 1.4)
        lines.append((page.margin, y, text))
    items: list[Item] = [*heading_texts(page), Texts(INK, size, "start", lines)]
    if told:
        key, y = _key(page, y + page.gap)
        items += key
    legend, y = legend_of(replace(page, bottom=y + page.gap), nonogram.puzzle.palette)
    return y, items + legend


def _key(page: Layout, top: int) -> tuple[list[Item], int]:
    """The marks of the clues with their meaning."""
    printer, names = Printer(), []
    x, y, cell = page.margin, top, page.cell
    for label, meaning in KEY:
        wide = round(text_width(meaning, page.number)) + (cell + page.gap if label else 0)
        if x > page.margin and x + wide > page.width - page.margin:
            x, y = page.margin, y + cell + page.gap
        if label:
            printer.write(label, (x, y, cell, cell))
        start = x + (cell + page.gap if label else 0)
        names.append((start, y + cell // 2 + round(page.number * BASE), meaning))
        x += wide + cell
    return [*printer.items(), Texts(INK, page.number, "start", names)], y + cell


def _titles(pages: Pages) -> Iterator[Texts]:
    """The name of each grid, above all of its clues."""
    size, depth = round(pages.page.number * 1.15), pages.solid.depth
    gap = round(pages.page.gap * 1.5)
    ends = {1: " (back)", depth: " (front)"} if depth > 1 else {}
    titles = [(x, y - pages.above - gap, f"z {z}{ends.get(z, '')}")
              for z, (x, y) in enumerate(pages.layers, start=1)]
    x, y = pages.through
    yield Texts(INK, size, "start", [(x, y - gap, "through all layers"), *titles])


def _lattice(pages: Pages, palette: Palette) -> list[Item]:
    """The empty grid for the clues along z."""
    width, height, _ = pages.solid.size
    layout = replace(_at(pages, pages.through), cell=pages.through_cell)
    return board(layout, Picture(width, height, bytes([BLANK]) * (width * height),
                                 frozenset(), True), palette)


def _clues(nonogram: Nonogram, pages: Pages) -> list[Item]:
    """Every clue in its box; with several colours each number on a chip of its colour."""
    palette, printer = nonogram.puzzle.palette, Printer()
    for line in nonogram.puzzle.lines:
        labels = labels_of(line.clue, palette)
        boxes = _boxes(pages, line.group, line.cells[0], len(labels))
        for label, box in zip(labels, boxes, strict=True):
            rgb = palette.colours[label.colour].rgb if label.colour else None
            printer.write(label, box, rgb)
    return [*printer.items()]


def _boxes(pages: Pages, axis: int, cell: int, count: int) -> Iterator[Box]:
    """Where the numbers of a rod go, that begins with this cell."""
    x, y, z = pages.solid.place(cell)
    size, gap = pages.page.cell, pages.page.gap
    down = pages.solid.height - 1 - y
    left, top = pages.layers[z]
    if axis == 0:
        for back in range(count, 0, -1):
            yield left - gap - back * size + 1, top + down * size + 1, size - 2, size - 2
    elif axis == 1:
        for back in range(count, 0, -1):
            yield left + x * size + 1, top - gap - back * size + 1, size - 2, size - 2
    else:
        side = pages.through_cell
        left, top = pages.through
        yield from parts((left + x * side + 2, top + down * side + 2, side - 3, side - 3), count)
