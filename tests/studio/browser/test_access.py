"""For everybody: axe finds nothing, the keyboard goes everywhere, nothing is told by colour
alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import nonoforge
from helpers.browser_puzzles import EXAMPLES, VIEWS, file_of, picture_of, settle, tour
from nonoforge.drawing import html

AXE = Path(__file__).parents[3] / "web" / "node_modules" / "axe-core" / "axe.min.js"
DESK, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
LOOKS = [("light", PHONE), ("dark", DESK)]


@pytest.fixture(scope="module")
def axe() -> str:
    if not AXE.is_file():
        pytest.skip("axe-core is not installed: run npm ci in web/")
    return AXE.read_text(encoding="utf-8")


def findings(page: Any, axe: str, looks: list[Any] = LOOKS) -> list[str]:
    """What axe finds, in each look of the page."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe)
    found = []
    for scheme, size in looks:
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size(size)
        answer = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        found += [f"{scheme}, {size['width']}: {rule['id']}: {node['html']}: "
                  f"{node['failureSummary']}"
                  for rule in answer["violations"]
                  for node in rule["nodes"]]
    return found


@pytest.mark.parametrize("family", ["grid", "solid", "curved", "tri"])
def test_axe_finds_nothing_on_the_pages_of_a_puzzle(visit: Any, axe: str, family: str) -> None:
    """What all families share is looked at with the first, in all looks."""
    views, looks = (VIEWS, LOOKS) if family == "grid" else (("play", "edit"), LOOKS[1:])
    found = {view: findings(visit.page, axe, looks) for view in tour(visit, family, views)}
    assert not any(found.values()), found


def test_axe_finds_nothing_where_a_puzzle_is_bad(visit: Any, axe: str) -> None:
    """Two solutions: with what the report and the proposals show then."""
    puzzle = visit.add(EXAMPLES / "eyebrow.nono")
    for view in ("edit", "check"):
        visit.go(f"{view}/{puzzle}")
        settle(visit)
        assert not findings(visit.page, axe), view


def test_axe_finds_nothing_from_a_hint_to_the_win(visit: Any, axe: str) -> None:
    page, path = visit.page, EXAMPLES / "heart.nono"
    visit.go(f"play/{visit.add(path)}")
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector(".hinting")
    assert not findings(page, axe, LOOKS[:1]), "hint"
    page.set_viewport_size(DESK)
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Try out").click()
    visit.board("element.focus()")
    for cell, colour in enumerate(picture_of(path)):
        if colour:
            visit.board(f"focusCell({cell})")
            page.keyboard.press(" ")
    page.keyboard.press("Escape")
    page.wait_for_selector(".table.finished:not(.bare)")
    assert not findings(page, axe), "won"


def test_axe_finds_nothing_while_a_preview_is_on_its_way(visit: Any, axe: str) -> None:
    """What fades are pictures, not words."""
    held: list[Any] = []
    visit.page.route("**/api/make/grid", lambda route: held.append(route))
    visit.go("make")
    visit.page.get_by_label("Letters become a picture").fill("A")
    visit.page.get_by_role("button", name="Write it").click()
    visit.page.locator(".panes[aria-busy=true] .waiting").wait_for()
    assert not findings(visit.page, axe, LOOKS[:1])
    for route in held:
        route.continue_()


def test_axe_finds_nothing_in_the_library(visit: Any, axe: str) -> None:
    puzzles = [visit.add(file_of(family)) for family in ("grid", "solid", "curved", "tri")]
    visit.go("")
    visit.page.locator(".card").first.wait_for()
    visit.page.locator(".card input[type=checkbox]").nth(1).check()
    visit.page.get_by_role("button", name="Add puzzles").click()
    visit.page.get_by_text("Paste a text…").click()
    visit.page.locator(".card .more button").first.click()
    everything = [(scheme, size) for scheme in ("light", "dark") for size in (DESK, PHONE)]
    assert not findings(visit.page, axe, everything)
    visit.go(f"print/{','.join(puzzles)}")
    assert not findings(visit.page, axe)


def test_axe_finds_nothing_where_there_is_nothing(visit: Any, axe: str) -> None:
    visit.page.route("**/api/library?*", lambda route: route.fulfill(
        json={"entries": [], "total": 0}))
    for place in ("", "start", "tutorial", "make", "play/none", "string/none"):
        visit.go(place)
        settle(visit)
        assert not findings(visit.page, axe), place
    visit.troubles.clear()  # the browser's console tells of the puzzle that is not there


@pytest.mark.parametrize("family", ["grid", "solid"])
def test_axe_finds_nothing_in_a_page_that_plays(
    browser: Any, axe: str, family: str, tmp_path: Path,
) -> None:
    path = tmp_path / "played.html"
    path.write_text(html(nonoforge.load(file_of(family))), encoding="utf-8")
    page = browser.new_page()
    page.goto(path.as_uri())
    page.wait_for_selector(".stage > *")
    page.locator(".settings summary").click()
    found = findings(page, axe)
    page.close()
    assert not found


CONTROLS = """() => {
    const seen = (element) => element.checkVisibility({visibilityProperty: true});
    const all = document.querySelectorAll(
        "a[href], button, input, select, textarea, summary, [tabindex]");
    return [...all].filter((element) => element.tabIndex >= 0 && !element.disabled && seen(element))
        .map((element, at) => { element.dataset.stop = at; return at; });
}"""
FOCUSED = """() => {
    const element = document.activeElement, style = getComputedStyle(element);
    const outlined = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
    return {stop: element.dataset.stop, html: element.outerHTML.slice(0, 120), outlined,
            board: element.closest(".stage") !== null};
}"""


def stops(page: Any, most: int) -> list[dict[str, Any]]:
    """Where the tab key leads, from the top of the page on."""
    page.evaluate("document.activeElement.blur(); getSelection().removeAllRanges()")
    found: list[dict[str, Any]] = []
    for _ in range(most):
        page.keyboard.press("Tab")
        here = page.evaluate(FOCUSED)
        if here["stop"] is None:
            break
        found.append(here)
    return found


@pytest.mark.parametrize("family", ["grid", "solid"])
def test_the_tab_key_goes_to_every_control_in_order(visit: Any, family: str) -> None:
    for view in tour(visit, family, VIEWS if family == "grid" else ("play",)):
        visit.page.reload()  # so that the keyboard begins at the top
        settle(visit)
        controls = visit.page.evaluate(CONTROLS)
        found = stops(visit.page, len(controls) + 1)
        assert [int(stop["stop"]) for stop in found] == controls, view
        unseen = [stop["html"] for stop in found if not stop["outlined"] and not stop["board"]]
        assert not unseen, view


def test_the_tab_key_goes_through_the_library(visit: Any) -> None:
    visit.add(file_of("grid"))
    visit.go("")
    visit.page.reload()  # so that the keyboard begins at the top
    visit.page.locator(".card").first.wait_for()
    controls = visit.page.evaluate(CONTROLS)
    found = stops(visit.page, len(controls) + 1)
    assert [int(stop["stop"]) for stop in found] == controls
    assert all(stop["outlined"] for stop in found)


def test_the_bar_can_be_skipped(visit: Any) -> None:
    visit.go(f"play/{visit.add(file_of('curved'))}")
    settle(visit)
    visit.page.reload()
    settle(visit)
    visit.page.keyboard.press("Tab")
    assert visit.page.evaluate("document.activeElement.textContent") == "Skip to the page"
    visit.page.keyboard.press("Enter")
    assert "play/" in visit.page.url
    visit.page.keyboard.press("Tab")
    assert visit.page.evaluate("document.activeElement.closest('main') !== null")


def test_hints_by_keyboard_keep_the_focus_where_they_are(visit: Any) -> None:
    visit.go(f"play/{visit.add(EXAMPLES / 'heart.nono')}")
    settle(visit)
    visit.page.get_by_role("button", name="Hint").focus()
    for _ in range(12):  # three steps with all their stages
        visit.page.keyboard.press("Enter")
        visit.page.wait_for_selector(".hints:not(:has([aria-disabled='true']))")
        assert visit.page.evaluate("document.activeElement.closest('.hints') !== null")


def test_colours_are_chosen_by_arrows(visit: Any) -> None:
    visit.go(f"play/{visit.add(file_of('grid'))}")
    settle(visit)
    radios = visit.page.get_by_role("radio")
    radios.first.focus()
    for at in (1, 2):
        visit.page.keyboard.press("ArrowRight")
        assert radios.nth(at).get_attribute("aria-checked") == "true"
    visit.page.keyboard.press("ArrowLeft")
    assert visit.page.evaluate("document.activeElement.getAttribute('aria-checked')") == "true"


@pytest.mark.parametrize("name", ["cat.nono", "curved/heart.nono"])
def test_a_mistake_is_seen_without_colours(visit: Any, name: str) -> None:
    """A filled cell that is wrong looks otherwise than one that is right, in greys too."""
    Image = pytest.importorskip("PIL.Image")
    path = EXAMPLES / name
    solution = picture_of(path)
    right, wrong = solution.index(1), solution.index(0)
    visit.go(f"play/{visit.add(path)}")
    settle(visit)
    visit.page.locator(".settings summary").click()
    visit.page.get_by_label("Show mistakes").select_option("always")
    cdp = visit.page.context.new_cdp_session(visit.page)
    cdp.send("Emulation.setEmulatedVisionDeficiency", {"type": "achromatopsia"})
    for cell in (right, wrong):
        visit.page.mouse.click(*visit.centre(cell))
    visit.page.mouse.move(0, 0)
    visit.until(lambda: [_spread(visit, Image, cell) >= 30 for cell in (right, wrong)],
                [False, True])


def _spread(visit: Any, Image: Any, cell: int) -> int:
    """How far the greys in the middle of a cell are apart."""
    from io import BytesIO

    x, y = visit.centre(cell)
    shot = visit.page.screenshot(clip={"x": x - 7, "y": y - 7, "width": 14, "height": 14})
    low, high = Image.open(BytesIO(shot)).convert("L").getextrema()
    return int(high - low)
