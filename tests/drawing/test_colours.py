"""Colours that can be told apart."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from nonoforge.colour_vision import channels
from nonoforge.drawing.colours import blend, contrast, ink_on, visible
from nonoforge.drawing.text_canvas import nearest_of_256

RGB = st.integers(0, 0xFFFFFF).map("#{:06x}".format)


@given(RGB)
def test_ink_is_readable(colour: str) -> None:
    assert contrast(ink_on(colour), colour) >= 4.1


@given(RGB, RGB)
def test_contrast_is_symmetric(one: str, other: str) -> None:
    assert contrast(one, other) == contrast(other, one)
    assert 1 <= contrast(one, other) <= 21


@given(RGB, RGB, st.floats(0, 1))
def test_a_blend_lies_between(one: str, other: str, part: float) -> None:
    for a, b, mixed in zip(channels(one), channels(other), channels(blend(one, other, part)),
                           strict=True):
        assert min(a, b) <= mixed <= max(a, b)


@given(st.lists(RGB, max_size=5))
def test_a_visible_grey_is_one_of_the_wishes(against: list[str]) -> None:
    wishes = ("#a0a0a0", "#404040")
    assert visible(wishes, against, 1.7) in wishes


@given(RGB)
def test_the_nearest_of_256_is_near(colour: str) -> None:
    number = nearest_of_256(colour)
    cube = (0, 95, 135, 175, 215, 255)
    if number >= 232:
        found = (8 + 10 * (number - 232),) * 3
    else:
        index = number - 16
        found = (cube[index // 36], cube[index // 6 % 6], cube[index % 6])
    assert all(abs(a - b) <= 48 for a, b in zip(channels(colour), found, strict=True))
