"""The board of a solid in a real browser: strokes, turns, slices, layers; with and without 3D."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import nonoforge

CHAIR = Path(__file__).parents[3] / "examples" / "chair.nono"
WIDTH, HEIGHT, DEPTH = 5, 8, 5
FRONT, TOP = DEPTH - 1, HEIGHT - 1


def cell(x: int, y: int, z: int) -> int:
    return (z * HEIGHT + y) * WIDTH + x


@pytest.fixture
def chair(visit: Any) -> tuple[Any, str]:
    puzzle = visit.add(CHAIR)
    visit.go(f"play/{puzzle}")
    visit.page.wait_for_selector(".solid canvas")
    visit.frames()
    return visit, puzzle


def moves(visit: Any, puzzle: str, count: int = 1) -> list[list[int]]:
    """The moves of the saved game, at least so many once they are saved: the cells of each."""
    def saved() -> Any:
        return visit.game(puzzle) or {"moves": []}

    visit.until(lambda: len(saved()["moves"]) >= count)
    state = saved()
    return [move[0::3] for move in state["moves"]]


def seen(visit: Any) -> set[int]:
    """The cells that can be pointed at."""
    return set(visit.page.evaluate("""count => {
        const board = document.querySelector(".stage > *").boardView;
        return [...Array(count).keys()].filter((cell) => board.centre(cell));
    }""", WIDTH * HEIGHT * DEPTH))


def test_three_sides_are_seen_and_what_is_inside_is_not(chair: tuple[Any, str]) -> None:
    visit, _ = chair
    outside = {cell(x, y, z) for x in range(WIDTH) for y in range(HEIGHT) for z in range(DEPTH)
               if x == WIDTH - 1 or y == TOP or z == FRONT}
    assert seen(visit) == outside


def test_a_drag_breaks_a_row_and_nothing_behind_it(chair: tuple[Any, str]) -> None:
    visit, puzzle = chair
    mouse = visit.page.mouse
    mouse.move(*visit.centre(cell(0, 3, FRONT)))
    mouse.down(button="right")
    mouse.move(*visit.centre(cell(4, 3, FRONT)), steps=3)
    mouse.up(button="right")
    assert moves(visit, puzzle) == [[cell(x, 3, FRONT) for x in range(WIDTH)]]


def test_turning_and_zooming_never_paint(chair: tuple[Any, str]) -> None:
    visit, puzzle = chair
    mouse, before = visit.page.mouse, visit.centre(cell(4, TOP, FRONT))
    box = visit.page.locator(".solid").bounding_box()
    mouse.move(box["x"] + box["width"] - 30, box["y"] + box["height"] / 2)
    mouse.down()
    mouse.move(box["x"] + box["width"] - 90, box["y"] + box["height"] / 2, steps=3)
    mouse.up()
    assert visit.centre(cell(4, TOP, FRONT)) != before
    mouse.move(*visit.centre(cell(4, TOP, FRONT)))
    mouse.down(button="middle")
    mouse.move(300, 400, steps=3)
    mouse.up(button="middle")
    mouse.wheel(0, -400)
    visit.page.keyboard.press("Shift+ArrowLeft")
    assert moves(visit, puzzle, 0) == []


def test_slices_open_the_way_to_the_inside(chair: tuple[Any, str]) -> None:
    visit, puzzle = chair
    visit.board("element.focus()")
    for _ in range(2):
        visit.page.keyboard.press("[")
    assert visit.board(f"centre({cell(1, 4, FRONT)})") is None
    visit.page.mouse.click(*visit.centre(cell(1, 4, FRONT - 2)))
    visit.page.get_by_role("button", name="Show all layers again").click()
    assert visit.board(f"centre({cell(1, 4, FRONT)})")
    assert moves(visit, puzzle) == [[cell(1, 4, FRONT - 2)]]


def test_a_knob_is_dragged_inwards(chair: tuple[Any, str]) -> None:
    visit, _ = chair
    low, high = (visit.page.locator(".rail-z .knob").nth(end).bounding_box() for end in (0, 1))
    (x, y), (far_x, far_y) = ((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
                              for box in (high, low))
    visit.page.mouse.move(x, y)
    visit.page.mouse.down()
    visit.page.mouse.move(x + (far_x - x) * 0.4, y + (far_y - y) * 0.4, steps=4)
    visit.page.mouse.up()
    assert visit.board(f"centre({cell(1, 4, FRONT)})") is None
    assert visit.board(f"centre({cell(1, 4, FRONT - 2)})")


def test_every_cell_of_a_layer_can_be_reached(chair: tuple[Any, str]) -> None:
    visit, puzzle = chair
    visit.page.get_by_role("button", name="Layers:").click()
    slider = visit.page.get_by_role("slider", name="Layer across z, from back to front")
    slider.fill("3")
    assert seen(visit) == {cell(x, y, 2) for x in range(WIDTH) for y in range(HEIGHT)}
    visit.page.mouse.click(*visit.centre(cell(2, 5, 2)), button="right")
    visit.page.mouse.click(*visit.centre(cell(2, 5, 2)))
    assert moves(visit, puzzle, 2) == [[cell(2, 5, 2)], [cell(2, 5, 2)]]


def test_the_cursor_says_where_it_is_and_what_is_there(chair: tuple[Any, str]) -> None:
    visit, puzzle = chair
    live = visit.page.locator(".solid [aria-live]")
    visit.board(f"focusCell({cell(0, TOP, FRONT)})")
    visit.board("element.focus()")
    visit.page.keyboard.press("ArrowRight")
    assert live.text_content().startswith("x 2, y 8, z 5; untouched; ")
    visit.page.keyboard.press("PageDown")
    visit.page.keyboard.press("x")
    visit.until(lambda: live.text_content().startswith("x 2, y 8, z 4; broken away; "))
    assert moves(visit, puzzle) == [[cell(1, TOP, FRONT - 1)]]


def test_fingers_tap_press_and_pinch(phone: Any) -> None:
    puzzle = phone.add(CHAIR)
    phone.go(f"play/{puzzle}")
    phone.page.wait_for_selector(".solid canvas")
    phone.frames()
    client = phone.page.context.new_cdp_session(phone.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [
            {"x": x, "y": y, "id": index} for index, (x, y) in enumerate(points)]})

    x, y = phone.centre(cell(2, 4, FRONT))
    touch("touchStart", (x, y))
    touch("touchStart", (x, y), (x + 60, y))
    for step in range(5):
        touch("touchMove", (x - 4 * step, y), (x + 60 + 4 * step, y))
    touch("touchEnd")
    assert moves(phone, puzzle, 0) == []
    phone.board("fit()")
    x, y = phone.centre(cell(2, 4, FRONT))
    touch("touchStart", (x, y))
    touch("touchEnd")
    x, y = phone.centre(cell(1, 2, FRONT))
    touch("touchStart", (x, y))
    phone.page.wait_for_selector('[data-gesture="stroking"]')  # after some time
    touch("touchEnd")
    assert moves(phone, puzzle, 2) == [[cell(2, 4, FRONT)], [cell(1, 2, FRONT)]]


def test_without_3d_there_are_layers(visit: Any) -> None:
    visit.page.add_init_script("""const real = HTMLCanvasElement.prototype.getContext;
        HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
            return kind.startsWith("webgl") ? null : real.call(this, kind, ...rest);
        };""")
    visit.page.reload()
    visit.go(f"play/{visit.add(CHAIR)}")
    visit.page.get_by_text("shown by layers").wait_for()
    assert seen(visit) == {cell(x, y, FRONT) for x in range(WIDTH) for y in range(HEIGHT)}


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_cubes_fly_apart_and_the_figure_turns_for_those_who_like_motion(
    visit: Any, motion: str,
) -> None:
    page = visit.page
    page.emulate_media(reduced_motion=motion)
    [solution] = nonoforge.solve(nonoforge.load(CHAIR)).solutions
    puzzle = visit.add(CHAIR)
    gone, last = [at for at, colour in enumerate(solution) if not colour][:2]
    cube = solution.index(1)  # one that is not marked: it is solved when all others are gone
    visit.api("PUT", f"library/{puzzle}/state", {
        "moves": [[part for at, colour in enumerate(solution) if at not in (gone, last, cube)
                   for part in (at, -1, colour)]], "done": 1, "seconds": 0, "solved": False})
    visit.go(f"play/{puzzle}")
    page.wait_for_selector(".solid canvas")
    visit.frames()
    page.evaluate("""() => {
        const {shards} = document.querySelector(".stage > *").boardView.space, fly = shards.fly;
        window.flew = 0;
        shards.fly = (now) => { const flies = fly.call(shards, now); flew += flies; return flies; };
    }""")
    visit.board(f"focusCell({gone})")
    page.keyboard.press("x")
    moves(visit, puzzle, 2)
    visit.frames()
    assert bool(page.evaluate("flew")) is (motion == "no-preference")
    visit.board(f"focusCell({last})")
    page.keyboard.press("x")
    page.wait_for_selector(".table.bare")
    assert not page.locator(".solid-handles").is_visible()
    before = visit.board("viewpoint()[0]")
    if motion == "reduce":
        visit.frames()
        assert visit.board("viewpoint()[0]") == before
    else:
        visit.until(lambda: visit.board("viewpoint()[0]") != before)
