"""Look at the built site in a browser: `python docs/site/look.py [FOLDER] [--shots FOLDER]`.

Some pages of each kind are opened from the disk, as wide as a phone and as a desk, light and dark.
Fails where axe finds something serious, where a page is wider than its window, where anything is
asked of a network, where the search finds nothing, or where a puzzle of the gallery does not begin.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
PAGES = ("index", "install", "gallery", "tutorials/designer", "tutorials/player",
         "tutorials/researcher", "recipes", "notebook", "studio", "format", "literature",
         "commands/index", "commands/make-grid", "python/index", "python/solve", "python/make",
         "http/http", "search", "genindex")
SIZES = {"phone": {"width": 390, "height": 844}, "desk": {"width": 1280, "height": 800}}
RUN_AXE = "axe.run(document, {resultTypes: ['violations'], iframes: false})"
SERIOUS = ("serious", "critical")


def main() -> int:
    """Print what is wrong; return 1 if anything is."""
    parser = argparse.ArgumentParser()
    parser.add_argument("site", nargs="?", type=Path, default=ROOT / "build" / "site")
    parser.add_argument("--shots", type=Path, help="folder for a picture of each page")
    given = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None or not AXE.is_file():
        print("needs Chromium, and axe-core: npm ci in web/", file=sys.stderr)
        return 2
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        found = list(dict.fromkeys(_look(browser, given.site.resolve(), given.shots)))
        browser.close()
    for line in found:
        print(line)
    print(f"{len(found)} findings")
    return bool(found)


def _look(browser: Any, site: Path, shots: Path | None) -> list[str]:
    found: list[str] = []

    def asked(request: Any) -> None:
        if not request.url.startswith(("file:", "data:", "blob:")):
            found.append(f"asks for {request.url}")

    def failed(error: Any) -> None:
        found.append(f"an error in a script: {error}")

    axe = AXE.read_text(encoding="utf-8")
    for scheme, size in (("light", "phone"), ("dark", "desk")):
        page = browser.new_page(viewport=SIZES[size], color_scheme=scheme)
        page.on("request", asked)
        page.on("pageerror", failed)
        for name in PAGES:
            page.goto((site / f"{name}.html").as_uri())
            page.evaluate(axe)
            answer = page.evaluate(RUN_AXE)
            found += [f"{name}, {size}, {scheme}: {rule['id']}: {node['html'][:200]}"
                      for rule in answer["violations"] if rule["impact"] in SERIOUS
                      for node in rule["nodes"]]
            if page.evaluate("document.documentElement.scrollWidth > innerWidth + 1"):
                found.append(f"{name}, {size}: wider than the window")
            if shots is not None:
                shots.mkdir(parents=True, exist_ok=True)
                page.screenshot(path=shots / f"{name.replace('/', '-')}-{size}.png")
        found += _search_and_play(page, site)
        page.close()
    return found


def _search_and_play(page: Any, site: Path) -> list[str]:
    found = []
    page.goto((site / "search.html").as_uri() + "?q=triddler")
    page.wait_for_selector(".search-summary")
    page.wait_for_function("!/Searching|Preparing/.test(document.body.innerText)")
    if page.locator("ul.search li").count() < 3:
        found.append("the search finds no triddlers")
    page.goto((site / "gallery.html").as_uri())
    frames = page.locator("details.try")
    for at in range(frames.count()):
        frames.nth(at).locator("summary").click()
        board = frames.nth(at).frame_locator("iframe").locator(".stage > *").first
        try:
            board.wait_for(timeout=20_000)
        except Exception:  # a timeout
            found.append(f"gallery: puzzle {at + 1} does not begin")
    return found if frames.count() else [*found, "gallery: nothing to play"]


if __name__ == "__main__":
    sys.exit(main())
