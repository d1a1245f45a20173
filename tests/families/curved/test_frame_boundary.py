"""Places along the frame."""

from __future__ import annotations

from math import dist, hypot, pi, tau
from random import Random

import pytest

from families.curved.strokes import FRAME, circle_path
from nonoforge.families.curved.drawing import frame_stroke
from nonoforge.families.curved.growing.sampled_path import FrameBoundary
from nonoforge.path import polyline

SQUARE = FrameBoundary(FRAME)
ROUND = FrameBoundary(frame_stroke(circle_path(50, 50, 50)))
SHAPE = FrameBoundary(frame_stroke(polyline([(0, 0), (90, 0), (90, 40), (40, 40), (40, 90), (0, 90),
                                             (0, 0)])))


def test_the_square() -> None:
    assert SQUARE.length == pytest.approx(400)
    assert SQUARE.corners == [0, 100, 200, 300]
    assert SQUARE.place(130) == pytest.approx((100, 30))
    assert SQUARE.place(-10) == pytest.approx((0, 10))
    assert SQUARE.inward(130) == pytest.approx((-1, 0))
    assert SQUARE.inward(130, pi / 2) == pytest.approx((0, -1))


@pytest.mark.parametrize("rim", [SQUARE, ROUND, SHAPE])
def test_places_are_found_again(rim: FrameBoundary) -> None:
    random = Random(1)
    for _ in range(60):
        s = random.uniform(0, rim.length)
        place, (dx, dy) = rim.place(s), rim.inward(s)
        assert rim.nearest(place) == pytest.approx(s, abs=0.05)
        assert hypot(dx, dy) == pytest.approx(1)
        inner = place[0] + 0.5 * dx, place[1] + 0.5 * dy
        back = rim.hit(inner, (-dx, -dy))
        assert back is not None
        assert dist(rim.place(back), place) < 0.05


def test_areas() -> None:
    assert SQUARE.area == pytest.approx(10_000)
    assert ROUND.area == pytest.approx(pi * 2500, rel=1e-3)
    assert ROUND.length == pytest.approx(tau * 50, rel=1e-3)
    assert SHAPE.area == pytest.approx(90 * 40 + 40 * 50)
    assert SQUARE.swept(399.999) == pytest.approx(SQUARE.area, rel=1e-4)
    assert not ROUND.corners


def test_the_nearest_hit_counts() -> None:
    s = SHAPE.hit((20, 20), (1, 1))
    assert s is not None
    assert SHAPE.place(s) == pytest.approx((40, 40))
    s = SHAPE.hit((20, 80), (1, 0))
    assert s is not None
    assert SHAPE.place(s) == pytest.approx((40, 80))


def test_a_frame_that_borders_the_picture() -> None:
    rim = FrameBoundary(frame_stroke(FRAME.path, (True, False, False, True)))
    assert [rim.drawn(s) for s in (50, 150, 250, 350)] == [1, 0, 0, 1]
