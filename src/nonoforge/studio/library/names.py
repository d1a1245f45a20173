"""File names for an export: made from titles, but never anything that a title could mean to a disk.

Letters and digits of any script, spaces, hyphens and underscores stay; everything else goes, and
with it every way to say another folder, a drive, a stream, a device or a hidden file.
"""

from __future__ import annotations

import unicodedata

from nonoforge.studio.library.texts import clean, fold

_LONGEST = 80  # bytes; file systems take 255 of them, and numbers and endings come after
_DEVICES = frozenset(("con", "prn", "aux", "nul", "conin$", "conout$", "clock$",
                      *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))))


class Names:
    """Gives out names, each one only once, also where capitals do not count.

    >>> names = Names()
    >>> [names.take(title) for title in ("../../Owl", "owl", "", "NUL", "a/b:c")]
    ['Owl', 'owl 2', 'puzzle', 'NUL puzzle', 'a b c']
    """

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._last: dict[str, int] = {}

    def take(self, title: str) -> str:
        """A name for a puzzle of this title."""
        stem = safe_stem(title)
        name, number = stem, self._last.get(fold(stem), 1)
        while fold(name) in self._taken:
            number += 1
            name = f"{stem} {number}"
        self._taken.add(fold(name))
        self._last[fold(stem)] = number
        return name


def safe_stem(title: str) -> str:
    """A file name without its ending."""
    text = unicodedata.normalize("NFC", clean(title))
    kept = "".join(c if c.isalnum() or c in "-_" else " " for c in text)
    short = " ".join(kept.split()).encode()[:_LONGEST].decode("utf-8", "ignore").strip(" -")
    stem = short or "puzzle"
    # Folded, because Windows takes COM¹ for COM1.
    return f"{stem} puzzle" if fold(stem) in _DEVICES else stem
