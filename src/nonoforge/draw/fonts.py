"""Fonts for PDF: the standard ones for Western letters, numbers and arrows, those of the system for
others, embedded; East Asian ones by their name, which readers of PDF know.

What none of them has becomes a black square, and is told.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from itertools import groupby
from typing import Any

from nonoforge.draw.painting import font_path
from nonoforge.draw.words import left_to_right

STANDARD = ("Helvetica", "Helvetica-Bold")
ARROWS = "←↑→↓↔"  # in the standard font Symbol, which takes the place of Helvetica for them
LOST = "■"
SYSTEM = (("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"),
          ("NotoSans-Regular.ttf", "NotoSans-Bold.ttf"),
          ("LiberationSans-Regular.ttf", "LiberationSans-Bold.ttf"), ("arial.ttf", "arialbd.ttf"))
EASTERN = (("HANGUL", "HYGothic-Medium"), ("HIRAGANA", "HeiseiKakuGo-W5"),
           ("KATAKANA", "HeiseiKakuGo-W5"), ("CJK", "STSong-Light"))


def runs(text: str, bold: bool) -> list[tuple[str, str]]:
    """The text in pieces, each with the name of the font that has it.

    >>> runs("3 ← 4", bold=True)
    [('Helvetica-Bold', '3 ← 4')]
    """
    found = ((font_of(char, bold), char) for char in left_to_right(text))
    pieces = ((font, "".join(char for _, char in group))
              for font, group in groupby(found, key=lambda pair: pair[0]))
    return [(font or STANDARD[bold], piece if font else LOST * len(piece))
            for font, piece in pieces]


def lost(text: str) -> bool:
    """Is there anything in it that no font has?"""
    return any(font_of(char, False) is None for char in text)


def borrowed(text: str) -> bool:
    """Is there anything in it for which the reader must have a font?"""
    return any(font_of(char, False) in dict(EASTERN).values() for char in text)


@lru_cache(maxsize=4096)
def font_of(char: str, bold: bool) -> str | None:
    """The name of a font that has this character and is ready for use; None if there is none."""
    if _western(char) or char in ARROWS:
        return STANDARD[bold]
    eastern = unicodedata.east_asian_width(char) in "WF"
    for names in () if eastern else SYSTEM:
        for name in (names[bold], names[0]):
            font = _system(name)
            if font is not None and ord(char) in font.face.charToGlyph:
                return str(font.fontName)
    return _eastern(char) if eastern else None


def _western(char: str) -> bool:
    try:
        char.encode("cp1252")
    except UnicodeEncodeError:
        return False
    return True


@lru_cache(maxsize=16)
def _system(name: str) -> Any:
    """A font of the system, registered; None where there is none, or none that can be embedded."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFError, TTFont

    path = font_path(name)
    try:
        font = TTFont(name, path) if path else None
    except (TTFError, OSError):
        return None
    if font is not None:
        pdfmetrics.registerFont(font)
    return font


def _eastern(char: str) -> str | None:
    """A font that is named and not embedded."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.cidfonts import UnicodeCIDFont

    words = unicodedata.name(char, "")
    name = next((font for script, font in EASTERN if script in words), None)
    if name is not None and name not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(UnicodeCIDFont(name))
    return name
