"""How the arcs of a picture are continued: to the frame, or to each other; and what is added.

    end      arc a ends at its start (end 2 a) and at its end (end 2 a + 1)
    ray      the continuation of an end to the frame: one cubic
    bridge   the continuation of an end to another, where that arc goes on: one cubic
    extra    a curve of its own, from frame to frame: one cubic
    port     an end that is on the frame and needs no continuation
    layout   a ray, bridge or port for every end, and extras
    course   one curve of a layout, from the frame to the frame
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan2, cos, hypot, sin, sqrt
from typing import NamedTuple, TypeAlias

from nonoforge.families.curved.growing.outlines import Arc
from nonoforge.families.curved.growing.sampled_path import FrameBoundary, joined
from nonoforge.families.curved.stroke import Stroke
from nonoforge.path import Path, Piece, Point, backwards


class Ray(NamedTuple):
    """To the place `s` of the frame, met at an angle `lean` to its normal. `near` and `far` are the
    lengths of the handles, 1 is usual."""

    s: float
    lean: float
    near: float
    far: float


class Bridge(NamedTuple):
    """To another end; the handles as in a ray."""

    other: int
    near: float
    far: float


class Port(NamedTuple):
    """The end is on the frame already."""

    s: float


class Extra(NamedTuple):
    """From the frame to the frame; the handles as in a ray."""

    s0: float
    lean0: float
    near: float
    s1: float
    lean1: float
    far: float


Link: TypeAlias = Ray | Bridge | Port
Spec: TypeAlias = Extra | tuple[Link | int, ...]
"""All that a course is made of: an extra, or links and arcs (their number; ~number if they are
walked backwards) by turns."""


@dataclass(frozen=True)
class Layout:
    """A link for each end, and extras."""

    links: tuple[Link, ...]
    extras: tuple[Extra, ...] = ()

    def specs(self) -> list[Spec]:
        """Return all courses; arcs that bridges close to a ring are on none."""
        found: list[Spec] = []
        done: set[int] = set()
        for end, link in enumerate(self.links):
            if not isinstance(link, Bridge) and end not in done:
                spec, last = self._follow(end)
                done.add(last)
                found.append(spec)
        return [*found, *self.extras]

    def _follow(self, end: int) -> tuple[Spec, int]:
        row: list[Link | int] = [self.links[end]]
        while True:
            row.append(~(end >> 1) if end & 1 else end >> 1)
            link = self.links[end ^ 1]
            row.append(link)
            if not isinstance(link, Bridge):
                return tuple(row), end ^ 1
            end = link.other

    def complete(self) -> bool:
        """Return whether every arc is on a course, and none on a ring."""
        arcs = sum(isinstance(part, int) for spec in self.specs() if not isinstance(spec, Extra)
                   for part in spec)
        return 2 * arcs == len(self.links)

    def linked(self, changes: dict[int, Link]) -> Layout:
        """Return the layout with other links."""
        return Layout(tuple(changes.get(end, link) for end, link in enumerate(self.links)),
                      self.extras)


class Course(NamedTuple):
    """A curve of a layout: its path, for each piece the outline that it is part of (its number, ~
    that if it is walked backwards, None off the picture), and at which joints there are corners of
    the picture (by number)."""

    path: Path
    borders: tuple[int | None, ...]
    corners: tuple[tuple[int, int], ...]

    def stroke(self, name: str) -> Stroke:
        """Return the course as a stroke of the arrangement."""
        return Stroke(self.path, False, tuple(part is not None for part in self.borders), name)


class Courses:
    """Makes courses from what they are made of."""

    def __init__(self, boundary: FrameBoundary, arcs: Sequence[Arc]) -> None:
        self.boundary, self.arcs = boundary, arcs
        self.ends = [arc.end(last) for arc in arcs for last in (0, 1)]
        self.free = [corner is not None for arc in arcs for corner in arc.corners]
        self._back = [backwards(arc.path) for arc in arcs]

    def course(self, spec: Spec) -> Course:
        if isinstance(spec, Extra):
            return Course((self.extra(spec),), (None,), ())
        pieces: list[Piece] = []
        borders: list[int | None] = []
        corners: list[tuple[int, int]] = []
        for place, item in enumerate(spec):
            if isinstance(item, int):
                path, outlines, joints = self._arc(item)
                corners += [(len(pieces) + joint, corner) for joint, corner in joints]
                pieces += path
                borders += outlines
            elif not isinstance(item, Port):
                pieces.append(self._free(spec, place, item))
                borders.append(None)
        return Course(joined(pieces), tuple(borders), tuple(corners))

    def _arc(self, item: int) -> tuple[Path, Sequence[int], Sequence[tuple[int, int]]]:
        """Return an arc as it is walked: its path, the outline of each piece, and its corners."""
        if item < 0:
            arc = self.arcs[~item]
            return (self._back[~item], [~outline for outline in reversed(arc.borders)],
                    [(len(arc.path) - joint, corner) for joint, corner in arc.joints[::-1]])
        arc = self.arcs[item]
        return arc.path, arc.borders, arc.joints

    def _free(self, spec: tuple[Link | int, ...], place: int, link: Ray | Bridge) -> Piece:
        if isinstance(link, Bridge):
            return self.bridge(_end(spec[place - 1], 1), link)
        if place == 0:
            return self.ray(_end(spec[1], 0), link)[::-1]
        return self.ray(_end(spec[-2], 1), link)

    def ray(self, end: int, ray: Ray) -> Piece:
        """Return the curve from an end of an arc to the frame."""
        place, ahead = self.ends[end]
        goal = self.boundary.place(ray.s)
        return cubic(place, ahead, ray.near, goal, self.boundary.inward(ray.s, ray.lean), ray.far)

    def bridge(self, end: int, bridge: Bridge) -> Piece:
        """Return the curve from an end of an arc to another."""
        (place, ahead), (goal, back) = self.ends[end], self.ends[bridge.other]
        return cubic(place, ahead, bridge.near, goal, back, bridge.far)

    def extra(self, extra: Extra) -> Piece:
        """Return an added curve, from frame to frame."""
        boundary = self.boundary
        return cubic(boundary.place(extra.s0), boundary.inward(extra.s0, extra.lean0), extra.near,
                     boundary.place(extra.s1), boundary.inward(extra.s1, extra.lean1), extra.far)


def ends_of(spec: tuple[Link | int, ...]) -> list[int]:
    """Return the ends of arcs on a course, one for each link."""
    return [_end(spec[1], 0), *(_end(item, 1) for item in spec[1::2])]


def _end(item: Link | int, last: int) -> int:
    """Return the end at which an arc of a spec begins (0) or ends (1), as it is walked."""
    assert isinstance(item, int)
    return 2 * ~item + 1 - last if item < 0 else 2 * item + last


def cubic(a: Point, ahead: Point, near: float, b: Point, back: Point, far: float) -> Piece:
    """Return a cubic that leaves a ahead and arrives at b from `back`. Its handles are as long as
    J. D. Hobby found to please the eye (Smooth, easy to compute interpolating splines, 1986), times
    `near` and `far`."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    away = hypot(dx, dy)
    leave = atan2(dx * ahead[1] - dy * ahead[0], dx * ahead[0] + dy * ahead[1])
    arrive = atan2(back[0] * dy - back[1] * dx, -back[0] * dx - back[1] * dy)
    near *= away * _hobby(leave, -arrive)
    far *= away * _hobby(-arrive, leave)
    return (a, (a[0] + near * ahead[0], a[1] + near * ahead[1]),
            (b[0] + far * back[0], b[1] + far * back[1]), b)


def _hobby(one: float, other: float) -> float:
    """Return the length of a handle, in parts of the distance, by the angles at which a curve
    leaves here and arrives there."""
    above = 2 + sqrt(2) * (sin(one) - sin(other) / 16) * (sin(other) - sin(one) / 16) \
        * (cos(one) - cos(other))
    below = 3 * (1 + (sqrt(5) - 1) / 2 * cos(one) + (3 - sqrt(5)) / 2 * cos(other))
    return min(max(above / max(below, 1e-9), 0.1), 1.0)  # below is 0 if both go straight back
