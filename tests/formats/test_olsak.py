"""Olsak's `.g` with the freedoms it takes."""

from __future__ import annotations

from format_cases import clues_of, flag, same

from nonoforge.formats import dumps, loads
from nonoforge.named_colours import x11_colour

BIRD = b"""A bird, drawn with care.
# in the middle of a line is nothing

#declaration of the colors:
   m:%  blue
   0:   white  the background, as always
   1:*  black  and this is the default
: rows ------
 2m 1
   1

3
:columns
1m 1
1m 1
2 1
:end

Words after the end, too.
: even with a colon
"""


def test_a_file_with_everything():
    text = BIRD.replace(b"\n# in the middle", b"\n  # in the middle")
    [puzzle] = loads(text)
    palette = puzzle.puzzle.palette
    assert [(colour.name, colour.rgb) for colour in palette.colours] == [
        ("the background, as always", "#ffffff"), ("blue", "#0000ff"),
        ("and this is the default", "#000000")]
    assert [colour.symbol for colour in palette.colours] == [".", "%", "*"]
    assert [str(clue) for clue in clues_of(puzzle)] == ["2 1/2", "1/2", "0", "3/2", "1 1/2",
                                                        "1 1/2", "2/2 1/2"]
    assert puzzle.info.description.startswith("A bird")
    assert puzzle.info.description.endswith("colon")


def test_black_and_white():
    [puzzle] = loads(b"text\n:\n1,1\n0\n\n:\n1\n\n1\n:\n")
    assert [str(clue) for clue in clues_of(puzzle)] == ["1 1", "0", "0", "1", "0", "1"]
    assert puzzle.puzzle.palette.plain


def test_written_white_first():
    """One reader of the format wants the background first."""
    text = dumps(flag(), "olsak", lossy=True)
    assert text.startswith(b"#d\n   0:.  #ffffff  white\n   a:a  #000000  black\n")
    assert same(loads(text)[0], loads(dumps(flag(), "webpbn"))[0]) is False  # no solution here
    assert clues_of(loads(text)[0]) == clues_of(flag())


def test_latin_1_comments():
    [puzzle] = loads(b"#d\n a:a #ff0000 \xe8erven\xe1\n:\n1a\n:\n1a\n:\n", format="olsak")
    assert puzzle.puzzle.palette.colours[1].name == "èervená"


def test_x11():
    assert x11_colour("LightGoldenrodYellow") == "#fafad2"
    assert [x11_colour(f"gray{n}") for n in (0, 10, 50, 90, 100)] == [
        "#000000", "#1a1a1a", "#7f7f7f", "#e5e5e5", "#ffffff"]
    assert x11_colour("gray101") is None
