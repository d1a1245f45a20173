r"""PBM pictures (`.pbm`), plain (P1) and raw (P4): one pixel is one cell, 1 is black.

>>> from nonoforge.formats.source import Source
>>> [puzzle] = read(Source(b"P1\n# a dot\n2 1\n01\n"))
>>> puzzle.solution
b'\x00\x01'
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from nonoforge.formats.assemble import picture_for
from nonoforge.formats.format import Format, Sniff
from nonoforge.formats.source import Place, Source, Token, place_of
from nonoforge.nonogram import Nonogram

_GAP = rb"(?:\s|#[^\n\r]*[\n\r])+"
_HEADER = re.compile(rb"P([14])" + _GAP + rb"([0-9]+)" + _GAP + rb"([0-9]+)(?:\s|#[^\n\r]*[\n\r])")
_HEAD = 65536  # the header ends here at the latest
_LINE = 70  # plain PBM asks for lines no longer than this


def read(source: Source) -> list[Nonogram]:
    """Read one picture and its clues off it."""
    header = _HEADER.match(source.data[:_HEAD])
    if not header:
        raise source.error("a .pbm file starts with P1 or P4, the width and the height")
    width, height = (source.number(Token(header[group].decode("ascii"), Place(1, 1)), what)
                     for group, what in ((2, "the width"), (3, "the height")))
    picture = picture_for(FORMAT.name)
    with source.errors_at(Place(1, 1)):
        picture.check_size(width, height)
    pixels = _plain if header[1] == b"1" else _raw
    cells = pixels(source, header.end(), width, height)
    rows = [cells[y * width:(y + 1) * width] for y in range(height)]
    return [picture.build(rows)]


def _plain(source: Source, start: int, width: int, height: int) -> bytes:
    """Return the pixels of plain PBM: digits with white space and comments between them."""
    body = re.sub(rb"#[^\n\r]*|\s+", b"", source.data[start:])
    if len(body) != width * height or body.strip(b"01"):
        stray = re.search(rb"[^01\s]", re.sub(rb"#[^\n\r]*", _blanks, source.data[start:]))
        if stray:
            raise source.error(f"{stray[0]!a} among the pixels, which are 0 and 1",
                               _place(source, start + stray.start()))
        raise source.error(f"the picture has {len(body)} pixels; {width}x{height} needs "
                           f"{width * height}", _place(source, len(source.data)))
    return body.translate(bytes.maketrans(b"01", b"\x00\x01"))


def _raw(source: Source, start: int, width: int, height: int) -> bytes:
    """Return the pixels of raw PBM: eight a byte, each row from a new byte."""
    stride = (width + 7) // 8
    body = source.data[start:]
    if len(body) != stride * height:
        raise source.error(f"{len(body)} bytes of pixels; {width}x{height} needs {stride * height}",
                           _place(source, start))
    bits = [bytes(byte >> shift & 1 for shift in range(7, -1, -1)) for byte in range(256)]
    rows = (body[y * stride:(y + 1) * stride] for y in range(height))
    return b"".join(b"".join(bits[byte] for byte in row)[:width] for row in rows)


def _blanks(comment: re.Match[bytes]) -> bytes:
    return b" " * len(comment[0])


def _place(source: Source, offset: int) -> Place:
    return place_of(source.data[:offset].decode("latin-1"), offset)


def write(nonograms: Sequence[Nonogram]) -> bytes:
    """Write the solution as plain PBM."""
    [nonogram] = nonograms
    rows = nonogram.geometry.nest(nonogram.solution or b"")
    lines = [f"P1\n{len(rows[0])} {len(rows)}"]
    for row in rows:
        digits = "".join(map(str, row))
        lines += [digits[x:x + _LINE] for x in range(0, len(digits), _LINE)]
    return "\n".join([*lines, ""]).encode()


def sniff(source: Source) -> Sniff:
    """Accept a file by its header."""
    return Sniff.SURE if _HEADER.match(source.data[:_HEAD]) else Sniff.NO


FORMAT = Format("pbm", (".pbm",), "a black-and-white picture, one pixel a cell", sniff, read, write,
                frozenset({"solution"}), picture=True)
