"""Triddlers for the page: the board, a thumbnail and a cover."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import groupby
from typing import Annotated

from msgspec import Meta, Struct

from nonoforge.drawing import Board, board_fields, cover_svg, decimal, thumbnail_svg
from nonoforge.families.tri.geometry import ROW, Corner, tri_of
from nonoforge.families.tri.layout import HEIGHT, clue_boxes
from nonoforge.nonogram import Nonogram
from nonoforge.puzzle import Colouring

MAX_THUMBNAIL_ROWS = 100  # of a larger triddler only some are shown
MAX_COVER_LINES = 40  # in each direction
MAX_COVER_CELLS = 2_500  # whose edges are drawn on a cover
MARGIN = 0.6  # edges around a cover


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


def cover(nonogram: Nonogram) -> str:
    """Return a cover as SVG: the empty triangles, and a chip for each block of a clue."""
    grid, clues = tri_of(nonogram)
    colours = nonogram.puzzle.palette.colours
    step = -(-max(grid.counts) // MAX_COVER_LINES)
    chips: defaultdict[str, str] = defaultdict(str)
    ends = [(x / 2, y * HEIGHT) for x, y in grid.outline]
    shown = [clue for direction in clues for clue in direction]
    for line, clue in list(zip(grid.lines, shown, strict=True))[::step]:
        for box in clue_boxes(grid, line, clue):
            if box.run is not None:
                x, y = box.middle
                chips[colours[box.run.colour].rgb] += _chip(x / 2, y * HEIGHT)
                ends.append((x / 2, y * HEIGHT))
    # The edges of the triangles with their tips up are all edges inside the outline.
    lines = "".join(path(cell.corners) for cell in grid.triangles
                    if cell.up) if grid.cells <= MAX_COVER_CELLS else ""
    xs, ys = [x for x, _ in ends], [y for _, y in ends]
    left, top = min(xs) - MARGIN, min(ys) - MARGIN
    return cover_svg((left, top, max(xs) + MARGIN - left, max(ys) + MARGIN - top),
                     path(grid.outline), lines, chips.items())


def _chip(x: float, y: float) -> str:
    return f"M{decimal(round(x - 0.28, 2))} {decimal(round(y, 2))}l.28 -.28l.28 .28l-.28 .28z"
