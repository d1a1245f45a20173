"""The bundled puzzles are what the table in examples/README.md says they are."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from nonoforge.engine import verify
from nonoforge.families.grid import Grid
from nonoforge.families.solid import Solid
from nonoforge.formats import EXTENSIONS, load
from nonoforge.judge import check

EXAMPLES = Path(__file__).parents[1] / "examples"
MORE_THAN_ANY = 1000  # solutions


class Row(NamedTuple):
    """A row of the table."""

    file: str
    size: str
    colours: str
    shows: str
    verdict: str
    level: str
    solutions: str


def table() -> list[Row]:
    lines = (EXAMPLES / "README.md").read_text(encoding="utf-8").splitlines()
    rows = [line.strip("| ").split(" | ") for line in lines if line.startswith("| `")]
    return [Row(row[0].strip("`"), *row[1:]) for row in rows]


each_row = pytest.mark.parametrize("row", table(), ids=lambda row: row.file)


def test_the_table_lists_every_file_once() -> None:
    listed = [row.file for row in table()]
    there = [path.name for path in EXAMPLES.iterdir() if path.suffix in EXTENSIONS]
    assert sorted(listed) == sorted(there)
    files = {path.name for path in EXAMPLES.iterdir() if path.is_file()}
    assert files == {*listed, "README.md"}


@each_row
def test_size_and_colours(row: Row) -> None:
    example = load(EXAMPLES / row.file)
    geometry = example.geometry
    assert isinstance(geometry, Grid | Solid)
    size = str(geometry) if isinstance(geometry, Solid) else f"{geometry.width}x{geometry.height}"
    assert size == row.size
    assert len(example.puzzle.palette) - 1 == int(row.colours)


@each_row
def test_verdict_and_level(row: Row) -> None:
    example = load(EXAMPLES / row.file)
    report = check(example, limit=MORE_THAN_ANY)
    verdict = report.verdict
    assert (verdict.answer, verdict.level) == (row.verdict, row.level)
    assert verdict.complete
    assert len(set(verdict.solutions)) == len(verdict.solutions) == int(row.solutions)
    assert all(verify(example.puzzle, solution) for solution in verdict.solutions)
    assert verdict.line_solvable == (row.verdict == "unique" and row.level == "line")
    assert bool(report.ambiguous_cells) == (row.verdict == "multiple")
    assert bool(report.conflict_names) == (row.verdict == "none")


@each_row
def test_the_stored_solution_is_the_solution(row: Row) -> None:
    example = load(EXAMPLES / row.file)
    if row.verdict != "unique" or row.file.endswith(".tatham"):
        assert example.solution is None
    else:
        assert example.solution is not None
        assert verify(example.puzzle, example.solution)
        assert check(example).verdict.solutions == (example.solution,)


@each_row
def test_who_made_it_and_what_one_may_do_with_it(row: Row) -> None:
    info = load(EXAMPLES / row.file).info
    if row.file.endswith(".tatham"):  # clues and nothing else
        return
    assert info.title
    assert info.description
    assert (info.author, info.licence) == ("Nonoforge", "CC0-1.0")


def test_there_is_something_for_everyone() -> None:
    rows = table()
    verdicts = [(row.verdict, row.level) for row in rows]
    assert verdicts.count(("unique", "line")) >= 8
    assert verdicts.count(("unique", "probe")) >= 2
    assert ("unique", "search") in verdicts
    assert {"multiple", "none"} <= {row.verdict for row in rows}
    assert {"5x5", "60x60"} <= {row.size for row in rows}


def test_the_mistake_is_found_where_it_was_made() -> None:
    assert "row 8" in check(load(EXAMPLES / "duck.nono")).conflict_names


def test_blots() -> None:
    runs = [run for line in load(EXAMPLES / "inkwell.nono").puzzle.lines for run in line.clue.runs]
    assert sum(run.length is None for run in runs) == 18


def test_only_the_birds_of_the_lake_need_a_probe() -> None:
    stuck = check(load(EXAMPLES / "lake.nono")).stuck_cells
    assert stuck
    assert max(stuck) < 60 * 8  # the birds fly in the first eight rows
