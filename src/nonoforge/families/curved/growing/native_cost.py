"""Costs of layouts by the native judge (native/layouts.hpp), where it was built.

It differs from the plain model in one point: the width of a face is the diameter of the largest
circle in it, not an estimate from area and circumference.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from nonoforge.engine import ENGINE
from nonoforge.families.curved.colouring import PictureColours
from nonoforge.families.curved.growing.cost import CostModel, LayoutCosts, RatedLayout
from nonoforge.families.curved.growing.layout import Courses, Layout, Spec
from nonoforge.families.curved.growing.quality import Goals
from nonoforge.families.curved.growing.sampled_path import FrameBoundary
from nonoforge.families.curved.growing.tracks import (
    MAX_CACHED_COURSES,
    TrackCache,
    leans,
    port_places,
    sample_spacing,
)
from nonoforge.path import Point

if TYPE_CHECKING:
    from nonoforge.native import _layouts


def layout_costs(courses: Courses, goals: Goals, paint: PictureColours) -> LayoutCosts:
    """Return the native model where it was built and can judge such a picture, else the plain one.
    """
    straight = all(len(piece) == 2 for piece in courses.boundary.frame.path)
    if native() and straight and paint.steps is not None:
        return NativeCosts(courses, goals, paint)
    return CostModel(TrackCache(courses, goals), paint)


def native() -> bool:
    """Return whether layouts are judged by native code."""
    if ENGINE != "native":
        return False
    try:
        from nonoforge.native import _layouts
    except ImportError:
        return False
    return bool(_layouts)


def layout_judge(
    boundary: FrameBoundary, goals: Goals, paint: PictureColours,
) -> _layouts.LayoutJudge:
    """Return a native judge that knows no courses yet."""
    from nonoforge.native import _layouts

    assert paint.steps is not None
    aims = (goals.angle, goals.apart, goals.gap, goals.width, goals.ports, goals.spacing,
            goals.severity, -1 if goals.curves is None else goals.curves, goals.min_curves)
    return _layouts.LayoutJudge(
        aims, list(boundary.trail.places), list(boundary.corners), tuple(paint.steps),
        len(paint.palette.colours), sample_spacing(boundary, goals))


class NativeCosts:
    """Judges layouts of a picture with a straight frame."""

    def __init__(self, courses: Courses, goals: Goals, paint: PictureColours) -> None:
        self.courses = courses
        self.kernel = layout_judge(courses.boundary, goals, paint)
        self._numbers: dict[Spec, int] = {}

    def judge(self, layout: Layout, limit: float = float("inf")) -> RatedLayout | None:
        """Return the layout's faults; None if they cost more than the limit."""
        specs = layout.specs()
        numbers = [self._number(spec) for spec in specs]
        found = self.kernel.judge(numbers, limit)
        if found is None:
            return None
        cost, blame, areas, left, places = found
        faces = None if areas is None else NativeFaces(areas, self, tuple(specs))
        return RatedLayout(layout, specs, cost, {}, blame, faces, left, len(places))

    def _number(self, spec: Spec) -> int:
        known = self._numbers.get(spec)
        if known is None:
            course = self.courses.course(spec)
            known = self._numbers[spec] = self.kernel.add(
                course.path, course.borders, course.corners, *port_places(spec), leans(spec))
        return known

    def spot(self, specs: tuple[Spec, ...], face: int) -> Point:
        """Return a point well inside a face."""
        return self.kernel.spot([self._number(spec) for spec in specs], face)

    def forget(self, *kept: Layout) -> None:
        """Drop courses that only other layouts need, if there are many."""
        if len(self._numbers) > MAX_CACHED_COURSES:
            specs = {spec for layout in kept for spec in layout.specs()}
            self._numbers = {spec: n for spec, n in self._numbers.items() if spec in specs}
            self.kernel.keep(list(self._numbers.values()))


@dataclass(frozen=True)
class NativeFaces:
    """The faces of a layout that the native judge found."""

    areas: list[float]
    costs: NativeCosts
    specs: tuple[Spec, ...]

    def spot(self, face: int) -> Point:
        return self.costs.spot(self.specs, face)
