"""How far apart colours look, and what they are called."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonoforge.colour_vision import alike, apart, colour_names
from nonoforge.palette import DEFAULT_COLOURS, MEDIUM_COLOURS, Palette
from nonoforge.quantize import oklab

RGB = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")


@given(st.lists(RGB, min_size=1, max_size=20))
def test_names_differ_and_are_words(rgbs: list[str]) -> None:
    names = colour_names(rgbs)
    assert len(set(names)) == len(rgbs)
    assert all(name.replace(" ", "").isalnum() and name[0].isalpha() for name in names)


@given(st.lists(RGB, min_size=3, max_size=8), st.text("abc", min_size=1))
def test_given_names_stay_and_are_not_given_twice(rgbs: list[str], own: str) -> None:
    names = colour_names(rgbs, [None, own])
    assert names[1] == own
    assert len(set(names)) == len(rgbs)
    assert colour_names(rgbs[:1], ["red"]) == ["red"]
    assert colour_names(["#e02020", "#00ff00"], [None, "red"])[0] != "red"


@given(RGB, RGB)
def test_distances_agree_with_the_ones_of_many_colours(one: str, other: str) -> None:
    points = oklab(np.array([[int(rgb[at:at + 2], 16) for at in (1, 3, 5)]
                             for rgb in (one, other)]))
    far = float(np.linalg.norm(points[0] - points[1]))
    assert apart(one, other) <= far / 0.12 + 1e-6
    assert apart(one, other) == apart(other, one)
    assert apart(one, one) == 0


@pytest.mark.parametrize(("one", "other"), [
    ("#c03020", "#706010"),  # red and olive, to men without red cones
    ("#707070", "#757575"), ("#fdfdfd", "#ffffff")])
def test_colours_that_are_mistaken_for_each_other(one: str, other: str) -> None:
    assert list(alike(["#000000", one, other])) == [(1, 2)]
    assert Palette.of("#000000", one, other).alike == [(1, 2)]


def test_usual_colours_have_their_usual_names() -> None:
    assert colour_names(DEFAULT_COLOURS) == [
        "white", "black", "red", "blue", "green", "orange", "purple", "brown", "cyan", "yellow",
        "pink", "grey"]
    assert len(set(colour_names(MEDIUM_COLOURS))) == len(MEDIUM_COLOURS)
    assert colour_names(["#8b0000", "#ff0000", "#add8e6"]) == ["dark red", "red", "pale blue"]
