"""Colours on paper: letters that differ, readable ink, and a background that is paper."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonoforge.drawing import DrawOptions, chip_looks, contrast, svg, to_solve
from nonoforge.drawing.colour_signs import LIKE_DIGITS, colour_letters
from nonoforge.families.grid import from_picture
from nonoforge.palette import Palette

rgbs = st.lists(st.integers(0, 0xFFFFFF).map("#{:06x}".format), min_size=3, max_size=64,
                unique=True)


@given(rgbs)
def test_letters_differ_and_are_no_digits(found: list[str]) -> None:
    letters = colour_letters(Palette.of(*found))
    assert letters[0] == ""
    assert len(set(letters)) == len(found)
    assert not any(letter.isdigit() or letter in LIKE_DIGITS for letter in letters[1:])


@given(rgbs)
def test_numbers_can_be_read_on_their_chips(found: list[str]) -> None:
    palette = Palette.of(*found)
    for look in chip_looks(palette, DrawOptions()):
        assert contrast(look.ink, look.fill) >= 7
    for look in chip_looks(palette, DrawOptions(signs="never")):
        assert contrast(look.ink, look.fill) >= 4
        assert not look.letter


@pytest.mark.parametrize("others", [("#f8e020", "#ffffff"), ("#ffffff",)])
def test_a_dark_background_is_paper_in_the_puzzle_only(others: tuple[str, ...]) -> None:
    palette = Palette.of("#101c50", *others)
    nonogram = from_picture([[0, 1, len(others)], [1, 0, 0]], palette=palette)

    def shown(picture: bytes | None) -> str:
        return svg(nonogram, picture=picture)

    assert shown(None).count("#101c50") == 1  # the chip of the legend
    assert "navy: left empty" in shown(None)
    assert shown(nonogram.solution).count("#101c50") >= 1
    assert "left empty" not in shown(nonogram.solution)
    assert contrast(to_solve(palette).colours[1].rgb, "#ffffff") > 1.2
    ET.fromstring(shown(None))
    light = Palette.of("#fff5dc", "#cc0000", "#101c50")
    assert to_solve(light) is light
