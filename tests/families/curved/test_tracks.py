"""Tracks that cross or come near: polylines against the exact crossings of curves."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from families.curved.strokes import random_open
from nonoforge.families.curved.arranging.intersections import contacts
from nonoforge.families.curved.arranging.segments import monotone_segments
from nonoforge.families.curved.growing.layout import Course
from nonoforge.families.curved.growing.tracks import Track, meetings, self_meetings, track
from nonoforge.families.curved.stroke import Stroke
from nonoforge.path import Path, polyline

pytest.importorskip("numpy")


def tracked(path: Path, spacing: float = 2.0) -> Track:
    return track(Course(path, (None,) * len(path), ()), spacing)


def straight(*points: tuple[float, float]) -> Track:
    return tracked(polyline(points))


@pytest.mark.parametrize("seed", range(25))
def test_the_same_crossings_as_the_exact_ones(seed: int) -> None:
    random = Random(seed)
    strokes: list[Stroke] = [random_open(random, pieces=1) for _ in range(6)]
    exact, overlaps = contacts(strokes, monotone_segments(strokes))
    wanted = Counter((contact.a, contact.b) if contact.a > contact.b else (contact.b, contact.a)
                     for contact in exact)
    tracks = [tracked(stroke.path, 0.5) for stroke in strokes]
    found: Counter[tuple[int, int]] = Counter()
    for k, one in enumerate(tracks):
        found[k, k] = len(self_meetings(one, 1.0).crossings)
        if k:
            for j, each in enumerate(meetings(one, tracks[:k], 1.0)):
                found[k, j] = len(each.crossings)
    assert not overlaps
    assert +found == wanted


def test_where_and_how() -> None:
    across = straight((0, 5), (10, 5))
    up, down = straight((4, 0), (4, 10)), straight((6, 10), (6, 0))
    one, other = meetings(across, [up, down], 0.5)
    assert (one.crossings[0].far_a, one.crossings[0].far_b) == pytest.approx((4, 5))
    assert one.crossings[0].sign == 1
    assert other.crossings[0].sign == -1
    assert one.crossings[0].sine == pytest.approx(1)
    assert one.near == other.near == 0
    assert one.crossings[0].swept_a == pytest.approx(-10)  # seen from the origin, clockwise


def test_near_misses() -> None:
    across, beside = straight((0, 5), (50, 5)), straight((0, 5.5), (50, 5.5))
    far, crossing = straight((0, 9), (50, 9)), straight((0, -20), (50, 30))
    near = [each.near for each in meetings(across, [beside, far, crossing], 1.0)]
    assert near[0] > 5
    assert near[1] == 0
    assert near[2] == 0, "who crosses comes near, and that is no fault"
    assert meetings(across, [beside], 0.4)[0].near == 0


def test_a_track_that_comes_back() -> None:
    loop = tracked((((0, 0), (60, 40), (-40, 40), (20, 0)),), 1.0)
    assert len(self_meetings(loop, 1.0).crossings) == 1
    turn = (40.0, 0.0), (42.0, 0.0), (42.0, 0.6), (40.0, 0.6)
    hairpin = tracked((((0.0, 0.0), turn[0]), turn, (turn[-1], (0.0, 0.6))), 1.0)
    found = self_meetings(hairpin, 1.0)
    assert not found.crossings
    assert found.near > 5


def test_a_common_corner_is_one_crossing() -> None:
    one = track(Course(polyline([(0, 0), (5, 5), (10, 10)]), (0, None), ((1, 7),)), 1.0)
    other = track(Course(polyline([(10, 0), (5, 5), (0, 10)]), (None, 0), ((1, 7),)), 1.0)
    found, = meetings(one, [other], 0.5)
    assert len(found.crossings) == 1
    assert found.crossings[0].corner
    assert found.crossings[0].sign == 1
    assert one.points[one.corners[0].point] == (5, 5)
