"""The bundled curved puzzles are what their table says: unique, simple, and fully labelled."""

from __future__ import annotations

from pathlib import Path

import pytest

from nonoforge.engine import solve
from nonoforge.families.plane import arrangement_of, task_of
from nonoforge.formats import load
from nonoforge.labeling import check
from nonoforge.labeling.task import Labeling, Placed

FOLDER = Path(__file__).parents[3] / "examples" / "curved"
LINES = (FOLDER / "README.md").read_text("utf-8").splitlines()
ROWS = [line.strip("| ").split(" | ") for line in LINES if line.startswith("| `")]


def test_the_table_has_them_all() -> None:
    assert {row[0].strip("`") for row in ROWS} == {path.name for path in FOLDER.glob("*.nono")}
    assert {8, 16, 20, 28, 34, 44} <= {int(row[1]) for row in ROWS}
    for path in FOLDER.glob("*.nono"):
        assert (FOLDER / "outlines" / f"{path.stem}.svg").exists()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0].strip("`"))
def test_each_is_what_it_says(row: list[str]) -> None:
    nonogram = load(FOLDER / row[0].strip("`"))
    arrangement, verdict = arrangement_of(nonogram), solve(nonogram)
    assert (len(arrangement.sides), len(arrangement.faces)) == (int(row[1]), int(row[2]))
    assert (verdict.answer, verdict.line_solvable) == ("unique", True)
    assert verdict.solutions[0] == nonogram.solution
    labels = arrangement.labels
    assert labels is not None
    _, task = task_of(nonogram, labels.box, 1000, 0.49, False)
    # A file keeps six decimals, also of the handles that give a leader its direction.
    placed = tuple(place and Placed(place.end, place.leader + 1e-3) for place in labels.places)
    total = sum(place.leader for place in placed if place)
    assert None not in placed
    assert check(task, Labeling(placed, total, False, None, "auto", 0.0)) == []
