"""The bench on propagation and probing runs, in small, and its figures make sense."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path

import pytest

from helpers.puzzles import random_nonogram, rounds
from nonoforge.bench import BenchOptions, Report, Table, chen_hung, measure, render
from nonoforge.bench.chen_hung import FINDINGS, probe_once
from nonoforge.engine import probe, propagate
from nonoforge.families.grid import from_picture
from nonoforge.formats import save

CROSS = [[0, 1, 0], [1, 1, 1], [0, 1, 0]]
DOTS = [[1, 0, 0], [0, 1, 0]]


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chen_hung, "SIDES", (6,))
    monkeypatch.setattr(chen_hung, "ORDER_COUNT", 3)
    monkeypatch.setattr(chen_hung, "KINDS", ((1, 8, 0.4), (3, 8, 0.4)))
    monkeypatch.setattr(chen_hung, "PROBING_COUNT", 5)
    monkeypatch.setattr(chen_hung, "ROUNDS", 2)
    monkeypatch.setattr(chen_hung, "LINES", 5)


def column(table: Table, name: str) -> list[object]:
    at = table.columns.index(name)
    return [row[at] for row in table.rows]


def figures(table: Table, name: str) -> list[float]:
    return [float(str(figure)) for figure in column(table, name)]


def test_random_puzzles() -> None:
    told: list[tuple[int, int, str]] = []

    class Told(Report):
        def at(self, done: int, total: int, name: str) -> None:
            told.append((done, total, name))

    table = measure("chen-hung-propagation", BenchOptions(repeats=1, report=Told()))
    assert column(table, "count") == [3, 3, 3, 3, 12]
    assert all(a >= b for a, b in zip(figures(table, "plain settled"),
                                      figures(table, "ordered settled"), strict=True))
    assert len(table.more) == 3
    assert [done for done, _, _ in told] == list(range(len(told)))
    assert {total for _, total, _ in told} == {len(told)}, "each part is told, and no more"


def test_a_seed_repeats() -> None:
    counted = ("count", "plain settled", "ordered settled")
    one, other = (measure("chen-hung-propagation", BenchOptions(repeats=1,
                                                                seed=4)) for _ in range(2))
    assert [column(one, name) for name in counted] == [column(other, name) for name in counted]
    assert one.more[0].rows == other.more[0].rows
    assert one.more[1].rows == other.more[1].rows


def test_plots_name_columns() -> None:
    table = measure("chen-hung-propagation", BenchOptions(repeats=1))
    for each in (table, *table.more):
        assert each.plot is not None
        assert {each.plot.labels, *each.plot.series} <= set(each.columns)
        labels = column(each, each.plot.labels)
        assert len(set(labels)) == len(labels)


def test_probing() -> None:
    fully, once, _ = measure("chen-hung-propagation", BenchOptions(repeats=1)).more
    assert column(fully, "count") == [5, 5]
    for table, names in ((fully, [f"{name} %" for name in chen_hung.DEPTHS]),
                         (fully, [f"{name} solved" for name in chen_hung.DEPTHS]),
                         (once, [f"{name} %" for name in FINDINGS[:3]])):
        for less, more in pairwise(names):
            assert all(a <= b for a, b in zip(figures(table, less), figures(table, more),
                                              strict=True)), "a deeper probe decides no less"
    assert all(a <= b for a, b in zip(figures(once, "contradictions %"), figures(once, "all %"),
                                      strict=True))


def test_one_round_finds_no_more_than_probing_does() -> None:
    rng = random.Random(1)
    seen = 0
    for _ in range(rounds(40)):
        puzzle = random_nonogram(rng, 8, 4, 0.4).puzzle
        start = propagate(puzzle).state
        if not start.solved:
            fully = len(probe(puzzle, start, 3).state.open_cells())
            counts = probe_once(puzzle, start)
            assert counts[0] <= counts[1] <= counts[2] <= counts[4]
            assert counts[3] <= counts[4] <= len(start.open_cells()) - fully
            seen += counts[0] > 0
    assert seen


def test_line_solvers() -> None:
    lines = measure("chen-hung-propagation", BenchOptions(repeats=1)).more[2]
    for name, exact in zip(column(lines, "line solver"), figures(lines, "exact lines %"),
                           strict=True):
        assert exact == 100 or str(name).startswith("logic-rules")
    assert all(figure > 0 for figure in figures(lines, "us a line"))


def test_a_folder(tmp_path: Path) -> None:
    save(from_picture(CROSS), tmp_path / "cross.nono")
    save(from_picture(DOTS), tmp_path / "dots.nono")
    table = measure("chen-hung-propagation", BenchOptions(str(tmp_path), 1))
    assert column(table, "puzzles") == ["cross", "dots", "all"]
    ordered = figures(table, "ordered settled")
    assert ordered[2] == sum(ordered[:2])
    assert column(table.more[0], "puzzles") == ["dots"], "only this one stalls"
    assert column(table.more[0], "open cells") == [4]
    assert all(render(table, kind) for kind in ("text", "csv", "markdown", "json"))


def test_a_folder_where_nothing_stalls(tmp_path: Path) -> None:
    save(from_picture(CROSS), tmp_path / "cross.nono")
    table = measure("chen-hung-propagation", BenchOptions(str(tmp_path), 1))
    assert len(table.more) == 1
    assert any("nothing to probe" in note for note in table.notes)


def test_too_many_open_cells_are_a_dash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chen_hung, "MAX_OPEN", 3)
    save(from_picture(DOTS), tmp_path / "dots.nono")
    once = measure("chen-hung-propagation", BenchOptions(str(tmp_path), 1)).more[1]
    assert column(once, "FP1 %") == [None]
