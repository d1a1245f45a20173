"""The table of five models: its published figures, its search, its folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from nonoforge.bench import BenchOptions, measure, models, render
from nonoforge.engine import Budget
from nonoforge.errors import InputError
from nonoforge.families.solid import Census

CUBE = """OFF
8 12 0
0 0 0
1 0 0
1 1 0
0 1 0
0 0 1
1 0 1
1 1 1
0 1 1
3 0 2 1
3 0 3 2
3 4 5 6
3 4 6 7
3 0 1 5
3 0 5 4
3 1 2 6
3 1 6 5
3 2 3 7
3 2 7 6
3 3 0 4
3 3 4 7
"""


@pytest.fixture
def folder(tmp_path: Path) -> str:
    (tmp_path / "Dino.off").write_text(CUBE)
    (tmp_path / "dino.glb").write_bytes(b"not looked at: the original is there")
    (tmp_path / "readme.txt").write_text("hello")
    return str(tmp_path)


def test_the_published_figures_add_up() -> None:
    assert len(models.PUBLISHED) == 15
    for (model, size), row in models.PUBLISHED.items():
        assert sum(row.counts) == row.lines, (model, size)
        assert max(row.size) == size
        for count, span in zip(row.counts[1:], row.ranges or (), strict=True):
            assert (count == 0) == (span is None)


def test_rows(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    exact = Census((4, 4, 4), (0, 48, 0, 0), ((4, 4), None, None))
    monkeypatch.setattr(models, "PUBLISHED", {
        ("dino", 4): exact,
        ("dino", 5): Census((5, 5, 5), (0, 75, 0, 0), ((5, 6), None, None)),
        ("dino", 6): Census((6, 2, 2), (0, 28, 0, 0), ((2, 6), None, None)),
        ("duck", 4): exact,
    })
    monkeypatch.setattr(models, "GRACE", 0.05)
    table = measure("halford-table4", BenchOptions(folder, budget=Budget(seconds=0.3)))
    rows = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    assert [row["puzzle"] for row in rows] == ["dino 4", "dino 5", "dino 6"]
    assert [row["match"] for row in rows][:2] == ["exact", "counts"]
    assert rows[0]["single"] == "48(4)"
    assert rows[1]["range ends off"] == 1
    assert rows[2]["match"] == "none"
    assert table.notes[0].startswith("2 of 3 rows have the published size")
    assert all(render(table, kind) for kind in ("text", "csv", "markdown", "json"))


def test_folders(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="name the folder with the meshes"):
        measure("halford-table4", BenchOptions())
    with pytest.raises(InputError, match="not a folder"):
        measure("halford-table4", BenchOptions(str(tmp_path / "nowhere")))
    with pytest.raises(InputError, match="no meshes with the names"):
        measure("halford-table4", BenchOptions(str(tmp_path)))


SHARED = Path(__file__).parents[3] / "shared" / "meshes"


@pytest.mark.skipif(not SHARED.exists(), reason="the models are not here")
@pytest.mark.parametrize("row", [("dino", 12), ("dino", 24), ("duck", 12), ("horse", 24)])
def test_quick_rows_are_found(row: tuple[str, int]) -> None:
    from nonoforge.families.solid import place, read_mesh

    path = models._files(str(SHARED))[row[0]]
    wanted = models.PUBLISHED[row]
    for seed in range(5):
        found = place(read_mesh(path), row[1], wanted, seed=seed, trials=400, seconds=30)
        if found.score[0] == 0:
            break
    assert found.score[0] == 0
