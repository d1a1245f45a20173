"""A real browser on a real studio: Debian's Chromium, led by Playwright.

The studio runs as its own process with a library of its own; nothing but the loopback address is
ever asked for, which every page fixture checks when it ends.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from asyncio import events
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

EXAMPLES = Path(__file__).parents[3] / "examples"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 800}
SLOW = 120.0  # seconds: a guard against hangs, on machines that have other things to do
UNSENT = "nonoforge-unsent-1:"  # what pages keep until the library has it (web/src/journal.ts)
COUNT_REQUESTS = """const real = window.fetch;
window.asking = 0;
window.fetch = (...all) => {
    window.asking++;
    return real(...all).finally(() => window.asking--);
};"""

# Edit and Check ask before they show a solution, which one test looks at.
DO_NOT_ASK = """if (location.protocol === "http:" && !sessionStorage.getItem("asking"))
    localStorage.setItem("nonoforge-uncovered", "true");"""


class Studio(NamedTuple):
    """A running studio: where it is, and the token that opens it."""

    origin: str
    token: str

    @property
    def door(self) -> str:
        return f"{self.origin}/?token={self.token}"


@pytest.fixture(scope="session")
def chromium() -> str:
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        if os.environ.get("CI"):
            pytest.fail("no Chromium: the page was not tested")
        pytest.skip("no Chromium here")
    return found


@pytest.fixture(scope="session")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    library = tmp_path_factory.mktemp("library")
    command = [sys.executable, "-m", "nonoforge", "studio", "--no-browser", "--library",
               str(library)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        match = re.search(r"(http://127\.0\.0\.1:\d+)/\?token=([\w-]+)", said)
        assert match, said
        yield Studio(*match.groups())
        process.terminate()


@pytest.fixture(scope="session")
def started(chromium: str) -> Iterator[tuple[Any, Any]]:
    """The browser, started once, and Playwright's event loop."""
    playwright = pytest.importorskip("playwright.sync_api")
    driver = playwright.sync_playwright().start()
    browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
    loop = events._get_running_loop()
    events._set_running_loop(None)
    yield browser, loop
    events._set_running_loop(loop)
    browser.close()
    driver.stop()


@pytest.fixture
def browser(started: tuple[Any, Any]) -> Iterator[Any]:
    """Playwright's event loop counts as running as long as the browser is there; tests elsewhere
    could run none of their own. So it is hidden from them."""
    browser, loop = started
    events._set_running_loop(loop)
    yield browser
    events._set_running_loop(None)


class Visit:
    """A page of the studio, and the requests that it made."""

    def __init__(self, page: Any, studio: Studio) -> None:
        self.page, self.studio = page, studio
        page.set_default_timeout(1000 * SLOW)
        self.asked: list[str] = []
        self.troubles: list[str] = []
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("console", lambda line: line.type == "error" and self.troubles.append(line.text))
        page.add_init_script(COUNT_REQUESTS)
        page.add_init_script(DO_NOT_ASK)
        page.goto(f"{studio.door}#/make")  # which asks for nothing, while the library has covers
        page.wait_for_selector("main")

    def api(self, method: str, path: str, body: object = None) -> Any:
        """Asks the API as the page does."""
        return self.page.evaluate(
            """async ([method, path, body]) => {
                const answer = await fetch(`api/${path}`, {method,
                    headers: method === "GET" ? {} : {"Content-Type": "application/json"},
                    body: method === "GET" ? undefined : JSON.stringify(body)});
                if (!answer.ok) throw new Error(await answer.text());
                return await answer.json();
            }""", [method, path, body])

    def add(self, path: Path) -> str:
        """Puts a puzzle file into the library, with no game begun; its id."""
        from base64 import b64encode

        came = self.api("POST", "library/import",
                        {"name": path.name, "data": b64encode(path.read_bytes()).decode()})
        puzzle = str(came["entries"][0]["id"])
        self.api("PUT", f"library/{puzzle}/state", None)
        return puzzle

    def go(self, place: str) -> None:
        self.page.goto(f"{self.studio.origin}/#/{place}")
        self.page.wait_for_selector("main:not(:has(.waiting))")

    def game(self, puzzle: str) -> Any:
        """Returns the saved game, with what the page was about to save.

        Between an answer and the request after it nothing is asked: unsent moves are waited for,
        too."""
        self.page.evaluate("dispatchEvent(new Event('pagehide'))")
        self.page.wait_for_function("""(prefix) => !window.asking
            && !Object.keys(localStorage).some((key) => key.startsWith(prefix))""", arg=UNSENT)
        return self.api("GET", f"library/{puzzle}/state")

    def frames(self) -> None:
        """Waits until the page has been drawn with the last change, and its effects have run."""
        self.page.evaluate("""async () => {
            for (let frame = 0; frame < 3; frame++)
                await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
        }""")

    def until(self, found: Callable[[], Any], wanted: Any = True) -> None:
        """Asks again and again until the answer is the wanted one."""
        end = time.monotonic() + SLOW
        while (last := found()) != wanted:
            assert time.monotonic() < end, f"never {wanted!r}, but {last!r}"
            self.page.wait_for_timeout(20)

    def centre(self, cell: int) -> tuple[float, float]:
        """Where a cell of the board is on the screen."""
        at = self.board(f"centre({cell})")
        assert at, f"cell {cell} is out of sight"
        return at["x"], at["y"]

    def board(self, call: str) -> Any:
        """Asks the board itself."""
        self.page.wait_for_selector(".stage > *")
        return self.page.evaluate(f"document.querySelector('.stage > *').boardView.{call}")

    def close(self) -> None:
        self.page.context.close()
        foreign = [url for url in self.asked
                   if not url.startswith((self.studio.origin, "data:", "blob:"))]
        assert not foreign, f"requests that leave the machine: {foreign}"
        assert not self.troubles, self.troubles


@pytest.fixture
def visit(browser: Any, studio: Studio) -> Iterator[Visit]:
    page = browser.new_context(viewport=DESK, reduced_motion="reduce").new_page()
    visit = Visit(page, studio)
    yield visit
    visit.close()


@pytest.fixture
def phone(browser: Any, studio: Studio) -> Iterator[Visit]:
    page = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True,
                               reduced_motion="reduce").new_page()
    visit = Visit(page, studio)
    yield visit
    visit.close()
