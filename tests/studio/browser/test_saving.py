"""What is done on a page stays: after a reload and by the history of the browser, while the library
cannot be written to, on a page that is older than its studio, and in versions."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from helpers.browser_puzzles import file_of, fresh, picture_of
from nonoforge.formats import loads
from studio.browser.conftest import DESK, Visit


@pytest.mark.parametrize("family", ["grid", "solid", "curved"])  # one for each kind of board
def test_zoom_and_colour_are_there_after_a_reload_and_after_back(visit: Any, family: str) -> None:
    puzzle = visit.add(file_of(family))
    visit.go(f"play/{puzzle}")
    for _ in range(3):
        visit.board("zoom(1.4)")
    swatches = visit.page.get_by_role("radio")
    swatches.last.click()
    before = visit.board("viewpoint()")
    visit.page.reload()
    visit.page.wait_for_selector(".stage > *")
    visit.until(lambda: visit.board("viewpoint()") == pytest.approx(before, abs=0.02))
    assert swatches.last.get_attribute("aria-checked") == "true"
    visit.go("make")
    visit.page.go_back()
    visit.page.wait_for_selector(".stage > *")
    visit.until(lambda: visit.board("viewpoint()") == pytest.approx(before, abs=0.02))


def test_a_library_that_cannot_be_written_to_is_told_and_nothing_moves(
    visit: Any, tmp_path: Path,
) -> None:
    puzzle = visit.add(fresh(tmp_path, "full-disk"))
    visit.go(f"play/{puzzle}")
    place = visit.centre(0)
    visit.page.route("**/game", lambda route: route.fulfill(
        status=503, json={"error": "the disk is full; nothing was changed"})
        if route.request.method == "POST" else route.continue_())
    press(visit, 0, " ")
    message = visit.page.get_by_text("the disk is full; nothing was changed")
    message.wait_for()
    assert "kept in this browser" in message.inner_text()
    assert visit.centre(0) == place
    press(visit, 1, " ")
    visit.page.unroute("**/game")
    message.wait_for(state="detached")
    assert [move[0] for move in visit.api("GET", f"library/{puzzle}/game")["moves"]] == [0, 1]
    # A browser without room says that the page must stay open.
    visit.page.evaluate("() => { Storage.prototype.setItem = () => { throw Error('full'); }; }")
    visit.page.route("**/game", lambda route: route.abort())
    press(visit, 2, " ")
    visit.page.get_by_text("leave this page open").wait_for()
    visit.page.unroute("**/game")
    visit.until(lambda: len(visit.api("GET", f"library/{puzzle}/game")["moves"]), 3)
    visit.troubles.clear()  # the browser reports the refusals


def press(visit: Any, cell: int, key: str) -> None:
    visit.board("element.focus()")
    visit.board(f"focusCell({cell})")
    visit.page.keyboard.press(key)


def test_the_winning_stroke_is_saved_as_the_win(visit: Any, tmp_path: Path) -> None:
    """Whoever closes the page when "Solved!" appears has solved it; another page that has not heard
    of it takes nothing back."""
    path = fresh(tmp_path, "w")
    puzzle, picture = visit.add(path), picture_of(path)
    context = visit.page.context.browser.new_context(viewport=DESK, reduced_motion="reduce")
    other = Visit(context.new_page(), visit.studio)
    for each in (visit, other):
        each.go(f"play/{puzzle}")
        each.board("element.focus()")
    *first, last = [cell for cell, colour in enumerate(picture) if colour]
    for cell in first:
        press(visit, cell, " ")
    assert visit.game(puzzle)["solved"] is False
    visit.page.evaluate("""() => {
        window.kept = [];
        new MutationObserver(() => {
            if (!window.kept.length && document.querySelector(".won")) window.kept =
                Object.values(localStorage).filter((text) => text.includes('"move"'));
        }).observe(document.body, {childList: true, subtree: true});
    }""")
    visit.page.route("**/game", lambda route: route.abort())  # it stays with the page
    press(visit, last, " ")
    visit.page.wait_for_selector(".won")
    [kept] = visit.page.evaluate("window.kept")
    assert [(op["move"], op["solved"]) for op in json.loads(kept)] == [([last, -1, 1], True)]
    visit.page.unroute("**/game")
    visit.page.reload()
    visit.page.get_by_text("Solved!").wait_for()
    assert visit.game(puzzle)["solved"] is True
    press(other, picture.index(0), "x")
    other.until(lambda: len(other.game(puzzle)["moves"]), len(first) + 2)
    assert other.game(puzzle)["solved"] is True
    other.close()
    visit.troubles.clear()  # the browser reports what did not get through


def test_an_old_page_is_told_to_reload_and_an_old_address_says_so(visit: Any) -> None:
    visit.page.route("**/api/library/tags", lambda route: newer(route))
    visit.go("")
    visit.page.evaluate("fetch('api/library/tags')")
    visit.go("play/gone-for-good")
    visit.page.get_by_role("heading", name="This cannot be opened").wait_for()
    for place in ("play/", "string/", "nowhere/at-all"):  # addresses that say nothing
        visit.go(place)
        visit.page.get_by_role("heading", name="Library").wait_for()
    visit.page.route("**/api/library?*", lambda route: newer(route))
    visit.go("")
    visit.page.get_by_text("The studio was updated").wait_for()
    visit.page.unroute_all(behavior="wait")
    visit.page.get_by_role("button", name="Reload").click()
    visit.page.get_by_text("The studio was updated").wait_for(state="detached")
    visit.troubles.clear()  # the browser reports the 404


def newer(route: Any) -> None:
    from playwright.sync_api import Error

    with suppress(Error):  # the page has left, and its requests with it
        answer = route.fetch()
        route.fulfill(response=answer, headers={**answer.headers, "x-nonoforge-page": "another"})


def test_edits_make_versions_and_the_original_comes_back_with_its_game(
    visit: Any, tmp_path: Path,
) -> None:
    path = fresh(tmp_path, "versions")
    puzzle = visit.add(path)
    [original] = loads(path.read_bytes())
    visit.go(f"play/{puzzle}")
    for cell in range(3):
        press(visit, cell, "x")
    visit.until(lambda: len(visit.game(puzzle)["moves"]), 3)
    visit.go(f"edit/{puzzle}")
    assert original.solution is not None
    press(visit, 0, "x" if original.solution[0] else " ")
    visit.page.get_by_text("saved", exact=True).wait_for()
    visit.go(f"play/{puzzle}")
    visit.frames()
    assert visit.game(puzzle) is None
    press(visit, 5, " ")
    visit.until(lambda: len((visit.game(puzzle) or {"moves": []})["moves"]), 1)
    # Undo is there another day; so are the versions.
    visit.page.reload()
    visit.go(f"edit/{puzzle}")
    undo = visit.page.get_by_role("button", name="Undo")
    undo.wait_for()
    assert undo.is_enabled()
    visit.page.get_by_text("Versions", exact=True).click()
    pictures = visit.page.locator(".versions img")
    visit.until(lambda: pictures.evaluate_all(
        "(all) => all.map((one) => one.naturalWidth > 0)"), [True, True])
    visit.page.get_by_role("button", name="Original").click()
    visit.page.get_by_text("saved", exact=True).wait_for()
    visit.until(lambda: len((visit.game(puzzle) or {"moves": []})["moves"]) if opened(
        visit, puzzle) else 0, 3)
    versions = visit.api("GET", f"library/{puzzle}/versions")
    assert [version["current"] for version in versions] == [True, False]
    visit.page.get_by_role("button", name="Undo").click()
    visit.until(lambda: [version["current"] for version in visit.api(
        "GET", f"library/{puzzle}/versions")], [False, True])


def opened(visit: Any, puzzle: str) -> Any:
    """Opens the puzzle, which makes its edits a version."""
    return visit.api("GET", f"library/{puzzle}")
