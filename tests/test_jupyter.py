"""The widget in a real notebook server, played and edited in a browser: `make test-notebook`."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import nonoforge
from nonoforge.families import families

if not os.environ.get("NONOFORGE_JUPYTER"):
    pytest.skip("starts a notebook server: make test-notebook", allow_module_level=True)
pytest.importorskip("jupyterlab")
pytest.importorskip("anywidget")
playwright = pytest.importorskip("playwright.sync_api")

CELLS = [
    "import nonoforge\nwidget = nonoforge.play('puzzle.nono')\nwidget",
    "print('SAW', widget.solved, len(widget.moves), len(widget.state.open_cells()))",
    "print('MADE', list(widget.puzzle.solution), nonoforge.solve(widget.puzzle).answer)",
]
TIMEOUT = 60_000  # milliseconds: a guard against hangs
SHOTS = os.environ.get("NONOFORGE_SHOTS")  # a folder for pictures to look at


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """A server with folders and settings of its own: its address, and where notebooks are."""
    home = tmp_path_factory.mktemp("jupyter")
    work = home / "work"
    work.mkdir()
    folders = {name: str(home / name.lower()) for name in (
        "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR", "HOME",
        "JUPYTERLAB_SETTINGS_DIR", "JUPYTERLAB_WORKSPACES_DIR")}
    for folder in folders.values():
        Path(folder).mkdir()
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--port=0",
               "--ip=127.0.0.1", f"--ServerApp.root_dir={work}",
               "--LabApp.extension_manager=readonly"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True,
                          env={**os.environ, **folders}) as process:
        assert process.stderr is not None
        address = next(found.group() for line in process.stderr
                       if (found := re.search(r"http://127\.0\.0\.1:\d+/lab\?token=\w+", line)))
        threading.Thread(target=process.stderr.read, daemon=True).start()  # the pipe never fills
        yield address, work
        process.terminate()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        pytest.skip("no Chromium here")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield browser
        browser.close()


def open_notebook(browser: Any, server: tuple[str, Path], puzzle: Path) -> Any:
    """Open a notebook with this puzzle, and run its first cell."""
    address, work = server
    shutil.copyfile(puzzle, work / "puzzle.nono")
    cells = [{"cell_type": "code", "id": f"c{number}", "metadata": {}, "execution_count": None,
              "outputs": [], "source": source} for number, source in enumerate(CELLS)]
    name = f"{puzzle.parent.parent.name}-{puzzle.stem}.ipynb"
    (work / name).write_text(json.dumps({
        "nbformat": 4, "nbformat_minor": 5, "cells": cells, "metadata": {"kernelspec": {
            "name": "python3", "display_name": "Python 3", "language": "python"}}}))
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.set_default_timeout(TIMEOUT)
    page.goto(address.replace("/lab?", f"/doc/tree/{name}?"))
    page.wait_for_selector(".jp-Notebook .jp-Cell")
    run(page, 0)
    page.frame_locator("iframe[title='Nonogram']").locator(".stage > *").first.wait_for()
    return page


NUMBERED = """([cell, before]) => {
    const prompts = document.querySelectorAll(".jp-Cell .jp-InputPrompt");
    const now = prompts[cell].innerText;
    return /\\d/.test(now) && now !== before;
}"""


def run(page: Any, cell: int) -> None:
    """Run a cell; a click before the notebook is ready does nothing, and is repeated."""
    prompt = page.locator(".jp-Cell").nth(cell).locator(".jp-InputPrompt")
    before = prompt.inner_text()
    for _ in range(10):
        prompt.click()
        page.locator(".jp-Toolbar [data-command='notebook:run-cell-and-select-next']").click()
        try:
            page.wait_for_function(NUMBERED, arg=[cell, before], timeout=6_000)
        except playwright.TimeoutError:
            continue
        return
    raise AssertionError("the cell does not run")


def prints(page: Any, cell: int, wanted: str) -> None:
    """Run a cell until it prints a line that begins so: widgets send what changes with a delay."""
    for _ in range(5):
        run(page, cell)
        output = page.locator(".jp-Cell").nth(cell).locator(".jp-OutputArea-output").last
        said = str(output.inner_text()).strip()
        if said.startswith(wanted):
            return
    assert said.startswith(wanted), said


def click_cell(page: Any, cell: int) -> None:
    page.locator("iframe[title='Nonogram']").scroll_into_view_if_needed()
    frame = page.frame_locator("iframe[title='Nonogram']")
    where = frame.locator(".stage > *").first.evaluate(
        "(element, cell) => element.boardView.centre(cell)", cell)
    stage = page.locator("iframe[title='Nonogram']").bounding_box()
    page.mouse.click(stage["x"] + where["x"], stage["y"] + where["y"])


def shoot(page: Any, name: str) -> None:
    if SHOTS:
        page.screenshot(path=Path(SHOTS) / f"{name}.png")


def test_play_ask_solve_and_edit(browser: Any, server: tuple[str, Path]) -> None:
    """A grid is played to its end by clicks and hints; then a cell of its picture is changed."""
    path = Path(nonoforge.__file__).parent / "families" / "grid" / "starters" / "1-heart.nono"
    solution = list(nonoforge.load(path).solution)
    page = open_notebook(browser, server, path)
    frame = page.frame_locator("iframe[title='Nonogram']")
    click_cell(page, solution.index(1))
    prints(page, 1, "SAW False 1 24")
    frame.get_by_role("button", name="Hint").first.click()
    frame.get_by_text("Look at").first.wait_for()
    shoot(page, "hint")
    for cell in [cell for cell, colour in enumerate(solution) if colour][1:]:
        click_cell(page, cell)
    frame.locator(".finished").wait_for()
    shoot(page, "won")
    prints(page, 1, "SAW True 16")

    frame.get_by_role("button", name="Edit").click()
    frame.get_by_text("Ready: one solution").wait_for()
    empty = solution.index(0)
    click_cell(page, empty)
    frame.locator(".verdict-words[aria-busy='false']").wait_for()
    shoot(page, "edit")
    solution[empty] = 1
    prints(page, 2, f"MADE {solution} ")
    frame.get_by_role("button", name="Play").click()
    frame.locator(".table:not(.finished)").wait_for()
    prints(page, 1, "SAW False 0 25")
    page.close()


OTHERS = [family for family in families() if family.name != "grid"]


@pytest.mark.parametrize("family", OTHERS, ids=lambda each: each.name)
def test_each_family_begins(browser: Any, server: tuple[str, Path], family: Any) -> None:
    page = open_notebook(browser, server, family.starters[0])
    frame = page.frame_locator("iframe[title='Nonogram']")
    frame.get_by_role("button", name="Hint").first.click()
    frame.locator(".hinting").wait_for()
    shoot(page, family.name)
    page.close()
