"""Small and large changes of a layout, for a search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import atan2, cos, dist, exp, pi, radians, sin, tau
from random import Random

from nonoforge.families.curved.growing.goals import Goals, bend_cost
from nonoforge.families.curved.growing.judging import Judged
from nonoforge.families.curved.growing.layout import (
    Bridge,
    Courses,
    Extra,
    Layout,
    Link,
    Port,
    Ray,
    ends_of,
)
from nonoforge.families.curved.growing.tracks import sampled
from nonoforge.families.plane import interior_point
from nonoforge.path import Point

LEAN = radians(55)  # no curve meets the frame flatter than that
STRAIGHT = 0.02  # the cost of a bridge that is all but straight
COARSE = 40  # samples around the frame, where a glance will do
TRIES = 8  # extras that are drawn up for one that is tried


def angle(a: Point, b: Point) -> float:
    """From a direction to another, in radians."""
    return atan2(a[0] * b[1] - a[1] * b[0], a[0] * b[0] + a[1] * b[1])


class Moves:
    """Changes of layouts. `bridges` are the pairs of ends that could be joined gracefully."""

    def __init__(self, courses: Courses, goals: Goals, rng: Random) -> None:
        self.courses, self.goals, self.rng = courses, goals, rng
        self.rim = courses.rim
        self.bridges = self._bridges()
        self.step = 1.0  # how large changes are

    def start(self, loose: float = 0.0) -> Layout:
        """Every end goes straight on to the frame, or ends about so far from there, unless it meets
        another on the way: edges on one line are joined, or their continuations would run on top of
        each other."""
        layout = Layout(tuple(
            self.straight(end, loose) if free else Port(self.rim.nearest(self.courses.ends[end][0]))
            for end, free in enumerate(self.courses.free)))
        for cost, a, b in self.bridges:
            if cost > STRAIGHT:
                break
            if isinstance(layout.links[a], Ray) and isinstance(layout.links[b], Ray):
                joined = layout.linked({a: Bridge(b, 1.0, 1.0), b: Bridge(a, 1.0, 1.0)})
                layout = joined if joined.complete() else layout
        return layout

    def straight(self, end: int, loose: float = 0.0) -> Ray:
        """An end that goes straight on, or about so far from there."""
        place, ahead = self.courses.ends[end]
        s = self.rim.hit(place, ahead)
        if s is None:
            s = self.rng.uniform(0, self.rim.length)
        return self.ray(end, s + self.rng.gauss(0, loose) if loose else s)

    def ray(self, end: int, s: float) -> Ray:
        """An end that goes to this place of the frame, evenly bent, like a circle, if it can."""
        place, ahead = self.courses.ends[end]
        goal = self.rim.place(s)
        chord = goal[0] - place[0], goal[1] - place[1]
        turn = 2 * angle(ahead, chord)
        back = (-ahead[0] * cos(turn) + ahead[1] * sin(turn),
                -ahead[0] * sin(turn) - ahead[1] * cos(turn))
        return Ray(s % self.rim.length, _leaning(angle(self.rim.inward(s), back)), 1.0, 1.0)

    def _bridges(self) -> list[tuple[float, int, int]]:
        """(cost, end, end), the most graceful first."""
        found: list[tuple[float, int, int]] = []
        for a, (p, _) in enumerate(self.courses.ends):
            for b in range(a + 1, len(self.courses.ends)):
                q, _ = self.courses.ends[b]
                if a >> 1 == b >> 1 or dist(p, q) < 1e-6 or not (
                        self.courses.free[a] and self.courses.free[b]):
                    continue
                piece = self.courses.bridge(a, Bridge(b, 1.0, 1.0))
                some = sampled(piece, dist(p, q) / 12)
                cost = bend_cost((some.turned,), some.sharpest, 0.0, self.goals)
                if cost < 2.5:
                    found.append((cost, a, b))
        return sorted(found)

    def changed(self, now: Judged) -> Layout | None:
        """Another layout; None if this change is not possible."""
        kinds = self._kinds(now.layout)
        kind = self.rng.choices([k for k, _ in kinds], [w for _, w in kinds])[0]
        return kind(now)

    def _kinds(self, layout: Layout) -> list[tuple[Callable[[Judged], Layout | None], float]]:
        rays, extras = bool(layout.links), bool(layout.extras)
        return [
            (self.shift, 55.0), (self.aim_ray, 10.0 * rays), (self.swap_rays, 3.0 * rays),
            (self.part, 4.0 * rays), (self.bridge, 6.0 * bool(self.bridges)), (self.add, 7.0),
            (self.remove, 4.0 * extras), (self.redraw, 4.0 * extras),
        ]

    def _a_course(self, now: Judged) -> int:
        """Those who are to blame for faults come more often."""
        return self.rng.choices(range(len(now.specs)), [0.5 + min(8.0, blame)
                                                        for blame in now.blame])[0]

    def _an_end(self, layout: Layout, *kinds: type[Link]) -> int | None:
        ends = [end for end, link in enumerate(layout.links) if isinstance(link, kinds)]
        return self.rng.choice(ends) if ends else None

    def shift(self, now: Judged) -> Layout | None:
        """A small change of one course."""
        index = self._a_course(now)
        spec = now.specs[index]
        if isinstance(spec, Extra):
            return self._shift_extra(now.layout, index - len(now.specs))
        free = [end for end in ends_of(spec) if not isinstance(now.layout.links[end], Port)]
        return self._shift_link(now.layout, self.rng.choice(free)) if free else None

    def _shift_link(self, layout: Layout, end: int) -> Layout | None:
        link = layout.links[end]
        if isinstance(link, Ray):
            return layout.linked({end: self._shifted(link)})
        assert isinstance(link, Bridge)
        changed = link._replace(near=self._handle(link.near), far=self._handle(link.far))
        return layout.linked({end: changed, link.other: Bridge(end, changed.far, changed.near)})

    def _shifted(self, ray: Ray) -> Ray:
        rng, s, lean = self.rng, ray.s, ray.lean
        which = rng.random()
        if which < 0.65:
            s = (s + rng.gauss(0, 0.05) * self.step * self.rim.length) % self.rim.length
        if which > 0.45:
            lean = _leaning(lean + rng.gauss(0, 0.4) * self.step)
        return Ray(s, lean, self._handle(ray.near), self._handle(ray.far)) if which > 0.8 \
            else ray._replace(s=s, lean=lean)

    def _handle(self, size: float) -> float:
        return min(1.6, max(0.65, size * exp(self.rng.gauss(0, 0.3) * self.step)))

    def aim_ray(self, now: Judged) -> Layout | None:
        """A ray to quite another place."""
        spec = now.specs[self._a_course(now)]
        rays = [] if isinstance(spec, Extra) else [
            end for end in ends_of(spec) if isinstance(now.layout.links[end], Ray)]
        if not rays:
            return None
        end = self.rng.choice(rays)
        place, (dx, dy) = self.courses.ends[end]
        turn = self.rng.gauss(0, 0.7)
        s = self.rim.hit(place, (dx * cos(turn) - dy * sin(turn), dx * sin(turn) + dy * cos(turn)))
        return None if s is None else now.layout.linked({end: self.ray(end, s)})

    def swap_rays(self, now: Judged) -> Layout | None:
        """Two rays exchange their places on the frame."""
        a, b = (self._an_end(now.layout, Ray) for _ in range(2))
        if a is None or b is None or a == b:
            return None
        one, other = now.layout.links[a], now.layout.links[b]
        assert isinstance(one, Ray)
        assert isinstance(other, Ray)
        return now.layout.linked({a: self.ray(a, other.s), b: self.ray(b, one.s)})

    def bridge(self, now: Judged) -> Layout | None:
        """Joins two ends; whoever was joined to them goes to the frame."""
        pick = min(int(self.rng.expovariate(1 / (2 + len(self.bridges) / 4))),
                   len(self.bridges) - 1)
        _, a, b = self.bridges[pick]
        layout = now.layout
        changes: dict[int, Link] = {}
        for end in (a, b):
            link = layout.links[end]
            if isinstance(link, Bridge):
                changes[link.other] = self.straight(link.other)
        changes |= {a: Bridge(b, 1.0, 1.0), b: Bridge(a, 1.0, 1.0)}
        found = layout.linked(changes)
        return found if found != layout and found.complete() else None

    def part(self, now: Judged) -> Layout | None:
        """Parts two ends that were joined. Edges on one line do not go straight on from there, or
        they would run on top of each other."""
        spec = now.specs[self._a_course(now)]
        ends = [] if isinstance(spec, Extra) else [
            end for end in ends_of(spec) if isinstance(now.layout.links[end], Bridge)]
        if not ends:
            return None
        end = self.rng.choice(ends)
        link = now.layout.links[end]
        assert isinstance(link, Bridge)
        return now.layout.linked({each: self.straight(each, self.goals.apart)
                                  for each in (end, link.other)})

    def _shift_extra(self, layout: Layout, k: int) -> Layout | None:
        extras = list(layout.extras)
        extra = extras[k]
        ends = [Ray(extra.s0, extra.lean0, extra.near, 1.0),
                Ray(extra.s1, extra.lean1, extra.far, 1.0)]
        for end in self.rng.choice(((0,), (1,), (0, 1))):
            ends[end] = self._shifted(ends[end])
        extras[k] = _extra(*ends)
        return _with_extras(layout, extras)

    def add(self, now: Judged) -> Layout | None:
        """A new curve, through a face that needs one."""
        extra = self._new_extra(now)
        return extra and _with_extras(now.layout, (*now.layout.extras, extra))

    def remove(self, now: Judged) -> Layout | None:
        extras = now.layout.extras
        k = self.rng.randrange(len(extras))
        return _with_extras(now.layout, (*extras[:k], *extras[k + 1:]))

    def redraw(self, now: Judged) -> Layout | None:
        """A new curve instead of one that was added."""
        extras, extra = now.layout.extras, self._new_extra(now)
        k = self.rng.randrange(len(extras))
        return extra and _with_extras(now.layout, (*extras[:k], extra, *extras[k + 1:]))

    def _new_extra(self, now: Judged) -> Extra | None:
        goal = self._target(now)
        best: tuple[float, Extra] | None = None
        for _ in range(TRIES):
            extra = self._through(goal)
            if extra is not None:
                score = self._score(extra, goal)
                if best is None or score < best[0]:
                    best = score, extra
        return best and best[1]

    def _target(self, now: Judged) -> Point:
        """A point in a face that is open, or large."""
        found, rng = now.found, self.rng
        if found is None:
            return self.rim.place(rng.uniform(0, self.rim.length))
        weights = [area + (sum(found.areas) / 6 if face in now.open_faces else 0)
                   for face, area in enumerate(found.areas)]
        face = rng.choices(range(len(weights)), weights)[0]
        return interior_point([found.polygon(face, self.rim)])

    def _through(self, goal: Point) -> Extra | None:
        """A curve that goes through a place, more or less."""
        rng, turn = self.rng, self.rng.uniform(0, pi)
        ways = [(cos(turn), sin(turn)), (-cos(turn), -sin(turn))]
        places = [self.rim.hit(goal, way) for way in ways]
        if places[0] is None or places[1] is None:
            return None
        bow = rng.gauss(0, 0.3)
        ends = [Ray(s, _leaning(angle(self.rim.inward(s), (-way[0], -way[1])) + sign * bow
                                + rng.gauss(0, 0.12)), 1.0, 1.0)
                for s, way, sign in zip(places, ways, (1, -1), strict=True) if s is not None]
        return _extra(*ends)

    def _score(self, extra: Extra, goal: Point) -> float:
        piece = self.courses.extra(extra)
        some = sampled(piece, self.rim.length / COARSE)
        return bend_cost((some.turned,), some.sharpest, 0.0, self.goals) + \
            min(dist(point, goal) for point in some.points) / (4 * self.goals.apart)


def _leaning(lean: float) -> float:
    lean = (lean + pi) % tau - pi
    return min(LEAN, max(-LEAN, lean))


def _extra(one: Ray, other: Ray) -> Extra:
    return Extra(one.s, one.lean, one.near, other.s, other.lean, other.near)


def _with_extras(layout: Layout, extras: Sequence[Extra]) -> Layout:
    return replace(layout, extras=tuple(extras))
