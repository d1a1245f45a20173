"""PNG and PBM: one pixel, one cell."""

from __future__ import annotations

import sys
from io import BytesIO

import pytest
from format_cases import clues_of, dancer, flag

from nonoforge.errors import FormatError, MissingPart
from nonoforge.families.grid import from_picture
from nonoforge.formats import dumps, loads
from nonoforge.palette import Palette

Image = pytest.importorskip("PIL.Image")


def _png(image, **options) -> bytes:
    file = BytesIO()
    image.save(file, "PNG", **options)
    return file.getvalue()


def _image(mode: str, rows) -> object:
    image = Image.new(mode, (len(rows[0]), len(rows)))
    image.putdata([pixel for row in rows for pixel in row])
    return image


def _rgbs(puzzle) -> list[str]:
    return [colour.rgb for colour in puzzle.puzzle.palette.colours]


W, B, R, T = (255, 255, 255), (0, 0, 0), (255, 0, 0), (10, 20, 30)


def test_written_pictures_open_elsewhere():
    with Image.open(BytesIO(dumps(flag(), "png"))) as image:
        pixels = list(image.convert("RGB").tobytes())
    palette = [bytes.fromhex(rgb[1:]) for rgb in _rgbs(flag())]
    assert pixels == [value for colour in flag().solution for value in palette[colour]]


@pytest.mark.parametrize("mode", ["1", "L", "P", "RGB", "RGBA", "LA", "I;16"])
def test_every_kind_of_pixel(mode):
    plain = _image("RGB", [[W, B, W], [B, B, W]])
    image = plain.convert("L").convert("I").point(lambda v: v * 257).convert("I;16") \
        if mode == "I;16" else plain.convert(mode)
    [puzzle] = loads(_png(image), "x.png")
    assert puzzle.solution == bytes([0, 1, 0, 1, 1, 0])
    assert puzzle.puzzle.palette == Palette()


def test_background():
    """White if it is there, else the most frequent; one colour alone is drawn, not left out."""
    assert _rgbs(loads(_png(_image("RGB", [[R, R, R, W]])))[0]) == ["#ffffff", "#ff0000"]
    assert _rgbs(loads(_png(_image("RGB", [[B, R, R, T]])))[0]) == ["#ff0000", "#000000", "#0a141e"]
    [full] = loads(_png(_image("RGB", [[R, R]])))
    assert (_rgbs(full), full.solution) == (["#ffffff", "#ff0000"], b"\x01\x01")
    [empty] = loads(_png(_image("RGB", [[W, W]])))
    assert (empty.puzzle.palette, empty.solution) == (Palette(), b"\0\0")


def test_transparent_is_white():
    rows = [[(*B, 255), (*B, 0), (*R, 100), (*R, 200)]]
    [puzzle] = loads(_png(_image("RGBA", rows)))
    assert _rgbs(puzzle) == ["#ffffff", "#000000", "#ff0000"]
    assert puzzle.solution == bytes([1, 0, 0, 2])


def test_a_palette_keeps_its_order():
    palette = Palette.of("#ffffff", "#00ff00", "#0000ff", "#ff0000")
    puzzle = from_picture([[3, 2, 1]], palette=palette)
    assert loads(dumps(puzzle, "png"))[0].puzzle == puzzle.puzzle


def test_photographs():
    photograph = Image.linear_gradient("L").resize((100, 100))
    with pytest.raises(FormatError, match=r"x\.png:1:1: the picture has \d+ colours, a puzzle at "
                                          r"most 64; .*`nonoforge make grid`"):
        loads(_png(photograph), "x.png")


def test_64_colours_and_one_more():
    def picture(colours: int) -> bytes:
        return _png(_image("RGB", [[(value, 0, 0) for value in range(colours)]]))
    assert len(_rgbs(loads(picture(64))[0])) == 64
    with pytest.raises(FormatError, match="65 colours"):
        loads(picture(65))


def test_an_animation_is_refused():
    frames = [_image("RGB", [[W, B]]), _image("RGB", [[B, W]])]
    data = _png(frames[0], save_all=True, append_images=frames[1:])
    with pytest.raises(FormatError, match="an animated PNG; save a single picture"):
        loads(data)


@pytest.mark.parametrize(("puzzle", "message"), [
    (from_picture([[1, 2]], palette=Palette.of("#ffffff", "#ff0000", "#ff0000")), "look the same"),
    (from_picture([[1, 0, 0]], palette=Palette.of("#000000", "#ffffff")), "this background"),
    (from_picture([[1, 1, 0]], palette=Palette.of("#000000", "#ff0000")), "this background"),
    (from_picture([[1, 0]], palette=Palette.of("#ffffff", "#ff0000", "#00ff00")), "does not use"),
])
def test_what_would_come_back_otherwise(puzzle, message):
    with pytest.raises(FormatError, match=message):
        dumps(puzzle, "png")


def test_without_pillow(monkeypatch):
    data = dumps(dancer(), "png")
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(MissingPart, match=r"needs Pillow: pip install 'nonoforge\[images\]'"):
        loads(data)


@pytest.mark.parametrize("data", [
    b"P1\n3 2\n0 1 0\n1 1 1\n", b"P1 3 2 010111", b"P1\n# hello\n3 # wide\n2\n01#x\n0111\n",
    b"P4\n3 2\n\x40\xe0", b"P4 # c\n3 2\n\x5f\xff",
])
def test_pbm(data):
    [puzzle] = loads(data, "a.pbm")
    assert puzzle.solution == bytes([0, 1, 0, 1, 1, 1])


def test_pbm_of_pillow_and_for_pillow():
    [puzzle] = loads(dumps(dancer(), "pbm"))
    assert clues_of(puzzle) == clues_of(dancer())
    with Image.open(BytesIO(dumps(dancer(), "pbm"))) as image:
        assert [pixel == 0 for pixel in image.convert("L").tobytes()] == list(dancer().solution)
        file = BytesIO()
        image.save(file, "PPM")
    assert file.getvalue().startswith(b"P4")
    assert loads(file.getvalue()) == [puzzle]


def test_wide_pbm_has_short_lines():
    wide = from_picture([[x % 2 for x in range(200)]])
    data = dumps(wide, "pbm")
    assert max(map(len, data.splitlines())) <= 70
    assert loads(data) == [wide]
