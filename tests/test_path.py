"""Paths: cutting, turning and flattening, against their definitions."""

from __future__ import annotations

from math import dist, hypot
from random import Random

import pytest

from nonoforge.path import (
    Piece,
    at,
    backwards,
    bounds,
    flat,
    leaving,
    moved,
    part,
    polyline,
    velocity,
)


def random_piece(rng: Random) -> Piece:
    points = [(rng.uniform(-50, 50), rng.uniform(-50, 50)) for _ in range(4)]
    return (points[0], points[1], points[2], points[3]) if rng.random() < 0.7 else (
        points[0], points[3])


@pytest.mark.parametrize("seed", range(30))
def test_a_part_is_the_piece_between(seed: int) -> None:
    rng = Random(seed)
    piece = random_piece(rng)
    t0, t1 = sorted((rng.random(), rng.choice([rng.random(), 1.0])))
    for s in (0.0, 0.25, 0.7, 1.0):
        assert at(part(piece, t0, t1), s) == pytest.approx(at(piece, t0 + s * (t1 - t0)))


@pytest.mark.parametrize("seed", range(30))
def test_flat_stays_within_its_tolerance(seed: int) -> None:
    rng = Random(seed)
    piece, tolerance = random_piece(rng), rng.choice([0.01, 0.1, 1.0])
    points = flat((piece,), tolerance)
    count = len(points) - 1
    for step in range(count):
        a, b = points[step], points[step + 1]
        for s in (0.2, 0.5, 0.9):
            curve = at(piece, (step + s) / count)
            near = (a[0] + s * (b[0] - a[0]), a[1] + s * (b[1] - a[1]))
            assert dist(curve, near) <= tolerance + 1e-9


@pytest.mark.parametrize("seed", range(10))
def test_backwards_and_leaving(seed: int) -> None:
    piece = random_piece(Random(seed))
    path = backwards((piece,))
    assert at(path[0], 0.3) == pytest.approx(at(piece, 0.7))
    dx, dy = velocity(piece, 0)
    assert leaving((piece,)) == pytest.approx((dx / hypot(dx, dy), dy / hypot(dx, dy)))


def test_leaving_steps_over_handles_of_no_length() -> None:
    here = (1.0, 2.0)
    assert leaving(((here, here, (1.0, 5.0), (4.0, 5.0)),)) == (0.0, 1.0)
    assert leaving(((here, here),)) == (0.0, 0.0)
    assert leaving(((here, here), (here, (0.0, 2.0)))) == (-1.0, 0.0)


def test_moved_and_bounds() -> None:
    path = polyline([(0.0, 0.0), (2.0, 0.0), (2.0, 1.0)])
    turned = moved(path, (0, 1, -1, 0, 10, 0))
    assert bounds(flat(turned)) == (9, 0, 10, 2)
