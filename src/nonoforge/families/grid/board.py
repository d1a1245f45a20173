"""Grids for the page: the board, a thumbnail and a cover."""

from __future__ import annotations

from collections import defaultdict
from itertools import groupby
from typing import Annotated

from msgspec import Meta, Struct

from nonoforge.clues import Clue, Runs
from nonoforge.drawing import Board, board_fields, cover_svg, thumbnail_svg
from nonoforge.families.grid.geometry import grid_of
from nonoforge.nonogram import Nonogram
from nonoforge.puzzle import Colouring

MAX_THUMBNAIL_SIDE = 100  # columns or rows; of a larger grid only some are shown
MAX_COVER_SIDE = 40


class GridSize(Struct, kw_only=True):
    """How large a grid is."""

    width: int
    height: int


class GridBoard(Board, kw_only=True, tag="grid"):
    """A grid to show and to play."""

    grid: Annotated[GridSize, Meta(description="Lines are the rows, then the columns.")]


def board(nonogram: Nonogram) -> GridBoard:
    """Return the board of a grid.

    >>> from nonoforge.families.grid import from_picture
    >>> found = board(from_picture([[1, 1, 0]]))
    >>> found.grid, found.clues
    (GridSize(width=3, height=1), [[(2, 1)], [(1, 1)], [(1, 1)], []])
    """
    grid = grid_of(nonogram)[0]
    return GridBoard(**board_fields(nonogram), grid=GridSize(width=grid.width, height=grid.height))


def thumbnail(nonogram: Nonogram, picture: Colouring) -> str:
    """Return a small picture as SVG.

    >>> from nonoforge.families.grid import from_picture
    >>> row = from_picture([[1, 1, 0]])
    >>> thumbnail(row, row.solution).rpartition("<path")[2]
    ' fill="#000000" d="M0 0h2v1h-2z"/></svg>'
    """
    grid, colours = grid_of(nonogram)[0], nonogram.puzzle.palette.colours
    columns, rows = (range(0, side, -(-side // MAX_THUMBNAIL_SIDE))
                     for side in (grid.width, grid.height))
    paths: defaultdict[str, str] = defaultdict(str)
    for y, row in enumerate(rows):
        x = 0
        for colour, run in groupby(picture[row * grid.width + column] for column in columns):
            length = sum(1 for _ in run)
            if colour:
                paths[colours[colour].rgb] += f"M{x} {y}h{length}v1h-{length}z"
            x += length
    return thumbnail_svg((0, 0, len(columns), len(rows)), paths.items(), colours[0].rgb)


def cover(nonogram: Nonogram) -> str:
    """Return a cover as SVG: the empty grid, and beside each line a chip for each of its blocks. Of
    a large grid some lines are shown."""
    grid, colours = grid_of(nonogram)[0], nonogram.puzzle.palette.colours
    clues = [line.clue for line in nonogram.puzzle.lines]
    step = -(-max(grid.width, grid.height) // MAX_COVER_SIDE)
    rows = [_colours(clue) for clue in clues[:grid.height:step]]
    columns = [_colours(clue) for clue in clues[grid.height::step]]
    chips: defaultdict[str, str] = defaultdict(str)
    for y, blocks in enumerate(rows):
        for back, colour in enumerate(reversed(blocks)):
            chips[colours[colour].rgb] += _chip(-1 - back, y)
    for x, blocks in enumerate(columns):
        for back, colour in enumerate(reversed(blocks)):
            chips[colours[colour].rgb] += _chip(x, -1 - back)
    width, height = len(columns), len(rows)
    left = 0.5 + max(map(len, rows), default=0)
    top = 0.5 + max(map(len, columns), default=0)
    lines = "".join(f"M{x} 0v{height}" for x in range(1, width)) \
        + "".join(f"M0 {y}h{width}" for y in range(1, height))
    return cover_svg((-left, -top, left + width + 0.5, top + height + 0.5),
                     f"M0 0h{width}v{height}h-{width}z", lines, chips.items())


def _colours(clue: Clue) -> list[int]:
    """Return the colours of a clue's blocks; a hidden clue has none."""
    return [run.colour for run in clue.runs] if isinstance(clue, Runs) else []


def _chip(x: int, y: int) -> str:
    return f"M{x + 0.2:g} {y + 0.2:g}h.6v.6h-.6z"
