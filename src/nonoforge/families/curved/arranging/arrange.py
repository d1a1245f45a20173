"""The arrangement of curves in a frame: from strokes to vertices, edges, faces and curves."""

from __future__ import annotations

from collections.abc import Sequence

from nonoforge.errors import InputError
from nonoforge.families.curved.arranging.arranged import Arranged as Arranged
from nonoforge.families.curved.arranging.assembly import Assembly
from nonoforge.families.curved.arranging.crossings import Contact, Overlap, contacts, on_top
from nonoforge.families.curved.arranging.leaves import leaves
from nonoforge.families.curved.arranging.network import Network, Span, network
from nonoforge.families.curved.misdrawn import Misdrawn, quoted
from nonoforge.families.curved.stroke import Stroke
from nonoforge.path import Point, flat, inside

MOST_STROKES = 2_000
MOST_PIECES = 20_000
MOST_CONTACTS = 50_000


def arrange(frame: Stroke, strokes: Sequence[Stroke]) -> Arranged:
    """The arrangement of strokes within a closed frame, which has its inside on the left."""
    check_number(len(strokes), sum(len(stroke.path) for stroke in strokes))
    everything = (frame, *strokes)
    return assemble(everything, *contacts(everything, leaves(everything)))


def check_number(strokes: int, pieces: int = 0) -> None:
    """Not too many?"""
    if strokes > MOST_STROKES:
        raise InputError(f"{strokes:,} curves are drawn; up to {MOST_STROKES:,} can be arranged")
    if pieces > MOST_PIECES:
        raise InputError(f"the curves have {pieces:,} pieces; up to {MOST_PIECES:,} can be "
                         "arranged; simplify the paths")


def assemble(
    strokes: Sequence[Stroke], found: Sequence[Contact], overlaps: Sequence[Overlap] = (),
) -> Arranged:
    """The arrangement of strokes, the first of which is the frame, from all their contacts."""
    if overlaps:
        a, b, ((x0, y0), (x1, y1)) = overlaps[0]
        raise on_top(strokes[a], strokes[b], ((x0 + x1) / 2, (y0 + y1) / 2))
    if len(found) > MOST_CONTACTS:
        raise InputError(f"the curves meet {len(found):,} times; up to {MOST_CONTACTS:,} times "
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
    """The spans inside the frame, the frame's own among them; and the strokes that have others."""
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
        raise Misdrawn(f"{quoted(strokes[lost[0]].name)} lies outside the frame, at {{0}}{more}",
                       outer[lost[0]])
    return kept, sorted(outer)


def _stretches(spans: Sequence[Span], at_frame: Sequence[bool]) -> list[list[Span]]:
    """Spans in a row, from frame to frame."""
    found: list[list[Span]] = []
    for span in spans:
        before = found[-1][-1] if found else None
        if before is None or before.stroke != span.stroke or at_frame[span.tail]:
            found.append([])
        found[-1].append(span)
    return found


def _middle(stroke: Stroke, stretch: Sequence[Span]) -> Point:
    """A point well within a stretch."""
    span = max(stretch, key=lambda each: each.u1 - each.u0)
    return stroke.place((span.u0 + span.u1) / 2)
