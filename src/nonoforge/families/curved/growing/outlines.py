"""The outlines of a picture that is to be extended: what they must be, and how they are cut.

Corners that smooth outlines are given change them a little; no other outline may be in the way.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import dist, hypot, sin
from random import Random
from typing import NamedTuple

from nonoforge.errors import InputError
from nonoforge.families.curved.arranging import Contact, contacts, leaves, on_top
from nonoforge.families.curved.growing.arcs import CORNER, OFF, Arc, Cut, cut, size, turn
from nonoforge.families.curved.growing.trail import heading
from nonoforge.families.curved.misdrawn import Misdrawn, quoted
from nonoforge.families.curved.stroke import Stroke
from nonoforge.path import Point, flat, inside

MOST_OUTLINES = 60
MOST_ARCS = 120
SMALLEST = 0.5  # mm: what is smaller cannot be seen, far less coloured
TRIES = 12  # ways to cut that are tried before giving up
TOUCH = sin(0.12)  # outlines that meet more flatly touch


class Arcs(NamedTuple):
    """All arcs, and how outlines were changed: which, by how many corners, how far off."""

    arcs: tuple[Arc, ...]
    changed: tuple[tuple[int, int, float], ...]


def check_outlines(frame: Stroke, outlines: Sequence[Stroke]) -> None:
    """Can they be extended?"""
    if len(outlines) > MOST_OUTLINES:
        raise InputError(f"the picture has {len(outlines)} outlines; up to {MOST_OUTLINES} can be "
                         "extended to the frame. Draw the curves, or a simpler picture")
    corners = sum(_corner(each, k) for each in outlines for k in range(len(each.path)))
    if corners > MOST_ARCS:
        raise InputError(f"the picture's outlines have {corners:,} corners; up to {MOST_ARCS} can "
                         "be extended to the frame. Draw the curves, or a simpler picture")
    for outline in outlines:
        if size(outline) < SMALLEST:
            raise Misdrawn(f"{quoted(outline.name)} is only {size(outline):.2g} mm large, at {{0}};"
                           f" at least {SMALLEST:g} mm can be seen. Make it larger, or leave it "
                           "out", outline.place(0.0))
    _check_meetings(frame, outlines)


def _check_meetings(frame: Stroke, outlines: Sequence[Stroke]) -> None:
    everything = [frame, *outlines]
    found, overlaps = contacts(everything, leaves(everything))
    for a, b, (start, _) in overlaps:
        raise on_top(everything[a], everything[b], start)
    polygon = flat(frame.path, 1e-3)[:-1]
    for contact in found:
        one, other = everything[contact.a], everything[contact.b]
        if contact.a == 0:
            if contact.b and not _end(other, contact.v):
                raise Misdrawn(f"{quoted(other.name)} touches or leaves the frame at {{0}}; a "
                               "picture is extended within the frame", contact.place)
        elif _awkward(one, contact.u) or _awkward(other, contact.v):
            raise Misdrawn(f"{_names(one, other)} meet in a corner at {{0}}; it cannot be extended "
                           "beyond. Let outlines cross, or keep them apart", contact.place)
        elif _sine(one, other, contact) < TOUCH:
            raise Misdrawn(f"{_names(one, other)} touch at {{0}}; let them cross, or keep them "
                           "apart", contact.place)
    for outline in outlines:
        if outline.closed and not inside(outline.place(0.0), polygon):
            raise Misdrawn(f"{quoted(outline.name)} lies outside the frame, at {{0}}",
                           outline.place(0.0))


def _names(one: Stroke, other: Stroke) -> str:
    return f"parts of {quoted(one.name)}" if one is other else \
        f"{quoted(one.name)} and {quoted(other.name)}"


def _end(stroke: Stroke, u: float) -> bool:
    return not stroke.closed and u in (0.0, float(len(stroke.path)))


def _corner(stroke: Stroke, joint: int) -> bool:
    if joint == 0 and not stroke.closed:
        return False
    return abs(turn(stroke.path[joint - 1], stroke.path[joint])) >= CORNER


def _awkward(stroke: Stroke, u: float) -> bool:
    """Is there a corner?"""
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
    """All outlines in arcs; where chance decides, so does `rng`."""
    before = _meetings([frame, *outlines])
    for k in range(TRIES):
        cuts = _cut(outlines, rng, OFF * (1 if k < TRIES // 2 else 0.85))
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
    if count > MOST_ARCS:
        raise InputError(f"the picture's outlines have {count:,} arcs between corners and bends; "
                         f"up to {MOST_ARCS} can be extended. Draw the curves, or a simpler "
                         "picture")


def _cut(outlines: Sequence[Stroke], rng: Random, off: float) -> list[Cut]:
    found: list[Cut] = []
    corners = 0
    for number, outline in enumerate(outlines):
        each = cut(outline, number, corners, rng, off)
        if not each.arcs:
            raise Misdrawn(f"{quoted(outline.name)} at {{0}} bends nowhere enough for a corner, "
                           "and has none", outline.place(0.0))
        found.append(each)
        corners += each.corners
    return found


def _closed(outline: Stroke, cut_: Cut) -> Stroke:
    """The outline with its new corners."""
    path = tuple(piece for arc in cut_.arcs for piece in arc.path)
    return Stroke(path, outline.closed, (), outline.name)


def _meetings(strokes: Sequence[Stroke]) -> list[tuple[int, int]]:
    """Who meets whom, and how often."""
    found, overlaps = contacts(strokes, leaves(strokes))
    return sorted([*((contact.a, contact.b) for contact in found),
                   *((overlap.a, overlap.b) for overlap in overlaps)])
