"""Slopes as they are written, and directions in whole numbers."""

from __future__ import annotations

from fractions import Fraction
from math import gcd

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonoforge.errors import InputError
from nonoforge.families.sloped import DEFAULT_SLOPES, Slopes
from nonoforge.families.sloped.lines import (
    Slope,
    angle,
    direction_at,
    plain,
    simplest,
    turn,
    with_direction,
)


@pytest.mark.parametrize(("text", "exact"), [
    ("0,45,90,135", [(1, 0), (1, 1), (0, 1), (1, -1)]),
    ("0, 180 ,-45", [(1, 0), (1, -1)]),
    ("26.57,-1/2,3/1", [(2, 1), (2, -1), (1, 3)]),
    ("30,60", [None, None]),
])
def test_what_is_read(text: str, exact: list[tuple[int, int] | None]) -> None:
    assert [slope.exact for slope in Slopes.parse(text).slopes] == exact


def test_any_prefers_the_usual_ones() -> None:
    slopes = Slopes.parse(" Any ")
    assert slopes.any
    assert slopes.slopes == DEFAULT_SLOPES.slopes
    assert str(slopes) == "any"


@pytest.mark.parametrize("text", ["", "x", "0,", "1/0", "nan", "1e3", "9999", "0;45", "--45",
                                  ",".join(map(str, range(40)))])
def test_what_is_not(text: str) -> None:
    with pytest.raises(InputError, match=r"slope"):
        Slopes.parse(text)


@given(st.floats(-720, 720), st.sampled_from([1.0, 0.1, 0.001, 1e-6]))
def test_directions_are_near_and_in_one_form(degree: float, near: float) -> None:
    x, y = direction_at(degree, near)
    assert turn(angle((x, y)), degree) <= near * 1.000001
    assert gcd(x, y) == 1
    assert x > 0 or (x, y) == (0, 1)


@given(st.fractions(-50, 50, max_denominator=300), st.fractions(0, 1, max_denominator=300))
def test_no_simpler_fraction_lies_between(low: Fraction, width: Fraction) -> None:
    found = simplest(low, low + width)
    assert low <= found <= low + width
    for denominator in range(1, found.denominator):
        assert -(-low * denominator // 1) > (low + width) * denominator // 1


def test_regular_numbers_stay_regular() -> None:
    assert plain(100_000 / 12 * 5) == Fraction(500_000, 12)
    assert with_direction((1, 1), 0.0).c == 0
    assert Slope(150.0).unit == pytest.approx((3 ** 0.5 / 2, -0.5))
    assert Slope.of((1, -1)).unit == pytest.approx((0.5 ** 0.5, -0.5 ** 0.5))
