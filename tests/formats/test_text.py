"""Pictures drawn with characters."""

from __future__ import annotations

import pytest
from format_cases import clues_of, dancer, flag

from nonoforge.errors import FormatError
from nonoforge.families.grid import from_picture
from nonoforge.formats import dumps, loads


@pytest.mark.parametrize("text", [".##\n#.#\n", "-XX\nX-X", "011\n101\n\n", "_@@\r\n@_@\r\n",
                                  " ##\n# #", " XX  \nX X", ".#X\n1-@", ".xx\nx.x", "0aa\na0a"])
def test_the_same_picture_in_many_hands(text):
    [puzzle] = loads(text.encode(), "a.txt")
    assert puzzle.puzzle == from_picture([[0, 1, 1], [1, 0, 1]]).puzzle or text[1] in "xa"
    assert puzzle.solution == bytes([0, 1, 1, 1, 0, 1])


def test_spaces_fill_up_short_lines():
    [puzzle] = loads(b"#\n\n ##\n", "a.txt")
    assert puzzle.geometry.nest(puzzle.solution) == [[1, 0, 0], [0, 0, 0], [0, 1, 1]]


def test_letters_are_colours_in_order_of_the_alphabet():
    [puzzle] = loads(b"b#a.\n", "a.txt")
    assert [colour.symbol for colour in puzzle.puzzle.palette.colours] == [".", "#", "a", "b"]
    assert puzzle.solution == bytes([3, 1, 2, 0])
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWYZ"
    row = "".join(2 * letter for letter in letters) + "."
    [many] = loads(row.encode(), "a.txt")
    assert len({colour.rgb for colour in many.puzzle.palette.colours}) == 52


def test_a_legend_has_the_last_word():
    [puzzle] = loads("..é\n#.é\n\n# = #FF0 not black at all\n. = #123456\né = #00ff00\n".encode())
    assert [tuple(colour)[:2] for colour in puzzle.puzzle.palette.colours] == [
        ("not black at all", "#ffff00"), ("navy", "#123456"), ("bright green", "#00ff00")]
    assert puzzle.solution == bytes([1, 1, 2, 0, 1, 2])
    with pytest.raises(FormatError, match=r"x:1:2: 'X' is no colour of this picture; it has #\."):
        loads(b"#X\n\n# = #ffffff\n. = #000000\n", "x", format="text")
    with pytest.raises(FormatError, match=r"x:3:1: the legend: two colours .* the same symbol"):
        loads(b"#.\n\n# = #ffffff\n# = #000000\n", "x", format="text")


def test_written():
    assert dumps(dancer(), "text") == b".#..\n###.\n....\n#.#.\n###.\n"
    assert dumps(flag(), "text") == (b"aaaa\nbbb.\ncccc\n..a.\n\n. = #ffffff white\n"
                                     b"a = #000000 black\nb = #ff0000 red\nc = #ffcc00 yellow\n")
    assert clues_of(loads(dumps(flag(), "text"))[0]) == clues_of(flag())


@pytest.mark.parametrize(("text", "message"), [
    (b"#.\n\n#.\n", "2:1: row 2 has 0 cells, but row 1 has 2"),
    (b"#2\n", "1:2: '2' is no colour"), (b"\n\n", "1:1: the file is empty"),
    (b"##a,\n", "1:4: ',' is no colour"),
    (b"dear sir,\n", "1:1: this reads like words"),
    (b"hello\n", "1:1: this reads like words"),
    (b"Pictures have areas of one\nletter. Prose has not.\n", "1:1: this reads like words"),
    ("".join(map(chr, range(0x100, 0x150))).encode(), "1:1: "),
])
def test_refused(text, message):
    with pytest.raises(FormatError) as caught:
        loads(text, "a.txt")
    assert str(caught.value).startswith(f"a.txt:{message}")
