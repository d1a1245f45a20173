"""Text pictures of triddlers: clues go on with their lines."""

from __future__ import annotations

import random

from families.tri.outlines import random_tri
from nonoforge.drawing import terminal
from nonoforge.families.tri import TriGrid, from_colouring, from_rows
from nonoforge.palette import Palette
from nonoforge.state import State

PROPELLER = from_rows(TriGrid((1, 1, 1, 1, 1, 1)), [[1, 0, 1], [0, 1, 0]])


def test_a_picture_is_rows_each_half_an_edge_further() -> None:
    assert terminal(PROPELLER, picture=PROPELLER.solution, clues=False).split("\n") == [
        "#.#",
        ".#."]
    triangle = from_colouring(TriGrid((2, 0, 2, 0, 2, 0)), bytes([1, 0, 1, 0]))
    assert terminal(triangle, picture=triangle.solution, clues=False).split("\n") == [
        " #",
        ".#."]


def test_clues_stand_around_it() -> None:
    assert terminal(PROPELLER, picture=PROPELLER.solution).split("\n") == [
        "           1   1",
        "1 1  # . #   1",
        "  1  . # .   1",
        "           1",
        "             1"]


def test_every_number_is_shown_once() -> None:
    rng = random.Random(5)
    for _ in range(30):
        nonogram = random_tri(rng, 4)
        lines = terminal(nonogram).split("\n")
        legend = 0 if nonogram.puzzle.palette.plain else 1
        text = " ".join(lines[:len(lines) - legend])
        shown = sorted(word.rstrip("abc#") for word in text.split() if word[0] in "0123456789")
        wanted = sorted(number for line in nonogram.puzzle.lines for number in
                        ([str(run.length) for run in line.clue.runs] or ["0"]))
        assert shown == wanted


def test_states_marks_and_room() -> None:
    state = State.of([1, None, 0, None, None, None])
    assert terminal(PROPELLER, picture=state, clues=False).split("\n") == ["#?.", "???"]
    marked = terminal(PROPELLER, picture=PROPELLER.solution, clues=False, marks=[1])
    assert marked.split("\n") == [" #*. #", " . # ."]
    narrow = terminal(PROPELLER, picture=PROPELLER.solution, width=8)
    assert narrow.endswith("(clues hidden: they do not fit into 8 columns)")
    assert "needs 3 columns" in terminal(PROPELLER, width=2)
    low = terminal(PROPELLER, picture=PROPELLER.solution, width=80, height=3)
    assert low.split("\n") == ["#.#", ".#."]


def test_colours_keep_to_the_width() -> None:
    flag = from_rows(TriGrid((1, 1, 1, 1, 1, 1)), [[1, 2, 1], [2, 1, 2]],
                     palette=Palette.of("#ffffff", "#cc0000", "#0000cc"))
    text = terminal(flag, picture=flag.solution, colour=True, width=80)
    assert {"▲", "▼"} <= set(text)
    assert "48;2;204;0;0" in text
    assert "▲" not in terminal(flag, picture=flag.solution, colour=True, width=80, unicode=False)
