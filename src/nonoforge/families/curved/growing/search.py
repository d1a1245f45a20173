"""Search for a layout of curves by simulated annealing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import atan2, cos, dist, exp, log, pi, radians, sin, tau
from random import Random
from typing import NamedTuple

from nonoforge.errors import InputError, OutOfBudget
from nonoforge.families.curved.arranging import arrange
from nonoforge.families.curved.colouring import PictureColours
from nonoforge.families.curved.growing.cost import LayoutCosts, RatedLayout
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
from nonoforge.families.curved.growing.native_cost import NativeCosts, layout_costs
from nonoforge.families.curved.growing.outlines import Arcs, check_outlines, cut_outlines
from nonoforge.families.curved.growing.quality import Goals, bend_cost
from nonoforge.families.curved.growing.sampled_path import FrameBoundary
from nonoforge.families.curved.growing.tracks import sample_piece
from nonoforge.families.curved.growing.widening import widened
from nonoforge.families.curved.stroke import Stroke
from nonoforge.path import Point
from nonoforge.progress import StageProgress
from nonoforge.time_limit import check_time, time_limit, time_share

MAX_LEAN = radians(55)  # largest angle between a curve and the frame's normal
STRAIGHT_COST = 0.02  # of a bridge that is nearly straight
COARSE_SAMPLES = 40  # around the frame, for a first estimate
MAX_BRIDGE_COST = 2.5  # of the bends of a bridge
MAX_BRIDGE_TURN = radians(145)  # more costs more than the most
EXTRA_CANDIDATES = 4  # additional curves sampled for each one that is tried


def angle(a: Point, b: Point) -> float:
    """Return the angle from one direction to another, in radians."""
    return atan2(a[0] * b[1] - a[1] * b[0], a[0] * b[0] + a[1] * b[1])


class LayoutMoves:
    """Changes of layouts. `bridges` are the pairs of ends that could be joined gracefully."""

    def __init__(self, courses: Courses, goals: Goals, rng: Random) -> None:
        self.courses, self.goals, self.rng = courses, goals, rng
        self.boundary = courses.boundary
        self.bridges = self._bridges()
        self.step = 1.0  # how large changes are

    def start(self, loose: float = 0.0) -> Layout:
        """Return the layout to start from: every end goes straight on to the frame, or ends within
        `loose` of that place. Ends that face each other on one line are joined, because their
        continuations would run on top of each other."""
        layout = Layout(tuple(
            self.straight(end, loose) if free
            else Port(self.boundary.nearest(self.courses.ends[end][0]))
            for end, free in enumerate(self.courses.free)))
        for cost, a, b in self.bridges:
            if cost > STRAIGHT_COST:
                break
            if isinstance(layout.links[a], Ray) and isinstance(layout.links[b], Ray):
                joined = layout.linked({a: Bridge(b, 1.0, 1.0), b: Bridge(a, 1.0, 1.0)})
                layout = joined if joined.complete() else layout
        return layout

    def straight(self, end: int, loose: float = 0.0) -> Ray:
        """Return the straight continuation of an end, at most about `loose` from it."""
        place, ahead = self.courses.ends[end]
        s = self.boundary.hit(place, ahead)
        if s is None:
            s = self.rng.uniform(0, self.boundary.length)
        return self.ray(end, s + self.rng.gauss(0, loose) if loose else s)

    def ray(self, end: int, s: float) -> Ray:
        """Return an end that goes to this place of the frame, evenly bent, like a circle, if it
        can."""
        place, ahead = self.courses.ends[end]
        goal = self.boundary.place(s)
        chord = goal[0] - place[0], goal[1] - place[1]
        turn = 2 * angle(ahead, chord)
        back = (-ahead[0] * cos(turn) + ahead[1] * sin(turn),
                -ahead[0] * sin(turn) - ahead[1] * cos(turn))
        lean = _leaning(angle(self.boundary.inward(s), back))
        return Ray(s % self.boundary.length, lean, 1.0, 1.0)

    def _bridges(self) -> list[tuple[float, int, int]]:
        """Return (cost, end, end) of possible bridges, the smoothest first."""
        found: list[tuple[float, int, int]] = []
        for a, (p, _) in enumerate(self.courses.ends):
            for b in range(a + 1, len(self.courses.ends)):
                q, _ = self.courses.ends[b]
                if a >> 1 == b >> 1 or dist(p, q) < 1e-6 or not (
                        self.courses.free[a] and self.courses.free[b]):
                    continue
                if self._turn_of_bridge(a, b) > MAX_BRIDGE_TURN:
                    continue
                piece = self.courses.bridge(a, Bridge(b, 1.0, 1.0))
                some = sample_piece(piece, dist(p, q) / 12)
                cost = bend_cost((some.turned,), some.sharpest, 0.0, self.goals)
                if cost < MAX_BRIDGE_COST:
                    found.append((cost, a, b))
        return sorted(found)

    def _turn_of_bridge(self, a: int, b: int) -> float:
        """Return the least turn of a bridge: from where it leaves to the chord, and on to where it
        arrives."""
        (p, ahead), (q, back) = self.courses.ends[a], self.courses.ends[b]
        chord = q[0] - p[0], q[1] - p[1]
        return abs(angle(ahead, chord)) + abs(angle(chord, (-back[0], -back[1])))

    def changed(self, now: RatedLayout) -> Layout | None:
        """Return another layout; None if this change is not possible."""
        kinds = self._kinds(now.layout)
        kind = self.rng.choices([k for k, _ in kinds], [w for _, w in kinds])[0]
        return kind(now)

    def _kinds(self, layout: Layout) -> list[tuple[Callable[[RatedLayout], Layout | None], float]]:
        rays, extras = bool(layout.links), bool(layout.extras)
        return [
            (self.shift, 55.0), (self.aim_ray, 10.0 * rays), (self.swap_rays, 3.0 * rays),
            (self.part, 4.0 * rays), (self.bridge, 6.0 * bool(self.bridges)), (self.add, 7.0),
            (self.remove, 4.0 * extras), (self.redraw, 4.0 * extras),
        ]

    def _a_course(self, now: RatedLayout) -> int:
        """Choose a course; those that cause costs are chosen more often."""
        return self.rng.choices(range(len(now.specs)), [0.5 + min(8.0, blame)
                                                        for blame in now.blame])[0]

    def _an_end(self, layout: Layout, *kinds: type[Link]) -> int | None:
        ends = [end for end, link in enumerate(layout.links) if isinstance(link, kinds)]
        return self.rng.choice(ends) if ends else None

    def shift(self, now: RatedLayout) -> Layout | None:
        """Return the layout with a small change of one course, if there is one."""
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
            s = (s + rng.gauss(0, 0.05) * self.step * self.boundary.length) % self.boundary.length
        if which > 0.45:
            lean = _leaning(lean + rng.gauss(0, 0.4) * self.step)
        return Ray(s, lean, self._handle(ray.near), self._handle(ray.far)) if which > 0.8 \
            else ray._replace(s=s, lean=lean)

    def _handle(self, size: float) -> float:
        return min(1.6, max(0.65, size * exp(self.rng.gauss(0, 0.3) * self.step)))

    def aim_ray(self, now: RatedLayout) -> Layout | None:
        """Return the layout with a ray aimed at quite another place of the frame, if there is
        one."""
        spec = now.specs[self._a_course(now)]
        rays = [] if isinstance(spec, Extra) else [
            end for end in ends_of(spec) if isinstance(now.layout.links[end], Ray)]
        if not rays:
            return None
        end = self.rng.choice(rays)
        place, (dx, dy) = self.courses.ends[end]
        turn = self.rng.gauss(0, 0.7)
        ahead = dx * cos(turn) - dy * sin(turn), dx * sin(turn) + dy * cos(turn)
        s = self.boundary.hit(place, ahead)
        return None if s is None else now.layout.linked({end: self.ray(end, s)})

    def swap_rays(self, now: RatedLayout) -> Layout | None:
        """Return the layout with the places of two rays on the frame exchanged, if there is one."""
        a, b = (self._an_end(now.layout, Ray) for _ in range(2))
        if a is None or b is None or a == b:
            return None
        one, other = now.layout.links[a], now.layout.links[b]
        assert isinstance(one, Ray)
        assert isinstance(other, Ray)
        return now.layout.linked({a: self.ray(a, other.s), b: self.ray(b, one.s)})

    def bridge(self, now: RatedLayout) -> Layout | None:
        """Join two ends; ends that were joined to them go to the frame."""
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

    def part(self, now: RatedLayout) -> Layout | None:
        """Return the layout with two joined ends parted. Edges on one line do not go straight on
        from there, because they would run on top of each other."""
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

    def add(self, now: RatedLayout) -> Layout | None:
        """Return the layout with a new curve through a face that needs one, if there is one."""
        extra = self._new_extra(now)
        return extra and _with_extras(now.layout, (*now.layout.extras, extra))

    def remove(self, now: RatedLayout) -> Layout | None:
        extras = now.layout.extras
        k = self.rng.randrange(len(extras))
        return _with_extras(now.layout, (*extras[:k], *extras[k + 1:]))

    def redraw(self, now: RatedLayout) -> Layout | None:
        """Return the layout with a new curve instead of an added one, if there is one."""
        extras, extra = now.layout.extras, self._new_extra(now)
        k = self.rng.randrange(len(extras))
        return extra and _with_extras(now.layout, (*extras[:k], extra, *extras[k + 1:]))

    def _new_extra(self, now: RatedLayout) -> Extra | None:
        goal = self._target(now)
        best: tuple[float, Extra] | None = None
        for _ in range(EXTRA_CANDIDATES):
            extra = self._through(goal)
            if extra is not None:
                score = self._score(extra, goal)
                if best is None or score < best[0]:
                    best = score, extra
        return best and best[1]

    def _target(self, now: RatedLayout) -> Point:
        """Return a point in a face that is open, or large."""
        found, rng = now.found, self.rng
        if found is None:
            return self.boundary.place(rng.uniform(0, self.boundary.length))
        weights = [area + (sum(found.areas) / 6 if face in now.open_faces else 0)
                   for face, area in enumerate(found.areas)]
        face = rng.choices(range(len(weights)), weights)[0]
        return found.spot(face)

    def _through(self, goal: Point) -> Extra | None:
        """Return a curve that goes through a place, more or less."""
        rng, turn = self.rng, self.rng.uniform(0, pi)
        ways = [(cos(turn), sin(turn)), (-cos(turn), -sin(turn))]
        places = [self.boundary.hit(goal, way) for way in ways]
        if places[0] is None or places[1] is None:
            return None
        bow = rng.gauss(0, 0.3)
        ends = [Ray(s, _leaning(angle(self.boundary.inward(s), (-way[0], -way[1])) + sign * bow
                                + rng.gauss(0, 0.12)), 1.0, 1.0)
                for s, way, sign in zip(places, ways, (1, -1), strict=True) if s is not None]
        return _extra(*ends)

    def _score(self, extra: Extra, goal: Point) -> float:
        piece = self.courses.extra(extra)
        some = sample_piece(piece, self.boundary.length / COARSE_SAMPLES)
        return bend_cost((some.turned,), some.sharpest, 0.0, self.goals) + \
            min(dist(point, goal) for point in some.points) / (4 * self.goals.apart)


def _leaning(lean: float) -> float:
    lean = (lean + pi) % tau - pi
    return min(MAX_LEAN, max(-MAX_LEAN, lean))


def _extra(one: Ray, other: Ray) -> Extra:
    return Extra(one.s, one.lean, one.near, other.s, other.lean, other.near)


def _with_extras(layout: Layout, extras: Sequence[Extra]) -> Layout:
    return replace(layout, extras=tuple(extras))


START_TEMPERATURE, END_TEMPERATURE = 2.0, 0.03
MIN_CHANGE = 0.08  # size of changes at the end, relative to the start
TICK_INTERVAL = 25  # tries between two calls of `tick`
BEST_KEPT = 6  # layouts that are kept


@dataclass
class Annealing:
    """A search that can be stopped at any time: `best` is what it has."""

    judge: LayoutCosts
    moves: LayoutMoves
    rng: Random
    now: RatedLayout
    best: RatedLayout
    tried: int = 0
    good: list[RatedLayout] = field(default_factory=list)  # the last of the best, the worst first

    def __post_init__(self) -> None:
        self.good.append(self.best)

    def run(self, tries: int, hot: float, cold: float, tick: Callable[[RatedLayout], None]) -> None:
        """Try a number of changes while the temperature falls."""
        for k in range(tries):
            check_time()
            part = k / tries
            temperature = hot * (cold / hot) ** part
            self.moves.step = max(MIN_CHANGE, (temperature / START_TEMPERATURE) ** 0.5)
            self._try(temperature)
            if k % TICK_INTERVAL == 0:
                self.judge.forget(self.now.layout, self.best.layout)
                tick(self.best)

    def _try(self, warmth: float) -> None:
        self.tried += 1
        layout = self.moves.changed(self.now)
        if layout is None:
            return
        limit = self.now.cost - warmth * log(max(self.rng.random(), 1e-12))
        found = self.judge.judge(layout, limit)
        if found is not None:
            self.now = found
            if found.cost < self.best.cost:
                self.best = found
                self.good = [*self.good[1 - BEST_KEPT:], found]


# From the outlines of a picture to the curves of a puzzle.
#
# Outlines are cut into arcs, arcs are continued to the frame or to each other, and curves are
# added, until lines alone solve the puzzle and it is good to look at. A few starts with different
# cuts are tried hastily, and the best of them is worked out by simulated annealing. How much is
# tried does not depend on the clock, so a seed gives the same puzzle everywhere, unless time runs
# out.

STARTS = 4
START_SHARE = 0.12  # of all tries that each start gets before the best is chosen
RESTART_TEMPERATURE = 0.35  # of the best start when it continues, relative to the beginning
WIDENING_TEMPERATURE = 0.5  # of one round that widens narrow faces
MAX_WIDENED = 12  # faults: with more, deformations are not tried
START_OFFSETS = (0.1, 0.2, 0.4, 0.8, 1.6)  # in gaps: how far from their places rays may start
PARTING_TRIES = 60  # to separate rays that offsets alone do not separate
BASE_TRIES, TRIES_PER_ARC = 2_000, 150  # for a picture of no arcs, and for each arc


class SearchLimits(NamedTuple):
    """How much is tried, at most. Without a number of tries, what suits the picture."""

    seed: int = 0
    tries: int | None = None
    seconds: float | None = None
    starts: int = STARTS
    base_tries: int = BASE_TRIES
    tries_per_arc: int = TRIES_PER_ARC
    widening: int = 0  # rounds of further tries while faces are narrow or crossings flat
    widening_tries: int = 150
    patience: int | None = None  # tries without a better layout, once nothing is at fault


class BestLayout(NamedTuple):
    """Result of the search: the strokes, their layout, and how the search went."""

    strokes: tuple[Stroke, ...]
    arcs: Arcs
    judged: RatedLayout
    tried: int
    tries: int
    interrupted: bool
    late: bool  # time ran out


def search_layout(
    frame: Stroke, outlines: Sequence[Stroke], paint: PictureColours, goals: Goals,
    effort: SearchLimits | None = None, tell: StageProgress = lambda done, total, words: None,
) -> BestLayout:
    """Search for curves that extend a picture. A KeyboardInterrupt returns the best so far."""
    if not outlines:
        raise InputError("there is no picture to extend")
    check_outlines(frame, outlines)
    return search_arcs(frame, lambda rng: cut_outlines(frame, outlines, rng), paint, goals, effort,
                       tell)


def search_arcs(
    frame: Stroke, cut: Callable[[Random], Arcs], paint: PictureColours, goals: Goals,
    effort: SearchLimits | None = None, tell: StageProgress = lambda done, total, words: None,
) -> BestLayout:
    """Search for curves that extend the arcs of a picture, which each start cuts anew."""
    return _Search(frame, cut, paint, goals, effort or SearchLimits(), tell).found()


class _Enough(Exception):
    """The best layout has no faults, and none better was found for a while."""


SEARCH_SHARE = 0.9  # of the time; the rest is for confirming the best layout


class _Search:
    """Several starts, then the best of them."""

    def __init__(
        self, frame: Stroke, cut: Callable[[Random], Arcs], paint: PictureColours, goals: Goals,
        effort: SearchLimits, tell: StageProgress,
    ) -> None:
        self.frame, self.cut, self.paint, self.goals = frame, cut, paint, goals
        self.effort, self.tell = effort, tell
        self.boundary = FrameBoundary(frame)
        self.runs: list[tuple[Arcs, Annealing]] = []
        self.tries = effort.tries or 0
        self.widened_from: RatedLayout | None = None
        self.wider: tuple[Arcs, RatedLayout, tuple[Stroke, ...]] | None = None
        self.better = (float("inf"), 0)  # the least cost, and after how many tries it was found

    def found(self) -> BestLayout:
        """Return the best layout found."""
        interrupted = late = False
        try:
            with time_limit(self.effort.seconds), time_share(SEARCH_SHARE):
                self._run()
        except KeyboardInterrupt:
            if not self.runs:
                raise
            interrupted = True
        except OutOfBudget:
            if not self.runs:
                raise
            late = True
        except _Enough:
            pass
        arcs, best, strokes = self._best()
        return BestLayout(strokes, arcs, best, self._tried(), self.tries, interrupted, late)

    def _run(self) -> None:
        for k in range(self.effort.starts):
            self._start(Random(f"{self.effort.seed} {k}"))
            self.runs[-1][1].run(int(START_SHARE * self.tries), START_TEMPERATURE,
                                 RESTART_TEMPERATURE, self._tick)
        arcs, run = min(self.runs, key=lambda each: each[1].best.cost)
        run.now = run.best
        run.run(self.tries - self._tried(), RESTART_TEMPERATURE, END_TEMPERATURE, self._tick)
        for _ in range(self.effort.widening):
            if run.best.solved and (not run.best.faults or self._widen(arcs, run)):
                break
            run.now = run.best
            run.run(self.effort.widening_tries, WIDENING_TEMPERATURE, END_TEMPERATURE, self._tick)
        if self.effort.widening and run.best.solved and run.best.faults:
            self._widen(arcs, run)

    def _start(self, rng: Random) -> None:
        arcs = self.cut(rng)
        self.tries = self.tries or \
            self.effort.base_tries + self.effort.tries_per_arc * len(arcs.arcs)
        courses = Courses(self.boundary, arcs.arcs)
        judge = layout_costs(courses, self.goals, self.paint)
        moves = LayoutMoves(courses, self.goals, rng)
        first = _clear_start(judge, moves, self.goals.gap)
        self.runs.append((arcs, Annealing(judge, moves, rng, first, first)))

    def _tried(self) -> int:
        return sum(run.tried for _, run in self.runs)

    def _tick(self, best: RatedLayout) -> None:
        state = "lines solve it" if best.solved else f"{len(best.open_faces)} faces open"
        self.tell(self._tried(), self.tries,
                  f"curves: {len(best.layout.specs())}, {state}, faults {best.cost:.1f}")
        tried = self._tried()
        if best.cost < self.better[0]:
            self.better = best.cost, tried
        patience = self.effort.patience
        if patience is not None and len(self.runs) == self.effort.starts and best.solved and \
                not best.faults and tried - self.better[1] >= patience:
            raise _Enough

    def _best(self) -> tuple[Arcs, RatedLayout, tuple[Stroke, ...]]:
        """Return the best layout that the exact arrangement confirms: polylines only approximate
        it."""
        good = sorted(((judged, arcs, run) for arcs, run in self.runs for judged in run.good),
                      key=lambda each: each[0].cost)
        if self.wider is not None and (good[0][0].faults or not good[0][0].solved):
            return self.wider
        for judged, arcs, run in good:
            strokes = _strokes(run.moves.courses, judged.layout)
            if judged.found is not None and self._agrees(strokes, judged):
                return arcs, judged, strokes
        raise InputError("no curves were found that extend this picture; a longer --budget or "
                         "another --seed may find some")

    def _widen(self, arcs: Arcs, run: Annealing) -> bool:
        """Deform the best layout; return whether no fault is left."""
        best = run.best
        if best is self.widened_from or not isinstance(run.judge, NativeCosts) or \
                best.faults > MAX_WIDENED:
            return False
        self.widened_from = best
        found = widened(run.moves.courses, best.layout, self.goals, self.paint, run.rng)
        if found is None or (self.wider is not None and found.faults >= self.wider[1].faults):
            return False
        strokes = tuple(course.stroke(f"curve {number}")
                        for number, course in enumerate(found.courses, 1))
        if not self._agrees(strokes, best):
            return False
        self.wider = arcs._replace(arcs=found.arcs), replace(best, faults=found.faults), strokes
        return not found.faults

    def _agrees(self, strokes: Sequence[Stroke], judged: RatedLayout) -> bool:
        assert judged.found is not None
        try:
            exact = arrange(self.frame, strokes).arrangement
        except InputError:
            return False
        return len(exact.faces) == len(judged.found.areas) and \
            len(exact.curves) == len(strokes) and not any(curve.closed for curve in exact.curves)


def _clear_start(judge: LayoutCosts, moves: LayoutMoves, gap: float) -> RatedLayout:
    """Return a layout whose faces can be found, if there is one. Straight continuations often fail:
    in a drawing on a lattice, or with an axis, they meet three at a time, in corners, or on the
    frame. So they are loosened first, then edges on one line are parted."""
    first = _judged(judge, moves.start())
    for loose in START_OFFSETS:
        if first.found is not None:
            return first
        first = _judged(judge, moves.start(loose * gap))
    for _ in range(PARTING_TRIES):
        layout = moves.part(first) if first.found is None else None
        first = (layout and judge.judge(layout, first.cost)) or first
    return first


def _judged(judge: LayoutCosts, layout: Layout) -> RatedLayout:
    found = judge.judge(layout)
    assert found is not None, "no limit was set"
    return found


def _strokes(courses: Courses, layout: Layout) -> tuple[Stroke, ...]:
    return tuple(courses.course(spec).stroke(f"curve {number}")
                 for number, spec in enumerate(layout.specs(), 1))
