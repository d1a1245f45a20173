"""Check in a real browser: the report, the film of the solution, heat, two solutions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import nonoforge

EXAMPLES = Path(__file__).parents[3] / "examples"


@pytest.mark.parametrize("name", ["heart.nono", "chair.nono", "curved/leaf.nono", "tri/kite.nono"])
def test_the_report_and_the_way_to_the_solution(visit: Any, name: str) -> None:
    page = visit.page
    puzzle = visit.add(EXAMPLES / name)
    visit.go(f"check/{puzzle}")
    page.locator(".verdict", has_text="Ready: one solution, and a person can find").wait_for()
    page.get_by_text("About like a ").wait_for()
    page.get_by_text("Details", exact=True).click()
    page.get_by_text("the hardest it takes is").wait_for()
    page.get_by_label("To the start").click()
    step = page.get_by_label("One step on")
    steps = nonoforge.explain(nonoforge.load(EXAMPLES / name)).steps
    step.click()
    page.get_by_text("1. (").first.wait_for()
    page.get_by_label("To the end").click()
    page.get_by_text(f"Solved in {len(steps)} step").first.wait_for()
    for shown in ("How hard", "When", "Solution"):
        page.get_by_role("button", name=shown).click()
        assert page.get_by_role("button", name=shown).get_attribute("aria-pressed") == "true"
    stars = visit.api("GET", f"library/{puzzle}")["entry"]["rating"]["stars"]
    assert 1 <= stars <= 5


def test_the_film_runs(visit: Any) -> None:
    page = visit.page
    visit.go(f"check/{visit.add(EXAMPLES / 'heart.nono')}")
    page.get_by_label("Speed").select_option("30")
    page.get_by_role("button", name="Run").click()
    page.locator(".step", has_text="Solved in").wait_for()
    page.get_by_role("button", name="Run").wait_for()


def test_the_reason_of_a_step_stands_below_the_board(visit: Any) -> None:
    """In sight in a small window, and the board does not move from step to step."""
    page = visit.page
    visit.go(f"check/{visit.add(EXAMPLES / 'cat.nono')}")
    page.locator(".step", has_text="Solved in").wait_for()
    board = page.locator(".stage").bounding_box()
    for name in ("One step back", "To the start"):
        page.get_by_label(name).click()
        visit.frames()
        step = page.locator(".step").bounding_box()
        assert page.locator(".stage").bounding_box() == board
        assert board["y"] + board["height"] <= step["y"]
        assert step["y"] + step["height"] <= 800


@pytest.mark.parametrize("name", ["chair.nono", "cat.nono", "curved/leaf.nono"])
def test_a_method_is_watched(visit: Any, name: str) -> None:
    page = visit.page
    visit.go(f"check/{visit.add(EXAMPLES / name)}")
    page.get_by_label("Solved by").select_option("paint" if name == "cat.nono" else "heuristic")
    page.get_by_text(" steps of the method ").wait_for()
    page.get_by_label("One step on").click()
    page.get_by_text("1. (").first.wait_for()
    page.get_by_label("To the end").click()
    page.get_by_text("Unique, solvable line by line").first.wait_for()


def test_what_keeps_a_puzzle_from_players_stands_first(visit: Any, tmp_path: Path) -> None:
    """A puzzle with one solution that cannot be printed."""
    path = tmp_path / "wide.nono"
    nonoforge.save(nonoforge.from_picture([[x % 2 for x in range(300)], [1] * 300]), path)
    visit.go(f"check/{visit.add(path)}")
    visit.page.locator(".verdict", has_text="Not ready: on A4 its cells are only").wait_for()


def test_two_solutions_stand_side_by_side(visit: Any) -> None:
    page = visit.page
    visit.go(f"check/{visit.add(EXAMPLES / 'eyebrow.nono')}")
    page.locator(".verdict", has_text="there is more than one solution: ").wait_for()
    page.get_by_role("button", name="Two solutions").click()
    page.wait_for_selector(".boards .stage:nth-child(2) > *")


def test_a_contradiction_is_told_in_words(visit: Any, tmp_path: Path) -> None:
    path = tmp_path / "none.nono"
    path.write_text('{"nonoforge": 1, "family": "grid", "width": 2, "height": 2, '
                    '"rows": [[2], []], "columns": [[2], []]}')
    visit.go(f"check/{visit.add(path)}")
    visit.page.get_by_text("there is no solution: ").first.wait_for()
    visit.page.get_by_role("button", name="Contradiction").wait_for()


def test_on_a_phone_the_film_runs_beside_its_board(phone: Any) -> None:
    phone.go(f"check/{phone.add(EXAMPLES / 'heart.nono')}")
    run = phone.page.get_by_role("button", name="Run", exact=True)
    run.wait_for()
    run.scroll_into_view_if_needed()
    stage, button = phone.page.locator(".stage").bounding_box(), run.bounding_box()
    assert stage["y"] >= 0
    assert stage["y"] + stage["height"] <= button["y"]
    assert button["y"] + button["height"] <= 844
