"""How arcs are continued."""

from __future__ import annotations

from math import atan2, cos, hypot, sin
from random import Random

import pytest

from families.curved.pictures import polygon, star
from families.curved.strokes import FRAME, line
from nonoforge.families.curved.growing.layout import (
    Bridge,
    Courses,
    Extra,
    Layout,
    Port,
    Ray,
    cubic,
    ends_of,
)
from nonoforge.families.curved.growing.outlines import cut
from nonoforge.families.curved.growing.sampled_path import FrameBoundary
from nonoforge.path import end, leaving, start

RIM = FrameBoundary(FRAME)
TRIANGLE = Courses(RIM, cut(polygon((30, 30), (70, 30), (50, 70)), 0, 0).arcs)


def rays(count: int) -> list[Ray]:
    return [Ray(17.0 + 60 * k, 0.1, 1.0, 1.0) for k in range(count)]


def test_everyone_on_their_own() -> None:
    layout = Layout(tuple(rays(6)), (Extra(10, 0, 1, 210, 0, 1),))
    specs = layout.specs()
    assert len(specs) == 4
    assert layout.complete()
    for spec in specs:
        course = TRIANGLE.course(spec)
        for place in (start(course.path), end(course.path)):
            assert min(place[0], place[1], 100 - place[0], 100 - place[1]) == pytest.approx(0)
    arc = TRIANGLE.course(specs[0])
    assert arc.borders == (None, 0, None)
    assert arc.corners == ((1, 0), (2, 1))
    assert arc.stroke("curve 1").flags == (False, True, False)
    assert TRIANGLE.course(specs[-1]).borders == (None,)


def test_bridges_join_courses() -> None:
    links = [*rays(6)]
    bridged = Layout(tuple(links)).linked({1: Bridge(2, 1.0, 1.0), 2: Bridge(1, 1.0, 1.0)})
    assert len(bridged.specs()) == 2
    assert bridged.complete()
    spec = bridged.specs()[0]
    assert not isinstance(spec, Extra)
    assert ends_of(spec) == [0, 1, 3]
    course = TRIANGLE.course(spec)
    assert course.borders == (None, 0, None, 0, None)
    assert [corner for _, corner in course.corners] == [0, 1, 1, 2]


def test_backwards_too() -> None:
    layout = Layout(tuple(rays(6))).linked({1: Bridge(5, 1.0, 1.0), 5: Bridge(1, 1.0, 1.0)})
    spec = layout.specs()[0]
    assert not isinstance(spec, Extra)
    assert spec[1] == 0
    assert spec[3] == ~2
    course = TRIANGLE.course(spec)
    assert course.borders == (None, 0, None, ~0, None)
    assert all(a[-1] == b[0] for a, b in zip(course.path, course.path[1:], strict=False))


def test_rings_are_not_complete() -> None:
    links: list[Ray | Bridge] = [*rays(6)]
    links[1], links[2] = Bridge(2, 1.0, 1.0), Bridge(1, 1.0, 1.0)
    links[0], links[3] = Bridge(3, 1.0, 1.0), Bridge(0, 1.0, 1.0)
    assert not Layout(tuple(links)).complete()


def test_ends_on_the_frame() -> None:
    courses = Courses(RIM, cut(line((0, 20), (40, 60), (100, 30), picture=True), 0, 0).arcs)
    assert courses.free == [False, True, True, False]
    layout = Layout((Port(RIM.nearest((0, 20))), *rays(2), Port(RIM.nearest((100, 30)))))
    assert layout.complete()
    first = courses.course(layout.specs()[0])
    assert first.borders == (0, None)
    assert start(first.path) == (0, 20)
    assert first.corners == ((1, 0),)


def test_continuations_go_straight_on() -> None:
    courses = Courses(RIM, cut(star(50, 50, 30), 0, 0).arcs)
    random = Random(1)
    for last, (place, ahead) in enumerate(courses.ends):
        piece = courses.ray(last, Ray(random.uniform(0, 400), random.uniform(-0.8, 0.8), 1.0, 1.0))
        assert piece[0] == place
        assert leaving((piece,)) == pytest.approx(ahead)
        piece = courses.bridge(last, Bridge((last + 3) % 20, 1.0, 1.2))
        assert leaving((piece,)) == pytest.approx(ahead)
        assert leaving((piece[::-1],)) == pytest.approx(courses.ends[(last + 3) % 20][1])


def test_straight_and_round_cubics() -> None:
    piece = cubic((0, 0), (1, 0), 1.0, (9, 0), (-1, 0), 1.0)
    assert piece[1] == pytest.approx((3, 0))
    assert piece[2] == pytest.approx((6, 0))
    quarter = cubic((1, 0), (0, 1), 1.0, (0, 1), (1, 0), 1.0)
    assert len(quarter) == 4
    assert quarter[1][1] == pytest.approx(0.5523, abs=0.01)
    away = [hypot(*(sum(w * p[k] for w, p in zip((0.125, 0.375, 0.375, 0.125), quarter,
                                                 strict=True)) for k in (0, 1)))]
    assert away[0] == pytest.approx(1, abs=0.01)
    mirrored = cubic((0, 1), (1, 0), 1.0, (1, 0), (0, 1), 1.0)
    assert [c for point in mirrored[::-1] for c in point] == pytest.approx(
        [c for point in quarter for c in point])


def test_no_angle_is_too_much() -> None:
    for k in range(64):
        turn = k / 10
        ahead, back = (cos(turn), sin(turn)), (cos(3 * turn), sin(3 * turn))
        piece = cubic((0, 0), ahead, 1.0, (5, 0), back, 1.0)
        assert all(abs(c) < 20 for point in piece for c in point)
    straight_back = cubic((0, 0), (-1, 0), 1.0, (5, 0), (1, 0), 1.0)
    assert atan2(*straight_back[1]) < 0
