"""The score of likeness: good puzzles before bad ones, on pictures drawn here."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFilter

from nonoforge.families.grid import GridOptions, make_grid, random_shapes
from nonoforge.families.grid.likeness import RECOGNIZABLE, Eye

BLACK_AND_WHITE = np.array([[255, 255, 255], [0, 0, 0]])
Draw = Callable[[ImageDraw.ImageDraw], None]


def cup(pen: ImageDraw.ImageDraw) -> None:
    pen.rectangle((60, 90, 200, 240), "#305090")
    pen.ellipse((60, 70, 200, 110), "#f0e0c0")
    pen.arc((180, 110, 270, 210), -90, 90, "#305090", 18)


def fish(pen: ImageDraw.ImageDraw) -> None:
    pen.ellipse((50, 90, 230, 210), "#d06020")
    pen.polygon([(200, 150), (280, 90), (280, 210)], "#a04010")
    pen.ellipse((80, 125, 100, 145), "#101010")


def tree(pen: ImageDraw.ImageDraw) -> None:
    pen.rectangle((135, 180, 165, 280), "#604020")
    pen.polygon([(150, 20), (60, 200), (240, 200)], "#207030")


def letter(pen: ImageDraw.ImageDraw) -> None:
    pen.line((80, 40, 80, 260, 220, 260), "#202020", 36)


def face(pen: ImageDraw.ImageDraw) -> None:
    pen.ellipse((40, 30, 260, 270), None, "#503020", 14)
    for x in (110, 190):
        pen.ellipse((x - 18, 110, x + 18, 146), "#202020")
    pen.arc((90, 130, 210, 220), 20, 160, "#802020", 16)


PICTURES: list[Draw] = [cup, fish, tree, letter, face]


def drawn(draw: Draw, *, camera: bool = False) -> np.ndarray:
    image = Image.new("RGB", (300, 300), "#f4f4f0")
    draw(ImageDraw.Draw(image))
    if not camera:
        return np.asarray(image)
    soft = np.asarray(image.filter(ImageFilter.GaussianBlur(3))).astype(float)
    y, x = np.mgrid[0:300, 0:300] / 300
    grain = np.random.default_rng(1).normal(0, 10, (300, 300, 1))
    return np.clip(soft * (1.1 - 0.25 * x - 0.15 * y)[:, :, None] + grain, 0, 255).astype(np.uint8)


def cells_of(draw: Draw, side: int = 30) -> np.ndarray:
    """The puzzle that a person would make: filled where the drawing is not paper."""
    paper = np.array([0xF4, 0xF4, 0xF0])
    ink = (np.abs(drawn(draw).astype(int) - paper).max(axis=2) > 20).astype(np.float32)
    return (np.asarray(Image.fromarray(ink).resize((side, side), Image.Resampling.BOX))
            > 0.5).astype(np.uint8)


def score(source: np.ndarray, cells: np.ndarray, rgbs: np.ndarray = BLACK_AND_WHITE) -> float:
    return Eye(source).likeness(cells, rgbs).score


def spoilt(cells: np.ndarray) -> dict[str, np.ndarray]:
    """What goes wrong: noise, a shift, half of it lost, all filled, nothing filled, turned."""
    rng = np.random.default_rng(5)
    noisy = np.where(rng.random(cells.shape) < 0.2, 1 - cells, cells)
    half = cells.copy()
    half[:, 15:] = 0
    return {"noise": noisy, "shift": np.roll(cells, (4, 5), (0, 1)), "half": half,
            "filled": np.ones_like(cells), "empty": np.zeros_like(cells),
            "turned": cells[::-1, ::-1]}


@pytest.mark.parametrize("camera", [False, True])
@pytest.mark.parametrize("draw", PICTURES)
def test_good_before_bad(draw: Draw, camera: bool) -> None:
    source, good = drawn(draw, camera=camera), cells_of(draw)
    best = score(source, good)
    assert best > RECOGNIZABLE
    for name, bad in spoilt(good).items():
        assert score(source, bad) < best - 0.05, name
    for name in ("filled", "empty"):
        assert score(source, spoilt(good)[name]) < RECOGNIZABLE


@pytest.mark.parametrize("draw", PICTURES)
def test_another_picture_is_less_alike(draw: Draw) -> None:
    scores = {other.__name__: score(drawn(draw), cells_of(other)) for other in PICTURES}
    assert max(scores, key=scores.__getitem__) == draw.__name__


@pytest.mark.parametrize("draw", PICTURES)
def test_more_noise_is_worse_and_more_cells_are_not(draw: Draw) -> None:
    source, good = drawn(draw), cells_of(draw)
    rng = np.random.default_rng(2)
    order = rng.permutation(good.size)
    scores = []
    for share in (0, 0.05, 0.15, 0.4):
        flipped = good.copy().reshape(-1)
        flipped[order[:int(share * good.size)]] ^= 1
        scores.append(score(source, flipped.reshape(good.shape)))
    assert scores == sorted(scores, reverse=True)
    assert score(source, cells_of(draw, 8)) < score(source, cells_of(draw, 60))


def test_a_lost_contour_counts() -> None:
    """A light animal before white paper: what is dark in it is not enough."""
    image = Image.new("RGB", (300, 300), "white")
    pen = ImageDraw.Draw(image)
    pen.ellipse((30, 80, 270, 230), "#e8dcd0")
    pen.ellipse((60, 100, 110, 150), "#202020")
    source = np.asarray(image)
    mask = (source.min(axis=2) < 250).astype(np.float32)
    eye = Eye(source, mask)
    light = np.asarray(image.convert("L").resize((30, 30), Image.Resampling.BOX))
    spots = (light < 128).astype(np.uint8)
    body = (light < 250).astype(np.uint8)
    inner = body & np.roll(body, 1, 0) & np.roll(body, -1, 0) & np.roll(body, 1, 1) & \
        np.roll(body, -1, 1)
    contour = (body & ~inner & 1) | spots
    assert eye.likeness(contour, BLACK_AND_WHITE).score > \
        eye.likeness(spots, BLACK_AND_WHITE).score + 0.1


def test_colours_count() -> None:
    source = drawn(fish)
    cells = cells_of(fish)
    right = np.array([[0xF4, 0xF4, 0xF0], [0xD0, 0x60, 0x20], [0, 0, 0]])
    wrong = np.array([[0xF4, 0xF4, 0xF0], [0x20, 0x60, 0xD0], [0, 0, 0]])
    assert score(source, cells, right) > score(source, cells, wrong) + 0.1


def test_dark_outlines_do_not_count_against_colours() -> None:
    """A castle of grey walls that thin lines part: with the lines, a cell wide, before without."""
    image = Image.new("RGB", (600, 600), "white")
    pen = ImageDraw.Draw(image)
    walls = [(40 + 130 * i, 120 + 60 * (i % 2), 170 + 130 * i, 560) for i in range(4)]
    plain = np.zeros((30, 30), np.uint8)
    lines = np.zeros((30, 30), bool)
    for number, wall in enumerate(walls):
        pen.rectangle(wall, ("#e8e8e8", "#b0b0b0")[number % 2], "#101010", 3)
        left, top, right, bottom = (round(side / 20) for side in wall)
        plain[top:bottom, left:right] = 1 + number % 2
        lines[[top, bottom - 1], left:right] = True
        lines[top:bottom, [left, right - 1]] = True
    rgbs = np.array([[255] * 3, [0xE8] * 3, [0xB0] * 3, [16] * 3])
    source = np.asarray(image)
    eye = Eye(source, (source.min(axis=2) < 250).astype(np.float32))
    assert eye.likeness(np.where(lines, 3, plain), rgbs).score > eye.likeness(plain, rgbs).score


@pytest.mark.parametrize("shape", [(1, 1), (1, 400), (400, 1), (2, 3)])
def test_tiny_and_narrow_pictures_have_a_score(shape: tuple[int, int]) -> None:
    pixels = np.full((*shape, 3), 90, np.uint8)
    found = Eye(pixels, np.ones(shape, np.float32)).likeness(np.ones((1, 1), np.uint8),
                                                             BLACK_AND_WHITE)
    assert 0 <= found.score <= 1


def test_shapes_made_for_their_size_are_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Comparing takes six times as long as all the rest of making a random 15x15."""
    compared = []
    monkeypatch.setattr(Eye, "likeness", lambda self, *more, _real=Eye.likeness: (
        compared.append(1), _real(self, *more))[1])
    made = make_grid(random_shapes(15, 15, 3), GridOptions(seed=3))
    assert not compared
    assert 0 < made.likeness <= 1
    assert compared
