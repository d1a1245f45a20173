"""Words from outside: what may be kept, how long it may be, and how it is found and sorted again.

Words that come with a puzzle's file are cut to their limit, since nobody can ask the file for
less; words that a person types are refused beyond it, since that person can.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from nonoforge.errors import InputError

MAX_TITLE = 200
MAX_AUTHOR = 200
MAX_SOURCE = 500
MAX_SIZE = 60
MAX_TAG = 50
MAX_TAGS = 50

_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_DIGITS = re.compile("[0-9]+")


def clean(text: str) -> str:
    r"""On one line, without control characters and halves of characters.

    >>> clean(" An\x00 owl\n ")
    'An owl'
    """
    return " ".join(_UNSEEN.sub(" ", text).split())


def cut(text: str, most: int) -> str:
    """Cleaned, and not longer than `most` characters.

    >>> cut("Hummingbird", 8)
    'Humming…'
    """
    text = clean(text[:8 * most])
    return text if len(text) <= most else text[:most - 1].rstrip() + "…"


def typed(text: str, most: int, what: str) -> str:
    """Cleaned; refused if it is longer than `most` characters."""
    text = clean(text[:8 * most])
    if len(text) > most:
        raise InputError(f"{what} has more than {most} characters; make it shorter")
    return text


def typed_tags(tags: Iterable[str]) -> dict[str, str]:
    """Tags by their folded form, so that Owl and owl are one; empty ones are left out."""
    kept: dict[str, str] = {}
    for tag in tags:
        word = typed(tag, MAX_TAG, "a tag")
        if fold(word):
            kept.setdefault(fold(word), word)
        if len(kept) > MAX_TAGS:
            raise InputError(f"more than {MAX_TAGS} tags for one puzzle; leave some out")
    return kept


def fold(text: str) -> str:
    """The form in which words are compared: no capitals, no accents, no width.

    >>> fold("Éclair  ﬁn")
    'eclair fin'
    """
    if text.isascii():
        return " ".join(text.lower().split())
    parts = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    # Marks are dropped by their class, not by their category: their order then cannot matter.
    return " ".join("".join(c for c in parts if not unicodedata.combining(c)).split())


def order(text: str) -> str:
    """A key to sort by: folded, with numbers where people expect them.

    >>> sorted(["Owl 10", "owl 9"], key=order)
    ['owl 9', 'Owl 10']
    """
    return _DIGITS.sub(lambda digits: digits[0].zfill(8), fold(text))


def haystack(title: str, author: str, source: str, tags: Iterable[str]) -> str:
    """All that a search looks at, one thing a line so that no word reaches from one to the next."""
    return "\n".join(fold(text) for text in (title, author, source, *tags))
