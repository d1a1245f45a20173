"""Nonograms to draw: small ones by hand, any by Hypothesis."""

from __future__ import annotations

import pytest
from hypothesis import strategies as st

from helpers.hostile import COLOURS, HOSTILE
from nonoforge.families.grid import from_picture
from nonoforge.nonogram import Info, Nonogram


@pytest.fixture
def cross() -> Nonogram:
    return from_picture([[0, 1, 0], [1, 1, 1], [0, 1, 0], [0, 0, 0]])


@pytest.fixture
def hostile() -> Nonogram:
    return from_picture([[0, 1, 2, 3, 4], [4, 4, 0, 0, 0]], palette=COLOURS,
                        info=Info(title=HOSTILE, author=HOSTILE))


def make_nonograms() -> st.SearchStrategy[Nonogram]:
    sizes = st.tuples(st.integers(1, 13), st.integers(1, 13))
    rows = sizes.flatmap(lambda size: st.lists(
        st.lists(st.integers(0, 4), min_size=size[0], max_size=size[0]),
        min_size=size[1], max_size=size[1]))
    return rows.flatmap(lambda picture: st.sampled_from([
        from_picture(picture, palette=COLOURS),
        from_picture([[min(c, 1) for c in row] for row in picture]),
    ]))


@pytest.fixture(scope="session")
def nonograms() -> st.SearchStrategy[Nonogram]:
    """Black and white and colour grids of all shapes."""
    return make_nonograms()
