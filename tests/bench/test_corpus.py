"""Puzzles to measure on."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from nonoforge.bench.corpus import blobs, line_solvable_puzzles, noise, puzzles_at, random_puzzles
from nonoforge.engine import solve
from nonoforge.errors import InputError
from nonoforge.families.grid import from_picture
from nonoforge.formats import save


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    save(from_picture([[1, 0, 1]]), tmp_path / "b.nono")
    save(from_picture([[1], [1]]), tmp_path / "a.non", lossy=True)
    (tmp_path / "bad.non").write_text("width 3\n")
    (tmp_path / "README.rst").write_text("not a puzzle")
    return tmp_path


def test_a_folder(folder: Path) -> None:
    """In order of their names; bad ones are noted, strangers ignored."""
    entries, notes = puzzles_at(str(folder))
    assert [(entry.name, entry.size) for entry in entries] == [("a", "1x2"), ("b", "3x1")]
    [note] = notes
    assert note.startswith(f"left out: {folder / 'bad.non'}:")


def test_a_file(folder: Path) -> None:
    entries, notes = puzzles_at(str(folder / "b.nono"))
    assert [entry.name for entry in entries] == ["b"]
    assert notes == []


def test_several_puzzles_in_one_file(tmp_path: Path) -> None:
    path = tmp_path / "two.nonpack"
    text = "width 1\nheight 1\nrows\n1\ncolumns\n1\n"
    path.write_text(f"{text}====\n{text}")
    assert [entry.name for entry in puzzles_at(str(path))[0]] == ["two#1", "two#2"]


@pytest.mark.parametrize("name", ["bad.non", "nosuch.non", "README.rst"])
def test_a_bad_file_is_an_error(folder: Path, name: str) -> None:
    with pytest.raises(InputError) as caught:
        puzzles_at(str(folder / name))
    assert name in str(caught.value)


def test_an_empty_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no puzzle is in this folder"):
        puzzles_at(str(tmp_path))


def test_a_seed_repeats() -> None:
    for make in (lambda rng: noise(rng, 5, 4, 0.5), lambda rng: blobs(rng, 5, 4)):
        assert make(Random(1)) == make(Random(1)) != make(Random(2))
        assert [len(row) for row in make(Random(1))] == [5] * 4
    assert random_puzzles(Random(3), 2, 6, 0.5) == random_puzzles(Random(3), 2, 6, 0.5)


def test_line_solvable_puzzles_are() -> None:
    puzzles = line_solvable_puzzles(Random(1), 10, 12)
    assert len(puzzles) == 10
    assert all(solve(puzzle).line_solvable for puzzle in puzzles)
