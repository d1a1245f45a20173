"""The first minute: the start page, and the tutorial that plays inside the board."""

from __future__ import annotations

from typing import Any

import pytest

from helpers.browser_puzzles import FAMILIES, settle

WORDS = ("Grids", "Solids", "Sloped nonograms", "Curved nonograms", "Triddlers")


# The rest of a tutorial by its button: the headings that come.
REST = """async () => {
    const heading = () => document.querySelector(".lesson h1").textContent, seen = [heading()];
    while (seen.at(-1) !== "Solved!") {
        [...document.querySelectorAll(".lesson button")]
            .find(({textContent}) => textContent === "Do it for me").click();
        while (heading() === seen.at(-1)) await new Promise(requestAnimationFrame);
        seen.push(heading());
    }
    return seen;
}"""


def test_the_first_page(visit: Any) -> None:
    """It shows all families with starters, and a puzzle is played with one press."""
    page = visit.page
    visit.go("start")
    for words in WORDS:
        page.get_by_role("heading", name=words).wait_for()
    page.locator(".starter").nth(14).wait_for()
    assert page.get_by_role("link", name="Make from a picture").get_attribute("href") == "#/make"
    page.get_by_role("button", name="Play a triddler: 153 triangles, 4 colours").click()
    page.wait_for_selector(".stage > *")
    assert page.evaluate("document.querySelector('.stage').dataset.family") == "tri"
    visit.go("start")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_selector(".stage > *")
    assert page.evaluate("document.querySelector('.stage').dataset.family") == "grid"


def test_the_first_page_stands_before_its_puzzles_come(visit: Any) -> None:
    """Nothing moves when they do; the last card leads to puzzles of one's own."""
    page = visit.page
    held: list[Any] = []
    page.route("**/api/starters", lambda route: held.append(route))
    places = """() => [...document.querySelectorAll(".family")]
        .map((one) => one.getBoundingClientRect().top)"""
    visit.go("start")
    page.locator(".starters[aria-busy=true]").first.wait_for()
    before = page.evaluate(places)
    visit.until(lambda: len(held), 1)
    held[0].continue_()
    page.locator(".starter").nth(14).wait_for()
    page.wait_for_selector("main:not(:has([aria-busy=true]))")
    assert page.evaluate(places) == before
    assert len(before) == len(WORDS) + 1
    own = page.locator(".family", has=page.get_by_role("heading", name="Your own"))
    assert [link.get_attribute("href") for link in own.get_by_role("link").all()] == [
        "#/make", "#/"]


def test_styles_of_make_do_not_reach_the_first_page(visit: Any) -> None:
    """Styles of a page stay loaded when another one is opened."""
    page = visit.page
    widths = []
    for place in ("start", "make", "start"):
        visit.go(place)
        if place == "start":
            page.locator(".starter").nth(14).wait_for()
            widths.append(page.evaluate(
                "document.querySelector('.families').getBoundingClientRect().width"))
        else:
            page.get_by_role("heading", name="From words").wait_for()
    assert widths[0] == widths[1]


def test_the_tutorial_waits_praises_and_corrects(visit: Any) -> None:
    page = visit.page
    visit.go("tutorial")
    settle(visit)
    page.get_by_role("heading", name="Step 1 of 7").wait_for()
    page.mouse.click(*visit.centre(2))  # row 1 is not what the step is about
    page.locator(".remark.bad", has_text="Not yet").wait_for()
    for cell in range(5, 9):
        page.mouse.click(*visit.centre(cell))
    page.get_by_role("heading", name="Step 1 of 7").wait_for()
    page.mouse.click(*visit.centre(9))
    page.locator(".remark.good", has_text="Right").wait_for()
    for cell in range(10, 15):  # by keyboard
        visit.board(f"focusCell({cell})")
        page.keyboard.press("Space")
    page.get_by_role("heading", name="Step 3 of 7").wait_for()
    page.mouse.click(*visit.centre(15))
    page.locator(".remark.bad", has_text="not filled").wait_for()
    for cell in (0, 15, 20):
        page.mouse.click(*visit.centre(cell), button="right")
    page.get_by_role("heading", name="Step 4 of 7").wait_for()
    for step in (5, 6, 7):
        page.get_by_role("button", name="Do it for me").click()
        page.get_by_role("heading", name=f"Step {step} of 7").wait_for()
    page.mouse.click(*visit.centre(22))
    page.get_by_role("heading", name="Solved!").wait_for()
    assert page.get_by_role("link", name="Next: solids").is_visible()


@pytest.mark.parametrize("family", FAMILIES)
def test_on_a_phone_the_board_of_a_tutorial_is_whole_and_stays(phone: Any, family: str) -> None:
    """With all that is said about it below, in sight."""
    phone.go(f"tutorial/{family}")
    settle(phone)
    boxes = """() => [".stage", ".lesson"].map((name) =>
        document.querySelector(name).getBoundingClientRect().toJSON())"""
    stage, lesson = phone.page.evaluate(boxes)
    assert stage["height"] > 360
    for _ in range(2):
        assert stage["bottom"] <= lesson["top"]
        assert lesson["bottom"] <= 844
        phone.page.get_by_role("button", name="Do it for me").click()
        phone.frames()
        now, lesson = phone.page.evaluate(boxes)
        assert now == stage


def test_every_family_has_a_tutorial_that_can_be_played(phone: Any) -> None:
    """By touch on a phone: cells that the server says are next, one by one, to the end."""
    page = phone.page
    for family in FAMILIES:
        steps = phone.api("POST", "tutorial", {"family": family})["steps"]
        phone.go(f"tutorial/{family}")
        settle(phone)
        assert page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
        page.get_by_role("heading", name=f"Step 1 of {len(steps)}").wait_for()
        if family != "solid":
            if not steps[0]["cells"][0][1]:
                page.get_by_role("radio", name="Cross out").tap()
            for cell, _ in steps[0]["cells"]:
                page.locator(".stage").scroll_into_view_if_needed()
                page.touchscreen.tap(*phone.centre(cell))
            page.get_by_role("heading", name=f"Step 2 of {len(steps)}").wait_for()
        first = 1 if family == "solid" else 2
        assert page.evaluate(REST) == [
            *(f"Step {number} of {len(steps)}" for number in range(first, len(steps) + 1)),
            "Solved!"]
