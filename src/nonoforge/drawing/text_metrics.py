"""How wide text becomes where no font is at hand, and text made to fit."""

from __future__ import annotations

import re

from nonoforge.text import columns

DIGIT = 0.6  # width of a digit, in sizes of letters
BOLD = 1.15  # width of bold letters, in widths of regular ones
BASE = 0.36  # half the height of a digit, in sizes of letters: what centres it on its base line


def left_to_right(text: str) -> str:
    """Return a text with Hebrew and Arabic words reversed, for writers of one direction only.

    >>> left_to_right("a \u05d0\u05d1 \u05d2 b") == "a \u05d2 \u05d1\u05d0 b"
    True
    """
    return re.sub(_RIGHT_TO_LEFT, lambda match: match[0][::-1], text)


_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]"
                            "(?:[^0-9A-Za-z]*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc])*")


def text_width(text: str, size: float) -> float:
    """Return about how wide a sans-serif font sets a text, in the unit of its size."""
    return sum(0.33 if char in "iljtfI.,:;'!| " else 0.61 * columns(char) for char in text) * size


def wrap(text: str, size: float, room: float, lines: int) -> list[str]:
    """Break a text at spaces into at most `lines` lines; an ellipsis stands for the rest.

    >>> wrap("one two three four", size=10, room=45, lines=2)
    ['one two', 'three…']
    """
    found: list[str] = []
    for word in text.split():
        joined = f"{found[-1]} {word}" if found else word
        if found and text_width(joined, size) <= room:
            found[-1] = joined
        elif len(found) == lines:
            found[-1] = shorten(found[-1] + "……", size, room)
            break
        else:
            found.append(shorten(word, size, room))
    return found


def shorten(text: str, size: float, room: float) -> str:
    """Return a text, cut with an ellipsis where it is wider than the room."""
    if text_width(text, size) <= room and not text.endswith("……"):
        return text
    text = text.rstrip("…")
    while text and text_width(text + "…", size) > room:
        text = text[:-1]
    return text + "…"
