"""The drawings that the tables of sloped nonograms are made from: of a folder, or random ones."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import nonoforge
from nonoforge.bench.parment import PUBLISHED, Published
from nonoforge.errors import InputError
from nonoforge.families.plane import Drawing, Outline, Shape, read_drawing
from nonoforge.families.sloped import (
    DEFAULT_SLOPES,
    FRAME_SIDES,
    ExactDrawing,
    Slopes,
    exact_drawing,
    find_frame,
    sketch_of,
)
from nonoforge.path import Box, Point, polyline

ENDINGS = (".svg", ".svgz", ".ipe")
ANY = Slopes.parse("any")
SIZE = 100.0  # millimetres: the longer side of the frame, as it was in 2015
OWN = ("The drawings are our own, with the names and the numbers of lines of those of 2015, which "
       "were never published: figures can be compared in kind, not one by one. All frames are "
       f"{SIZE:g} mm along their longer side.")


class Source(NamedTuple):
    """A drawing, its lines and faces, and what was published on the one of its name."""

    name: str
    drawing: Drawing
    drawn: ExactDrawing
    slopes: Slopes

    @property
    def lines(self) -> int:
        return len(self.drawn.lattice.lines) - FRAME_SIDES

    @property
    def published(self) -> Published | None:
        return PUBLISHED.get(self.name)


def drawings_at(path: str | None) -> tuple[list[Source], list[str]]:
    """The drawings of a file or of a folder's files, in the order of their lines, and a note on
    each file that has none; without a path, those that come with the project."""
    path = path or _own_folder()
    if not os.path.isdir(path):
        return [_source(path)], []
    found: list[Source] = []
    notes: list[str] = []
    for name in sorted(os.listdir(path)):
        if name.lower().endswith(ENDINGS):
            try:
                found.append(_source(os.path.join(path, name)))
            except InputError as error:
                notes.append(f"left out: {error}")
    if not found:
        raise InputError("no drawing is in this folder; name a folder of .svg or .ipe files",
                         file=path)
    return sorted(found, key=lambda source: (source.lines, source.name)), notes


def _own_folder() -> str:
    """examples/drawings here, or beside the source that this is."""
    for root in (Path(), Path(nonoforge.__file__).parents[2]):
        if (root / "examples" / "drawings").is_dir():
            return str(root / "examples" / "drawings")
    raise InputError("this table needs drawings: name a folder of .svg or .ipe files")


def _source(path: str) -> Source:
    """With the usual slopes, or if that does not do with any."""
    name = os.path.splitext(os.path.basename(path))[0].lower().replace("-", "_")
    try:
        drawing = read_drawing(path)
        try:
            return source(name, drawing)
        except InputError:
            return source(name, drawing, ANY)
    except InputError as error:
        raise error.at(file=path) from None


def source(name: str, drawing: Drawing, slopes: Slopes = DEFAULT_SLOPES) -> Source:
    """A drawing with its lines."""
    inner, frame = find_frame(drawing, None, SIZE)
    return Source(name, drawing, exact_drawing(sketch_of(inner, frame), slopes), slopes)


def random_drawing(rng: Random, lines: int, slanted: bool = False) -> Drawing:
    """Triangles, rectangles and rectangles without a corner, apart from each other, with so many
    lines together; slanted ones have corners that are a little off."""
    corners = list(_corners(lines))
    across = 1
    while across * across < len(corners):
        across += 1
    cells = rng.sample([(x, y) for x in range(across) for y in range(across)], len(corners))
    step = SIZE / across
    shapes = [_shape(_polygon(rng, count, slanted), x * step, y * step, step)
              for count, (x, y) in zip(corners, cells, strict=True)]
    return Drawing(tuple(shapes), Box(0.0, 0.0, SIZE, SIZE), true_size=True)


def _corners(lines: int) -> Iterator[int]:
    """How many corners each polygon has: 3, 4 or 5, and so many together."""
    if lines < 3:
        raise ValueError("a polygon has three lines or more")
    while lines:
        count = next(count for count in (4, 3, 5) if lines == count or lines - count >= 3)
        yield count
        lines -= count


def _polygon(rng: Random, count: int, slanted: bool) -> list[Point]:
    """Within a unit square."""
    left, bottom = rng.uniform(0.1, 0.35), rng.uniform(0.1, 0.35)
    right, top, cut = rng.uniform(0.65, 0.9), rng.uniform(0.65, 0.9), rng.uniform(0.1, 0.2)
    if count == 3:
        side = min(right - left, top - bottom)
        corners = [(left, bottom), (left + side, bottom), (left, bottom + side)]
    elif count == 4:
        corners = [(left, bottom), (right, bottom), (right, top), (left, top)]
    else:
        corners = [(left, bottom), (right, bottom), (right, top - cut), (right - cut, top),
                   (left, top)]
    if slanted:
        return [(x + rng.uniform(-0.05, 0.05), y + rng.uniform(-0.05, 0.05)) for x, y in corners]
    return corners if rng.random() < 0.5 else [(1 - x, 1 - y) for x, y in corners]


def _shape(corners: Sequence[Point], x: float, y: float, step: float) -> Shape:
    points = [(round(x + u * step, 6), round(y + v * step, 6)) for u, v in corners]
    return Shape((Outline(polyline([*points, points[0]]), True),), fill="#000000")
