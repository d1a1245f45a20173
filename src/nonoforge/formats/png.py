"""PNG pictures (`.png`): one pixel is one cell.

The background is white if white is in the picture or its palette, else the most frequent colour;
a picture of one colour that is not white is all foreground. A pixel that is more than half
transparent is white. The other colours keep the order of the file's palette, or else that in
which they appear.

Pillow decodes, but only after the size in the header was found fit, and only what a picture
needs: texts, profiles and animation, which can hide bombs, are cut out before.
"""

from __future__ import annotations

import struct
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import NamedTuple

from nonoforge.colour_vision import colour_names
from nonoforge.errors import MissingPart
from nonoforge.formats.assemble import picture_for
from nonoforge.formats.format import Format, Loss, Sniff, make_commands
from nonoforge.formats.losses import as_it_is
from nonoforge.formats.source import MAX_PIXELS, Place, Source
from nonoforge.nonogram import Nonogram
from nonoforge.palette import MAX_COLOURS, Palette

MAGIC = b"\x89PNG\r\n\x1a\n"
_KEPT = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND")
_WHITE = "#ffffff"


class _Picture(NamedTuple):
    """Pixels as 32-bit numbers, and the colours of the file's palette, if it has one."""

    width: int
    height: int
    pixels: list[int]
    listed: list[str]


def read(source: Source) -> list[Nonogram]:
    """Read one picture and its clues off it."""
    picture = _decode(source)
    counts = Counter(picture.pixels)
    if len(counts) > MAX_COLOURS:
        raise source.error(
            f"the picture has {len(counts):,} colours, a puzzle at most {MAX_COLOURS}; to make a "
            f"puzzle from a photograph or a drawing, use {make_commands('png')}")
    used = {_rgb(pixel): count for pixel, count in counts.items()}
    order = [rgb for rgb in picture.listed if rgb in used]
    order = list(dict.fromkeys([*order, *used]))
    background = _background(used, picture.listed)
    colours = [background, *(rgb for rgb in order if rgb != background)]
    if len(colours) == 1:
        colours.append("#000000" if background != "#000000" else _WHITE)
    if len(colours) > MAX_COLOURS:
        raise source.error(f"the picture has {len(colours)} colours with its background, a puzzle "
                           f"at most {MAX_COLOURS}")
    number = {pixel: colours.index(_rgb(pixel)) for pixel in counts}
    cells = [number[pixel] for pixel in picture.pixels]
    rows = [cells[y * picture.width:(y + 1) * picture.width] for y in range(picture.height)]
    return [picture_for(FORMAT.name).build(rows, Palette.of(*colours))]


def _background(used: dict[str, int], listed: Sequence[str]) -> str:
    if _WHITE in used or _WHITE in listed or len(used) == 1:
        return _WHITE
    return max(used, key=lambda rgb: used[rgb])


def _rgb(pixel: int) -> str:
    red, green, blue = pixel & 255, pixel >> 8 & 255, pixel >> 16 & 255
    return f"#{red:02x}{green:02x}{blue:02x}"


def _decode(source: Source) -> _Picture:
    """Check the outside by hand, let Pillow decode the inside."""
    chunks = list(_chunks(source))
    if not chunks or chunks[0][0] != b"IHDR" or len(chunks[0][1]) != 13:
        raise source.error("the PNG file has no header")
    if sum(kind == b"IHDR" for kind, _ in chunks) > 1:  # Pillow takes the size of the last
        raise source.error("the PNG file has two headers")
    width, height = struct.unpack(">II", chunks[0][1][:8])
    if width * height > MAX_PIXELS:
        raise source.error(f"a picture of {width}x{height} pixels; at most {MAX_PIXELS:,} are "
                           "read, and one pixel is one cell")
    with source.errors_at(Place(1, 1)):
        picture_for(FORMAT.name).check_size(width, height)
    if any(kind == b"acTL" for kind, _ in chunks):
        raise source.error("an animated PNG; save a single picture")
    data = MAGIC + b"".join(_chunk(kind, body) for kind, body in chunks if kind in _KEPT)
    palette = next((body for kind, body in chunks if kind == b"PLTE"), b"")
    indexed = chunks[0][1][9] == 3
    listed = [f"#{palette[i:i + 3].hex()}" for i in range(0, len(palette) - 2, 3)]
    return _Picture(width, height, _pixels(source, data), listed if indexed else [])


def _chunks(source: Source) -> Iterator[tuple[bytes, bytes]]:
    at = len(MAGIC)
    if not source.data.startswith(MAGIC):
        raise source.error("this is not a PNG file")
    while at < len(source.data):
        head = source.data[at:at + 8]
        length = int.from_bytes(head[:4], "big")
        body = source.data[at + 8:at + 8 + length]
        if len(head) < 8 or len(body) < length or at + 12 + length > len(source.data):
            raise source.error("the PNG file is cut off")
        yield head[4:], body
        at += 12 + length
        if head[4:] == b"IEND":
            return
    raise source.error("the PNG file is cut off: its end is missing")


def _chunk(kind: bytes, body: bytes) -> bytes:
    check = zlib.crc32(kind + body).to_bytes(4, "big")
    return len(body).to_bytes(4, "big") + kind + body + check


def _pixels(source: Source, data: bytes) -> list[int]:
    """Return every pixel as 0xff-blue-green-red, transparent ones as white."""
    try:
        from PIL import Image
    except ImportError:
        raise MissingPart("reading a PNG picture needs Pillow: pip install 'nonoforge[images]'"
                          ) from None
    try:
        with Image.open(BytesIO(data), formats=["PNG"]) as image:
            if image.mode.startswith("I"):  # 16-bit grey: keep the upper eight bits
                grey = image.convert("I").point(lambda value: value / 256)
                rgba = grey.convert("L").convert("RGBA").tobytes()
            else:
                rgba = image.convert("RGBA").tobytes()
    except (OSError, ValueError, SyntaxError, EOFError, zlib.error, struct.error, KeyError,
            IndexError, OverflowError, MemoryError):
        raise source.error("the PNG file is broken inside; save it again") from None
    return [pixel | 0xFF000000 if pixel >> 31 else 0xFFFFFFFF
            for (pixel,) in struct.iter_unpack("<I", rgba)]


def write(nonograms: Sequence[Nonogram]) -> bytes:
    """Write an indexed picture whose palette starts with the background."""
    [nonogram] = nonograms
    rows = nonogram.geometry.nest(nonogram.solution or b"")
    colours = nonogram.puzzle.palette.colours
    header = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 3, 0, 0, 0)
    palette = b"".join(bytes.fromhex(colour.rgb[1:]) for colour in colours)
    pixels = b"".join(b"\x00" + bytes(row) for row in rows)
    return MAGIC + b"".join((_chunk(b"IHDR", header), _chunk(b"PLTE", palette),
                             _chunk(b"IDAT", zlib.compress(pixels, 9)), _chunk(b"IEND", b"")))


def losses(nonogram: Nonogram) -> list[Loss]:
    """Return what would be read otherwise: names, unused colours, colours of the same value."""
    colours = nonogram.puzzle.palette.colours
    rgbs = [colour.rgb for colour in colours]
    if len(set(rgbs)) < len(rgbs):
        return [Loss("two colours that look the same", None)]
    counts = Counter(nonogram.solution or b"")
    used = {rgbs[number]: count for number, count in counts.items()}
    if _background(used, rgbs) != rgbs[0]:
        return [Loss("this background: white would be taken for it, or else the most frequent "
                     "colour", None)]
    lost = []
    kept = [number for number in range(len(rgbs)) if number == 0 or number in counts]
    kept = kept if len(kept) > 1 else [0, 1]
    if len(kept) < len(rgbs) or (len(rgbs) == 2 and 1 not in counts and rgbs[1] != "#000000"):
        lost.append(Loss("colours that the picture does not use", as_it_is))
    if [colour.name for colour in colours] != colour_names(rgbs):
        lost.append(Loss("names of colours", as_it_is))
    return lost


def sniff(source: Source) -> Sniff:
    """Accept a file by its first eight bytes."""
    return Sniff.SURE if source.data.startswith(MAGIC) else Sniff.NO


FORMAT = Format("png", (".png",), "a picture, one pixel a cell", sniff, read, write,
                frozenset({"colours", "palette", "solution"}), losses, picture=True)
