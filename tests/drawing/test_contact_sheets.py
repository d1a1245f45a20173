"""Contact sheets: pictures in rows with captions, in all writers."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from nonoforge.drawing import (
    Boxes,
    Contents,
    Display,
    DrawOptions,
    Group,
    Tile,
    contact_sheet,
    display_file,
    display_ipe,
    fitted,
)
from nonoforge.drawing.contact_sheets import GAP, RESOLUTION
from nonoforge.formats import load

RED, BLUE = "#ff0000", "#0000ff"


def square(colour: str, side: int) -> Display:
    return Display(side, side, [Boxes(colour, [(0, 0, side, side)])], "", "", unit=1.0)


@pytest.mark.parametrize("columns", [1, 2, 3, 9])
def test_rows_do_not_overlap(columns: int) -> None:
    tiles = [Tile(square(RED, 3 + number), ["a caption that is wider than its picture", "two"],
                  chosen=number == 2) for number in range(5)]
    sheet = contact_sheet(tiles, columns, "Five")
    matrices = [item.matrix for item in sheet.items if isinstance(item, Group) and item.matrix]
    places = [(matrix[4], matrix[5]) for matrix in matrices]
    assert len({x for x, _ in places}) == min(columns, 5)
    for (x, y), tile in zip(places, tiles, strict=True):
        assert x + tile.width <= sheet.width
        assert y + tile.display.height < sheet.height
        assert all(other == (x, y) or other[0] >= x + tile.width or other[0] < x
                   or abs(other[1] - y) >= tile.display.height for other in places)


def test_all_writers_paint_pictures_in_their_own_size() -> None:
    sheet = contact_sheet([Tile(square(RED, 4), ["red"]), Tile(fitted(square(BLUE, 4), 8), ["b"])],
                          1, "Two")
    image = Image.open(io.BytesIO(display_file(sheet, "png"))).convert("RGB")
    per_mm = RESOLUTION ** 2
    counts = {colour: count for count, colour in image.getcolors(1 << 24) or ()}
    assert counts[255, 0, 0] == pytest.approx(4 * 4 * per_mm, rel=0.2)
    assert counts[0, 0, 255] == pytest.approx(8 * 8 * per_mm, rel=0.2)
    middle = round((GAP + 2) * RESOLUTION)
    assert image.getpixel((middle, middle)) == (255, 0, 0)
    assert display_file(sheet, "pdf").startswith(b"%PDF")
    assert b">red<" in display_file(sheet, "svg")
    assert "red" in display_ipe(sheet)


def test_layers_are_drawn() -> None:
    """A display of the plane has layers, which cannot be within the group of its tile."""
    nonogram = load("examples/curved/heart.nono")
    picture = nonogram.family.display(nonogram, Contents(nonogram.solution), DrawOptions())
    sheet = contact_sheet([Tile(fitted(picture), ["heart"])], 1, "Heart")
    assert display_file(sheet, "svg").count(b"<path") > 10
