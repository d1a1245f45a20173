"""The bench of hard puzzles: its sets repeat, its figures make sense."""

from __future__ import annotations

from itertools import islice

import pytest

from nonoforge.bench import BenchOptions, frontier, measure, render
from nonoforge.bench.frontier import SETS, Kind, domino_picture, puzzles_of
from nonoforge.engine import Budget, pack, solve
from nonoforge.errors import InputError
from nonoforge.families.grid import from_picture
from nonoforge.puzzle import Line


def repeated(line: Line) -> bool:
    return len({*line.cells}) < len(line.cells)


@pytest.mark.parametrize("name", SETS)
def test_sets_repeat(name: str) -> None:
    size = SETS[name].sizes[0]
    one, again, other = (
        [pack(puzzle) for puzzle in islice(puzzles_of(name, size, 2, seed), 2)]
        for seed in (0, 0, 1))
    assert one == again
    assert (one != other) == SETS[name].random
    assert len(one) == (2 if SETS[name].random else 1)


@pytest.mark.parametrize("count", [1, 3, 6])
def test_dominoes_are_unique(count: int) -> None:
    picture = domino_picture(count)
    verdict = solve(from_picture(picture))
    assert (verdict.answer, len(picture)) == ("unique", 2 * count + 1)
    assert verdict.solutions == (bytes(cell for row in picture for cell in row),)


def test_kinds_are_what_they_say() -> None:
    (winding,) = puzzles_of("winding", 12, 1)
    assert sum(map(repeated, winding.lines)) > len(winding.lines) / 2
    (minimal,), (lacking,) = puzzles_of("solid-minimal", 12, 1), puzzles_of("solid-lacking", 12, 1)
    assert solve(minimal, method="line").line_solvable
    assert not solve(lacking, method="line").line_solvable


def test_rows_and_growth(monkeypatch: pytest.MonkeyPatch) -> None:
    small = {"random-0.5": SETS["random-0.5"]._replace(sizes=(5, 6)),
             "domino": SETS["domino"]._replace(sizes=(2, 5))}
    monkeypatch.setattr(frontier, "SETS", small)
    table = measure("frontier", BenchOptions(repeats=3, seeds=2))
    rows = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    assert [(row["set"], row["size"], row["puzzles"]) for row in rows] == [
        ("random-0.5", 5, 3), ("random-0.5", 6, 3), ("random-0.5", "all", 6),
        ("domino", 2, 1), ("domino", 5, 1), ("domino", "all", 2)]
    for row in rows:
        assert row["undecided"] == 0
        assert row["unique %"] + row["multiple %"] == pytest.approx(100)
        assert row["line, probe %"] + row["search %"] + row["sat %"] == pytest.approx(100)
        assert row["sum s"] <= row["puzzles"] * row["worst s"]
    growth, hardest = table.more
    assert growth.columns == ("size", "random-0.5", "domino")
    assert [row[0] for row in growth.rows] == [2, 5, 6]
    assert len(hardest.rows) == 8
    assert "<svg" in render(table, "svg")


def test_undecided_runs_have_had_their_time(monkeypatch: pytest.MonkeyPatch) -> None:
    hard = Kind("dominoes", (20,), SETS["domino"].make, random=False)
    monkeypatch.setattr(frontier, "SETS", {"domino": hard})
    table = measure("frontier", BenchOptions(seeds=1, budget=Budget(seconds=0.05)))
    row = dict(zip(table.columns, table.rows[-1], strict=True))
    assert row["undecided"] == 1
    assert row["worst s"] >= 0.04


def test_names_of_sets() -> None:
    with pytest.raises(InputError, match="no set 'dominos'; did you mean domino"):
        measure("frontier", BenchOptions(sets=("dominos",)))
    assert frontier.chosen_sets(["random"]) == [name for name in SETS if name.startswith("random")]
    assert frontier.chosen_sets(["domino", "domino"]) == ["domino"]
    assert frontier.chosen_sets([]) == [*SETS]


def test_stability(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frontier, "STABILITY_SETS", {("random-0.5", 6): 7, ("domino", 4): 1})
    monkeypatch.setattr(frontier, "STABLE", 4)
    monkeypatch.setattr(frontier, "CANDIDATES", 6)
    table = measure("stability", BenchOptions(seeds=3))
    rows = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    assert [(row["puzzles"], row["count"]) for row in rows] == [
        ("1 to 1", 1), ("2 to 2", 1), ("3 to 4", 2), ("all", 4)]
    every = rows[-1]
    assert every["worst / median <= 5"] + every["more"] == 4
    assert every["largest"] >= 1
    assert every["undecided"] == 0
    assert "of 8 puzzles" in table.notes[0]
    (least,) = table.more
    assert len(least.rows) == 4
