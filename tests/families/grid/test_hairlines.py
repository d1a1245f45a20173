"""Lines thinner than a cell stay whole, whatever their angle, width and place among the cells."""

from __future__ import annotations

from math import cos, pi, sin
from random import Random

import numpy as np
import pytest
from PIL import Image, ImageDraw

from helpers.puzzles import rounds
from nonoforge.families.grid.line_art import (
    FILL_THRESHOLD,
    dotted,
    drawing_of,
    fine_size,
    lengthened,
    lined,
    opened,
    slender,
    thinned,
)

CELL, SIDE = 20, 24  # pixels, cells


def page(shade: int = 255) -> Image.Image:
    return Image.new("L", (CELL * SIDE, CELL * SIDE), shade)


def filled(image: Image.Image) -> np.ndarray:
    drawing = drawing_of(np.asarray(image.convert("RGB")))
    assert drawing is not None
    return drawing.cells((SIDE, SIDE)) < FILL_THRESHOLD


def pieces(cells: np.ndarray) -> int:
    """How many parts there are that do not touch, not even at corners."""
    left = set(zip(*map(list, np.nonzero(cells)), strict=True))
    count = 0
    while left:
        count += 1
        front = [left.pop()]
        while front:
            y, x = front.pop()
            near = {(y + dy, x + dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1)} & left
            left -= near
            front += near
    return count


@pytest.mark.parametrize("seed", range(rounds(60)))
def test_a_line_is_whole_and_stays_thin(seed: int) -> None:
    rng = Random(seed)
    angle, width = rng.uniform(0, pi), rng.choice([1, 2, 3, 5, 8, 12, 18])
    x, y = (CELL * SIDE / 2 + rng.uniform(-CELL, CELL) for _ in range(2))
    far = CELL * SIDE / 3
    image = page()
    ImageDraw.Draw(image).line((x - far * cos(angle), y - far * sin(angle), x + far * cos(angle),
                                y + far * sin(angle)), fill=0, width=width)
    cells = filled(image)
    length = 2 * far * max(abs(cos(angle)), abs(sin(angle))) / CELL
    assert pieces(cells) == 1
    assert length - 2 <= cells.sum() <= 2 * length + 3


@pytest.mark.parametrize("seed", range(rounds(20)))
def test_a_circle_is_closed(seed: int) -> None:
    rng = Random(seed)
    x, y, radius = (CELL * SIDE / 2 + rng.uniform(-9, 9), CELL * SIDE / 2 + rng.uniform(-9, 9),
                    rng.uniform(4, 10) * CELL)
    image = page()
    ImageDraw.Draw(image).ellipse((x - radius, y - radius, x + radius, y + radius), outline=0,
                                  width=rng.randint(1, 8))
    cells = filled(image)
    assert pieces(cells) == 1
    assert not cells[SIDE // 2, SIDE // 2]
    # From the middle one does not get out between the filled cells, going up, down and sideways.
    inside, grown = np.zeros_like(cells), np.zeros_like(cells)
    grown[SIDE // 2, SIDE // 2] = True
    while (inside != grown).any():
        inside = grown
        wide = np.pad(inside, 1)
        grown = (wide[:-2, 1:-1] | wide[2:, 1:-1] | wide[1:-1, :-2] | wide[1:-1, 2:] | inside
                 ) & ~cells
    assert not inside[0].any()
    assert not inside[:, 0].any()


def test_a_line_along_the_border_of_two_cells_is_one_cell_wide() -> None:
    image = page()
    ImageDraw.Draw(image).line((40, 199, 440, 199), fill=0, width=4)
    assert filled(image).any(axis=1).sum() == 1


def test_what_is_thick_has_no_lines_beside_it() -> None:
    image = page()
    ImageDraw.Draw(image).ellipse((43, 57, 391, 402), fill=0)
    marks = np.asarray(image.resize(fine_size((SIDE, SIDE)), Image.Resampling.BOX)) < 250
    assert not lined(marks, (SIDE, SIDE)).any()


def test_thick_and_thin_meet() -> None:
    """A roof on walls of one pixel: nothing is lost between them."""
    image = page()
    pen = ImageDraw.Draw(image)
    pen.polygon([(240, 40), (430, 200), (50, 200)], fill=0)
    pen.rectangle((97, 200, 383, 423), outline=0, width=2)
    cells = filled(image)
    assert pieces(cells) == 1
    assert cells[15].sum() == 2


def test_a_texture_is_no_mass_of_lines() -> None:
    image = page()
    pen = ImageDraw.Draw(image)
    for x in range(100, 381, 7):
        pen.line((x, 100, x, 380), fill=0, width=2)
    assert not filled(image)[8:16, 8:16].any()


@pytest.mark.parametrize("at", [(200, 200), (210, 210), (200, 210), (203, 207)])
def test_spots_are_kept(at: tuple[int, int]) -> None:
    image = page()
    pen = ImageDraw.Draw(image)
    pen.ellipse((at[0] - 5, at[1] - 5, at[0] + 5, at[1] + 5), fill=0)
    pen.rectangle((40, 40, 100, 100), fill=0)
    cells = filled(image)
    assert 1 <= cells[8:13, 8:13].sum() <= 2


def test_spots_next_to_what_is_filled_are_left_alone() -> None:
    covered = np.zeros((5, 5))
    covered[2, 2], covered[2, 3] = 0.3, 0.2
    assert np.argwhere(dotted(covered, covered > 0.5)).tolist() == [[2, 2]]
    assert not dotted(covered, np.eye(5, dtype=bool)).any()
    covered[2, 3] = 0.3
    assert dotted(covered, covered > 0.5).sum() == 1


def test_thinned_lines_are_one_pixel_wide() -> None:
    marks = np.zeros((20, 30), dtype=bool)
    marks[8:13, 3:27] = True
    middle = thinned(marks)
    assert middle.any(axis=1).sum() == 1
    assert 18 <= middle.sum() <= 24
    assert not (middle & ~marks).any()


def test_squares_that_fit() -> None:
    marks = np.zeros((9, 9), dtype=bool)
    marks[1:5, 1:5] = marks[2, :] = True
    assert opened(marks, 4).sum() == 16
    assert not opened(marks, 5).any()
    assert not opened(marks, 10).any()
    assert slender(marks).tolist()[2] == [False] * 6 + [True] * 3


@pytest.mark.parametrize("size", [(1, 1), (1, 9), (400, 3), (700, 700)])
def test_any_size(size: tuple[int, int]) -> None:
    columns, rows = fine_size(size)
    found = lined(np.zeros((rows, columns), dtype=bool), size)
    assert found.shape == (size[1], size[0])
    assert not found.any()


def test_ends_are_not_eaten() -> None:
    """A line as wide as half a cell is as long as it was, wherever it ends."""
    marks = np.zeros((30, 40), dtype=bool)
    marks[10:15, 5:35] = True
    short = thinned(marks)
    long = lengthened(short, marks, 4)
    assert short.sum() < long.sum() <= 30
    assert np.flatnonzero(long.any(axis=0))[[0, -1]].tolist() == [5, 34]
    assert not (long & ~marks).any()
