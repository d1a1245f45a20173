"""Choosing a format: by name, by content, by extension; and never the wrong one."""

from __future__ import annotations

import pytest
from format_cases import dancer, samples

from nonoforge.errors import FormatError, InputError
from nonoforge.formats import (
    EXTENSIONS,
    FORMATS,
    Source,
    dumps,
    format_for_reading,
    format_for_writing,
    load,
    loads,
    sniff,
)

FAMILY = {"nonpack": "non"}  # a bundle cut down to one puzzle is a .non file


def _reads(data: bytes, name: str) -> bool:
    try:
        loads(data, format=name)
    except InputError:
        return False
    return True


@pytest.mark.parametrize("format", FORMATS.values(), ids=lambda format: format.name)
def test_truncated_at_every_byte(format):
    """A cut file is its own format's, or nobody's; whole files are known."""
    for data in samples(format):
        for cut in range(len(data)):
            found = sniff(Source(data[:cut]))
            name = None if found is None else found.name
            assert name in (None, format.name, FAMILY.get(format.name)), data[:cut]
        tiny = format.name == "text" and len(data.strip()) == 1
        assert tiny or sniff(Source(data)) in (format, FORMATS.get(FAMILY.get(format.name, "")))


@pytest.mark.parametrize("format", FORMATS.values(), ids=lambda format: format.name)
def test_no_other_reader_is_sure_of_it(format):
    for data in samples(format):
        sure = [other.name for other in FORMATS.values() if other.sniff(Source(data)) == 2]
        assert {FAMILY.get(name, name) for name in sure} <= {FAMILY.get(format.name, format.name)}


def test_content_wins_over_extension():
    """A picture called .xml is still a picture."""
    png = dumps(dancer(), "png")
    [puzzle] = loads(png, "cat.xml")
    assert puzzle.solution == dancer().solution
    assert format_for_reading(Source(dumps(dancer(), "webpbn"), "cat.nin")).name == "webpbn"
    assert format_for_reading(Source(b"4x4:2/1/2/1/1.1/2/1/1", "id.txt")).name == "tatham"


def test_extension_wins_over_a_mere_likeness():
    """What could be many things is what its name says."""
    nin = dumps(dancer(), "nin", lossy=True)
    assert format_for_reading(Source(nin, "a.cwd")).name == "cwd"
    assert format_for_reading(Source(nin, "a.NIN")).name == "nin"
    assert format_for_reading(Source(nin[:-4], "a.nin")).name == "nin"


def test_txt_promises_little():
    assert format_for_reading(Source(dumps(dancer(), "nin", lossy=True), "a.txt")).name == "nin"
    assert format_for_reading(Source(b"ab\nba\n", "a.txt")).name == "text"


def test_a_name_decides():
    nin = dumps(dancer(), "nin", lossy=True)
    with pytest.raises(FormatError, match=r"^a\.nin:1:1: .*\.cwd"):
        loads(nin, "a.nin", format="cwd")
    assert loads(nin, "a.cwd", format=".nin") == loads(nin)


def test_unknown_content():
    with pytest.raises(FormatError, match=r"^<input>:1:1: unknown format; .*nono, non"):
        loads(b"hello, this is a letter\n")
    with pytest.raises(FormatError, match=r"^x:1:1: this is a JPEG picture.*make grid"):
        loads(b"\xff\xd8\xff\xe0 and so on", "x")
    with pytest.raises(FormatError, match=r"^x:1:1: the file is empty"):
        loads(b" \n", "x")


def test_drawings_are_made_into_puzzles_first():
    for data in (b"<?xml version='1.0'?>\n<svg width='9'/>", b'<!DOCTYPE ipe SYSTEM "ipe.dtd">\n'
                 b'<ipe version="70218">\n</ipe>'):
        with pytest.raises(FormatError, match="this is a drawing, not a puzzle; make one with"):
            loads(data)


def test_unknown_names():
    with pytest.raises(FormatError, match="unknown format 'svg'; use one of nono"):
        dumps(dancer(), "svg")
    with pytest.raises(FormatError, match=r"^a\.gif: unknown extension '\.gif'; use one of \.cwd"):
        format_for_writing("a.gif")
    with pytest.raises(FormatError, match="no extension"):
        format_for_writing("puzzle")
    assert format_for_writing("-").name == "nono"


def test_registry():
    assert len(EXTENSIONS) == sum(len(format.extensions) for format in FORMATS.values())
    for format in FORMATS.values():
        assert format.can_read
        assert format.can_write
        assert format.description


def test_wrong_extension_on_disk(tmp_path):
    path = tmp_path / "dancer.nin"
    path.write_bytes(dumps(dancer(), "nono"))
    assert load(path) == dancer()
