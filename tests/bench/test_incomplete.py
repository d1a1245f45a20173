"""What left-right misses: counted, on lines and on puzzles."""

from __future__ import annotations

from pathlib import Path

import pytest

from nonoforge.bench import BenchOptions, Report, Table, left_right, measure, render
from nonoforge.families.grid import from_picture
from nonoforge.formats import save


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(left_right, "LINES", 60)
    monkeypatch.setattr(left_right, "COUNT", 2)
    monkeypatch.setattr(left_right, "SIDES", (8,))
    monkeypatch.setattr(left_right, "LENGTHS", (10, 30))


def column(table: Table, name: str) -> list[float]:
    at = table.columns.index(name)
    return [float(str(row[at])) for row in table.rows]


def test_lines() -> None:
    table = measure("left-right", BenchOptions(seed=3))
    assert len(table.rows) == 7
    assert table.rows[-1][:2] == ("all", 360)
    assert column(table, "repaired: cells missed %")[-1] > 0
    for what in ("less than exact %", "cells missed %", "contradictions missed %"):
        repaired, original = (column(table, f"{form}: {what}") for form in left_right.FORMS)
        assert all(0 <= some <= more <= 100 for some, more in zip(repaired, original, strict=True))
    assert not any(column(table, "repaired: contradictions missed %"))
    assert column(table, "contradictions")[-1] == sum(column(table, "contradictions")[:-1]) > 0


def test_random_puzzles() -> None:
    [table] = measure("left-right", BenchOptions()).more
    assert column(table, "count") == [2, 2, 2, 2, 8]
    for left, right in (("decided, original", "decided, exact"),
                        ("decided, left-right", "decided, exact"),
                        ("solved, left-right", "solved, exact")):
        assert all(less <= more for less, more in
                   zip(column(table, left), column(table, right), strict=True))


def test_a_seed_repeats() -> None:
    tables = [measure("left-right", BenchOptions(seed=seed)) for seed in (1, 1, 2)]
    assert tables[0].rows == tables[1].rows != tables[2].rows
    assert tables[0].more[0].rows == tables[1].more[0].rows


def test_a_folder(tmp_path: Path) -> None:
    save(from_picture([[0, 1, 0], [1, 1, 1], [0, 1, 0]]), tmp_path / "cross.nono")
    save(from_picture([[1, 2]]), tmp_path / "colours.nono")
    told: list[tuple[int, int, str]] = []

    class Told(Report):
        def at(self, done: int, total: int, name: str) -> None:
            told.append((done, total, name))

    table = measure("left-right", BenchOptions(str(tmp_path), report=Told()))
    [puzzles] = table.more
    assert [row[:3] for row in puzzles.rows] == [("cross", 1, 9), ("all", 1, 9)]
    assert column(puzzles, "solved, exact") == [1, 1]
    assert any(note.startswith("left out: colours; left-right serves black and white")
               for note in puzzles.notes)
    assert [done for done, _, _ in told] == [*range(8)]
    assert all(render(table, kind) for kind in ("text", "csv", "markdown", "json", "svg"))
