"""What boards have in common: signs for colours, clues to read, lines one by one, the win."""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

import nonoforge
from helpers.browser_puzzles import file_of

EXAMPLES = Path(__file__).parents[3] / "examples"
LAKE, HEART = EXAMPLES / "lake.nono", EXAMPLES / "heart.nono"
FOX = EXAMPLES / "fox.nono"
OWL = EXAMPLES / "curved" / "owl.nono"
NEARLY_GREY = 1.25


def picture(path: Path) -> list[int]:
    [solution] = nonoforge.solve(nonoforge.load(path)).solutions
    return list(solution)


def board(path: Path) -> Any:
    """The puzzle as the page gets it."""
    nonogram = nonoforge.load(path)
    return msgspec.to_builtins(nonogram.family.board(nonogram))


def lengths(clue: Any) -> list[str]:
    return [str(length) for length, _ in clue] or ["0"]


def begin(visit: Any, path: Path, *, without: int = 0, seconds: int = 0) -> str:
    """The puzzle on the table, with all cells of its picture but the last few; its id."""
    puzzle, solution = str(visit.add(path)), picture(path)
    cells = range(len(solution) - without)
    moves = [[part for cell in cells for part in (cell, -1, solution[cell])]]
    visit.api("PUT", f"library/{puzzle}/state",
              {"moves": moves, "done": 1, "seconds": seconds, "solved": False})
    visit.go(f"play/{puzzle}")
    visit.page.wait_for_selector(".stage > *")
    return puzzle


def colours_in(visit: Any, cell: int) -> int:
    """How many colours the inner part of a grid's cell has on the screen."""
    x, y = visit.centre(cell)
    return int(visit.page.evaluate(
        """async ([x, y]) => {
            await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
            const canvas = document.querySelector(".grid-board canvas");
            const box = canvas.getBoundingClientRect(), scale = canvas.width / box.width;
            const at = [x - box.left, y - box.top].map((value) => Math.round(value * scale) - 2);
            const { data } = canvas.getContext("2d").getImageData(at[0], at[1], 5, 5);
            return new Set(new Uint32Array(data.buffer)).size;
        }""", [x, y]))


def luminance(rgb: str) -> float:
    parts = [int(rgb[at:at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
                        for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def greys_are_alike(path: Path) -> bool:
    palette = board(path)["palette"]
    greys = sorted(luminance(rgb) + 0.05
                   for rgb in ["#ffffff", *(colour["rgb"] for colour in palette[1:])])
    return len(palette) > 2 and any(high / low < NEARLY_GREY for low, high in pairwise(greys))


def test_signs_come_by_themselves_where_greys_are_alike(visit: Any) -> None:
    for name in ("lake", "fox", "umbrella", "heart", "rocket"):
        path = EXAMPLES / f"{name}.nono"
        visit.go(f"play/{visit.add(path)}")
        visit.page.wait_for_selector(".swatch")
        visit.frames()
        signs = visit.page.locator(".swatch .sign").count()
        assert signs == (len(board(path)["palette"]) - 1 if greys_are_alike(path) else 0), name


def test_signs_are_on_cells_and_can_be_had_never_or_always(visit: Any) -> None:
    begin(visit, EXAMPLES / "lighthouse.nono", without=100)
    solution = picture(EXAMPLES / "lighthouse.nono")
    cell = next(cell for cell, value in enumerate(solution) if value == 2)
    assert colours_in(visit, cell) > 1
    visit.page.get_by_text("Settings").click()
    visit.page.get_by_label("Signs for colours").select_option("never")
    assert colours_in(visit, cell) == 1
    visit.page.reload()
    visit.page.wait_for_selector(".stage > *")
    assert visit.page.locator(".swatch .sign").count() == 0
    visit.page.get_by_text("Settings").click()
    visit.page.get_by_label("Signs for colours").select_option("always")
    assert visit.page.locator(".swatch .sign").count() == len(set(solution)) - 1


def test_a_clue_too_long_for_its_place_is_read_beside_the_board(visit: Any) -> None:
    begin(visit, LAKE, without=60 * 28)
    clues = board(LAKE)["clues"]
    row = max(range(60), key=lambda line: len(clues[line]))
    x, y = visit.centre(60 * row + 30)
    visit.page.mouse.move(x, y)
    visit.page.wait_for_selector(".reading .number")
    first, second = (visit.page.locator(".reading p").nth(at) for at in (0, 1))
    assert first.locator(".number").all_inner_texts() == lengths(clues[row])
    assert second.locator(".number").count() == len(clues[60 + 30])
    assert first.locator(".done").count() == (len(clues[row]) if row < 32 else 0)
    box = visit.board("element.getBoundingClientRect().toJSON()")
    visit.page.mouse.move(5, 5)
    visit.page.get_by_text("Point at a cell").wait_for()
    assert visit.board("element.getBoundingClientRect().toJSON()") == box, "the board moved"


def test_numbers_beside_signs_are_to_be_read_too(phone: Any) -> None:
    """They are smaller than they would be alone."""
    phone.go(f"play/{phone.add(file_of('tri'))}")
    page = phone.page
    page.wait_for_selector(".stage > *")
    page.locator("summary", has_text="Settings").click()
    small = {}
    for wish in ("never", "always"):
        page.get_by_label("Signs for colours").select_option(wish)
        phone.frames()
        sizes = page.locator(".label .box:has(.badge) text").evaluate_all(
            "(all) => all.map((one) => one.getBoundingClientRect().height)")
        small[wish] = page.locator(".reading").count(), min(sizes)
    assert small["always"][1] < small["never"][1]
    assert small["always"][0] == 1
    page.locator(".reading", has_text="Two fingers").wait_for()  # how to come closer


def test_clues_that_can_be_read_are_not_said_twice(visit: Any) -> None:
    visit.go(f"play/{visit.add(HEART)}")
    visit.page.wait_for_selector(".stage > *")
    assert visit.page.locator(".reading").count() == 0


def test_tapping_a_label_lights_its_line_and_paints_nothing(phone: Any) -> None:
    puzzle = phone.add(OWL)
    phone.go(f"play/{puzzle}")
    phone.page.wait_for_selector(".reading")
    label = phone.page.locator(".label").nth(7)
    box = label.locator(".box").first.bounding_box()
    phone.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    phone.page.wait_for_selector(".label.lit")
    line = int(label.get_attribute("data-line"))
    phone.page.wait_for_selector(".reading .number")
    told = phone.page.locator(".reading .number").all_inner_texts()
    assert told == lengths(board(OWL)["clues"][line])
    assert not (phone.game(puzzle) or {}).get("moves")


def at_rest(visit: Any, cell: int) -> bool:
    """Whether a cell is where it was some frames before."""
    before = visit.board(f"centre({cell})")
    visit.frames()
    return bool(visit.board(f"centre({cell})") == before)


def test_a_stroke_at_the_edge_scrolls_a_zoomed_grid(visit: Any) -> None:
    puzzle = visit.add(EXAMPLES / "castle.nono")
    visit.go(f"play/{puzzle}")
    visit.board("element.focus()")
    visit.board("zoom(4)")
    visit.board("focusCell(0)")
    assert visit.board("centre(39)") is None
    mouse, (x, y) = visit.page.mouse, visit.centre(0)
    mouse.move(x, y)
    mouse.down()
    for cell in (1, 2, 3):
        mouse.move(*visit.centre(cell))
    edge = visit.board("element.getBoundingClientRect().toJSON()")["right"] - 8
    mouse.move(edge, y)
    visit.page.wait_for_function(
        "() => document.querySelector('.stage > *').boardView.centre(39)")
    visit.until(lambda: at_rest(visit, 39))
    mouse.up()
    [move] = visit.game(puzzle)["moves"]
    assert move[0::3] == list(range(40)), "it skipped cells, or left its row"


def test_the_lines_of_a_cell_one_by_one_by_keyboard(visit: Any) -> None:
    visit.go(f"play/{visit.add(HEART)}")
    visit.board("element.focus()")
    visit.board("focusCell(0)")
    for words in ("row 1:", "column 1:", "row 1, column 1"):
        visit.page.keyboard.press("c")
        visit.page.wait_for_function(
            "(words) => document.querySelector('.stage [aria-live]').textContent.includes(words)",
            arg=words)


def test_the_win_is_a_moment_and_stays_a_win(visit: Any) -> None:
    solution, page = picture(HEART), visit.page
    visit.add(OWL)
    puzzle = begin(visit, HEART, without=(missing := len(solution) // 2), seconds=75)
    visit.board("element.focus()")
    for cell in range(len(solution) - missing, len(solution)):
        if solution[cell]:
            visit.board(f"focusCell({cell})")
            page.keyboard.press(" ")
    page.wait_for_selector(".table.bare")
    page.mouse.click(*visit.centre(0))
    page.wait_for_selector(".table.finished:not(.bare)")
    page.get_by_text("In 1 min 1").wait_for()
    page.get_by_role("button", name="Look at the picture").click()
    page.wait_for_selector(".table.bare")
    page.keyboard.press("Escape")
    page.wait_for_selector(".table.finished:not(.bare)")
    game = visit.game(puzzle)
    assert game["solved"] is True
    assert len(game["moves"]) == 1 + sum(map(bool, solution[-missing:])), "the press painted"
    page.reload()
    page.get_by_role("heading", name="Solved!").wait_for()  # the page shows it afterwards
    page.get_by_role("button", name="Start over").click()
    page.get_by_role("button", name="Check").wait_for()
    assert visit.game(puzzle)["seconds"] < 5
    page.get_by_role("button", name="Undo").click()  # back to the finished picture
    page.get_by_role("button", name="Next").click()
    page.wait_for_function("(id) => !location.hash.includes(id)", arg=puzzle)
    assert "#/play/" in page.url


def test_nothing_lies_around_a_finished_picture_with_signs(visit: Any) -> None:
    path = EXAMPLES / "tri" / "fox.nono"
    signs = visit.page.locator(".plane .badge")
    seen = "(all) => all.filter((one) => one.checkVisibility({visibilityProperty: true})).length"
    solution = picture(path)
    last = max(cell for cell, colour in enumerate(solution) if colour)
    begin(visit, path, without=len(solution) - last)
    visit.until(lambda: signs.evaluate_all(seen) > 50)
    visit.board(f"focusCell({last})")
    visit.page.keyboard.press(str(solution[last]))
    visit.page.keyboard.press(" ")
    visit.page.wait_for_selector(".table.bare")
    assert signs.evaluate_all(seen) == 0


@pytest.mark.parametrize("path", [FOX, OWL], ids=["grid", "curved"])
def test_what_comes_after_the_win_is_in_sight_on_a_phone(phone: Any, path: Path) -> None:
    solution, page = picture(path), phone.page
    last = max(cell for cell, colour in enumerate(solution) if colour)
    puzzle = begin(phone, path, without=len(solution) - last)
    phone.board(f"focusCell({last})")
    page.keyboard.press(str(solution[last]))
    page.keyboard.press(" ")
    page.keyboard.press("Escape")
    page.wait_for_selector(".table.finished:not(.bare)")
    phone.frames()
    stage, won = page.evaluate("""() => [".stage", ".won"].map((name) =>
        document.querySelector(name).getBoundingClientRect().toJSON())""")
    assert stage["height"] > 400
    assert stage["bottom"] <= won["top"]
    assert page.locator(".hand").is_hidden()  # there is nothing to paint
    assert page.get_by_role("button", name="Start over").bounding_box()["y"] < 844 - 40
    assert page.locator(".swatch, .plane .cursor").evaluate_all(
        "(all) => all.filter((one) => one.checkVisibility({visibilityProperty: true})).length") == 0
    page.get_by_role("button", name="Start over").tap()
    page.locator(".ask").wait_for()
    assert phone.game(puzzle)["seconds"] < 5


def test_one_line_at_a_time_with_a_tint_of_its_own(visit: Any) -> None:
    visit.go(f"play/{visit.add(OWL)}")
    lit = "[...document.querySelectorAll('.plane .way path')].map((way) => way.className.baseVal)"
    seen = set()
    x, y = visit.centre(5)
    for dx in range(-40, 41, 8):
        visit.page.mouse.move(x + dx, y + dx / 3)
        visit.frames()
        tints = visit.page.evaluate(lit)
        assert len(tints) <= 1
        seen.update(tints)
    assert len(seen) > 1


def test_boards_are_dark_where_the_page_is(visit: Any) -> None:
    """Open cells are dark and filled ones light; a finished picture is as it was made."""
    visit.page.emulate_media(color_scheme="dark")
    solution = picture(HEART)
    begin(visit, HEART, without=20)
    light = """([x, y]) => {
        const canvas = document.querySelector(".grid-board canvas");
        const box = canvas.getBoundingClientRect(), scale = canvas.width / box.width;
        const { data } = canvas.getContext("2d").getImageData(
            Math.round((x - box.left) * scale), Math.round((y - box.top) * scale), 1, 1);
        return (data[0] + data[1] + data[2]) / 3;
    }"""
    visit.frames()
    last, filled = len(solution) - 1, solution.index(1)
    assert visit.page.evaluate(light, visit.centre(last)) < 80
    assert visit.page.evaluate(light, visit.centre(filled)) > 200


def test_a_hint_turns_a_solid_to_its_line(visit: Any) -> None:
    visit.go(f"play/{visit.add(EXAMPLES / 'chair.nono')}")
    visit.board("element.focus()")
    if not visit.board("space !== null"):
        pytest.skip("no 3D here")
    visit.board("space.orbit.turn(0, -3)")  # from straight below
    visit.page.get_by_role("button", name="Hint").click()
    visit.page.wait_for_selector(".hinting")
    visit.until(lambda: visit.page.evaluate("""() => {
        const { situation, space } = document.querySelector(".stage > *").boardView;
        const { group } = situation.board.lines[situation.look.lit[0]];
        return Math.abs(space.orbit.back().toArray()[group]) >= 0.45;
    }"""))


@pytest.mark.parametrize("path", [EXAMPLES / "castle.nono", OWL], ids=["grid", "curved"])
def test_a_part_is_zoomed_to_and_the_map_leads_on(visit: Any, path: Path) -> None:
    """By a drag with the shift key, the magnifier, a key and the map; nothing of it paints."""
    page, puzzle = visit.page, visit.add(path)
    visit.go(f"play/{puzzle}")
    middle = 620 if path != OWL else 20
    x, y = visit.centre(middle)
    page.mouse.move(x - 40, y - 40)
    page.keyboard.down("Shift")
    page.mouse.down()
    page.mouse.move(x, y, steps=2)
    assert page.locator(".framed").is_visible()
    page.mouse.move(x + 40, y + 40)
    page.mouse.up()
    page.keyboard.up("Shift")
    visit.frames()
    box = page.locator(".stage").bounding_box()
    zoomed, near = visit.board("viewpoint()"), visit.centre(middle)
    assert zoomed[0] > 1.5
    assert abs(near[0] - box["x"] - box["width"] / 2) < box["width"] / 4
    # The map: a click moves the view, the zoom stays.
    corner = page.evaluate("""() => {
        const { painter, overview, layout } = document.querySelector(".stage > *").boardView;
        const box = (overview?.element ?? painter.canvases[0]).getBoundingClientRect();
        const { left, top } = painter?.map ?? { left: 0, top: 0 }, by = layout?.ratio ?? 1;
        return [box.left + left / by + 3, box.top + top / by + 3];
    }""")
    page.mouse.click(*corner)
    visit.frames()
    moved = visit.board("viewpoint()")
    assert moved[0] == pytest.approx(zoomed[0])
    assert moved[1:] != pytest.approx(zoomed[1:], abs=0.5)
    page.keyboard.press("z")
    assert visit.board("viewpoint()") is None
    magnifier = page.get_by_role("button", name="Zoom to a part")
    magnifier.click()
    page.mouse.click(x, y)
    visit.frames()
    assert visit.board("viewpoint()")[0] > 1.5
    assert magnifier.get_attribute("aria-pressed") == "false"
    assert visit.game(puzzle) is None


def test_struck_numbers_and_progress_are_kept_with_the_game(visit: Any) -> None:
    page, puzzle = visit.page, begin(visit, HEART, without=20)
    x, y = visit.centre(0)
    size = visit.centre(1)[0] - x
    page.mouse.click(x - 0.75 * size, y)  # the last number of row 1
    visit.until(lambda: visit.api("GET", f"library/{puzzle}/game")["struck"], [[0, 1]])
    visit.board("focusCell(20)")
    page.keyboard.press("c")
    page.keyboard.press("e")
    wanted = [[0, 1], [4, 0]]
    visit.until(lambda: visit.api("GET", f"library/{puzzle}/game")["struck"], wanted)
    page.reload()
    page.wait_for_selector(".stage > *")
    assert [list(pair) for pair in visit.api("GET", f"library/{puzzle}/game")["struck"]] == wanted
    visit.board("focusCell(20)")
    page.keyboard.press("c")
    page.keyboard.press("e")
    visit.until(lambda: visit.api("GET", f"library/{puzzle}/game")["struck"], [[0, 1]])
    share = visit.api("GET", f"library/{puzzle}")["entry"]["share"]
    assert 0 < share < 1
    visit.go("")
    page.get_by_label("Search").fill("Heart")
    page.get_by_text(f"{int(100 * share)} % done").first.wait_for()
    solid = visit.add(EXAMPLES / "chair.nono")
    visit.go(f"play/{solid}")
    page.get_by_role("button", name="Layers:").click()
    visit.frames()
    line = page.evaluate("""() => {
        const { layers, situation } = document.querySelector(".stage > *").boardView;
        const { left, top, cell } = layers.frame;
        const field = layers.element.getBoundingClientRect();
        return [field.left + left - 0.6 * 0.86 * cell, field.top + top + cell / 2];
    }""")
    page.mouse.click(*line)
    visit.until(lambda: len(visit.api("GET", f"library/{solid}/game")["struck"]), 1)


@pytest.mark.parametrize("path", [EXAMPLES / "fox.nono", EXAMPLES / "tri" / "pizza.nono"],
                         ids=["grid", "tri"])
def test_colours_are_the_same_on_board_swatch_and_paper(visit: Any, path: Path) -> None:
    from base64 import b64decode
    from io import BytesIO

    Image = pytest.importorskip("PIL.Image")
    palette = [colour["rgb"] for colour in board(path)["palette"]]
    puzzle, page = visit.add(path), visit.page
    visit.go(f"play/{puzzle}")
    page.wait_for_selector(".stage > *")
    page.locator(".settings summary").click()
    page.get_by_label("Signs for colours").select_option("never")
    paper = b64decode(visit.api("POST", "draw", {
        "puzzle": visit.api("GET", f"library/{puzzle}")["puzzle"], "kind": "svg",
        "solved": True})["data"]).decode()
    for colour in range(1, len(palette)):
        rgb = palette[colour]
        swatch = page.get_by_role("radio").nth(colour - 1)
        swatch.click()
        assert swatch.evaluate("it => getComputedStyle(it).backgroundColor") == (
            "rgb({}, {}, {})".format(*(int(rgb[at:at + 2], 16) for at in (1, 3, 5))))
        x, y = visit.centre(60 + colour)
        page.mouse.click(x, y)
        page.mouse.move(0, 0)
        visit.frames()
        shot = Image.open(BytesIO(page.screenshot(
            clip={"x": x - 5, "y": y - 5, "width": 11, "height": 11}))).convert("RGB")
        _, most = max(shot.getcolors())  # beside the dot that light colours have
        assert "#{:02x}{:02x}{:02x}".format(*most) == rgb
        assert rgb in paper


def test_a_hint_names_curves_by_numbers_that_are_on_them(visit: Any) -> None:
    """The numbers are there while a text names the lines, and do not lie on each other."""
    page = visit.page
    visit.go(f"play/{visit.add(EXAMPLES / 'curved' / 'whale.nono')}")
    names = page.locator(".plane .names g")
    x, y = visit.centre(5)
    page.mouse.move(x, y)
    visit.frames()
    assert page.locator(".plane .way path").count() == 1
    assert names.count() == 0
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector(".hinting")
    while (more := page.get_by_role("button", name="Tell me more")).count():
        more.click()
        visit.frames()
    spoken = page.locator(".hints p").inner_text().split(" have ")[0]
    numbers: set[int] = set()
    for first, last in re.findall(r"(\d+)(?:-(\d+))?", spoken):
        numbers.update(range(int(first), int(last or first) + 1))
    assert len(numbers) > 2, spoken
    assert sorted(map(int, names.all_text_contents())) == sorted(numbers)
    boxes = [name.bounding_box() for name in names.all()]
    for one, other in combinations(boxes, 2):
        assert max(abs(one["x"] - other["x"]), abs(one["y"] - other["y"])) > one["width"] / 2


def test_cells_of_a_small_grid_are_as_large_as_a_large_window_allows(visit: Any) -> None:
    visit.page.set_viewport_size({"width": 1920, "height": 1080})
    visit.go(f"play/{visit.add(HEART)}")
    [left, _], [right, _] = visit.centre(0), visit.centre(1)
    assert right - left > 70


def test_a_large_board_on_a_desk_and_on_a_short_laptop(visit: Any) -> None:
    visit.go(f"play/{visit.add(LAKE)}")
    visit.page.wait_for_selector(".stage > *")
    assert visit.centre(1)[0] - visit.centre(0)[0] >= 10  # pixels of a cell of 60x60
    visit.page.set_viewport_size({"width": 1280, "height": 600})
    visit.frames()
    for cell in (0, 59, 3540, 3599):
        x, y = visit.centre(cell)
        assert 0 < x < 1280
        assert 0 < y < 600
    for name in ("Undo", "Hint"):
        box = visit.page.get_by_role("button", name=name).bounding_box()
        assert box["y"] + box["height"] <= 600
