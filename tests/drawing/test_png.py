"""PNG, read back with Pillow."""

from __future__ import annotations

import io
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nonoforge.colour_vision import channels
from nonoforge.drawing import DrawOptions, png
from nonoforge.errors import InputError, MissingPart
from nonoforge.families.grid import from_picture
from nonoforge.families.grid.display import grid_layout
from nonoforge.nonogram import Info, Nonogram
from nonoforge.state import State

Image = pytest.importorskip("PIL.Image")


@settings(max_examples=40)
@given(data=st.data(), scale=st.sampled_from([3, 5, 12, 24]))
def test_every_cell_has_its_colour(
    nonograms: st.SearchStrategy[Nonogram], data: st.DataObject, scale: int,
) -> None:
    nonogram = data.draw(nonograms)
    assert nonogram.solution is not None
    data = png(nonogram, DrawOptions(scale=scale), picture=nonogram.solution)
    image = Image.open(io.BytesIO(data)).convert("RGB")
    place = grid_layout(nonogram, scale, clues=scale >= 12)
    for cell, colour in enumerate(nonogram.solution):
        y, x = divmod(cell, place.columns)
        at = place.left + x * scale + scale // 2, place.top + y * scale + scale // 2
        assert image.getpixel(at) == channels(nonogram.puzzle.palette.colours[colour].rgb)


def test_hostile_words_and_every_kind_of_cell(hostile: Nonogram) -> None:
    state = State.of([0, None, 2, 3, 4, 4, 4, 0, 0, None], 5)
    image = Image.open(io.BytesIO(png(hostile, picture=state, marks=[0, 9])))
    assert image.format == "PNG"


def test_black_and_white_is_stored_as_grey(cross: Nonogram) -> None:
    assert Image.open(io.BytesIO(png(cross, picture=cross.solution))).mode == "L"
    marked = png(cross, picture=cross.solution, marks=[0])
    assert Image.open(io.BytesIO(marked)).mode == "RGB"


def test_titles_in_any_script() -> None:
    for title in ("Łódź", "日本語", "\N{GRINNING FACE}", " ", "\u0301"):
        assert png(from_picture([[1]], info=Info(title=title)))


def test_large_grids_are_scaled_down() -> None:
    nonogram = from_picture([[1, 0] * 400] * 800)
    image = Image.open(io.BytesIO(png(nonogram, picture=nonogram.solution)))
    assert image.width * image.height < 45_000_000
    assert image.width >= 800


@pytest.mark.parametrize("scale", [0, -3, 10**9, 1001])
def test_scales_that_cannot_be(cross: Nonogram, scale: int) -> None:
    with pytest.raises(InputError, match="scale"):
        png(cross, DrawOptions(scale=scale))


def test_too_large_a_scale_names_one_that_fits() -> None:
    nonogram = from_picture([[1] * 500] * 500)
    with pytest.raises(InputError, match=r"at most \d+ does"):
        png(nonogram, DrawOptions(scale=100))


def test_without_pillow(cross: Nonogram, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    monkeypatch.setitem(sys.modules, "PIL.Image", None)
    with pytest.raises(MissingPart, match=r"pip install 'nonoforge\[images\]'"):
        png(cross)


def test_pillow_is_loaded_only_for_png() -> None:
    code = "import sys, nonoforge.drawing; sys.exit('PIL' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
