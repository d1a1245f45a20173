"""Triddlers on the page: board data and thumbnails."""

from __future__ import annotations

import random
from xml.etree import ElementTree

import msgspec

from families.tri.outlines import outlines, random_tri
from nonoforge.families.tri import TriGrid, from_rows


def test_the_board_has_sides_and_clues() -> None:
    flag = from_rows(TriGrid((1, 1, 1, 1, 1, 1)), [[1, 2, 0], [2, 1, 1]])
    board = msgspec.to_builtins(flag.family.board(flag))
    assert board["board"] == "tri"
    assert board["tri"] == {"sides": [1, 1, 1, 1, 1, 1]}
    assert board["cells"] == 6
    assert board["clues"][2] == [(1, 2), (1, 1), (1, 2)]
    assert board["words"]["cell"] == ("triangle", "triangles")
    assert isinstance(flag.family.board(flag), flag.family.board_type)


def test_thumbnails_are_pictures_of_any_outline() -> None:
    rng = random.Random(2)
    for grid in outlines(2):
        picture = bytes(rng.randrange(2) for _ in range(grid.cells))
        nonogram = from_rows(grid, grid.nest(picture))
        root = ElementTree.fromstring(nonogram.family.thumbnail(nonogram, picture))
        assert len(root) == 1 + any(picture)


def test_a_large_thumbnail_leaves_rows_out() -> None:
    grid = TriGrid.of_sides(150, 150, 150, 150)
    picture = bytes(index % 7 == 0 for index in range(grid.cells))
    nonogram = random_tri(random.Random(1))
    small = nonogram.family.thumbnail(nonogram, nonogram.solution or b"")
    large = grid.family.thumbnail(from_rows(grid, grid.nest(picture)), picture)
    assert len(small) < 20_000
    assert len(large) < 1_000_000
