"""Nothing leaves the machine, and the first view comes at once."""

from __future__ import annotations

import time
from typing import Any
from urllib.parse import urlsplit

import pytest

from helpers.browser_puzzles import FAMILIES, settle, tour


def hosts(visit: Any) -> set[str]:
    """Where requests went; pictures that the page made itself (data:, blob:) go nowhere."""
    return {urlsplit(url).netloc for url in visit.asked if not url.startswith(("data:", "blob:"))}


@pytest.mark.parametrize("family", FAMILIES)
def test_the_pages_of_a_puzzle_ask_only_the_studio(visit: Any, family: str) -> None:
    for view in tour(visit, family):
        visit.page.mouse.move(300, 300)
        assert hosts(visit) == {urlsplit(visit.studio.origin).netloc}, view


@pytest.mark.parametrize("place", ["", "make", "print/none", "string/none"])
def test_the_other_pages_ask_only_the_studio(visit: Any, place: str) -> None:
    visit.go(place)
    settle(visit)
    assert hosts(visit) == {urlsplit(visit.studio.origin).netloc}
    visit.troubles.clear()


def test_nothing_is_asked_for_that_is_not_there(visit: Any) -> None:
    missing: list[str] = []
    visit.page.on("response", lambda answer: answer.status >= 400 and missing.append(answer.url))
    for _ in tour(visit, "solid"):
        pass
    visit.go("make")
    settle(visit)
    assert not missing


def test_a_page_may_not_speak_to_others(visit: Any) -> None:
    """Should a script ever want to, the browser was told to refuse it."""
    refusals: list[str] = []
    visit.page.on("requestfailed", lambda request: refusals.append(request.failure))
    for script in ("fetch('https://example.org/')", "import('https://example.org/x.js')"):
        assert visit.page.evaluate(f"{script}.then(() => false, () => true)")
    refused = visit.page.evaluate("""() => new Promise((done) => {
        const image = new Image();
        image.onerror = () => done(true);
        image.onload = () => done(false);
        image.src = "https://example.org/x.png";
    })""")
    assert refused
    assert refusals == ["csp"] * len(refusals)
    visit.asked.clear()  # what was wanted, and went nowhere
    visit.troubles.clear()


def test_the_parts_for_solids_come_only_with_a_solid(visit: Any) -> None:
    for _ in tour(visit, "curved"):
        pass
    assert not [url for url in visit.asked if "solid" in url]


def test_the_first_view_comes_soon(visit: Any) -> None:
    """The figure is printed; the bound only tells a page that hangs."""
    visit.page.goto("about:blank")
    begin = time.perf_counter()
    visit.page.goto(visit.studio.origin)
    visit.page.wait_for_selector(".library .cards, .library .nothing")
    seconds = time.perf_counter() - begin
    print(f"first view in {seconds:.3f} s")
    assert seconds < 30
