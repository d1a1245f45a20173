"""Triddlers for the page: the board, and a thumbnail."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import groupby
from typing import Annotated

from msgspec import Meta, Struct

from nonoforge.drawing import Board, board_fields, decimal, thumbnail_svg
from nonoforge.families.tri.geometry import ROW, Corner, tri_of
from nonoforge.families.tri.layout import HEIGHT
from nonoforge.nonogram import Nonogram
from nonoforge.puzzle import Colouring

MAX_THUMBNAIL_ROWS = 100  # of a larger triddler only some are shown


class TriOutline(Struct, kw_only=True):
    """The outline of a triddler."""

    sides: Annotated[list[int], Meta(
        description="Lengths of the six sides in edges of triangles, counter-clockwise from the "
                    "upper left one.")]


class TriBoard(Board, kw_only=True, tag="tri"):
    """A triddler to show and to play."""

    tri: Annotated[TriOutline, Meta(
        description="Lines are the rows from the top, then the rising (/) and the falling (\\) "
                    "lines, each from the left.")]


def board(nonogram: Nonogram) -> TriBoard:
    """Return the board of a triddler."""
    grid = tri_of(nonogram)[0]
    return TriBoard(**board_fields(nonogram), tri=TriOutline(sides=list(grid.sides)))


def thumbnail(nonogram: Nonogram, picture: Colouring) -> str:
    """Return a small picture as SVG: neighbours of one colour in a row are one path."""
    grid, colours = tri_of(nonogram)[0], nonogram.puzzle.palette.colours
    rows = grid.counts[ROW]
    step = -(-rows // MAX_THUMBNAIL_ROWS)
    paths: defaultdict[str, str] = defaultdict(str)
    paths[colours[0].rgb] = path(grid.outline)
    for row in range(0, rows, step):
        for colour, run in groupby(grid.lines[row].cells, key=picture.__getitem__):
            some = list(run)
            if colour:
                paths[colours[colour].rgb] += path(
                    [(x, y + (step - 1) * (y > row)) for x, y in grid.stretch(some[0], some[-1])])
    xs = [x for x, _ in grid.outline]
    return thumbnail_svg((min(xs) / 2, 0, (max(xs) - min(xs)) / 2, rows * HEIGHT), paths.items())


def path(corners: Sequence[Corner]) -> str:
    """Return a polygon as path data, in edges."""
    return "M" + "L".join(f"{decimal(x / 2)} {decimal(round(y * HEIGHT, 2))}"
                          for x, y in corners) + "z"
