"""Files that are broken, hostile or too large: a clear error or a drawing, and nothing else."""

from __future__ import annotations

import gzip
import io
import random
from collections.abc import Callable
from itertools import pairwise

import pytest

from helpers.mutation import IPE, SVG, spoilt
from nonoforge.errors import InputError
from nonoforge.families.plane import Drawing, drawing, read_drawing
from nonoforge.families.plane.drawing import drawing_of
from nonoforge.path import flat


def test_the_seeds_are_sound() -> None:
    assert len(drawing_of(SVG).shapes) == 8
    assert len(drawing_of(IPE).shapes) == 2


@pytest.mark.parametrize("seed", range(10))
def test_spoilt_files_are_refused_or_read(seed: int) -> None:
    chance = random.Random(seed)
    read = 0
    for _ in range(400):
        data = spoilt(chance.choice((SVG, IPE)), chance, (SVG, IPE))
        drawing = read_or_refused(data)
        read += drawing is not None
        for outline in [o for shape in drawing.shapes for o in shape.outlines] if drawing else []:
            assert len(flat(outline.path, 10)) > 1
            assert not outline.closed or outline.path[0][0] == outline.path[-1][-1]
            assert all(a[-1] == b[0] for a, b in pairwise(outline.path))
    assert 40 < read < 360


def read_or_refused(data: bytes) -> Drawing | None:
    message = ""
    try:
        return drawing_of(data, "spoilt.svg")
    except InputError as error:
        message = str(error)
    assert message.startswith("spoilt.svg:")
    assert message.isprintable()
    assert len(message) < 400
    return None


def svg(inside: str, before: str = "") -> bytes:
    return (f'{before}<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{inside}'
            '</svg>').encode()


def doctype(inside: str) -> bytes:
    return svg("<title>&a;</title>", f"<!DOCTYPE svg [{inside}]>")


RECT = '<rect width="1" height="1"/>'

REFUSED: dict[str, tuple[Callable[[], bytes], str]] = {
    "a bomb": (lambda: doctype('<!ENTITY b "lol"><!ENTITY a "&b;&b;">'), ":1:27: .* refused"),
    "another file": (lambda: doctype('<!ENTITY a SYSTEM "file:///etc/passwd">'), "refused"),
    "a parameter": (lambda: doctype('<!ENTITY % a "http://x">%a;'), "refused"),
    "a markup entity": (lambda: doctype('<!ENTITY a "http://x&#60;g/>">'), "refused"),
    "many references": (lambda: svg("<title>" + "&a;" * 20_000 + "</title>",
                                    '<!DOCTYPE svg [<!ENTITY a "http://x">]>'), "10,000"),
    "an unknown entity": (lambda: svg("<g>&nbsp;</g>"), "undefined entity"),
    "depth": (lambda: svg("<g>" * 300 + "</g>" * 300), "200 deep"),
    "depth by clones": (lambda: svg('<defs><rect id="a0"/>' + "".join(
        f'<use id="a{i + 1}" href="#a{i}"/>' for i in range(300)) + '</defs><use href="#a300"/>'),
        "200 deep, clones counted"),
    "a bomb of clones": (lambda: svg(RECT.replace("<rect", '<rect id="a0"') + "".join(
        f'<g id="a{i + 1}">{f"<use href={chr(34)}#a{i}{chr(34)}/>" * 10}</g>'
        for i in range(9))), r"too many elements \(limit 2,000"),
    "many elements": (lambda: svg("<desc/>" * 150_000), "100,000 XML elements"),
    "many pieces": (lambda: svg(f'<path d="M0 0{"h1v1" * 60_000}"/>'),
                    r"too many pieces of lines \(limit 100,000\)"),
    "many moves": (lambda: svg(f'<path d="{"M0 0" * 150_000}"/>'),
                   r"too many subpaths \(limit 100,000\)"),
    "many rules": (lambda: svg(f'<style>{"*{fill:red}" * 6_000}</style>'), "5,000 style rules"),
    "much style": (lambda: svg(f'<style>{"*{fill:red}" * 4_000}</style>{RECT * 300}'),
                   "too much work"),
    "a long transform": (lambda: svg(f'<g transform="{"scale(1)" * 20_000}"/>'), "100,000 char"),
    "a bomb of gzip": (lambda: gzip.compress(b"<svg>" + b" " * 20_000_000), "16 MiB"),
    "a broken gzip": (lambda: b"\x1f\x8bnonsense", "broken"),
    "no numbers": (lambda: svg('<path id="wing" d="M0 0L5 x"/>'), "path 'wing': 'x' is not a n"),
    "infinity": (lambda: svg('<rect width="1e400" height="3"/>'), "rect in line 1: .*'1e400'"),
    "nan": (lambda: svg('<circle r="NaN"/>'), "'NaN' is not a length"),
    "far away": (lambda: svg('<rect id="r" width="3e10" height="3"/>'), "'r': .* 1,000,000 mm"),
    "huge transforms": (lambda: svg(f'<g transform="{"scale(9)" * 999}">{RECT}</g>'), "1,000,000"),
    "a negative size": (lambda: svg('<rect width="-3" height="3"/>'), "negative"),
    "an odd point": (lambda: svg('<polygon points="1 2 3"/>'), "each point needs two"),
    "a path from nowhere": (lambda: svg('<path d="L3 4"/>'), "does not begin with a move"),
    "half a curve": (lambda: svg('<path d="M0 0C1 2 3 4"/>'), "takes 6 at a time"),
    "an odd flag": (lambda: svg('<path d="M0 0A1 1 0 2 1 3 4"/>'), "two flags"),
    "an odd transform": (lambda: svg('<g transform="turn(3)"/>'), "cannot be understood"),
    "an unknown unit": (lambda: b'<svg width="3 furlongs" height="1mm"/>', "unit 'furlongs'"),
    "a near unit": (lambda: b'<svg width="3mmm" height="1mm"/>', "did you mean mm"),
    "a flat view box": (lambda: b'<svg viewBox="0 0 10 0"/>', "no area"),
    "a short view box": (lambda: b'<svg viewBox="0 0 10"/>', "four"),
    "no size": (lambda: b'<svg width="0" height="3"/>', "no size"),
    "an empty file": (lambda: b" \n", "empty"),
    "a text": (lambda: b"Dear Sir,", "neither SVG nor Ipe, which begin with <"),
    "another XML": (lambda: b"<html><body/></html>", "<html> in it"),
    "a style of Ipe": (lambda: b"<ipestyle/>", "<ipestyle> in it"),
    "a PDF": (lambda: b"%PDF-1.7", "PDF"),
    "a cut picture": (lambda: b"\x89PNG\r\n", "no picture that can be read"),
    "a puzzle": (lambda: b'{"nonoforge": 1}', "JSON"),
    "a wrong tag": (lambda: b"<svg>\n <g></svg>", ":2:7: the XML is broken: mismatched"),
    "a cut": (lambda: b"<svg>\n<g>", "cut off"),
    "a missing prefix": (lambda: b'<svg><g ink:label="x"/></svg>', "unbound prefix"),
    "an unknown encoding": (lambda: b'<?xml version="1.0" encoding="x"?><svg/>', "use UTF-8"),
    "a wrong encoding": (lambda: "<svg id='\u00e9'/>".encode("latin-1"), "not well-formed"),
    "no page": (lambda: b"<ipe/>", "no page"),
    "short of a point": (lambda: b"<ipe><page><path>\n1 2 m\n3 l</path></page></ipe>",
                         ":3:3: path in line 1: the operator l takes 2 numbers; 1"),
    "an unknown word": (lambda: b"<ipe><page><path>1 2 m x</path></page></ipe>", ":1:24: .*'x'"),
    "no operator": (lambda: b"<ipe><page><path>1 2 m 3 4</path></page></ipe>", "no operator"),
    "no beginning": (lambda: b"<ipe><page><path>1 2 l</path></page></ipe>", "begun with m"),
    "a flat ellipse": (lambda: b"<ipe><page><path>1 0 0 0 3 4 e</path></page></ipe>", "flat"),
    "a short matrix": (lambda: b"<ipe><page><path matrix='1 2'>1 2 m</path></page></ipe>", "six"),
    "a long spline": (lambda: b"<ipe><page><path>0 0 m" + b" 1 2" * 150_000 +
                      b" c</path></page></ipe>", r"operator \(limit 200,000\)"),
    "a flat paper": (lambda: b"<ipe><ipestyle><layout paper='0 5'/></ipestyle><page/></ipe>",
                     "no size"),
    "an odd colour": (lambda: b"<ipe><ipestyle><color name='a' value='x'/></ipestyle><page/></ipe>",
                      "one or three numbers"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_refused(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "MAX_ELEMENTS", 2_000)
    data, message = REFUSED[what]
    with pytest.raises(InputError, match=message) as caught:
        drawing_of(data(), "bad.svg")
    assert str(caught.value).startswith("bad.svg:")
    assert "\n" not in str(caught.value)


def test_files_that_cannot_be_read(tmp_path: object) -> None:
    for name, words in ((f"{tmp_path}/none.svg", "no such file"), (str(tmp_path), "a directory"),
                        ("a\0b", "null")):
        with pytest.raises(InputError, match=words):
            read_drawing(name)


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(SVG)))
    assert read_drawing("-").file == "<stdin>"
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(InputError, match=r"<stdin>:1:1: standard input .* closed"):
        read_drawing("-")


def test_empty_drawings_are_drawings() -> None:
    assert drawing_of(b"<svg/>").shapes == ()
    assert drawing_of(b"<ipe><page/></ipe>").shapes == ()
