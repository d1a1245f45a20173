"""Nothing leaves the machine, and the first view comes at once."""

from __future__ import annotations

import time
from typing import Any
from urllib.parse import urlsplit

from helpers.browser_puzzles import settle


def hosts(visit: Any) -> set[str]:
    """Where requests went; pictures that the page made itself (data:, blob:) go nowhere."""
    return {urlsplit(url).netloc for url in visit.asked if not url.startswith(("data:", "blob:"))}


def test_other_pages_ask_only_the_studio(visit: Any) -> None:
    """For the pages of puzzles see `test_widths`; at the end of every test it is looked at, too."""
    for place in ("", "make", "print/none", "string/none"):
        visit.go(place)
        settle(visit)
        assert hosts(visit) == {urlsplit(visit.studio.origin).netloc}, place
    visit.troubles.clear()


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


def test_the_first_view_comes_soon(visit: Any) -> None:
    """The figure is printed; the bound only tells a page that hangs."""
    visit.page.goto("about:blank")
    begin = time.perf_counter()
    visit.page.goto(visit.studio.origin)
    visit.page.wait_for_selector(".library .cards, .library .nothing")
    seconds = time.perf_counter() - begin
    print(f"first view in {seconds:.3f} s")
    assert seconds < 30
