"""`nonoforge hint`, as it is typed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from helpers.arrangements import moon
from nonoforge.families.grid import from_picture
from nonoforge.families.solid import from_voxels
from nonoforge.formats import save
from nonoforge.nonogram import Nonogram
from nonoforge.palette import Palette
from nonoforge.state import State

Run = Callable[..., tuple[int, str, str]]

# unique.non:  ###
#              .#.


@pytest.mark.parametrize(("stage", "said"), [
    ("where", "Look at row 1.\n"),
    ("clue", "Row 1, clue 3: the 3 fills all 3 cells.\n"),
    ("why", "Row 1, clue 3: the 3 fills all 3 cells.\n"),
    ("do", "Row 1, clue 3: the 3 fills all 3 cells, so cells 1-3 are filled.\n"),
])
def test_stages(run: Run, stage: str, said: str) -> None:
    assert run("hint", "unique.non", "--stage", stage) == (0, said, "")


def test_from_a_state(run: Run) -> None:
    Path("now.txt").write_text("###\n???\n")
    code, out, _ = run("hint", "unique.non", "--state", "now.txt")
    assert code == 0
    assert out.startswith(("Column 1, clue 1: ", "Row 2", "Column 2"))
    Path("now.txt").write_text("###\n.#.\n")
    assert run("hint", "unique.non", "--state", "now.txt")[1] == (
        "All clues are met: it is solved.\n")


def test_a_mistake_comes_first(run: Run) -> None:
    Path("now.txt").write_text("#.?\n???\n")
    code, out, _ = run("hint", "unique.non", "--state", "now.txt")
    assert code == 0
    assert out.splitlines() == [
        "There is a mistake: what is written so far cannot be finished.",
        "Take back the last steps until it is gone.",
        "Row 1, clue 3, cannot be coloured any more: known is #.?, and there is no place left for "
        "the 3.",
        "Wrong: row 1, column 2."]
    _, out, _ = run("hint", "unique.non", "--state", "now.txt", "--stage", "where")
    assert len(out.splitlines()) == 1
    _, out, _ = run("hint", "unique.non", "--state", "now.txt", "--stage", "where", "--json")
    record = json.loads(out)
    assert (record["kind"], len(record["stages"])) == ("mistake", 1)
    assert record["wrong"] == []  # no more than the stage tells
    record = json.loads(run("hint", "unique.non", "--state", "now.txt", "--json")[1])
    assert (record["wrong"], record["last_good"]) == ([1], None)


def test_saved_states_are_a_history(run: Run) -> None:
    puzzle = from_picture([[1, 1, 1], [0, 1, 0]])
    states = [State.of([None] * 6), State.of([1, *[None] * 5]), State.of([1, 0, *[None] * 4])]
    save(Nonogram(puzzle.puzzle, puzzle.geometry, saved=tuple(states)), "saved.nono")
    code, out, _ = run("hint", "saved.nono")
    assert code == 0
    assert "1 step ago all was still right; go back to that.\n" in out
    record = json.loads(run("hint", "saved.nono", "--json")[1])
    assert record["last_good"] == 1
    assert json.loads(run("hint", "unique.non", "--state", "saved.nono", "--json")[1]) == (
        record | {"file": "unique.non"})


def test_json(run: Run) -> None:
    record = json.loads(run("hint", "unique.non", "--json")[1])
    assert record == {
        "file": "unique.non", "kind": "step", "lines": ["row 1"], "rung": 0,
        "technique": "zero and full", "cells": [[0, [1]], [1, [1]], [2, [1]]],
        "line_indices": [0], "clues": ["3"], "reason": record["reason"], "wrong": [],
        "last_good": None,
        "stages": ["Look at row 1.", "Row 1, clue 3: the 3 fills all 3 cells.",
                   "Row 1, clue 3: the 3 fills all 3 cells.",
                   "Row 1, clue 3: the 3 fills all 3 cells, so cells 1-3 are filled."]}
    record = json.loads(run("hint", "unique.non", "--json", "--stage", "where")[1])
    told = {name for name, value in record.items() if value not in ([], "", None)}
    assert told == {"file", "kind", "lines", "line_indices", "stages"}


def test_every_family_and_colours(run: Run) -> None:
    solid = from_voxels([[[1, 1, 1], [0, 1, 0]], [[1, 0, 0], [0, 0, 0]]])
    flag = from_picture([[1, 1, 2], [0, 2, 2]], palette=Palette.of("#ffffff", "#000000", "#cc0000"))
    for name, nonogram, text in (
            ("solid", solid, "???\n???\n\n???\n???\n"), ("moon", moon(), "???\n"),
            ("flag", flag, "a??\n???\n")):
        save(nonogram, f"{name}.nono")
        Path("now.txt").write_text(text)
        code, out, err = run("hint", f"{name}.nono", "--state", "now.txt", "--json")
        assert (code, err) == (0, "")
        assert json.loads(out)["kind"] == "step"


def test_puzzles_that_give_no_hint(run: Run) -> None:
    assert run("hint", "multiple.non") == (
        0, "Nothing follows from here: more than one solution fits.\n", "")
    assert run("hint", "none.non") == (0, "The puzzle itself has no solution.\n", "")


def test_bad_usage(run: Run) -> None:
    Path("now.txt").write_text("??\n??\n")
    for arguments in (("nowhere.non",), ("unique.non", "--state", "now.txt"),
                      ("unique.non", "--state", "nowhere.txt"), ("two.nonpack",),
                      ("unique.non", "--stage", "all"), ("unique.non", "--state", "unique.non"),
                      ("unique.non", "--budget", "soon")):
        code, out, err = run("hint", *arguments)
        assert (code, out) == (2, "")
        assert err
        assert "Traceback" not in err
