"""Text pictures, read back: letters from a pipe, colours from escape codes."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonoforge.colour_vision import channels
from nonoforge.drawing import terminal
from nonoforge.families.grid import from_picture, grid_of
from nonoforge.nonogram import Info, Nonogram
from nonoforge.palette import Colour, Palette
from nonoforge.state import State
from nonoforge.text import columns

CODES = re.compile(r"\x1b\[([0-9;]*)m|(.)")


def plain(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def looks(line: str) -> list[tuple[str, tuple[int, ...] | None, tuple[int, ...] | None]]:
    """Each character with its ink and paper, as a terminal would keep them."""
    found = []
    ink: tuple[int, ...] | None = None
    paper: tuple[int, ...] | None = None
    for codes, char in CODES.findall(line):
        numbers = [int(code or 0) for code in codes.split(";")] if not char else []
        while numbers:
            if numbers[0] == 0:
                ink = paper = None
            if numbers[0] in (38, 48):
                assert numbers[1] == 2
                rgb = tuple(numbers[2:5])
                ink, paper = (rgb, paper) if numbers[0] == 38 else (ink, rgb)
                numbers = numbers[5:]
            else:
                numbers = numbers[1:]
        if char:
            found.append((char, ink, paper))
    return found


@given(data=st.data())
def test_letters_give_the_picture_back(
    nonograms: st.SearchStrategy[Nonogram], data: st.DataObject,
) -> None:
    nonogram = data.draw(nonograms)
    assert nonogram.solution is not None
    grid = grid_of(nonogram)[0]
    symbols = {c.symbol: n for n, c in enumerate(nonogram.puzzle.palette.colours)}
    rows = terminal(nonogram, picture=nonogram.solution, clues=False).split("\n")
    assert [[symbols[char] for char in row] for row in rows] == grid.nest(nonogram.solution)


@given(data=st.data())
def test_wide_cells_have_their_colours(
    nonograms: st.SearchStrategy[Nonogram], data: st.DataObject,
) -> None:
    nonogram = data.draw(nonograms)
    assert nonogram.solution is not None
    grid = grid_of(nonogram)[0]
    text = terminal(nonogram, picture=nonogram.solution, clues=False, colour=True, width=80)
    rows = [looks(line) for line in text.split("\n")]
    rgbs = [channels(colour.rgb) for colour in nonogram.puzzle.palette.colours]
    for y, row in enumerate(grid.nest(nonogram.solution)):
        assert [paper for _, _, paper in rows[y]] == [rgbs[c] for c in row for _ in range(2)]


@given(data=st.data())
def test_half_cells_have_their_colours(
    nonograms: st.SearchStrategy[Nonogram], data: st.DataObject,
) -> None:
    nonogram = data.draw(nonograms)
    assert nonogram.solution is not None
    grid = grid_of(nonogram)[0]
    text = terminal(nonogram, picture=nonogram.solution, clues=False, colour=True,
                    width=grid.width)
    rows = [looks(line) for line in text.split("\n")]
    assert len(rows) == (grid.height + 1) // 2
    rgbs = [channels(colour.rgb) for colour in nonogram.puzzle.palette.colours]
    for y, row in enumerate(grid.nest(nonogram.solution)):
        shown = [ink if y % 2 == 0 else paper for _, ink, paper in rows[y // 2]]
        assert shown == [rgbs[c] for c in row]
        assert {char for char, _, _ in rows[y // 2]} == {"▀"}


@given(data=st.data(), colour=st.booleans(), unicode=st.booleans(), width=st.integers(1, 90),
       blank=st.booleans())
def test_no_line_is_wider_than_the_terminal(
    nonograms: st.SearchStrategy[Nonogram], data: st.DataObject, colour: bool, unicode: bool,
    width: int, blank: bool,
) -> None:
    nonogram = data.draw(nonograms)
    picture = None if blank else nonogram.solution
    text = plain(terminal(nonogram, picture=picture, colour=colour, unicode=unicode, width=width))
    for line in text.split("\n"):
        words = line.startswith("(") or re.match(" ?[#pgh] ", line)  # a remark, or the legend
        assert words or columns(line) <= width
    assert unicode or text.isascii()


def test_how_it_looks_in_a_file() -> None:
    nonogram = from_picture([[1, 0, 1, 1, 1, 1], [0, 0, 1, 0, 0, 0]], info=Info(title="Bits"))
    assert terminal(nonogram, picture=nonogram.solution, unicode=False).split("\n") == [
        "Bits",
        "      1 0 2 1 1  1",
        "    +----------+--+",
        "1 4 | # . # # #| #|",
        "  1 | . . # . .| .|",
        "    +----------+--+",
    ]


def test_colours_are_named_where_none_are_seen(hostile: Nonogram) -> None:
    text = terminal(hostile, unicode=False)
    assert "1# 1p 1g 1h" in text
    assert "p pale" in text
    assert "\x1b" not in text


def test_letters_for_open_and_marked_cells(cross: Nonogram) -> None:
    state = State.of([0, 1, None] + [None] * 9)
    assert terminal(cross, picture=state, clues=False).split("\n")[0] == ".#?"
    marked = terminal(cross, picture=cross.solution, marks=[1], clues=False)
    assert marked.split("\n")[:2] == [" .*# .", " # # #"]


def test_numbers_of_two_digits_are_told_apart() -> None:
    nonogram = from_picture([[1, 1]] * 12)
    wide = plain(terminal(nonogram, picture=nonogram.solution, unicode=False))
    assert wide.split("\n")[0].split() == ["12", "12"]
    stacked = terminal(nonogram, picture=nonogram.solution, unicode=False, width=8)
    assert [line.split() for line in stacked.split("\n")[:2]] == [["1", "1"], ["2", "2"]]
    striped = terminal(nonogram, picture=nonogram.solution, colour=True, width=80).split("\n")[0]
    papers = [paper for char, _, paper in looks(striped) if paper]
    assert papers[0] == papers[1] != papers[2] == papers[3]


def test_hidden_clues_are_said_to_be() -> None:
    nonogram = from_picture([[1, 0] * 10] * 4)
    text = plain(terminal(nonogram, picture=nonogram.solution, colour=True, width=25))
    assert text.endswith("(clues hidden: with them it needs 60 columns, but there are 25)")
    assert "draw it to a file" in terminal(nonogram, colour=True, width=10)


def test_a_puzzle_keeps_its_clues_as_long_as_can_be() -> None:
    nonogram = from_picture([[1, 0] * 10] * 4)
    assert "hidden" not in terminal(nonogram, colour=True, width=45)


@pytest.mark.parametrize("symbols", ["\x1b\n", "?*", ".\u00e9", "  ".replace(" ", "\u3000", 1)])
def test_symbols_that_do_not_serve_are_replaced(symbols: str) -> None:
    palette = Palette((Colour("a", "#ffffff", symbols[0]), Colour("b", "#000000", symbols[1])))
    nonogram = from_picture([[0, 1]], palette=palette)
    assert terminal(nonogram, picture=nonogram.solution, clues=False) == ".#"


def test_256_colours(cross: Nonogram) -> None:
    text = terminal(cross, picture=cross.solution, colour=True, true_colour=False)
    assert ";5;" in text
    assert ";2;" not in text


def test_titles_cannot_steer_the_terminal(hostile: Nonogram) -> None:
    assert "\x1b" not in terminal(hostile)
    for code in re.findall(r"\x1b.", terminal(hostile, colour=True)):
        assert code == "\x1b["
    assert "[2J" not in re.sub(r"�\[2J", "", plain(terminal(hostile, colour=True)))
