"""From the outlines of a picture to the curves of a puzzle.

Outlines are cut into arcs, arcs are continued to the frame or to each other, and curves are added,
until lines alone solve the puzzle and it is good to look at. A few starts with different cuts are
tried hastily, and the best of them is worked out by simulated annealing. How much is tried does not
depend on the clock, so a seed gives the same puzzle everywhere, unless time runs out.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from time import monotonic
from typing import NamedTuple

from nonoforge.errors import InputError
from nonoforge.families.curved.arranging import arrange
from nonoforge.families.curved.growing.anneal import COLD, HOT, Annealing
from nonoforge.families.curved.growing.goals import Goals
from nonoforge.families.curved.growing.judging import Judge, Judged
from nonoforge.families.curved.growing.layout import Courses, Layout
from nonoforge.families.curved.growing.moves import Moves
from nonoforge.families.curved.growing.outlines import Arcs, check_outlines, cut_outlines
from nonoforge.families.curved.growing.paint import Paint
from nonoforge.families.curved.growing.rim import Rim
from nonoforge.families.curved.growing.survey import Survey
from nonoforge.families.curved.stroke import Stroke
from nonoforge.progress import StageProgress

STARTS = 4
EACH = 0.12  # of all tries: what a start gets before the best is chosen
WARM = 0.35  # how warm the best is when it goes on
LOOSE = (0.1, 0.2, 0.4, 0.8, 1.6)  # gaps: how far off rays may start
PARTED = 60  # tries to clear what loose rays alone do not
TRIES, MORE = 2_000, 150  # for a picture of no arcs, and for each arc



class Effort(NamedTuple):
    """How much is tried, at most. Without a number of tries, what suits the picture."""

    seed: int = 0
    tries: int | None = None
    seconds: float | None = None


class Found(NamedTuple):
    """What was found: the strokes, what they are made of, and how the search went."""

    strokes: tuple[Stroke, ...]
    arcs: Arcs
    judged: Judged
    tried: int
    tries: int
    interrupted: bool
    late: bool  # time ran out


def grow(
    frame: Stroke, outlines: Sequence[Stroke], paint: Paint, goals: Goals,
    effort: Effort | None = None, tell: StageProgress = lambda done, total, words: None,
) -> Found:
    """Curves for a picture. Ctrl-C takes the best so far."""
    if not outlines:
        raise InputError("there is no picture to extend")
    check_outlines(frame, outlines)
    return _Search(frame, outlines, paint, goals, effort or Effort(), tell).found()


class _Late(Exception):
    """Time ran out."""


class _Search:
    """Several starts, then the best of them."""

    def __init__(
        self, frame: Stroke, outlines: Sequence[Stroke], paint: Paint, goals: Goals,
        effort: Effort, tell: StageProgress,
    ) -> None:
        self.frame, self.outlines, self.paint, self.goals = frame, outlines, paint, goals
        self.effort, self.tell = effort, tell
        self.begin = monotonic()
        self.rim = Rim(frame)
        self.runs: list[tuple[Arcs, Annealing]] = []
        self.tries = effort.tries or 0

    def found(self) -> Found:
        """The best that could be found."""
        interrupted = late = False
        try:
            self._run()
        except KeyboardInterrupt:
            if not self.runs:
                raise
            interrupted = True
        except _Late:
            late = True
        arcs, best, strokes = self._best()
        return Found(strokes, arcs, best, self._tried(), self.tries, interrupted, late)

    def _run(self) -> None:
        for k in range(STARTS):
            self._start(Random(f"{self.effort.seed} {k}"))
            self.runs[-1][1].run(int(EACH * self.tries), HOT, WARM, self._tick)
        _, run = min(self.runs, key=lambda each: each[1].best.cost)
        run.now = run.best
        run.run(self.tries - self._tried(), WARM, COLD, self._tick)

    def _start(self, rng: Random) -> None:
        arcs = cut_outlines(self.frame, self.outlines, rng)
        self.tries = self.tries or TRIES + MORE * len(arcs.arcs)
        courses = Courses(self.rim, arcs.arcs)
        judge = Judge(Survey(courses, self.goals), self.paint)
        moves = Moves(courses, self.goals, rng)
        first = _clear_start(judge, moves, self.goals.gap)
        self.runs.append((arcs, Annealing(judge, moves, rng, first, first)))

    def _tried(self) -> int:
        return sum(run.tried for _, run in self.runs)

    def _tick(self, best: Judged) -> None:
        state = "lines solve it" if best.solved else f"{len(best.open_faces)} faces open"
        self.tell(self._tried(), self.tries,
                  f"curves: {len(best.layout.specs())}, {state}, faults {best.cost:.1f}")
        if self.effort.seconds is not None and monotonic() - self.begin > self.effort.seconds:
            raise _Late

    def _best(self) -> tuple[Arcs, Judged, tuple[Stroke, ...]]:
        """The best that the exact arrangement agrees with: polylines are not the last word."""
        good = sorted(((judged, arcs, run) for arcs, run in self.runs for judged in run.good),
                      key=lambda each: each[0].cost)
        for judged, arcs, run in good:
            strokes = _strokes(run.moves.courses, judged.layout)
            if judged.found is not None and self._agrees(strokes, judged):
                return arcs, judged, strokes
        raise InputError("no curves were found that extend this picture; a longer --budget or "
                         "another --seed may find some")

    def _agrees(self, strokes: Sequence[Stroke], judged: Judged) -> bool:
        assert judged.found is not None
        try:
            exact = arrange(self.frame, strokes).arrangement
        except InputError:
            return False
        return len(exact.faces) == len(judged.found.loops) and \
            len(exact.curves) == len(strokes) and not any(curve.closed for curve in exact.curves)


def _clear_start(judge: Judge, moves: Moves, gap: float) -> Judged:
    """A layout whose faces can be told, if there is one. Straight continuations often cannot: those
    of a drawing on a lattice, or with an axis, meet three at a time, in corners, or on the frame.
    So they are loosened first, then edges on one line are parted."""
    first = _judged(judge, moves.start())
    for loose in LOOSE:
        if first.found is not None:
            return first
        first = _judged(judge, moves.start(loose * gap))
    for _ in range(PARTED):
        layout = moves.part(first) if first.found is None else None
        first = (layout and judge.judge(layout, first.cost)) or first
    return first


def _judged(judge: Judge, layout: Layout) -> Judged:
    found = judge.judge(layout)
    assert found is not None, "no limit was set"
    return found


def _strokes(courses: Courses, layout: Layout) -> tuple[Stroke, ...]:
    return tuple(courses.course(spec).stroke(f"curve {number}")
                 for number, spec in enumerate(layout.specs(), 1))
