"""Pictures in pixels, traced: against areas that are known."""

from __future__ import annotations

import random
from contextlib import suppress
from math import pi
from pathlib import Path

import pytest

from helpers.puzzles import rounds
from nonoforge.errors import InputError
from nonoforge.families.plane.drawing import drawing_of, read_drawing
from nonoforge.path import sent

np = pytest.importorskip("numpy")
shapely = pytest.importorskip("shapely")
Image = pytest.importorskip("PIL.Image")

from nonoforge.families.plane.regions import visible_regions  # noqa: E402
from nonoforge.families.plane.tracing import contours, trace  # noqa: E402


def disc(width: int, height: int, x: float, y: float, r: float, ink: int = 0, paper: int = 255
         ) -> np.ndarray:
    """A disc with a soft edge, as cameras and renderers draw it."""
    v, u = np.mgrid[:height, :width]
    inside = np.clip(r - np.hypot(u + .5 - x, v + .5 - y) + .5, 0, 1)
    grey = np.round(paper + inside * (ink - paper)).astype(np.uint8)
    return np.repeat(grey[:, :, None], 3, axis=2)


@pytest.mark.parametrize(("width", "height", "r"), [(300, 200, 60.0), (40, 60, 12.0),
                                                    (1500, 900, 300.0)])
def test_a_disc_keeps_its_area_and_place(width: int, height: int, r: float) -> None:
    traced = trace(disc(width, height, 0.4 * width, 0.5 * height, r), None)
    assert len(traced.areas) == 1
    area = traced.areas[0].area
    assert area.area == pytest.approx(pi * r * r, rel=0.02)
    assert area.centroid.x == pytest.approx(0.4 * width, abs=0.01 * width)
    assert area.centroid.y == pytest.approx(0.5 * height, abs=0.01 * height)


def test_light_on_dark() -> None:
    traced = trace(disc(300, 200, 100, 100, 50, ink=250, paper=20), None)
    assert len(traced.areas) == 1
    assert traced.areas[0].area.area == pytest.approx(2500 * pi, rel=0.03)
    assert traced.ground == pytest.approx((20 / 255,) * 3)


def test_colours_and_no_fringes_between_them() -> None:
    pixels = np.full((300, 300, 3), 255, np.uint8)
    pixels[50:250, 50:150] = (200, 30, 30)
    pixels[50:250, 150:250] = (20, 60, 200)
    soft = np.asarray(Image.fromarray(pixels).resize((310, 310), Image.Resampling.BICUBIC))
    traced = trace(soft, None)
    assert len(traced.areas) == 2
    for _, area in traced.areas:
        assert area.area == pytest.approx(20_000 * (31 / 30) ** 2, rel=0.03)
    one, other = (area for _, area in traced.areas)
    assert one.intersection(other).area < 1


def test_contours_against_the_field() -> None:
    """Polygons hold the centres of the positive pixels and no others, also at saddles."""
    chance = np.random.default_rng(5)
    for _ in range(20):
        field = chance.normal(size=(9, 12))
        area = contours(field)
        assert area.is_valid
        y, x = np.mgrid[:9, :12]
        inside = shapely.contains_xy(area, x.ravel() + .5, y.ravel() + .5).reshape(9, 12)
        assert (inside == (field > 0)).all()


def test_regions_of_a_picture(tmp_path: Path) -> None:
    path = tmp_path / "black_cat.png"
    Image.fromarray(disc(400, 300, 100, 150, 80)).save(path)
    found = visible_regions(read_drawing(path))
    assert [colour for colour, _ in found.areas] == ["#000000"]
    assert found.areas[0][1].contains(shapely.Point(*sent((100.0, 150.0), found.matrix)))
    assert max(found.frame.width, found.frame.height) == pytest.approx(100)
    part = visible_regions(read_drawing(path), frame=(100, 100, 200, 150))
    assert part.frame.width == pytest.approx(100)
    assert part.areas[0][1].contains(shapely.Point(*sent((110.0, 150.0), part.matrix)))
    with pytest.raises(InputError, match="beside the picture"):
        visible_regions(read_drawing(path), frame=(900, 100, 20, 20))


def test_a_photograph_is_traced_without_its_background(tmp_path: Path) -> None:
    """A light disc before dark and light leaves: one area, at its place in the file."""
    rng = np.random.default_rng(8)
    leaves = np.asarray(Image.fromarray(rng.integers(0, 2, (30, 40), dtype=np.uint8)).resize(
        (400, 300), Image.Resampling.NEAREST))[:, :, None]
    inside = disc(400, 300, 190, 150, 70)[:, :, :1] < 128
    pixels = np.where(inside, (225, 170, 110), np.where(leaves, (40, 90, 30), (95, 140, 70)))
    Image.fromarray(np.clip(pixels + rng.normal(0, 5, pixels.shape), 0, 255).astype(
        np.uint8)).save(tmp_path / "a.png")
    drawing = read_drawing(tmp_path / "a.png")
    found = visible_regions(drawing)
    assert any("--frame 0,0,400,300" in note for note in found.notes)
    area = shapely.union_all([area for _, area in found.areas])
    assert area.contains(shapely.Point(*sent((190.0, 150.0), found.matrix)))
    scale = found.matrix[0]  # mm of a pixel
    assert area.area == pytest.approx(pi * (70 * scale) ** 2, rel=0.05)
    whole = visible_regions(drawing, frame=(0, 0, 400, 300))
    assert len(whole.areas) > 1  # leaves, too


@pytest.mark.parametrize(("pixels", "message"), [
    (np.zeros((1, 1, 3), np.uint8), "1x1 pixels"),
    (np.zeros((2, 90, 3), np.uint8), "90x2 pixels"),
    (np.full((90, 90, 3), 77, np.uint8), "one colour all over"),
])
def test_what_is_refused(pixels: np.ndarray, message: str) -> None:
    with pytest.raises(InputError, match=message):
        trace(pixels, None)


def test_noise_is_refused_or_traced() -> None:
    chance = np.random.default_rng(1)
    with suppress(InputError):
        assert trace(chance.integers(0, 256, (120, 90, 3), np.uint8), None).areas


def test_damaged_pictures_are_refused_or_traced(tmp_path: Path) -> None:
    path = tmp_path / "disc.png"
    Image.fromarray(disc(60, 50, 30, 25, 15)).save(path)
    whole = path.read_bytes()
    chance = random.Random(2)
    for _ in range(rounds(60)):
        data = bytearray(whole)
        for _ in range(chance.randint(1, 3)):
            data[chance.randrange(4, len(data))] = chance.randrange(256)
        with suppress(InputError):
            visible_regions(drawing_of(bytes(data[:chance.randint(20, len(data))]), "x.png"))
