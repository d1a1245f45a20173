"""The strategies' table: published figures beside ours."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from nonoforge.bench import BenchOptions, Table, measure, render
from nonoforge.bench.corpus import Entry, noise
from nonoforge.bench.halford_grids import (
    GRID_STRATEGIES,
    PUBLISHED_GRIDS,
    figure_of,
    published_for,
    strategies,
)
from nonoforge.errors import InputError
from nonoforge.families.grid import from_picture
from nonoforge.formats import save
from nonoforge.methods import choose
from nonoforge.nonogram import Info, Nonogram


def grid(width: int, height: int, **info: str) -> Nonogram:
    picture = noise(Random(1), width, height, 0.6)
    return from_picture(picture, info=Info(**info))


def values(table: Table, puzzle: str) -> dict[str, object]:
    [row] = [row for row in table.rows if row[0] == puzzle]
    return dict(zip(table.columns, row, strict=True))


def test_published_figures_are_as_printed() -> None:
    """The shares of Table 8 follow from the counts of Table A7."""
    shares = {
        "Bucks": (84, 82, 84, 70, 72), "Cat": (69, 77, 77, 62, 62), "Dancer": (64, 43, 43, 49, 49),
        "Edge": (100,) * 5, "Knot": (76, 90, 90, 81, 81), "Skid": (72, 76, 76, 59, 61),
        "Smoke": (99, 80, 80, 84, 84), "Swing": (67, 89, 89, 55, 55),
    }
    found = {row.name: tuple(round(figure.share) for figure in row.figures)
             for row in PUBLISHED_GRIDS}
    assert found == shares


@pytest.mark.parametrize(("entry", "name"), [
    (Entry("webpbn-00001", grid(5, 10)), "Dancer"),
    (Entry("1", grid(5, 10)), "Dancer"),
    (Entry("a", grid(5, 10, title="The DANCER!")), "Dancer"),
    (Entry("dancer", grid(5, 10)), "Dancer"),
    (Entry("a", grid(5, 10, identifier="webpbn 1")), "Dancer"),
    (Entry("dancer", grid(10, 5)), None),
    (Entry("webpbn-00001", grid(5, 11)), None),
    (Entry("a", grid(5, 10)), None),
    (Entry("a", grid(20, 20, title="cat")), "Cat"),
    (Entry("webpbn-02413", grid(20, 20)), "Smoke"),
    (Entry("webpbn-11111", grid(5, 10)), None),
])
def test_which_puzzle_is_which(entry: Entry, name: str | None) -> None:
    found = published_for(entry)
    assert (found.name if found else None) == name


def test_a_folder(tmp_path: Path) -> None:
    """Puzzles without published figures have dashes; those with come first."""
    save(grid(5, 10), tmp_path / "dancer.nono")
    save(from_picture([[1, 0], [0, 1]]), tmp_path / "alone.nono")
    save(from_picture([[1, 2], [0, 2]]), tmp_path / "colours.nono")
    table = measure("halford-table8", BenchOptions(str(tmp_path)))
    assert [row[0] for row in table.rows] == ["Dancer", "alone", "colours"]
    dancer, alone = values(table, "Dancer"), values(table, "alone")
    assert [dancer[f"{name} 2016"] for name in GRID_STRATEGIES] == [64, 35, 35, 47, 47]
    assert dancer["solved 2016"] == "yes"
    assert [alone[name] for name in GRID_STRATEGIES] == [400, 4, 4, 4, 4]
    assert [alone[f"{name} 2016"] for name in GRID_STRATEGIES] == [None] * 5
    assert (alone["solved"], alone["solved 2016"]) == ("no", None)
    shares, good, exits, exact = table.more
    assert values(shares, "alone")["Brute"] == 100
    assert values(good, "alone")["Brute"] == 0
    assert [values(exits, "alone")[clause] for clause in ("original", "2", "4", "repaired")] == [
        4, 8, 16, 4]
    assert values(exact, "colours")["solved, exact"] == "yes"
    assert any(note.startswith("Reproduced exactly, of 1 puzzles") for note in table.notes)
    assert all(render(table, kind) for kind in ("text", "csv", "markdown", "json", "svg"))


def test_without_published_puzzles(tmp_path: Path) -> None:
    save(from_picture([[1, 1]]), tmp_path / "one.nono")
    table = strategies(BenchOptions(str(tmp_path)))
    assert "None of the published puzzles is here." in table.notes
    assert all("Brute:" not in note for note in table.notes)


def test_it_needs_puzzles() -> None:
    with pytest.raises(InputError, match="name a folder that has some of Bucks, Cat"):
        measure("halford-table8", BenchOptions())


SURVEY = Path(__file__).resolve().parents[3] / "shared" / "puzzles" / "survey"


@pytest.mark.skipif(not SURVEY.is_dir(), reason="the puzzles of the survey are not here")
@pytest.mark.parametrize("row", PUBLISHED_GRIDS, ids=lambda row: row.name)
def test_reproduced(row: object) -> None:
    """Brute force to the last figure, but for Bucks; hierarchical in what was found."""
    [published] = [known for known in PUBLISHED_GRIDS if known == row]
    path = SURVEY / f"webpbn-{published.number:05}.non"
    if not path.exists():
        pytest.skip(f"{published.name} is not here")
    from nonoforge.formats import load

    ours = [figure_of(choose(method).set("line=original").solve(load(path)))
            for method in GRID_STRATEGIES.values()]
    assert ours[0].applied == published.figures[0].applied
    if published.name != "Bucks":
        assert ours[0] == published.figures[0]
    assert [ours[at].good for at in (1, 2)] == [published.figures[at].good for at in (1, 2)]


def test_table7(tmp_path: Path) -> None:
    save(grid(5, 10, title="Dancer"), tmp_path / "dancer.nono")
    save(from_picture([[0, 0], [1, 1]]), tmp_path / "other.nono")
    table = measure("halford-table7", BenchOptions(str(tmp_path)))
    assert [row[0] for row in table.rows] == ["Dancer", "other"]
    dancer, other = values(table, "Dancer"), values(table, "other")
    assert dancer["lines"] == dancer["lines 2016"] == 15
    assert dancer["numbers 2016"] == "1-7"
    assert other["empty"] == 1
    assert other["numbers"] == "1-2"
    assert other["line-solvable"] == other["by line=original"] == "yes"
    assert other["cells 2016"] is None
    assert any("Not in this folder: Bucks, Cat" in note for note in table.notes)


@pytest.mark.skipif(not SURVEY.is_dir(), reason="the puzzles of the survey are not here")
def test_table7_as_published() -> None:
    table = measure("halford-table7", BenchOptions(str(SURVEY)))
    known = [dict(zip(table.columns, row, strict=True)) for row in table.rows
             if row[table.columns.index("cells 2016")]]
    assert len(known) == 7
    for name in ("cells", "lines", "empty", "with numbers", "numbers", "line-solvable"):
        assert all(row[name] == row[f"{name} 2016"] for row in known)


def test_appendix_e(tmp_path: Path) -> None:
    save(grid(5, 10, title="Dancer"), tmp_path / "dancer.nono")
    table = measure("halford-appendix-e", BenchOptions(str(tmp_path), 1))
    rows = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    assert [row["puzzle and strategy"] for row in rows] == [
        f"Dancer, {name}" for name in GRID_STRATEGIES]
    assert [row["ms 2016"] for row in rows] == ["< 1", "< 1", "< 1", 2.0, 2.0]
    assert rows[0]["2016 / ours"] is None
    assert [row["line solvers 2016"] for row in rows] == [64, 35, 35, 47, 47]
    assert all(render(table, kind) for kind in ("text", "csv", "markdown", "json", "svg"))
