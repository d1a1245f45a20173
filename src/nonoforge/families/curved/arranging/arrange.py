"""Arrange strokes within a frame; keep an arrangement up to date while strokes come and go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal, NamedTuple

from nonoforge.errors import InputError
from nonoforge.families.curved.arranging.assembly import Assembly, CurveArrangement, Vertex
from nonoforge.families.curved.arranging.intersections import (
    Contact,
    Overlap,
    contacts,
    overlap_error,
)
from nonoforge.families.curved.arranging.network import Network, Span, network
from nonoforge.families.curved.arranging.segments import Segments, joined, monotone_segments
from nonoforge.families.curved.stroke import DrawingError, Stroke, literal
from nonoforge.families.plane import OUTSIDE, Arrangement
from nonoforge.path import Point, area, flat, inside

MAX_STROKES = 2_000
MAX_PIECES = 20_000
MAX_CONTACTS = 50_000


def arrange(frame: Stroke, strokes: Sequence[Stroke]) -> CurveArrangement:
    """Return the arrangement of strokes within a closed frame, which has its inside on the left."""
    check_counts(len(strokes), sum(len(stroke.path) for stroke in strokes))
    everything = (frame, *strokes)
    return assemble(everything, *contacts(everything, monotone_segments(everything)))


def check_counts(strokes: int, pieces: int = 0) -> None:
    """Raise an error if there are too many strokes or pieces."""
    if strokes > MAX_STROKES:
        raise InputError(f"{strokes:,} curves are drawn; up to {MAX_STROKES:,} can be arranged")
    if pieces > MAX_PIECES:
        raise InputError(f"the curves have {pieces:,} pieces; up to {MAX_PIECES:,} can be "
                         "arranged; simplify the paths")


def assemble(
    strokes: Sequence[Stroke], found: Sequence[Contact], overlaps: Sequence[Overlap] = (),
) -> CurveArrangement:
    """Return the arrangement of strokes, the frame first, from all their contacts."""
    if overlaps:
        a, b, ((x0, y0), (x1, y1)) = overlaps[0]
        raise overlap_error(strokes[a], strokes[b], ((x0 + x1) / 2, (y0 + y1) / 2))
    if len(found) > MAX_CONTACTS:
        raise InputError(f"the curves meet {len(found):,} times; up to {MAX_CONTACTS:,} times "
                         "can be arranged")
    net = network(strokes, found)
    at_frame = [False] * len(net.places)
    for span in net.spans:
        if span.stroke == 0:
            at_frame[span.tail] = at_frame[span.head] = True
    spans, beyond = _within(strokes, net, at_frame)
    return Assembly(strokes, net, spans, at_frame, beyond).arranged()


def _within(
    strokes: Sequence[Stroke], net: Network, at_frame: Sequence[bool],
) -> tuple[list[Span], list[int]]:
    """Return the spans inside the frame, the frame's own among them; and the strokes that have
    others."""
    polygon = flat(strokes[0].path, 1e-3)[:-1]
    kept: list[Span] = []
    inner: set[int] = set()
    outer: dict[int, Point] = {}  # strokes, and where they are outside
    for stretch in _stretches(net.spans, at_frame):
        number = stretch[0].stroke
        middle = _middle(strokes[number], stretch)
        if number == 0 or inside(middle, polygon):
            kept += stretch
            inner.add(number)
        else:
            outer.setdefault(number, middle)
    lost = sorted(outer.keys() - inner)
    if lost:
        more = f" (and {len(lost) - 1:,} more)" if len(lost) > 1 else ""
        name = literal(strokes[lost[0]].name)
        raise DrawingError(f"{name} lies outside the frame, at {{0}}{more}", outer[lost[0]])
    return kept, sorted(outer)


def _stretches(spans: Sequence[Span], at_frame: Sequence[bool]) -> list[list[Span]]:
    """Return runs of consecutive spans, from frame to frame."""
    found: list[list[Span]] = []
    for span in spans:
        before = found[-1][-1] if found else None
        if before is None or before.stroke != span.stroke or at_frame[span.tail]:
            found.append([])
        found[-1].append(span)
    return found


def _middle(stroke: Stroke, stretch: Sequence[Span]) -> Point:
    """Return a point well within a stretch."""
    span = max(stretch, key=lambda each: each.u1 - each.u0)
    return stroke.place((span.u0 + span.u1) / 2)


# Contacts are computed once, when a stroke is added; a search that adds and removes thousands of
# curves can ask for the arrangement at any time.

FRAME_KEY = 0  # the frame's key


class IncrementalArrangement:
    """Strokes by key, in the order in which they came; the frame is the first of them."""

    def __init__(self, frame: Stroke) -> None:
        self.strokes: dict[int, Stroke] = {}
        self._leaves: dict[int, Segments] = {}
        self._contacts: dict[tuple[int, int], tuple[list[Contact], list[Overlap]]] = {}
        self._next = FRAME_KEY
        self.add(frame)

    def copy(self) -> IncrementalArrangement:
        """Return another with the same strokes; contacts are not searched for again."""
        other = object.__new__(IncrementalArrangement)
        other.strokes, other._leaves = dict(self.strokes), dict(self._leaves)
        other._contacts, other._next = dict(self._contacts), self._next
        return other

    def add(self, stroke: Stroke) -> int:
        """Add a stroke and return the key by which it can be removed."""
        check_counts(len(self.strokes))
        key, mine, others = self._next, monotone_segments([stroke]), list(self.strokes)
        new = {(key, key): contacts([stroke], mine)}
        if others:
            numbered = joined([self._leaves[k].numbered(n) for n, k in enumerate(others, 1)])
            found, overlaps = contacts([stroke, *self.strokes.values()], mine, numbered)
            for contact in found:
                new.setdefault((key, others[contact.b - 1]), ([], []))[0].append(contact)
            for overlap in overlaps:
                new.setdefault((key, others[overlap.b - 1]), ([], []))[1].append(overlap)
        self._next += 1
        self._contacts.update(new)
        self.strokes[key], self._leaves[key] = stroke, mine
        return key

    def remove(self, key: int) -> None:
        """Remove a stroke."""
        del self.strokes[key], self._leaves[key]
        for pair in [pair for pair in self._contacts if key in pair]:
            del self._contacts[pair]

    def meetings(self, key: int) -> list[tuple[int, Contact]]:
        """Return the contacts of a stroke with others: their key, and the contact (the stroke
        itself may be its a or its b)."""
        return [(b if a == key else a, contact) for (a, b), (found, _) in self._contacts.items()
                if key in (a, b) for contact in found]

    def arranged(self) -> CurveArrangement:
        """Return the arrangement of all that is there now."""
        number = {key: n for n, key in enumerate(self.strokes)}
        found: list[Contact] = []
        overlaps: list[Overlap] = []
        for (a, b), (some, over) in self._contacts.items():
            found += [contact._replace(a=number[a], b=number[b]) for contact in some]
            overlaps += [overlap._replace(a=number[a], b=number[b]) for overlap in over]
        return assemble(list(self.strokes.values()), found, overlaps)


# How difficult the curves make a puzzle: basic, advanced or expert, and why.
#
#     popular face   a face that one curve visits more than once
#     basic          no side of a curve visits a face twice
#     advanced       some does, but no curve crosses itself
#     expert         a curve crosses itself
#
# For solving only visits on the same side count, and these decide the class; faces that are visited
# once on each side of a curve are popular, too, and are counted separately.

Class = Literal["basic", "advanced", "expert"]

SMALL_AREA = 1.0  # square millimetres: faces too small for a pencil


class Traits(NamedTuple):
    """Notable traits of the curves of a puzzle, with their places. Faces are by number."""

    kind: Class
    popular: tuple[int, ...]  # visited more than once on one side of a curve
    popular_any: tuple[int, ...]  # ... or by one curve on both its sides
    self_crossings: tuple[Point, ...]
    tangencies: tuple[Point, ...]  # edges leave a vertex in the same direction
    multiple_points: tuple[Point, ...]  # three curves, or two and the frame, in one point
    undetermined: tuple[int, ...]  # on no line: no clue says anything about them
    small: tuple[int, ...]  # too small to colour in


def traits(arranged: CurveArrangement) -> Traits:
    """Return the class of a puzzle and its notable places: popular faces, crossings, flat
    vertices."""
    arrangement = arranged.arrangement
    popular = _popular(arrangement)
    crossing = tuple(vertex.place for vertex in arranged.vertices if _crosses(arranged, vertex))
    kind: Class = "expert" if crossing else "advanced" if popular else "basic"
    told = {face for side in arrangement.sides for face in side.cells}
    return Traits(
        kind, popular, _popular_any(arrangement), crossing,
        tuple(vertex.place for vertex in arranged.vertices if vertex.flat),
        tuple(vertex.place for vertex in arranged.vertices
              if len(vertex.darts) >= (4 if vertex.frame else 6)),
        tuple(face for face in range(len(arrangement.faces)) if face not in told),
        tuple(face for face, loops in enumerate(arrangement.faces)
              if sum(area(arrangement.polygon(loop, 0.05)) for loop in loops) < SMALL_AREA))


def _popular(arrangement: Arrangement) -> tuple[int, ...]:
    found: set[int] = set()
    for side in arrangement.sides:
        found.update(face for face, visits in Counter(side.cells).items() if visits > 1)
    return tuple(sorted(found))


def _popular_any(arrangement: Arrangement) -> tuple[int, ...]:
    found: set[int] = set()
    left = arrangement.left
    for curve in arrangement.curves:
        visits: Counter[int] = Counter()
        for darts in (curve.darts, [dart ^ 1 for dart in reversed(curve.darts)]):
            faces = [left[dart] for dart in darts]
            before = [faces[-1] if curve.closed and len(faces) > 1 else OUTSIDE, *faces]
            visits.update(face for face, last in zip(faces, before, strict=False) if face != last)
        found.update(face for face, count in visits.items() if count > 1)
    return tuple(sorted(found))


def _crosses(arranged: CurveArrangement, vertex: Vertex) -> bool:
    """Return whether some curve passes through a vertex more than once."""
    if vertex.frame or len(vertex.darts) < 4:
        return False
    curve_of = arranged.curve_of
    through = Counter(curve_of[dart >> 1] for dart in vertex.darts)
    return any(darts > 2 for darts in through.values())
