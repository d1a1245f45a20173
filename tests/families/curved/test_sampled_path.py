"""Samples along a path."""

from __future__ import annotations

from math import dist, pi, tau

import pytest

from families.curved.strokes import circle_path
from nonoforge.families.curved.growing.sampled_path import heading, joined, sample_path, stretch
from nonoforge.path import end, polyline, start


def test_around_a_circle() -> None:
    way = sample_path(circle_path(0, 0, 10), 0.5)
    assert way.length == pytest.approx(tau * 10, rel=1e-3)
    assert way.turned[-1] - way.turned[0] == pytest.approx(tau, rel=1e-3)
    assert all(dist(place, (0, 0)) == pytest.approx(10, rel=1e-3) for place in way.places)
    assert max(b - a for a, b in zip(way.far, way.far[1:], strict=False)) < 0.6


def test_corners_are_jumps() -> None:
    way = sample_path(polyline([(0, 0), (10, 0), (10, 10), (20, 10)]), 3)
    assert way.length == pytest.approx(30)
    assert max(way.turned) == pytest.approx(pi / 2)
    assert way.turned[-1] == pytest.approx(0)


def test_stretches_meet() -> None:
    path = circle_path(5, 5, 4)
    way = sample_path(path, 0.3)
    some = way.stretch(7, 40)
    assert start(some) == pytest.approx(way.places[7])
    assert end(some) == pytest.approx(way.places[40])
    assert stretch(path, 0.0, 4.0) == path
    assert stretch(path, 1.5, 1.5) == ()
    both = joined([*stretch(path, 3.5, 4.0), *stretch(path, 0.0, 0.5)])
    assert start(both) == pytest.approx(end(stretch(path, 3.0, 3.5)))


def test_handles_of_no_length() -> None:
    piece = ((0.0, 0.0), (0.0, 0.0), (10.0, 0.0), (10.0, 0.0))
    assert heading(piece, 0.0) == pytest.approx((1, 0))
    assert heading(piece, 1.0) == pytest.approx((1, 0))
    way = sample_path((piece,), 1.0)
    assert max(way.turned) - min(way.turned) == pytest.approx(0, abs=1e-9)
