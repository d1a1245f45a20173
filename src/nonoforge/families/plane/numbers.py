"""Numbers as drawings write them: finite, and within reason."""

from __future__ import annotations

import re

from nonoforge.errors import InputError
from nonoforge.text import quoted

NUMBER = r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?"
LARGEST = 1e12
MAX_NUMBERS = 1_000_000  # of one path

_WHOLE = re.compile(NUMBER)
_TOKEN = re.compile(rf"({NUMBER})|[\s,]+|(.)", re.DOTALL)


def number(text: str) -> float:
    """One number.

    >>> number("-.5e1")
    -5.0
    """
    if not _WHOLE.fullmatch(text):
        raise InputError(f"{quoted(text)} is not a number")
    return _reasonable(text)


def _reasonable(text: str) -> float:
    value = float(text)
    if abs(value) > LARGEST:
        raise InputError(f"{quoted(text)} is too large; numbers go up to {LARGEST:g}")
    return value


def numbers(text: str) -> list[float]:
    """Numbers with blanks or commas between them, or nothing where the sign tells them apart.

    >>> numbers("1,2 -3-4.5.5")
    [1.0, 2.0, -3.0, -4.5, 0.5]
    """
    found = []
    for match in _TOKEN.finditer(text):
        if match[2]:
            raise InputError(f"{quoted(text[match.start():match.start() + 12].split()[0])} is not "
                             "a number")
        if match[1]:
            found.append(_reasonable(match[1]))
            if len(found) > MAX_NUMBERS:
                raise InputError(f"more than {MAX_NUMBERS:,} numbers in a row; that is too much for"
                                 " a puzzle")
    return found
