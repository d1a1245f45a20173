"""The library in a real browser: puzzles come in, are found, chosen, thrown away and taken out."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from drawing.pdf_oracles import sizes
from helpers.browser_puzzles import EXAMPLES, file_of, fresh
from nonoforge.text import printable

HOSTILE = {
    "markup": '"><script>window.caught = 1</script><img src=x onerror="window.caught = 2">',
    "attribute": "' onmouseover='window.caught = 3' x='",
    "end": "]]></title></style></svg><script>window.caught = 4</script>&lt;&#60;",
    "turned": "\u202egnp.exe \u05d0\u05d1\u05d2 \u200f!",
    "long": "Wide " * 2000,
    "unseen": "a\x00b\x1b[2Jc\u2028d",
    "template": "${window.caught = 5} {{window.caught = 6}} `",
}


def home(visit: Any, search: str = "") -> Any:
    """The library, searched; its page. An empty one could not be searched."""
    if search:
        visit.add(EXAMPLES / "heart.nono")
    visit.go("make")
    visit.go("")
    visit.page.get_by_role("heading", name="Library").wait_for()
    if search:
        visit.page.get_by_label("Search").fill(search)
    return visit.page


def titles(page: Any, count: int) -> list[str]:
    """The titles of the cards, once there are so many."""
    page.wait_for_selector(f".cards:not([aria-busy=true]):not(:has(.card:nth-child({count + 1})))"
                           f":has(.card:nth-child({count}))")
    return page.locator(".card h2").all_inner_texts()


def menu(page: Any, label: str, entry: str) -> None:
    """Opens a menu and takes an entry of it."""
    page.get_by_role("button", name=label, exact=True).click()
    page.locator("[role^=menuitem]", has_text=entry).click()


def test_files_come_in_and_what_was_here_is_told(visit: Any, tmp_path: Path) -> None:
    one, two = fresh(tmp_path, "brought-1"), fresh(tmp_path, "brought-2")
    page = home(visit, "brought")
    page.get_by_label("Puzzle files").set_input_files([one, two])
    page.get_by_text("2 puzzles were added.").wait_for()
    assert sorted(titles(page, 2)) == ["brought-1", "brought-2"]
    bad = tmp_path / "bad.nono"
    bad.write_text('{"nonoforge": 1, "family": "grid", "rows": 3}')
    page.get_by_label("Puzzle files").set_input_files([two, fresh(tmp_path, "brought-3"), bad])
    page.get_by_text("1 puzzle was added; 1 was here already.").wait_for()
    assert "bad.nono" in page.get_by_role("alert").inner_text()
    assert len(titles(page, 3)) == 3
    visit.troubles.clear()  # the refusal of the bad one


def test_a_zip_of_many_is_counted_and_the_rest_can_be_cancelled(visit: Any, tmp_path: Path) -> None:
    files = [fresh(tmp_path, f"many-{number:03}") for number in range(240)]
    packed = tmp_path / "many.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        for file in files[:120]:
            archive.write(file, file.name)
    page = home(visit)
    for words in ("120 puzzles were added.", "0 puzzles were added; 120 were here already."):
        page.get_by_label("Puzzle files").set_input_files(packed)
        page.get_by_text(words).wait_for()
    asked: list[Any] = []
    page.route("**/api/library/import", lambda route: asked.append(route))
    page.get_by_label("Puzzle files").set_input_files(files)
    page.get_by_text("Reading 1 of 240").wait_for()
    visit.until(lambda: len(asked), 2)  # files in few requests, two at once
    page.get_by_role("button", name="Cancel").click()
    page.get_by_text("Nothing was added; 240 files were left out.").wait_for()
    assert len(asked) == 2
    visit.troubles.clear()


def test_prose_is_no_picture(visit: Any) -> None:
    page = home(visit)
    menu(page, "Add puzzles", "Paste a text…")
    page.get_by_label("A share string").fill("Dear all,\nthe meeting is at noon.\nBest wishes\n")
    page.get_by_role("button", name="Add it").click()
    page.get_by_role("alert").get_by_text("this reads like words").wait_for()
    page.get_by_text("Nothing was added.").wait_for()
    visit.troubles.clear()  # the refusal


def test_an_empty_library_has_one_thing_to_begin_with(visit: Any) -> None:
    visit.page.route("**/api/library?*",
                     lambda route: route.fulfill(json={"entries": [], "total": 0}))
    page = home(visit)
    page.get_by_role("heading", name="No puzzles yet").wait_for()
    assert page.locator("main .main").all_inner_texts() == ["Puzzles to begin with"]
    assert page.locator(".filters").count() == 0
    page.get_by_role("button", name="More of the library").click()
    page.locator("[role^=menuitem]", has_text="Show the bin").click()
    page.get_by_role("heading", name="Bin", exact=True).wait_for()
    assert page.get_by_label("Search").is_visible()


def test_one_file_is_opened_at_once(visit: Any, tmp_path: Path) -> None:
    page = home(visit)
    page.get_by_label("Puzzle files").set_input_files(fresh(tmp_path, "single"))
    page.get_by_role("heading", name="single").wait_for()
    assert "#/play/" in page.url


def test_a_folder_comes_in(visit: Any, tmp_path: Path) -> None:
    (tmp_path / "deep" / "er").mkdir(parents=True)
    fresh(tmp_path / "deep", "folder-1")
    fresh(tmp_path / "deep" / "er", "folder-2")
    (tmp_path / "deep" / ".hidden").write_text("no puzzle")
    page = home(visit, "folder-")
    page.get_by_label("A folder of puzzles").set_input_files(tmp_path / "deep")
    page.get_by_text("2 puzzles were added.").wait_for()
    assert len(titles(page, 2)) == 2


def test_a_dropped_file_comes_in(visit: Any, tmp_path: Path) -> None:
    path = fresh(tmp_path, "dropped")
    page = home(visit)
    page.evaluate("""(text) => {
        const data = new DataTransfer();
        data.items.add(new File([text], "dropped.nono"));
        document.querySelector(".library").dispatchEvent(
            new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));
    }""", path.read_text())
    page.get_by_role("heading", name="dropped").wait_for()


@pytest.mark.parametrize("example", ["boat.non", "mushroom.tatham", "tree.xml"])
def test_a_text_is_pasted(visit: Any, example: str) -> None:
    page = home(visit)
    menu(page, "Add puzzles", "Paste a text…")
    page.get_by_label("A share string").fill((EXAMPLES / example).read_text())
    page.get_by_role("button", name="Add it").click()
    page.wait_for_selector(".stage > *")
    assert page.evaluate("document.querySelector('.stage').dataset.family") == "grid"


def test_tags_are_set_and_found(visit: Any, tmp_path: Path) -> None:
    for name in ("tagged-1", "tagged-2", "tagged-3"):
        visit.add(fresh(tmp_path, name))
    page = home(visit, "tagged-2")
    titles(page, 1)
    menu(page, "More about tagged-2", "Tags…")
    page.get_by_label("Tags, with").fill("birds, winter nights")
    page.get_by_role("button", name="Set tags").click()
    page.locator("bdi.badge", has_text="winter nights").wait_for()
    page.get_by_label("Search").fill("tagged-")
    titles(page, 3)
    page.get_by_label("Choose tagged-1").check()
    page.get_by_role("button", name="Choose all 3").click()
    page.get_by_role("button", name="Tags…").click()
    page.get_by_label("Give them").fill("seen")
    page.get_by_label("Take away").fill("birds")
    page.get_by_role("button", name="Set tags").click()
    page.get_by_text("Tags of 3 puzzles were set.").wait_for()
    visit.until(lambda: page.locator("bdi.badge", has_text="seen").count(), 3)
    assert not page.locator("bdi.badge", has_text="birds").count()
    page.get_by_label("Search").fill("")
    page.get_by_label("Tag", exact=True).select_option("winter nights")
    assert titles(page, 1) == ["tagged-2"]


def test_what_is_done_with_all_waits_for_all(visit: Any, tmp_path: Path) -> None:
    for name in ("every-1", "every-2"):
        visit.add(fresh(tmp_path, name))
    held: list[Any] = []
    visit.page.route("**/api/library/ids?*", lambda route: held.append(route))
    page = home(visit, "every-")
    titles(page, 2)
    page.get_by_label("Choose every-1").check()
    page.get_by_role("link", name="Print a booklet").wait_for()
    page.get_by_role("button", name="Choose all 2").click()
    visit.until(lambda: len(held), 1)
    for name in ("Move to the bin", "Tags…", "Export", "Print a booklet"):
        assert page.get_by_role("button", name=name).is_disabled(), name
    held[0].continue_()
    page.get_by_role("link", name="Print a booklet").wait_for()
    assert page.get_by_role("link", name="Print a booklet").get_attribute("href").count(",") == 1


def test_cards_stay_where_they_are_when_the_first_is_chosen(phone: Any, tmp_path: Path) -> None:
    for name in ("stays-1", "stays-2", "stays-3"):
        phone.add(fresh(tmp_path, name))
    page = home(phone, "stays-")
    titles(page, 3)
    assert page.locator("main .main").all_inner_texts() == ["Make a puzzle"]
    boxes = "(all) => all.map((card) => card.getBoundingClientRect().toJSON())"
    before = page.locator(".card").evaluate_all(boxes)
    page.get_by_label("Choose stays-2").tap()
    page.get_by_role("link", name="Print a booklet").wait_for()
    assert page.locator(".card").evaluate_all(boxes) == before
    assert page.locator(".chosen-bar").bounding_box()["y"] > 600  # at the end of the window
    assert page.locator("main .main").all_inner_texts() == ["Print a booklet"]


def test_families_and_orders(visit: Any, tmp_path: Path) -> None:
    for name in ("order-b", "order-a", "order-c"):
        visit.add(fresh(tmp_path, name))
    page = home(visit, "order-")
    page.get_by_label("Order", exact=True).select_option("title")
    assert titles(page, 3) == ["order-a", "order-b", "order-c"]
    page.get_by_label("Family", exact=True).select_option("solid")
    page.get_by_role("heading", name="Nothing found").wait_for()


def test_a_booklet_of_the_chosen(visit: Any, tmp_path: Path) -> None:
    for name in ("book-1", "book-2", "book-3"):
        visit.add(fresh(tmp_path, name))
    page = home(visit, "book-")
    page.get_by_label("Order", exact=True).select_option("title")
    titles(page, 3)
    page.get_by_label("Choose book-1").check()
    page.get_by_role("button", name="Choose all 3").click()
    page.get_by_text("3 chosen").wait_for()
    with page.expect_download() as coming:
        page.get_by_role("button", name="Export").click()
    with zipfile.ZipFile(coming.value.path()) as archive:
        assert sum(name.endswith(".nono") for name in archive.namelist()) == 3
    page.get_by_role("link", name="Print a booklet").click()
    page.get_by_role("heading", name="A booklet of 3 puzzles").wait_for()
    page.get_by_label("Move book-3 up").click()
    page.get_by_label("Leave out book-1").click()
    assert page.locator("li bdi").all_inner_texts() == ["book-3", "book-2"]
    page.get_by_label("Answers at the back").uncheck()
    with page.expect_download() as coming:
        page.get_by_role("button", name="Save a PDF").click()
    assert len(sizes(coming.value.path().read_bytes())) == 2
    page.get_by_role("combobox", name="Paper").select_option("6x9")  # the trim size of a book
    with page.expect_download() as coming:
        page.get_by_role("button", name="Save a PDF").click()
    pages = sizes(coming.value.path().read_bytes())
    assert [(round(width), round(height)) for width, height in pages] == [(432, 648)] * len(pages)


def test_the_bin_and_back(visit: Any, tmp_path: Path) -> None:
    for name in ("binned-1", "binned-2"):
        visit.add(fresh(tmp_path, name))
    page = home(visit, "binned")
    titles(page, 2)
    menu(page, "More about binned-1", "Move to the bin")
    page.get_by_text("binned-1 is in the bin.").wait_for()
    assert titles(page, 1) == ["binned-2"]
    page.get_by_role("status").get_by_role("button", name="Put back").click()
    assert len(titles(page, 2)) == 2
    page.get_by_label("Choose binned-2").check()
    page.get_by_role("button", name="Move to the bin").click()
    assert titles(page, 1) == ["binned-1"]
    menu(page, "More of the library", "Show the bin")
    page.get_by_role("button", name="Put binned-2 back").click()
    page.get_by_role("heading", name="Nothing found").wait_for()
    menu(page, "More of the library", "Show the bin")
    assert len(titles(page, 2)) == 2


def test_the_bin_is_emptied_only_when_asked_twice(visit: Any, tmp_path: Path) -> None:
    puzzle = visit.add(fresh(tmp_path, "gone"))
    visit.api("DELETE", f"library/{puzzle}")
    page = home(visit)
    menu(page, "More of the library", "Show the bin")
    page.get_by_role("button", name="Empty the bin").click()
    page.get_by_role("button", name="Keep it").click()
    assert visit.api("GET", f"library/{puzzle}")["entry"]["binned"]
    page.get_by_role("button", name="Empty the bin").click()
    page.get_by_role("button", name="Forget it all").click()
    page.get_by_role("heading", name="The bin is empty").wait_for()
    assert all(entry["id"] != puzzle
               for entry in visit.api("GET", "library?limit=200&bin=true")["entries"])


def test_everything_is_exported(visit: Any, tmp_path: Path) -> None:
    path = fresh(tmp_path, "taken-out", "Taken out / é")
    visit.add(path)
    page = home(visit)
    with page.expect_download() as coming:
        menu(page, "More of the library", "Export all")
    with zipfile.ZipFile(coming.value.path()) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    found = [json.loads(data) for name, data in files.items() if name.endswith(".nono")]
    assert json.loads(path.read_text())["rows"] in [file.get("rows") for file in found]
    assert not [name for name in files if ".." in name or name.startswith("/")]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_title_is_a_text_wherever_it_is_shown(visit: Any, tmp_path: Path, name: str) -> None:
    title = HOSTILE[name]
    puzzle = visit.add(fresh(tmp_path, f"hostile-{name}", title))
    entry = visit.api("GET", f"library/{puzzle}")["entry"]
    begin = printable(title.split("\x00")[0][:40]).strip()
    assert printable(entry["title"]).startswith(begin)
    page = home(visit)
    page.locator(".card h2 bdi").filter(has_text=entry["title"]).first.wait_for()
    for place in ("play", "edit", "check", "share"):
        visit.go(f"{place}/{puzzle}")
        page.wait_for_selector("h1 bdi")
        assert printable(page.locator("h1 bdi").text_content()).startswith(begin), place
        assert page.locator("h1 :is(script, img)").count() == 0
    visit.go(f"print/{puzzle}")
    page.wait_for_selector("li bdi")
    assert page.evaluate("window.caught") is None
    wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert not wide


def test_the_files_of_a_folder_that_are_none_are_told_in_short(visit: Any, tmp_path: Path) -> None:
    for number in range(8):
        (tmp_path / f"note-{number}.txt").write_text("Dear reader,\n")
    page = home(visit)
    page.get_by_label("Puzzle files").set_input_files(sorted(tmp_path.iterdir()))
    page.get_by_text("Nothing was added.").wait_for()
    said = page.get_by_role("alert").inner_text().splitlines()
    assert len(said) == 6
    assert said[-1].startswith("… and 3 more")
    visit.troubles.clear()


def test_solutions_are_covered_until_wanted(visit: Any) -> None:
    visit.add(file_of("grid"))
    page = home(visit, "Fox")
    page.locator(".card").first.wait_for()
    for kind in ("cover", "thumbnail"):
        page.wait_for_selector(f".card .cover.{kind} img")
        assert page.evaluate(
            f"document.querySelector('.card .{kind} img').decode().then(() => true)")
        if kind == "cover":
            menu(page, "More of the library", "Show solutions")


def test_ten_thousand_puzzles(visit: Any) -> None:
    """Only what is in sight is on the page; any place is reached; back and reload return to it."""
    page = visit.page
    entry = {"author": "", "family": "grid", "size": "5 × 5", "cells": 25, "colours": 1,
             "source": "",
             "tags": [], "rating": {"stars": 2}, "thumbnail": False, "started": False,
             "solved": False, "seconds": 0, "added": 0, "changed": 0, "played": None,
             "binned": None, "existed": False}

    def answer(route: Any) -> None:
        from urllib.parse import parse_qs, urlparse

        asked = parse_qs(urlparse(route.request.url).query)
        start, limit = (int(asked.get(name, ["0"])[0]) for name in ("offset", "limit"))
        if "progress" in asked:
            route.fulfill(json={"entries": [], "total": 0})
            return
        route.fulfill(json={"total": 10_000, "entries": [
            {**entry, "id": f"n{number}", "title": f"Number {number}"}
            for number in range(start, min(start + limit, 10_000))]})

    page.route("**/api/library?*", answer)
    page.route("**/cover?*", lambda route: route.fulfill(
        body='<svg xmlns="http://www.w3.org/2000/svg"/>', content_type="image/svg+xml"))
    visit.go("make")
    visit.go("")
    page.get_by_role("link", name="Number 0", exact=True).wait_for()
    page.get_by_text("10,000 puzzles").wait_for()
    assert page.locator(".card").count() < 60
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.get_by_role("link", name="Number 9999").wait_for()
    assert page.locator(".card").count() < 60
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight / 2)")
    page.get_by_role("link", name="Number 5000").wait_for()
    place = page.evaluate("scrollY")
    visit.until(lambda: page.evaluate("sessionStorage['nonoforge-library-scroll']"), str(place))
    visit.go("make")
    page.go_back()
    page.get_by_role("link", name="Number 5000").wait_for()
    assert page.evaluate("scrollY") == place
    page.reload()
    page.get_by_role("link", name="Number 5000").wait_for()
    page.get_by_label("Order", exact=True).select_option("title")
    page.reload()
    assert page.get_by_label("Order", exact=True).input_value() == "title"


def test_covers_filters_and_what_to_continue(visit: Any, tmp_path: Path) -> None:
    """Covers tell no solution; titles can be hidden; what is flawed is labelled; filters count."""
    begun = visit.add(fresh(tmp_path, "shown-1"))
    flawed = tmp_path / "shown-2.nono"
    flawed.write_text(json.dumps({
        "nonoforge": 1, "family": "grid", "title": "shown-2", "width": 2, "height": 2,
        "rows": [[1], [1]], "columns": [[1], [1]]}))
    visit.add(flawed)
    visit.api("PUT", f"library/{begun}/state", {"seconds": 70, "solved": False})
    page = home(visit)
    page.get_by_role("heading", name="Continue").wait_for()
    assert page.locator(".continue bdi").first.inner_text() == "shown-1"
    page.get_by_label("Search").fill("shown-")
    titles(page, 2)
    page.get_by_role("heading", name="Continue").wait_for(state="hidden")
    page.locator(".card", has_text="shown-2").get_by_text("several solutions").wait_for()
    page.locator(".card", has_text="shown-1").get_by_label("of 5 stars").wait_for()
    cover = page.locator(".card", has_text="shown-1").locator(".cover img").get_attribute("src")
    assert "/cover?" in str(cover)
    page.get_by_label("Played", exact=True).select_option("unfinished")
    assert titles(page, 1) == ["shown-1"]
    assert page.locator("select[aria-label=Played] option").all_inner_texts() == [
        "Played or not", "Not begun (1)", "Unfinished (1)", "Solved (0)"]
    menu(page, "More of the library", "Hide titles until solved")
    visit.until(lambda: titles(page, 1), ["Grid, 8 × 7"])
    menu(page, "More of the library", "Hide titles until solved")
    page.get_by_role("button", name="Clear filters").click()
    titles(page, 2)
    page.get_by_label("Stars", exact=True).select_option("none")
    assert titles(page, 1) == ["shown-2"]
