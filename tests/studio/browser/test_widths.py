"""On a phone and on a desk: nothing is cut off, nothing lies on anything else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from helpers.browser_puzzles import FAMILIES, file_of, fresh, settle, tour
from studio.browser.conftest import DESK, PHONE

WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
# Controls of the page (those on a board lie on it by design), and which of them overlap. A label
# is as large as what can be tapped. What scrolls goes under a bar that stays.
OVERLAPS = """() => {
    const stays = (element) => [...(function* () {
        for (let one = element; one; one = one.parentElement) yield getComputedStyle(one).position;
    })()].some((position) => position === "fixed" || position === "sticky");
    const shown = (element) => element.checkVisibility({visibilityProperty: true})
        && !element.closest(".stage, .skip, [inert]") && !stays(element);
    const all = [...document.querySelectorAll("a[href], button, input, select, textarea, summary")]
        .filter((element) => element.tabIndex >= 0 && shown(element));
    const boxes = all.map((element) => element.getBoundingClientRect());
    const found = [];
    for (let one = 0; one < all.length; one++)
        for (let two = one + 1; two < all.length; two++) {
            const [a, b] = [boxes[one], boxes[two]];
            const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            if (width > 1 && height > 1 && !all[one].contains(all[two]))
                found.push([all[one].outerHTML.slice(0, 90), all[two].outerHTML.slice(0, 90)]);
        }
    return found;
}"""
# Buttons and links that stand for themselves; those within a sentence are as high as its line.
SMALL = """() => [...document.querySelectorAll("button, select, nav a, .button, label:has(input)")]
    .filter((element) => element.checkVisibility({visibilityProperty: true}))
    .map((element) => [element.outerHTML.slice(0, 90), element.getBoundingClientRect()])
    .filter(([, box]) => box.height < 39.5 || box.width < 32)
    .map(([html, box]) => `${html}: ${box.width} x ${box.height}`)"""


def test_the_library_on_a_phone(phone: Any) -> None:
    puzzles = [phone.add(file_of(family)) for family in ("grid", "curved", "tri")]
    phone.go("")
    page = phone.page
    page.locator(".card").nth(1).wait_for()
    page.locator(".card input[type=checkbox]").nth(1).check()
    page.get_by_role("button", name="Add puzzles").click()
    page.get_by_text("Paste a text…").click()
    for place in ("", f"print/{','.join(puzzles)}", "make"):
        if place:
            phone.go(place)
            settle(phone)
        assert page.evaluate(WIDE) <= 0, place
        assert not page.evaluate(OVERLAPS), place
        assert not page.evaluate(SMALL), place


@pytest.mark.parametrize("family", FAMILIES)
def test_the_pages_of_a_puzzle_fit_on_a_desk_and_on_a_phone(visit: Any, family: str) -> None:
    """One round through all of them, which also asks for nothing that is not there, loads 3D for
    solids only, and gives each page a title."""
    missing: list[str] = []
    visit.page.on("response", lambda answer: answer.status >= 400 and missing.append(answer.url))
    titles = set()
    for view in tour(visit, family):
        titles.add(visit.page.title())
        assert visit.page.evaluate(WIDE) <= 0, view
        assert not visit.page.evaluate(OVERLAPS), view
        if view != "share":
            [stage] = visit.page.locator(".stage").evaluate_all(
                "(all) => all.map((stage) => stage.getBoundingClientRect())")
            assert stage["bottom"] <= 800, view
            assert stage["right"] <= 1280 - 300, view
            assert stage["width"] >= 600, view
        assert visit.page.locator("main .main:visible").count() <= 1, view  # one primary action
        visit.page.set_viewport_size(PHONE)
        visit.frames()
        assert visit.page.locator("main .main:visible").count() <= 1, view
        assert visit.page.evaluate(WIDE) <= 0, view
        assert not visit.page.evaluate(OVERLAPS), view
        assert not visit.page.evaluate(SMALL), view
        visit.page.set_viewport_size(DESK)
    assert not missing
    assert len(titles) == 4
    assert all(title.endswith("Nonoforge") for title in titles)
    assert family == "solid" or not [url for url in visit.asked if "/solid" in url]


def test_all_tabs_of_a_puzzle_are_seen_on_a_phone(phone: Any) -> None:
    phone.go(f"play/{phone.add(file_of('curved'))}")
    for box in phone.page.locator("nav a").evaluate_all(
            "(all) => all.map((link) => link.getBoundingClientRect())"):
        assert box["left"] >= 0
        assert box["right"] <= 390


def test_a_long_title_leaves_the_bar_alone(visit: Any, tmp_path: Path) -> None:
    visit.go(f"play/{visit.add(fresh(tmp_path, 'long', title='A picture with a name ' * 9))}")
    visit.page.wait_for_selector(".stage > *")
    for width in (1920, 1280, 1200, 1000):
        visit.page.set_viewport_size({"width": width, "height": 800})
        visit.frames()
        title, *links = visit.page.locator("main h1, header a").evaluate_all(
            """(all) => all.sort((one, other) => other.matches("h1") - one.matches("h1"))
                .map((one) => one.getBoundingClientRect().toJSON())""")
        assert title["width"] > 300
        assert all(link["right"] <= title["left"] or link["bottom"] <= title["top"]
                   for link in links), width
