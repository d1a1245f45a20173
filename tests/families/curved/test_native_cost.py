"""The native judge of layouts against the plain one, and deformations that keep the topology."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

pytest.importorskip("shapely")

from nonoforge.families.curved.arranging import arrange
from nonoforge.families.curved.colouring import PictureColours
from nonoforge.families.curved.drawing import frame_stroke
from nonoforge.families.curved.growing.cost import CostModel
from nonoforge.families.curved.growing.layout import Courses
from nonoforge.families.curved.growing.map_arcs import MapArcs
from nonoforge.families.curved.growing.native_cost import NativeCosts, native
from nonoforge.families.curved.growing.quality import Goals, quality
from nonoforge.families.curved.growing.sampled_path import FrameBoundary
from nonoforge.families.curved.growing.search import LayoutMoves
from nonoforge.families.curved.growing.tracks import TrackCache
from nonoforge.families.curved.growing.widening import widened
from nonoforge.families.curved.picture_choice import simplified
from nonoforge.families.plane import drawing_of
from nonoforge.families.plane.regions import visible_regions
from nonoforge.palette import Palette
from nonoforge.path import polyline

pytestmark = pytest.mark.skipif(not native(), reason="the native judge was not built")

KEY = ('<path d="M7 14a3 3 0 1 1 0-6 3 3 0 0 1 0 6m5.7-4A6 6 0 1 0 12.7 14H16v4h4v-4h3v-4z"/>'
       '<rect x="14" y="2" width="8" height="4" fill="#d03010"/>')


class Case:
    """A random walk of layouts around a picture, judged by both."""

    def __init__(self, seed: int) -> None:
        regions = visible_regions(drawing_of(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">{KEY}</svg>'.encode()),
            margin="14%", size=150)
        picture = next(simplified(regions))
        cut = MapArcs(picture.picture)
        self.rng = Random(seed)
        box = regions.frame
        self.frame = frame_stroke(polyline([*box.corners, box.corners[0]]))
        self.goals = replace(Goals.of(box, apart=5.0, width=2.6), spacing=0.8)
        self.courses = Courses(FrameBoundary(self.frame), cut(self.rng).arcs)
        self.paint = PictureColours(Palette.of(*picture.colours), steps=cut.steps)
        self.native = NativeCosts(self.courses, self.goals, self.paint)
        self.plain = CostModel(TrackCache(self.courses, self.goals), self.paint)
        self.moves = LayoutMoves(self.courses, self.goals, self.rng)


def test_both_judges_find_the_same_faces() -> None:
    case = Case(1)
    now = case.native.judge(case.moves.start(0.3))
    assert now is not None
    for _ in range(60):
        layout = case.moves.changed(now)
        if layout is None:
            continue
        fast, slow = case.native.judge(layout), case.plain.judge(layout)
        assert fast is not None
        assert slow is not None
        assert (fast.found is None) == (slow.found is None)
        if fast.found is not None and slow.found is not None:
            assert sorted(fast.found.areas) == pytest.approx(sorted(slow.found.areas), abs=1e-6)
            assert len(fast.open_faces) == len(slow.open_faces)
            limited = case.native.judge(layout, fast.cost - 1e-6)
            assert limited is None
            case.native.forget(layout)
            again = case.native.judge(layout, fast.cost + 1e-6)
            assert again is not None
            assert again.cost == pytest.approx(fast.cost)
        if fast.cost < now.cost + 20:
            now = fast


def test_deformations_widen_and_keep_the_topology() -> None:
    case = Case(2)
    now = case.native.judge(case.moves.start(0.3))
    assert now is not None
    better = 0
    for _ in range(400):
        layout = case.moves.changed(now)
        now = (layout and case.native.judge(layout, now.cost)) or now
    found = widened(case.courses, now.layout, case.goals, case.paint, case.rng)
    if now.faults == 0 or now.found is None:
        assert found is None
        return
    before = arrange(case.frame, [case.courses.course(spec).stroke("c") for spec in now.specs])
    if found is not None:
        assert found.faults < now.faults
        after = arrange(case.frame, [course.stroke("c") for course in found.courses])
        assert len(after.arrangement.faces) == len(before.arrangement.faces)
        ports = [(course.path[0][0], course.path[-1][-1]) for course in found.courses]
        assert ports == [(course.path[0][0], course.path[-1][-1]) for course in map(
            case.courses.course, now.specs)]
        better = sum(each.value < 2.5 for each in quality(before).widths) \
            - sum(each.value < 2.5 for each in quality(after).widths)
        assert better >= 0
