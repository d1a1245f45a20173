"""The tables of sloped nonograms: on small drawings, with the published figures beside ours."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from nonoforge.bench import (
    BenchOptions,
    Table,
    measure,
    parment,
    parment_faces,
    parment_sum,
    render,
)
from nonoforge.bench.parment import (
    CURVE,
    OBJECTIVES,
    PUBLISHED,
    SCORES,
    bisected,
    curve,
    drawings_at,
    random_drawing,
    source,
)
from nonoforge.bench.parment_faces import fit
from nonoforge.bench.parment_sum import least_sum_by_sides
from nonoforge.errors import InputError
from nonoforge.families.sloped import Slopes, build_programme, largest_width, least_shifts

pytest.importorskip("highspy")
np = pytest.importorskip("numpy")

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "drawings"
NAMES = ("parment-objectives", "parment-sum", "parment-times", "parment-width",
         "parment-difficulty", "parment-faces")
PAGE = '<svg xmlns="http://www.w3.org/2000/svg" width="100mm" height="100mm" viewBox="0 0 100 100">'
DRAWN = {
    "two-squares": "M0 50H50V100H0Z M50 0H100V50H50Z",
    "simple_triangle": "M20 80H80V20Z",
    "kite": "M50 10L80 40L50 95L20 40Z",
    "swan": "M10 10H12.5V70H60V72H10Z M70 20L90 40H70Z",
}


def column(table: Table, name: str) -> list[Any]:
    at = table.columns.index(name)
    return [row[at] for row in table.rows]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Three drawings and one that is none; few and small ones made on the spot."""
    monkeypatch.setattr(parment_sum, "ONE_BY_ONE", (3, 5))
    monkeypatch.setattr(parment, "GROWTH", (6,))
    monkeypatch.setattr(parment_faces, "GROWTH", (6,))
    for name, path in DRAWN.items():
        (tmp_path / f"{name}.svg").write_text(f'{PAGE}<path d="{path}"/></svg>')
    (tmp_path / "open.svg").write_text(f'{PAGE}<path d="M10 10L20 20"/></svg>')
    (tmp_path / "notes.txt").write_text("no drawing")
    return str(tmp_path)


@pytest.mark.parametrize("name", NAMES)
def test_tables(name: str, folder: str) -> None:
    table = measure(name, BenchOptions(folder, repeats=1))
    for part in (table, *table.more):
        assert part.rows
        assert all(len(row) == len(part.columns) for row in part.rows)
    notes = [note for part in (table, *table.more) for note in part.notes]
    assert any("left out" in note and "open.svg" in note for note in notes)
    assert any("our own" in note for note in notes)
    for kind in ("text", "csv", "markdown", "json", "svg"):
        assert render(table, kind)


def test_largest_width(folder: str) -> None:
    table = measure("parment-width", BenchOptions(folder))
    assert column(table, "drawing") == ["two_squares", "simple_triangle", "kite", "swan"]
    assert column(table, "largest width")[:2] == pytest.approx([50, 100 * 2 ** 0.5 / 6], abs=1e-5)
    assert column(table, "by bisection") == pytest.approx(column(table, "largest width"), abs=2e-4)
    assert column(table, "2015 largest width")[:2] == [50.0, 23.5625]


def test_objectives(folder: str) -> None:
    """Each objective is best under itself; what was published stands beside it."""
    table = measure("parment-objectives", BenchOptions(folder))
    assert [part.title[-10:] for part in (table, *table.more)] == [
        "Table 5.3)", "Table 5.4)", "Table 5.5)"]
    for part in (table, *table.more):
        assert column(part, part.columns[0]) == [f"swan: {one}" for one in OBJECTIVES]
        for at, name in enumerate(("sum of squares", "sum", "maximum")):
            values = column(part, name)
            assert min(values) == pytest.approx(values[at], rel=1e-6)
    assert column(table, "2015 sum") == [0.22, 0.14, 0.73]
    assert column(table, "2015 programmes") == [1, 2 ** column(table, "lines")[1], 1]
    assert column(table, "all 2^n sum")[1] == pytest.approx(column(table, "sum")[1], abs=1e-6)


def test_difficulty(folder: str) -> None:
    table = measure("parment-difficulty", BenchOptions(folder))
    assert column(table, "difficulty")[0] == "stuck"
    assert column(table, "2015 difficulty")[:2] == ["stuck", 4]
    assert column(table, "verdict")[0] == "multiple"


def test_times(folder: str) -> None:
    table = measure("parment-times", BenchOptions(folder, repeats=1))
    assert column(table.more[0], "lines") == [6, 6]


def test_all_programmes_and_samples(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Samples are never better than the one programme, and more of them never worse."""
    table = measure("parment-sum", BenchOptions(folder))
    assert column(table, "programmes") == [8, 32]
    assert max(float(value) for value in column(table, "difference mm")) < 1e-6
    every = table.more[0]
    assert column(every, "all 2^n") == pytest.approx(column(every, "one programme mm"), abs=1e-6)
    monkeypatch.setattr(parment_sum, "MOST_ENUMERATED", 2)
    sampled = measure("parment-sum", BenchOptions(folder, repeats=100)).more[0]
    for row in sampled.rows:
        least = row[sampled.columns.index("one programme mm")]
        best = [row[sampled.columns.index(f"best of {count}")] for count in (10, 50, 100)]
        found = [value for value in best if value is not None]
        assert all(least <= value + 1e-6 for value in found)
        assert found == sorted(found, reverse=True)
        assert row[sampled.columns.index("best of 500")] is None


def test_relations_by_faces(folder: str) -> None:
    table = measure("parment-faces", BenchOptions(folder, repeats=1))
    assert column(table, "faces") == sorted(column(table, "faces"))
    picture = render(table, "svg")
    assert picture.count("<circle") >= 2 * len(table.rows)
    assert column(table.more[0], "2015 by lines")[1].startswith("78.9 n^-1.11")


def test_fits() -> None:
    found = fit([(1.0, 3.0), (2.0, 6.0), (5.0, 15.0)])
    assert found is not None
    assert (found.factor, found.power, found.r2) == pytest.approx((3.0, 1.0, 1.0))
    assert fit([(1.0, 3.0), (2.0, 6.0)]) is None
    assert fit([(1.0, 3.0), (1.0, 6.0), (1.0, 2.0)]) is None


def test_least_sum_by_sides_is_the_least_sum() -> None:
    rows = build_programme(source("random", random_drawing(Random(3), 6)).drawn.lattice)
    wanted = 0.7 * (largest_width(rows).width or 0)
    found = least_shifts(rows, wanted, "sum")
    assert found is not None
    assert least_sum_by_sides(rows, wanted) == pytest.approx(np.abs(found.shifts).sum(), abs=1e-6)
    assert least_sum_by_sides(rows, 2 * wanted) == float("inf")


def test_bisection_is_the_largest_width() -> None:
    rows = build_programme(source("random", random_drawing(Random(1), 8)).drawn.lattice)
    assert bisected(rows)[0] == pytest.approx(largest_width(rows).width, abs=2e-4)


@pytest.mark.parametrize("lines", [3, 4, 5, 6, 7, 11, 24])
@pytest.mark.parametrize("slanted", [False, True])
def test_random_drawings_have_so_many_lines(lines: int, slanted: bool) -> None:
    drawing = random_drawing(Random(lines), lines, slanted)
    slopes = Slopes.parse("any" if slanted else "0,45,90,135")
    assert source("random", drawing, slopes).lines == lines


# Where the drawings are, and what was published on them.


def test_one_file_or_none(folder: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    [only], notes = drawings_at(f"{folder}/swan.svg")
    assert (only.name, notes) == ("swan", [])
    with pytest.raises(InputError, match=r"open\.svg"):
        drawings_at(f"{folder}/open.svg")
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="no drawing is in this folder"):
        drawings_at(str(tmp_path / "empty"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(parment.nonoforge, "__file__", str(tmp_path / "a" / "b" / "c.py"))
    with pytest.raises(InputError, match="this table needs drawings"):
        drawings_at(None)
    (tmp_path / "examples" / "drawings").mkdir(parents=True)
    (tmp_path / "examples" / "drawings" / "swan.svg").write_text(
        (tmp_path / "swan.svg").read_text())
    assert [one.name for one in drawings_at(None)[0]] == ["swan"]


def test_published_curve_is_that_of_the_published_widths() -> None:
    assert curve((one.lines, one.width) for one in PUBLISHED.values()) == pytest.approx(
        CURVE, abs=1e-4)


def test_published_scores_fit_together() -> None:
    """Shifts with a sum s and a maximum m have squares of at most s m and at least m m."""
    for drawings in SCORES.values():
        for name, scores in drawings.items():
            assert name in PUBLISHED
            for squares, total, largest_shift in scores:
                assert squares >= largest_shift ** 2 - 0.02 * (1 + squares)
                if total is not None:
                    assert squares <= total * largest_shift * 1.05 + 0.02
            assert min(score[0] for score in scores) == scores[0][0]


@pytest.mark.skipif(not EXAMPLES.is_dir(), reason="the drawings are not here")
def test_drawings_have_the_published_lines() -> None:
    found = {one.name: one for one in drawings_at(str(EXAMPLES))[0]}
    for name, published in PUBLISHED.items():
        assert name in found
        assert found[name].lines == published.lines
