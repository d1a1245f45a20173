"""Grids from pictures: every kind of file, every option, and what must be refused."""

from __future__ import annotations

import contextlib
import struct
import subprocess
import sys
import zlib
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw

from nonoforge.engine import propagate
from nonoforge.errors import InputError
from nonoforge.families.grid import Grid, GridOptions, make_grid
from nonoforge.families.grid import photo as photo_module
from nonoforge.families.grid.downsampling import (
    cropped,
    in_black,
    in_colours,
    lightness,
    otsu,
    shrunk,
    size_for,
    trimmed,
)
from nonoforge.families.grid.lettering import written
from nonoforge.families.grid.photo import Photo, random_shapes, read_photo


def disc(side: int = 80, mode: str = "RGB") -> Image.Image:
    image = Image.new("RGB", (side, side), "white")
    edge = side // 8
    ImageDraw.Draw(image).ellipse((edge, edge, side - edge, side - edge), "black")
    return image.convert(mode)


def saved(image: Image.Image, path: Path, **options: object) -> str:
    image.save(path, **options)
    return str(path)


@pytest.mark.parametrize("name", ["a.png", "a.jpg", "a.gif", "a.webp", "a.bmp"])
def test_every_format(tmp_path: Path, name: str) -> None:
    photo = read_photo(saved(disc(), tmp_path / name))
    assert photo.pixels.shape == (80, 80, 3)
    made = make_grid(photo, GridOptions(size=10))
    assert made.nonogram.geometry == Grid(10, 10)
    assert made.verdict.answer == "unique"
    assert made.nonogram.solution is not None
    assert made.nonogram.solution[55] == 1
    assert made.nonogram.solution[0] == 0


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGBA", "CMYK", "I;16"])
def test_every_mode(tmp_path: Path, mode: str) -> None:
    if mode == "I;16":
        grey = np.asarray(disc(mode="L")).astype(np.uint16) * 257
        path = saved(Image.fromarray(grey), tmp_path / "a.png")
    else:
        path = saved(disc(mode=mode), tmp_path / ("a.jpg" if mode == "CMYK" else "a.png"))
    photo = read_photo(path)
    assert photo.pixels[40, 40].max() < 10
    assert photo.pixels[1, 1].min() > 245


def test_what_is_transparent_shows_the_paper(tmp_path: Path) -> None:
    image = Image.new("RGBA", (20, 20), (0, 0, 0, 0))
    ImageDraw.Draw(image).rectangle((5, 5, 14, 14), (0, 0, 0, 255))
    pixels = read_photo(saved(image, tmp_path / "a.png")).pixels
    assert pixels[0, 0].tolist() == [255, 255, 255]
    assert pixels[10, 10].tolist() == [0, 0, 0]


def test_a_picture_that_moves_gives_its_first_frame(tmp_path: Path) -> None:
    frames = [Image.new("L", (9, 9), shade) for shade in (0, 255)]
    path = saved(frames[0], tmp_path / "a.gif", save_all=True, append_images=frames[1:])
    photo = read_photo(path)
    assert photo.pixels.max() == 0
    assert "first frame" in photo.notes[0]


def test_a_turned_photograph_is_turned_back(tmp_path: Path) -> None:
    image = Image.new("RGB", (30, 10), "white")
    exif = image.getexif()
    exif[0x0112] = 6
    assert read_photo(saved(image, tmp_path / "a.jpg", exif=exif)).pixels.shape == (30, 10, 3)


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "LA", "P"])
def test_strips_of_a_picture_are_the_whole_picture(
    mode: str, monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also where the last strip has fewer rows."""
    monkeypatch.setattr(photo_module, "STRIP_PIXELS", 100)
    noise = Image.frombytes("RGBA", (30, 20), np.random.default_rng(1).bytes(4 * 30 * 20))
    image = noise.convert(mode)
    over = image.convert("RGBA")
    whole = Image.alpha_composite(Image.new("RGBA", over.size, (0, 0, 0, 255)), over)
    data = BytesIO()
    image.save(data, "png")
    found = photo_module.decoded_photo(data.getvalue(), "a.png", photo_module.BLACK)
    assert (found.pixels == np.asarray(whole.convert("RGB"))).all()
    assert found.alpha is None or (found.alpha == np.asarray(over.getchannel("A"))).all()


@pytest.mark.skipif(sys.platform != "linux", reason="ru_maxrss in other units")
def test_large_pictures_are_not_held_several_times() -> None:
    """Twelve million grey pixels take one byte each, and three as colours, besides small strips."""
    code = """
import io, resource
from PIL import Image
from nonoforge.families.grid import decoded_photo
files = []
for size in ((4, 4), (4000, 3000)):
    data = io.BytesIO()
    Image.new("L", size).save(data, "png")
    files.append(data.getvalue())
peaks = []
for data in files:
    found = decoded_photo(data, "x")
    peaks.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
print(1024 * (peaks[1] - peaks[0]) / 12_000_000)
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert float(ran.stdout) < 6



def test_drawings_are_painted(tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    path.write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">'
                    '<path fill-rule="evenodd" d="M1 1h8v8h-8zM3 3h4v4h-4z"/></svg>')
    made = make_grid(read_photo(str(path)), GridOptions(size=10, trim=False))
    rows = made.nonogram.geometry.nest(made.nonogram.solution or b"")
    assert rows[1] == [0, *[1] * 8, 0]
    assert rows[4] == [0, 1, 1, 0, 0, 0, 0, 1, 1, 0]


def huge_png(width: int, height: int) -> bytes:
    """A header that promises much."""
    def chunk(kind: bytes, data: bytes) -> bytes:
        return (struct.pack(">I", len(data)) + kind + data
                + struct.pack(">I", zlib.crc32(kind + data)))
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0"))
            + chunk(b"IEND", b""))


@pytest.mark.parametrize(("data", "said"), [
    (huge_png(20_000, 20_000), "pixels"),
    (huge_png(2_000_000, 1), "pixels"),
    (b"only text", "no picture that can be read"),
    (b"", "no picture that can be read"),
    (b"\x89PNG\r\n\x1a\n", "no picture"),
    (b"<svg", "svg"),
])
def test_what_cannot_be_read(tmp_path: Path, data: bytes, said: str) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(data)
    with pytest.raises(InputError) as caught:
        read_photo(str(path))
    assert str(caught.value).startswith(str(path))
    assert said in str(caught.value).lower()


def test_truncated_files(tmp_path: Path) -> None:
    buffer = BytesIO()
    rng = np.random.default_rng(1)
    Image.fromarray(rng.integers(0, 255, (60, 60, 3), dtype=np.uint8)).save(buffer, "PNG")
    whole = buffer.getvalue()
    path = tmp_path / "a.png"
    for length in range(10, len(whole) - 1, len(whole) // 12):
        path.write_bytes(whole[:length])
        with pytest.raises(InputError, match=r"damaged|no picture"):
            read_photo(str(path))


@pytest.mark.parametrize("seed", range(60))
def test_mutated_files_are_pictures_or_errors(tmp_path: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    buffer = BytesIO()
    disc(40).save(buffer, ["PNG", "JPEG", "GIF", "BMP", "WEBP"][seed % 5])
    data = bytearray(buffer.getvalue())
    for _ in range(rng.integers(1, 6)):
        data[rng.integers(len(data))] = rng.integers(256)
    path = tmp_path / "a.img"
    path.write_bytes(bytes(data))
    with contextlib.suppress(InputError):
        assert read_photo(str(path)).pixels.shape[2] == 3


def test_one_pixel() -> None:
    made = make_grid(Photo(np.zeros((1, 1, 3), np.uint8)), GridOptions(size=1))
    assert made.nonogram.geometry == Grid(1, 1)
    assert make_grid(Photo(np.zeros((1, 1, 3), np.uint8)), GridOptions(size=5)).verdict.answer


@pytest.mark.parametrize("size", [(5000, 5000), (0, 3)])
def test_sizes_that_nobody_solves(size: tuple[int, int]) -> None:
    with pytest.raises(InputError):
        make_grid(Photo(np.zeros((9, 9, 3), np.uint8)), GridOptions(size=size))


def test_crop_trim_and_proportions() -> None:
    pixels = np.full((40, 60, 3), 255, np.uint8)
    pixels[10:20, 30:50] = 0
    assert trimmed(pixels).shape == (10, 20, 3)
    assert trimmed(pixels[:5, :5]).shape == (5, 5, 3)
    assert cropped(pixels, (30, 10, 20, 10)).max() == 0
    assert size_for(pixels, 30) == (30, 20)
    with pytest.raises(InputError, match="not within the picture"):
        cropped(pixels, (50, 10, 20, 10))


def test_means_are_of_light() -> None:
    """Half black, half white is as light as the eye says: 188, not 128."""
    pixels = np.zeros((2, 2, 3), np.uint8)
    pixels[0] = 255
    assert shrunk(pixels, (1, 1))[0, 0] == pytest.approx([187.5] * 3, abs=1)


def test_thresholds_and_patterns() -> None:
    light = np.array([[0.1, 0.15, 0.9], [0.2, 0.85, 0.95]])
    assert 0.2 < otsu(light) < 0.85
    assert in_black(light, 0.5).cells.tolist() == [[1, 1, 0], [1, 0, 0]]
    assert in_black(light, 0.5, invert=True).cells.tolist() == [[0, 0, 1], [0, 1, 1]]
    grey = np.full((16, 16), 0.5)
    for dither in ("floyd", "ordered"):
        share = in_black(grey, 0.5, dither).cells.mean()
        assert share == pytest.approx(0.5, abs=0.1)
    assert otsu(np.full((3, 3), 0.4)) == 0.5


def test_colours_and_their_background() -> None:
    colours = np.zeros((6, 6, 3))
    colours[:] = (250, 250, 250)
    colours[2:4, 2:4] = (200, 20, 20)
    colours[3, 3] = (20, 20, 200)
    inked = in_colours(colours, 2)
    assert inked.palette.colours[0].rgb == "#fafafa"
    assert inked.cells[0, 0] == 0
    assert len({inked.cells[0, 0], inked.cells[2, 2], inked.cells[3, 3]}) == 3
    assert (np.take_along_axis(inked.cost, inked.cells[:, :, None].astype(int), 2) == 0).all()
    named = in_colours(colours, 2, background=(200, 20, 20))
    assert named.palette.colours[0].rgb == "#c81414"
    assert lightness(colours)[0, 0] > 0.9


def test_words_and_chance() -> None:
    made = make_grid(written("HI"), GridOptions(size=20))
    assert made.verdict.line_solvable
    with pytest.raises(InputError):
        written("  ")
    with pytest.raises(InputError):
        written("x" * 1000)
    assert (random_shapes(9, 7, 1).pixels == random_shapes(9, 7, 1).pixels).all()
    assert random_shapes(1, 1, 0).pixels.shape == (1, 1, 3)


def test_variants_get_harder() -> None:
    making = make_grid(random_shapes(15, 15, 4), GridOptions(size=15, variants=3, budget=8))
    ratings = [(made.rating.rung, made.rating.work) for made in making.variants]
    assert ratings == sorted(set(ratings))
    assert len(ratings) == 3 or "variants" in making.notes[-1]
    assert all(made.verdict.answer == "unique" for made in making.variants)


def test_stars_that_are_wanted_or_the_nearest() -> None:
    shapes = random_shapes(12, 12, 2)
    found = make_grid(shapes, GridOptions(size=12, rating=(1, 2), budget=5))
    assert found.rating.stars in (1, 2)
    making = make_grid(Photo(np.zeros((9, 9, 3), np.uint8)), size=4, rating=(5, 5), budget=5)
    assert making.notes[-1] == "no puzzle of 5 stars was found; the nearest has 1"


@pytest.mark.parametrize("seed", range(8))
def test_what_is_made_is_what_is_said(seed: int) -> None:
    rng = np.random.default_rng(seed)
    noise = Photo(rng.integers(0, 255, (24, 24, 3), dtype=np.uint8))
    options = GridOptions(size=12, colours=1 + seed % 3, seed=seed, budget=10)
    made = make_grid(noise, options)
    assert made.verdict.line_solvable
    assert propagate(made.nonogram.puzzle).state.colouring() == made.nonogram.solution
    changed = [cell for cell, (a, b) in enumerate(
        zip(made.cells, made.nonogram.solution or b"", strict=True)) if a != b]
    assert [cell for cell, _ in made.changes] == changed
    again = make_grid(noise, options)
    assert again.nonogram == made.nonogram


@pytest.mark.parametrize("options", [
    {"brightness": 0.3}, {"contrast": 3.0}, {"edges": 6.0}, {"threshold": "local"}])
def test_controls_of_photographs(options: dict[str, Any]) -> None:
    """A photograph that grows lighter to the right, with darker bars: each control changes what is
    filled, and the puzzle is still unique."""
    y, x = np.mgrid[0:120, 0:120] / 120
    grey = (70 + 90 * x - 25 * (np.floor(y * 6) % 2)).astype(np.uint8)
    photo = Photo(np.repeat(grey[:, :, None], 3, axis=2))
    usual = make_grid(photo, size=12, threshold=0.5, trim=False)
    made = make_grid(photo, **{"size": 12, "threshold": 0.5, "trim": False} | options)
    assert made.verdict.answer == "unique"
    assert made.cells != usual.cells
