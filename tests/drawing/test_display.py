"""The display list: every writer paints every kind of item in the same place."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET

import pytest

from nonoforge.drawing import (
    Boxes,
    Contents,
    Display,
    DrawOptions,
    Group,
    Item,
    Layer,
    Paths,
    Polygons,
    Rings,
    Stamp,
    Strokes,
    Texts,
    box_path,
    decimal,
    display_image,
    display_ipe,
    display_svg,
)
from nonoforge.drawing.display import as_paths, flattened
from nonoforge.drawing.pdf_canvas import PdfDocument
from nonoforge.drawing.pdf_writer import draw_display
from nonoforge.families.grid import from_picture

from .pdf_oracles import contents, words

SIDE = 20
PAPER = Boxes("#ffffff", [(0, 0, 10 * SIDE, SIDE)])
ITEMS: dict[str, Item] = {
    "#110000": Boxes("#110000", [(2, 2, 16, 16)]),
    "#220000": Boxes("#220000", [(22, 2, 16, 16)], radius=3),
    "#330000": Strokes("#330000", 8, [(44, 10, 56, 10)]),
    "#440000": Stamp(SIDE, (Strokes("#440000", 8, [(4, 10, 16, 10)]),), [(60, 0)]),
    "#550000": Polygons("#550000", [((82, 2), (98, 2), (98, 18), (82, 18))]),
    "#660000": Rings("square", "#660000", 8, 4, [(110, 10)]),
    "#770000": Paths([box_path(122, 2, 16, 16)], fill="#770000", closed=True),
    "#880000": Group([Boxes("#880000", [(1, 1, 8, 8)])], "twice as large", (2, 0, 0, 2, 140, 0)),
    "#990000": Layer("seen", [Paths([box_path(162, 2, 16, 16)], fill="#990000", closed=True)]),
}
"""One item of each kind by its colour; the k-th covers the k-th square left of its middle."""
HIDDEN = Layer("hidden", [Boxes("#ff00ff", [(0, 0, 10 * SIDE, SIDE)])], hidden=True)
EVERYTHING = Display(10 * SIDE, SIDE, [PAPER, *ITEMS.values(), HIDDEN,
                                       Texts("#000000", 12, "middle", [(190, 14, "8")])],
                     "A <title>", "one of each", unit=0.5)


def test_png() -> None:
    pytest.importorskip("PIL")
    for resolution in (1.0, 2.5):
        image = display_image(EVERYTHING._replace(resolution=resolution))
        assert image.size == (10 * SIDE * resolution, SIDE * resolution)
        for place, colour in enumerate(ITEMS):
            x, y = (int(at * resolution) for at in (place * SIDE + 6.5, 9.5))
            assert image.getpixel((x, y)) == (int(colour[1:3], 16), 0, 0), colour
        number = image.crop((int(181 * resolution), 0, *image.size)).convert("L")
        assert number.getextrema()[0] < 99


def test_svg() -> None:
    root = ET.fromstring(display_svg(EVERYTHING))
    assert root.get("width") == "100mm"
    found = {element.get("fill") for element in root.iter()} | {
        element.get("stroke") for element in root.iter()}
    assert {*ITEMS, "#ff00ff"} <= found
    hidden = [element for element in root.iter() if element.get("style") == "display:none"]
    assert [element.get("id") for element in hidden] == ["hidden"]
    assert "twice as large" in [element.text for element in root.iter()]


def test_pdf() -> None:
    pytest.importorskip("reportlab")
    document = PdfDocument("", "")
    with document.page(100, 10) as canvas:
        draw_display(canvas, EVERYTHING, (0, 0), 0.5)
    [page] = contents(document.finish())
    reds = {round(255 * float(red)) for red in re.findall(r"([\d.]+) 0 0 (?:rg|RG)\b", page)}
    assert {int(colour[1:3], 16) for colour in ITEMS} <= reds
    assert "1 0 1 rg" not in page
    assert words(page) == ["8"]


def test_ipe() -> None:
    root = ET.fromstring(display_ipe(EVERYTHING))
    assert [view.get("layers") for view in root.iter("view")] == [
        "picture", "picture seen", "picture seen hidden"]
    used = {element.get(key) for element in root.iter() for key in ("fill", "stroke")}
    assert {f"{decimal(int(colour[1:3], 16) / 255)} 0 0" for colour in ITEMS} <= used
    [text] = root.iter("text")
    assert text.text == "8"
    [layout] = root.iter("layout")
    assert layout.get("paper") == f"{100 / 25.4 * 72:.3f} {10 / 25.4 * 72:.3f}"


def test_pages() -> None:
    display = Display(100, 300, [], "", "", unit=0.5, breaks=(120,))
    assert display.pages == [(0, 120), (120, 300)]
    assert display.fitting(1000, 1000) == 0.5
    assert display.fitting(25, 1000) == 0.25
    assert display.fitting(1000, 45) == 0.25  # the taller page has 180 units
    [line] = display.unpaged
    assert isinstance(line, Boxes)
    assert line.boxes == [(0, 120, 100, 1)]


def test_items_as_paths() -> None:
    for item in flattened(list(ITEMS.values())):
        if isinstance(item, Boxes | Strokes | Polygons | Rings | Paths):
            paths = as_paths(item)
            colours = {paths.fill, paths.pen} - {None}
            assert colours <= set(ITEMS)
            assert len(colours) == 1


def test_a_large_grid_is_a_few_items() -> None:
    rng = random.Random(3)
    nonogram = from_picture([[rng.randrange(2) for _ in range(300)] for _ in range(300)])
    display = nonogram.family.display(nonogram, Contents(nonogram.solution), DrawOptions())
    assert len(list(flattened(display.items))) < 40
