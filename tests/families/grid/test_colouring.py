"""Palettes of pictures: told apart, no more than there are, no fringes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from nonoforge.colour_vision import alike, channels
from nonoforge.families.grid import GridResult, Photo, make_grid
from nonoforge.families.grid.colouring import coloured
from nonoforge.quantize import distinct, oklab, srgb

WHITE = oklab(np.array([[255, 255, 255]]))[0]


def hexes(points: np.ndarray) -> list[str]:
    return [f"#{r:02x}{g:02x}{b:02x}" for r, g, b in srgb(points).tolist()]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(*[st.integers(0, 255)] * 3), min_size=1, max_size=40),
       st.integers(1, 12), st.booleans())
def test_palettes_can_be_told_apart(
    colours: list[tuple[int, int, int]], count: int, on_white: bool,
) -> None:
    points = oklab(np.array(colours))
    found = distinct(points, np.ones(len(points)), count, WHITE if on_white else None)
    assert 1 <= len(found) <= count
    shown = hexes(found)
    near = list(alike(["#ffffff", *shown] if on_white else shown))
    assert not near or len(shown) == 1


def test_shades_are_spread() -> None:
    """Greys that lie close together, as a photograph has them."""
    greys = np.repeat(np.linspace(110, 160, 50)[:, None], 3, axis=1)
    found = distinct(oklab(greys), np.ones(50), 3)
    assert len(found) >= 2
    assert not list(alike(hexes(found)))


def test_colours_are_no_more_than_the_picture_has() -> None:
    image = Image.new("RGB", (400, 400), "white")
    pen = ImageDraw.Draw(image)
    pen.ellipse((40, 40, 360, 360), "#c02020")
    pen.ellipse((150, 150, 250, 250), "#2040a0")
    smooth = image.resize((133, 133), Image.Resampling.LANCZOS)  # with fringes
    made = make_grid(Photo(np.asarray(smooth)), size=30, colours=6)
    names = [colour.name for colour in made.nonogram.puzzle.palette.colours]
    assert len(names) == 3
    assert names[0] == "white"


def test_outlines_of_a_cartoon_are_drawn() -> None:
    """Two pale halves that only a line of a third of a cell parts."""
    image = Image.new("RGB", (600, 600), "white")
    pen = ImageDraw.Draw(image)
    pen.ellipse((30, 30, 570, 570), "#f0c040", "#000000", 7)
    pen.line((300, 30, 300, 570), "#000000", 7)
    made = make_grid(Photo(np.asarray(image)), size=30, colours=3)
    cells = np.frombuffer(made.nonogram.solution or b"", np.uint8).reshape(30, 30)
    dark = next(number for number, colour in enumerate(made.nonogram.puzzle.palette.colours)
                if colour.name == "black")
    assert made.way == "colours with outlines"
    assert (cells == dark)[5:25, 13:17].any(axis=1).all()


def test_outlines_are_drawn_where_the_drawing_fills_the_page() -> None:
    """Two hands at the edges of a torn sheet: no background that is plain, and no subject."""
    image = Image.new("RGB", (600, 600), "#f8f8f0")
    pen = ImageDraw.Draw(image)
    pen.rectangle((-20, 330, 180, 620), "#e88860", "#302010", 7)
    pen.rectangle((420, 330, 620, 620), "#e88860", "#302010", 7)
    pen.rectangle((80, 60, 290, 400), None, "#302010", 7)
    pen.line((310, 60, 330, 200, 300, 330, 320, 520), "#302010", 7)
    made = make_grid(Photo(np.asarray(image)), size=30, colours=4, trim=False)
    assert made.way == "colours with outlines"


@pytest.mark.parametrize(("inks", "fewest", "most"), [
    (("#000000",), 1, 1), (("#c02020", "#2040a0", "#e0c020"), 2, 4)])
def test_as_many_colours_as_are_needed(inks: tuple[str, ...], fewest: int, most: int) -> None:
    image = Image.new("RGB", (400, 400), "white")
    pen = ImageDraw.Draw(image)
    for number, ink in enumerate(inks):
        pen.ellipse((40 + 80 * number, 40 + 60 * number, 200 + 80 * number, 220 + 60 * number), ink)
    made = make_grid(Photo(np.asarray(image)), size=20, colours="auto")
    assert fewest <= len(made.nonogram.puzzle.palette) - 1 <= most


def test_a_silhouette_in_many_colours_is_black_and_white() -> None:
    image = Image.new("L", (500, 400), 255)
    pen = ImageDraw.Draw(image)
    pen.ellipse((60, 60, 400, 250), 0)
    pen.line((120, 200, 100, 380), 0, 8)
    pen.line((340, 200, 360, 380), 0, 8)
    made = make_grid(Photo(np.asarray(image.convert("RGB"))), size=30, colours=4)
    assert len(made.nonogram.puzzle.palette) == 2
    rows = made.nonogram.geometry.nest(made.nonogram.solution or b"")
    assert all(sum(row) >= 2 for row in rows[18:-1])  # both legs, whole


def test_thin_parts_and_no_specks() -> None:
    pixels = np.full((300, 300, 3), 255, np.uint8)
    pixels[100:200, 50:250] = (200, 60, 40)
    pixels[50:100, 148:152] = (200, 60, 40)  # a stem of less than half a cell
    pixels[150:153, 100:103] = 0  # a speck
    inked = coloured(pixels, (30, 30), 3, mask=(pixels.min(axis=2) < 250).astype(np.float32),
                     paper=(255, 255, 255))
    assert len(inked.palette) == 2
    assert (inked.cells[5:10].max(axis=1) > 0).all()
    assert (inked.cells[10:20, 5:25] == inked.cells[15, 15]).all()


@pytest.mark.parametrize("background", [None, "#ffffff", "#204060"])
def test_a_background_of_ones_own(background: str | None) -> None:
    image = Image.new("RGB", (200, 200), "#e0e0e0")
    ImageDraw.Draw(image).rectangle((50, 50, 150, 150), "#a02020")
    made = make_grid(Photo(np.asarray(image)), size=20, colours=3, background=background,
                     trim=False)
    first = made.nonogram.puzzle.palette.colours[0].rgb
    assert first == (background or "#e0e0e0") or (background is None and first >= "#d0d0d0")
    assert not made.nonogram.puzzle.palette.alike


def test_eyes_and_nose_stay() -> None:
    """A furry face whose eyes are smaller than a cell, and a nose in the tone of the shadows."""
    image = Image.new("RGB", (600, 600), "white")
    pen = ImageDraw.Draw(image)
    pen.ellipse((60, 60, 540, 540), "#b08858")
    pen.chord((60, 60, 540, 540), 20, 160, "#8c6a40")
    eyes = [(210, 230), (390, 230)]
    for x, y in eyes:
        pen.ellipse((x - 6, y - 6, x + 6, y + 6), "#3a2a20")
    fur = np.random.default_rng(3).normal(0, 14, (600, 600, 1))
    inside = (np.asarray(image) < 250).any(axis=2, keepdims=True)
    pixels = np.where(inside, np.clip(np.asarray(image) + fur, 0, 255), 255).astype(np.uint8)
    made = make_grid(Photo(pixels), size=30, colours=4)
    light = lightness_of(made)
    step = 480 / 30  # the face fills the puzzle
    for x, y in eyes:
        column, row = int((x - 60) / step), int((y - 60) / step)
        around = light[row - 3:row + 4, column - 3:column + 4]
        eye = light[row - 1:row + 2, column - 1:column + 2].min()
        assert eye < np.median(around) - 0.15


def lightness_of(made: GridResult) -> np.ndarray:
    """The lightness of each cell of a puzzle."""
    rows, columns = made.colours.shape[:2]
    cells = np.frombuffer(made.nonogram.solution or b"", np.uint8).reshape(rows, columns)
    rgbs = np.array([channels(colour.rgb) for colour in made.nonogram.puzzle.palette.colours])
    return oklab(rgbs)[:, 0][cells]


def test_no_second_black_beside_black_outlines() -> None:
    """A fixed black stands for all that is black: nothing is left for another colour."""
    black = oklab(np.array([[0, 0, 0]]))
    found = distinct(np.repeat(black, 9, axis=0), np.ones(9), 2, np.vstack([WHITE, black]))
    assert len(found) == 0


def test_white_within_a_sign_on_white_paper_stays_white() -> None:
    """The inside of a road sign has the colour of the paper; its rim keeps its own."""
    image = Image.new("RGBA", (300, 300), (255, 255, 255, 0))
    pen = ImageDraw.Draw(image)
    pen.ellipse((20, 20, 280, 280), "#d01010")
    pen.ellipse((60, 60, 240, 240), "white")
    pen.rectangle((90, 130, 210, 170), "black")
    pixels = np.asarray(image)
    photo = Photo(np.ascontiguousarray(pixels[:, :, :3]), alpha=pixels[:, :, 3])
    made = make_grid(photo, size=30, colours=3)
    cells = np.frombuffer(made.nonogram.solution or b"", np.uint8).reshape(30, 30)
    colours = [colour.rgb for colour in made.nonogram.puzzle.palette.colours]
    assert made.way == "colours with gaps"
    assert colours[0] == "#ffffff"
    assert (cells[7:11, 10:20] == 0).all()
    assert (cells[14:16, 10:20] != 0).all()
    red = channels(colours[cells[15, 1]])
    assert red[0] > 150 > red[1]
