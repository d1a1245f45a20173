"""Layer sheets: cells, clues and pages, read back from the SVG."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET
from itertools import combinations

import pytest

from helpers.solid_oracles import inside, polygons, random_solid, texts
from nonoforge.drawing import DrawOptions, chip_looks, png, svg
from nonoforge.drawing.options import PAGE_RATIO
from nonoforge.drawing.squares import SCREEN_CELL as CELL
from nonoforge.families.solid import from_voxels, solid_of, with_clues
from nonoforge.families.solid.sheets import Pages, _boxes, _head, _paged
from nonoforge.families.solid.tally_labels import labels_of
from nonoforge.nonogram import Nonogram
from nonoforge.state import State


def pages_of(nonogram: Nonogram) -> Pages:
    top, _ = _head(nonogram, _paged(nonogram, CELL, True, 0), True,
                   chip_looks(nonogram.puzzle.palette, DrawOptions()))
    return _paged(nonogram, CELL, True, top)


def test_every_cell_of_every_layer_has_its_colour() -> None:
    rng = random.Random(1)
    for _ in range(10):
        nonogram = random_solid(rng)
        solid, pages = solid_of(nonogram), pages_of(nonogram)
        painted = polygons(ET.fromstring(svg(nonogram, DrawOptions(view="sheets"),
                                             picture=nonogram.solution)))
        for cell, colour in enumerate(nonogram.solution):
            x, y, z = solid.place(cell)
            left, top = pages.layers[z]
            point = (left + (x + 0.5) * CELL, top + (solid.height - y - 0.5) * CELL)
            found = next(c for c, points in reversed(painted) if inside(point, points))
            assert found == nonogram.puzzle.palette.colours[colour].rgb


def test_clues_stand_beside_their_rods() -> None:
    rng = random.Random(2)
    for _ in range(10):
        nonogram = random_solid(rng, colours=rng.choice((2, 4)))
        pages, palette = pages_of(nonogram), nonogram.puzzle.palette
        looks = chip_looks(palette, DrawOptions())
        found = texts(ET.fromstring(svg(nonogram, DrawOptions(view="sheets", titles=True))))
        wanted = 0
        for line in nonogram.puzzle.lines:
            labels = labels_of(line.clue, palette)
            wanted += len(labels)
            boxes = list(_boxes(pages, line.group, line.cells[0], len(labels)))
            for label, (left, top, width, height) in zip(labels, boxes, strict=True):
                here = [text for x, y, text in found
                        if left <= x <= left + width and top < y <= top + height]
                assert here == [label.text + looks[label.colour].letter]
        below = max(y for _, y, text in found if text == "through all layers")
        assert sum(text[:1].isdecimal() for _, y, text in found if y > below - CELL) == wanted


def test_clue_boxes_touch_their_layer() -> None:
    nonogram = random_solid(random.Random(3), colours=2)
    solid, pages = solid_of(nonogram), pages_of(nonogram)
    for z, (left, top) in enumerate(pages.layers):
        for y in range(solid.height):
            (box,) = _boxes(pages, 0, solid.cell(0, y, z), 1)
            assert left - CELL < box[0] + box[2] <= left
            assert top + (solid.height - 1 - y) * CELL <= box[1]
        for x in range(solid.width):
            (box,) = _boxes(pages, 1, solid.cell(x, 0, z), 1)
            assert top - CELL < box[1] + box[3] <= top
            assert left + x * CELL <= box[0] <= left + (x + 1) * CELL


@pytest.mark.parametrize("size", [(3, 4, 30), (24, 20, 18), (60, 4, 5), (5, 120, 3), (1, 1, 50)])
def test_grids_lie_apart_and_within_their_page(size: tuple[int, int, int]) -> None:
    width, height, depth = size
    nonogram = from_voxels([[[1] * width] * height] * depth)
    pages = pages_of(nonogram)
    sheet = pages.breaks[0] if pages.breaks else pages.height
    assert not pages.breaks or abs(sheet - PAGE_RATIO * pages.width) <= 1
    boxes = [(*corner, width * CELL, height * CELL) for corner in (pages.through, *pages.layers)]
    for (x1, y1, w, h), (x2, y2, _, _) in combinations(boxes, 2):
        assert x1 + w < x2 or x2 + w < x1 or y1 + h < y2 or y2 + h < y1
    for x, y, w, h in boxes:
        assert x >= 0
        assert x + w <= pages.width
        assert y + h <= pages.height
        assert h > sheet - 6 * CELL or y // sheet == (y + h) // sheet


def test_hidden_clues_leave_the_paper_blank() -> None:
    whole = from_voxels([[[1, 0], [1, 1]]] * 3)
    bare = with_clues(whole, ())
    words = [text for _, _, text in texts(ET.fromstring(svg(bare, DrawOptions(view="sheets"))))]
    assert [word for word in words if word.isdecimal()] == ["3", "3", "3"]  # the key
    assert [word for word in words if word.startswith("z ")] == ["z 1 (back)", "z 2", "z 3 (front)"]


def test_a_state_has_crosses_for_air() -> None:
    nonogram = from_voxels([[[1, 0]], [[0, 1]]])
    state = State.of([1, 0, None, None])
    assert svg(nonogram, DrawOptions(view="sheets"), picture=state).count("stroke=") > \
        svg(nonogram, DrawOptions(view="sheets"), picture=nonogram.solution).count("stroke=")


def test_marks_are_frames_in_their_layer() -> None:
    nonogram = from_voxels([[[1, 0], [0, 0]], [[0, 1], [1, 0]]])
    pages = pages_of(nonogram)
    marked = svg(nonogram, DrawOptions(view="sheets"), picture=nonogram.solution, marks=[4])
    left, top = pages.layers[1]
    assert f"M{left + CELL * 0.2:g} {top + CELL + CELL * 0.2:g}l" in marked


def test_without_clues_only_cells_are_left() -> None:
    nonogram = from_voxels([[[1, 0]], [[0, 1]]])
    assert not texts(ET.fromstring(svg(nonogram, DrawOptions(clues=False, view="sheets"))))


def test_png() -> None:
    pytest.importorskip("PIL")
    nonogram = random_solid(random.Random(4))
    for picture in (None, nonogram.solution):
        assert png(nonogram, DrawOptions(view="sheets"), picture=picture).startswith(b"\x89PNG")
