"""Triddlers in files: `.nono`, share strings, Olsak's `.g`, webpbn's XML.

The small flag is worked out by hand; its outline is a hexagon of six triangles around a point,

      /a b .\\          a red, b blue
      \\b a a/

with the rows `ab.` and `baa`, the rising lines `bab` and `.aa`, the falling lines `aba` and `b.a`,
these four from top to bottom.
"""

from __future__ import annotations

import random

import pytest

from families.tri.outlines import outlines, random_tri
from helpers.puzzles import rounds
from nonoforge.engine import solve
from nonoforge.errors import FormatError, InputError
from nonoforge.families.tri import TriGrid, from_clues, from_rows, tri_of
from nonoforge.formats import dumps, loads
from nonoforge.nonogram import Info, Nonogram
from nonoforge.palette import Colour, Palette
from nonoforge.state import State

PALETTE = Palette((Colour("white", "#ffffff", "."), Colour("red", "#cc0000", "a"),
                   Colour("blue", "#0000cc", "b")))
FLAG = from_rows(TriGrid((1, 1, 1, 1, 1, 1)), [[1, 2, 0], [2, 1, 1]], palette=PALETTE)

OLSAK = """\
#t a triddler
#d
   0:.  #ffffff  white
   a:a  #cc0000  red
   b:b  #0000cc  blue
   6:x  #777777  outside
: side A
1a 1b
: side B
1b 2a
: side C
1a 1b 1a
: side D
1a 1b
: side E
2a
: side F
1b 1a 1b
: end
"""

WEBPBN = """\
<?xml version="1.0"?>
<puzzleset>
<puzzle type="triddler" defaultcolor="red" backgroundcolor="white">
<color name="white" char=".">fff</color>
<color name="red" char="a">c00</color>
<color name="blue" char="b">00c</color>
<clues type="topleft"><line><count>1</count><count color="blue">1</count></line></clues>
<clues type="bottomleft"><line><count color="blue">1</count><count>2</count></line></clues>
<clues type="top">
<line><count color="blue">1</count><count>1</count><count color="blue">1</count></line></clues>
<clues type="topright"><line><count>2</count></line></clues>
<clues type="bottom">
<line><count>1</count><count color="blue">1</count><count>1</count></line></clues>
<clues type="bottomright"><line><count color="blue">1</count><count>1</count></line></clues>
<solution type="goal"><image>
/ab.\\
\\baa/
</image></solution>
</puzzle>
</puzzleset>
"""


def same(one: Nonogram, other: Nonogram) -> None:
    assert one.geometry == other.geometry
    assert one.puzzle.lines == other.puzzle.lines
    assert [colour.rgb for colour in one.puzzle.palette.colours] == \
        [colour.rgb for colour in other.puzzle.palette.colours]


# --- formats of others ----------------------------------------------------------------------------


def test_olsak_by_hand() -> None:
    [read] = loads(OLSAK.encode(), "flag.g")
    same(read, FLAG)
    assert solve(read).solutions == (FLAG.solution,)


def test_webpbn_by_hand() -> None:
    [read] = loads(WEBPBN.encode(), "flag.xml")
    same(read, FLAG)
    assert read.solution == FLAG.solution


def test_webpbn_clues_follow_from_the_goal() -> None:
    """A parallelogram that leans to the right has the same row lengths as one to the left."""
    start, end = WEBPBN.index("<clues"), WEBPBN.index("<solution")
    [read] = loads((WEBPBN[:start] + WEBPBN[end:]).encode(), "flag.xml")
    same(read, FLAG)
    for rows, sides in (("/ab../\n/b.aa/", (2, 0, 2, 2, 0, 2)),
                        ("\\ab..\\\n\\b.aa\\", (0, 2, 2, 0, 2, 2))):
        text = WEBPBN[:start] + WEBPBN[end:].replace("/ab.\\\n\\baa/", rows)
        [read] = loads(text.encode(), "flag.xml")
        assert isinstance(read.geometry, TriGrid)
        assert read.geometry.sides == sides
        assert read.solution == bytes([1, 2, 0, 0, 2, 0, 1, 1])


@pytest.mark.parametrize("name", ["olsak", "webpbn", "nono", "share"])
def test_round_trip(name: str) -> None:
    rng = random.Random(name)
    for grid in outlines(2):
        picture = bytes(rng.randrange(3) for _ in range(grid.cells))
        nonogram = from_rows(grid, grid.nest(picture), palette=PALETTE)
        [back] = loads(dumps(nonogram, name, lossy=True), f"x.{name}", name)
        same(back, nonogram)
    for _ in range(rounds(20)):
        nonogram = random_tri(rng, 5)
        [back] = loads(dumps(nonogram, name, lossy=True), f"x.{name}", name)
        same(back, nonogram)


def test_olsak_is_written_as_it_was_read() -> None:
    text = dumps(FLAG, "olsak", lossy=True).decode()
    wanted = [line for line in OLSAK.splitlines() if not line.startswith(("#", "   ", ": "))]
    assert [line for line in text.splitlines() if line[:1].isdigit()] == wanted
    assert text.startswith("#t")


@pytest.mark.parametrize(("old", "new", "message"), [
    (": side B\n", ": side B\n1a\n", "do not close"),
    ("1a 1b 1a\n", "1a 3b 1a\n", "falling line 1: the clue"),
    (": side F\n1b 1a 1b\n", "", "side F"),
    ("2a\n", "1a\n", "add up to different numbers"),
])
def test_wrong_olsak_files(old: str, new: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        loads(OLSAK.replace(old, new, 1).encode(), "flag.g")
    assert caught.value.file == "flag.g"
    assert caught.value.line is not None


@pytest.mark.parametrize(("old", "new", "message"), [
    ("/ab.\\", "/ab\\", "triangles"),
    ("\\baa/", "|baa|", r"'|' outside the bars of an image; each row is written /...\\"),
    ("\\baa/", "\\baa\\", "triangles"),
    ('type="topright"', 'type="rows"', "topright|rows"),
    ("<count>2</count></line></clues>\n<clues type=\"top\"",
     "<count>9</count></line></clues>\n<clues type=\"top\"", "row 2: the clue"),
    ("/ab.\\", "/aab\\", "row 1: the clue is"),
])
def test_wrong_webpbn_files(old: str, new: str, message: str) -> None:
    assert old in WEBPBN
    with pytest.raises(InputError, match=message) as caught:
        loads(WEBPBN.replace(old, new, 1).encode(), "flag.xml")
    assert caught.value.line is not None


# --- our own --------------------------------------------------------------------------------------


def test_everything_is_kept_in_a_native_file() -> None:
    grid, clues = tri_of(FLAG)
    whole = from_clues(
        grid, *clues, palette=PALETTE, info=Info(title="Flag", author="Ann", notes=("a note",)),
        solution=FLAG.solution, given=[(4, 1)],
        saved=[State((0b111, 0b100, 0b011, 0b111, 0b010, 0b010))])
    [back] = loads(dumps(whole, "nono"), "flag.nono")
    assert back == whole


NATIVE = " ".join(dumps(FLAG, "nono").decode().split())


@pytest.mark.parametrize(("old", "new", "message"), [
    ('"sides": [1, 1, 1, 1, 1, 1]', '"sides": [1, 1, 1, 1, 1]', "5 sides; an outline has six"),
    ('"sides": [1, 1, 1, 1, 1, 1]', '"sides": [1, 1, 1, 1, 1, 2]', "do not close"),
    ('"sides": [1, 1, 1, 1, 1, 1]', '"sides": [1, 1, 2, 1, 1, 2]', "1 members|2 members"),
    ('"solution": [ [1, 2, 0]', '"solution": [[1, 2]', "2 members"),
    ('"solution": [ [1, 2, 0]', '"solution": [[1, 2, 7]', "colour 7"),
    ('"solution": [ [1, 2, 0]', '"solution": [[2, 1, 0]', "row 1: the clue is"),
    ('"rising"', '"columns"', "rising|columns"),
])
def test_wrong_native_files(old: str, new: str, message: str) -> None:
    assert old in NATIVE
    with pytest.raises(InputError, match=message) as caught:
        loads(NATIVE.replace(old, new, 1).encode(), "flag.nono")
    assert caught.value.line is not None


def test_given_cells_are_counted_in_rows() -> None:
    text = NATIVE.replace('"solution"', '"given": [[2, 2, 1]], "solution"')
    assert loads(text.encode(), "flag.nono")[0].puzzle.given == ((4, 1),)
    for wrong in ("[3, 1, 1]", "[1, 4, 1]", "[1, 0, 1]"):
        with pytest.raises(FormatError, match="rows are 1 to 2"):
            loads(text.replace("[2, 2, 1]", wrong).encode(), "flag.nono")
