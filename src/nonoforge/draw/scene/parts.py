"""What a drawing is made of. A family composes a scene once; SVG and PNG each paint it.

All places are whole pixels, so that both paint the same and edges are crisp.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias

Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, width, height."""

Place: TypeAlias = tuple[int, int]

BREAK = "#b4b4b4"  # the colour of lines between pages


class Fill(NamedTuple):
    """Boxes of one colour; grid lines are thin boxes. `radius` rounds the corners."""

    colour: str
    boxes: list[Box]
    radius: int = 0


class Stroke(NamedTuple):
    """Pen strokes (x1, y1, x2, y2) of a stamp, from its own top left corner."""

    colour: str
    width: float
    segments: tuple[tuple[float, float, float, float], ...]


class Stamp(NamedTuple):
    """The same little figure in many places: a cross, a frame. `size` is its width and height."""

    size: int
    strokes: tuple[Stroke, ...]
    places: list[Place]


class Texts(NamedTuple):
    """Texts of one look; each has its place on the base line."""

    colour: str
    size: int
    anchor: Literal["start", "middle"]
    texts: list[tuple[int, int, str]]
    bold: bool = False


class Facets(NamedTuple):
    """Polygons of one colour."""

    colour: str
    outlines: list[tuple[Place, ...]]


class Lines(NamedTuple):
    """Pen strokes (x1, y1, x2, y2) of one look, with round ends."""

    colour: str
    width: float
    segments: list[tuple[int, int, int, int]]


class Rings(NamedTuple):
    """Outlines of one look around these middles: circles, or squares of twice the radius."""

    shape: Literal["circle", "square"]
    colour: str
    width: float
    radius: float
    middles: list[Place]


class Plane(NamedTuple):
    """Items on a plane that is seen askew.

    A point (u, v) of the plane is seen at (a u + c v + e, b u + d v + f).
    """

    matrix: tuple[float, float, float, float, float, float]
    items: list[Fill | Texts | Rings]


Item: TypeAlias = Fill | Stamp | Texts | Facets | Lines | Rings | Plane


class Scene(NamedTuple):
    """Items from the back to the front; `title` and `summary` say in words what is to be seen.
    `breaks` are the heights where one page ends and the next begins."""

    width: int
    height: int
    items: list[Item]
    title: str
    summary: str
    breaks: tuple[int, ...] = ()

    @property
    def pages(self) -> list[tuple[int, int]]:
        """The first and last height of each page."""
        return list(pairwise((0, *self.breaks, self.height)))

    @property
    def unpaged(self) -> list[Item]:
        """The items, and a line at each break, for who does not turn pages."""
        lines = Fill(BREAK, [(0, y, self.width, 1) for y in self.breaks])
        return [*self.items, lines] if self.breaks else self.items
