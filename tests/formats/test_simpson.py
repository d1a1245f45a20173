"""`.non` as it is found in the wild."""

from __future__ import annotations

import pytest
from format_cases import clues_of

from nonoforge.clues import Runs
from nonoforge.errors import FormatError
from nonoforge.formats import dumps, loads
from nonoforge.formats.simpson import escaped, unquoted

HEAD = b"width 2\nheight 3\n"


def _rows(text: bytes) -> list[str]:
    [puzzle] = loads(HEAD + b"rows\n" + text + b"columns\n2\n2\n", format="non")
    return [str(clue) for clue in clues_of(puzzle)[:3]]


@pytest.mark.parametrize(("text", "rows"), [
    (b"2\n0\n2\n", ["2", "0", "2"]),
    (b"2\n\n0\n\n2\n\n", ["2", "0", "2"]),  # all rules there: blanks part them
    (b"2\n\n2\n", ["2", "0", "2"]),  # a rule is missing: the blank is it
    (b"2\n\n2\n\n\n\n", ["2", "0", "2"]),
    (b"\n2\n2\n", ["0", "2", "2"]),
    (b"2\n2\n\n", ["2", "2", "0"]),
    (b" 2 \r\n0\r\n\t2\r\n", ["2", "0", "2"]),
])
def test_blank_lines(text, rows):
    assert _rows(text) == rows


def test_blank_lines_that_fit_neither_way():
    with pytest.raises(FormatError, match=r":3:1: `rows` has 2 clues \(4 with the blank lines "
                                          r"between them\); there must be 3"):
        _rows(b"2\n\n\n2\n")


def test_the_last_rows_may_be_blank_at_the_end_of_the_file():
    [puzzle] = loads(b"width 2\nheight 1\nrows\n1\ncolumns\n1\n\n", format="non")
    assert clues_of(puzzle)[2] == Runs()


def test_sizes_in_either_spelling():
    for text in (b"columns 2\nrows 1\nrows\n2\ncolumns\n1\n1\n", b"rows 1\n2\ncolumns 2\n1\n1\n",
                 b"rows\n2\ncolumns\n1\n1\nheight 1\nwidth 2\n"):
        [puzzle] = loads(text, format="non")
        assert [str(clue) for clue in clues_of(puzzle)] == ["2", "1", "1"]
    with pytest.raises(FormatError, match="3:1: the width is given a second time"):
        loads(b"width 2\nheight 1\ncolumns 2\n", format="non")


def test_properties():
    text = (b'catalogue "webpbn.com #1"\nTITLE "Demo &amp; more"\nby "Jan \xd0\x9f"\n'
            b"copyright '&copy; 2004'\nlicense CC-BY-3.0\nmaxrule 3\nmaxrule 4\n"
            b'note "one"\nnote two words\nauthorid "jan"\ntitle "again"\nalone\n')
    [puzzle] = loads(text + HEAD + b"rows\n2\n0\n2\ncolumns\n1,1\n1,1\n", format="non")
    info = puzzle.info
    assert info.identifier == "webpbn.com #1"
    assert info.title == "Demo & more"
    assert info.author == "Jan П"
    assert info.copyright == "© 2004"
    assert info.licence == "CC-BY-3.0"
    assert info.notes == ("one", "two words")
    assert info.more == (("maxrule", "3"), ("maxrule", "4"), ("title", "again"), ("alone", ""))
    assert loads(dumps(puzzle, "non")) == [puzzle]
    assert b"license CC-BY-3.0\n" in dumps(puzzle, "non")


def test_latin_1_of_old():
    [puzzle] = loads(b'title "J\xfcrgen"\nwidth 1\nheight 1\nrows\n1\ncolumns\n1\n')
    assert puzzle.info.title == "Jürgen"


@pytest.mark.parametrize("goal", [b'goal "010111"', b"goal 010111", b"goal '010\n111'",
                                  b"goal 010\n111\n", b"goal\n010\n111", b'goal "0 1 0\n1 1 1"',
                                  b"goal 0|1|0\n1,1;1"])
def test_goals_in_every_spelling(goal):
    text = b"width 3\nheight 2\nrows\n1\n3\ncolumns\n1\n2\n1\n" + goal + b'\ntitle "x"\n'
    [puzzle] = loads(text)
    assert puzzle.solution == bytes([0, 1, 0, 1, 1, 1])
    assert puzzle.info.title == "x"


def test_saved_states_and_a_second_goal():
    text = (b"width 2\nheight 1\nrows\n1\ncolumns\n1\n0\n"
            b'saved "1?"\ngoal "10"\nsaved "??"\ngoal 01\n')
    [puzzle] = loads(text)
    assert puzzle.solution == b"\x01\x00"
    assert [state.masks for state in puzzle.saved] == [(2, 3), (3, 3), (1, 2)]


def test_colours_declared():
    text = (b"color a #f00\ncolour b #00FF00\ncolor 0 #ffffee\ncolorname a \"red\"\nwidth 3\n"
            b"height 1\nrows\n1a,1b,1\ncolumns\n1a\n1b\n1\ngoal ab1\n")
    [puzzle] = loads(text)
    palette = puzzle.puzzle.palette
    assert [colour.rgb for colour in palette.colours] == ["#ffffee", "#000000", "#ff0000",
                                                          "#00ff00"]
    assert palette.colours[2].name == "red"
    assert puzzle.solution == bytes([2, 3, 1])


def test_colours_made_up():
    """Letters without a declaration: the reader may choose, the order is the alphabet's."""
    [puzzle] = loads(b"width 2\nheight 1\nrows\n1z,1k\ncolumns\n1z\n1k\n")
    assert [colour.symbol for colour in puzzle.puzzle.palette.colours] == [".", "k", "z"]
    assert str(puzzle.puzzle.lines[0].clue) == "1/2 1"


def test_bundles():
    one = b"width 1\nheight 1\nrows\n1\ncolumns\n1\n"
    assert len(loads(one + b"====\n" + one + b"  ====\r\n\n====\n")) == 2
    with pytest.raises(FormatError, match="x:11:1: `rows` has 2 clues; there must be 1"):
        loads(one + b"====\nheight 1\nrows\n1\n1\nwidth 1", "x")


@pytest.mark.parametrize("text", ["", "a&b", '"', "&amp;", "ü\n\0", "&#65;", "'x'", " x "])
def test_escapes(text):
    assert escaped(text).isascii()
    assert unquoted(f'"{escaped(text)}"') == text


def test_references_that_mean_nothing_stay():
    assert unquoted("&nosuch; &#xD800; &#9999999; & &;") == "&nosuch; &#xD800; &#9999999; & &;"
