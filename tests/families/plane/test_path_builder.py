"""Splines against the definition of a B-spline, and ellipses against theirs."""

from __future__ import annotations

from math import cos, hypot, radians, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonoforge.families.plane import path_builder
from nonoforge.families.plane.path_builder import closed_spline, tripled_spline
from nonoforge.path import Matrix, Piece, Point, at

number = st.integers(-1000, 1000).map(lambda n: n / 10)
point = st.tuples(number, number)


def basis(i: int, degree: int, u: float, knots: list[float]) -> float:
    """Cox and de Boor, word by word."""
    if degree == 0:
        return float(knots[i] <= u < knots[i + 1])
    value = 0.0
    for j, sign in ((i, 1), (i + 1, -1)):
        width = knots[j + degree] - knots[j]
        if width > 0:
            share = (u - knots[j]) / width
            value += (share if sign == 1 else 1 - share) * basis(j, degree - 1, u, knots)
    return value


def on_spline(points: list[Point], knots: list[float], u: float) -> Point:
    weights = [basis(i, 3, u, knots) for i in range(len(points))]
    return (sum(w * p[0] for w, p in zip(weights, points, strict=True)),
            sum(w * p[1] for w, p in zip(weights, points, strict=True)))


def assert_same(pieces: list[Piece], points: list[Point], knots: list[float]) -> None:
    assert len(pieces) == len(points) - 3
    for span, piece in enumerate(pieces):
        for t in (0.0, 0.3, 0.7, 0.999):
            x, y = on_spline(points, knots, knots[3] + span + t)
            assert at(piece, t) == pytest.approx((x, y), abs=1e-9)


@given(st.lists(point, min_size=4, max_size=9))
def test_clamped_splines(points: list[Point]) -> None:
    spans = len(points) - 3
    knots = [0.0, 0, 0, *range(spans + 1), spans, spans, spans]
    pieces = path_builder.clamped_spline(points)
    assert_same(pieces, points, [float(knot) for knot in knots])
    assert pieces[0][0] == pytest.approx(points[0])
    assert pieces[-1][-1] == pytest.approx(points[-1])


@given(st.lists(point, min_size=3, max_size=9))
def test_closed_and_tripled_splines(points: list[Point]) -> None:
    wrapped = [*points, *points[:3]]
    assert_same(closed_spline(points), wrapped, [float(knot) for knot in range(len(wrapped) + 4)])
    tripled = [points[0], points[0], *points, points[-1], points[-1]]
    assert_same(tripled_spline(points), tripled,
                [float(knot) for knot in range(len(tripled) + 4)])
    assert closed_spline(points)[0][0] == pytest.approx(closed_spline(points)[-1][-1])


def test_short_splines_are_single_curves() -> None:
    p, q, r, s = (0.0, 0.0), (3.0, 0.0), (3.0, 6.0), (0.0, 9.0)
    assert path_builder.clamped_spline([p, q]) == [(p, q)]
    assert path_builder.clamped_spline([p, q, r, s]) == [(p, q, r, s)]
    [curve] = path_builder.clamped_spline([p, q, r])
    assert at(curve, 0.5) == pytest.approx((2.25, 1.5))


def test_cardinal_splines_pass_through_their_points() -> None:
    points = [(0.0, 0.0), (3.0, 1.0), (5.0, 4.0), (2.0, 6.0)]
    pieces = path_builder.cardinal_spline(points, 0.5)
    assert [piece[0] for piece in pieces] + [pieces[-1][-1]] == points
    assert path_builder.cardinal_spline(points[:2], 0.5) == [(points[0], points[1])]


matrices = st.tuples(*[number] * 6).filter(lambda m: abs(m[0] * m[3] - m[1] * m[2]) > 1)


@given(matrices)
def test_whole_ellipses_lie_on_the_ellipse(matrix: Matrix) -> None:
    pieces = path_builder.ellipse(matrix)
    assert len(pieces) == 4
    assert pieces[0][0] == pieces[-1][-1]
    for piece in pieces:
        for t in (0.0, 0.25, 0.5, 0.8):
            assert hypot(*path_builder.inverse(matrix, at(piece, t))) == pytest.approx(1, abs=3e-4)


@given(matrices, st.integers(0, 359), st.integers(0, 359))
def test_arcs_go_round_counter_clockwise(matrix: Matrix, first: int, last: int) -> None:
    a, b, c, d, e, f = matrix
    ends = [(a * cos(t) + c * sin(t) + e, b * cos(t) + d * sin(t) + f)
            for t in (radians(first), radians(last))]
    pieces = path_builder.elliptic_arc(matrix, ends[0], ends[1])
    assert (pieces[0][0], pieces[-1][-1]) == tuple(ends)
    turn = (last - first) % 360
    if 1 < turn < 359:
        assert len(pieces) == -(-turn // 90)
        middle = radians(first + turn / 2)
        x, y = (path_builder.inverse(matrix, at(pieces[len(pieces) // 2], 0.5 * (len(pieces) % 2))))
        assert (x, y) == pytest.approx((cos(middle), sin(middle)), abs=1e-3)


def test_arcs_of_svg_that_are_none() -> None:
    here, there = (0.0, 0.0), (3.0, 4.0)
    assert path_builder.svg_arc(here, (5, 5), 0, True, True, here) == []
    assert path_builder.svg_arc(here, (0, 5), 0, True, True, there) == [(here, there)]
    assert path_builder.svg_arc(here, (1e-300, 5), 0, True, True, there) == [(here, there)]
    # A radius that is too small grows: here to a half circle of radius 2.5.
    pieces = path_builder.svg_arc(here, (1, 1), 0, False, True, there)
    assert len(pieces) == 2
    assert pieces[0][-1] == pytest.approx((3.5, 0.5))
