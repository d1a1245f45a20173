"""The bench of hidden clues."""

from __future__ import annotations

from pathlib import Path

from nonoforge.bench import BenchOptions, measure
from nonoforge.engine import Budget
from nonoforge.families.solid import from_voxels
from nonoforge.formats import save


def test_hiding(tmp_path: Path) -> None:
    tower = from_voxels([[[1, 1], [1, 0], [1, 0]], [[1, 1], [0, 0], [0, 0]]])
    board = from_voxels([[[(x + y + z) % 2 for x in range(2)] for y in range(2)] for z in range(2)])
    save(tower, str(tmp_path / "tower.nono"))
    save(board, str(tmp_path / "board.nono"))
    table = measure("hiding", BenchOptions(str(tmp_path), budget=Budget(nodes=2)))
    (tower_row,) = table.rows
    row = dict(zip(table.columns, tower_row, strict=True))
    assert (tower_row[0], row["verdict"], row["clues"]) == ("tower", "unique", 16)
    assert isinstance(row["left"], int)
    assert 0 < row["left"] < 16
