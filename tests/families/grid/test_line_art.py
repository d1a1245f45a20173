"""What is a drawing, what is its paper, and what is made of squares."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFilter

from nonoforge.families.grid import GridOptions, make_grid
from nonoforge.families.grid.line_art import details, drawing_of, own_size
from nonoforge.families.grid.photo import Photo, read_photo

INVADER = ("..#.....#..", "...#...#...", "..#######..", ".##.###.##.", "###########", "#.#######.#",
           "#.#.....#.#", "...##.##...")


def array(image: Image.Image) -> np.ndarray:
    return np.asarray(image.convert("RGB"))


def key(paper: object, ink: object, mode: str = "RGB") -> Image.Image:
    """Something with thick and thin parts that is not symmetric."""
    image = Image.new(mode, (400, 400), paper)
    pen = ImageDraw.Draw(image)
    pen.ellipse((60, 60, 200, 200), fill=ink)
    pen.ellipse((100, 100, 160, 160), fill=paper)
    pen.line((190, 128, 350, 128), fill=ink, width=24)
    pen.line((330, 130, 330, 193), fill=ink, width=3)
    return image


def picture(image: Image.Image | Photo, **options: object) -> list[list[int]]:
    photo = image if isinstance(image, Photo) else Photo(array(image))
    made = make_grid(photo, GridOptions(**{"trim": False, **options}))
    return made.nonogram.geometry.nest(made.nonogram.solution or b"")


DARK = picture(key("white", "black"))


def assert_same(one: list[list[int]], other: list[list[int]]) -> None:
    """The same picture, but for cells that were changed for the sake of the puzzle."""
    assert (np.array(one) != np.array(other)).sum() <= 3


def test_the_drawing_is_there() -> None:
    assert DARK[9][5:7] == DARK[9][12:14] == [1, 1]
    assert DARK[9][9] == 0
    assert DARK[13][20:] == [0] * 4 + [1] + [0] * 5  # the thin end of it


@pytest.mark.parametrize(("paper", "ink"), [
    ("black", "white"), ("#102040", "#f0e8c0"), ("#c01020", "white"), ("#333333", "#e8e8e8"),
])
def test_light_on_dark_is_the_same_puzzle(paper: str, ink: str) -> None:
    image = key(paper, ink)
    assert_same(picture(image), DARK)
    assert picture(image, invert=True)[0] == [1] * 30
    notes = make_grid(Photo(array(image))).notes
    assert any("light on dark" in note for note in notes)


@pytest.mark.parametrize("ink", [(255, 255, 255, 255), (0, 0, 0, 255), (250, 250, 235, 255),
                                 (30, 90, 200, 255), (255, 220, 40, 255)])
def test_logos_on_transparency(tmp_path: Path, ink: tuple[int, int, int, int]) -> None:
    """Whatever their colour is; and whatever colour nobody sees has."""
    image = key((0, 0, 0, 0), ink, "RGBA")
    image.save(tmp_path / "a.png")
    assert_same(picture(read_photo(str(tmp_path / "a.png"))), DARK)
    image.save(tmp_path / "a.webp", lossless=True)
    assert_same(picture(read_photo(str(tmp_path / "a.webp"))), DARK)


def test_a_paper_of_ones_own(tmp_path: Path) -> None:
    key((0, 0, 0, 0), (255, 255, 255, 255), "RGBA").save(tmp_path / "a.png")
    photo = read_photo(str(tmp_path / "a.png"), paper=(255, 0, 0))
    assert photo.pixels[0, 0].tolist() == [255, 0, 0]


@pytest.mark.parametrize("colour", ["#fff", "#000", "#2a7"])
def test_vectors_on_transparency(tmp_path: Path, colour: str) -> None:
    file = tmp_path / "a.svg"
    file.write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30">'
                    f'<path fill="{colour}" d="M5 5h20v20h-20z"/></svg>')
    rows = picture(read_photo(str(file)))
    assert rows[4] == [0] * 30
    assert rows[10] == [0] * 5 + [1] * 20 + [0] * 5


def test_vectors_have_lines_as_wide_as_they_say(tmp_path: Path) -> None:
    file = tmp_path / "a.svg"
    file.write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 15 15" fill="none" '
                    'stroke="#000" stroke-width="1"><g transform="scale(2)">'
                    '<path d="M1 3h5.5"/></g><path stroke-width="nonsense" d="M2 12h11"/></svg>')
    rows = picture(read_photo(str(file)), size=15)
    assert [sum(row) for row in rows[4:9]] == [0, 11, 11, 0, 0]
    assert 11 <= sum(map(sum, rows[9:])) <= 22


def test_holes_of_vectors_turn_the_other_way(tmp_path: Path) -> None:
    """By the rule of SVG; a loop within a loop that turns the same way is no hole."""
    for inner, hole in (("M10 10h10v10h-10z", False), ("M10 10v10h10v-10z", True)):
        file = tmp_path / "a.svg"
        file.write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30">'
                        f'<path d="M3 3h24v24h-24z{inner}"/></svg>')
        assert picture(read_photo(str(file)))[15][15] == (not hole)


def test_a_frame_is_not_the_paper() -> None:
    image = key("white", "black")
    ImageDraw.Draw(image).rectangle((0, 0, 399, 399), outline="black", width=14)
    framed, plain = (np.frombuffer(make_grid(Photo(array(one)), trim=False).cells, np.uint8)
                     .reshape(30, 30) for one in (image, key("white", "black")))
    assert framed[0].all()
    assert_same(framed[2:-2, 2:-2].tolist(), plain[2:-2, 2:-2].tolist())


def test_photographs_are_no_drawings() -> None:
    ramp = np.tile(np.linspace(0, 255, 200)[None, :, None], (200, 1, 3)).astype(np.uint8)
    assert drawing_of(ramp) is None
    grain = np.random.default_rng(1).normal(128, 50, (200, 200, 1)).clip(0, 255)
    assert drawing_of(np.repeat(grain, 3, axis=2).astype(np.uint8)) is None
    assert drawing_of(np.full((9, 9, 3), 77, np.uint8)) is None
    assert drawing_of(np.full((1, 1, 3), 77, np.uint8)) is None
    faint = np.full((50, 50, 3), 250, np.uint8)
    faint[10:30, 10:30] = 230
    assert drawing_of(faint) is None


def face() -> Image.Image:
    image = Image.new("RGB", (480, 480), "#86cdeb")
    pen = ImageDraw.Draw(image)
    pen.ellipse((100, 100, 380, 380), fill="#fad232", outline="black", width=6)
    pen.ellipse((190, 190, 205, 215), fill="black")
    pen.ellipse((275, 190, 290, 215), fill="black")
    pen.rectangle((0, 420, 480, 480), fill="#205020")
    return image


def test_outlines_and_spots_of_a_cartoon_are_kept() -> None:
    rows = picture(face())
    assert rows[28] == [1] * 30
    assert all(any(row[5:9]) and any(row[21:25]) for row in rows[11:19])
    assert any(any(row[11:14]) for row in rows[11:15])
    assert any(any(row[16:19]) for row in rows[11:15])


def test_grain_is_no_detail() -> None:
    rng = np.random.default_rng(3)
    soft = np.asarray(Image.new("L", (300, 300), 170).filter(ImageFilter.GaussianBlur(2)))
    noisy = (soft + rng.normal(0, 20, soft.shape)).clip(0, 255).astype(np.uint8)
    pixels = np.repeat(noisy[:, :, None], 3, axis=2)
    assert not details(pixels, (30, 30), np.zeros((30, 30), dtype=bool)).any()
    assert not details(pixels, (60, 60), np.zeros((60, 60), dtype=bool)).any()


def invader(scale: int, ink: str = "black", paper: str = "white") -> Image.Image:
    image = Image.new("RGB", (13, 10), paper)
    for y, row in enumerate(INVADER):
        for x, char in enumerate(row):
            if char == "#":
                image.putpixel((x + 1, y + 1), tuple(bytes.fromhex(ink[1:])) if ink[0] == "#"
                               else (0, 0, 0))
    return image.resize((13 * scale, 10 * scale), Image.Resampling.NEAREST)


@pytest.mark.parametrize("image", [invader(1), invader(7), invader(24),
                                   invader(16, "#3ce650", "black")])
def test_pixel_art_is_taken_as_it_is(image: Image.Image) -> None:
    rows = picture(image)
    assert ["".join(".#"[cell] for cell in row[1:-1]) for row in rows[1:-1]] == list(INVADER)
    assert len(picture(image, size=26)[0]) == 26


def test_own_sizes() -> None:
    assert own_size(array(invader(10))) == (13, 10)
    noise = np.random.default_rng(0).integers(0, 255, (200, 300, 3), dtype=np.uint8)
    assert own_size(noise) is None
    assert own_size(noise[:20, :30]) == (30, 20)
    assert own_size(np.repeat(np.repeat(noise[:, :, :], 2, axis=0), 2, axis=1)) is None
    assert own_size(np.full((500, 500, 3), 9, np.uint8)) is None


def test_a_threshold_of_ones_own_makes_it_a_photograph() -> None:
    hairline = Image.new("L", (300, 300), 255)
    ImageDraw.Draw(hairline).line((20, 155, 280, 155), fill=0, width=1)
    assert sum(map(sum, picture(hairline))) >= 25
    assert sum(map(sum, picture(hairline, threshold=0.5))) == 0


def test_remarks() -> None:
    image = Image.new("L", (500, 500), 255)
    pen = ImageDraw.Draw(image)
    pen.rectangle((200, 200, 300, 300), outline=0, width=1)
    notes = " ".join(make_grid(Photo(array(image))).notes)
    assert "thinner than a cell" in notes
    assert "--no-trim" in notes
    assert "--no-trim" not in " ".join(make_grid(Photo(array(image)), trim=False).notes)
    blank = make_grid(Photo(np.full((90, 90, 3), 200, np.uint8)))
    assert "all cells have the same colour" in blank.notes[0]
