"""Boards: what a page gets is what the puzzle is, and never its solution."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

import nonoforge
from nonoforge.clues import Runs
from nonoforge.nonogram import Nonogram

EXAMPLES = Path(__file__).parents[2] / "examples"
FILES = sorted(path for path in EXAMPLES.rglob("*.nono"))


def board_of(nonogram: Nonogram) -> dict[str, Any]:
    """The board as the page gets it."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(
        nonogram.family.board(nonogram)))
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_board_tells_every_clue(path: Path) -> None:
    nonogram = nonoforge.load(path)
    board = board_of(nonogram)
    again: Any = msgspec.convert(board, nonogram.family.board_type)
    assert again == nonogram.family.board(nonogram)
    assert board[board["board"]]
    assert board["words"]["cell"] == list(nonogram.family.cell)
    assert board["words"]["size"] == nonogram.family.size(nonogram)
    assert board["words"]["rules"]
    assert "solution" not in board
    assert board["cells"] == nonogram.puzzle.cells
    for clue, line in zip(board["clues"], nonogram.puzzle.lines, strict=True):
        if isinstance(line.clue, Runs):
            assert clue == [[run.length, run.colour] for run in line.clue.runs]
        else:
            assert clue == {"counts": [[one.total, one.groups] for one in line.clue.counts]}


@pytest.mark.parametrize("path", [path for path in FILES if path.parent.name == "curved"],
                         ids=lambda path: path.stem)
def test_a_plane_lies_on_its_page(path: Path) -> None:
    nonogram = nonoforge.load(path)
    plane = board_of(nonogram)["plane"]
    assert [line["cells"] for line in plane["lines"]] == [list(line.cells)
                                                        for line in nonogram.puzzle.lines]
    assert len(plane["faces"]) == nonogram.puzzle.cells
    for face in plane["faces"]:
        x, y = face["spot"]
        assert 0 < x < plane["width"]
        assert 0 < y < plane["height"]
        assert face["room"] > 0
    for line, clue in zip(plane["lines"], nonogram.puzzle.lines, strict=True):
        if "label" in line:
            texts = [box["text"] for box in line["label"]["boxes"]]
            assert texts == str(clue.clue).split()
