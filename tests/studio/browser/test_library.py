"""The library in a real browser: puzzles come in, are found, chosen, thrown away and taken out."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from draw.pdf_oracles import sizes

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
    """The library, searched; its page."""
    visit.go("make")
    visit.go("")
    visit.page.get_by_role("heading", name="Library").wait_for()
    if search:
        visit.page.get_by_label("Search").fill(search)
    return visit.page


def titles(page: Any, count: int) -> list[str]:
    """The titles of the cards, once there are so many."""
    page.wait_for_selector(f".cards:not(:has(.card:nth-child({count + 1})))"
                           f":has(.card:nth-child({count}))")
    return page.locator(".card h2").all_inner_texts()


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
    page.get_by_role("button", name="Paste").click()
    page.get_by_label("A share string").fill((EXAMPLES / example).read_text())
    page.get_by_role("button", name="Add it").click()
    page.wait_for_selector(".stage > *")
    assert page.evaluate("document.querySelector('.stage').dataset.family") == "grid"


def test_tags_are_set_and_found(visit: Any, tmp_path: Path) -> None:
    for name in ("tagged-1", "tagged-2", "tagged-3"):
        visit.add(fresh(tmp_path, name))
    page = home(visit, "tagged-2")
    titles(page, 1)
    page.get_by_label("More about tagged-2").click()
    page.get_by_label("Tags, with").fill("birds, winter nights")
    page.get_by_role("button", name="Set tags").click()
    page.locator("bdi.badge", has_text="winter nights").wait_for()
    page.get_by_label("Search").fill("")
    page.get_by_label("Tag", exact=True).select_option("winter nights")
    assert titles(page, 1) == ["tagged-2"]


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
    page.get_by_role("button", name="All").click()
    page.get_by_text("3 chosen").wait_for()
    page.get_by_role("link", name="Print a booklet").click()
    page.get_by_role("heading", name="A booklet of 3 puzzles").wait_for()
    page.get_by_label("Move book-3 up").click()
    page.get_by_label("Leave out book-1").click()
    assert page.locator("li bdi").all_inner_texts() == ["book-3", "book-2"]
    page.get_by_label("Answers at the back").uncheck()
    with page.expect_download() as coming:
        page.get_by_role("button", name="Save a PDF").click()
    assert len(sizes(coming.value.path().read_bytes())) == 2


def test_the_bin_and_back(visit: Any, tmp_path: Path) -> None:
    for name in ("binned-1", "binned-2"):
        visit.add(fresh(tmp_path, name))
    page = home(visit, "binned")
    titles(page, 2)
    page.get_by_label("More about binned-1").click()
    page.get_by_role("button", name="Move to the bin").click()
    page.get_by_text("binned-1 is in the bin.").wait_for()
    assert titles(page, 1) == ["binned-2"]
    page.get_by_role("status").get_by_role("button", name="Put back").click()
    assert len(titles(page, 2)) == 2
    page.get_by_label("Choose binned-2").check()
    page.get_by_role("button", name="Move to the bin").last.click()
    assert titles(page, 1) == ["binned-1"]
    page.get_by_label("in the bin").check()
    page.get_by_role("button", name="Put binned-2 back").click()
    page.get_by_role("heading", name="Nothing found").wait_for()
    page.get_by_label("in the bin").uncheck()
    assert len(titles(page, 2)) == 2


def test_the_bin_is_emptied_only_when_asked_twice(visit: Any, tmp_path: Path) -> None:
    puzzle = visit.add(fresh(tmp_path, "gone"))
    visit.api("DELETE", f"library/{puzzle}")
    page = home(visit)
    page.get_by_label("in the bin").check()
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
        page.get_by_role("link", name="Export all").click()
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
    assert page.locator(".cover img").count() == 0
    page.get_by_label("show solutions").check()
    page.wait_for_selector(".cover img")
    assert page.evaluate("document.querySelector('.cover img').decode().then(() => true)")
