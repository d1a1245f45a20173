"""Given away: every file that the page saves can be read again, and the page that plays plays."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import nonoforge
from drawing.pdf_oracles import sizes
from helpers.browser_puzzles import EXAMPLES, FAMILIES, file_of, fresh, picture_of, settle

HOSTILE = '</title></script>"><script>caught = 1</script>]]><img src=x onerror=caught=2>'
PICTURES = ("SVG", "PNG", "Ipe")


def share(visit: Any, path: Path) -> Any:
    """The page that shares a puzzle file."""
    visit.go(f"share/{visit.add(path)}")
    settle(visit)
    visit.page.wait_for_selector("[aria-label=Format] option", state="attached")
    return visit.page


def saved(page: Any, button: str) -> Path:
    """The file behind a button, under the name that it was given."""
    with page.expect_download() as coming:
        page.get_by_role("button", name=button, exact=True).click()
    download = coming.value
    path = Path(download.path())
    return path.rename(path.with_name(download.suggested_filename))


def same(one: Path, two: Path) -> bool:
    """Do they have the same clues?"""
    return [line.clue for line in nonoforge.load(one).puzzle.lines] == [
        line.clue for line in nonoforge.load(two).puzzle.lines]


@pytest.mark.parametrize("family", FAMILIES)
def test_pictures_are_what_they_say(visit: Any, family: str) -> None:
    Image = pytest.importorskip("PIL.Image")
    page = share(visit, file_of(family))
    for kind in PICTURES:
        path = saved(page, f"Save as {kind}")
        assert path.suffix == f".{kind.lower()}"
        if kind == "PNG":
            with Image.open(path) as image:
                image.verify()
        else:
            assert ElementTree.parse(path).getroot().tag.endswith(kind.lower())
    data = saved(page, "Save a PDF").read_bytes()
    assert len(sizes(data)) >= 2  # the puzzle, and its answer


def test_a_picture_of_the_solution(visit: Any) -> None:
    page = share(visit, EXAMPLES / "fox.nono")
    puzzle = saved(page, "Save as SVG").read_text()
    page.get_by_label("with the solution").check()
    solved = saved(page, "Save as SVG").read_text()
    assert len(solved) > len(puzzle)


@pytest.mark.parametrize("family", ["grid", "solid", "curved", "tri"])
def test_every_format_can_be_read_again(visit: Any, family: str) -> None:
    page = share(visit, file_of(family))
    formats = page.locator("select[aria-label=Format] option").evaluate_all(
        "(options) => options.map((option) => option.value)")
    assert {"nono", "share"} <= set(formats)
    for name in formats:
        path = saved_as(page, name)
        if name == "vox":  # the picture alone: no clue is hidden
            assert nonoforge.load(path).solution == nonoforge.load(file_of(family)).solution
        else:
            assert same(path, file_of(family)), name
    visit.troubles.clear()  # formats that cannot hold everything say so at first


def saved_as(page: Any, name: str) -> Path:
    """The file in a format; what it cannot hold is left out."""
    page.get_by_label("Format", exact=True).select_option(name)
    without = page.get_by_role("button", name="Save without that")
    with page.expect_download() as coming:
        page.get_by_role("button", name="Save the file").click()
        without.or_(page.get_by_text("Saved as")).wait_for()
        if without.is_visible():
            without.click()
    path = Path(coming.value.path())
    return path.rename(path.with_name(coming.value.suggested_filename))


def test_what_a_format_cannot_hold_is_told(visit: Any) -> None:
    page = share(visit, EXAMPLES / "fox.nono")
    page.get_by_label("Format", exact=True).select_option("olsak")
    page.get_by_role("button", name="Save the file").click()
    said = page.get_by_role("alert").inner_text()
    assert said.startswith(".g cannot hold a title, an author")
    assert "--" not in said
    visit.troubles.clear()


def test_formats_that_cannot_hold_the_clues_are_not_offered(visit: Any) -> None:
    page = share(visit, EXAMPLES / "fox.nono")
    assert page.locator("option[value=webpbn]").count() == 1
    assert page.locator("option[value=tatham]").count() == 0


@pytest.mark.parametrize("family", FAMILIES)
def test_a_share_string_is_the_same_puzzle(visit: Any, family: str, tmp_path: Path) -> None:
    """Copied on one page, pasted on another: the puzzle comes, the solution does not."""
    visit.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = share(visit, file_of(family))
    page.get_by_role("button", name="Make a share string").click()
    page.get_by_role("button", name="Copy", exact=True).click()
    page.get_by_role("button", name="Copied", exact=True).wait_for()
    visit.go("")
    page.get_by_role("button", name="Add puzzles").click()
    page.get_by_text("Paste a text…").click()
    page.wait_for_selector("textarea:focus")
    page.keyboard.press("Control+v")
    page.get_by_role("button", name="Add it").click()
    page.wait_for_selector(".stage > *")
    came = visit.api("GET", f"library/{page.url.rpartition('/')[2]}")["puzzle"]
    assert "solution" not in came
    path = tmp_path / "came.nono"
    path.write_text(json.dumps(came))
    assert same(path, file_of(family))


def test_a_link_opens_the_puzzle(visit: Any) -> None:
    visit.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = share(visit, EXAMPLES / "heart.nono")
    page.get_by_role("button", name="Make a share string").click()
    page.get_by_role("button", name="Copy as a link").click()
    link = page.evaluate("navigator.clipboard.readText()")
    page.goto("about:blank")
    page.goto(link)
    page.get_by_role("heading", name="Heart").wait_for()


def test_a_bad_string_is_told(visit: Any) -> None:
    visit.go("string/nono1.garbage")
    visit.page.get_by_role("alert").wait_for()
    visit.troubles.clear()


class Player:
    """A page that plays, opened from the disk, and what it asked for."""

    def __init__(self, page: Any, file: Path) -> None:
        self.page, self.url = page, file.as_uri()
        self.asked: list[str] = []
        self.troubles: list[str] = []
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("console", lambda line: line.type == "error" and self.troubles.append(line.text))
        self.open()

    def open(self) -> None:
        self.page.goto(self.url)
        self.page.wait_for_selector(".stage > *")

    def board(self, call: str) -> Any:
        return self.page.evaluate(f"document.querySelector('.stage > *').boardView.{call}")

    def fill(self, solution: list[int]) -> None:
        self.page.evaluate("""() => {
            const board = document.querySelector(".stage > *");
            (board.tabIndex >= 0 ? board : board.querySelector("[tabindex='0']")).focus();
        }""")
        for colour in sorted(set(solution) - {0}):
            self.page.keyboard.press(str(colour))
            for cell in (at for at, wanted in enumerate(solution) if wanted == colour):
                self.board(f"focusCell({cell})")
                self.page.keyboard.press(" ")


@pytest.fixture
def player(visit: Any, browser: Any, tmp_path: Path) -> Iterator[Any]:
    """Opens the page of a puzzle in a browser that is offline."""
    opened: list[Player] = []

    def play(path: Path) -> Player:
        file = saved(share(visit, path), "Save a playable page")
        page = browser.new_context(offline=True, reduced_motion="reduce").new_page()
        opened.append(Player(page, file.rename(tmp_path / file.name)))
        return opened[-1]

    yield play
    for each in opened:
        each.page.context.close()
        assert set(each.asked) == {each.url}, "the page must ask for nothing but itself"
        assert not each.troubles


PLAYED = {"grid": EXAMPLES / "heart.nono", "solid": EXAMPLES / "chair.nono",
          "curved": EXAMPLES / "curved" / "heart.nono"}


@pytest.mark.parametrize("family", ["grid", "solid", "curved"])
def test_the_page_of_a_puzzle_is_played_to_the_win(player: Any, family: str) -> None:
    path = PLAYED.get(family) or file_of(family)
    played = player(path)
    played.fill(picture_of(path))
    played.page.get_by_text("Solved!").wait_for()


def test_the_page_gives_hints_in_stages_to_the_end(player: Any) -> None:
    played = player(EXAMPLES / "heart.nono")
    page = played.page
    for _ in range(40):
        if page.get_by_text("Solved!").is_visible():
            return
        page.get_by_role("button", name="Hint").click()
        stages = 0
        while page.get_by_role("button", name="Tell me more").is_visible():
            page.get_by_role("button", name="Tell me more").click()
            stages += 1
        assert stages >= 1
        page.get_by_role("button", name="Do it").click()
    page.get_by_text("Solved!").wait_for()


def test_the_page_keeps_its_game(player: Any) -> None:
    played = player(EXAMPLES / "heart.nono")
    played.fill([1, 0, 0])
    played.open()
    played.page.locator("button:enabled:has-text('Undo')").wait_for()


def test_the_page_tells_a_mistake(player: Any) -> None:
    path = EXAMPLES / "heart.nono"
    played = player(path)
    wrong = picture_of(path).index(0)
    played.fill([0] * wrong + [1])
    played.page.get_by_role("button", name="Hint").click()
    played.page.get_by_text("Something is wrong").wait_for()


def test_the_page_shows_a_hostile_title_as_a_text(player: Any, tmp_path: Path) -> None:
    played = player(fresh(tmp_path, "played", HOSTILE))
    assert played.page.locator("h1 bdi").inner_text() == HOSTILE
    assert played.page.title() == HOSTILE
    assert played.page.evaluate("window.caught") is None
    assert played.page.evaluate("document.scripts.length") == 2


def test_a_hostile_title_in_a_picture(visit: Any, tmp_path: Path) -> None:
    file = saved(share(visit, fresh(tmp_path, "pictured", HOSTILE)), "Save as SVG")
    assert re.fullmatch(r"[\w.-]+\.svg", file.name)
    # The puzzle is unsolved: its title stays with the solution.
    assert ElementTree.parse(file).getroot().find(".//{*}title").text == "Nonogram"
    tags = {element.tag.rpartition("}")[2] for element in ElementTree.parse(file).iter()}
    assert not tags & {"script", "img", "image", "foreignObject", "a"}
    attributes = {name for element in ElementTree.parse(file).iter() for name in element.attrib}
    assert not [name for name in attributes if name.startswith("on")]
