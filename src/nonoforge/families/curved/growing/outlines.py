"""Check the outlines of a picture and cut them into arcs that can be continued.

A smooth outline is given corners, which changes it a little; no other outline may be in the way.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import atan2, cos, dist, hypot, pi, radians, sin
from random import Random
from typing import NamedTuple

from nonoforge.errors import InputError
from nonoforge.families.curved.arranging import Contact, contacts, monotone_segments, overlap_error
from nonoforge.families.curved.growing.sampled_path import SampledPath, heading, joined, sample_path
from nonoforge.families.curved.stroke import DrawingError, Stroke, literal
from nonoforge.path import Path, Piece, Point, backwards, bounds, end, flat, inside, leaving, start

# Where a smooth outline bends it can be given a corner.
#
# The tangents before and after a bend meet just outside it. Where they take the place of the bend,
# two arcs meet at an angle, and can go on beyond each other. A circle of which 36 degrees are
# replaced grows there by 5 % of its radius.

MIN_CORNER_TURN, MAX_CORNER_TURN = radians(30), radians(100)  # of a bend that becomes a corner
MAX_ARC_TURN = radians(200)  # arcs that turn further are cut


class Bend(NamedTuple):
    """A stretch of a sampled path that can become a corner, and the corner's distance from the
    path."""

    first: int
    last: int
    corner: Point
    turn: float
    off: float


def bends(way: SampledPath, most: float) -> tuple[Bend, ...]:
    """Return all places where a trail turns one way, and enough: for each the largest turn that
    keeps the corner near the trail."""
    found: list[Bend] = []
    for middle in range(1, len(way.us) - 1):
        best: Bend | None = None
        reach = 1
        while middle - reach >= 0 and middle + reach < len(way.us):
            bend = _bend(way, middle - reach, middle, middle + reach)
            if bend is not None and (bend.off > most or abs(bend.turn) > MAX_CORNER_TURN):
                break
            if bend is not None and abs(bend.turn) >= MIN_CORNER_TURN:
                best = bend
            reach += max(1, reach // 8)
        if best is not None:
            found.append(best)
    return tuple(found)


def _bend(way: SampledPath, first: int, middle: int, last: int) -> Bend | None:
    whole = way.turned[last] - way.turned[first]
    half = way.turned[middle] - way.turned[first]
    if abs(whole) > 1e-3 and not 0.25 < half / whole < 0.75:
        return None  # it does not turn evenly here, and the tangents would meet elsewhere
    corner = _meeting(way.places[first], way.turned[first], way.places[last], way.turned[last])
    return corner and Bend(first, last, corner, whole, dist(corner, way.places[middle]))


def _meeting(a: Point, towards: float, b: Point, from_: float) -> Point | None:
    """Return where the tangent ahead of a meets the tangent behind b."""
    ux, uy, vx, vy = cos(towards), sin(towards), cos(from_), sin(from_)
    cross = ux * vy - uy * vx
    if abs(cross) < 0.02:
        return None
    dx, dy = b[0] - a[0], b[1] - a[1]
    ahead, behind = (dx * vy - dy * vx) / cross, (ux * dy - uy * dx) / cross
    if ahead <= 0 or behind <= 0:
        return None
    return a[0] + ahead * ux, a[1] + ahead * uy


class Cutter:
    """Chooses the bends of one trail that become corners: as long as an arc turns too far.

    Chance moves them; without it they are where the trail bends most."""

    def __init__(
        self, way: SampledPath, round_: bool, most: float, rng: Random | None,
        known: tuple[Bend, ...] | None = None,
    ) -> None:
        self.way, self.round, self.most, self.rng = way, round_, most, rng
        self.bends = bends(way, most) if known is None else known

    def chosen(self, fewest: int) -> list[Bend]:
        """Return the bends at which to cut, in order along the path: at least `fewest`, and more
        while an arc turns by more than MAX_ARC_TURN."""
        chosen: list[Bend] = []
        while len(chosen) < fewest or max(self._turns(chosen)) > MAX_ARC_TURN:
            more = self._one_more(chosen)
            if more is None:
                break
            chosen = more
        return chosen

    def _turns(self, chosen: Sequence[Bend]) -> list[float]:
        """Return the turn of each arc between bends, in radians."""
        if self.round and not chosen:
            return [2 * pi]
        stops = [0, *(stop for bend in chosen for stop in (bend.first, bend.last)),
                 len(self.way.us) - 1]
        found = [self._sweep(a, b) for a, b in zip(stops[::2], stops[1::2], strict=True)]
        return [*found[1:-1], found[0] + found[-1]] if self.round else found

    def _shortest(self, chosen: Sequence[Bend]) -> float:
        """Return the length of the shortest arc between bends; negative if they overlap."""
        far = self.way.far
        between = [far[other.first] - far[one.last] for one, other in pairwise(chosen)]
        before, after = far[chosen[0].first], far[-1] - far[chosen[-1].last]
        return min([*between, before + after] if self.round else [*between, before, after])

    def _sweep(self, first: int, last: int) -> float:
        some = self.way.turned[first:last + 1]
        return max(some) - min(some)

    def _one_more(self, chosen: list[Bend]) -> list[Bend] | None:
        """Return a bend that is sharp, near the trail, and makes the arcs less round."""
        best: tuple[float, list[Bend]] | None = None
        for bend in self.bends:
            tried = sorted([*chosen, bend])
            if self._shortest(tried) < 4 * self.most:
                continue
            score = max(0.7 * MAX_ARC_TURN, *self._turns(tried)) + bend.off / self.most \
                + 0.5 * MIN_CORNER_TURN / abs(bend.turn) \
                + (self.rng.expovariate(2.0) if self.rng else 0.0)
            if best is None or score < best[0]:
                best = score, tried
        return best and best[1]


# The outlines of a picture in arcs that can be continued: cut at corners, and where they bend.
#
# At a corner two arcs end, and each goes on beyond it in its own direction: their continuations
# cross there as the arcs would. A smooth outline has no corner, so it gets some (bends.py).

CORNER_ANGLE = radians(20)  # a turn of this much between two pieces is a corner
MAX_CORNER_OFFSET = 0.02  # of a new corner from the outline, relative to the outline's size
OUTLINE_SAMPLES = 400  # around an outline


class Arc(NamedTuple):
    """A part of an outline from a corner to the next. Corners are numbered; None is the frame.
    `inner` are corners of other arcs through which it passes smoothly: the joint and the number.
    `parts` has the outline of each piece, where they differ."""

    path: Path
    outline: int
    corners: tuple[int | None, int | None]
    inner: tuple[tuple[int, int], ...] = ()
    parts: tuple[int, ...] = ()

    @property
    def borders(self) -> tuple[int, ...]:
        """The outline of each piece."""
        return self.parts or (self.outline,) * len(self.path)

    @property
    def joints(self) -> tuple[tuple[int, int], ...]:
        """All corners: at which joint of the path, and the number."""
        ends = zip((0, len(self.path)), self.corners, strict=True)
        return (*((joint, corner) for joint, corner in ends if corner is not None), *self.inner)

    def end(self, last: int) -> tuple[Point, Point]:
        """Return where it ends, at its start (0) or end (1), and in which direction it goes on
        there."""
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
    outline: Stroke, number: int, first_corner: int, rng: Random | None = None,
    off: float = MAX_CORNER_OFFSET,
) -> Cut:
    """Arcs that turn by half a circle at most, at least two if the outline is closed; none if it
    bends nowhere. Corners are numbered from the first. An open outline ends on the frame."""
    for wider in (1.0, 1.5, 2.0, 3.0):
        found = _cut_at(outline, number, first_corner, rng, wider * off * size(outline))
        if found is not None:
            return found
    return Cut((), 0, 0, 0.0)


def _cut_at(
    outline: Stroke, number: int, first_corner: int, rng: Random | None, most: float,
) -> Cut | None:
    """Cut an outline; None if no corners are found within the given distance of it."""
    paths, round_ = at_corners(outline)
    around = sum(dist(a, b) for piece in outline.path for a, b in pairwise(piece))
    fewest = 2 if round_ else 1 if outline.closed and len(paths) == 1 else 0
    found: list[Path] = []
    given: list[Bend] = []
    for path in paths:
        way = sample_path(path, around / OUTLINE_SAMPLES)
        chosen = Cutter(way, round_, most, rng).chosen(fewest)
        if len(chosen) < fewest:
            return None
        given += chosen
        found += _around(way, chosen) if round_ else _along(way, chosen)
    return Cut(_arcs(found, outline.closed, number, first_corner),
               len(found) - (not outline.closed), len(given),
               max((bend.off for bend in given), default=0.0))


def size(outline: Stroke) -> float:
    """Return how large an outline is: mostly how narrow."""
    box = bounds(point for piece in outline.path for point in piece)
    return min(box.width, box.height) + 0.2 * max(box.width, box.height)


def _arcs(paths: Sequence[Path], closed: bool, number: int, first: int) -> tuple[Arc, ...]:
    inner: list[int | None] = [first + k for k in range(len(paths))]
    stops = [*inner, first] if closed else [None, *inner[:-1], None]
    return tuple(Arc(path, number, pair)
                 for path, pair in zip(paths, pairwise(stops), strict=True))


def at_corners(outline: Stroke) -> tuple[list[Path], bool]:
    """Return an outline cut at its corners; if it is closed and has none, as it is (and True)."""
    path = outline.path
    corners = [k for k in range(0 if outline.closed else 1, len(path))
               if abs(turn(path[k - 1], path[k])) >= CORNER_ANGLE]
    if not outline.closed:
        return [path[a:b] for a, b in pairwise([0, *corners, len(path)])], False
    if not corners:
        return [path], True
    path = path[corners[0]:] + path[:corners[0]]
    return [path[a:b] for a, b in pairwise([*(k - corners[0] for k in corners), len(path)])], False


def turn(before: Piece, after: Piece) -> float:
    """Return the change of direction from a piece to the next, in radians."""
    (ax, ay), (bx, by) = leaving((before[::-1],)), leaving((after,))
    return atan2(ay * bx - ax * by, -ax * bx - ay * by)


def _along(way: SampledPath, bends: Sequence[Bend]) -> list[Path]:
    """Return the arcs of a trail that begins and ends at corners."""
    stops = [0, *(stop for bend in bends for stop in (bend.first, bend.last)), len(way.us) - 1]
    corners = [None, *(bend.corner for bend in bends), None]
    return [_to_corners(before, way.stretch(a, b), after) for a, b, before, after in zip(
        stops[::2], stops[1::2], corners, corners[1:], strict=False)]


def _around(way: SampledPath, bends: Sequence[Bend]) -> list[Path]:
    """Return the arcs of a round trail; the last goes on where the trail began."""
    found = [_to_corners(one.corner, way.stretch(one.last, other.first), other.corner)
             for one, other in pairwise(bends)]
    over = joined([*way.stretch(bends[-1].last, len(way.us) - 1), *way.stretch(0, bends[0].first)])
    return [*found, _to_corners(bends[-1].corner, over, bends[0].corner)]


def _to_corners(before: Point | None, path: Path, after: Point | None) -> Path:
    """Return a stretch with the tangents to its corners."""
    pieces = list(path)
    if before is not None and dist(before, start(path)) > 1e-9:
        pieces.insert(0, (before, start(path)))
    if after is not None and dist(after, end(path)) > 1e-9:
        pieces.append((end(path), after))
    return tuple(pieces)


MAX_OUTLINES = 60
MAX_ARCS = 120
MIN_OUTLINE_SIZE = 0.5  # mm: smaller outlines cannot be coloured by hand
MAX_CUTTINGS = 12  # ways to cut the outlines before an error
TANGENT_SINE = sin(0.12)  # outlines that cross at a smaller angle touch


class Arcs(NamedTuple):
    """All arcs, and how outlines were changed: which, by how many corners, how far off."""

    arcs: tuple[Arc, ...]
    changed: tuple[tuple[int, int, float], ...]


def check_outlines(frame: Stroke, outlines: Sequence[Stroke]) -> None:
    """Raise an error unless the outlines can be extended."""
    if len(outlines) > MAX_OUTLINES:
        raise InputError(f"the picture has {len(outlines)} outlines; up to {MAX_OUTLINES} can be "
                         "extended to the frame. Draw the curves, or a simpler picture")
    corners = sum(_corner(each, k) for each in outlines for k in range(len(each.path)))
    if corners > MAX_ARCS:
        raise InputError(f"the picture's outlines have {corners:,} corners; up to {MAX_ARCS} can "
                         "be extended to the frame. Draw the curves, or a simpler picture")
    for outline in outlines:
        if size(outline) < MIN_OUTLINE_SIZE:
            raise DrawingError(f"{literal(outline.name)} is only {size(outline):.2g} mm large, at "
                               f"{{0}}; enlarge it to {MIN_OUTLINE_SIZE:g} mm or more, or leave it "
                               "out", outline.place(0.0))
    _check_meetings(frame, outlines)


def _check_meetings(frame: Stroke, outlines: Sequence[Stroke]) -> None:
    everything = [frame, *outlines]
    found, overlaps = contacts(everything, monotone_segments(everything))
    for a, b, (at, _) in overlaps:
        raise overlap_error(everything[a], everything[b], at)
    polygon = flat(frame.path, 1e-3)[:-1]
    for contact in found:
        one, other = everything[contact.a], everything[contact.b]
        if contact.a == 0:
            if contact.b and not _end(other, contact.v):
                raise DrawingError(f"{literal(other.name)} touches or leaves the frame at {{0}}; a "
                                   "picture is extended within the frame", contact.place)
        elif _awkward(one, contact.u) or _awkward(other, contact.v):
            raise DrawingError(f"{_names(one, other)} meet in a corner at {{0}}, which cannot be "
                               "extended; let outlines cross, or keep them apart", contact.place)
        elif _sine(one, other, contact) < TANGENT_SINE:
            raise DrawingError(f"{_names(one, other)} touch at {{0}}; let them cross, or keep them "
                               "apart", contact.place)
    for outline in outlines:
        if outline.closed and not inside(outline.place(0.0), polygon):
            raise DrawingError(f"{literal(outline.name)} lies outside the frame, at {{0}}",
                               outline.place(0.0))


def _names(one: Stroke, other: Stroke) -> str:
    return f"parts of {literal(one.name)}" if one is other else \
        f"{literal(one.name)} and {literal(other.name)}"


def _end(stroke: Stroke, u: float) -> bool:
    return not stroke.closed and u in (0.0, float(len(stroke.path)))


def _corner(stroke: Stroke, joint: int) -> bool:
    if joint == 0 and not stroke.closed:
        return False
    return abs(turn(stroke.path[joint - 1], stroke.path[joint])) >= CORNER_ANGLE


def _awkward(stroke: Stroke, u: float) -> bool:
    """Return whether an outline has a corner at u."""
    near = round(u)
    if _end(stroke, near) or abs(u - near) > 1e-3:
        return False
    return _corner(stroke, near % len(stroke.path)) and \
        dist(stroke.place(u), stroke.place(near)) < 0.01


def _sine(one: Stroke, other: Stroke, contact: Contact) -> float:
    (ax, ay), (bx, by) = _direction(one, contact.u), _direction(other, contact.v)
    return abs(ax * by - ay * bx)


def _direction(stroke: Stroke, u: float) -> Point:
    piece = min(int(u), len(stroke.path) - 1)
    dx, dy = heading(stroke.path[piece], u - piece)
    far = hypot(dx, dy)
    return dx / far, dy / far


def cut_outlines(frame: Stroke, outlines: Sequence[Stroke], rng: Random) -> Arcs:
    """Return all outlines in arcs; where chance decides, so does `rng`."""
    before = _meetings([frame, *outlines])
    for k in range(MAX_CUTTINGS):
        cuts = _cut(outlines, rng, MAX_CORNER_OFFSET * (1 if k < MAX_CUTTINGS // 2 else 0.85))
        closed = [_closed(outline, each) for outline, each in zip(outlines, cuts, strict=True)]
        if _meetings([frame, *closed]) == before:
            changed = tuple((number, each.given, each.off)
                            for number, each in enumerate(cuts) if each.given)
            arcs = tuple(arc for each in cuts for arc in each.arcs)
            _check_arcs(len(arcs))
            return Arcs(arcs, changed)
    raise InputError("outlines are too near each other to be given the corners that they need to "
                     "be extended; give round ones a corner, or keep them apart")


def _check_arcs(count: int) -> None:
    if count > MAX_ARCS:
        raise InputError(f"the picture's outlines have {count:,} arcs between corners and bends; "
                         f"up to {MAX_ARCS} can be extended. Draw the curves, or a simpler "
                         "picture")


def _cut(outlines: Sequence[Stroke], rng: Random, off: float) -> list[Cut]:
    found: list[Cut] = []
    corners = 0
    for number, outline in enumerate(outlines):
        each = cut(outline, number, corners, rng, off)
        if not each.arcs:
            raise DrawingError(f"{literal(outline.name)} at {{0}} has no corner and bends nowhere "
                               "enough for one", outline.place(0.0))
        found.append(each)
        corners += each.corners
    return found


def _closed(outline: Stroke, cut_: Cut) -> Stroke:
    """Return the outline with its new corners."""
    path = tuple(piece for arc in cut_.arcs for piece in arc.path)
    return Stroke(path, outline.closed, (), outline.name)


def _meetings(strokes: Sequence[Stroke]) -> list[tuple[int, int]]:
    """Return the pairs of strokes that meet, once for each contact."""
    found, overlaps = contacts(strokes, monotone_segments(strokes))
    return sorted([*((contact.a, contact.b) for contact in found),
                   *((overlap.a, overlap.b) for overlap in overlaps)])
