"""The display list: a drawing as items from back to front, which every writer paints.

A family composes a `Display` of a puzzle; `svg`, `png`, `pdf` and `ipe` write it, and booklets lay
it out on pages. Coordinates are measured from the top left corner, y downwards, in units of
`Display.unit` millimetres. Drawings of squares use whole numbers throughout, so that their edges
are crisp in pixels; drawings in true size have a unit of one millimetre and any fraction of it.

Items that occur by the thousand are stored in bulk: a grid of 300 x 300 cells has a few dozen
items, each with many boxes, strokes or texts of one look.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from nonoforge.path import Matrix, Path, Point, polyline
from nonoforge.puzzle import Colouring
from nonoforge.state import State

if TYPE_CHECKING:
    from nonoforge.drawing.options import PaperOptions
    from nonoforge.nonogram import Nonogram

PIXEL = 25.4 / 96  # millimetres of a pixel of CSS
CIRCLE_HANDLE = 0.5522847498  # handles of this length make four cubics a circle
SEAM = 0.6  # the width of the hairline around polygons
PAGE_BREAK = "#b4b4b4"  # the colour of lines between pages

Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, width, height."""
Place: TypeAlias = tuple[int, int]
Segment: TypeAlias = tuple[float, float, float, float]
"""From (x1, y1) to (x2, y2)."""
Anchor: TypeAlias = Literal["start", "middle"]
Medium: TypeAlias = Literal["screen", "paper", "booklet"]
"""What a display is composed for. A booklet has its own page about how to read clues."""
MAX_ENLARGED = 1.5  # times its usual size that a drawing may have to fill its page


class Boxes(NamedTuple):
    """Filled boxes of one colour; grid lines are thin boxes. `radius` rounds the corners."""

    colour: str
    boxes: list[Box]
    radius: int = 0


class Strokes(NamedTuple):
    """Straight strokes of one look, with round ends."""

    colour: str
    width: float
    segments: Sequence[Segment]


class Stamp(NamedTuple):
    """One small figure in many places: a cross, a frame.

    Its strokes have square ends, and coordinates from the top left corner of the figure, which is
    `size` wide and high.
    """

    size: int
    strokes: tuple[Strokes, ...]
    places: list[Place]


class Texts(NamedTuple):
    """Texts of one look, each as (x, y, text) with its place on the base line. They are turned
    clockwise by `angle` degrees."""

    colour: str
    size: float
    anchor: Anchor
    texts: Sequence[tuple[float, float, str]]
    bold: bool = False
    angle: float = 0.0


class Polygons(NamedTuple):
    """Filled polygons of one colour, with a hairline of that colour that closes the seams between
    neighbours."""

    colour: str
    outlines: list[tuple[Place, ...]]


class Rings(NamedTuple):
    """Outlines of one look around their centres: circles, or squares of twice the radius."""

    shape: Literal["circle", "square"]
    colour: str
    width: float
    radius: float
    centres: list[Place]


class Paths(NamedTuple):
    """Paths of one look: filled by the even-odd rule, or drawn with a pen, or both. `closed` paths
    go back to where they began."""

    paths: Sequence[Path]
    fill: str | None = None
    pen: str | None = None
    width: float = 0.0
    closed: bool = False


class Group(NamedTuple):
    """Items that belong together. `title` says what they are; `matrix` maps their coordinates to
    those outside."""

    items: Sequence[Item]
    title: str = ""
    matrix: Matrix | None = None


class Layer(NamedTuple):
    """Items under a name, by which an editor shows and hides them. A hidden layer is kept for
    editors and not seen. Layers are not within groups."""

    name: str
    items: Sequence[Item]
    hidden: bool = False


Item: TypeAlias = (
    Boxes | Strokes | Stamp | Texts | Polygons | Rings | Paths | Group | Layer)


class Display(NamedTuple):
    """A drawing. `title` and `summary` say in words what is to be seen."""

    width: float
    height: float
    items: Sequence[Item]
    title: str
    summary: str
    unit: float = PIXEL
    """Millimetres of a unit of the coordinates, where there is enough room."""
    breaks: tuple[int, ...] = ()
    """Heights at which one page ends and the next begins."""
    true_size: bool = False
    """Whether the millimetres are part of the puzzle: a smaller print says so."""
    detail: float = 0.0
    """Millimetres, at full size, of what must stay large enough: a cell, or a number's box."""
    min_detail: float = 0.0
    """Millimetres of `detail` in the smallest print that can be solved with a pencil."""
    resolution: float = 1.0
    """Pixels of a unit in a PNG."""
    remarks: tuple[str, ...] = ()
    """What the drawing leaves out, in words."""

    @property
    def pages(self) -> list[tuple[float, float]]:
        """The first and last height of each page."""
        return list(pairwise((0, *self.breaks, self.height)))

    @property
    def page_height(self) -> float:
        """The height of the tallest page."""
        return max(bottom - top for top, bottom in self.pages)

    def fitting(self, width: float, height: float, enlarged: float = 1.0) -> float:
        """Return the millimetres of a unit with which each page fits into a box of this size in
        millimetres: `unit`, or less, or up to `enlarged` times as much where there is room."""
        return min(enlarged * self.unit, width / self.width, height / self.page_height)

    @property
    def unpaged(self) -> list[Item]:
        """The items, with a line at each page break, for media without pages."""
        lines = Boxes(PAGE_BREAK, [(0, y, int(self.width), 1) for y in self.breaks])
        return [*self.items, lines] if self.breaks else [*self.items]

    @property
    def texts(self) -> list[str]:
        """All texts, hidden ones included."""
        return [text for item in flattened(self.items) if isinstance(item, Texts)
                for _, _, text in item.texts]


class Contents(NamedTuple):
    """What a drawing shows of a puzzle.

    `picture` None is the puzzle for a person to solve, a colouring the solved puzzle, a state what
    is known so far. `marks` are cells to frame, such as those that differ between solutions;
    `rings` are points to ring, in the puzzle's own coordinates.
    """

    picture: Colouring | State | None = None
    marks: Collection[int] = ()
    rings: Collection[Point] = ()

    @property
    def finished(self) -> bool:
        """Whether the picture is a whole solution."""
        return isinstance(self.picture, bytes)


def headed(nonogram: Nonogram, contents: Contents, options: PaperOptions) -> Nonogram:
    """Return the nonogram without its title, unless that is asked for or the solution is shown."""
    if options.titles or contents.finished or not nonogram.info.title:
        return nonogram
    return replace(nonogram, info=replace(nonogram.info, title=""))


def flattened(items: Sequence[Item], *, hidden: bool = True) -> Iterator[Item]:
    """Yield the items within groups and layers; without `hidden`, only those that are seen.
    Matrices of groups are ignored."""
    for item in items:
        if isinstance(item, Group) or (isinstance(item, Layer) and (hidden or not item.hidden)):
            yield from flattened(item.items, hidden=hidden)
        elif not isinstance(item, Layer):
            yield item


def as_paths(item: Boxes | Strokes | Polygons | Rings | Paths) -> Paths:
    """Return an item as paths, for writers without a shorter way; corners of boxes are sharp."""
    if isinstance(item, Boxes):
        return Paths([box_path(*box) for box in item.boxes], item.colour, closed=True)
    if isinstance(item, Polygons):
        return Paths([ring_path(outline) for outline in item.outlines], item.colour, item.colour,
                     SEAM, closed=True)
    if isinstance(item, Strokes):
        return Paths([(((x1, y1), (x2, y2)),) for x1, y1, x2, y2 in item.segments],
                     pen=item.colour, width=item.width)
    if isinstance(item, Rings):
        r, square = item.radius, item.shape == "square"
        return Paths([box_path(x - r, y - r, 2 * r, 2 * r) if square else circle_path((x, y), r)
                      for x, y in item.centres], pen=item.colour, width=item.width, closed=True)
    return item


def word(
    text: str, at: Point, size: float, colour: str, anchor: Anchor = "start", *,
    angle: float = 0.0, bold: bool = False,
) -> Texts:
    """Return a single text."""
    return Texts(colour, size, anchor, [(*at, text)], bold, angle)


def box_path(left: float, top: float, width: float, height: float) -> Path:
    """Return an upright rectangle."""
    right, bottom = left + width, top + height
    return ring_path(((left, top), (right, top), (right, bottom), (left, bottom)))


def ring_path(corners: Sequence[Point]) -> Path:
    """Return a polygon, back to its first corner."""
    return polyline((*corners, corners[0]))


def circle_path(centre: Point, radius: float) -> Path:
    """Return a circle of four cubics."""
    x, y = centre
    r, h = radius, radius * CIRCLE_HANDLE
    return (((x + r, y), (x + r, y + h), (x + h, y + r), (x, y + r)),
            ((x, y + r), (x - h, y + r), (x - r, y + h), (x - r, y)),
            ((x - r, y), (x - r, y - h), (x - h, y - r), (x, y - r)),
            ((x, y - r), (x + h, y - r), (x + r, y - h), (x + r, y)))
