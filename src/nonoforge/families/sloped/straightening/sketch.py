"""Find the frame of a drawing and its outlines as loops of straight edges, with all faults."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from math import dist, floor, hypot, isfinite, log10
from typing import NamedTuple

from nonoforge.errors import InputError
from nonoforge.families.plane import Drawing, Outline, Shape
from nonoforge.families.sloped.lines import UNIT, simplest
from nonoforge.path import (
    IDENTITY,
    Box,
    Matrix,
    Point,
    area,
    bounds,
    end,
    flat,
    inverse,
    sent,
    start,
)

NOTHING = "no closed shape: there is nothing to make a puzzle from"
MAX_NAMED_PLACES = 10  # in one message


class DrawingFaults:
    """Collects faults, kind by kind, and raises them as one error."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], list[str]] = {}

    def add(self, one: str, many: str, place: str) -> None:
        """Add a fault at a place: `one` names it in the singular, `many` in the plural."""
        self._found.setdefault((one, many), []).append(place)

    def raise_any(self, advice: str = "") -> None:
        """Raise one error with all faults, if there are any."""
        if self._found:
            faults = "; ".join(_fault_words(one, many, places)
                               for (one, many), places in self._found.items())
            raise InputError(faults + (f"; {advice}" if advice else ""))


def _fault_words(one: str, many: str, places: list[str]) -> str:
    """
    >>> _fault_words("an open shape", "open shapes", ["path 'a'", "path 'b'"])
    "2 open shapes: path 'a', path 'b'"
    """
    what = one if len(places) == 1 else f"{len(places):,} {many}"
    more = f" and {len(places) - MAX_NAMED_PLACES:,} more" if len(places) > MAX_NAMED_PLACES else ""
    return f"{what}: {', '.join(places[:MAX_NAMED_PLACES])}{more}"


DEFAULT_SIDE = 100.0  # mm: the longer side where a drawing does not give its size
MIN_SIDE, MAX_SIDE = 1.0, 10_000.0  # mm
MARGIN = 0.1  # around shapes without a page, relative to their longer side
RATIO_ERROR = Fraction(1, 10**9)  # a side ratio this near to a fraction of small numbers
MAX_RATIO_TERM = 50  # is that fraction
NOISE = 2e-5  # relative to the longer side: nearer points were meant to coincide


@dataclass(frozen=True)
class Frame:
    """A box in the drawing, and by how much it is enlarged. The puzzle's frame begins at (0, 0)."""

    box: Box
    scale: float
    to_file: Matrix = IDENTITY  # to the coordinates of the file, for messages

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
        """Return a point of the drawing in millimetres of the puzzle."""
        return ((point[0] - self.box.left) * self.scale, (point[1] - self.box.bottom) * self.scale)

    def place(self, point: Point) -> str:
        """Return a point of the puzzle in words, as a place in the file of the drawing, to a
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
    """Return the drawing without the shapes that only define its frame, and the frame: the
    rectangle given (x, y, width, height in the coordinates of the file), a rectangle that is called
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
        size = side if true_size else DEFAULT_SIDE
    if not MIN_SIDE <= size <= MAX_SIDE:
        raise InputError(f"the frame is {size:g} mm wide or high; from {MIN_SIDE:g} to "
                         f"{MAX_SIDE:,.0f} mm can be used, and --size sets it")
    return _whole(size, other / side) / side


def _whole(size: float, ratio: float) -> float:
    """Return a side so near to this one that both sides of the frame are whole numbers in the exact
    coordinates, if their ratio is a plain one: what divides the frame evenly still does then."""
    share = simplest(Fraction(ratio) - RATIO_ERROR, Fraction(ratio) + RATIO_ERROR)
    step = share.denominator if share.denominator <= MAX_RATIO_TERM else 1
    return step * max(1, round(size * UNIT / step)) / UNIT


def _rectangle(shape: Shape) -> Box | None:
    """Return the box of a shape that is a rectangle along the axes."""
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
    """Return a box around shapes, with a margin relative to its longer side."""
    points = [point for shape in shapes for outline in shape.outlines if outline.path
              for point in flat(outline.path)]
    if not points:
        raise InputError(NOTHING)
    box = bounds(points)
    margin *= max(box.width, box.height)
    return Box(box.left - margin, box.bottom - margin, box.right + margin, box.top + margin)


MAX_EDGES = 20_000
MIN_EDGE = 4  # times the noise: the direction of a shorter edge is unknown


class Edge(NamedTuple):
    """From corner to corner, in millimetres of the puzzle."""

    start: Point
    end: Point

    @property
    def length(self) -> float:
        return dist(self.start, self.end)


class Loop(NamedTuple):
    """One closed outline of a shape (by number)."""

    shape: int
    edges: tuple[Edge, ...]


@dataclass(frozen=True)
class Sketch:
    """The loops in the frame. `behind` are shapes (by number) that cover it all: they colour it,
    and have no edge in it."""

    frame: Frame
    shapes: tuple[Shape, ...]
    loops: tuple[Loop, ...]
    behind: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()

    def name(self, loop: Loop) -> str:
        """Return the name of the shape of a loop, for messages."""
        return self.shapes[loop.shape].name or f"shape {loop.shape + 1}"

    def edge_name(self, loop: Loop, edge: Edge) -> str:
        """Return an edge with its place in the drawing."""
        place = self.frame.place
        return f"{self.name(loop)} from {place(edge.start)} to {place(edge.end)}"


def sketch_of(drawing: Drawing, frame: Frame, near: float = 0.0) -> Sketch:
    """Return the loops of a drawing; an error with every place where there is something else. Edges
    shorter than half of `near` millimetres are left out, and corners may be up to `near`
    outside."""
    faults = DrawingFaults()
    notes = list(drawing.notes)
    loops: list[Loop] = []
    behind: list[int] = []
    short = max(MIN_EDGE * frame.noise, near / 2)
    _check_count(drawing)
    for number, shape in enumerate(drawing.shapes):
        name = shape.name or f"shape {number + 1}"
        found = [loop for outline in shape.outlines
                 if (loop := _loop(outline, name, frame, short, faults, notes))]
        if _covers(found, frame):
            behind.append(number)
            continue
        for edges in found:
            _check_inside(edges, name, frame, max(MIN_EDGE * frame.noise, near), faults)
            loops.append(Loop(number, edges))
    faults.raise_any()
    if not loops:
        raise InputError("; ".join([NOTHING, *notes]))
    return Sketch(frame, drawing.shapes, tuple(loops), tuple(behind), tuple(notes))


def _check_count(drawing: Drawing) -> None:
    edges = sum(len(outline.path) for shape in drawing.shapes for outline in shape.outlines)
    if edges > MAX_EDGES:
        raise InputError(f"{edges:,} edges; a sloped puzzle is made of at most {MAX_EDGES:,}")


def _loop(
    outline: Outline, name: str, frame: Frame, short: float, faults: DrawingFaults,
    notes: list[str],
) -> tuple[Edge, ...] | None:
    """Return the edges of an outline; None if it is empty or invalid."""
    pieces = [tuple(map(frame.inner, piece)) for piece in outline.path]
    points = [point for piece in pieces for point in piece]
    if not points:
        return None
    if not all(isfinite(value) for point in points for value in point):
        raise InputError(f"{name} has a coordinate that is not a number")
    box = bounds(points)
    if max(box.width, box.height) <= short:
        notes.append(f"{name} is a mere point at {frame.place(points[0])}; it was left out")
        return None
    bent = [piece for piece in pieces if not _straight(piece, frame.noise)]
    if bent:
        faults.add("a curved shape, but edges must be straight (make curved takes curves)",
                   "curved shapes, but edges must be straight (make curved takes curves)",
                   f"{name} with {_curves(len(bent))} at {frame.place(bent[0][0])}")
        return None
    return _closed(outline, pieces, name, frame, short, faults)


def _curves(number: int) -> str:
    return "a curve" if number == 1 else f"{number:,} curves, the first"


def _closed(
    outline: Outline, pieces: Sequence[Sequence[Point]], name: str, frame: Frame, short: float,
    faults: DrawingFaults,
) -> tuple[Edge, ...] | None:
    path = tuple((piece[0], piece[-1]) for piece in pieces)
    gap = dist(start(path), end(path))
    if gap > short and not outline.closed:
        faults.add("an open shape", "open shapes",
                   f"{name} begins at {frame.place(start(path))} and ends at "
                   f"{frame.place(end(path))}")
        return None
    corners = [piece[0] for piece in path]
    if gap > short:
        corners.append(end(path))
    if _thin(corners, short):
        faults.add("a shape without an area", "shapes without an area",
                   f"{name} at {frame.place(corners[0])}")
        return None
    return tuple(edge for edge in _edges(corners) if edge.length > short)


def _edges(corners: Sequence[Point]) -> Iterator[Edge]:
    return (Edge(p, q) for p, q in pairwise([*corners, corners[0]]))


def _straight(piece: Sequence[Point], noise: float) -> bool:
    """Return whether a piece is straight: two points, or handles on the way from start to end."""
    if len(piece) == 2:
        return True
    (ax, ay), *handles, (bx, by) = piece
    long = dist(piece[0], piece[-1])
    if long <= noise:
        return all(dist(piece[0], handle) <= noise for handle in handles)
    ux, uy = (bx - ax) / long, (by - ay) / long
    return all(abs((x - ax) * uy - (y - ay) * ux) <= noise
               and -noise <= (x - ax) * ux + (y - ay) * uy <= long + noise for x, y in handles)


def _thin(corners: Sequence[Point], short: float) -> bool:
    """Return whether all corners lie on one straight line."""
    ax, ay = corners[0]
    bx, by = max(corners, key=lambda corner: dist(corners[0], corner))
    long = dist((ax, ay), (bx, by))
    return all(abs((x - ax) * (by - ay) - (y - ay) * (bx - ax)) <= short * long
               for x, y in corners)


def _check_inside(
    edges: Sequence[Edge], name: str, frame: Frame, hair: float, faults: DrawingFaults,
) -> None:
    """Report every corner that is not within the frame."""
    for (x, y), _ in edges:
        if not (-hair <= x <= frame.width + hair and -hair <= y <= frame.height + hair):
            faults.add("a corner outside the frame", "corners outside the frame",
                       f"{name} at {frame.place((x, y))}")


def _covers(loops: Sequence[Sequence[Edge]], frame: Frame) -> bool:
    """Return whether the loops are a single rectangle at least as large as the frame."""
    if len(loops) != 1 or len(loops[0]) != 4:
        return False
    hair = MIN_EDGE * frame.noise
    corners = [edge.start for edge in loops[0]]
    left, bottom, right, top = bounds(corners)
    box = Box(left, bottom, right, top)
    return (left <= hair and bottom <= hair and right >= frame.width - hair
            and top >= frame.height - hair
            and abs(abs(area(corners)) - box.width * box.height) <= hair * max(box[2:]))
