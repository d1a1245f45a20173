"""The triddlers in examples/tri are what the table beside them says they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from nonoforge.engine import solve
from nonoforge.families.tri import tri_of
from nonoforge.formats import load
from nonoforge.judge import rate

EXAMPLES = Path(__file__).parents[3] / "examples" / "tri"
ROWS = [line.strip("| ").split(" | ") for line in
        (EXAMPLES / "README.md").read_text(encoding="utf-8").splitlines() if line.startswith("| `")]


def test_the_table_lists_every_file_once() -> None:
    assert sorted(row[0].strip("`") for row in ROWS) == sorted(
        path.name for path in EXAMPLES.glob("*.nono"))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_an_example(row: list[str]) -> None:
    name, shape, sides, cells, colours, stars, _ = row
    nonogram = load(EXAMPLES / name.strip("`"))
    grid = tri_of(nonogram)[0]
    assert (grid.shape, ",".join(map(str, grid.sides)), str(grid.cells)) == (shape, sides, cells)
    assert len(nonogram.puzzle.palette) - 1 == int(colours)
    assert nonogram.info.licence == "CC0-1.0"
    verdict = solve(nonogram)
    assert (verdict.answer, verdict.line_solvable) == ("unique", True)
    assert verdict.solutions == (nonogram.solution,)
    assert rate(nonogram).stars == int(stars)
