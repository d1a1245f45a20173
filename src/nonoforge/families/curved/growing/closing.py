"""Outlines that were drawn in parts, put together."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist

from nonoforge.families.curved.misdrawn import Misdrawn
from nonoforge.families.curved.stroke import Stroke, distance
from nonoforge.path import Point, backwards, end, start

NEAR = 1e-4  # mm: ends that are one


def closed_outlines(frame: Stroke, strokes: Sequence[Stroke]) -> list[Stroke]:
    """Outlines that are closed, or end on the frame."""
    left = [stroke for stroke in strokes if not stroke.closed]
    found = [stroke for stroke in strokes if stroke.closed]
    # Those that begin on the frame come first, so that no one is met in its middle.
    left.sort(key=lambda each: not (_on(frame, start(each.path)) or _on(frame, end(each.path))))
    while left:
        found.append(_followed(frame, left.pop(0), left))
    return found


def _on(frame: Stroke, place: Point) -> bool:
    return distance(place, frame.path) < NEAR


def _followed(frame: Stroke, first: Stroke, left: list[Stroke]) -> Stroke:
    """A stroke and all that go on where it ends; these are taken away."""
    path = first.path if not _on(frame, end(first.path)) else backwards(first.path)
    begin = start(path)
    while dist(end(path), begin) > NEAR and not _on(frame, end(path)):
        further = next(((k, way) for k, each in enumerate(left)
                        for way in (each.path, backwards(each.path))
                        if dist(start(way), end(path)) <= NEAR), None)
        if further is None:
            raise Misdrawn("the picture's outline ends at {0}; it is closed, or there would be no "
                           "inside", end(path))
        del left[further[0]]
        path = (*path, *further[1])
    closed = dist(end(path), begin) <= NEAR
    return Stroke(path, closed, (True,) * len(path), first.name)
