"""The surface of a solid as a scene shows it: shaded sides, edges, and marked cells."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import dist

from nonoforge.draw.colours import blend, channels, luminance
from nonoforge.draw.picture import BLANK, MARK, OPEN
from nonoforge.draw.scene.parts import Facets, Lines, Place
from nonoforge.draw.scene.sight import (
    DOWN,
    FRONT,
    NOTHING,
    RIGHT,
    TOP,
    VERTICAL,
    Edge,
    Sight,
    corner,
    joined,
    quads,
)
from nonoforge.families.solid import Solid
from nonoforge.palette import Palette

FACES = (RIGHT, TOP, FRONT)
"""The visible side at the end of the rods along x, y and z."""

STONES = ("#ece8df", "#cfd8e1", "#dccfe6", "#cfe3cd")
"""What the block is made of, before anybody has touched it, and what cells that are open."""

ALIKE = 50  # how near two colours may be before people take one for the other
MARKED = 256  # added to what a cell shows

@dataclass(frozen=True, slots=True)
class View:
    """Where the net of triangles lies on the page: its point (0, 0) and the sides of a voxel."""

    left: int
    top: int
    wide: int  # between two vertical lines
    half: int  # half the length of an edge

    def at(self, i: int, k: int) -> Place:
        return self.left + i * self.wide, self.top + k * self.half

    def plane(self, face: int) -> tuple[float, float, float, float, float, float]:
        """The plane of all sides of a kind, in which an edge has its true length."""
        across, down = self.wide / (2 * self.half), 0.5
        return {TOP: (across, down, -across, down), FRONT: (across, down, 0.0, 1.0),
                RIGHT: (across, -down, 0.0, 1.0)}[face] + (self.left, self.top)

    def on_plane(self, solid: Solid, cell: int, face: int) -> Place:
        """The corner of a cell's side on that plane."""
        i, m = corner(solid, cell)
        k = m - 1
        u, v = {TOP: ((i + k), (k - i)), FRONT: (2 * i - 2, k - i + 2),
                RIGHT: (2 * i, k + i + 2)}[face]
        return u * self.half, v * self.half


def kinds_of(cells: bytes, marks: Collection[int]) -> list[int]:
    """What each cell shows, and whether it is marked, in one number."""
    kinds = list(cells)
    for cell in marks:
        kinds[cell] += MARKED
    return kinds


def material(kind: int, palette: Palette) -> str:
    """The colour of a voxel."""
    value = kind % MARKED
    rgb = stone(palette) if value in (BLANK, OPEN) else palette.colours[value].rgb
    return blend(rgb, MARK, 0.6) if kind >= MARKED else rgb


@lru_cache(maxsize=64)
def stone(palette: Palette) -> str:
    """The first stone that is not taken for a colour of the puzzle, or the least like them."""
    def apart(rgb: str) -> float:
        return min(dist(channels(rgb), channels(colour.rgb)) for colour in palette.colours[1:])
    return next((rgb for rgb in STONES if apart(rgb) > ALIKE), max(STONES, key=apart))


def shade(rgb: str, face: int) -> str:
    """A colour as the light falls on a side: most from above, least from the right.

    The three must differ even where the colour is as dark or as light as can be.
    """
    bright = luminance(rgb)
    if bright < 0.06:
        return blend(rgb, "#ffffff", (0.46, 0.3, 0.17)[face])
    if bright > 0.75:
        return blend(rgb, "#000000", (0.0, 0.1, 0.24)[face])
    return blend(rgb, ("#ffffff", "#000000", "#000000")[face], (0.3, 0.06, 0.32)[face])


def facets(sight: Sight, kinds: list[int], view: View, palette: Palette) -> Iterator[Facets]:
    """All that is seen, the triangles of a colour joined strip by strip."""
    found: dict[int, list[tuple[Place, ...]]] = defaultdict(list)
    for i, first, codes in sight.strips():
        looks = [NOTHING if code < 0 else 3 * kinds[code // 3] + code % 3 for code in codes]
        for look, points in quads(i, first, looks):
            found[look].append(tuple(view.at(*point) for point in points))
    for look, outlines in sorted(found.items()):
        yield Facets(shade(material(look // 3, palette), look % 3), outlines)


def edges(sight: Sight, kinds: list[int], view: View, palette: Palette) -> Iterator[Lines]:
    """Fine lines between voxels that lie flush, strong ones where the surface turns or ends."""
    found: dict[tuple[bool, int, int, int], list[int]] = defaultdict(list)
    for edge in sight.edges():
        strong = not _flush(sight.solid, edge)
        owner = _nearer(sight.solid, edge)
        found[strong, 3 * kinds[owner // 3] + owner % 3, edge.way, edge.line].append(edge.at)
    segments: dict[tuple[bool, int], list[tuple[int, int, int, int]]] = defaultdict(list)
    for (strong, look, way, line), starts in found.items():
        for start, end in joined(starts, 2 if way == VERTICAL else 1):
            points = ((line, start), (line, end)) if way == VERTICAL else \
                ((start, line + start), (end, line + end)) if way == DOWN else \
                ((start, line - start), (end, line - end))
            segments[strong, look].append((*view.at(*points[0]), *view.at(*points[1])))
    for (strong, look), pieces in sorted(segments.items()):
        colour = shade(material(look // 3, palette), look % 3)
        ink = "#ffffff" if luminance(colour) < 0.06 and not strong else "#000000"
        yield Lines(blend(colour, ink, 0.62 if strong else 0.25),
                    max(0.5, round(view.half / (11 if strong else 20), 1)), pieces)


def _flush(solid: Solid, edge: Edge) -> bool:
    """Do both sides of an edge lie in one plane?"""
    if NOTHING in (edge.one, edge.other) or edge.one % 3 != edge.other % 3:
        return False
    axis = FACES.index(edge.one % 3)
    return solid.place(edge.one // 3)[axis] == solid.place(edge.other // 3)[axis]


def _nearer(solid: Solid, edge: Edge) -> int:
    if NOTHING in (edge.one, edge.other):
        return max(edge.one, edge.other)
    return max(edge.one, edge.other, key=lambda code: sum(solid.place(code // 3)))


def ghosts(
    sight: Sight, cells: bytes, marks: Collection[int], view: View,
) -> Iterator[Lines]:
    """Marked cells that are air here: their edges, where nothing stands before them."""
    segments: set[tuple[int, int, int, int]] = set()
    for cell in marks:
        i, m = corner(sight.solid, cell)
        depth = sum(sight.solid.place(cell))
        covers = [sight.codes[sight.index(i + side, m + more)] for side in (-1, 0)
                  for more in range(3)]
        if cells[cell] == 0 and all(code == NOTHING or sum(sight.solid.place(code // 3)) < depth
                                    for code in covers):
            rim = [(i, m - 1), (i + 1, m), (i + 1, m + 2), (i, m + 3), (i - 1, m + 2), (i - 1, m)]
            sides = [*zip(rim, [*rim[1:], rim[0]], strict=True),
                     *(((i, m + 1), point) for point in (rim[1], rim[3], rim[5]))]
            segments |= {(*view.at(*a), *view.at(*b)) for a, b in sides}
    if segments:
        yield Lines(MARK, max(0.5, round(view.half / 12, 1)), sorted(segments))
