"""Strokes that run along the frame: there the frame itself does for them.

A picture often ends at the edge of its page. Where its outline lies on the frame, the frame becomes
the picture's outline, and what is left of the stroke goes from frame to frame. Curves that
coincide in part do so from an end of a piece to an end of a piece, of the one or of the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import floor, hypot
from typing import NamedTuple

from nonoforge.families.curved.arranging import TOGETHER, Leaves, contacts, leaves, nearest
from nonoforge.families.curved.stroke import Stroke
from nonoforge.path import Path, Piece, Point, flat, inside, part, velocity

ASIDE = 1e-3  # mm: what is beside the frame, on its inner side


class Unhugged(NamedTuple):
    """The frame, the strokes without what lay along it, and what is to be told."""

    frame: Stroke
    strokes: tuple[Stroke, ...]
    notes: tuple[str, ...]


def unhugged(frame: Stroke, strokes: Sequence[Stroke]) -> Unhugged:
    """Nothing runs along the frame any more."""
    if not strokes:
        return Unhugged(frame, (), ())
    edge = leaves([frame])
    found, overlaps = contacts([frame, *strokes], edge, leaves(strokes, 1))
    hugging = {overlap.b - 1 for overlap in overlaps}
    kept: list[Stroke] = []
    along: list[Stretch] = []
    notes: list[str] = []
    for number, stroke in enumerate(strokes):
        if number not in hugging:
            kept.append(stroke)
            continue
        parts, stretches = _apart(frame, edge, stroke)
        kept += parts
        if stroke.closed and all(stroke.flags):
            # It may also go beyond the frame; what is inside it says more than what is along it.
            met = [contact.u for contact in found if contact.b == number + 1]
            along += inner(frame, stroke, [*met, *(u for stretch in stretches
                                                    for u in stretch[:2])])
        else:
            along += stretches
        notes.append(f"{stroke.name} runs along the frame; there it is the frame")
    return Unhugged(marked(frame, along), tuple(kept), tuple(notes))


Stretch = tuple[float, float, float]
"""Of the frame: from, to, and a place between."""


def inner(frame: Stroke, stroke: Stroke, cuts: Sequence[float]) -> Iterator[Stretch]:
    """The stretches of the frame that have the inside of an outline on their inner side."""
    last = float(len(frame.path))
    polygon = flat(stroke.path, ASIDE / 10)[:-1]
    rim = sorted({float(k) for k in range(len(frame.path))} | {u % last for u in cuts})
    for u0, u1 in pairwise([*rim, rim[0] + last]):
        middle = (u0 + u1) / 2 % last
        piece = frame.path[int(middle)]
        (x, y), (dx, dy) = frame.place(middle), velocity(piece, middle - int(middle))
        aside = ASIDE / max(hypot(dx, dy), 1e-12)
        if u1 - u0 > 1e-9 and inside((x - dy * aside, y + dx * aside), polygon):
            yield u0, u1, middle


def _apart(
    frame: Stroke, edge: Leaves, stroke: Stroke,
) -> tuple[list[Stroke], list[Stretch]]:
    """The parts of a stroke off the frame, and the stretches of the frame where it borders the
    picture."""
    last = len(stroke.path)
    joints = [float(k) for k in range(last + 1)]
    feet = nearest([piece[0] for piece in frame.path], leaves([stroke]), TOGETHER)
    cuts = sorted({*joints, *(foot.u for foot in feet if foot is not None)})
    parts: list[Stroke] = []
    stretches: list[Stretch] = []
    for u0, u1 in pairwise(cuts):
        probes = [stroke.place(u0 + (u1 - u0) * share) for share in (0, 0.25, 0.5, 0.75, 1)]
        on = [foot.u for foot in nearest(probes, edge, TOGETHER) if foot is not None]
        flag = stroke.flags[floor((u0 + u1) / 2)]
        if len(on) == len(probes):
            if flag:
                stretches.append((on[0], on[-1], on[2]))
        else:
            parts.append(Stroke(_part(stroke.path, u0, u1), False, (flag,), stroke.name))
    return _joined(parts), stretches


def _part(path: Path, u0: float, u1: float) -> Path:
    piece = floor((u0 + u1) / 2)
    return (part(path[piece], u0 - piece, u1 - piece),)


def _joined(parts: Sequence[Stroke]) -> list[Stroke]:
    """Parts in a row are one stroke again; the last goes on with the first where it was closed."""
    found: list[Stroke] = []
    for each in parts:
        if found and found[-1].path[-1][-1] == each.path[0][0]:
            found[-1] = _one(found[-1], each)
        else:
            found.append(each)
    if len(found) > 1 and found[-1].path[-1][-1] == found[0].path[0][0]:
        found[0] = _one(found.pop(), found[0])
    return found


def _one(first: Stroke, second: Stroke) -> Stroke:
    return Stroke((*first.path, *second.path), False, (*first.flags, *second.flags), first.name)


def marked(frame: Stroke, along: Sequence[Stretch]) -> Stroke:
    """The frame, cut where stretches begin and end; each turns the flag of what it covers."""
    if not along:
        return frame
    last = float(len(frame.path))
    cuts = sorted({float(k) for k in range(len(frame.path) + 1)}
                  | {u for u0, u1, _ in along for u in (u0 % last, u1 % last)})
    pieces: list[Piece] = []
    flags: list[bool] = []
    for u0, u1 in pairwise(cuts):
        if u1 - u0 < 1e-9:
            continue
        middle = (u0 + u1) / 2
        covered = sum(_between(middle, stretch, last) for stretch in along)
        pieces += _part(frame.path, u0, u1)
        flags.append(frame.flags[floor(middle)] ^ bool(covered % 2))
    return Stroke(_closed(pieces), True, tuple(flags), frame.name)


def _between(u: float, stretch: Stretch, last: float) -> bool:
    """Is u on the way between the ends of a stretch that goes through its third place?"""
    u0, u1, through = stretch
    ahead = ((u1 - u0) % last, (through - u0) % last, (u - u0) % last)
    if ahead[1] <= ahead[0]:
        return ahead[2] < ahead[0]
    return ahead[2] > ahead[0]


def _closed(pieces: list[Piece]) -> Path:
    """Rounding apart, each piece begins where the one before it ended."""
    ends: list[Point] = [pieces[-1][-1], *(piece[-1] for piece in pieces)]
    return tuple((start, *piece[1:]) for start, piece in zip(ends, pieces, strict=False))
