"""Outlines in arcs: cut at corners, and given corners where they bend."""

from __future__ import annotations

from itertools import pairwise
from math import acos, cos, degrees, dist, hypot, pi, sin, tau
from random import Random

import pytest

from families.curved.pictures import curved_outline, disc, drop, leaf, polygon, star
from families.curved.strokes import line
from nonoforge.families.curved.growing.outlines import (
    MAX_ARC_TURN,
    Arc,
    Cut,
    at_corners,
    cut,
    size,
    turn,
)
from nonoforge.families.curved.growing.sampled_path import sample_path
from nonoforge.families.curved.stroke import Stroke, distance
from nonoforge.path import end, flat, leaving, start

pytest.importorskip("numpy")


def outward(arc: Arc, last: int) -> tuple[float, float]:
    return arc.end(last)[1]


def check(found: Cut, outline: Stroke, first: int = 0) -> None:
    """What holds of every cut."""
    arcs = found.arcs
    assert [arc.corners for arc in arcs] == [
        (first + k, first + (k + 1) % len(arcs)) for k in range(len(arcs))]
    for one, other in zip(arcs, [*arcs[1:], arcs[0]], strict=True):
        assert dist(end(one.path), start(other.path)) < 1e-9
        ahead, back = outward(one, 1), outward(other, 0)
        crossing = abs(ahead[0] * back[1] - ahead[1] * back[0])
        assert crossing > 0.3, "two arcs that meet go on at an angle"
    for arc in arcs:
        for a, b in pairwise(arc.path):
            assert a[-1] == b[0]
            assert abs(turn(a, b)) < 0.36, "arcs are smooth"
        turned = sample_path(arc.path, 0.5).turned
        assert max(turned) - min(turned) <= MAX_ARC_TURN + 0.1
    for arc in arcs:
        for point in flat(arc.path, 0.5):
            assert distance(point, outline.path) < 0.01 + found.off


@pytest.mark.parametrize("sides", [3, 4, 7])
def test_polygons_are_cut_at_their_corners(sides: int) -> None:
    outline = polygon(*((50 + 30 * cos(k * tau / sides), 50 + 20 * sin(k * tau / sides))
                        for k in range(sides)))
    found = cut(outline, 0, 5)
    assert len(found.arcs) == sides
    assert found.given == 0
    assert found.corners == sides
    assert [arc.path for arc in found.arcs] == [(piece,) for piece in outline.path]
    assert found.arcs[0].corners == (5, 6)
    assert found.arcs[-1].corners == (4 + sides, 5)


def test_where_an_arc_goes_on() -> None:
    arc = cut(polygon((10, 10), (50, 10), (50, 50)), 0, 0).arcs[0]
    assert arc.end(0) == ((10, 10), (-1, 0))
    assert arc.end(1) == ((50, 10), (1, 0))


@pytest.mark.parametrize("seed", [None, 1, 2, 3])
def test_round_outlines_get_corners(seed: int | None) -> None:
    outline = disc(50, 50, 20)
    found = cut(outline, 0, 0, None if seed is None else Random(seed))
    assert len(found.arcs) >= 2
    assert found.given == len(found.arcs)
    assert 0 < found.off < 0.06 * 20
    check(found, outline)


def test_the_corner_of_a_circle_is_where_its_tangents_meet() -> None:
    found = cut(disc(50, 50, 20), 0, 0)
    place, ahead = found.arcs[0].end(1)
    _, back = found.arcs[1].end(0)
    turned = pi - acos(ahead[0] * back[0] + ahead[1] * back[1])
    away = hypot(place[0] - 50, place[1] - 50)
    assert 28 < degrees(turned) < 45
    assert away == pytest.approx(20 / cos(turned / 2), rel=2e-3)


def test_one_corner_is_not_enough() -> None:
    found = cut(drop(), 0, 0)
    assert len(found.arcs) >= 2
    assert found.given == len(found.arcs) - 1
    check(found, drop())


def test_leaves_and_stars_are_as_they_are() -> None:
    for outline, arcs in ((leaf(), 2), (star(50, 50, 30), 10)):
        found = cut(outline, 0, 0)
        assert len(found.arcs) == arcs
        assert found.given == 0
        check(found, outline)


def test_an_outline_that_ends_on_the_frame() -> None:
    found = cut(line((0, 20), (40, 60), (100, 30), picture=True), 3, 7)
    assert [arc.corners for arc in found.arcs] == [(None, 7), (7, None)]
    assert found.corners == 1
    assert all(arc.outline == 3 for arc in found.arcs)


def test_small_kinks_are_no_corners() -> None:
    many = polygon(*((50 + 30 * cos(tau * k / 40), 50 + 30 * sin(tau * k / 40))
                     for k in range(40)))
    assert at_corners(many)[1]
    found = cut(many, 0, 0)
    assert 2 <= len(found.arcs) <= 5
    check(found, many)


def test_chance_moves_corners_and_repeats() -> None:
    blob = curved_outline((80, 50), (85, 75), (60, 85), (45, 80), (25, 75), (15, 60), (20, 45),
                          (25, 25), (75, 25), (80, 50))
    ways = {tuple(start(arc.path) for arc in cut(blob, 0, 0, Random(seed)).arcs)
            for seed in range(4)}
    assert len(ways) > 1
    assert cut(blob, 0, 0, Random(5)) == cut(blob, 0, 0, Random(5))
    for seed in range(2):
        check(cut(blob, 0, 0, Random(seed)), blob)


def test_size_and_direction() -> None:
    assert size(disc(50, 50, 10)) == pytest.approx(24, rel=0.02)
    assert leaving(cut(leaf(), 0, 0).arcs[0].path)[0] > 0
