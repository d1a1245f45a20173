"""What the subject of a picture is, and what is made of it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw

from nonoforge.colour_vision import channels
from nonoforge.errors import InputError
from nonoforge.families.grid import GridOptions, Photo, make_grid, read_photo
from nonoforge.families.grid.geometry import grid_of
from nonoforge.families.grid.salience import salience_of
from nonoforge.families.grid.subject import subject_of


def duck(mode: str = "RGBA", paper: object = (0, 0, 0, 0), body: str = "#f4e0b0") -> Image.Image:
    """A light subject with a dark eye and thin legs, away from the middle."""
    image = Image.new(mode, (300, 200), paper)
    pen = ImageDraw.Draw(image)
    pen.ellipse((80, 70, 200, 140), body)
    pen.ellipse((170, 40, 230, 100), body)
    pen.ellipse((205, 55, 215, 65), "#101010")
    pen.line((120, 135, 120, 170), body, 3)
    pen.line((150, 135, 150, 170), body, 3)
    return image


def test_transparent_plain_and_neither(tmp_path: Path) -> None:
    duck().save(tmp_path / "a.png")
    photo = read_photo(str(tmp_path / "a.png"))
    found = subject_of(photo.pixels, photo.alpha)
    assert found is not None
    assert found.kind == "transparent"
    assert found.box == (80, 40, 151, 131)
    plain = subject_of(np.asarray(duck("RGB", "#203060")), None)
    assert plain is not None
    assert plain.kind == "plain"
    assert plain.paper == (0x20, 0x30, 0x60)
    assert abs(plain.box[0] - 80) <= 1
    noise = np.random.default_rng(1).integers(0, 256, (80, 80, 3), dtype=np.uint8)
    assert subject_of(noise, None) is None
    assert subject_of(np.full((50, 50, 3), 200, np.uint8), None) is None


def test_a_grainy_background_is_plain_and_its_grain_no_subject() -> None:
    pixels = np.asarray(duck("RGB", "#505050", "#e0e0e0")).astype(float)
    grain = np.random.default_rng(1).normal(0, 5, (200, 300, 1))
    found = subject_of(np.clip(pixels + grain, 0, 255).astype(np.uint8), None)
    assert found is not None
    assert (found.mask > 0.5).mean() < 0.25


def test_a_frame_is_no_background() -> None:
    image = Image.new("RGB", (300, 200), "black")
    image.paste(duck("RGB", "white", "#808080").crop((8, 8, 292, 192)), (8, 8))
    assert subject_of(np.asarray(image), None) is None


def test_a_light_subject_is_cut_and_keeps_its_contour(tmp_path: Path) -> None:
    duck().save(tmp_path / "a.png")
    made = make_grid(str(tmp_path / "a.png"), size=30)
    cells = np.frombuffer(made.nonogram.solution or b"", np.uint8).reshape(26, 30)
    assert made.verdict.answer == "unique"
    assert cells[:, 0].any()
    assert cells[0].any()
    assert cells[-4:].any(axis=0).sum() >= 2  # the legs
    assert made.likeness > 0.6
    assert any("--no-trim" in note for note in made.notes)
    whole = make_grid(str(tmp_path / "a.png"), size=30, trim=False)
    assert whole.nonogram.geometry != made.nonogram.geometry


def test_light_before_dark_fills_the_subject() -> None:
    made = make_grid(Photo(np.asarray(duck("RGB", "#101828"))), size=30)
    assert 0.2 < np.frombuffer(made.nonogram.solution or b"", np.uint8).mean() < 0.7
    assert not np.frombuffer(made.nonogram.solution or b"", np.uint8)[:3].any()


def test_uneven_light_has_a_local_threshold() -> None:
    """Dark bars on paper that is darker on one side than the bars are on the other."""
    y, x = np.mgrid[0:300, 0:300] / 300
    light = 60 + 180 * x
    bars = (np.floor(y * 10) % 2 == 1) & (x > 0.1) & (x < 0.9)
    grey = np.where(bars, light * 0.72, light).astype(np.uint8)
    made = make_grid(Photo(np.repeat(grey[:, :, None], 3, axis=2)), size=30)
    assert made.way in ("local lightness", "sharpened lightness")  # not by one threshold
    cells = np.frombuffer(made.nonogram.solution or b"", np.uint8).reshape(30, 30)
    assert cells[4, 5:25].mean() > 0.8
    assert cells[7, 5:25].mean() < 0.2


def test_a_small_thing_in_a_photograph_is_found() -> None:
    rng = np.random.default_rng(3)
    pixels = rng.integers(90, 110, (400, 600, 3)).astype(np.uint8)
    pixels[180:230, 270:330] = (220, 40, 30)
    found = salience_of(pixels)
    assert found is not None
    left, top, width, height = found.box
    assert left <= 270 < 330 <= left + width
    assert top <= 180 < 230 <= top + height
    assert width < 200
    assert found.cropped().weight.shape == (height, width)
    noise = salience_of(rng.integers(0, 255, (300, 300, 3)).astype(np.uint8))
    assert noise is not None
    assert noise.box[2] * noise.box[3] > 0.7 * 300 * 300  # it is everywhere


def test_the_subject_of_a_photograph_is_found() -> None:
    """A red shape, which reaches the lower border, before a grainy field that grows lighter."""
    rng = np.random.default_rng(5)
    y, x = np.mgrid[0:300, 0:400]
    pixels = np.stack([x / 8 + 60, x / 8 + 110, x / 8 + 70], axis=2)
    shape = ((x - 200) / 90) ** 2 + ((y - 130) / 80) ** 2 < 1
    shape |= (abs(x - 200) < 30) & (y > 130)
    pixels[shape] = (200, 40, 50)
    photo = np.clip(pixels + rng.normal(0, 6, pixels.shape), 0, 255).astype(np.uint8)
    found = salience_of(photo)
    assert found is not None
    assert found.subject is not None
    assert ((found.subject.mask > 0.5) != shape).mean() < 0.03
    assert np.linalg.norm(np.array(found.subject.paper) - pixels[~shape].mean(axis=0)) < 12
    made = make_grid(Photo(photo), size=20)
    assert any("--no-trim" in note for note in made.notes)
    whole = make_grid(Photo(photo), size=20, trim=False)
    assert grid_of(whole.nonogram)[0].width == 20
    assert not any("--no-trim" in note for note in whole.notes)


def test_a_subject_before_leaves_is_cut_out() -> None:
    """A light animal before dark and light spots, as many as of a tree: only it is shown."""
    rng = np.random.default_rng(8)
    leaves = np.asarray(Image.fromarray(rng.integers(0, 2, (30, 40), dtype=np.uint8)).resize(
        (400, 300), Image.Resampling.NEAREST))[:, :, None]
    y, x = np.mgrid[0:300, 0:400]
    body = (((x - 210) / 90) ** 2 + ((y - 150) / 45) ** 2 < 1) | (
        ((x - 290) / 35) ** 2 + ((y - 100) / 32) ** 2 < 1)
    body |= ((abs(x - 160) < 10) | (abs(x - 255) < 10)) & (y > 150) & (y < 240)
    pixels = np.where(body[:, :, None], (225, 170, 110), np.where(leaves, (40, 90, 30),
                                                                  (95, 140, 70)))
    photo = np.clip(pixels + rng.normal(0, 5, pixels.shape), 0, 255).astype(np.uint8)
    found = salience_of(photo)
    assert found is not None
    assert found.subject is not None
    assert ((found.subject.mask > 0.5) != body).mean() < 0.03
    for colours in (1, 4):
        made = make_grid(Photo(photo), size=30, colours=colours)
        grid = grid_of(made.nonogram)[0]
        cells = np.frombuffer(made.nonogram.solution or b"", np.uint8).reshape(
            grid.height, grid.width)
        share = np.asarray(Image.fromarray(np.float32(body[68:240, 120:325])).resize(
            (grid.width, grid.height), Image.Resampling.BOX))
        assert (cells[share < 0.1] == cells[0, 0]).mean() > 0.9, colours


def scene(waves: float, length: float) -> np.ndarray:
    """A disc before waves of lightness of a height and a length; all has grain."""
    y, x = np.mgrid[:300, :400]
    pixels = (waves * (np.sin(x / length) + np.sin(y / length)))[:, :, None] + (120.0, 125.0, 120.0)
    pixels[(x - 210) ** 2 + (y - 160) ** 2 < 70 ** 2] = (170, 105, 80)
    grain = np.random.default_rng(3).normal(0, 3, pixels.shape)
    return np.clip(pixels + grain, 0, 255).astype(np.uint8)


@pytest.mark.parametrize(("waves", "length", "clear"), [(3, 14, True), (40, 14, False),
                                                        (40, 8, True)])
def test_a_contour_is_clearer_than_what_is_behind_it(
    waves: float, length: float, clear: bool,
) -> None:
    """Where the background has steps as large as those of the contour, the contour may be any, and
    the whole picture is kept, unless too much would be seen of it."""
    found = salience_of(scene(waves, length))
    assert found is not None
    assert (found.subject is not None) == clear


def test_a_flag_is_no_photograph() -> None:
    """Flat colours fill the page: no stripe is a subject, and all of it is shown."""
    image = Image.new("RGB", (300, 200), "#ffcc00")
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 70, 299, 133), "#0000bb")
    pen.rectangle((0, 134, 299, 199), "#dd1111")
    made = make_grid(Photo(np.asarray(image)), GridOptions(size=30, colours=4))
    grid = grid_of(made.nonogram)[0]
    assert (grid.width, grid.height) == (30, 20)
    assert made.way.startswith("colours")
    assert len(made.nonogram.puzzle.palette) == 3


def test_of_a_drawing_on_white_paper_all_counts() -> None:
    image = Image.new("RGB", (300, 300), "white")
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 120, 70, 300), "#e08060")
    pen.rectangle((230, 120, 300, 300), "#e08060")
    pen.polygon([(140, 40), (170, 40), (155, 200)], "#60c040")
    found = salience_of(np.asarray(image))
    assert found is not None
    assert found.subject is None


def test_a_photograph_keeps_the_background_that_shows_its_subject() -> None:
    """A white bird before dark water, whose background cannot be white paper."""
    rng = np.random.default_rng(5)
    y, x = np.mgrid[0:300, 0:400]
    body = (((x - 200) / 80) ** 2 + ((y - 170) / 50) ** 2 < 1) | (
        ((x - 260) / 22) ** 2 + ((y - 110) / 60) ** 2 < 1)
    water = np.stack([x * 0 + 20, x * 0 + 35, 45 + x // 10], axis=2)
    pixels = np.where(body[:, :, None], (235, 230, 220), water)
    photo = np.clip(pixels + rng.normal(0, 6, pixels.shape), 0, 255).astype(np.uint8)
    made = make_grid(Photo(photo), size=20, colours=3)
    assert made.likeness > 0.7
    palette = made.nonogram.puzzle.palette.colours
    solution = made.nonogram.solution or b""
    assert sum(channels(palette[solution[0]].rgb)) < 250  # the corner is dark,
    middle = solution[len(solution) // 2 + grid_of(made.nonogram)[0].width // 2]
    assert sum(channels(palette[middle].rgb)) > 500  # and the bird light


def test_what_cannot_be_recognized_is_said_with_a_size() -> None:
    """Stripes that 12 cells cannot show."""
    pixels = np.full((600, 600, 3), 255, np.uint8)
    for at in range(20, 580, 28):
        pixels[at:at + 14, 20:580] = 0
    made = make_grid(Photo(pixels), GridOptions(size=12))
    assert made.likeness < 0.6
    [note] = [note for note in made.notes if "recognize" in note]
    assert "--size" in note


@pytest.mark.parametrize("pixels", [
    np.zeros((1, 1, 3), np.uint8), np.full((1, 500, 3), 255, np.uint8),
    np.full((500, 1, 3), 128, np.uint8), np.full((64, 64, 3), 255, np.uint8)])
@pytest.mark.parametrize("colours", [1, 4])
def test_next_to_nothing(pixels: np.ndarray, colours: int) -> None:
    made = make_grid(Photo(pixels), size=10, colours=colours)
    assert made.verdict.answer == "unique"


@pytest.mark.parametrize("box", [(100, 50, 300, 150), (20, 40, 60, 380)])
@pytest.mark.parametrize("colours", [1, 4])
def test_a_rectangle_keeps_some_of_what_is_around_it(
    box: tuple[int, int, int, int], colours: int,
) -> None:
    """Cut to itself it would be a puzzle of filled cells alone."""
    image = Image.new("RGB", (400, 400), "white")
    ImageDraw.Draw(image).rectangle(box, "#205080")
    made = make_grid(Photo(np.asarray(image)), size=20, colours=colours)
    assert not made.blank


@pytest.mark.parametrize(("name", "words"), [
    ("empty.svg", "nothing is drawn"), ("text.svg", "only text"),
    ("image.svg", "only images"), ("zero.svg", "no shape has an area")])
def test_files_that_show_nothing_are_refused(tmp_path: Path, name: str, words: str) -> None:
    body = {"text.svg": "<text y='9'>cat</text>", "image.svg": "<image href='a.png'/>",
            "zero.svg": "<path d='M1 1L8 1L1 1Z'/><rect width='0' height='4'/>"}
    (tmp_path / name).write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
                                 f'{body.get(name, "")}</svg>')
    with pytest.raises(InputError, match=words):
        read_photo(str(tmp_path / name))
