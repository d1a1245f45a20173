"""Files made to hurt: refused by name, before they cost anything."""

from __future__ import annotations

import struct
import zlib

import pytest
from format_cases import no_hang

from nonoforge.errors import FormatError, InputError
from nonoforge.formats import MAX_BYTES, loads
from nonoforge.formats.png import MAGIC

LAUGHS = b"<!DOCTYPE puzzle [<!ENTITY a0 'ha'>" + b"".join(
    b"<!ENTITY a%d '%s'>" % (n, b"&a%d;" % (n - 1) * 10) for n in range(1, 10)
) + b"]><puzzle><title>&a9;</title></puzzle>"
BLOWUP = (b"<!DOCTYPE puzzle [<!ENTITY a '" + b"x" * 50_000 + b"'>]><puzzle><title>"
          + b"&a;" * 40_000 + b"</title></puzzle>")
OUTSIDE = (b'<!DOCTYPE puzzle [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
           b"<puzzle><title>&a;</title></puzzle>")
PARAMETER = b'<!DOCTYPE puzzle [<!ENTITY % a SYSTEM "http://example.org/x"> %a;]><puzzle/>'


@pytest.mark.parametrize("data", [LAUGHS, BLOWUP, OUTSIDE, PARAMETER],
                         ids=["laughs", "blow-up", "outside", "parameter"])
def test_entities_are_refused_where_they_are_declared(data):
    with no_hang(), pytest.raises(FormatError, match=r"^x\.xml:1:\d+: the file declares an entity"):
        loads(data, "x.xml")


def test_an_entity_of_the_dtd_is_unknown():
    data = b'<!DOCTYPE pbn SYSTEM "pbn-0.3.dtd"><puzzle><title>&eacute;</title></puzzle>'
    with pytest.raises(FormatError, match=r"x\.xml:1:51: the entity 'eacute' is not known"):
        loads(data, "x.xml")


@pytest.mark.parametrize("tag", [b"puzzleset", b"a"])
def test_nested_tags(tag):
    data = b"<puzzle><note>" + b"<%s>" % tag * 200_000
    with no_hang(), pytest.raises(FormatError, match=r"x\.xml:1:15: "):
        loads(data, "x.xml")


def test_deep_json():
    for data in (b"[" * 100_000, b'{"nonoforge": 1, "family": "grid", "rows": ' + b"[" * 1_000_000,
                 b'{"nonoforge": ' * 200_000):
        with no_hang(), pytest.raises(FormatError, match=r"x\.nono:1:(1|15): "):
            loads(data, "x.nono")


@pytest.mark.parametrize("digits", [19, 25, 4301, 1_000_000])
def test_long_numbers(digits):
    number = b"9" * digits
    for name, data in (("x.nin", number + b" 5\n"), ("x.non", b"width " + number),
                       ("x.nono", b'{"nonoforge": ' + number + b', "family": "grid"}'),
                       ("x.gameid", number + b"x5:1/1"), ("x.pbm", b"P1\n" + number + b" 1\n1"),
                       ("x.lp", b"number_of_rows: " + number)):
        with no_hang(), pytest.raises(FormatError, match=rf"{name}:1:"):
            loads(data, name, format=name[2:])


def _png(width: int, height: int, depth: int = 1, rows: bytes = b"") -> bytes:
    def chunk(kind: bytes, body: bytes) -> bytes:
        return (len(body).to_bytes(4, "big") + kind + body
                + zlib.crc32(kind + body).to_bytes(4, "big"))
    header = struct.pack(">IIBBBBB", width, height, depth, 0, 0, 0, 0)
    packed = zlib.compress(rows or bytes((1 + (width + 7) // 8) * min(height, 1000)), 9)
    return MAGIC + chunk(b"IHDR", header) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


@pytest.mark.parametrize(("width", "height"), [(9000, 9000), (13_000, 13_000), (20_000, 20_000),
                                               (4001, 1000), (1_000_001, 4), (2**31 - 1, 1)])
def test_pixel_bombs_are_refused_before_decoding(width, height, monkeypatch):
    import PIL.Image

    def decoded(*args: object, **more: object) -> None:
        raise AssertionError("the picture was opened")

    monkeypatch.setattr(PIL.Image, "open", decoded)
    with pytest.raises(InputError, match=rf"x\.png:1:1: a picture of {width}x{height} pixels"):
        loads(_png(width, height), "x.png")


def test_a_picture_larger_than_a_grid_is_refused_before_decoding(monkeypatch):
    import PIL.Image

    monkeypatch.setattr(PIL.Image, "open", None)
    with pytest.raises(InputError, match=r"a grid of 2000x1000 cells; at most 1,000,000 fit"):
        loads(_png(2000, 1000), "x.png")
    with pytest.raises(InputError, match=r"a grid of 5000x2 cells; each side must be"):
        loads(_png(5000, 2), "x.png")


def test_text_bombs_in_pictures_are_cut_out():
    """A compressed text of 50 MB beside the pixels is never unpacked."""
    good = _png(2, 1, rows=b"\x00\x40")
    body = b"Comment\x00\x00" + zlib.compress(bytes(50_000_000), 9)
    bomb = (len(body).to_bytes(4, "big") + b"zTXt" + body
            + zlib.crc32(b"zTXt" + body).to_bytes(4, "big"))
    [puzzle] = loads(good[:33] + bomb + good[33:], "x.png")
    assert puzzle.solution == b"\x01\x00"


def test_size_limit():
    with pytest.raises(InputError, match=r"x\.non:1:1: file too large \(limit 8 MiB\)"):
        loads(b"a" * (MAX_BYTES + 1), "x.non")


@pytest.mark.parametrize(("name", "data"), [
    ("nin", b"1000 1000\n"), ("mk", b"1000 1000\n"), ("cwd", b"1000\n1000\n"),
    ("non", b"width 1000\nheight 1000\nrows\ncolumns\n"), ("tatham", b"1000x1000:1/1"),
    ("lp", b"number_of_rows: 1000\nnumber_of_columns: 1000\n"), ("pbm", b"P4\n1000 1000\n\0"),
    ("nono", b'{"nonoforge": 1, "family": "grid", "width": 1000, "height": 1000, "rows": [], '
             b'"columns": []}'),
])
def test_a_large_claim_with_nothing_behind_it(name, data):
    """Only what stands in the file is ever made; the claim alone costs nothing."""
    import tracemalloc

    tracemalloc.start()
    with pytest.raises(InputError):
        loads(data, format=name)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1_000_000


@pytest.mark.parametrize(("name", "data", "message"), [
    ("nin", b"5 5\n" + b"1 " * 4_000_000, "line too long: 8,000,000 characters"),
    ("nin", b"5 5\n" + b"\n" * 8_000_000, "too many lines"),
    ("non", b"width 5\nheight 1\nrows\n1" + b"," * 8_000_000 + b"\ncolumns\n1\n\n\n\n\n",
     "line too long"),
    ("non", b"a b\n" * 5000, "more than 1,000 notes"),
    ("webpbn", b"<puzzle>" + b"<a/>" * 2_000_000, "more than 1,000 notes"),
    ("webpbn", b"<puzzle><clues type='rows'>" + b"<line/>" * 1_000_000, "too many lines"),
    ("webpbn", b"<puzzle><clues type='rows'><line>" + b"<count>1</count>" * 500_000, "many counts"),
    ("webpbn", b"<puzzleset>" + b"<puzzle/>" * 100_000, "more than 20,000 puzzles"),
    ("webpbn", b"<puzzleset>" + b"<a/>" * 100_000, "far too many elements"),
    ("webpbn", b"<puzzle><solution><image>" + b"|" * 4_000_000 + b"</image></solution></puzzle>",
     "too many rows"),
    ("webpbn", b"<puzzle>" + b"<color name='a'>fff</color>" * 1000, "too many colours"),
    ("olsak", b"#d\n" + b"a:b #ffffff x\n" * 100_000, "too many colours"),
    ("tatham", b"1x1:1/1\n" * 100_000, "more than 20,000 puzzles"),
    ("tatham", b"10x10:" + b"/" * 8_000_000, "8000001 clues"),
    ("lp", b"number_of_rows: 9\nnumber_of_columns: 9\nrow_1 a 999999 b", "999999 runs"),
    ("pbm", b"P1" + b"#\n " * 2_000_000, "starts with P1"),
    ("nono", b'{"nonoforge":1,"family":"grid","width":1,"height":1,"columns":[[]],"rows":[['
             + b"1," * 4_000_000 + b"1]]}", "4,000,001 runs"),
])
def test_floods(name, data, message):
    with no_hang(30), pytest.raises(InputError, match=message) as caught:
        loads(data, "flood", format=name)
    assert len(str(caught.value)) < 1000
