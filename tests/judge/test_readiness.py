"""Whether puzzles are ready for people."""

from __future__ import annotations

from dataclasses import replace

import pytest

from nonoforge.drawing import Contents, DrawOptions
from nonoforge.engine import Budget, solve
from nonoforge.families import families
from nonoforge.families.grid import from_clues, from_picture
from nonoforge.families.solid import from_voxels
from nonoforge.family import Family
from nonoforge.formats import load
from nonoforge.judge import check, flaws
from nonoforge.nonogram import Info, Nonogram
from nonoforge.palette import Palette

CROSS = [[0, 1, 0], [1, 1, 1], [0, 1, 0]]


def kinds(nonogram: Nonogram, **how: object) -> list[str]:
    return [flaw.kind for flaw in flaws(nonogram, solve(nonogram, **how))]


def test_a_good_puzzle_has_no_flaws() -> None:
    assert kinds(from_picture(CROSS)) == []
    assert check(from_picture(CROSS)).ready


def test_each_flaw() -> None:
    assert kinds(from_picture([[1, 0], [0, 1]])) == ["multiple"]
    assert kinds(from_clues([[2], [], [1]], [[1, 1], [], [1]])) == ["none"]
    assert kinds(from_picture([[0, 0], [0, 0]])) == ["empty"]
    assert kinds(from_picture([[1, 1], [1, 1]])) == ["empty"]
    assert kinds(from_voxels([[[1, 1], [1, 1]]])) == ["empty"]
    wide = from_picture([[x % 2 for x in range(300)], [1] * 300])
    assert kinds(wide) == ["print"]
    reds = Palette.of("#ffffff", "#c00000", "#c80808")
    assert kinds(from_picture([[1, 1, 2], [0, 2, 2]], palette=reds)) == ["colours"]
    confused = Palette.of("#ffffff", "#c00000", "#5c5c00")
    red_and_olive = from_picture([[1, 1, 2], [0, 2, 2]], palette=confused)
    assert [flaw.serious for flaw in flaws(red_and_olive, solve(red_and_olive))] == [False]
    noise = from_picture([[(x * x + y * y * 3 + x * y) % 7 < 3 for x in range(25)]
                          for y in range(25)])
    assert kinds(noise, method="line", budget=Budget(seconds=5))[0] == "unknown"


@pytest.mark.parametrize("title", ["", "Puzzle 12", "No. 7", "#3", "Grid", "untitled", "Random"])
def test_titles_that_say_nothing(title: str) -> None:
    assert kinds(replace(from_picture(CROSS), info=Info(title=title))) == []


def test_a_title_that_says_what_will_be_seen_is_not_serious() -> None:
    named = replace(from_picture(CROSS), info=Info(title="Cross"))
    report = check(named)
    assert [flaw.kind for flaw in report.flaws] == ["title"]
    assert report.ready


@pytest.mark.parametrize("family", families(), ids=lambda family: family.name)
def test_the_outline_on_paper_has_the_sizes_of_the_whole_drawing(family: Family) -> None:
    for file in family.starters:
        nonogram = load(str(file))
        outline = family.paper_outline(nonogram)
        whole = family.display(nonogram, Contents(), DrawOptions(), medium="paper")
        assert outline._replace(items=(), title="", summary="") == whole._replace(
            items=(), title="", summary="")
