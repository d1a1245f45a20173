"""A pen that follows the operators of a path, and the outlines that it leaves, in millimetres."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import hypot

from nonoforge.errors import InputError
from nonoforge.families.plane.drawing import Outline
from nonoforge.families.plane.limits import MAX_REACH, Allowance
from nonoforge.families.plane.spline import quadratic
from nonoforge.path import Matrix, Piece, Point, moved, piece_of

TINY = 1e-4  # millimetres: below that a piece has no length, and a gap is closed
DIGITS = 9  # after the point; enough, and equal points from different transforms become equal


@dataclass
class Row:
    """Pieces one after the other."""

    pieces: list[Piece] = field(default_factory=list)
    closed: bool = False


class Pen:
    """Draws rows of pieces in the coordinates of the file."""

    def __init__(self, allowance: Allowance) -> None:
        self.allowance = allowance
        self.rows: list[Row] = []
        self.here: Point = (0.0, 0.0)
        self.start: Point = (0.0, 0.0)
        self._down = False

    def move(self, to: Point) -> None:
        self.allowance.step()
        self.here = self.start = to
        self._down = False

    def line(self, to: Point) -> None:
        self.follow([(self.here, to)])

    def cubic(self, b: Point, c: Point, to: Point) -> None:
        self.follow([(self.here, b, c, to)])

    def quadratic(self, b: Point, to: Point) -> None:
        self.follow([quadratic(self.here, b, to)])

    def follow(self, pieces: Iterable[Piece]) -> None:
        """Any pieces that begin here."""
        if not self._down:
            self.rows.append(Row())
            self._down = True
        row = self.rows[-1].pieces
        before = len(row)
        row += pieces
        if row:
            self.here = row[-1][-1]
        self.allowance.more(max(1, len(row) - before))

    def close(self) -> None:
        self.allowance.step()
        if self._down:
            self.rows[-1].closed = True
        self.here = self.start
        self._down = False

    def polygon(self, points: Sequence[Point], closed: bool) -> None:
        """Straight pieces through all of these."""
        self.move(points[0])
        for point in points[1:]:
            self.line(point)
        if closed:
            self.close()


@dataclass
class Leaving:
    """What a pen has left on the sheet."""

    outlines: tuple[Outline, ...]
    dropped: int  # pieces of no length


def outlines(rows: Iterable[Row], matrix: Matrix) -> Leaving:
    """The rows in millimetres: without pieces of no length, curves that are straight as straight
    pieces, closed ones closed."""
    found, dropped = [], 0
    for row in rows:
        pieces = [_rounded(piece) for piece in moved(tuple(row.pieces), matrix)]
        kept = _joined(pieces)
        dropped += len(pieces) - len(kept)
        if kept:
            found.append(_outline(kept, row.closed))
    return Leaving(tuple(found), dropped)


def _outline(pieces: list[Piece], closed: bool) -> Outline:
    """A path whose ends meet is closed, whether it says so or not."""
    start, end = pieces[0][0], pieces[-1][-1]
    near = hypot(start[0] - end[0], start[1] - end[1]) <= TINY
    if near and (len(pieces) > 1 or len(pieces[0]) == 4):
        pieces[-1] = (*pieces[-1][:-1], start)
        closed = True
    elif closed:
        pieces.append((end, start))
    return Outline(tuple(map(_straightened, pieces)), closed)


def _joined(pieces: list[Piece]) -> list[Piece]:
    """Without pieces of no length; each begins where the one before it ends."""
    kept: list[Piece] = []
    for piece in pieces:
        if kept and piece[0] != kept[-1][-1]:
            piece = (kept[-1][-1], *piece[1:])
        if any(hypot(x - piece[0][0], y - piece[0][1]) > TINY for x, y in piece[1:]):
            kept.append(piece)
    return kept


def _straightened(piece: Piece) -> Piece:
    """A cubic whose handles lie on its chord, between its ends, is the chord."""
    if len(piece) == 2:
        return piece
    (x, y), b, c, (u, v) = piece
    dx, dy = u - x, v - y
    far = hypot(dx, dy)
    for px, py in (b, c):
        along, off = dx * (px - x) + dy * (py - y), dx * (py - y) - dy * (px - x)
        if abs(off) > TINY / 10 * far or not -TINY * far <= along <= far * far + TINY * far:
            return piece
    return (piece[0], piece[3]) if far > TINY else piece


def _rounded(piece: Piece) -> Piece:
    for x, y in piece:
        if not (abs(x) <= MAX_REACH and abs(y) <= MAX_REACH):  # nor is a NaN
            raise InputError(f"it reaches more than {MAX_REACH:,.0f} mm from the origin; look at "
                             "its numbers and transforms")
    return piece_of([(round(x, DIGITS) + 0.0, round(y, DIGITS) + 0.0) for x, y in piece])
