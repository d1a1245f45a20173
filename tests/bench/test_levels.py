"""The table of levels, in small."""

from __future__ import annotations

import pytest

from nonoforge.bench import BenchOptions, Report, measure, render
from nonoforge.bench.mikayelyan import LARGE, LEVELS, _reversals
from nonoforge.bench.table import Draft
from nonoforge.engine import Budget
from nonoforge.errors import InputError
from nonoforge.methods import choose


def test_the_published_figures() -> None:
    assert sum(level.puzzles for level in LEVELS) == 80
    for level in LEVELS:  # the printed ratios follow from the printed means
        assert level.backtrack[0] / level.line_solver[0] == pytest.approx(level.ratio, rel=0.06)
    assert [(large.width, large.height) for large in LARGE] == [
        (10, 22), (25, 21), (28, 27), (20, 17), (40, 40)]


def test_small(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[int, int, str]] = []

    class Told(Report):
        def at(self, done: int, total: int, name: str) -> None:
            told.append((done, total, name))

    monkeypatch.setattr("nonoforge.bench.mikayelyan.LARGE", LARGE[:4])
    methods = ("backtrack:cap=20000", "enumerate", "auto")
    options = BenchOptions(repeats=2, seed=1, budget=Budget(nodes=100), methods=methods,
                           report=Told())
    table = measure("mikayelyan-levels", options)
    rows = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    assert [row["level"] for row in rows] == ["easy peasy", "easy", "medium"]
    assert all(row["puzzles"] == 2 for row in rows)
    assert all(row["enumerate unsolved"] == 0 and row["auto unsolved"] == 0 for row in rows)
    assert rows[1]["published backtrack s"] == 5.5246
    assert isinstance(rows[0]["ratio"], float)
    assert told[0] == (0, 10, "easy peasy, backtrack:cap=20000")
    assert told[-1] == (9, 10, "20x17, auto")
    (large,) = table.more
    sizes = [dict(zip(large.columns, row, strict=True)) for row in large.rows]
    assert [row["size"] for row in sizes] == ["10x22", "25x21", "28x27", "20x17"]
    assert all(isinstance(row["enumerate s"], float) for row in sizes)
    assert any(note.startswith("28x27, backtrack:cap=20000: ") and "the cap" in note
               for note in large.notes)
    for one in (table, large):
        assert one.plot is not None
        assert set(one.plot.series) <= set(one.columns)
        assert all(render(one, kind) for kind in ("text", "csv", "markdown", "json"))


def test_as_it_is_asked_for_and_with_one_method(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nonoforge.bench.mikayelyan.LARGE", ())
    table = measure("mikayelyan-levels", BenchOptions(repeats=1, budget=Budget(nodes=20)))
    assert table.columns[3:6] == ("backtrack s", "backtrack sd", "backtrack unsolved")
    assert table.plot is not None
    assert table.plot.series[:4] == ("backtrack s", "enumerate s", "enumerate:eager s", "auto s")
    table = measure("mikayelyan-levels", BenchOptions(repeats=1, methods=("line",)))
    assert table.columns[3] == "line s"
    assert table.rows[0][table.columns.index("ratio")] is None


def test_bad_wishes() -> None:
    with pytest.raises(InputError, match="leave the path out"):
        measure("mikayelyan-levels", BenchOptions("somewhere"))
    with pytest.raises(InputError, match="did you mean enumerate"):
        measure("mikayelyan-levels", BenchOptions(methods=("enumerat",)))


def test_listing_all_placements_first_fails_on_wide_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines alone solve the puzzle, and the line solver that lists what it needs does."""
    monkeypatch.setattr("nonoforge.bench.mikayelyan.LEVELS", LEVELS[:1])
    monkeypatch.setattr("nonoforge.bench.mikayelyan.LARGE", LARGE[-1:])
    table = measure("mikayelyan-levels", BenchOptions(
        repeats=1, methods=("enumerate:eager", "enumerate")))
    (large,) = table.more
    row = dict(zip(large.columns, large.rows[0], strict=True))
    assert row["enumerate:eager s"] is None
    assert isinstance(row["enumerate s"], float)
    assert any("40x40, enumerate:eager: the lines together have more than" in note
               for note in large.notes)


def test_a_ranking_that_is_reversed_is_remarked() -> None:
    draft = Draft("", ("level", "ratio", "published ratio"), Report())
    for name, ratio in (("small", 0.4), ("large", 3.0)):
        draft.row(name, ratio, 28)
    [note] = _reversals(draft, [choose("backtrack"), choose("enumerate:eager")])
    assert note.startswith("small: the reverse")
    assert not list(_reversals(draft, [choose("auto"), choose("line")]))
