"""The outlines of a drawing as loops of straight edges within the frame."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import dist, isfinite
from typing import NamedTuple

from nonoforge.errors import InputError
from nonoforge.families.plane import Drawing, Outline, Shape
from nonoforge.families.sloped.straightening.faults import NOTHING, Faults
from nonoforge.families.sloped.straightening.frame import Frame
from nonoforge.path import Box, Point, area, bounds, end, start

MOST_EDGES = 20_000
SHORT = 4  # times the noise: edges that are shorter say nothing about their direction


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
    """What is drawn in the frame. `behind` are shapes (by number) that cover it all: they colour
    it, and have no edge in it."""

    frame: Frame
    shapes: tuple[Shape, ...]
    loops: tuple[Loop, ...]
    behind: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()

    def name(self, loop: Loop) -> str:
        """Whose outline it is, for messages."""
        return self.shapes[loop.shape].name or f"shape {loop.shape + 1}"

    def edge_name(self, loop: Loop, edge: Edge) -> str:
        """An edge with its place in the drawing."""
        place = self.frame.place
        return f"{self.name(loop)} from {place(edge.start)} to {place(edge.end)}"


def sketch_of(drawing: Drawing, frame: Frame, near: float = 0.0) -> Sketch:
    """The loops of a drawing; an error with every place where there is something else. Edges
    shorter than half of `near` millimetres are left out, and corners may be so far outside."""
    faults = Faults()
    notes = list(drawing.notes)
    loops: list[Loop] = []
    behind: list[int] = []
    short = max(SHORT * frame.noise, near / 2)
    _check_count(drawing)
    for number, shape in enumerate(drawing.shapes):
        name = shape.name or f"shape {number + 1}"
        found = [loop for outline in shape.outlines
                 if (loop := _loop(outline, name, frame, short, faults, notes))]
        if _covers(found, frame):
            behind.append(number)
            continue
        for edges in found:
            _check_inside(edges, name, frame, max(SHORT * frame.noise, near), faults)
            loops.append(Loop(number, edges))
    faults.raise_any()
    if not loops:
        raise InputError("; ".join([NOTHING, *notes]))
    return Sketch(frame, drawing.shapes, tuple(loops), tuple(behind), tuple(notes))


def _check_count(drawing: Drawing) -> None:
    edges = sum(len(outline.path) for shape in drawing.shapes for outline in shape.outlines)
    if edges > MOST_EDGES:
        raise InputError(f"{edges:,} edges; a sloped puzzle is made of at most {MOST_EDGES:,}")


def _loop(
    outline: Outline, name: str, frame: Frame, short: float, faults: Faults, notes: list[str],
) -> tuple[Edge, ...] | None:
    """The edges of an outline, or None if there is nothing to it or something wrong with it."""
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
    faults: Faults,
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
    """Two points are; four are if the handles lie on the way from start to end."""
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
    """Do all corners lie on one straight line?"""
    ax, ay = corners[0]
    bx, by = max(corners, key=lambda corner: dist(corners[0], corner))
    long = dist((ax, ay), (bx, by))
    return all(abs((x - ax) * (by - ay) - (y - ay) * (bx - ax)) <= short * long
               for x, y in corners)


def _check_inside(
    edges: Sequence[Edge], name: str, frame: Frame, hair: float, faults: Faults,
) -> None:
    """Every corner that is not within the frame."""
    for (x, y), _ in edges:
        if not (-hair <= x <= frame.width + hair and -hair <= y <= frame.height + hair):
            faults.add("a corner outside the frame", "corners outside the frame",
                       f"{name} at {frame.place((x, y))}")


def _covers(loops: Sequence[Sequence[Edge]], frame: Frame) -> bool:
    """A single rectangle as large as the frame, or larger?"""
    if len(loops) != 1 or len(loops[0]) != 4:
        return False
    hair = SHORT * frame.noise
    corners = [edge.start for edge in loops[0]]
    left, bottom, right, top = bounds(corners)
    box = Box(left, bottom, right, top)
    return (left <= hair and bottom <= hair and right >= frame.width - hair
            and top >= frame.height - hair
            and abs(abs(area(corners)) - box.width * box.height) <= hair * max(box[2:]))
