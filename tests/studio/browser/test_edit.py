"""Edit in a real browser: a stroke, its verdict, the cure, and what is kept."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import nonoforge

EXAMPLES = Path(__file__).parents[3] / "examples"
FAMILIES = {"grid": "heart.nono", "solid": "chair.nono", "curved": "curved/heart.nono",
            "tri": "tri/kite.nono"}


def copied(visit: Any, path: Path, tmp_path: Path) -> str:
    """A puzzle of its own for each test: what is edited is kept."""
    text = path.read_text().replace('"title": "', f'"title": "{tmp_path.name} ', 1)
    copy = tmp_path / path.name
    copy.write_text(text)
    return str(visit.add(copy))


def kept(visit: Any, puzzle: str) -> nonoforge.Nonogram:
    visit.page.get_by_text("saved", exact=True).wait_for()
    text = visit.api("GET", f"library/{puzzle}")["puzzle"]
    from msgspec.json import encode

    from nonoforge.formats import loads

    [nonogram] = loads(encode(text))
    return nonogram


@pytest.mark.parametrize("family", FAMILIES)
def test_a_stroke_changes_picture_clues_and_verdict(
    visit: Any, family: str, tmp_path: Path,
) -> None:
    path = EXAMPLES / FAMILIES[family]
    before = nonoforge.load(path)
    puzzle = copied(visit, path, tmp_path)
    visit.go(f"edit/{puzzle}")
    visit.page.get_by_text("One solution").first.wait_for()
    visit.board("element.focus()")
    visit.board("focusCell(7)")
    assert before.solution is not None
    visit.page.keyboard.press("x" if before.solution[7] else " ")
    after = kept(visit, puzzle)
    assert after.solution is not None
    assert [cell for cell in range(before.puzzle.cells)
            if before.solution[cell] != after.solution[cell]] == [7]
    visit.page.keyboard.press("u")
    visit.until(lambda: kept(visit, puzzle).solution, before.solution)


def test_an_ambiguous_picture_is_told_and_cured(visit: Any, tmp_path: Path) -> None:
    path = tmp_path / "two.nono"
    nonoforge.save(nonoforge.from_picture([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 1],
                                           [0, 0, 1, 1]]), path)
    puzzle = visit.add(path)
    visit.go(f"edit/{puzzle}")
    visit.page.get_by_text("More than one solution").wait_for()
    visit.page.get_by_text("cells differ between solutions").wait_for()
    visit.page.get_by_role("button", name="Propose changes").click()
    visit.page.get_by_role("button", name=re.compile("^Make (this|all)")).click()
    visit.page.get_by_text("One solution, line by line").wait_for()
    assert nonoforge.solve(kept(visit, puzzle)).line_solvable


def test_a_grid_grows_turns_and_comes_back(visit: Any, tmp_path: Path) -> None:
    path = EXAMPLES / "cat.nono"
    before = nonoforge.load(path)
    puzzle = copied(visit, path, tmp_path)
    visit.go(f"edit/{puzzle}")
    visit.page.get_by_text("Size: 10 × 10").click()
    visit.page.get_by_role("button", name="One more at the left").click()
    visit.page.get_by_text("Size: 11 × 10").wait_for()
    visit.page.get_by_role("button", name="Turn").click()
    visit.page.get_by_text("Size: 10 × 11").wait_for()
    visit.until(lambda: str(kept(visit, puzzle).geometry), "Grid(width=10, height=11)")
    for _ in range(2):
        visit.page.get_by_role("button", name="Undo").click()
    visit.page.get_by_text("Size: 10 × 10").wait_for()
    visit.until(lambda: kept(visit, puzzle).solution, before.solution)
