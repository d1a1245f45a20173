"""Requests for curves that extend a picture, their results, and the preparation of outlines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import dist
from typing import NamedTuple

from nonoforge.families.curved.arranging import Contact, arrange, contacts, monotone_segments
from nonoforge.families.curved.colouring import PictureColours
from nonoforge.families.curved.growing.layout import Bridge
from nonoforge.families.curved.growing.quality import Goals, Measure, quality
from nonoforge.families.curved.growing.sampled_path import joined, stretch
from nonoforge.families.curved.growing.search import BestLayout, SearchLimits, search_layout
from nonoforge.families.curved.snapping import inner_stretches, mark_frame
from nonoforge.families.curved.stroke import DrawingError, Stroke, distance
from nonoforge.path import Path, Point, backwards, bounds, end, flat, inside, start
from nonoforge.progress import StageProgress


class GrowResult(NamedTuple):
    """The strokes of a puzzle that was made from a picture alone."""

    strokes: tuple[Stroke, ...]
    notes: tuple[str, ...] = ()
    interrupted: bool = False
    frame: Stroke | None = None  # where it borders the picture now and did not before


JOIN_DISTANCE = 1e-4  # mm: nearer ends are one


def join_outlines(frame: Stroke, strokes: Sequence[Stroke]) -> list[Stroke]:
    """Return the outlines joined at their ends: each is closed, or ends on the frame."""
    left = [stroke for stroke in strokes if not stroke.closed]
    found = [stroke for stroke in strokes if stroke.closed]
    # Those that begin on the frame come first, so that no one is met in its middle.
    left.sort(key=lambda each: not (_on(frame, start(each.path)) or _on(frame, end(each.path))))
    while left:
        found.append(_followed(frame, left.pop(0), left))
    return found


def _on(frame: Stroke, place: Point) -> bool:
    return distance(place, frame.path) < JOIN_DISTANCE


def _followed(frame: Stroke, first: Stroke, left: list[Stroke]) -> Stroke:
    """Return a stroke joined with all that continue where it ends; these are removed."""
    path = first.path if not _on(frame, end(first.path)) else backwards(first.path)
    begin = start(path)
    while dist(end(path), begin) > JOIN_DISTANCE and not _on(frame, end(path)):
        further = next(((k, way) for k, each in enumerate(left)
                        for way in (each.path, backwards(each.path))
                        if dist(start(way), end(path)) <= JOIN_DISTANCE), None)
        if further is None:
            raise DrawingError("the picture's outline ends at {0}; close it, so that it has an "
                               "inside", end(path))
        del left[further[0]]
        path = (*path, *further[1])
    closed = dist(end(path), begin) <= JOIN_DISTANCE
    return Stroke(path, closed, (True,) * len(path), first.name)


# Cropping: parts of a picture outside the frame are cut off, and the frame closes the rest.

class CroppedOutlines(NamedTuple):
    """The frame, which borders the picture in parts, the outlines inside it, and notes."""

    frame: Stroke
    outlines: tuple[Stroke, ...]
    notes: tuple[str, ...]


def crop_to_frame(frame: Stroke, outlines: Sequence[Stroke]) -> CroppedOutlines:
    """Return the outlines within the frame; those that cross it become open ones that end there."""
    found, _ = contacts([frame, *outlines], monotone_segments([frame]),
                        monotone_segments(outlines, 1))
    polygon = flat(frame.path, 1e-3)[:-1]
    kept: list[Stroke] = []
    along: list[tuple[float, float, float]] = []
    notes: list[str] = []
    for number, outline in enumerate(outlines, 1):
        met = [contact for contact in found if contact.b == number]
        parts = _parts(outline, met, polygon) if outline.closed and len(met) > 1 else None
        if parts is None:
            kept.append(outline)
        else:
            kept += parts
            along += inner_stretches(frame, outline, [contact.u for contact in met])
            notes.append(f"{outline.name}: what is beyond the frame was cut off")
    return CroppedOutlines(mark_frame(frame, along), tuple(kept), tuple(notes))


def _parts(
    outline: Stroke, met: Sequence[Contact], polygon: Sequence[Point],
) -> list[Stroke] | None:
    """Return the parts of a stroke inside the frame; None if all of it is."""
    last = float(len(outline.path))
    stops = sorted((contact.v % last, contact.place) for contact in met)
    around = [*stops, (stops[0][0] + last, stops[0][1])]
    ways = [(_way(outline, u, v), a, b) for (u, a), (v, b) in pairwise(around)]
    within = [inside(outline.place((u + v) / 2), polygon)
              for (u, _), (v, _) in pairwise(around)]
    if all(is_in for (way, _, _), is_in in zip(ways, within, strict=True) if way):
        return None  # contacts at one place leave no way between them
    return [Stroke(_from_to(way, a, b), False, (True,) * len(way), outline.name)
            for (way, a, b), is_in in zip(ways, within, strict=True) if is_in and way]


def _way(outline: Stroke, u: float, v: float) -> Path:
    """Return a stretch of a closed path, over its start if need be."""
    last = float(len(outline.path))
    if v <= last:
        return stretch(outline.path, u, v)
    return joined([*stretch(outline.path, u, last), *stretch(outline.path, 0.0, v - last)])


def _from_to(way: Path, start: Point, end: Point) -> Path:
    """Return the path with its ends moved exactly onto the frame."""
    pieces = list(way)
    pieces[0] = (start, *pieces[0][1:])
    pieces[-1] = (*pieces[-1][:-1], end)
    return tuple(pieces)


def no_stages(done: int, total: int, words: str) -> None:
    """Show nothing."""


@dataclass(frozen=True)
class GrowRequest:
    """Options of a search; None: chosen by the picture. Lengths are in millimetres. A seed gives
    the same puzzle again, as long as time does not run out.

    A seed gives the same puzzle again, as long as time does not run out."""

    seed: int = 0
    curves: int | None = None  # how many there should be
    angle: float = 20.0  # degrees; curves should not cross more flatly
    apart: float | None = None  # crossings along a curve should not be nearer to each other
    width: float | None = None  # faces should not be narrower
    tries: int | None = None
    seconds: float | None = None
    tell: StageProgress = no_stages

    def __call__(
        self, frame: Stroke, outlines: Sequence[Stroke], paint: PictureColours,
    ) -> GrowResult:
        goals = Goals.of(bounds(flat(frame.path)), curves=self.curves, angle=self.angle,
                         apart=self.apart, width=self.width)
        frame, outlines, cut_off = crop_to_frame(frame, join_outlines(frame, outlines))
        limits = SearchLimits(self.seed, self.tries, self.seconds)
        found = search_layout(frame, outlines, paint, goals, limits, self.tell)
        notes = [*cut_off, *_changes(outlines, found), *_course(found, goals),
                 *_shortcomings(frame, found, goals)]
        return GrowResult(found.strokes, tuple(notes), found.interrupted, frame)


def _changes(outlines: Sequence[Stroke], found: BestLayout) -> list[str]:
    return [f"{outlines[number].name} is smooth; it got {_some(corners, 'corner')}, up to "
            f"{off:.2g} mm off" for number, corners, off in found.arcs.changed]


def _course(found: BestLayout, goals: Goals) -> list[str]:
    layout, told = found.judged.layout, []
    joined = sum(isinstance(link, Bridge) for link in layout.links) // 2
    told.append(f"{_some(len(found.arcs.arcs), 'arc')} of the picture extended, {joined} of them "
                f"joined, {_some(len(layout.extras), 'curve')} added; the best of "
                f"{found.tried:,} tries")
    if found.late:
        told.append(f"time ran out after {found.tried:,} of {found.tries:,} tries; with more time "
                    "it might become better, and only then it is the same each time")
    if goals.curves is not None and len(found.strokes) != goals.curves:
        told.append(f"{_some(len(found.strokes), 'curve')}; --curves is {goals.curves}")
    return told


def _shortcomings(frame: Stroke, found: BestLayout, goals: Goals) -> list[str]:
    """Return which goals are not reached, how often, and where it is worst."""
    all_ = quality(arrange(frame, found.strokes))
    told = [
        _missed(all_.angles, goals.angle, "crossing is flatter|crossings are flatter", "degrees"),
        _missed(all_.ways, goals.apart, "way between crossings is shorter|ways between crossings "
                "are shorter", "mm"),
        _missed(all_.widths, goals.width, "face is narrower|faces are narrower", "mm"),
    ]
    return [words for words in told if words]


def _missed(some: Sequence[Measure], goal: float, words: str, unit: str) -> str:
    short = [each for each in some if each.value < goal]
    if not short:
        return ""
    worst, (one, many) = min(short), words.split("|")
    least = f"{worst.value:.2g} {unit} {_at(worst.place)}"
    return f"{len(short)} {one if len(short) == 1 else many} than {goal:.3g} {unit}: " + (
        least if len(short) == 1 else f"down to {least}")


def _some(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"


def _at(place: Point) -> str:
    return f"at ({place[0]:.1f}, {place[1]:.1f}) mm"
