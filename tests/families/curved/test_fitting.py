"""Few pieces along polylines."""

from __future__ import annotations

from math import cos, hypot, sin, tau

import pytest

pytest.importorskip("numpy")

from nonoforge.families.curved.fitting import fit
from nonoforge.path import Point, flat


def ellipse(a: float, b: float, count: int = 120) -> list[Point]:
    points = [(50 + a * cos(k * tau / count), 50 + b * sin(k * tau / count)) for k in range(count)]
    return [*points, points[0]]


def test_a_rectangle_keeps_its_corners() -> None:
    points = [(10.0, 10.0), (90.0, 10.0), (90.0, 60.0), (10.0, 60.0), (10.0, 10.0)]
    found = fit(points, 0.8, closed=True)
    assert len(found.path) == 4
    assert all(len(piece) == 2 for piece in found.path)
    assert {piece[0] for piece in found.path} == set(points)


@pytest.mark.parametrize("tolerance", [0.3, 1.0, 2.5])
@pytest.mark.parametrize(("a", "b"), [(30, 30), (40, 12)])
def test_round_outlines_stay_near(a: float, b: float, tolerance: float) -> None:
    found = fit(ellipse(a, b), tolerance, closed=True)
    assert found.path[0][0] == found.path[-1][-1]
    for x, y in flat(found.path):
        away = abs(hypot((x - 50) / a, (y - 50) / b) - 1) * min(a, b)
        assert away <= 1.5 * tolerance
    assert len(found.path) <= 8


def test_stops_are_passed_smoothly_and_exactly() -> None:
    points = ellipse(30, 20)
    found = fit(points, 1.0, closed=True, stops=(40, 85))
    assert [found.path[joint][0] for joint in found.joints] == [points[40], points[85]]


def test_an_open_line_ends_where_it_did() -> None:
    points = [(x, 10 + 0.02 * (x - 40) ** 2) for x in map(float, range(0, 80, 2))]
    found = fit(points, 0.5)
    assert (found.path[0][0], found.path[-1][-1]) == (points[0], points[-1])
    assert len(found.path) <= 2
