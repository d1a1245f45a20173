"""Pictures of every kind, good and bad, as they are given to `nonoforge make grid`."""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw

Run = Callable[..., Any]


def ring(mode: str = "RGB", side: int = 60) -> Image.Image:
    image = Image.new("RGB", (side, side), "white")
    ImageDraw.Draw(image).ellipse((side // 6, side // 6, side * 5 // 6, side * 5 // 6), "black")
    return image.convert(mode)


def saved(image: Image.Image, kind: str, **options: object) -> bytes:
    out = BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def moving() -> bytes:
    return saved(ring("L"), "GIF", save_all=True, append_images=[Image.new("L", (60, 60))])


def sixteen_bits() -> bytes:
    return saved(Image.fromarray(np.asarray(ring("L")).astype(np.uint16) * 257), "PNG")


def transparent() -> bytes:
    image = Image.new("RGBA", (60, 60), (255, 255, 255, 0))
    ImageDraw.Draw(image).ellipse((10, 10, 50, 50), (255, 255, 255, 255))
    return saved(image, "PNG")


GOOD: dict[str, Callable[[], bytes]] = {
    "moving": moving, "sixteen bits": sixteen_bits, "transparent": transparent,
    "cmyk": lambda: saved(ring("CMYK"), "JPEG"), "grey": lambda: saved(ring("L"), "PNG"),
    "one bit": lambda: saved(ring("1"), "PNG"), "few colours": lambda: saved(ring("P"), "GIF"),
}


@pytest.mark.parametrize("kind", GOOD)
def test_every_kind_becomes_the_same_puzzle(run: Run, files: Path, kind: str) -> None:
    (files / "a.png").write_bytes(GOOD[kind]())
    code, out, err = run("make", "grid", "a.png", "--size", "12", "--no-trim", "--json", "-o",
                         "a.nono")
    record = json.loads(out)
    assert (code, err) == (0, "")
    assert (record["size"], record["verdict"], record["line_solvable"]) == ([12, 12], "unique",
                                                                           True)
    assert 40 <= record["filled"] <= 60
    assert any("first frame" in note for note in record["notes"]) == (kind == "moving")


@pytest.mark.parametrize("picture", [
    Image.new("RGB", (1, 1), "black"), Image.new("RGB", (90, 60), "white"),
    Image.new("RGBA", (40, 40), (0, 0, 0, 0))])
def test_one_colour_all_over(run: Run, files: Path, picture: Image.Image) -> None:
    picture.save(files / "dot.png")
    code, _, error = run("make", "grid", "dot.png", "--json")
    assert code == 2
    assert error == "dot.png: the picture has one colour all over; there is nothing to find\n"


def promising(width: int, height: int) -> bytes:
    """A header that promises much."""
    def chunk(kind: bytes, data: bytes) -> bytes:
        return (struct.pack(">I", len(data)) + kind + data
                + struct.pack(">I", zlib.crc32(kind + data)))
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0"))


@pytest.mark.parametrize(("data", "said"), [
    (promising(20_000, 20_000), "more than 60,000,000 pixels"),
    (promising(1, 60_000), "pixels"),
    (saved(ring(), "PNG")[:150], "damaged"),
    (saved(ring(), "JPEG")[:400], "damaged"),
    (saved(ring(), "WEBP")[:60], ""),
    (b"just a text that somebody called a picture\n", "no picture that can be read"),
    (b"<svg xmlns='http://www.w3.org/2000/svg'><path d='M0", ""),
    (b"<svg xmlns='http://www.w3.org/2000/svg'/>", ""),
    (b"", "no picture that can be read"),
    (saved(ring(), "TIFF"), "PNG, JPEG, GIF, WebP, BMP or SVG"),
])
def test_bad_pictures(run: Run, files: Path, data: bytes, said: str) -> None:
    (files / "bad.png").write_bytes(data)
    before = {*files.iterdir()}
    code, out, err = run("make", "grid", "bad.png", "-o", "out.nono", "--preview", "look.png")
    assert (code, out) == (2, "")
    assert err.startswith("bad.png:")
    assert said in err
    assert err.count("\n") == 1
    assert {*files.iterdir()} == before


@pytest.mark.parametrize("size", ["0", "5000", "0x5", "5x5000", "-3", "ten", "1e3"])
def test_bad_sizes(run: Run, files: Path, size: str) -> None:
    ring().save(files / "a.png")
    code, out, err = run("make", "grid", "a.png", "--size", size)
    assert (code, out) == (2, "")
    assert "Traceback" not in err
