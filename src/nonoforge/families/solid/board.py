"""Solids for the page: the board, and a thumbnail."""

from __future__ import annotations

from collections import defaultdict
from typing import Annotated

from msgspec import Meta, Struct

from nonoforge.drawing import Board, board_fields, thumbnail_svg
from nonoforge.families.solid.geometry import Solid, solid_of
from nonoforge.families.solid.isometric import NOTHING, quads, shade, sight_of
from nonoforge.nonogram import Nonogram
from nonoforge.puzzle import Colouring

MAX_THUMBNAIL_SIDE = 24  # voxels; of a larger solid only some are shown
WIDE, HALF = 7, 4  # a voxel's edge from above: near enough to 0.866 and 0.5


class SolidSize(Struct, kw_only=True):
    """How large a solid is, and which of all rods have a clue."""

    width: int
    height: int
    depth: int
    rods: Annotated[list[int], Meta(
        description="The rods that are lines, counted along x, then y, then z; those of an axis by "
                    "the x, then the y, then the z of their first cells.")]


class SolidBoard(Board, kw_only=True, tag="solid"):
    """A solid to show and to play."""

    solid: SolidSize


def board(nonogram: Nonogram) -> SolidBoard:
    """Return the board of a solid. A rod whose clue is hidden is no line."""
    solid = solid_of(nonogram)
    return SolidBoard(**board_fields(nonogram), solid=SolidSize(
        width=solid.width, height=solid.height, depth=solid.depth,
        rods=[line.number for line in nonogram.puzzle.lines]))


def thumbnail(nonogram: Nonogram, picture: Colouring) -> str:
    """Return a small picture as SVG."""
    solid, colours = solid_of(nonogram), nonogram.puzzle.palette.colours
    xs, ys, zs = (range(0, side, -(-side // MAX_THUMBNAIL_SIDE)) for side in solid.size)
    small = Solid(len(xs), len(ys), len(zs))
    cells = bytes(picture[solid.cell(x, y, z)] for z in zs for y in ys for x in xs)
    paths: defaultdict[str, str] = defaultdict(str)
    for i, first, codes in sight_of(small, cells).strips():
        looks = [NOTHING if code < 0 else 3 * cells[code // 3] + code % 3 for code in codes]
        for look, points in quads(i, first, looks):
            # Whole numbers leave no seams between neighbours.
            corners = " ".join(f"{WIDE * x} {HALF * y}" for x, y in points)
            paths[shade(colours[look // 3].rgb, look % 3)] += f"M{corners}z"
    left, right = -small.depth * WIDE, small.width * WIDE
    top, bottom = -2 * small.height * HALF, (small.width + small.depth) * HALF
    return thumbnail_svg((left, top, right - left, bottom - top), paths.items())
