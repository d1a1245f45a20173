"""Each bench runs, in small, and its figures make sense. No figure is judged by its size."""

from __future__ import annotations

from pathlib import Path

import pytest

from nonoforge.bench import BenchOptions, Report, Table, engine, measure, render
from nonoforge.engine import ENGINE
from nonoforge.errors import InputError
from nonoforge.families.grid import from_picture
from nonoforge.formats import save

native = pytest.mark.skipif(ENGINE != "native", reason="the native kernel is not built")


@pytest.fixture
def folder(tmp_path: Path) -> str:
    save(from_picture([[0, 1, 0], [1, 1, 1], [0, 1, 0]]), tmp_path / "cross.nono")
    save(from_picture([[1, 0, 0], [0, 1, 0]]), tmp_path / "dots.nono")
    return str(tmp_path)


def column(table: Table, name: str) -> list[object]:
    at = table.columns.index(name)
    return [row[at] for row in table.rows]


def test_survey(folder: str) -> None:
    told: list[str] = []

    class Told(Report):
        def row(self, text: str) -> None:
            told.append(text)

    table = measure("survey", BenchOptions(folder, 2, report=Told()))
    assert column(table, "puzzle") == ["cross", "dots"]
    assert column(table, "size") == ["3x3", "3x2"]
    assert column(table, "verdict") == ["unique", "multiple"]
    assert column(table, "level") == ["line", "search"]
    assert all(isinstance(figure, float) for figure in column(table, "plain ms"))
    assert [row.split()[0] for row in told] == ["cross", "dots"]
    assert all(render(table, kind) for kind in ("text", "csv", "markdown", "json"))


def test_survey_needs_puzzles() -> None:
    with pytest.raises(InputError, match="name a file or a folder"):
        measure("survey", BenchOptions())


@native
def test_survey_has_dashes(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """For what the plain engine would take too long for."""
    monkeypatch.setattr(engine, "PLAIN_SECONDS", 0.0)
    table = measure("survey", BenchOptions(folder, 1))
    assert column(table, "plain ms")[1] is None


def test_settle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "CALLS", 400)
    monkeypatch.setattr(engine, "GROWTH", 1e-5)
    monkeypatch.setattr(engine, "CELLS", (16, 100, 300))
    table = measure("settle", BenchOptions(repeats=1))
    assert column(table, "cells") == [30, 30, 16, 16, *[100] * 4, *[300] * 4]
    assert column(table, "blocks") == [8, 8, 4, 8, *[4, 8, 16, 32] * 2]
    assert column(table, "known")[:3] == ["no", "half", "no"]
    assert column(table, "words")[2:] == [1, 1, *[2] * 4, *[16] * 4]


@native
def test_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "COUNT", 10)
    table = measure("batch", BenchOptions(repeats=1))
    assert column(table, "count") == [10, 10]
    assert column(table, "line %")[1] == 100
    for row in table.rows:
        shares = dict(zip(table.columns, row, strict=True))
        assert sum(float(shares[f"{answer} %"] or 0) for answer in engine.ANSWERS) == pytest.approx(
            100)
        assert 0 < float(shares["outside kernel %"] or 0) < 100


def test_batch_of_files(folder: str) -> None:
    table = measure("batch", BenchOptions(folder, 1))
    assert column(table, "count") == [2]
    assert column(table, "unique %") == column(table, "multiple %") == [50]


def test_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    import nonoforge

    monkeypatch.setenv("PYTHONPATH", str(Path(nonoforge.__file__).parents[1]))
    monkeypatch.setattr(engine, "PUZZLES", 2)
    table = measure("plain", BenchOptions(repeats=1))
    assert len(table.rows) == 5
    assert all(float(str(figure)) > 0 for figure in column(table, "median ms"))


@pytest.mark.parametrize("table", ["settle", "plain"])
def test_a_path_is_not_ignored(table: str, folder: str) -> None:
    with pytest.raises(InputError, match="measures puzzles of its own; leave the path out"):
        measure(table, BenchOptions(folder))
