"""What an export is: a zip that people can open, and that `import_export` reads back.

    An owl.nono             a puzzle
    games/An owl.json       its saved game, if there is one
    thumbnails/An owl.svg   its picture, if there is one
    library.json            all puzzles, one a line: titles, tags, ratings, names of the files

Limits keep a zip from unpacking to more than was meant: how many members, how large each of them
is, and how much smaller a member, and the whole zip, may be than what is in it. An export keeps to
the last by leaving unpacked what would pack better than that, so that it can always be read again:
a member of 4 kB cannot be packed further than the 100 bytes that its two headers take.
"""

from __future__ import annotations

import io
import zipfile
from typing import Any

import msgspec

from nonoforge.studio.library.content import MAX_PUZZLE
from nonoforge.studio.library.records import MAX_STATE
from nonoforge.studio.library.thumbnail import MAX_THUMBNAIL

VERSION = 1
INDEX = "library.json"
GAMES = "games"
THUMBNAILS = "thumbnails"

MAX_PUZZLES = 200_000
MAX_MEMBERS = 3 * MAX_PUZZLES + 1
MAX_TOTAL = 4 * 1024**3
MAX_LINE = 64 * 1024
MAX_RATIO = 50
SMALL = 4 * 1024  # bytes; up to this no ratio matters
LARGEST = {".nono": MAX_PUZZLE, ".json": MAX_STATE, ".svg": 4 * MAX_THUMBNAIL}


class Item(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A puzzle in `library.json`; files are names inside the zip."""

    file: str
    family: str
    title: str = ""
    author: str = ""
    size: str = ""
    cells: int = 0
    colours: int = 0
    source: str = ""
    tags: tuple[str, ...] = ()
    rating: dict[str, Any] | None = None
    added: int = 0
    game: str = ""
    thumbnail: str = ""


def is_export(data: bytes) -> bool:
    """A zip with a list of puzzles in it; what else a zip may be is for formats to say."""
    if not data.startswith(b"PK"):
        return False
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            return INDEX in file.namelist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError):
        return False


HEAD = b'{"nonoforge_library": %d, "puzzles": [' % VERSION
TAIL = b"]}"
"""The lines around the puzzles in `library.json`."""
