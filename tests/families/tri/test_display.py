"""Drawings of triddlers: SVG, PNG, PDF, Ipe, booklets."""

from __future__ import annotations

import random
from io import BytesIO
from xml.etree import ElementTree

import pytest
from PIL import Image

from families.tri.outlines import outlines, random_tri
from nonoforge.drawing import Contents, Display, DrawOptions, ipe, pdf, png, svg
from nonoforge.drawing.colour_signs import colour_letters
from nonoforge.errors import InputError
from nonoforge.families.tri import TriGrid, from_rows, tri_of
from nonoforge.nonogram import Info, Nonogram
from nonoforge.palette import Palette
from nonoforge.state import State

RED_BLUE = Palette.of("#ffffff", "#cc0000", "#0000cc")
FLAG = from_rows(TriGrid((2, 2, 2, 2, 2, 2)),
                 [[1, 1, 0, 2, 2], [1, 1, 1, 0, 2, 2, 2], [0, 0, 0, 0, 0, 0, 0], [1, 1, 0, 2, 2]],
                 palette=RED_BLUE, info=Info(title="Flag", author="Ann"))


def display(nonogram: Nonogram, contents: Contents | None = None, **options: bool) -> Display:
    return nonogram.family.display(nonogram, contents or Contents(), DrawOptions(**options))


def test_every_number_is_drawn_once_and_inside() -> None:
    rng = random.Random(8)
    for _ in range(30):
        nonogram = random_tri(rng, 4)
        drawn = display(nonogram)
        palette = nonogram.puzzle.palette
        letters = [""] * 2 if palette.plain else list(colour_letters(palette))
        names = [*(colour.name for colour in palette.colours), *letters]
        numbers = [f"{run.length}{letters[run.colour]}" for line in nonogram.puzzle.lines
                   for run in line.clue.runs]
        empty = sum(not line.clue.runs for line in nonogram.puzzle.lines)
        assert sorted(text for text in drawn.texts if text not in names) == sorted(
            numbers + ["0"] * empty)
        for item in drawn.items:
            for x, y, _ in getattr(item, "texts", ()):
                assert 0 <= x <= drawn.width
                assert 0 <= y <= drawn.height


def test_numbers_of_lines() -> None:
    plain, numbered = display(FLAG), display(FLAG, numbers=True)
    assert len(numbered.texts) == len(plain.texts) + len(FLAG.puzzle.lines)
    bare = display(FLAG, numbers=True, clues=False)
    assert sorted(bare.texts, key=int) == sorted("1234" * 3, key=int)


def test_sizes_are_known_beforehand() -> None:
    for clues in (True, False):
        options = DrawOptions(clues=clues)
        for scale in (8, 20, 40):
            drawn = FLAG.family.display(FLAG, Contents(), options, scale=scale)
            width, height = FLAG.family.display_size(FLAG, options, scale)
            assert drawn.width == width
            assert abs(drawn.height - height) <= 3 * scale  # a legend is not counted


@pytest.mark.parametrize("picture", [None, FLAG.solution, State.start(FLAG.puzzle)],
                         ids=["puzzle", "solved", "state"])
def test_all_writers(picture: object) -> None:
    marks = [3, 5]
    root = ElementTree.fromstring(svg(FLAG, picture=picture, marks=marks))  # type: ignore[arg-type]
    assert root.tag.endswith("svg")
    image = Image.open(BytesIO(png(FLAG, picture=picture, marks=marks)))  # type: ignore[arg-type]
    assert min(image.size) > 200
    assert pdf(FLAG).startswith(b"%PDF")
    ElementTree.fromstring(ipe(FLAG, picture=picture))  # type: ignore[arg-type]


def test_colours_are_where_the_triangles_are() -> None:
    """Look at the pixel in the middle of each triangle of a solved picture."""
    from nonoforge.families.tri.display import tri_page

    for grid in [*outlines(2), tri_of(FLAG)[0]]:
        rng = random.Random(grid.cells)
        picture = bytes(rng.randrange(3) for _ in range(grid.cells))
        nonogram = from_rows(grid, grid.nest(picture), palette=RED_BLUE)
        options = DrawOptions(scale=40, clues=False)
        image = Image.open(BytesIO(png(nonogram, options, picture=picture))).convert("RGB")
        page = tri_page(nonogram, 40, clues=False, numbers=False)
        for cell, triangle in enumerate(grid.triangles):
            corners = triangle.corners
            middle = sum(x for x, _ in corners) / 3, sum(y for _, y in corners) / 3
            found = "#{:02x}{:02x}{:02x}".format(*image.getpixel(page.at(middle)))  # type: ignore[misc]
            assert found == RED_BLUE.colours[picture[cell]].rgb


def test_there_is_one_view() -> None:
    with pytest.raises(InputError, match="a triddler has a single view"):
        svg(FLAG, DrawOptions(view="sheets"))


def test_clues_too_small_to_read_are_left_out() -> None:
    usual, least = FLAG.family.display_scales(FLAG, DrawOptions())
    assert 8 < least < usual
    small = Image.open(BytesIO(png(FLAG, DrawOptions(scale=8))))
    assert max(small.size) < 60
