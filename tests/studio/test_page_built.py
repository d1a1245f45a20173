"""The built page that is kept in the package is that of the sources in web/."""

from __future__ import annotations

import gzip
import json
import re
from hashlib import sha256
from pathlib import Path

import pytest

import nonoforge
from nonoforge.studio.page_files import FOREVER, PageFiles

WEB = Path(__file__).parents[2] / "web"
PAGE = Path(nonoforge.__file__).parent / "studio" / "page"
PLAYER = Path(nonoforge.__file__).parent / "drawing" / "player"


def source_hash() -> str:
    """As web/build.mjs makes it."""
    files = [path for folder in ("src", "public") for path in (WEB / folder).rglob("*")
             if path.is_file()]
    files += [WEB / name for name in ("index.html", "build.mjs", "package-lock.json")]
    found = sha256()
    for name in sorted(path.relative_to(WEB).as_posix() for path in files):
        found.update(name.encode() + b"\0" + (WEB / name).read_bytes() + b"\0")
    return found.hexdigest()


@pytest.mark.skipif(not WEB.exists(), reason="only the package is here")
def test_the_page_is_built_from_its_sources() -> None:
    built = json.loads((PAGE / "built.json").read_text())
    assert built["sources"] == source_hash(), "web/ has changed: run make page"


def test_the_page_is_small() -> None:
    """Compressed: 45 kB to start with, 90 kB with all flat boards and any one of the other pages,
    122 kB with everything but 3D (boards of solids, and the pane that turns and moves models),
    which no single page loads."""
    sizes = {path.name: len(gzip.compress(path.read_bytes(), 9))
             for path in PAGE.rglob("*") if path.suffix in (".js", ".css", ".html", ".svg")}

    def size(*names: str) -> int:
        return sum(size for name, size in sizes.items() if name.startswith(names))

    start = size("index", "icon")
    boards = size("grid", "plane", "tri", "words", "shades")
    assert start < 45_000
    assert start + boards + max(size("make", "field"), size("edit", "field")) < 90_000
    assert sum(sizes.values()) - size("solid", "space") < 122_000
    assert sum(sizes.values()) + len(gzip.compress((PLAYER / "three.js").read_bytes())) < 280_000


def test_three_is_there_once() -> None:
    """The page's boards of solids name that of playable files, with the hash of its content."""
    built = [*PAGE.rglob("*.js"), *PLAYER.glob("*.js")]
    with_three = [path.name for path in built if b"THREE.WebGLRenderer" in path.read_bytes()]
    assert with_three == ["three.js"]
    [board] = [path.read_text("utf-8") for path in PAGE.rglob("solid-*.js")]
    [address] = re.findall(r'import"\./(three-\w+\.js)"', board)
    served = PageFiles(PAGE).get(f"/assets/{address}")
    assert served is not None
    assert served.content == (PLAYER / "three.js").read_bytes()
    assert served.cache == FOREVER


def test_the_licences_of_what_is_built_in_come_with_it() -> None:
    for folder in (PAGE, PLAYER):
        notices = (folder / "THIRD-PARTY.txt").read_text()
        assert all(f"{name} " in notices for name in ("preact", "three"))
        assert notices.count("Permission is hereby granted") == 2
