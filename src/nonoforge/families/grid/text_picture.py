"""Text pictures of grids: the first style that fits, wide cells before half cells before no clues.

In a pipe there is no width to fit into, and only ASCII letters are certain to arrive.
"""

from __future__ import annotations

from nonoforge.clues import Runs
from nonoforge.drawing import (
    PLAIN,
    ClueNumbers,
    Depth,
    Picture,
    Piece,
    SquareText,
    TextOptions,
    legend,
    lowest,
    number_of,
)
from nonoforge.families.grid.geometry import grid_of
from nonoforge.nonogram import Nonogram
from nonoforge.palette import Palette


def text_picture(nonogram: Nonogram, options: TextOptions) -> list[str]:
    """Return the lines of the picture; see `draw.terminal`."""
    grid, rows, columns = grid_of(nonogram)
    palette, depth = nonogram.puzzle.palette, options.depth
    width, height = options.width, options.height
    brush = options.brush(palette)
    squares = SquareText(
        Picture(grid.width, grid.height, options.cells(nonogram), frozenset(options.marks),
                brush.finished),
        ClueNumbers([_numbers(clue, palette, depth) for clue in rows],
                    [_numbers(clue, palette, depth) for clue in columns], depth), brush)
    wanted = squares.styles(clues=options.clues, marks=bool(options.marks),
                            blank=options.picture is None)
    if height is not None and options.clues:
        wanted += squares.styles(clues=False, marks=bool(options.marks), blank=False)
    fits = [style for style in wanted if width is None or squares.width(style) <= width]
    if not fits:
        return [f"(the picture needs {squares.width(wanted[-1])} columns, but there are {width}; "
                "draw it to a file instead)"]
    lines, names = options.heading(nonogram), legend(palette, depth, width)
    heights = [squares.height(style) + style.clues * len(names) for style in fits]
    style = fits[0] if height is None else lowest(fits, heights, height - len(lines))
    lines += squares.lines(style)
    if style.clues:
        lines += names
    elif options.clues and height is None:
        need = min(squares.width(style) for style in wanted if style.clues)
        lines.append(f"(clues hidden: with them it needs {need} columns, but there are {width})")
    return lines


def _numbers(clue: Runs | None, palette: Palette, depth: Depth) -> list[Piece]:
    """Return the numbers of a clue; a hidden one has none."""
    if clue is None:
        return [("", PLAIN)]
    return [number_of(run, palette, depth) for run in clue.runs] or [("0", PLAIN)]
