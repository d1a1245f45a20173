"""Check a built site: each link and anchor leads somewhere, nothing is loaded from elsewhere."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = {"img": "src", "script": "src", "iframe": "src", "source": "src", "link": "href"}
NOT_LOADED = {"canonical", "next", "prev", "search", "index", "genindex", "author", "copyright"}


class _Page(HTMLParser):
    """The anchors of a page, and what it refers to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attributes}
        self.anchors |= {given[name] for name in ("id", "name") if name in given}
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        target = given.get(LOADED.get(tag, ""))
        if target:
            loaded = not NOT_LOADED & set(given.get("rel", "").split())
            (self.loaded if loaded else self.links).append(target)


def broken_links(site: Path) -> list[str]:
    """Return what is wrong, one line for each bad link of a page of the site."""
    pages = {path: _Page(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}
    found: list[str] = []
    for path, page in sorted(pages.items()):
        name = path.relative_to(site)
        found += [f"{name}: loads {target}, which is not part of the site"
                  for target in page.loaded
                  if _elsewhere(target) and not target.startswith("data:")]
        for target in dict.fromkeys((*page.links, *page.loaded)):
            if _elsewhere(target):
                continue
            parts = urlsplit(target)
            file = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            file = file / "index.html" if file.is_dir() else file
            if not file.is_file():
                found.append(f"{name}: {target}: no such page")
            elif parts.fragment and file in pages \
                    and unquote(parts.fragment) not in pages[file].anchors:
                found.append(f"{name}: {target}: no such place on that page")
    return found


def _elsewhere(target: str) -> bool:
    parts = urlsplit(target)
    return bool(parts.scheme or parts.netloc)
