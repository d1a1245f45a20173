"""Text pictures of triddlers: a triangle is a character (or two), each row half an edge further.

The clues stand around the picture as in a drawing: those of rows on the left; those of rising and
falling lines go on with their lines, one number to a line of text, upwards and downwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from nonoforge.clues import Runs
from nonoforge.drawing import (
    BLANK,
    OPEN,
    PLAIN,
    Look,
    Piece,
    TextOptions,
    blend,
    cell_rgb,
    legend,
    number_of,
    write,
)
from nonoforge.families.tri.geometry import FALLING, ROW, TriGrid, TriLine, tri_of
from nonoforge.nonogram import Nonogram

STRIPE, PAPER = "#e6e6e6", "#ffffff"  # behind the numbers of every other line
SHADE = 0.18  # how much a triangle with its tip up differs from its neighbours

Cells = dict[tuple[int, int], Piece]
"""What stands at a line and a column of the text, from the first row and the left end of side F."""


class _Style(NamedTuple):
    """Columns for half an edge, and whether clues are shown."""

    pitch: int
    clues: bool


def text_picture(nonogram: Nonogram, options: TextOptions) -> list[str]:
    """Return the lines of the picture; see `draw.terminal`."""
    depth, width, height = options.depth, options.width, options.height
    heading = options.heading(nonogram)
    names = legend(nonogram.puzzle.palette, depth, width)
    need = 0
    for style in _styles(nonogram, options):
        canvas = _canvas(nonogram, options, style)
        lines = _written(canvas, options)
        need = max(x + len(text) for (_, x), (text, _) in canvas.items()) \
            - min(x for _, x in canvas)
        if width is not None and need > width:
            continue
        lines = [*heading, *lines, *(names if style.clues else [])]
        if style.clues and height is not None and len(lines) > height:
            continue
        if options.clues and not style.clues and height is None:
            lines.append(f"(clues hidden: they do not fit into {width} columns)")
        return lines
    return [f"(the picture needs {need} columns, but there are {width}; draw it to a file instead)"]


def _styles(nonogram: Nonogram, options: TextOptions) -> list[_Style]:
    """Return the styles to try, the best first."""
    longest = max((len(str(run.length)) for clues in tri_of(nonogram)[1] for clue in clues
                   if clue for run in clue.runs if run.length), default=1)
    marked = 2 if options.marks and not options.depth else 1
    bare = [_Style(pitch, False) for pitch in range(marked, 0, -1)]
    if not options.clues:
        return bare
    return [_Style(1 if options.depth and longest < 3 else 2, True), *bare]


def _canvas(nonogram: Nonogram, options: TextOptions, style: _Style) -> Cells:
    grid, _ = tri_of(nonogram)
    canvas: Cells = {}
    cells, brush = options.cells(nonogram), options.brush(nonogram.puzzle.palette)
    for cell, (row, left, up) in enumerate(grid.triangles):
        marked = cell in options.marks
        piece = brush.letter(cells[cell], marked, style.pitch, False, False)
        if options.depth:
            paper = cell_rgb(cells[cell], nonogram.puzzle.palette)
            ink = "#000000" if marked else blend(paper, "#808080", 2 * SHADE)
            sign = "><" if marked else "░" if cells[cell] == OPEN else \
                "×" if not cells[cell] and not brush.finished else "▲" if up else "▼"
            sign = sign if options.unicode else " ?"[cells[cell] == OPEN]
            shade = blend(paper, "#808080", SHADE) if cells[cell] == BLANK and not up else paper
            piece = sign[:style.pitch].ljust(style.pitch), Look(ink, shade, marked)
        canvas[row, left * style.pitch] = piece
    if style.clues:
        for line, clue in zip(grid.lines, nonogram.puzzle.lines, strict=True):
            if isinstance(clue.clue, Runs):
                numbers = [number_of(run, nonogram.puzzle.palette, options.depth)
                           for run in clue.clue.runs] or [("0", PLAIN)]
                canvas.update(_placed(grid, line, numbers, options, style.pitch))
    return canvas


def _placed(
    grid: TriGrid, line: TriLine, numbers: list[Piece], options: TextOptions, pitch: int,
) -> Iterator[tuple[tuple[int, int], Piece]]:
    """Yield where the numbers of a clue stand."""
    if line.direction == ROW:
        end = grid.triangles[line.cells[0]].left * pitch
        for text, look in reversed(numbers):
            end -= len(text) + 1
            yield (line.number, end), (text, look)
        return
    falling = line.direction == FALLING
    first = grid.triangles[line.cells[-1 if falling else 0]]
    # Where the line leaves through a slanted side, the row itself has room for a number.
    start = first.row + (first.up if falling else first.up - 1)
    for k, (text, look) in enumerate(numbers if falling else reversed(numbers)):
        row = start + (k if falling else -k)
        low = 2 * line.number + (row - 2 * grid.sides[0] if falling else -row)
        if options.depth:
            paper = look.paper or (STRIPE if line.number % 2 else PAPER)
            look = look if look.paper else Look("#000000", paper)
        yield (row, (low + falling) * pitch), (text.rjust(2 * pitch), look)


def _written(canvas: Cells, options: TextOptions) -> list[str]:
    """Return the lines of text, without blanks before all of them and after each."""
    left = min(x for _, x in canvas)
    lines = []
    for y in range(min(y for y, _ in canvas), max(y for y, _ in canvas) + 1):
        pieces: list[Piece] = []
        at = left
        for x in sorted(x for row, x in canvas if row == y):
            text, look = canvas[y, x]
            pieces += [(" " * (x - at), PLAIN), (text, look)]
            at = x + len(text)
        lines.append(write(pieces, options.depth).rstrip(" "))
    return lines
