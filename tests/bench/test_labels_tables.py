"""The tables of labels, in small: they run, ways agree, published figures are where they belong."""

from __future__ import annotations

from typing import Any

import pytest

from nonoforge.bench import BenchOptions, Table, alarmed, measure, render, timmer
from nonoforge.bench.timmer import (
    TABLE2,
    TABLE4,
    TABLE5,
    TABLE6,
    TABLE7,
    Case,
    Edges,
    Frame,
    frame_task,
    no_worse,
    run,
    same,
    verdict,
)
from nonoforge.engine import Budget
from nonoforge.labeling.options import validate
from nonoforge.labeling.task import Labeling, Placed

pytest.importorskip("numpy")


def column(table: Table, name: str) -> list[Any]:
    at = table.columns.index(name)
    return [row[at] for row in table.rows]


timmer_examples = timmer._examples()


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, table in (("TABLE4", TABLE4), ("TABLE5", TABLE5), ("TABLE7", TABLE7)):
        monkeypatch.setattr(timmer, name, {ports: table[ports] for ports in (3, 5)})
    monkeypatch.setattr(timmer, "TABLE6", TABLE6[1:4])
    monkeypatch.setattr(timmer, "TABLE2", [one for one in TABLE2 if one.labels < 17][:3])
    monkeypatch.setattr(timmer, "SIMPLER_PORTS", (2, 4))
    monkeypatch.setattr(timmer, "_examples", lambda: timmer_examples[:1])
    monkeypatch.setattr(timmer, "MORE", ())
    monkeypatch.setattr(timmer, "GROWTH", (4, 6))


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("name", ["timmer-table2", "timmer-table4", "timmer-table5",
                                  "timmer-table6", "timmer-table7", "timmer-figure8",
                                  "timmer-simpler"])
def test_they_run_and_ways_agree(name: str) -> None:
    table = measure(name, BenchOptions(repeats=3, budget=Budget(seconds=20)))
    assert not alarmed(table)
    for part in (table, *table.more):
        assert part.rows
        if "disagreements" in part.columns:
            assert set(column(part, "disagreements")) == {0}
        for name in ("text", "csv", "markdown", "json"):
            assert render(part, name)


@pytest.mark.usefixtures("small")
def test_table4_counts_its_cases() -> None:
    table = measure("timmer-table4", BenchOptions(repeats=4))
    assert column(table, "cases") == [4, 4]
    halves = table.more[0]
    assert [a + b for a, b in zip(column(halves, "solved cases"),
                                  column(halves, "unsolved cases"), strict=True)] == [4, 4]
    assert all(a <= b + 0.01 for a, b in zip(
        column(table, "DP length"), column(table, "MaxSAT length"), strict=True) if b)


def test_as_many_cases_as_were_published(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[int, int]] = []
    monkeypatch.setattr(timmer, "run", lambda name, task, ways: seen.append(
        (len(task.labels), len(seen))))
    for ports, cases in timmer._measured(BenchOptions(), {}, timmer._counts(TABLE7), timmer._any):
        assert len(cases) == TABLE7[ports].cases
    assert len(seen) == 3900 + 1  # the first is not counted
    assert [TABLE4[ports].cases for ports in (3, 5, 10)] == [99, 98, 100]


@pytest.mark.usefixtures("small")
def test_overlap_and_fewer_labels_never_solve_less() -> None:
    table = measure("timmer-simpler", BenchOptions(repeats=5))
    for part in ("overlap 1", "overlap 2", "coarse steps"):
        assert all(a >= b - 1e-9 for a, b in zip(column(table, part), column(table, "as it is"),
                                                 strict=True))
    assert all(a <= b for a, b in zip(column(table, "never one clue"), column(table, "as it is"),
                                      strict=True))


def test_the_published_assignments() -> None:
    """As printed: owl has 34 labels and the assignments of 36."""
    assert [one.name for one in TABLE2 if 2 ** one.labels != one.assignments] == ["owl"]


def test_the_published_sums() -> None:
    def cases(table: dict[int, Edges], half: str) -> int:
        return sum(getattr(edges, half).cases for edges in table.values())

    assert cases(TABLE4, "solved") == 143
    assert cases(TABLE4, "unsolved") == 653
    assert cases(TABLE7, "solved") + cases(TABLE7, "unsolved") == 3900
    assert round(TABLE4[3].mean[0]) == 3630  # printed as 3631
    for ports, faster in TABLE5.items():
        assert faster.dynamic + faster.maxsat == TABLE7[ports].solved.cases


def test_frames() -> None:
    for seed in range(5):
        task = frame_task(Frame(200, 120, 12, seed, "x"))
        validate(task)
        assert len(task.labels) == 12
        assert task == frame_task(Frame(200, 120, 12, seed, "x"))
        twice = frame_task(Frame(400, 240, 12, seed, "x"))
        for label, other in zip(task.labels, twice.labels, strict=True):
            assert label.boxes == other.boxes
            for port, large in zip(label.options, other.options, strict=True):
                assert port.side == large.side
                assert port.out == pytest.approx(large.out)
                assert [2 * part for part in port.at] == pytest.approx(list(large.at))
    assert frame_task(Frame(200, 120, 12, 1, "x")) != frame_task(Frame(200, 120, 12, 1, "y"))


def answer(total: float, *placed: Placed | None, optimal: bool = True) -> Labeling:
    return Labeling(placed, total, optimal, 2.0, "", 0.0)


def test_disagreement_is_told() -> None:
    task = frame_task(Frame(100, 100, 2))
    place = Placed(0, 1.0)

    def case(one: Labeling, other: Labeling) -> Case:
        return run("it", task, {"a": lambda _: one, "b": lambda _: other})

    short, long = answer(1.0, place), answer(3.0, place)
    fewer = answer(0.0, None)
    assert same(case(short, answer(1.001, place)), "a", "b") is None
    assert "3.00" in (same(case(short, long), "a", "b") or "")
    assert same(case(short, fewer), "a", "b")
    assert same(case(short, answer(3.0, place, optimal=False)), "a", "b") is None
    assert no_worse(case(short, long), "a", "b") is None
    assert no_worse(case(long, short), "a", "b")
    assert no_worse(case(fewer, long), "a", "b")
    assert verdict(["it"]).startswith("DISAGREEMENT")
    assert not verdict([]).startswith("DISAGREEMENT")
