"""Ends that nearly meet something."""

from __future__ import annotations

from math import dist
from random import Random

import pytest

from families.curved.strokes import FRAME, bow, circle, circle_path, line, made, random_open
from nonoforge.errors import InputError
from nonoforge.families.curved.arranging.arrange import arrange
from nonoforge.families.curved.drawing import frame_stroke
from nonoforge.families.curved.snapping import SNAP_MM, snap_ends

pytest.importorskip("numpy")


def test_what_fits_stays() -> None:
    random = Random(1)
    strokes = [random_open(random) for _ in range(8)] + [circle(50, 50, 10)]
    joined, told = snap_ends(FRAME, strokes)
    assert not told
    assert joined == strokes
    assert snap_ends(FRAME, [circle(50, 50, 10)]) == ([circle(50, 50, 10)], [])


@pytest.mark.parametrize("off", [0.003, -0.003])
def test_ends_go_to_the_frame(off: float) -> None:
    curve = bow((off, 20), (30, 90), (70, 10), (100, 40 + off))
    (joined,), told = snap_ends(FRAME, [curve])
    assert [(each.name, round(each.by, 9)) for each in told] == [("bow", 0.003)]
    assert joined.path[0][0] == pytest.approx((0, 20))
    # The direction in which it leaves is as it was drawn.
    (ax, ay), (bx, by) = joined.path[0][:2]
    assert (bx - ax, by - ay) == pytest.approx((30 - off, 70))
    assert len(arrange(FRAME, [joined]).arrangement.faces) == 2


def test_how_near_is_near() -> None:
    curve = line((0.4, 50), (100, 50))
    assert not snap_ends(FRAME, [curve])[1]
    with pytest.raises(InputError, match=r"0\.4 mm from it"):
        arrange(FRAME, snap_ends(FRAME, [curve])[0])
    joined, told = snap_ends(FRAME, [curve], 0.5)
    assert told[0].by == pytest.approx(0.4)
    assert len(arrange(FRAME, joined).arrangement.faces) == 2
    assert pytest.approx(0.0035, abs=1e-4) == SNAP_MM


def test_curved_frames() -> None:
    disc = frame_stroke(circle_path(50, 50, 40))
    (joined,), told = snap_ends(disc, [line((20, 23.541), (80, 23.542))], 0.5)
    assert len(told) == 2
    for end in (joined.path[0][0], joined.path[-1][-1]):
        assert dist(end, (50, 50)) == pytest.approx(40, abs=0.02)
    assert len(arrange(disc, [joined]).arrangement.faces) == 2


def test_ends_go_to_ends_and_corners() -> None:
    square = made(((((30, 30)), (70, 30)), ((70, 30), (70, 70)), ((70, 70), (30, 30))), True)
    strokes = [line((0, 50), (50, 90)), line((50.002, 90), (100, 60)),
               line((30.001, 30), (0, 20)), line((30, 29.999), (20, 0)),
               line((70, 30), (100, 30)), line((70.003, 30), (70, 0)),
               line((70, 70), (100, 70)), line((69.999, 70.001), (70, 100)), square]
    joined, told = snap_ends(FRAME, strokes)
    assert joined[1].path[0][0] == (50, 90)
    assert joined[2].path[0][0] == joined[3].path[0][0] == (30, 30)
    assert joined[5].path[0][0] == (70, 30)
    assert joined[7].path[0][0] == (70, 70)
    assert joined[8] == square
    assert len(told) == 5
    arrange(FRAME, joined)


def test_ends_go_to_curves() -> None:
    ring = circle(50, 50, 20)
    strokes = [line((50.002, 70.001), (50, 100)), line((50, 69.998), (50, 55), (0, 55)), ring]
    joined, _ = snap_ends(FRAME, strokes)
    assert joined[0].path[0][0] == joined[1].path[0][0] == (50, 70)
    away = 50 + 20 * 2 ** -0.5
    joined, told = snap_ends(FRAME, [line((away + 0.1, away), (100, 100)), ring], 0.5)
    assert told[0].by < 0.1
    assert dist(joined[0].path[0][0], (50, 50)) == pytest.approx(20, abs=0.01)


def test_ports_that_are_near_each_other_stay_apart() -> None:
    strokes = [line((0.3, 50), (100, 50)), line((0.3, 50.4), (100, 70))]
    joined, _ = snap_ends(FRAME, strokes, 1.0)
    assert [stroke.path[0][0] for stroke in joined] == [(0, 50), (0, 50.4)]
