"""The frame of a puzzle in the drawing that it is made from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor, hypot, isfinite, log10

from nonoforge.errors import InputError
from nonoforge.families.plane import Drawing, Shape
from nonoforge.families.sloped.slopes import simplest
from nonoforge.families.sloped.straight import UNIT
from nonoforge.families.sloped.straightening.faults import NOTHING
from nonoforge.path import IDENTITY, Box, Matrix, Point, bounds, flat, inverse, sent

USUAL = 100.0  # millimetres: the longer side where a drawing does not say how large it is
SMALLEST, LARGEST = 1.0, 10_000.0  # millimetres
MARGIN = 0.1  # around shapes that are on no page, of their longer side
EVEN, PLAIN = Fraction(1, 10**9), 50  # what a ratio of sides may miss, and how plain it must be
NOISE = 2e-5  # of the longer side: what is closer together was meant to be in one place


@dataclass(frozen=True)
class Frame:
    """A box in the drawing, and by how much it is enlarged. The puzzle's frame begins at (0, 0)."""

    box: Box
    scale: float
    to_file: Matrix = IDENTITY  # places are told as the drawing's file counts

    @property
    def width(self) -> float:
        return self.box.width * self.scale

    @property
    def height(self) -> float:
        return self.box.height * self.scale

    @property
    def noise(self) -> float:
        """In millimetres of the puzzle."""
        return NOISE * max(self.width, self.height)

    @property
    def exact(self) -> tuple[int, int, int, int]:
        """Left, bottom, right, top in exact coordinates; a square remains one."""
        width, height = round(self.width * UNIT), round(self.height * UNIT)
        if abs(width - height) <= self.noise * UNIT:
            height = width
        return 0, 0, width, height

    def inner(self, point: Point) -> Point:
        """A point of the drawing in millimetres of the puzzle."""
        return ((point[0] - self.box.left) * self.scale, (point[1] - self.box.bottom) * self.scale)

    def place(self, point: Point) -> str:
        """A point of the puzzle in words, as a place in the file of the drawing, to a
        ten-thousandth of the frame."""
        x, y = sent((point[0] / self.scale + self.box.left,
                     point[1] / self.scale + self.box.bottom), self.to_file)
        a, b, c, d, _, _ = self.to_file
        side = max(self.box.width, self.box.height) * max(hypot(a, b), hypot(c, d))
        digits = max(0, 4 - floor(log10(1.001 * side)))
        return f"({x:.{digits}f}, {y:.{digits}f})"


def find_frame(
    drawing: Drawing, asked: tuple[float, float, float, float] | None = None,
    size: float | None = None,
) -> tuple[Drawing, Frame]:
    """The drawing without what only stands for its frame, and the frame: the rectangle that was
    asked for (x, y, width, height in the coordinates of the file), a rectangle that is called
    frame, the page, or a box around all."""
    called = [(shape, box) for shape in drawing.shapes if "frame" in shape.words
              and (box := _rectangle(shape))]
    if asked is not None:
        x, y, width, height = asked
        box = bounds(sent(corner, drawing.matrix) for corner in ((x, y), (x + width, y + height)))
    elif len(called) == 1:
        shape, box = called[0]
        drawing = replace(drawing, shapes=tuple(s for s in drawing.shapes if s is not shape))
    else:
        box = drawing.page or _around(drawing.shapes, MARGIN)
    return drawing, Frame(box, _scale(box, size, drawing.true_size),
                          inverse(drawing.matrix))


def _scale(box: Box, size: float | None, true_size: bool) -> float:
    side, other = max(box.width, box.height), min(box.width, box.height)
    if not (isfinite(side) and other > 0 and other >= 1e-3 * side):
        raise InputError(f"the frame is {box.width:g} by {box.height:g}: it has no room for a "
                         "picture; --frame chooses another")
    if size is None:
        size = side if true_size else USUAL
    if not SMALLEST <= size <= LARGEST:
        raise InputError(f"the frame is {size:g} mm wide or high; from {SMALLEST:g} to "
                         f"{LARGEST:,.0f} mm can be used, and --size sets it")
    return _whole(size, other / side) / side


def _whole(size: float, ratio: float) -> float:
    """A side so near to this one that both sides of the frame are whole numbers in the exact
    coordinates, if their ratio is a plain one: what divides the frame evenly still does then."""
    share = simplest(Fraction(ratio) - EVEN, Fraction(ratio) + EVEN)
    step = share.denominator if share.denominator <= PLAIN else 1
    return step * max(1, round(size * UNIT / step)) / UNIT


def _rectangle(shape: Shape) -> Box | None:
    """The box of a shape that is a rectangle along the axes."""
    if len(shape.outlines) != 1 or not shape.outlines[0].closed:
        return None
    points = flat(shape.outlines[0].path)
    box = bounds(points)
    hair = NOISE * max(box.width, box.height)
    on_corner = all(
        min(abs(x - box.left), abs(x - box.right)) <= hair
        and min(abs(y - box.bottom), abs(y - box.top)) <= hair for x, y in points)
    return box if on_corner and len(points) == 5 else None


def _around(shapes: Sequence[Shape], margin: float) -> Box:
    """A box around shapes, with a margin that is so much of its longer side."""
    points = [point for shape in shapes for outline in shape.outlines if outline.path
              for point in flat(outline.path)]
    if not points:
        raise InputError(NOTHING)
    box = bounds(points)
    margin *= max(box.width, box.height)
    return Box(box.left - margin, box.bottom - margin, box.right + margin, box.top + margin)
