"""Outlines and curves that run along the frame."""

from __future__ import annotations

import pytest

from families.curved.strokes import FRAME, SIDE, circle, circle_path, line, made
from nonoforge.families.curved.arranging.arrange import arrange
from nonoforge.families.curved.colouring import by_parity
from nonoforge.families.curved.drawing import frame_stroke
from nonoforge.families.curved.snapping import split_along_frame
from nonoforge.families.curved.stroke import Stroke
from nonoforge.path import Point, area, polyline

pytest.importorskip("numpy")


def filled(frame: Stroke, *strokes: Stroke) -> float:
    """The area of the picture."""
    free = split_along_frame(frame, strokes)
    arranged = arrange(free.frame, free.strokes)
    arrangement, colours = arranged.arrangement, by_parity(arranged)
    return sum(area(arrangement.polygon(loop, 1e-4)) for face, loops in enumerate(
        arrangement.faces) for loop in loops if colours[face])


def polygon(*points: Point, picture: bool = True) -> Stroke:
    return made(polyline([*points, points[0]]), True, picture=picture, name="polygon")


def test_what_is_off_the_frame_stays() -> None:
    strokes = (circle(50, 50, 20), line((0, 10), (100, 20)), polygon((0, 50), (30, 40), (30, 60)))
    assert split_along_frame(FRAME, strokes) == (FRAME, strokes, ())
    assert split_along_frame(FRAME, ()) == (FRAME, (), ())


@pytest.mark.parametrize(("outline", "size"), [
    ([(0, 0), (100, 0), (100, 30), (0, 30)], 3_000), ([(20, 0), (60, 0), (40, 30)], 600),
    ([(100, 20), (100, 60), (70, 40)], 600), ([(60, 0), (20, 0), (40, 30)], 600),
    ([(0, 100), (0, 40), (50, 40), (50, 100)], 3_000),
    ([(30, 0), (0, 0), (0, 30)], 450), ([(0, 0), (100, 0), (100, 100), (50, 50), (0, 100)], 7_500),
    ([(20, 0), (40, 0), (40, 10), (60, 10), (60, 0), (80, 0), (80, 50), (20, 50)], 2_800),
    ([(0, 20), (0, 10), (10, 10), (0, 0), (100, 0), (100, 20)], 2_000 - 50),
])
def test_a_picture_that_is_flush_with_the_frame(outline: list[Point], size: float) -> None:
    for turned in range(len(outline)):
        points = [*outline[turned:], *outline[:turned]]
        assert filled(FRAME, polygon(*points)) == pytest.approx(size)
        assert filled(FRAME, polygon(*reversed(points)), line((0, 45), (100, 35))) == \
            pytest.approx(size)


def test_beyond_and_along() -> None:
    assert filled(FRAME, polygon((-20, 0), (120, 0), (120, 30), (-20, 30))) == pytest.approx(3_000)
    assert filled(FRAME, polygon((20, -10), (60, -10), (60, 0), (80, 0), (80, 20), (20, 20))) == \
        pytest.approx(1_200)


def test_two_that_share_a_stretch_of_the_frame_cancel_out() -> None:
    outer, inner = polygon((0, 0), (60, 0), (60, 60), (0, 60)), \
        polygon((0, 0), (30, 0), (30, 30), (0, 30))
    assert filled(FRAME, outer, inner) == pytest.approx(2_700)


def test_a_round_frame() -> None:
    path = circle_path(50, 50, 40)
    disc = frame_stroke(path)
    half = made((*path[:2], ((10, 50), (90, 50))), True, picture=True)
    whole = 40 ** 2 * 3.1416
    assert filled(disc, half) == pytest.approx(whole / 2, rel=1e-3)


def test_curves_along_the_frame_are_left_out() -> None:
    free = split_along_frame(FRAME, [line((0, 20), (0, 60), (SIDE, 90), name="path 'c'")])
    assert len(free.strokes) == 1
    assert free.strokes[0].path == (((0, 60), (SIDE, 90)),)
    assert not any(free.frame.flags)
    assert "path 'c' runs along the frame" in free.notes[0]
    assert not split_along_frame(FRAME, [line((0, 20), (0, 60))]).strokes
