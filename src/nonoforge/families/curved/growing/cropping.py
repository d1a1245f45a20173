"""Pictures that go beyond the frame: what is outside is cut off, and the frame closes the rest."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from nonoforge.families.curved.arranging import Contact, contacts, leaves
from nonoforge.families.curved.growing.trail import joined, stretch
from nonoforge.families.curved.hugging import inner, marked
from nonoforge.families.curved.stroke import Stroke
from nonoforge.path import Path, Point, flat, inside


class Cropped(NamedTuple):
    """The frame, which borders the picture in parts, the outlines inside it, and notes."""

    frame: Stroke
    outlines: tuple[Stroke, ...]
    notes: tuple[str, ...]


def cropped(frame: Stroke, outlines: Sequence[Stroke]) -> Cropped:
    """Outlines within the frame; those that cross it become open ones that end there."""
    found, _ = contacts([frame, *outlines], leaves([frame]), leaves(outlines, 1))
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
            along += inner(frame, outline, [contact.u for contact in met])
            notes.append(f"{outline.name}: what is beyond the frame was cut off")
    return Cropped(marked(frame, along), tuple(kept), tuple(notes))


def _parts(
    outline: Stroke, met: Sequence[Contact], polygon: Sequence[Point],
) -> list[Stroke] | None:
    """What is inside the frame; None if all is."""
    last = float(len(outline.path))
    stops = sorted((contact.v % last, contact.place) for contact in met)
    around = [*stops, (stops[0][0] + last, stops[0][1])]
    ways = [(_way(outline, u, v), a, b) for (u, a), (v, b) in pairwise(around)]
    within = [inside(outline.place((u + v) / 2), polygon)
              for (u, _), (v, _) in pairwise(around)]
    if all(within):
        return None
    return [Stroke(_from_to(way, a, b), False, (True,) * len(way), outline.name)
            for (way, a, b), is_in in zip(ways, within, strict=True) if is_in]


def _way(outline: Stroke, u: float, v: float) -> Path:
    """A stretch of a closed path, over its start if need be."""
    last = float(len(outline.path))
    if v <= last:
        return stretch(outline.path, u, v)
    return joined([*stretch(outline.path, u, last), *stretch(outline.path, 0.0, v - last)])


def _from_to(way: Path, start: Point, end: Point) -> Path:
    """The same between places exactly on the frame."""
    pieces = list(way)
    pieces[0] = (start, *pieces[0][1:])
    pieces[-1] = (*pieces[-1][:-1], end)
    return tuple(pieces)
