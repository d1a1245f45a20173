"""webpbn's XML as webpbn and others write it."""

from __future__ import annotations

import pytest
from format_cases import clues_of, full, same

from nonoforge.errors import FormatError
from nonoforge.formats import dumps, loads

EXPORT = b"""<?xml version="1.0"?>
<!DOCTYPE pbn SYSTEM "http://webpbn.com/pbn-0.3.dtd">

<puzzleset>
<source>somewhere.example</source>
<title>A set</title>
<author>Set Author</author>

<PUZZLE type="grid" defaultcolor="black">
<source>elsewhere</source>
<title>Two &amp; two</title>
<id>#7 (v.1)</id>
<note>published, definitely unique</note>
<note>a second</note>
<mood>good</mood>

<color name="white" char=".">FFFFFF</color>
<color name="black" char="X">000</color>
<color name="red" char="r">f00</color>

<clues type="columns">
<line><count>1</count><count color="red">0</count></line>
<!-- a comment shifts nothing -->
<line></line>
</clues>
<clues type="rows">
<line><count>1</count></line>
<line><count color="red">1</count></line>
</clues>

<solution type="goal"><image>
|X.|
|r.|
</image></solution>
<solution type="solution"><image>|X.||r.|</image></solution>
<solution type="saved" id="me"><image>|?[.X]||[rX].|</image><note>half way</note></solution>
</PUZZLE>
</puzzleset>
"""


def test_an_export():
    [puzzle] = loads(EXPORT, "x")
    assert puzzle.puzzle.palette.colours[2].rgb == "#ff0000"
    assert [str(clue) for clue in clues_of(puzzle)] == ["1", "1/2", "1 ?/2", "0"]
    assert puzzle.solution == bytes([1, 0, 2, 0])
    assert [state.masks for state in puzzle.saved] == [(7, 3, 6, 1)]
    info = puzzle.info
    assert (info.title, info.author, info.source) == ("Two & two", "Set Author", "elsewhere")
    assert info.identifier == "#7 (v.1)"
    assert info.notes == ("published, definitely unique", "a second", "half way")
    assert set(info.more) == {("mood", "good"), ("saved-id", "me"), ("puzzleset-title", "A set"),
                              ("puzzleset-source", "somewhere.example")}
    assert same(loads(dumps(puzzle, "webpbn"))[0], puzzle)


def test_everything_but_givens_comes_back():
    puzzle = loads(dumps(full(), "webpbn", lossy=True))[0]
    assert puzzle.info == full().info
    assert puzzle.saved == full().saved
    assert puzzle.puzzle.given == ()


def test_clues_from_the_goal():
    goal = b"<puzzle><solution><image>|.X|\n|XX|</image></solution></puzzle>"
    [puzzle] = loads(goal)
    assert [str(clue) for clue in clues_of(puzzle)] == ["1", "2", "1", "2"]
    rows = b"<clues type='rows'><line><count>1</count></line><line><count>2</count></line></clues>"
    assert loads(goal.replace(b"<solution>", rows + b"<solution>"))[0] == puzzle
    wrong = rows.replace(b"1", b"x").replace(b"2", b"1").replace(b"x", b"2")
    with pytest.raises(FormatError, match="there are no clues for the columns and no goal"):
        loads(goal.replace(b"|XX|", b"|X?|"), "x")
    with pytest.raises(Exception, match="row 1: the clue is 2, but the solution has 1"):
        loads(goal.replace(b"<solution>", wrong + b"<solution>"))


def test_colours_without_declarations():
    line = b"<line><count>1</count></line></clues>"
    [puzzle] = loads(b"<puzzle backgroundcolor='black' defaultcolor='white'><clues type='rows'>"
                     + line + b"<clues type='columns'>" + line + b"</puzzle>")
    assert [colour.name for colour in puzzle.puzzle.palette.colours] == ["black", "white"]


def test_a_default_colour_that_is_the_background():
    """Some writers say so, and then name the colour of every count."""
    text = (b"<puzzle defaultcolor='white'><color name='white' char=' '>fff</color><color "
            b"name='b' char='b'>00f</color><clues type='rows'><line><count color='b'>1</count>"
            b"</line></clues><clues type='columns'><line><count color='b'>1</count></line><line/>"
            b"</clues><solution><image>|b |</image></solution></puzzle>")
    [puzzle] = loads(text)
    assert puzzle.solution == b"\x01\x00"


@pytest.mark.parametrize(("encoding", "data"), [
    ("iso-8859-1", "é".encode("latin-1")), ("UTF-16", None), ("windows-1252", b"\xe9")])
def test_declared_encodings(encoding, data):
    text = f"<?xml version='1.0' encoding='{encoding}'?><puzzle><title>é</title><solution><image>" \
           "|X|</image></solution></puzzle>"
    raw = text.encode(encoding)
    assert data is None or data in raw
    assert loads(raw, "x.xml")[0].info.title == "é"


@pytest.mark.parametrize(("text", "message"), [
    (b"<svg/>", "1:1: the file is <svg>; a webpbn file is <puzzleset> or <puzzle>"),
    (b"<puzzleset></puzzleset>", "1:1: the <puzzleset> has no <puzzle>"),
    (b"<puzzle><clues type='top'/></puzzle>",
     "1:9: clues of the type 'top'; this puzzle has `columns` and `rows`"),
    (b"<puzzle type='cube'/>", "1:1: a puzzle of the type 'cube'; there are grid"),
    (b"<puzzle><clues type='rows'><count>1</count></clues></puzzle>",
     "1:28: <count> inside <clues>; only <line> may stand there"),
    (b"<puzzle><line/></puzzle>", "1:9: <line> may not stand inside <puzzle>"),
    (b"<puzzle><title><b>x</b></title></puzzle>", "1:16: <b> inside <title>, which holds text"),
    (b"<puzzle>words</puzzle>", "1:9: text inside <puzzle>, which holds elements only"),
    (b"<puzzle colour='x'/>", "1:1: <puzzle> has no attribute 'colour'"),
    (b"<puzzle><color char='x'>fff</color></puzzle>", "1:9: a colour without a name"),
    (b"<puzzle><color name='x' char='ab'>fff</color></puzzle>", "1:9: the colour 'x' has the char"),
    (b"<puzzle><color name='x' char='?'>fff</color></puzzle>", "1:9: the char '?' has another"),
    (b"<puzzle><color name='x'>fff</color><color name='x'>000</color></puzzle>",
     "1:36: the colour 'x' is declared twice"),
    (b"<puzzle backgroundcolor='mauve'/>", "1:1: the colour 'mauve' is not declared"),
    (b"<puzzle><solution type='best'/></puzzle>", "1:9: a solution of the type 'best'"),
    (b"<puzzle><solution><image>XX</image></solution></puzzle>",
     "1:26: 'X' outside the bars of an image; each row is written |...|"),
    (b"<puzzle><solution><image>|X</image></solution></puzzle>", "1:26: a row of the image has no"),
    (b"<puzzle><solution><image>|X||XX|</image></solution></puzzle>", "1:29: row 2 of the image"),
    (b"<puzzle><solution><image>|[]|</image></solution></puzzle>", "1:27: [] says that a cell"),
    (b"<puzzle><solution><image> </image></solution></puzzle>", "1:26: an image without rows"),
    (b"<puzzle><clues type='rows'><line><count>x</count></line></clues></puzzle>",
     "1:41: a count is 'x'; a whole number is needed"),
    (b"<?xml version='1.0' encoding='klingon'?><puzzle/>", "1:"),
])
def test_refused(text, message):
    with pytest.raises(FormatError) as caught:
        loads(text, "x.xml", format="webpbn")
    assert str(caught.value).startswith(f"x.xml:{message}")
