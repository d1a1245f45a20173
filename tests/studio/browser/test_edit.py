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


def test_a_solution_is_covered_until_one_asks_for_it(visit: Any) -> None:
    """Neither Check nor Edit shows it before; then both do."""
    page = visit.page
    page.evaluate("sessionStorage.setItem('asking', '1'); localStorage.clear();")
    puzzle = visit.add(EXAMPLES / "heart.nono")
    page.reload()
    visit.go(f"check/{puzzle}")
    page.get_by_role("heading", name="Show the solution?").wait_for()
    page.get_by_text("One solution").first.wait_for()
    assert not page.get_by_role("button", name="Solution", exact=True).count()
    visit.go(f"edit/{puzzle}")
    page.get_by_role("button", name="Play it first").click()
    page.wait_for_url("**/#/play/*")
    visit.go(f"edit/{puzzle}")
    page.get_by_role("button", name="Show it").click()
    page.locator(".stage > *").wait_for()
    visit.go(f"check/{puzzle}")
    page.get_by_role("button", name="Steps", exact=True).wait_for()


def stroke(visit: Any, first: int, last: int) -> None:
    mouse = visit.page.mouse
    mouse.move(*visit.centre(first))
    mouse.down()
    mouse.move(*visit.centre(last), steps=4)
    mouse.up()


def test_lines_boxes_fills_mirrors_and_pieces(visit: Any, tmp_path: Path) -> None:
    page = visit.page
    path = tmp_path / "empty.nono"
    nonoforge.save(nonoforge.from_picture([[0] * 6] * 5), path)
    puzzle = visit.add(path)
    visit.go(f"edit/{puzzle}")
    page.get_by_text("Size: 6 × 5").wait_for()

    def picture(wanted: str) -> None:
        rows = [[int(letter == "#") for letter in row] for row in wanted.split()]
        visit.until(lambda: list(kept(visit, puzzle).solution or b""),
                    [cell for row in rows for cell in row])

    page.get_by_role("button", name="Frame", exact=True).click()
    stroke(visit, 0, 20)  # 3 columns, 4 rows
    picture("###... #.#... #.#... ###... ......")
    page.keyboard.press("g")
    page.mouse.click(*visit.centre(7))
    picture("###... ###... ###... ###... ......")
    page.get_by_role("button", name="Draw mirrored, left and right").click()
    page.keyboard.press("n")
    stroke(visit, 24, 25)
    picture("###... ###... ###... ###... ##..##")
    page.get_by_role("button", name="Draw mirrored, left and right").click()
    page.get_by_role("button", name="Select", exact=True).click()
    stroke(visit, 18, 25)
    page.keyboard.press("Control+c")
    page.keyboard.press("Control+v")
    for key in ("ArrowUp", "ArrowRight", "ArrowRight", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    picture("###... ###... #####. #####. ##..##")
    for _ in range(4):
        page.keyboard.press("Control+z")
    picture("...... ...... ...... ...... ......")
    page.get_by_text("Size: 6 × 5").click()
    page.get_by_label("Rows", exact=True).fill("3")
    page.get_by_label("Rows", exact=True).press("Tab")
    page.get_by_text("Size: 6 × 3").wait_for()


def test_a_solid_is_resized_coloured_and_added_to(visit: Any, tmp_path: Path) -> None:
    page = visit.page
    puzzle = copied(visit, EXAMPLES / "chair.nono", tmp_path)
    before = nonoforge.load(EXAMPLES / "chair.nono")
    visit.go(f"edit/{puzzle}")
    page.get_by_text("One solution").first.wait_for()
    page.get_by_role("button", name="Add a colour").click()
    visit.until(lambda: page.get_by_role("radio").count(), len(before.puzzle.palette) + 1)
    page.get_by_role("button", name="Add cubes to faces").click()
    cell = next(cell for cell in range(before.puzzle.cells) if visit.board(f"centre({cell})"))
    page.mouse.click(*visit.centre(cell))
    after = kept(visit, puzzle)
    visit.until(lambda: max(kept(visit, puzzle).solution or b""), len(before.puzzle.palette))
    page.get_by_text(re.compile("^Size: ")).click()
    depth = page.get_by_label("Depth")
    wanted = int(depth.input_value()) + 1
    depth.fill(str(wanted))
    depth.press("Tab")
    visit.until(lambda: kept(visit, puzzle).puzzle.cells * (wanted - 1),
                after.puzzle.cells * wanted)
    page.get_by_role("button", name="Layers: Show").click()
    page.get_by_label("Show the layers beside it faintly").uncheck()
    assert kept(visit, puzzle).info.title == after.info.title
