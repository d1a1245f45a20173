"""Pictures as triangles: mean colours, and the outline around what is filled."""

from __future__ import annotations

import random

import numpy as np

from families.tri.outlines import outlines
from nonoforge.families.tri.geometry import TriGrid
from nonoforge.families.tri.sampling import Window, around, border, covering, inside, sampled

WHITE, RED = (255, 255, 255), (200, 0, 0)


def picture(width: int, height: int, colour: tuple[int, int, int] = WHITE) -> np.ndarray:
    return np.full((height, width, 3), colour, np.uint8)


def test_a_plain_picture_has_one_colour() -> None:
    for grid in outlines(2):
        found = sampled(picture(30, 20, RED), grid, inside(picture(30, 20), grid))
        assert found.shape == (grid.cells, 3)
        assert np.allclose(found, RED, atol=1)


def test_each_triangle_sees_its_own_part() -> None:
    """The upper half is red: so are the rows above the middle of a hexagon."""
    pixels = picture(400, 346)
    pixels[:173] = RED
    grid = TriGrid((2, 2, 2, 2, 2, 2))
    found = sampled(pixels, grid, Window(-2, 0, 8, 4))
    rows = np.array([triangle.row for triangle in grid.triangles])
    assert np.allclose(found[rows < 2], RED, atol=1)
    assert np.allclose(found[rows >= 2], WHITE, atol=1)


def test_tips_up_and_down_are_told_apart() -> None:
    """Paint one triangle of a picture red; the mean of no other changes much."""
    from PIL import Image, ImageDraw

    grid = TriGrid((2, 2, 2, 2, 2, 2))
    for cell, triangle in enumerate(grid.triangles):
        image = Image.new("RGB", (800, 693), WHITE)
        ImageDraw.Draw(image).polygon(
            [((x + 2) * 100, y * 693 / 4) for x, y in triangle.corners], fill=RED)
        found = sampled(np.asarray(image), grid, Window(-2, 0, 8, 4))
        red = found[:, 1] < 128
        assert red[cell]
        assert red.sum() == 1


def test_beyond_the_picture_is_the_colour_of_its_border() -> None:
    pixels = picture(100, 20, RED)
    pixels[5:15, 20:80] = WHITE
    assert tuple(border(pixels)) == RED
    grid = TriGrid((3, 3, 3, 3, 3, 3))
    found = sampled(pixels, grid, inside(pixels, grid))
    assert np.allclose(found[0], RED, atol=1)


def test_a_picture_is_covered_whole_and_in_proportion() -> None:
    grid, window = covering(picture(100, 50), 10)
    assert (window.width, window.height) == (20, 6)
    left, right = (pick(x for x, _ in grid.outline) for pick in (min, max))
    assert left <= 0
    assert right >= 20
    assert covering(picture(1, 1000), 1)[0].cells >= 1


def test_the_smallest_outline_around_cells() -> None:
    """It contains them, and each of its six sides that is there cannot be moved inwards."""
    rng = random.Random(4)
    big = TriGrid.of_sides(6, 0, 10, 0)
    for _ in range(200):
        filled = np.zeros(big.cells, bool)
        filled[rng.sample(range(big.cells), rng.randint(1, 6))] = True
        small, cells = around(big, filled)
        assert set(np.flatnonzero(filled)) <= set(cells)
        for triangle, cell in zip(small.triangles, cells, strict=True):
            assert triangle.up == big.triangles[cell].up
        inner = filled[cells]
        for direction in range(3):
            lines = [line for line in small.lines if line.direction == direction]
            assert inner[list(lines[0].cells)].any()
            assert inner[list(lines[-1].cells)].any()


def test_nothing_filled_keeps_the_outline() -> None:
    big = TriGrid.of_sides(2, 0, 3, 0)
    assert around(big, np.zeros(big.cells, bool)) == (big, list(range(big.cells)))
