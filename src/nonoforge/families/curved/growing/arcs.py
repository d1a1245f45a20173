"""The outlines of a picture in arcs that can be continued: cut at corners, and where they bend.

At a corner two arcs end, and each goes on beyond it in its own direction: their continuations cross
there as the arcs would. A smooth outline has no corner, so it gets some (bends.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import atan2, dist, radians
from random import Random
from typing import NamedTuple

from nonoforge.families.curved.growing.bends import Bend, Cutter
from nonoforge.families.curved.growing.trail import Trail, joined, trail
from nonoforge.families.curved.stroke import Stroke
from nonoforge.path import Path, Piece, Point, backwards, bounds, end, leaving, start

CORNER = radians(20)  # outlines that turn by this at once have a corner there
OFF = 0.02  # a new corner may be this far off the outline, in parts of the outline's size
SAMPLES = 400  # around an outline


class Arc(NamedTuple):
    """A part of an outline from a corner to the next. Corners are numbered; None is the frame."""

    path: Path
    outline: int
    corners: tuple[int | None, int | None]

    def end(self, last: int) -> tuple[Point, Point]:
        """Where it ends, at its start (0) or end (1), and in which direction it goes on there."""
        away = backwards(self.path) if last else self.path
        dx, dy = leaving(away)
        return start(away), (-dx, -dy)


class Cut(NamedTuple):
    """An outline cut into arcs; how many corners it was given, and how far off it they are."""

    arcs: tuple[Arc, ...]
    corners: int
    given: int
    off: float


def cut(
    outline: Stroke, number: int, first_corner: int, rng: Random | None = None, off: float = OFF,
) -> Cut:
    """Arcs that turn by half a circle at most, at least two if the outline is closed; none if it
    bends nowhere. Corners are numbered from the first. An open outline ends on the frame."""
    for wider in (1.0, 1.5, 2.0, 3.0):
        found = _cut(outline, number, first_corner, rng, wider * off * size(outline))
        if found is not None:
            return found
    return Cut((), 0, 0, 0.0)


def _cut(
    outline: Stroke, number: int, first_corner: int, rng: Random | None, most: float,
) -> Cut | None:
    """The same; None if no corners are found that are no further off the outline than that."""
    paths, round_ = at_corners(outline)
    around = sum(dist(a, b) for piece in outline.path for a, b in pairwise(piece))
    fewest = 2 if round_ else 1 if outline.closed and len(paths) == 1 else 0
    found: list[Path] = []
    given: list[Bend] = []
    for path in paths:
        way = trail(path, around / SAMPLES)
        chosen = Cutter(way, round_, most, rng).chosen(fewest)
        if len(chosen) < fewest:
            return None
        given += chosen
        found += _around(way, chosen) if round_ else _along(way, chosen)
    return Cut(_arcs(found, outline.closed, number, first_corner),
               len(found) - (not outline.closed), len(given),
               max((bend.off for bend in given), default=0.0))


def size(outline: Stroke) -> float:
    """How large an outline is: mostly how narrow."""
    box = bounds(point for piece in outline.path for point in piece)
    return min(box.width, box.height) + 0.2 * max(box.width, box.height)


def _arcs(paths: Sequence[Path], closed: bool, number: int, first: int) -> tuple[Arc, ...]:
    inner: list[int | None] = [first + k for k in range(len(paths))]
    stops = [*inner, first] if closed else [None, *inner[:-1], None]
    return tuple(Arc(path, number, pair)
                 for path, pair in zip(paths, pairwise(stops), strict=True))


def at_corners(outline: Stroke) -> tuple[list[Path], bool]:
    """An outline cut at its corners; or, if it is closed and has none, as it is (and True)."""
    path = outline.path
    corners = [k for k in range(0 if outline.closed else 1, len(path))
               if abs(turn(path[k - 1], path[k])) >= CORNER]
    if not outline.closed:
        return [path[a:b] for a, b in pairwise([0, *corners, len(path)])], False
    if not corners:
        return [path], True
    path = path[corners[0]:] + path[:corners[0]]
    return [path[a:b] for a, b in pairwise([*(k - corners[0] for k in corners), len(path)])], False


def turn(before: Piece, after: Piece) -> float:
    """By how much the direction changes from a piece to the next, in radians."""
    (ax, ay), (bx, by) = leaving((before[::-1],)), leaving((after,))
    return atan2(ay * bx - ax * by, -ax * bx - ay * by)


def _along(way: Trail, bends: Sequence[Bend]) -> list[Path]:
    """The arcs of a trail that begins and ends at corners."""
    stops = [0, *(stop for bend in bends for stop in (bend.first, bend.last)), len(way.us) - 1]
    corners = [None, *(bend.corner for bend in bends), None]
    return [_to_corners(before, way.stretch(a, b), after) for a, b, before, after in zip(
        stops[::2], stops[1::2], corners, corners[1:], strict=False)]


def _around(way: Trail, bends: Sequence[Bend]) -> list[Path]:
    """The arcs of a round trail; the last goes on where the trail began."""
    found = [_to_corners(one.corner, way.stretch(one.last, other.first), other.corner)
             for one, other in pairwise(bends)]
    over = joined([*way.stretch(bends[-1].last, len(way.us) - 1), *way.stretch(0, bends[0].first)])
    return [*found, _to_corners(bends[-1].corner, over, bends[0].corner)]


def _to_corners(before: Point | None, path: Path, after: Point | None) -> Path:
    """A stretch with the tangents to its corners."""
    pieces = list(path)
    if before is not None and dist(before, start(path)) > 1e-9:
        pieces.insert(0, (before, start(path)))
    if after is not None and dist(after, end(path)) > 1e-9:
        pieces.append((end(path), after))
    return tuple(pieces)
