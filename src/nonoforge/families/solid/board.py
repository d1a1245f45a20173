"""Solids for the page: the board, a thumbnail and a cover."""

from __future__ import annotations

from collections import defaultdict
from typing import Annotated

from msgspec import Meta, Struct

from nonoforge.drawing import Board, board_fields, cover_svg, thumbnail_svg
from nonoforge.families.solid.geometry import Solid, solid_of
from nonoforge.families.solid.isometric import NOTHING, quads, shade, sight_of
from nonoforge.nonogram import Nonogram
from nonoforge.puzzle import Colouring

MAX_THUMBNAIL_SIDE = 24  # voxels; of a larger solid only some are shown
MAX_COVER_SIDE = 16
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


def cover(nonogram: Nonogram) -> str:
    """Return a cover as SVG: the whole block, and a chip for each colour of the palette."""
    solid, colours = solid_of(nonogram), nonogram.puzzle.palette.colours
    step = -(-max(solid.size) // MAX_COVER_SIDE)
    width, height, depth = (-(-side // step) for side in solid.size)

    def at(x: int, y: int, z: int) -> str:
        return f"{WIDE * (x - z)} {HALF * (x + z) - 2 * HALF * y}"

    def edge(start: tuple[int, int, int], end: tuple[int, int, int]) -> str:
        return f"M{at(*start)}L{at(*end)}"

    w, h, d = width, height, depth
    shape = "M" + "L".join(at(*corner) for corner in (
        (0, h, 0), (w, h, 0), (w, 0, 0), (w, 0, d), (0, 0, d), (0, h, d))) + "z"
    lines = [edge((x, h, 0), (x, h, d)) + edge((x, h, d), (x, 0, d)) for x in range(1, w + 1)]
    lines += [edge((0, h, z), (w, h, z)) + edge((w, h, z), (w, 0, z)) for z in range(1, d + 1)]
    lines += [edge((0, y, d), (w, y, d)) + edge((w, y, d), (w, y, 0)) for y in range(1, h)]
    chips = [(colour.rgb, _diamond(index, w, h, d)) for index, colour in enumerate(colours[1:])]
    left, right = -d * WIDE, w * WIDE
    top, bottom = -2 * h * HALF, (w + d) * HALF
    return cover_svg((left - 1, top - 1, right - left + 2, bottom - top + 2), shape,
                     "".join(lines), chips)


def _diamond(index: int, width: int, height: int, depth: int) -> str:
    """Return the top of one voxel as path data: the places of colours on a cover, from the front
    corner on."""
    x, z = width - 1 - index // depth, depth - 1 - index % depth
    left, top = WIDE * (x - z), HALF * (x + z) - 2 * HALF * height
    return f"M{left} {top}l{WIDE} {HALF}l-{WIDE} {HALF}l-{WIDE} -{HALF}z"
