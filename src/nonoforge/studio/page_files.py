"""The files of the page: a table that is made at the start, so that no request names a path.

A file with a hash in its name (`index-B3xA90cd.js`) never changes and is cached by browsers for
ever; any other is requested again. What compresses well is also held compressed.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import re
from pathlib import Path
from typing import NamedTuple

from nonoforge.drawing import PLAYER_FOLDER
from nonoforge.errors import InputError

BUILT = Path(__file__).parent / "page"
VARIABLE = "NONOFORGE_PAGE"
HASHED = re.compile(r"-[A-Za-z0-9_-]{8,}\.[a-z0-9]+$")
FOREVER = "public, max-age=31536000, immutable"

MEDIA = {
    ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8", ".json": "application/json",
    ".svg": "image/svg+xml", ".png": "image/png", ".ico": "image/x-icon", ".webp": "image/webp",
    ".woff2": "font/woff2", ".wasm": "application/wasm", ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json", ".map": "application/json",
}
PACKED_ALREADY = {".png", ".ico", ".webp", ".woff2"}


class PageFile(NamedTuple):
    """One file: as it is, compressed, its media type and cache control."""

    content: bytes
    packed: bytes | None
    media: str
    cache: str


class PageFiles:
    """The table. A page under development is read again whenever it is opened."""

    def __init__(self, root: Path, player: Path = PLAYER_FOLDER, changing: bool = False) -> None:
        self.root = root
        self.player = player
        self.changing = changing
        self.files = read(root, player)

    @property
    def name(self) -> str:
        """Return a name that changes with the page, so that a page knows a server of another
        version."""
        index = self.files.get("/")
        return "" if index is None else hashlib.sha256(index.content).hexdigest()[:16]

    def get(self, address: str) -> PageFile | None:
        """Return the file at this address."""
        if self.changing and address == "/":
            self.files = read(self.root, self.player)
        return self.files.get(address)


def find_page() -> PageFiles:
    """Return the page that is built into the package, or the one that the environment names."""
    named = os.environ.get(VARIABLE)
    page = PageFiles(Path(named), Path(named).parent / "player", changing=True) if named \
        else PageFiles(BUILT)
    if "/" not in page.files:
        raise InputError(f"{VARIABLE} must name a folder with a built page: there is no index.html"
                         if named else "the page was not built into this installation",
                         file=named or None)
    return page


def read(root: Path, player: Path) -> dict[str, PageFile]:
    """Return files by address; `/` is index.html. three.js is that of playable files, under the
    name that web/build.mjs gives it."""
    found = {}
    three = player / "three.js"
    if three.is_file():
        digest = hashlib.sha256(three.read_bytes()).hexdigest()[:8]
        found[f"/assets/three-{digest}.js"] = _file(three)._replace(cache=FOREVER)
    for path in sorted(root.rglob("*")):
        if path.is_file() and not path.is_symlink() and path.suffix in MEDIA:
            found["/" + path.relative_to(root).as_posix()] = _file(path)
    if "/index.html" in found:
        found["/"] = found.pop("/index.html")
    return found


def _file(path: Path) -> PageFile:
    content = path.read_bytes()
    return PageFile(content, _packed(path, content), MEDIA[path.suffix], _cache(path))


def _packed(path: Path, content: bytes) -> bytes | None:
    if path.suffix in PACKED_ALREADY:
        return None
    beside = path.with_name(path.name + ".gz")
    packed = beside.read_bytes() if beside.is_file() else gzip.compress(content, 6, mtime=0)
    return packed if len(packed) < len(content) else None


def _cache(path: Path) -> str:
    if path.name == "index.html":
        return "no-store"
    return FOREVER if HASHED.search(path.name) else "no-cache"
