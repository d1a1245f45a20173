"""Strokes: paths of a drawing before their crossings are known; errors with places in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import dist, hypot

from nonoforge.errors import InputError
from nonoforge.path import Path, Piece, Point, at, flat

MIN_EXTENT = 1e-6  # mm: a piece within a box of this size is a point


@dataclass(frozen=True)
class Stroke:
    """One path of the drawing. `picture` says for each piece whether it borders the picture."""

    path: Path
    closed: bool = False
    picture: tuple[bool, ...] = ()  # of no piece, unless there is one for each
    name: str = ""

    @cached_property
    def flags(self) -> tuple[bool, ...]:
        """One flag for each piece."""
        return self.picture or (False,) * len(self.path)

    def place(self, u: float) -> Point:
        """Return the point at u: the number of a piece plus how far along it. Closed strokes go
        round."""
        if self.closed and u > len(self.path):
            u -= len(self.path)
        piece = min(int(u), len(self.path) - 1)
        return at(self.path[piece], u - piece)


def make_stroke(
    path: Path, closed: bool = False, *, picture: bool | Sequence[bool] = False, name: str = "",
) -> Stroke | None:
    """Return a stroke without the pieces that are only points; None if nothing is left."""
    flags = (picture,) * len(path) if isinstance(picture, bool) else tuple(picture)
    kept = [(piece, flag) for piece, flag in zip(path, flags, strict=True) if not _dot(piece)]
    if not kept:
        return None
    pieces = _joined([piece for piece, _ in kept])
    if closed:
        pieces[-1] = (*pieces[-1][:-1], pieces[0][0])
    return Stroke(tuple(pieces), closed, tuple(flag for _, flag in kept), name)


def _dot(piece: Piece) -> bool:
    x, y = piece[0]
    return all(hypot(a - x, b - y) <= MIN_EXTENT for a, b in piece[1:])


def _joined(pieces: list[Piece]) -> list[Piece]:
    """Return the pieces with each start moved exactly to the end before it: a dot between them may
    have been dropped."""
    for i in range(1, len(pieces)):
        if pieces[i][0] != pieces[i - 1][-1]:
            pieces[i] = (pieces[i - 1][-1], *pieces[i][1:])
    return pieces


def distance(place: Point, path: Path) -> float:
    """Return the distance of a point from a path, to within 1e-6 mm."""
    nearest = float("inf")
    for (ax, ay), (bx, by) in pairwise(flat(path, 1e-6)):
        dx, dy = bx - ax, by - ay
        t = ((place[0] - ax) * dx + (place[1] - ay) * dy) / max(dx * dx + dy * dy, 1e-30)
        t = min(1.0, max(0.0, t))
        nearest = min(nearest, dist(place, (ax + t * dx, ay + t * dy)))
    return nearest


Place = Callable[[Point], Point]


class DrawingError(InputError):
    """An error at places of a drawing. The message has `{0}`, `{1}`, ... for them; they are in
    millimetres of the puzzle until `in_drawing` converts them.

    >>> print(DrawingError("two frames meet at {0}", (1.0, 2.0)))
    two frames meet at (1.00, 2.00) mm
    """

    def __init__(self, words: str, *places: Point) -> None:
        self.words, self.places = words, places
        super().__init__(self._told(lambda point: point))

    def _told(self, to: Place) -> str:
        points = [to(point) for point in self.places]
        return self.words.format(*(f"({x + 0.0:.2f}, {y + 0.0:.2f}) mm" for x, y in points))

    def in_drawing(self, to: Place) -> InputError:
        """Return the error with its places in the coordinates of the drawing."""
        return InputError(self._told(to))


def literal(name: str) -> str:
    """Return a name in the words of a `DrawingError`, whatever is in it."""
    return name.replace("{", "{{").replace("}", "}}")
