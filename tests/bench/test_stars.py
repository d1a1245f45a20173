"""The bench of stars."""

from __future__ import annotations

from pathlib import Path

import pytest

from nonoforge.bench import BenchOptions, measure
from nonoforge.errors import InputError
from nonoforge.families import families
from nonoforge.families.grid import from_picture
from nonoforge.formats import save


def test_shares_by_folder_and_family(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "none").mkdir()
    (tmp_path / "none" / "notes.txt").write_text("no puzzle")
    save(from_picture([[1, 1], [0, 1]]), str(tmp_path / "one" / "easy.nono"))
    save(from_picture([[1, 0], [0, 1]]), str(tmp_path / "one" / "ambiguous.nono"))
    table = measure("stars", BenchOptions(str(tmp_path)))
    assert table.rows == tuple(("one", family, 2, 1, 100, 0, 0, 0, 0) for family in ("grid", "all"))
    _, techniques = table.more
    assert sum(sum(row[2:]) for row in techniques.rows) == 1
    with pytest.raises(InputError, match="no puzzle"):
        measure("stars", BenchOptions(str(tmp_path / "none")))


def test_starters_of_all_families() -> None:
    rows = measure("stars", BenchOptions()).rows
    assert {row[1] for row in rows} == {*(family.name for family in families()), "all"}
    assert all(sum(row[4:]) == pytest.approx(100) for row in rows)
