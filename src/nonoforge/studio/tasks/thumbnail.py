"""A small picture of a solved puzzle, as SVG: what a shelf of puzzles shows of each.

There is no text in it, and it has no more parts than the eye can see: of large puzzles only some
cells are shown.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import groupby

from nonoforge.draw import decimal
from nonoforge.draw.plan.regions import loop_path, regions
from nonoforge.draw.plan.to_svg import path_data
from nonoforge.draw.scene.sight import NOTHING, quads, seen
from nonoforge.draw.scene.surface import shade
from nonoforge.families.grid import Grid
from nonoforge.families.plane import Arrangement
from nonoforge.families.solid import Solid
from nonoforge.nonogram import Nonogram
from nonoforge.palette import Palette
from nonoforge.path import Path, moved
from nonoforge.puzzle import Colouring

MOST = 100  # columns or rows of a grid that are shown
MOST_VOXELS = 24  # of a solid, along each side
SMALL = 100.0  # the longer side of a plane's picture: whole units are fine enough there
WIDE, HALF = 7, 4  # a voxel's edge from above: near enough to 0.866 and 0.5


def thumbnail(nonogram: Nonogram, picture: Colouring) -> str:
    """The picture, of any family.

    >>> from nonoforge.families.grid import from_picture
    >>> row = from_picture([[1, 1, 0]])
    >>> thumbnail(row, row.solution).rpartition("<path")[2]
    ' fill="#000000" d="M0 0h2v1h-2z"/></svg>'
    """
    geometry, palette = nonogram.geometry, nonogram.puzzle.palette
    if isinstance(geometry, Grid):
        return _grid(geometry, palette, picture)
    if isinstance(geometry, Solid):
        return _solid(geometry, palette, picture)
    if isinstance(geometry, Arrangement):
        return _plane(geometry, palette, picture)
    return ""


def _svg(box: tuple[float, float, float, float], paths: Mapping[str, str], ground: str = "",
         rule: str = "") -> str:
    """A path for each colour, on a ground."""
    left, top, width, height = map(decimal, box)
    paper = f'<path fill="{ground}" d="M{left} {top}h{width}v{height}h-{width}z"/>' * bool(ground)
    drawn = "".join(f'<path fill="{rgb}" {rule}d="{path}"/>' for rgb, path in paths.items())
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {width} {height}">'
            f"{paper}{drawn}</svg>")


def _grid(grid: Grid, palette: Palette, picture: Colouring) -> str:
    columns, rows = _some(grid.width, MOST), _some(grid.height, MOST)
    paths: defaultdict[str, str] = defaultdict(str)
    for y, row in enumerate(rows):
        shown = [picture[row * grid.width + column] for column in columns]
        for x, length, colour in _runs(shown):
            paths[palette.colours[colour].rgb] += f"M{x} {y}h{length}v1h-{length}z"
    return _svg((0, 0, len(columns), len(rows)), paths, palette.colours[0].rgb)


def _runs(colours: list[int]) -> Iterator[tuple[int, int, int]]:
    at = 0
    for colour, group in groupby(colours):
        length = sum(1 for _ in group)
        if colour:
            yield at, length, colour
        at += length


def _some(count: int, most: int) -> range:
    """Evenly spaced numbers from 0, at most so many."""
    return range(0, count, max(1, -(-count // most)))


def _solid(solid: Solid, palette: Palette, picture: Colouring) -> str:
    xs, ys, zs = (_some(side, MOST_VOXELS) for side in solid.size)
    small = Solid(len(xs), len(ys), len(zs))
    cells = bytes(picture[solid.cell(x, y, z)] for z in zs for y in ys for x in xs)
    paths: defaultdict[str, str] = defaultdict(str)
    for i, first, codes in seen(small, cells).strips():
        looks = [NOTHING if code < 0 else 3 * cells[code // 3] + code % 3 for code in codes]
        for look, points in quads(i, first, looks):
            # A hair of a stroke would close the seams; whole numbers leave none to close.
            corners = " ".join(f"{WIDE * x} {HALF * y}" for x, y in points)
            paths[shade(palette.colours[look // 3].rgb, look % 3)] += f"M{corners}z"
    left, right = -small.depth * WIDE, small.width * WIDE
    top, bottom = -2 * small.height * HALF, (small.width + small.depth) * HALF
    return _svg((left, top, right - left, bottom - top), paths)


def _plane(arrangement: Arrangement, palette: Palette, picture: Colouring) -> str:
    box = arrangement.box
    scale = SMALL / max(box.width, box.height)
    flat = (scale, 0.0, 0.0, -scale, -box.left * scale, box.top * scale)
    paths: defaultdict[str, str] = defaultdict(str)
    for colour, loops in regions(arrangement, picture).items():
        if colour:
            outlines = (moved(loop_path(arrangement, loop), flat) for loop in loops)
            paths[palette.colours[colour].rgb] += "".join(map(_data, outlines))
    size = (0.0, 0.0, box.width * scale, box.height * scale)
    return _svg(size, paths, palette.colours[0].rgb, 'fill-rule="evenodd" ')


def _data(path: Path) -> str:
    """A path whose numbers have a digit after the point: nobody sees more."""
    return re.sub(r"(\.\d)\d+", r"\1", path_data(path, closed=True))
