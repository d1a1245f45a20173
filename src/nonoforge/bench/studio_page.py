"""The studio's page in a browser: when the first view stands, how long scripts run for a frame of a
board, when a verdict and a hint are shown, what each view loads. Needs Playwright and Chromium."""

from __future__ import annotations

import importlib
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median
from typing import Any

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
VIEW = {"width": 1280, "height": 800}
PATIENCE = 120_000  # milliseconds

UNCOVERED = "localStorage.setItem('nonoforge-uncovered', 'true')"
SHOWN = """async (selector) => {
    while (!document.querySelector(selector)) await new Promise(requestAnimationFrame);
    return performance.now();
}"""
COUNT_FRAMES = """() => {
    window.frames_drawn = 0;
    const count = () => { window.frames_drawn++; requestAnimationFrame(count); };
    requestAnimationFrame(count);
}"""
PLACE = "(cell) => document.querySelector('.stage > *').boardView.centre(cell)"
VERDICTS = "performance.getEntriesByName('edit-to-verdict').map(({duration}) => duration)"
JUDGED = """async (before) => {
    while (performance.getEntriesByName("edit-to-verdict").length <= before)
        await new Promise(requestAnimationFrame);
}"""
HINT = """async () => {
    const from = performance.now();
    document.querySelector(".hints button").click();
    while (!document.querySelector(".hints h2")) await new Promise(requestAnimationFrame);
    const took = performance.now() - from;
    [...document.querySelectorAll(".hints button")].at(-1).click();
    while (document.querySelector(".hints h2")) await new Promise(requestAnimationFrame);
    return took;
}"""


def chromium() -> str | None:
    """Return the browser, if there is one and Playwright can lead it."""
    try:
        importlib.import_module("playwright.sync_api")
    except ModuleNotFoundError:
        return None
    return next(filter(None, map(shutil.which, BROWSERS)), None)


@contextmanager
def opened(program: str) -> Iterator[Any]:
    """Start the browser; yield a context for pages."""
    playwright = importlib.import_module("playwright.sync_api")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
        context = browser.new_context(viewport=VIEW, reduced_motion="reduce")
        context.set_default_timeout(PATIENCE)
        context.add_init_script(UNCOVERED)
        yield context
        browser.close()


def first_view(context: Any, address: str) -> float:
    """Return milliseconds from the request for the page until the library's first cards stand."""
    page = context.new_page()
    page.goto(f"{address}#/")
    took = float(page.evaluate(SHOWN, ".card .cover"))
    page.close()
    return took


class Sitting:
    """A page with one puzzle."""

    def __init__(self, context: Any, origin: str, puzzle: str) -> None:
        self.origin, self.puzzle = origin, puzzle
        self.page = context.new_page()
        self.page.goto(origin)

    def open(self, place: str) -> None:
        self.page.goto(f"{self.origin}#/{place}/{self.puzzle}")
        self.page.wait_for_selector(".stage > *")
        self.page.wait_for_selector("main:not(:has([aria-busy='true']))")

    def script_ms(self, side: int, count: int) -> dict[str, list[float]]:
        """Return milliseconds of scripts for a frame, by what is done: events, the page's state
        and the board. Several runs of each."""
        page, session = self.page, self.page.context.new_cdp_session(self.page)
        session.send("Performance.enable")
        page.evaluate(COUNT_FRAMES)

        def measure() -> tuple[float, int]:
            found = {each["name"]: each["value"]
                     for each in session.send("Performance.getMetrics")["metrics"]}
            return 1e3 * found["ScriptDuration"], page.evaluate("window.frames_drawn")

        def run(row: int, *, pressed: bool, by: float) -> float:
            start, end = (page.evaluate(PLACE, side * row + at) for at in (1, side - 2))
            page.mouse.move(start["x"], start["y"])
            if pressed:
                page.mouse.down()
            before, frames = measure()
            for step in range(1, 31):
                if by:
                    page.mouse.wheel(0, by if step <= 15 else -by)
                else:
                    page.mouse.move(start["x"] + (end["x"] - start["x"]) * step / 30, start["y"])
                page.evaluate("() => new Promise(requestAnimationFrame)")
            after, last = measure()
            if pressed:
                page.mouse.up()
            return (after - before) / max(1, last - frames)

        rows = range(2, 2 + count)
        return {"pointing": [run(row, pressed=False, by=0) for row in rows],
                "a stroke": [run(row, pressed=True, by=0) for row in rows],
                "zooming": [run(row, pressed=False, by=-60) for row in rows]}

    def verdicts(self, cells: list[int]) -> list[float]:
        """Paint cells one by one; return milliseconds until each verdict is there."""
        page = self.page
        for count, cell in enumerate(cells):
            place = page.evaluate(PLACE, cell)
            before = len(page.evaluate(VERDICTS))
            page.mouse.click(place["x"], place["y"])
            page.evaluate(JUDGED, before)
            if not count:
                page.evaluate("performance.clearMeasures()")  # the first one starts a worker
        return [float(took) for took in page.evaluate(VERDICTS)]

    def hints(self, count: int) -> list[float]:
        """Ask for hints; return milliseconds until each is shown."""
        return [float(self.page.evaluate(HINT)) for _ in range(count + 1)][1:]


LOADED = """() => {
    const all = [...performance.getEntriesByType("navigation"),
                 ...performance.getEntriesByType("resource")]
        .filter(({name, initiatorType}) => !name.includes("/api/") && initiatorType !== "fetch");
    const sum = (part) => all.reduce((total, entry) => total + entry[part], 0);
    return [all.length, sum("decodedBodySize") / 1e3, sum("encodedBodySize") / 1e3];
}"""


def loaded(context: Any, origin: str, place: str) -> tuple[int, float, float]:
    """Return what a view loads of the page: files, kB, and kB compressed."""
    page = context.new_page()
    page.goto(f"{origin}#/{place}")
    page.wait_for_selector("main:not(:empty):not(:has(.waiting)):not(:has(.stage:empty))")
    files, size, compressed = page.evaluate(LOADED)
    page.close()
    return int(files), float(size), float(compressed)


def summary(times: list[float]) -> tuple[int, float, float]:
    """Return the number, the median and the worst."""
    return len(times), median(times), max(times)
