"""Text for people: numbers with nouns, lists, quotations; text from strangers made safe."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby

MAX_MESSAGE_LENGTH = 400  # characters of a message that quotes a file


def count(number: int, one: str, many: str | None = None) -> str:
    """Return a number with its noun.

    >>> count(1, "cell"), count(1200, "cell")
    ('1 cell', '1,200 cells')
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"


_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
            "eleven", "twelve")


def in_words(number: int) -> str:
    """Return a number as prose has it.

    >>> in_words(2), in_words(1300)
    ('two', '1,300')
    """
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else f"{number:,}"


def listed(words: Sequence[str], join: str = "and") -> str:
    """Return words as a sentence lists them.

    >>> listed(["row 1", "row 2", "column 3"])
    'row 1, row 2 and column 3'
    """
    return f" {join} ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def spans(numbers: Iterable[int]) -> str:
    """Return rising numbers as spans.

    >>> spans([4, 5, 6, 9])
    '4-6 and 9'
    """
    found = []
    for _, group in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        run = [number for _, number in group]
        found.append(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}")
    return listed(found)


def capital(text: str) -> str:
    """Return a text with a capital letter at the beginning."""
    return text[:1].upper() + text[1:]


def quoted(text: str, most: int = 30) -> str:
    """Return the beginning of a text in quotes, in ASCII on one line.

    >>> quoted("a" * 40, 5)
    "'aaaaa...'"
    """
    return ascii(text) if len(text) <= most else ascii(text[:most] + "...")


def escaped(text: str) -> str:
    r"""Return a text on one line, with escapes for what cannot be seen and a long middle left out.

    >>> print(escaped("a\nb"))
    a\nb
    """
    if len(text) > MAX_MESSAGE_LENGTH:
        text = f"{text[:MAX_MESSAGE_LENGTH // 2]} ... {text[-MAX_MESSAGE_LENGTH // 4:]}"
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def printable(text: str) -> str:
    """Return one line of text without control characters, which could steer a terminal.

    Line breaks become spaces; what cannot be shown becomes U+FFFD; marks that turn the direction
    of writing (category Cf) are removed, because they reach beyond the text they stand in.

    >>> printable("a\\tb\\x1b[2J")
    'a b\ufffd[2J'
    """
    kept = []
    for char in text:
        kind = unicodedata.category(char)
        if char in "\t\n\r\v\f\u2028\u2029\x85":
            kept.append(" ")
        elif kind in ("Cc", "Cs", "Cn", "Co"):
            kept.append("\ufffd")
        elif kind != "Cf":
            kept.append(char)
    return "".join(kept).strip()


def columns(text: str) -> int:
    """Return how many columns of a terminal a text takes.

    >>> columns("\u732b"), columns("cat")
    (2, 3)
    """
    if text.isascii():
        return len(text)
    return sum(many * _columns(char) for char, many in Counter(text).items())


def _columns(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
