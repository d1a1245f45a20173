"""Draw the pictures of the documentation anew: `python tools/pictures.py` (`make pictures`).

    docs/pictures/NAME-puzzle.svg, NAME.svg   examples of each family, to solve and solved
    docs/pictures/studio-*.png                the studio in Chromium, 1280 by 800 pixels

The screenshots need playwright and Chromium; `--drawings` leaves them out.
"""

from __future__ import annotations

import argparse
import io
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nonoforge

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
PICTURES = ROOT / "docs" / "pictures"
WINDOW = {"width": 1280, "height": 800}

DRAWINGS: dict[str, Callable[[], Any]] = {
    "fox": lambda: EXAMPLES / "fox.nono",
    "house": lambda: EXAMPLES / "house.nono",
    "swan": lambda: nonoforge.make_sloped(str(EXAMPLES / "drawings" / "swan.svg")),
    "curved": lambda: EXAMPLES / "curved" / "fox.nono",
    "triddler": lambda: EXAMPLES / "tri" / "fox.nono",
}


def main() -> None:
    """Draw what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--drawings", action="store_true", help="no screenshots")
    asked = parser.parse_args()
    for name, source in DRAWINGS.items():
        puzzle = source()
        nonoforge.draw(puzzle, PICTURES / f"{name}-puzzle.svg", solved=False, signs="never")
        nonoforge.draw(puzzle, PICTURES / f"{name}.svg", solved=True, signs="never")
        for path in (PICTURES / f"{name}-puzzle.svg", PICTURES / f"{name}.svg"):
            # Shown smaller than they are: crisp edges would drop lines of less than a pixel.
            path.write_text(path.read_text("utf-8").replace("crispEdges", "auto"), "utf-8")
    if not asked.drawings:
        take_screenshots()


def take_screenshots() -> None:
    """Start a studio with an empty library and photograph its pages."""
    from playwright.sync_api import sync_playwright

    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser",
                                                    "google-chrome"))))
    with tempfile.TemporaryDirectory() as library:
        command = [sys.executable, "-m", "nonoforge", "studio", "--no-browser", "--library",
                   library, *(str(EXAMPLES / name) for name in (
                       "house.nono", "snail.nono", "curved/fox.nono"))]
        studio = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert studio.stdout is not None
            address = next(found[0] for line in studio.stdout
                           if (found := re.search(r"http://\S+", line)))
            with sync_playwright() as driver:
                browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
                page = browser.new_page(viewport=WINDOW)
                page.goto(address)
                page.get_by_role("button", name="Hint").wait_for()
                take_each(page)
                browser.close()
        finally:
            studio.terminate()
            studio.wait()


def take_each(page: Any) -> None:
    """Take all screenshots, from the page that plays the first puzzle."""
    entries = page.evaluate("fetch('/api/library').then((answer) => answer.json())")["entries"]
    ids = {entry["title"]: entry["id"] for entry in entries}
    for name, title, steps in (("studio-play", "House", 30), ("studio-curved", "A fox", 4)):
        page.evaluate(f"location.hash = '/play/{ids[title]}'")
        for _ in range(steps):
            follow_hint(page)
            page.get_by_role("button", name="Do it").click()
        follow_hint(page)
        page.mouse.move(0, 0)
        page.wait_for_timeout(1500)  # animations end
        photograph(page, name)
    page.evaluate(f"location.hash = '/check/{ids['Snail']}'")
    page.get_by_role("button", name="Show").first.click()
    page.get_by_text("About like a").wait_for()
    page.get_by_role("button", name="How hard").click()
    page.wait_for_timeout(500)
    photograph(page, "studio-check")


def photograph(page: Any, name: str) -> None:
    """Store what a page shows, in few colours: a third of the bytes, and nothing that is seen."""
    from PIL import Image

    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    picture.quantize(256, dither=Image.Dither.NONE).save(PICTURES / f"{name}.png", optimize=True)


def follow_hint(page: Any) -> None:
    """Ask for a hint, and for more until it says what to do."""
    page.get_by_role("button", name="Hint").click()
    more, do = (page.get_by_role("button", name=name) for name in ("Tell me more", "Do it"))
    while True:
        more.or_(do).first.wait_for()
        if do.count():
            return
        more.click()


if __name__ == "__main__":
    main()
